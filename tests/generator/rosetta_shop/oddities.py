"""Random logs for property tests: whatever can happen to a topic, in every format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import merge
from itertools import islice
from random import Random

from rosetta_shop.broken import broken_messages
from rosetta_shop.day import (
    DAY_START,
    RECOGNISED,
    Posted,
    Sent,
    posted,
    sent,
    unregistered_messages,
)
from rosetta_shop.formats import ALL, writer
from rosetta_shop.formats.base import Message
from rosetta_shop.formats.events import null_value
from rosetta_shop.log import random_transactions
from rosetta_shop.topics import Offsets


def odd_messages(
    rng: Random, code: str, messages: Iterator[Message], count: int
) -> Iterator[Message]:
    """Yield messages of a format with broken ones, null values and repetitions among them.

    Args:
        code: the format's code; None of its broken messages is left out in the long run.
        messages: the format's messages, as many as are wanted.
        count: how many of them are taken; the oddities come in addition.
    """
    recent: list[Message] = []
    cases = broken_messages(code, DAY_START)
    for message in islice(messages, count):
        recent = [*recent[-4:], message]
        yield message
        chance = rng.random()
        if chance < 0.06:
            yield replace(rng.choice(cases).message, at=message.at)
        elif chance < 0.08:
            event = (
                message.events[0]
                if code == "dtle" and message.events[0].event_kind == "tombstone"
                else null_value()
            )
            yield replace(message, document=None, value=None, events=(event,))
        elif chance < 0.12:
            yield from recent
        elif chance < 0.14:
            yield replace(
                message,
                headers=(
                    ("emoji 😀", "值".encode()),
                    ("none", None),
                    ("empty", b""),
                    ("none", b"twice"),
                ),
            )


def odd_records(rng: Random, records: Iterator[Posted]) -> Iterator[Sent]:
    """Yield records with gaps in the offsets, other kinds of timestamps, and none."""
    skipped = Offsets()
    for place, found in enumerate(sent(records)):
        record = found.record
        skip = rng.choice((1, 3, 1000)) if rng.random() < 0.03 else 0
        offset = skipped.take(record.topic, record.partition, skip)
        ts, tstype = record.ts, record.tstype
        if place % 29 == 7:
            tstype = "logappend"
        elif place % 97 == 11:
            ts, tstype = -1, "unknown"
        yield found._replace(record=record._replace(offset=offset, ts=ts, tstype=tstype))


def sent_random(seed: int, formats: Sequence[str] = ALL, operations: int = 100) -> Iterator[Sent]:
    """Yield the records of a random log with their events.

    The arguments are those of `traffic.random_log`.
    """
    rng = Random(f"odd {seed}")
    streams = []
    for place, code in enumerate(formats):
        made = writer(code, prefix="random")
        transactions = random_transactions(seed * 100 + place, DAY_START)
        messages = (message for transaction in transactions for message in made.write(transaction))
        odd = list(odd_messages(rng, code, messages, operations))
        streams.append(posted(odd, code, 300 + place, prefix="random"))
    for place, code in enumerate(code for code in RECOGNISED if code in formats):
        transactions = islice(
            random_transactions(seed * 100 + place, DAY_START), 20 + operations // 4
        )
        messages = list(islice(unregistered_messages(code, transactions), operations // 4))
        streams.append(posted(messages, code, 900 + place, topic="random.unregistered"))
    cases = [
        rng.choice(broken_messages("auto", DAY_START)).message for _ in range(operations // 20)
    ]
    streams.append(posted(cases, "auto", 2000, topic="random.unregistered"))
    yield from odd_records(rng, merge(*streams, key=lambda record: record[:3]))
