"""A day of the shop in every format, from the sources' logs to Kafka records, with what a reader
should find.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import merge
from typing import NamedTuple

from rosetta_cdc.landing.kcat import Record
from rosetta_shop.broken import Broken, broken_messages
from rosetta_shop.formats import ALL, writer
from rosetta_shop.formats.base import Message
from rosetta_shop.formats.events import UNSTATED, Event, Unstated
from rosetta_shop.log import shop_transactions
from rosetta_shop.model import Transaction
from rosetta_shop.topics import Offsets, partition_of, topic_of

# 2024-05-06 00:00:00 UTC
DAY_START = 1_714_953_600_000

# Formats that a message tells by its structure alone; the others look like open-source Canal.
RECOGNISED = (
    "dataworks_v1",
    "oms_default",
    "oms_default_extend",
    "oms_canal",
    "oms_dataworks_v2",
    "oms_shareplex",
    "dts_shareplex",
    "dtle",
    "canal",
    "debezium",
    "maxwell",
    "aws_dms",
    "ogg",
)

# In the order in which the formats of a day show them, two each.
REGISTERED_CODES = (
    "empty_value",
    "invalid_json",
    "row_not_an_object",
    "duplicate_column",
    "invalid_utf8",
    "unpaired_surrogate",
    "not_a_json_object",
    "wrong_type",
    "format_mismatch",
    "missing_field",
    "missing_image",
    "invalid_field",
    "unknown_operation",
)

# Those of DTS Avro that no text can have, two as well.
AVRO_CODES = ("invalid_avro", "invalid_characters")


class Origin(NamedTuple):
    """What a reader should find out about a record's format; `default` is the cluster's name."""

    source_name: str
    source_format: str | Unstated
    format_basis: str | Unstated


class Posted(NamedTuple):
    """A message with its topic and time, before it has an offset."""

    ts: int
    topic: str
    partition: int
    message: Message
    origin: Origin


class Sent(NamedTuple):
    """A record and the events that a reader should find in it."""

    record: Record
    events: tuple[Event, ...]
    origin: Origin


def posted(
    messages: Iterable[Message],
    code: str,
    lag: int,
    *,
    prefix: str = "shop",
    topic: str | None = None,
) -> Iterator[Posted]:
    """Yield messages of a format with topic, partition and a time that never steps back.

    Args:
        lag: milliseconds from the source's commit to Kafka.
        prefix: what the topics' names begin with.
        topic: one topic for all, of one partition and without a registry row; None for the
            format's own topics.
    """
    ts = 0
    for message in messages:
        ts = max(ts + 1, message.at + lag)
        if topic is None:
            where = (topic_of(prefix, code, message), partition_of(code, message))
            yield Posted(ts, *where, message, Origin(f"{prefix}_{code}", code, "registry"))
        else:
            recognised = recognised_format(code, message)
            basis = UNSTATED if recognised is UNSTATED else "structure"
            yield Posted(ts, topic, 0, message, Origin(f"default/{topic}", recognised, basis))


def recognised_format(code: str, message: Message) -> str | Unstated:
    """Return the format as which an unregistered message is read.

    Broken ones and null values tell nothing.
    """
    if message.value is None or any(event.event_kind == "dead_letter" for event in message.events):
        return UNSTATED
    if code == "oms_default_extend" and message.events[0].event_kind == "heartbeat":
        return "oms_default"
    return code


def sent(records: Iterable[Posted]) -> Iterator[Sent]:
    """Yield records with their offsets, in the order of their times."""
    offsets = Offsets()
    for ts, topic, partition, message, origin in records:
        record = Record(
            topic,
            partition,
            offsets.take(topic, partition),
            ts,
            "create",
            message.key,
            message.value,
            message.headers,
        )
        yield Sent(record, message.events, origin)


def with_broken(messages: list[Message], cases: Sequence[Broken]) -> list[Message]:
    """Return messages with broken ones among them, evenly spread over the second half."""
    result = list(messages)
    for number, case in enumerate(cases):
        place = len(messages) // 2 + (number + 1) * len(messages) // (2 * len(cases) + 2)
        result.insert(
            place + number, replace(case.message, at=messages[min(place, len(messages) - 1)].at)
        )
    return result


def chosen_cases(code: str, place: int, at: int) -> list[Broken]:
    """Return two broken messages of a format, such that all formats together show every code.

    Args:
        place: number of the format.
        at: the source's clock, milliseconds since 1970 UTC.
    """
    first = {}
    for case in broken_messages(code, at):
        first.setdefault(case.error_code, case)
    codes = AVRO_CODES if code == "dts_avro" else REGISTERED_CODES
    wanted = [codes[(2 * place + half) % len(codes)] for half in (0, 1)]
    return [first[error_code] for error_code in wanted if error_code in first]


def unregistered_messages(code: str, transactions: Iterable[Transaction]) -> Iterator[Message]:
    """Yield what a format sends to the topic without a registry row.

    Its heartbeats and one table, in a database of its own.
    """
    made = writer(code, registered=False)
    for transaction in transactions:
        changes = tuple(
            replace(change, table=replace(change.table, database=f"via_{code}"))
            if change.table
            else change
            for change in transaction.changes
            if change.kind == "heartbeat"
            or (change.table and change.table.name == "products" and change.after)
        )
        if changes:
            messages = made.write(replace(transaction, changes=changes))
            yield from (
                message for message in messages if message.events[0].event_kind != "transaction"
            )


def traced(messages: Iterable[Message]) -> Iterator[Message]:
    """Yield messages with Kafka headers, one of them without a value."""
    for number, message in enumerate(messages):
        yield replace(message, headers=(("trace", f"shop-{number}".encode()), ("flag", None)))


def sent_day(
    seed: int,
    formats: Sequence[str] = ALL,
    messages: int = 150,
    *,
    start: int = DAY_START,
    broken: bool = True,
    unregistered: bool = True,
) -> Iterator[Sent]:
    """Yield the records of a day with their events.

    The arguments are those of `traffic.shop_day`.
    """
    transactions = list(shop_transactions(seed, messages * 3 // 4, start))
    noon = start + 12 * 3_600_000
    streams = []
    for place, code in enumerate(formats):
        made = writer(code)
        written = [message for transaction in transactions for message in made.write(transaction)]
        if broken:
            written = with_broken(written, chosen_cases(code, ALL.index(code), noon))
        streams.append(
            posted(traced(written) if code == "canal" else written, code, 300 + 41 * place)
        )
    if unregistered:
        for place, code in enumerate(code for code in RECOGNISED if code in formats):
            written = list(unregistered_messages(code, transactions))
            streams.append(posted(written, code, 900 + 41 * place, topic="shop.unregistered"))
    if unregistered and broken:
        shown = ("invalid_json", "unrecognised_format")
        cases = [case.message for case in broken_messages("auto", noon) if case.error_code in shown]
        streams.append(posted(cases, "auto", 2000, topic="shop.unregistered"))
    yield from sent(merge(*streams, key=lambda record: record[:3]))
