"""Random logs of change events, as `cdc_events` would hold them, in lines that know nothing of each other.

In one file, though long: nearly all of it is one class, a simulated database whose steps share its state.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

Event = dict[str, Any]

START = datetime(2026, 3, 1, 12, 0, 0)
COLUMNS = ("name", "price", "note")
KEYLESS = "k"  # The table without a key.

# format -> (numbers, transaction ids, images of updates may lack columns, halves, pair ids)
TRAITS = {
    "dataworks_v1": (True, False, False, True, True),
    "drs_json": (True, False, False, False, False),
    "drs_json_c": (True, False, False, False, False),
    "oms_default": (True, True, False, False, False),
    "oms_default_extend": (True, True, False, False, False),
    "oms_canal": (False, False, False, False, False),
    "oms_dataworks_v2": (False, False, False, False, False),
    "oms_shareplex": (True, True, True, True, False),
    "dts_canal": (True, True, False, False, False),
    "dts_canal_legacy": (True, True, True, False, False),
    "dts_shareplex": (True, True, True, True, False),
    "dtle": (True, True, False, False, False),
    "canal": (True, True, False, False, False),
    "dts_avro": (True, True, True, False, False),
    "debezium": (True, True, True, True, True),
    "aws_dms": (False, True, True, False, False),
    "maxwell": (True, True, False, False, False),
    "ogg": (True, True, True, False, False),
}
FORMATS = tuple(TRAITS)
# Formats whose changes have a place in their transaction, all but each of so many: Maxwell's last row of one has none.
ORDERED = {"dts_shareplex": 10**9, "maxwell": 3}


class Database:
    """A source with one or two tables, written to two topics of two partitions.

    Args:
        seed: the same seed gives the same log.
        name: the source's name; it also begins the names of its topics.
        format_code: the format whose traits its events have.
    """

    def __init__(self, seed: int, name: str, format_code: str) -> None:
        self.rng = random.Random(f"history {seed}")
        self.name = name
        self.format = format_code
        self.has_number, self.has_transaction, self.is_partial, self.has_halves, self.has_pair_id = TRAITS[format_code]
        self.order_by = self.rng.choice(("arrival", "arrival", "arrival", "commit_time", "sequence" if self.has_number else "arrival"))
        self.load_time = self.rng.choice((None, START, START + timedelta(seconds=20)))
        self.whole_seconds = self.rng.random() < 0.7
        self.strays = self.rng.choice((0.0, 0.1, 0.5))
        self.leaps = 0.01  # Commit times of a clock that is days ahead.
        self.now = START
        self.number = 0
        self.transaction = 0
        self.offsets: dict[tuple[str, int], int] = {}
        self.incarnation = 0
        self.rows: dict[tuple[str, str], dict[str, str | None]] = {}
        self.equal_rows: list[dict[str, str | None]] = []  # Of a table without a key.
        self.events: list[Event] = []

    def log(self, operations: int) -> list[Event]:
        """Return the events of about so many operations, in the order in which the source did them."""
        while len(self.events) < operations:
            self.step()
        return self.events

    def step(self) -> None:
        """Let one transaction, or another thing, happen."""
        rng = self.rng
        self.now += timedelta(seconds=rng.choice((0, 0, 1, 1, 7)), milliseconds=0 if self.whole_seconds else rng.randrange(1000))
        if rng.random() < 0.05:
            self.now -= timedelta(seconds=rng.randrange(1, 40))
        self.transaction += 1
        if rng.random() < 0.08 and self.events:
            self.redeliver()
        elif rng.random() < 0.02:
            self.recreate()
        elif rng.random() < 0.07:
            self.empty()
        elif rng.random() < 0.06:
            self.load()
        else:
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                self.change()

    def image(self, table: str, key: str) -> dict[str, str | None]:
        """Return a random row."""
        return {"id": key, **{column: self.rng.choice(("a", "b", "1.10", None, "")) for column in COLUMNS}}

    def table(self) -> str:
        """Return the name of one of the tables."""
        return self.rng.choice(("t", "t", "u"))

    def change(self) -> None:
        """Change a row, as the source means it or, now and then, as nobody would expect it."""
        if self.rng.random() < 0.25:
            self.change_without_key()
            return
        rng, table, key = self.rng, self.table(), str(self.rng.randrange(1, 5))
        row = self.rows.get((table, key))
        is_odd = rng.random() < 0.08
        if (row is None) is not is_odd:
            after = self.image(table, key)
            self.rows[table, key] = after
            self.emit(table, "insert", None, after)
        elif row is None or rng.random() < 0.3:
            before = row or self.image(table, key)
            self.rows.pop((table, key), None)
            self.emit(table, "delete", before, None)
            if rng.random() < 0.1:
                self.emit(table, None, None, None, kind="tombstone", key=key)
        elif rng.random() < 0.2:
            self.move(table, key)
        elif rng.random() < 0.1:
            self.swap(table)
        else:
            self.update(table, row, {**row, **{c: rng.choice(("a", "c", None)) for c in rng.sample(COLUMNS, rng.randrange(1, 3))}})

    def change_without_key(self) -> None:
        """Change a row of a table without a key, now and then one that was there before the log began."""
        rng = self.rng
        image = {"id": rng.choice(("1", None)), "name": rng.choice(("a", "b", None))}
        row = rng.choice(self.equal_rows) if self.equal_rows and rng.random() > 0.1 else image
        choice = rng.random()
        if choice < 0.45:
            self.equal_rows.append(image)
            self.emit(KEYLESS, "insert", None, image)
            return
        if row in self.equal_rows:
            self.equal_rows.remove(row)
        if choice < 0.7:
            self.emit(KEYLESS, "delete", row, None)
        else:
            after = dict(row) if rng.random() < 0.1 else image
            self.equal_rows.append(after)
            self.write_update(KEYLESS, row, after)

    def update(self, table: str, before: dict[str, str | None], after: dict[str, str | None]) -> None:
        """Update a row."""
        self.rows.pop((table, before["id"]), None)
        self.rows[table, after["id"]] = after
        self.write_update(table, before, after)

    def write_update(self, table: str, before: dict[str, str | None], after: dict[str, str | None]) -> None:
        """Write an update, whole, in halves or as delete and insert."""
        rng = self.rng
        if self.has_halves and rng.random() < 0.4:
            self.number += 1
            pair = f"{self.name}.db.{table}/{self.number}" if self.has_pair_id and rng.random() < 0.9 else None
            # Where the key changed, a tool may say so in both halves, whatever becomes of the other.
            named = self.has_pair_id and table != KEYLESS and before["id"] != after["id"] and rng.random() < 0.7
            if named and rng.random() < 0.2:
                self.emit(table, "update_after", None, after, pair_id=pair, number=self.number, other=before["id"])
                return
            self.emit(table, "update_before", before, None, pair_id=pair, number=self.number, other=after["id"] if named else None)
            if rng.random() < 0.9:
                sent = dict(after)
                if self.is_partial and table != KEYLESS and rng.random() < 0.5:
                    sent = {c: v for c, v in after.items() if c == "id" or v != before[c] or rng.random() < 0.2}
                self.emit(table, "update_after", None, sent, pair_id=pair, number=self.number, is_part=sent != after,
                          other=before["id"] if named else None)  # fmt: skip
        elif before["id"] != after["id"] and rng.random() < 0.4:
            self.emit(table, "delete", before, None)
            self.emit(table, "insert", None, after)
        else:
            self.emit(table, "update", before, after)

    def move(self, table: str, key: str) -> None:
        """Give a row another key."""
        row = self.rows[table, key]
        to = str(self.rng.randrange(1, 7))
        if to != key:
            self.update(table, row, {**row, "id": to, **({"note": "moved"} if self.rng.random() < 0.5 else {})})

    def swap(self, table: str) -> None:
        """Swap the keys of two rows, or shift a chain of rows, in one transaction."""
        keys = [key for name, key in self.rows if name == table]
        if len(keys) < 2:
            return
        one, two = self.rng.sample(keys, 2)
        first, second = self.rows[table, one], self.rows[table, two]
        target = one if self.rng.random() < 0.6 else str(self.rng.randrange(1, 7))
        moves = [(first, {**first, "id": two}), (second, {**second, "id": target})]
        if self.rng.random() < 0.3:
            moves.reverse()
        for before, after in moves:
            if before["id"] != after["id"]:
                self.update(table, before, after)

    def load(self) -> None:
        """Write rows of a full load."""
        for table, key in self.rng.sample(sorted(self.rows), min(len(self.rows), 3)):
            self.emit(table, "snapshot", None, self.rows[table, key], topic="load")
        for row in self.equal_rows[:2]:
            self.emit(KEYLESS, "snapshot", None, row, topic="load")

    def empty(self) -> None:
        """Truncate or drop a table or the database, in words or by operation."""
        rng, table = self.rng, self.table()
        kind, text, name = rng.choice((
            ("truncate", f"truncate table {table}", table), ("truncate", None, table),
            ("ddl", f"DROP TABLE IF EXISTS `db`.`{table}`", None), ("ddl", f"drop table {table} cascade", table),
            ("truncate", f"truncate table {KEYLESS}", KEYLESS),
            ("ddl", "DROP DATABASE db", None), ("ddl", f"ALTER TABLE {table} ADD x int", table),
            ("ddl", f"DROP TEMPORARY TABLE {table}", table), ("ddl", f"ALTER TABLE {table} ADD y int DEFAULT 1", table),
            ("truncate", None, None), ("ddl", f'/* x */ drop table "{table}", t9;', None),
        ))  # fmt: skip
        if rng.random() < 0.5:
            for row in [row for row in self.rows if row[0] == table]:
                del self.rows[row]
            self.equal_rows = []
        self.emit(name, "truncate" if kind == "truncate" else None, None, None, kind=kind, ddl_text=text, topic="ddl")

    def redeliver(self) -> None:
        """Send some of the last events once more, to the same partition or another."""
        rng = self.rng
        for event in self.events[-rng.randrange(1, 6) :]:
            line = (event["kafka_topic"], event["kafka_partition"])
            if rng.random() < 0.3:
                line = (line[0], 1 - line[1])
            self.place({**event, "row_index": 0}, line)

    def recreate(self) -> None:
        """Delete all topics and create them again: offsets begin anew."""
        self.incarnation += 1
        self.offsets = {}
        if self.rng.random() < 0.5:
            self.number = 0
        self.load()

    def emit(
        self, table: str | None, op: str | None, before: dict | None, after: dict | None, *, kind: str = "row_change",
        pair_id: str | None = None, number: int | None = None, ddl_text: str | None = None, key: str | None = None, topic: str = "rows",
        is_part: bool = False, other: str | None = None,
    ) -> None:  # fmt: skip
        """Write an event."""
        rng = self.rng
        if number is None:
            self.number += 1
            number = self.number
        key = key or (before or {} if op in ("delete", "update_before") else after or {}).get("id")
        previous = before["id"] if op == "update" and before and before["id"] != after["id"] else None
        before_row, after_row = before, after
        if op == "update" and self.is_partial and rng.random() < 0.6:
            changed = [c for c in after if after[c] != before[c] or c == "id"] or ["id"]
            after = {c: after[c] for c in after if c in changed or rng.random() < 0.2}
        after_complete = None if after is None else not (is_part or (op == "update" and self.is_partial))
        before_complete = None if before is None else True
        if before is not None and self.is_partial and rng.random() < 0.3:
            before = {c: v for c, v in before.items() if c == "id" or rng.random() < 0.3}
            before_complete = False
        keyed = kind in ("row_change", "tombstone") and rng.random() > 0.02
        has_commit_time = kind != "tombstone" and op != "snapshot" and rng.random() > 0.03
        committed_at = self.now + (timedelta(days=3) if rng.random() < self.leaps else timedelta()) if has_commit_time else None
        topic_name = f"{self.name}.{topic if rng.random() < 0.5 or topic != 'load' else 'rows'}"
        in_one_table = table if table is not None else None
        event: Event = {
            "kafka_topic_incarnation": self.incarnation,
            "kafka_timestamp": None if rng.random() < 0.01 else self.now.replace(microsecond=0) + timedelta(seconds=rng.choice((0, 1, 3))),
            "source_name": self.name, "source_format": self.format, "database_name": "db", "schema_name": None, "table_name": in_one_table,
            "table_id": f"{self.name}.db.{in_one_table}" if in_one_table else None, "event_kind": kind, "op": op, "source_op": op,
            "primary_key": {"id": key} if keyed else None, "row_key": f"id={key}" if keyed else None,
            "previous_primary_key": {"id": previous} if previous and keyed else None,
            "previous_row_key": f"id={previous}" if previous and keyed else None,
            "other_row_key": f"id={other}" if other and keyed else None,
            "key_basis": "declared" if keyed or rng.random() < 0.5 else "none", "before": before, "after": after,
            "before_complete": before_complete, "after_complete": after_complete,
            "column_types": rng.choice((None, {"id": "int", "name": "varchar"})), "committed_at": committed_at,
            "source_position": None,
            "sequence_number": Decimal(number) if self.has_number and op != "snapshot" and kind != "tombstone" else None,
            "transaction_id": f"tx{self.transaction}" if self.has_transaction and kind != "tombstone" and rng.random() < 0.9 else None,
            "transaction_order": number if number % ORDERED.get(self.format, 1) else None, "pair_id": pair_id, "ddl_text": ddl_text,
            "order_by": self.order_by, "load_time": self.load_time, "row_index": 0,
        }  # fmt: skip
        if table == KEYLESS and kind == "row_change":
            is_whole = (before, after) == (before_row, after_row) and after_complete is not False
            event |= key_of_all_columns(op, before, after, is_whole=is_whole)
        partition = rng.randrange(2) if rng.random() < self.strays else hash_of(key or "") % 2
        self.place(event, (topic_name, 0 if topic == "ddl" else partition))

    def place(self, event: Event, line: tuple[str, int]) -> None:
        """Give an event its place in a partition; at times in one record with the event before it."""
        last = self.events[-1] if self.events else None
        offset = self.offsets.get(line, 0)
        row_index = 0
        follows = last and (last["kafka_topic"], last["kafka_partition"], last["kafka_offset"]) == (*line, offset - 1)
        if follows and self.rng.random() < 0.15:
            offset, row_index = offset - 1, last["row_index"] + 1
        self.offsets[line] = offset + 1 + (self.rng.random() < 0.05)
        incarnation = self.incarnation
        topic = line[0] if not incarnation else f"{line[0]}~{incarnation}"
        self.events.append({
            **event, "kafka_cluster": "default", "kafka_topic": line[0], "kafka_partition": line[1], "kafka_offset": offset,
            "kafka_topic_incarnation": incarnation, "row_index": row_index,
            "event_id": f"default/{topic}/{line[1]}/{offset}/{row_index}",
        })  # fmt: skip


def key_of_all_columns(op: str, before: dict | None, after: dict | None, *, is_whole: bool) -> Event:
    """Return what an event says of the key of a table that has none."""
    keys = [None if row is None else {name: value for name, value in row.items() if value is not None} for row in (before, after)]
    if not is_whole:
        return {"primary_key": None, "row_key": None, "previous_primary_key": None, "previous_row_key": None, "key_basis": "none"}
    key = keys[0] if after is None else keys[1]
    previous = keys[0] if op == "update" and keys[0] != key else None
    texts = [None if row is None else f"all {sorted(row.items())}" for row in (key, previous)]
    return {
        "primary_key": key, "row_key": texts[0], "previous_primary_key": previous, "previous_row_key": texts[1], "key_basis": "all_columns",
    }  # fmt: skip


def hash_of(text: str) -> int:
    """Return a number that does not change from process to process."""
    return sum(text.encode())


def record_of(event: Event) -> str:
    """Return the id of the event's Kafka record."""
    return event["event_id"].rpartition("/")[0]


def portions(events: list[Event], rng: random.Random, count: int) -> list[list[Event]]:
    """Split events into so many portions, most in the order of the log, some late; records stay whole."""
    result: list[list[Event]] = [[] for _ in range(count)]
    for number, event in enumerate(events):
        portion = number * count // len(events)
        if rng.random() < 0.15:
            portion = rng.randrange(count)
        if event["row_index"]:
            portion = next(place for place, earlier in enumerate(result) if any(record_of(e) == record_of(event) for e in earlier))
        result[portion].append(event)
    if rng.random() < 0.5:
        one, two = rng.randrange(count), rng.randrange(count)
        result[one], result[two] = result[two], result[one]
    return result


def portions_of_logs(databases: int, size: int, count: int) -> list[list[Event]]:
    """Return so many portions of the logs of databases, each with a seed of its own; size: operations of each, see `Database.log`."""
    landed: list[list[Event]] = [[] for _ in range(count)]
    for number in range(databases):
        rng = random.Random(number)
        log = Database(number, f"s{number}", FORMATS[number % len(FORMATS)]).log(size)
        for portion, events in zip(landed, portions(log, rng, count), strict=True):
            portion += events
    return landed
