"""A steady stream of the benchmark's messages into a broker, each with the time at which it is written."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Sequence

from confluent_kafka import Producer

from rosetta_cdc.broker.load import SETTINGS
from rosetta_shop.traffic import bench_messages

SECONDS_BETWEEN_PORTIONS = 0.05
SECONDS_TO_END = 60


class Traffic(threading.Thread):
    """Writes until it has written all, or is told to end.

    Args:
        address: Host and port of the broker.
        codes: Formats, in turn; each to the one partition of its topic.
        rate: Messages a second.
        count: All messages.
        first: Number of the first message.
    """

    def __init__(self, address: str, codes: Sequence[str], rate: float, count: int, first: int = 0) -> None:
        super().__init__(name="traffic", daemon=True)
        self._producer = Producer({"bootstrap.servers": address, **SETTINGS})
        self._messages = bench_messages(count, codes, first=first)
        self._rate = rate
        self.written: Counter[str] = Counter()
        self.end = threading.Event()

    def run(self) -> None:
        """Write."""
        began = time.monotonic()
        for number, message in enumerate(self._messages):
            while number >= (time.monotonic() - began) * self._rate:
                self._producer.poll(SECONDS_BETWEEN_PORTIONS)
                if self.end.is_set():
                    break
            if self.end.is_set():
                break
            self._producer.produce(message.topic, message.value, message.key, partition=0, headers=message.headers or None)
            self.written[message.topic] += 1
        self._producer.flush(SECONDS_TO_END)
