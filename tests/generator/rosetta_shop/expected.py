"""What a reader should find in generated traffic, from what was meant, not from what any parser
says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rosetta_shop.day import DAY_START, Origin, Sent, sent_day
from rosetta_shop.formats import ALL
from rosetta_shop.formats.events import UNSTATED, Event
from rosetta_shop.oddities import sent_random


@dataclass(frozen=True)
class Expectation:
    """One expected event, known by (topic, partition, offset, row_index).

    Attributes of `origin` and `event` may be `UNSTATED`: then nothing is expected of them.
    """

    topic: str
    partition: int
    offset: int
    row_index: int
    rows_in_record: int
    origin: Origin
    event: Event

    def stated(self) -> dict[str, object]:
        """Return what is expected, by the column names of `cdc_events`, without what is left open.

        Times are milliseconds since 1970 UTC, `sequence_number` is an int, images and keys are
        dicts of texts.
        """
        columns = {
            "kafka_topic": self.topic,
            "kafka_partition": self.partition,
            "kafka_offset": self.offset,
            "row_index": self.row_index,
            "rows_in_record": self.rows_in_record,
            **self.origin._asdict(),
            **self.event.stated(),
        }
        return {name: value for name, value in columns.items() if value is not UNSTATED}


def expectations(records: Iterable[Sent]) -> Iterator[Expectation]:
    """Yield the expected events of records, in their order."""
    for record, events, origin in records:
        for row_index, event in enumerate(events):
            yield Expectation(
                record.topic,
                record.partition,
                record.offset,
                row_index,
                len(events),
                origin,
                event,
            )


def shop_day_expectations(
    seed: int,
    formats: Sequence[str] = ALL,
    messages: int = 150,
    *,
    start: int = DAY_START,
    broken: bool = True,
    unregistered: bool = True,
) -> list[Expectation]:
    """Return the expected events of `traffic.shop_day` with the same arguments."""
    return list(
        expectations(
            sent_day(seed, formats, messages, start=start, broken=broken, unregistered=unregistered)
        )
    )


def random_log_expectations(
    seed: int, formats: Sequence[str] = ALL, operations: int = 100
) -> list[Expectation]:
    """Return the expected events of `traffic.random_log` with the same arguments."""
    return list(expectations(sent_random(seed, formats, operations)))
