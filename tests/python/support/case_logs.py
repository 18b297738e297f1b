"""Small scripts of a source's changes, written as the Kafka records of any format.

A case says what happens in a database: rows are texts such as `1 ann x`, the values of a table's columns, `null` for NULL. The writers of
the shop's day turn each transaction into messages. Every case has a database and topics of its own in each format, so that all cases can
share a warehouse.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from case_steps import ITEMS, WIDE, Step, row_of, update

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.sandbox import REGISTRY_HEADER
from rosetta_shop.formats import writer
from rosetta_shop.formats.base import Message, Writer, kafka_key
from rosetta_shop.formats.dts_canal_legacy import DtsCanalLegacy
from rosetta_shop.formats.oms_shareplex import OmsSharePlex
from rosetta_shop.model import Change, Transaction

START = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
# From the source's commit to Kafka, in milliseconds.
LAG = 400
# The load time that the registry states for topics named `timed`, in seconds after START.
LOAD_TIME = 2


# How formats write it. The shop's writers leave out two things that these formats may do.


class NarrowOmsSharePlex(OmsSharePlex):
    """An update whose `key` holds the key and what changed, as SharePlex itself writes it, and updates in halves."""

    def old_names(self, change: Change) -> list[str] | None:
        """Return the columns that `key` holds."""
        return [*change.table.key, *change.changed]

    def spelling(self, change: Change, op: str) -> str:
        """Return how an operation is spelt."""
        return op.upper().replace("_", " ") if op.startswith("update_") else super().spelling(change, op)


class NarrowDtsCanalLegacy(DtsCanalLegacy):
    """An update whose row after the change, which this format calls `old`, holds the key and what changed."""

    def images(self, changes: list[Change]) -> tuple[list | None, list | None]:
        """Return `data` and `old`."""
        data, old = super().images(changes)
        if changes[0].kind == "update":
            old = [self.image(change.table, change.after, [*change.table.key, *change.changed]) for change in changes]
        return data, old


def writer_of(code: str, case: str, narrow: bool) -> Writer:
    """Return a new writer of a format; `narrow`: the images of its updates lack columns, if the format can do so at all."""
    if code == "oms_shareplex":
        return NarrowOmsSharePlex()
    if code == "dts_canal_legacy" and narrow:
        return NarrowDtsCanalLegacy()
    return writer(code, prefix=case)


class Placed(NamedTuple):
    """A record, and with which of the runs it lands."""

    run: int
    incarnation: int
    record: Record


def spread(given: int | Sequence[int], index: int, count: int) -> int:
    """Return the one of the given numbers that is for a message: `count` messages share them evenly, in their order."""
    return given if isinstance(given, int) else given[index * len(given) // count]


class Log:
    """The log of one case's source in one format.

    Args:
        case: name of the case; its database has that name.
        code: format code.
        narrow: see `writer_of`.
    """

    def __init__(self, case: str, code: str, *, narrow: bool = False) -> None:
        """Start with an empty database, at second 0."""
        self.case, self.code = case, code
        self.writer = writer_of(code, case, narrow)
        self.placed: list[Placed] = []
        self.second = 0
        self.sequence = 0
        self.transactions = 0
        self.posted = 0
        self.incarnation = 0
        self.offsets: dict[tuple[int, str, int], int] = {}

    # What a format does differently; the expectations of the cases depend on it.

    @property
    def splits_moves(self) -> bool:
        """Tell whether a move is a DELETE and an INSERT."""
        return self.code == "dts_canal"

    @property
    def halves_moves(self) -> bool:
        """Tell whether a move is an update in two messages."""
        return self.code == "debezium"

    @property
    def loads_as_inserts(self) -> bool:
        """Tell whether rows of a full load look like inserted ones."""
        return self.code in ("canal", "oms_dataworks_v2", "oms_shareplex", "dts_shareplex", "ogg")

    @property
    def has_partial_images(self) -> bool:
        """Tell whether an update tells only what changed."""
        return self.code in ("oms_shareplex", "dts_shareplex", "ogg")

    @property
    def has_identities(self) -> bool:
        """Tell whether every change has an identity, by which a copy is known."""
        return self.code not in ("canal", "oms_canal", "oms_dataworks_v2", "maxwell")

    @property
    def keys_name_rows(self) -> bool:
        """Tell whether the Kafka key alone tells which row of which table a message is about."""
        return hasattr(self.writer, "kafka_key") and self.code != "debezium"

    @property
    def declares_decimals(self) -> bool:
        """Tell whether the messages declare a decimal column as a number; some declare nothing."""
        return self.code not in ("oms_default", "oms_shareplex", "dts_shareplex", "maxwell", "aws_dms", "ogg")

    # What happens

    def at(self, second: int) -> Log:
        """Set the source's clock, in seconds after START."""
        self.second = second
        return self

    def change(self, step: Step, order: int = 1, size: int = 1) -> Change:
        """Return a step as the next change of the source's log, in the present transaction."""
        self.sequence += 1
        table = replace(step.table, database=self.case)
        at = (int(START.timestamp()) + self.second) * 1000
        rows = (row_of(table, step.before), row_of(table, step.after))
        return Change(step.kind, at, self.sequence, self.transactions, order, size, table, *rows, step.text, step.verb)

    def commit(self, *steps: Step, one_number: bool = False) -> list[Message]:
        """Commit steps as one transaction and return its messages, which are not sent yet.

        Args:
            one_number: do all changes have one number.
        """
        self.transactions += 1
        changes = []
        for order, step in enumerate(steps, 1):
            if one_number and order > 1:
                self.sequence -= 1
            changes.append(self.change(step, order, len(steps)))
        return list(self.writer.write(Transaction(self.transactions, changes[0].at, tuple(changes))))

    def write(self, *steps: Step, part: str = "rows", partition: int | Sequence[int] = 0, late: int | Sequence[int] = 0) -> list[Message]:
        """Commit steps as one transaction, send its messages and return them.

        Args:
            part: which of the case's topics they go to.
            partition: partition, or several, which the messages share evenly in their order.
            late: with which run they land, likewise; the first is 0.
        """
        messages = self.commit(*steps)
        self.send(messages, part, partition, late)
        return messages

    def write_halves(self, before: str, after: str, *, late: Sequence[int], partition: int | Sequence[int] = 0) -> None:
        """Commit an update that is sent as two messages, one for each image.

        Args:
            late: with which run each of the two lands.
            partition: see `write`.
        """
        self.transactions += 1
        change = self.change(update(before, after))
        first, second = replace(change, after=None), replace(change, before=None)
        if self.code == "dataworks_v1":
            messages = [
                self.writer.row_message(first, "UPDATE_BEFOR", "update_before", None, self.writer.data(first, first.before, None), None),
                self.writer.row_message(second, "UPDATE_AFTER", "update_after", None, None, self.writer.data(second, second.after, None)),
            ]
        else:
            messages = [
                self.writer.whole_row(first, "update_before", first.before),
                self.writer.whole_row(second, "update_after", second.after),
            ]
        self.send(messages, "rows", partition, late)

    def write_tombstone(self, row: str) -> None:
        """Send a Kafka null value under the key of a row, as a cleaner of a compacted topic would."""
        table = replace(ITEMS, database=self.case)
        found = row_of(table, row)
        key = self.writer.kafka_key(table, found) if self.keys_name_rows else kafka_key(table, found)
        at = (int(START.timestamp()) + self.second) * 1000
        self.send([Message("row", at, None, None, (), table, None, key)])

    def send(
        self, messages: Iterable[Message], part: str = "rows", partition: int | Sequence[int] = 0, late: int | Sequence[int] = 0
    ) -> None:
        """Append messages to a topic, also such as were sent before. The arguments are those of `write`."""
        messages = list(messages)
        for index, message in enumerate(messages):
            line = (self.incarnation, part, spread(partition, index, len(messages)))
            now = (int(START.timestamp()) + self.second) * 1000
            self.posted = max(self.posted + 1, now + LAG)
            offset = self.offsets.get(line, 0)
            self.offsets[line] = offset + 1
            topic = f"{self.case}.{self.code}.{part}"
            record = Record(topic, line[2], offset, self.posted, "create", message.key, message.value, message.headers)
            self.placed.append(Placed(spread(late, index, len(messages)), self.incarnation, record))

    def restart_sequence(self, last: int) -> None:
        """Let the source number its changes and transactions from the one after `last`."""
        self.sequence = self.transactions = last

    def recreate_topics(self) -> None:
        """Delete the topics and create them again: offsets begin anew."""
        self.incarnation += 1


def registry_rows(codes: Sequence[str]) -> str:
    """Return the topic registry's rows for the topics of all cases in these formats: one source a format."""
    load_time = (START + timedelta(seconds=LOAD_TIME)).strftime("%Y-%m-%dT%H:%M:%SZ")
    lines = []
    for code in codes:
        zone = {"oms_shareplex": "Asia/Shanghai", "ogg": "UTC"}.get(code, "")
        keys = [("", "")]
        if code in ("oms_shareplex", "dts_shareplex", "aws_dms"):
            keys = [(r"(?i).*\.pairs", "a|b"), (r"(?i).*\.wide", "|".join(WIDE.key)), ("", "id")]
        rows = [(part, pattern, key, time) for part, time in (("timed", load_time), (".*", "")) for pattern, key in keys]
        if len(keys) > 1:
            rows.insert(0, ("turned", "", "b|a", ""))
        for part, pattern, names, time in rows:
            key = names.upper() if code == "dts_shareplex" else names
            lines.append(f"{len(lines) + 1},,[a-z0-9_]+\\.{code}\\.{part},{pattern},{code},{code},{key},{zone},,{time},\n")
    return REGISTRY_HEADER + "".join(lines)
