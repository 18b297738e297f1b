"""DTS Avro: every type of value, every operation, both published schemas, and damaged records."""

from __future__ import annotations

import base64
import random
from collections import Counter

from atlas import Atlas, Page
from comparison import plain
from dts_avro import EMPTY, LONG, NONE, OPERATIONS, SHORT, characters, integer, message, moment, row_message, value
from test_mutations import cut, flip_bytes

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.sandbox import REGISTRY_HEADER

SEED = 5
MUTATED = 5_000

# Column: (value, its number in MySQL, its text, the name of its type).
COLUMNS = {
    "id": (integer("-9223372036854775809"), 8, "-9223372036854775809", "bigint"),
    "big": (integer("18446744073709551615"), 8, "18446744073709551615", "bigint"),
    "bit": (integer(5), 16, "5", "bit"),
    "decimal": (value("Decimal", value="1.10", precision=3, scale=2), 246, "1.10", "decimal"),
    "long_decimal": (value("Decimal", value="9" * 65, precision=65, scale=0), 246, "9" * 65, "decimal"),
    "float": (value("Float", value=0.1, precision=0, scale=0), 5, "0.1", "double"),
    "float_large": (value("Float", value=1e300, precision=0, scale=0), 5, "1.0E300", "double"),
    "utf8": (characters("中\U0001f600 �"), 253, "中\U0001f600 �", "varchar"),
    "gbk": (characters("中文", "gbk", "gbk"), 253, "中文", "varchar"),
    "gb18030": (characters("\U0001f600", "gb18030", "gb18030"), 253, "\U0001f600", "varchar"),
    "latin1": (characters("é€", "latin1", "cp1252"), 254, "é€", "char"),
    "java_name": (characters("é", "ISO-8859-1", "latin-1"), 254, "é", "char"),
    "big5": (characters("中", "big5", "big5"), 254, "中", "char"),
    "sjis": (characters("日本", "sjis", "shift_jis"), 254, "日本", "char"),
    "utf16": (characters("é", "utf16", "utf-16-be"), 254, "é", "char"),
    "utf32": (characters("é", "utf32", "utf-32-be"), 254, "é", "char"),
    "empty": (characters(""), 253, "", "varchar"),
    "timestamp": (value("Timestamp", timestamp=1562727297, millis=12), 7, "1562727297.000012", "timestamp"),
    "timestamp_whole": (value("Timestamp", timestamp=0, millis=0), 7, "0", "timestamp"),
    "timestamp_early": (value("Timestamp", timestamp=-2, millis=500000), 7, "-1.500000", "timestamp"),
    "datetime": (
        moment(year=2019, month=7, day=10, hour=3, minute=4, second=57, millis=12), 12, "2019-07-10 03:04:57.000012", "datetime",
    ),
    "datetime_whole": (moment(year=2019, month=7, day=10, hour=0, minute=0, second=0, millis=0), 12, "2019-07-10 00:00:00", "datetime"),
    "datetime_zero": (moment(year=0, month=0, day=0, hour=0, minute=0, second=0), 12, "0000-00-00 00:00:00", "datetime"),
    "date": (moment(year=987, month=1, day=2), 10, "0987-01-02", "date"),
    "time": (moment(hour=838, minute=59, second=59), 11, "838:59:59", "time"),
    "time_negative": (moment(hour=-1, minute=-2, second=-3, millis=-4), 11, "-01:02:03.000004", "time"),
    "time_short": (moment(hour=0, minute=0, second=-3), 11, "-00:00:03", "time"),
    "year": (moment(year=2019), 13, "2019", "year"),
    "zoned": (
        value("TimestampWithTimeZone", value=moment(year=2019, month=7, day=10, hour=3, second=5, millis=6)[1], timezone="+08:00"),
        12, "2019-07-10 03:00:05.000006 +08:00", "datetime",
    ),
    "point": (value("BinaryGeometry", type="POINT", value=b"\0\1\xff"), 255, "AAH/", "geometry"),
    "shape": (value("TextGeometry", type="POINT", value="POINT(1 2)"), 255, "POINT(1 2)", "geometry"),
    "blob": (value("BinaryObject", type="blob", value=bytes(range(256))), 252, base64.b64encode(bytes(range(256))).decode(), "blob"),
    "blob_empty": (value("BinaryObject", type="blob", value=b""), 252, "", "blob"),
    "json": (value("TextObject", type="json", value='{"a": 1.10}'), 245, '{"a": 1.10}', "json"),
    "null": (None, 253, None, "varchar"),
    "null_object": (EMPTY, 253, None, "varchar"),
}  # fmt: skip


def assert_columns(found: list[dict], expected: list[dict]) -> None:
    """Compare the columns that are expected, event by event."""
    differences = [
        f"{number}, {column}: {plain(event[column])!r}, expected {wanted!r}"[:400]
        for number, (event, columns) in enumerate(zip(found, expected, strict=True))
        for column, wanted in columns.items()
        if plain(event[column]) != wanted
    ]
    assert not differences, "\n".join(differences[:20])


def every_value() -> list[tuple[bytes, dict]]:
    """Return a message of every operation in both schemas, with every type of value, and the columns of its event."""
    image = {name: sent for name, (sent, *_) in COLUMNS.items()}
    types = {name: number for name, (_, number, *_) in COLUMNS.items()}
    texts = {name: text for name, (_, _, text, _) in COLUMNS.items()}
    other = {**image, "id": integer(2)}
    partial = {**image, "gbk": NONE, "null": NONE}
    rows = (
        ("INSERT", None, image, "insert"),
        ("UPDATE", image, other, "update"),
        ("UPDATE", image, partial, "update"),
        ("DELETE", image, None, "delete"),
        ("INIT", None, image, "snapshot"),
    )
    cases = []
    for variant in (LONG, SHORT):
        for operation, before, after, op in rows:
            content = row_message(operation, before=before, after=after, types=types, variant=variant)
            texts_after = {**texts, "id": "2"} if after is other else texts
            columns = {
                "op": op,
                "event_kind": "row_change",
                "source_op": operation,
                "before": before and texts,
                "after": after and {name: text for name, text in texts_after.items() if after[name] != NONE},
                "before_complete": before and True,
                "after_complete": after and after is not partial,
                "primary_key": {"id": "2" if after is other else texts["id"]},
                "previous_primary_key": {"id": texts["id"]} if after is other else None,
                "column_types": {name: kind for name, (*_, kind) in COLUMNS.items()},
                "committed_at": "2019-07-10 02:54:57.000000",
                "committed_at_basis": "statement",
                "read_at": "2019-07-10 02:54:57.123000" if variant is LONG else None,
                "source_position": "4711@mysql-bin.000003",
                "sequence_number": "77",
                "database_name": "shop",
                "schema_name": None,
                "table_name": "orders",
                "key_basis": "declared",
                "error_code": None,
            }
            cases.append((content, columns))
        kinds = {"DDL": "ddl", "HEARTBEAT": "heartbeat", "CHECKPOINT": "heartbeat", "NOOP": "heartbeat"}
        kinds |= dict.fromkeys(("BEGIN", "COMMIT", "ROLLBACK", "ABORT"), "transaction")
        for operation in OPERATIONS:
            if operation not in ("INSERT", "UPDATE", "DELETE", "INIT"):
                text = "alter table orders add é int" if operation == "DDL" else None
                columns = {
                    "event_kind": kinds.get(operation, "marker"),
                    "source_op": operation,
                    "op": None,
                    "ddl_text": text,
                    "transaction_id": "tx",
                }
                cases.append((message(operation, afterImages=text, sourceTxid="tx", variant=variant), columns))
    return cases


def test_every_type_of_value_and_every_operation(atlas: Atlas) -> None:
    """Both schemas; the values of the images are texts written by hand."""
    found = atlas.of(PAGE).of_topic("dts.values")
    assert_columns(found, [columns for _, columns in every_value()])
    assert all(event["format_basis"] == "registry" and event["source_format"] == "dts_avro" for event in found)


def odd_records() -> list[tuple[bytes | None, dict]]:
    """Return odd records, and columns of their events."""
    image = {"id": integer(1)}
    two = row_message("INSERT", after={"id": integer(1), "b": integer(2)})
    oracle = {"sourceType": "Oracle", "version": ""}
    column = {"name": "id", "dataTypeNumber": 3}
    return [
        (bytes(range(48)), {"event_kind": "marker", "error_code": None, "source_op": None}),
        (None, {"event_kind": "tombstone"}),
        (b"", {"error_code": "invalid_avro"}),
        (b'{"operation":"INSERT"}', {"error_code": "invalid_avro"}),
        (two[:-1], {"error_code": "invalid_avro"}),
        (two[:-7], {"error_code": "invalid_avro"}),
        (message("DDL", afterImages="drop table t")[:-2], {"error_code": "invalid_avro"}),
        (message("DDL", afterImages="drop table é", variant=SHORT), {"event_kind": "ddl", "ddl_text": "drop table é"}),
        (row_message("INSERT", after=image, variant=SHORT)[:-1], {"error_code": "invalid_avro"}),
        (row_message("INSERT", after=image, objectName=r"a\u002Eb.c.d\u002Ee"),
         {"database_name": "a.b", "schema_name": "c", "table_name": "d.e", "table_id": r"of_dts.a\.b.c.d\.e"}),
        (row_message("INSERT", after=image, objectName="a.b.c.d"),
         {"error_code": "invalid_field", "error_detail": "not readable: objectName"}),
        (row_message("INSERT", after=image, objectName=None), {"table_name": None, "database_name": None, "error_code": None}),
        (row_message("INSERT", after=image, tags={}), {"key_basis": "none", "error_code": None}),
        (row_message("INSERT", after=image, tags={"pk_uk_info": "{"}), {"key_basis": "none", "error_code": None}),
        (row_message("INSERT", after=image, tags={"pk_uk_info": '{"u":["id"]}'}), {"primary_key": {"id": "1"}}),
        (row_message("INSERT", after=image, tags={"pk_uk_info": '{"u":["id"],"v":["id"]}'}), {"key_basis": "none"}),
        (row_message("INSERT", after={"id": None}, tags={"pk_uk_info": '{"u":["id"]}'}), {"row_key": None, "key_basis": "declared"}),
        (message("DDL", afterImages="/* x */ truncate table orders"), {"event_kind": "truncate", "op": "truncate"}),
        (row_message("INSERT", after={"id": integer(1), "n": integer(2)}, types={"id": 2, "n": 999}, source=oracle),
         {"column_types": {"id": "number", "n": "type 999"}}),
        (row_message("UPDATE", before=image), {"error_code": "missing_image"}),
        (message("INSERT", fields=[column], afterImages=[integer(1), integer(2)]), {"error_code": "invalid_field"}),
        (message("INSERT", afterImages=[integer(1)]), {"error_code": "invalid_field"}),
        (message("INSERT", fields=[column] * 2, afterImages=[integer(1), integer(2)]), {"error_code": "duplicate_column"}),
        (row_message("INSERT", after={"id": integer(1), "c": value("Character", charset="gbk", value=b"\xff")}),
         {"error_code": "invalid_characters", "error_detail": "not text of the named character set: c"}),
        (row_message("INSERT", after={"id": integer(1), "c": characters("x", "klingon")}), {"error_code": "invalid_characters"}),
        (row_message("INSERT", after={"id": integer(1), "c": characters("é", "utf8mb4", "latin-1")}), {"error_code": "invalid_characters"}),
        (two.replace(b"mysql-bin", b"mysql\xffbin"), {"error_code": "invalid_utf8"}),
        (row_message("INSERT", after=image, sourceTimestamp=-5),
         {"error_code": "invalid_field", "error_detail": "not readable: sourceTimestamp"}),
        (row_message("INSERT", after=image, sourceTimestamp=0), {"committed_at": None, "committed_at_basis": "none", "error_code": None}),
    ]  # fmt: skip


def test_odd_records(atlas: Atlas) -> None:
    """Fillers, names, keys, truncates, Oracle's types, and what cannot be read."""
    assert_columns(atlas.of(PAGE).of_topic("dts.odd"), [columns for _, columns in odd_records()])
    assert_columns(atlas.of(PAGE).of_topic("unregistered"), [{"error_code": "unrecognised_format", "source_format": "auto"}])


def damaged_records() -> list[bytes]:
    """Return whole records and, behind them, damaged ones."""
    rng = random.Random(SEED)
    image = {name: sent for name, (sent, *_) in COLUMNS.items()}
    types = {name: number for name, (_, number, *_) in COLUMNS.items()}
    whole = [
        row_message("INSERT", after=image, types=types),
        row_message("UPDATE", before=image, after={**image, "gbk": NONE}, types=types, variant=SHORT),
        row_message("DELETE", before={"id": integer(3)}),
        message("DDL", afterImages="drop table orders"),
        message("HEARTBEAT"),
    ]
    return whole + [rng.choice((flip_bytes, cut, lengthen))(rng, rng.choice(whole)) for _ in range(MUTATED)]


def test_damaged_records(atlas: Atlas) -> None:
    """5,000 damaged records: no run fails, every record is an event or a dead letter, the whole ones before them are unharmed."""
    print(f"seed {SEED}")
    found = atlas.of(PAGE).of_topic("dts.damaged")
    whole = len(found) - MUTATED
    assert [event["kafka_offset"] for event in found] == list(range(whole + MUTATED))
    codes = Counter(event["error_code"] for event in found)
    assert whole == 5 and not any(event["error_code"] for event in found[:whole])
    assert {"invalid_avro", "invalid_utf8", "invalid_characters"} <= codes.keys()
    assert MUTATED / 4 < codes["invalid_avro"] < MUTATED


def lengthen(rng: random.Random, content: bytes) -> bytes:
    """Put a number of five to nine bytes anywhere: lengths of gigabytes."""
    at = rng.randrange(len(content))
    return content[:at] + b"\xfe" * rng.randint(4, 8) + b"\x7f" + content[at:]


TOPICS = {
    "dts.values": [content for content, _ in every_value()],
    "dts.odd": [content for content, _ in odd_records()],
    "dts.damaged": damaged_records(),
    "unregistered": [b'{"sourceTimestamp":1,"operation":"INSERT","sourcePosition":"p"}'],
}
PAGE = Page("dts_avro", REGISTRY_HEADER + "1,,dts\\..*,,dts_avro,of_dts,,,,,\n", [[
    Record(topic, 0, offset, 1562727300000 + offset, "create", None, content)
    for topic, messages in TOPICS.items()
    for offset, content in enumerate(messages)
]])  # fmt: skip
