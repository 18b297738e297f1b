"""How tools write a change, by format and setting: the forms of images that `test_sent_changes` sends."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator

from sent_changes import COLUMNS, Change, Form, Row, Sent, as_texts, without_nulls

PLACEHOLDER = b"__debezium_unavailable_value"
# How Debezium writes the placeholder of a column of bytes, in each `binary.handling.mode`; as a text for other columns.
PLACEHOLDERS = {"text": PLACEHOLDER.decode(), "base64": b64encode(PLACEHOLDER).decode(), "hex": PLACEHOLDER.hex()}
TIME = 1_704_067_200_000


def omitting(row: Row, names: set[str]) -> Row:
    """Return a row without some columns."""
    return {name: value for name, value in row.items() if name not in names}


def unchanged(change: Change, names: set[str] = frozenset(COLUMNS)) -> set[str]:
    """Return those of the columns that an update leaves as they are."""
    return names - change.changed if change.kind == "update" else set()


# Debezium. A writer of images gives `before` and `after` of a change; of a changed key, those of its delete and its insert.

Images = Callable[[Change], tuple[Row | None, Row | None]]


def whole(change: Change) -> tuple[Row | None, Row | None]:
    """Both images with all columns."""
    return change.before, change.after


def key_alone(change: Change) -> tuple[Row | None, Row | None]:
    """PostgreSQL, REPLICA IDENTITY DEFAULT: of the row before, the key with NULLs beside it, and that only in deletes."""
    before = None if change.before is None or change.kind == "update" else {"id": change.before["id"], "a": None, "b": None, "doc": None}
    return before, change.after


def without_before(change: Change) -> tuple[Row | None, Row | None]:
    """No image before a change: a delete has neither."""
    return None, change.after


def with_placeholder(text: str, images: Images) -> Images:
    """Return images in which the text stands for `doc` where the database's log does not have its value."""

    def written(change: Change) -> tuple[Row | None, Row | None]:
        before, after = images(change)
        unknown = {"doc": text}
        if before and before["doc"] is not None:
            before = before | unknown
        return before, after | unknown if after and unchanged(change, {"doc"}) else after

    return written


def null_before(change: Change) -> tuple[Row | None, Row | None]:
    """SQL Server: NULL for a `text`, `ntext` or `image` before a change, whatever it was."""
    return change.before and change.before | {"doc": None}, change.after


def in_cells(change: Change) -> tuple[Row | None, Row | None]:
    """YugabyteDB: a cell for each column, and none for those that an update leaves as they are."""
    omitted = unchanged(change) - {"id"}
    after = change.after and {name: None if name in omitted else {"value": value, "set": True} for name, value in change.after.items()}
    before = {"id": {"value": change.before["id"], "set": True}, "a": None, "b": None, "doc": None} if change.kind == "delete" else None
    return before, after


def halves(change: Change) -> Iterator[tuple[Change, dict[str, int]]]:
    """Yield a change as Debezium sends it: a changed key as a delete and an insert with headers."""
    if change.moves:
        yield change._replace(kind="delete", after=None), {"__debezium.newkey": change.after["id"]}
        yield change._replace(kind="insert", before=None), {"__debezium.oldkey": change.before["id"]}
    else:
        yield change, {}


def of_debezium(value_of: Callable[[Change, str], Row]) -> Callable[[Change], list[Sent]]:
    """Return a writer of Debezium's messages, the values made of a change or half of one; a tombstone after each delete."""

    def written(change: Change) -> list[Sent]:
        sent = []
        for half, headers in halves(change):
            key = (half.after or half.before)["id"]
            op = {"load": "r", "insert": "c", "update": "u", "delete": "d"}[half.kind]
            sent.append(Sent(key, value_of(half, op), headers))
            if half.kind == "delete":
                sent.append(Sent(key, None))
        return sent

    return written


def envelopes(connector: str, images: Images) -> Callable[[Change], list[Sent]]:
    """Return a writer of Debezium's envelopes."""

    def value_of(change: Change, op: str) -> Row:
        before, after = images(change)
        time = TIME + 1000 * change.number
        source = {"version": "3.6.1.Final", "connector": connector, "name": "s", "ts_ms": time, "db": "d"}
        source |= {"snapshot": "true" if change.kind == "load" else "false"}
        return {"before": before, "after": after, "source": source, "op": op, "ts_ms": time + 100}

    return of_debezium(value_of)


def flat_rows(omitted: Callable[[Change], set[str]]) -> Callable[[Change], list[Sent]]:
    """Return a writer of rows behind ExtractNewRecordState (delete.tombstone.handling.mode=rewrite-with-tombstone)."""

    def value_of(change: Change, op: str) -> Row:
        row = omitting(change.after or change.before, omitted(change))
        return row | {"__deleted": str(op == "d").lower(), "__op": op, "__source_ts_ms": TIME + 1000 * change.number}

    return of_debezium(value_of)


def flink_envelopes(change: Change) -> list[Sent]:
    """Flink SQL's debezium-json: the row and the operation; an update is a delete and an insert."""
    sent = [Sent(None, {"before": change.before, "after": None, "op": "d"})] if change.before else []
    return sent + ([Sent(None, {"before": None, "after": change.after, "op": "c"})] if change.after else [])


# Others.


def canal(fields: Row, data_of: Callable[[Change], Row], old_of: Callable[[Change], Row]) -> Callable[[Change], list[Sent]]:
    """Return a writer of Canal's flat messages, of an update's row and of its old values."""

    def written(change: Change) -> list[Sent]:
        row = data_of(change) if change.kind == "update" else change.after or data_of(change)
        value = {
            "data": [as_texts(row)],
            "old": [as_texts(old_of(change))] if change.kind == "update" else None,
            "type": {"load": "INSERT"}.get(change.kind, change.kind.upper()),
            "pkNames": ["id"] if "id" in row else None,
            "mysqlType": {"id": "int", "a": "varchar(9)", "b": "varchar(9)", "doc": "longtext"},
            "isDdl": False,
            "id": change.number + 1,
            "es": TIME + 1000 * change.number,
            "ts": TIME + 1000 * change.number + 100,
            "sql": "",
            "database": "d",
        }
        return [Sent(None, value | fields)]

    return written


def changed_values(change: Change) -> Row:
    """Return the old values of the columns that an update changes."""
    return {name: change.before[name] for name in sorted(change.changed)}


def minimal(change: Change) -> Row:
    """MySQL, binlog_row_image=MINIMAL: of an update the changed columns, of a delete the key."""
    return {name: change.after[name] for name in sorted(change.changed)} if change.kind == "update" else {"id": change.before["id"]}


def noblob(change: Change) -> Row:
    """MySQL, binlog_row_image=NOBLOB: no large column, unless it changes."""
    return omitting(change.after, unchanged(change, {"doc"})) if change.kind == "update" else omitting(change.before, {"doc"})


def full(change: Change) -> Row:
    """All columns."""
    return change.after or change.before


def maxwell(row_of: Callable[[Change], Row], fields: Callable[[Row], Row] = dict) -> Callable[[Change], list[Sent]]:
    """Return a writer of Maxwell's messages."""

    def written(change: Change) -> list[Sent]:
        row = change.after if change.kind in {"load", "insert"} else row_of(change)
        value = {"database": "d", "ts": TIME // 1000 + change.number, "xid": change.number, "commit": True, "data": fields(row)}
        value |= {"type": {"load": "bootstrap-insert"}.get(change.kind, change.kind)}
        if change.kind == "update":
            value |= {"old": fields(changed_values(change))}
        return [Sent(None, value | ({"primary_key_columns": ["id"]} if "id" in row else {}))]

    return written


def ogg(before_of: Callable[[Change], Row], after_of: Callable[[Change], Row]) -> Callable[[Change], list[Sent]]:
    """Return a writer of GoldenGate's JSON in operation form."""

    def written(change: Change) -> list[Sent]:
        value = {"op_type": {"load": "I"}.get(change.kind, change.kind[0].upper()), "pos": f"{change.number:020d}", "primary_keys": ["id"]}
        value |= {"before": before_of(change)} if change.before else {}
        value |= {"after": after_of(change)} if change.after else {}
        return [Sent(None, value)]

    return written


def compressed(change: Change) -> Row:
    """GoldenGate without NOCOMPRESSUPDATES: the key and the changed columns."""
    return {name: value for name, value in change.after.items() if change.kind != "update" or name in {"id"} | change.changed}


def dms(row_of: Callable[[Change], Row], before_of: Callable[[Change], Row] | None = None) -> Callable[[Change], list[Sent]]:
    """Return a writer of AWS DMS's messages, with a before image if it has one."""

    def written(change: Change) -> list[Sent]:
        time = f"2024-01-01T00:00:{change.number:02d}.000000Z"
        metadata = {"timestamp": time, "record-type": "data", "operation": change.kind, "partition-key-type": "primary-key"}
        value = {"data": row_of(change), "metadata": metadata | {"schema-name": "s"}}
        return [Sent(None, value | ({"before-image": before_of(change)} if before_of and change.before else {}))]

    return written


def no_key_sent(change: Change) -> bool:
    """Tell whether MINIMAL leaves an update without its key."""
    return change.kind == "update" and not change.moves


FORMS: dict[str, Form] = {
    "debezium_full": Form("debezium", "", envelopes("mysql", whole)),
    "debezium_noblob": Form("debezium", "", envelopes("mysql", with_placeholder(PLACEHOLDERS["text"], whole))),
    "debezium_default": Form("debezium", "", envelopes("postgresql", key_alone)),
    "debezium_sqlserver": Form("debezium", "", envelopes("sqlserver", null_before)),
    "debezium_cells": Form("debezium", "", envelopes("postgresql", in_cells)),
    **{
        f"debezium_{connector}_{name}": Form("debezium", "", envelopes(connector, with_placeholder(text, images)))
        for connector, images in (("postgresql", key_alone), ("oracle", whole))
        for name, text in PLACEHOLDERS.items()
    },
    "flat_full": Form("debezium_flat", "row_image=full", flat_rows(lambda change: set())),
    "flat_unvouched": Form("debezium_flat", "", flat_rows(lambda change: set())),
    "flat_partial": Form("debezium_flat", "row_image=partial", flat_rows(lambda change: unchanged(change) - {"id"})),
}
# Forms whose deletes have no image: the Kafka key alone names the row.
KEYED: dict[str, Form] = {"debezium_no_before": Form("debezium", "", envelopes("postgresql", without_before))}
# Forms whose messages have no Kafka key.
UNKEYED: dict[str, Form] = {
    "flink_debezium": Form("debezium", "", flink_envelopes),
    "canal_full": Form("canal", "row_image=full", canal({}, full, changed_values)),
    "canal_unvouched": Form("canal", "", canal({}, full, changed_values)),
    "canal_noblob": Form("canal", "", canal({}, noblob, changed_values)),
    "canal_minimal": Form("canal", "", canal({}, minimal, changed_values), no_key_sent),
    "canal_tidb": Form("canal", "", canal({"id": 0}, full, lambda change: change.before)),
    "maxwell_full": Form("maxwell", "row_image=full", maxwell(full)),
    "maxwell_noblob": Form("maxwell", "", maxwell(noblob)),
    "maxwell_minimal": Form("maxwell", "", maxwell(minimal), no_key_sent),
    "maxwell_no_nulls": Form("maxwell", "absent_is_null=true", maxwell(full, without_nulls), omits_nulls=True),
    "ogg_compressed": Form("ogg", "", ogg(lambda change: {"id": change.before["id"]}, compressed)),
    "ogg_whole": Form("ogg", "images=whole", ogg(lambda change: change.before, full)),
    "ogg_no_nulls": Form(
        "ogg",
        "images=whole|nulls=omitted",
        ogg(lambda change: without_nulls(change.before), lambda change: without_nulls(change.after)),
        omits_nulls=True,
    ),
    "dms_whole": Form("aws_dms", "row_image=full", dms(full, lambda change: change.before)),
    "dms_partial": Form("aws_dms", "", dms(lambda change: noblob(change) if change.before else change.after, lambda change: change.before)),
    "dms_no_nulls": Form(
        "aws_dms",
        "absent_is_null=true",
        dms(lambda change: without_nulls(full(change)), lambda change: without_nulls(change.before)),
        omits_nulls=True,
    ),
}
