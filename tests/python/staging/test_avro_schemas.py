"""Avro in schemas that the user supplies: files to seed, and records of every Avro type through to events."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from atlas import Atlas, Page
from avro_records import (
    COLUMNS,
    DTS_EVENT,
    DTS_LIKE,
    DTS_THIRD,
    EVERY_TYPE,
    OTHER,
    TEXT_ROW,
    TEXT_ROWS,
    content,
    drs_schema,
    dts_record,
    encode,
    record,
)
from test_dts_avro import assert_columns, lengthen
from test_mutations import cut, flip_bytes

from rosetta_cdc.avro.__main__ import main
from rosetta_cdc.avro.schema import SchemaError, parse
from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.sandbox import REGISTRY_HEADER, DbtFailed, Sandbox

SEED = 7
MUTATED = 2_000


def messages() -> dict[str, list[tuple[bytes | None, dict[str, Any]]]]:
    """Return the messages of each topic with columns of their events."""
    rng = random.Random(SEED)
    row = {name: value for name, (_, value, _) in COLUMNS.items()}
    every_type = encode(EVERY_TYPE, content(data=[row], pkNames=None))
    texts = [{"id": "1", "n": "x", "z": None}, {"id": "2", "n": "", "z": "é"}]
    insert = encode(TEXT_ROWS, content(data=texts), 7)
    invalid = encode(TEXT_ROWS, content(data=[{"id": "1", "n": "x�"}]), 7)
    return {
        "drs.confluent": [
            (insert, {"op": "insert", "after": texts[0], "row_index": 0, "primary_key": {"id": "1"}, "column_types": {"id": "bigint"},
                      "committed_at": "2020-09-15 09:24:54.000000", "sequence_number": "11", "source_format": "drs_avro",
                      "format_basis": "registry", "table_id": "shop.shop.orders", "before": None, "error_code": None}),
            (None, {"after": texts[1], "row_index": 1}),
            (encode(TEXT_ROWS, content(type="UPDATE", data=[{"id": "2", "n": "b"}], old=[{"n": None}]), 7),
             {"op": "update", "before": {"id": "2", "n": None}, "after": {"id": "2", "n": "b"}, "error_code": None}),
            (encode(TEXT_ROWS, content(type="DELETE", data=[{"id": "2"}]), 7), {"op": "delete", "before": {"id": "2"}, "after": None}),
            (encode(TEXT_ROWS, content(type="DELETE", old=[{"id": "3"}]), 7), {"op": "delete", "before": {"id": "3"}, "after": None}),
            (encode(TEXT_ROWS, content(type="ALTER", isDdl=True, sql="alter table orders add c int"), 7),
             {"event_kind": "ddl", "ddl_text": "alter table orders add c int"}),
            (b"tombstone", {"event_kind": "tombstone"}),
            (b"", {"error_code": "unknown_avro_schema", "error_detail": "no Avro schema is registered for the record"}),
            (b"\0\0\0\1\0" + insert[5:], {
                "error_code": "unknown_avro_schema",
                "error_detail": "no Avro schema is registered for the record; with the prefix of Confluent it would be that of id 256"}),
            (b'{"type":"INSERT"}', {"error_code": "unknown_avro_schema"}),
            (insert[:-2], {"error_code": "invalid_avro"}),
            (insert[:5], {"error_code": "invalid_avro"}),
            (invalid, {"after": {"id": "1", "n": "x�"}, "error_code": None}),
            (invalid.replace("�".encode(), b"\xed\xa0\x80"), {"error_code": "invalid_utf8", "after": None}),
            (encode(TEXT_ROWS, content(data=[{"id": "1"}], type="NONSENSE"), 7), {"error_code": "unknown_operation"}),
            (dts_record(DTS_LIKE, 9), DTS_EVENT | {"source_format": "drs_avro", "read_at": "2019-07-10 02:54:57.123000"}),
            (dts_record(DTS_LIKE, 9)[:-40], {"error_code": "invalid_avro"}),
            (encode(OTHER, {"id": 1, "total": 2.0}, 8), {
                "error_code": "format_mismatch",
                "error_detail": "the Avro schema of the record has neither the fields of DRS nor those of DTS"}),
        ],
        "east/drs.confluent": [(encode(EVERY_TYPE, content(data=[row]), 7), {"op": "insert", "primary_key": {"id": COLUMNS["id"][2]}})],
        "drs.types": [(every_type, {
            "op": "insert", "key_basis": "none",
            "after": {name: text for name, (_, _, text) in COLUMNS.items()}})],
        "drs.other": [(encode(TEXT_ROWS, content(data=[{"id": "5"}])), {"after": {"id": "5"}, "error_code": None})],
        "dts.third": [
            (dts_record(DTS_THIRD, traceId="t", note="é"), DTS_EVENT | {"source_format": "dts_avro", "read_at": None}),
            (b"tombstone", {"event_kind": "tombstone"}),
        ],
        "dts.confluent": [
            (dts_record(DTS_LIKE, 9), DTS_EVENT),
            (dts_record(DTS_LIKE), DTS_EVENT),
            (insert, {"error_code": "format_mismatch", "error_detail": "the Avro schema of the record does not have the fields of DTS"}),
        ],
        "drs.damaged": [
            (rng.choice((flip_bytes, cut, lengthen))(rng, rng.choice((every_type, every_type, encode(TEXT_ROWS, content(data=texts))))), {})
            for _ in range(MUTATED)
        ],
    }  # fmt: skip


MESSAGES = messages()
REGISTRY = "1,,drs\\..*,,drs_avro,{name},,,,,\n2,,dts\\..*,,dts_avro,{name},,,,,\n"
FILES = {
    "7": json.dumps({"schema": json.dumps(TEXT_ROWS)}),
    "8": json.dumps(OTHER),
    "009": json.dumps(DTS_LIKE),
    "drs.types": json.dumps(EVERY_TYPE),
    "drs.damaged": json.dumps(EVERY_TYPE),
    "dts.third": json.dumps(DTS_THIRD),
}


def records(topic: str) -> list[Record]:
    """Return the records of a topic."""
    values = [value for value, _ in MESSAGES[topic] if value is not None]
    return [
        Record(topic.rpartition("/")[2], 0, offset, 1562727300000 + offset, "create", None, None if value == b"tombstone" else value)
        for offset, value in enumerate(values)
    ]


def page_of(name: str, source: str, topics: list[str], schemas: dict[str, str]) -> Page:
    """Return the page of some topics, in a cluster of its own."""
    registry = REGISTRY_HEADER + REGISTRY.format(name=source)
    return Page(name, registry, [[record for topic in topics for record in records(topic)]], schemas=schemas)


HERE = page_of("avro", "shop", [topic for topic in MESSAGES if not topic.startswith("east/") and topic != "drs.other"], FILES)
# The same id is another schema in this cluster.
EAST = page_of("avro_east", "east", ["east/drs.confluent"], {"7": json.dumps(EVERY_TYPE)})


@pytest.mark.parametrize("topic", [topic for topic in MESSAGES if topic not in ("drs.damaged", "drs.other")])
def test_records_become_events(atlas: Atlas, topic: str) -> None:
    """Confluent's prefix and bare records, both layouts, every Avro type, and what cannot be decoded."""
    cluster, _, name = topic.rpartition("/")
    found = atlas.of(EAST if cluster else HERE).of_topic(name)
    assert_columns(found, [columns for _, columns in MESSAGES[topic]])


def test_damaged_records(atlas: Atlas) -> None:
    """No run fails, every record is an event or a dead letter."""
    print(f"seed {SEED}")
    found = atlas.of(HERE).of_topic("drs.damaged")
    assert {event["kafka_offset"] for event in found} == set(range(MUTATED))
    codes = Counter(event["error_code"] for event in found)
    assert MUTATED / 4 < codes["invalid_avro"] < MUTATED and codes.keys() >= {"invalid_avro", "invalid_utf8"}


@pytest.mark.thorough
def test_a_schema_that_comes_later(warehouse: Sandbox, tmp_path: Path) -> None:
    """Records without a schema are dead letters; with one, the replay makes them events, and a run goes on beside the others.

    Of more schemas than a view holds it says so, where the metastore is embedded; in another the view is made.
    """
    seed = warehouse.project / "seeds" / "cdc_avro_schemas.csv"

    def register(schemas: dict[str, str]) -> None:
        for name, text in schemas.items():
            (tmp_path / f"{name}.avsc").write_text(text, encoding="utf-8")
        main([str(tmp_path), "--seed", str(seed)])

    warehouse.registry(REGISTRY.format(name="shop"))
    register({name: FILES[name] for name in ("7", "dts.third")})
    first, other = records("drs.confluent")[0], records("drs.other")[0]
    warehouse.land([first, other])
    warehouse.build()
    found = {event["kafka_topic"]: event["error_code"] for event in warehouse.events()}
    assert found == {"drs.confluent": None, "drs.other": "unknown_avro_schema"}
    register({"drs_avro": json.dumps(TEXT_ROWS)})
    warehouse.dbt("seed", "--select", "cdc_avro_schemas")
    warehouse.dbt("run", "--select", "path:models/staging")
    warehouse.dbt("run-operation", "replay_records", "--args", json.dumps({"dead_letters": True}))
    assert_columns(warehouse.events("kafka_topic = 'drs.other'"), [columns for _, columns in MESSAGES["drs.other"]])
    warehouse.land([first._replace(offset=100_000), records("dts.third")[0]._replace(offset=100_000)])
    warehouse.run_events()
    assert {event["kafka_topic"] for event in warehouse.events("kafka_offset = 100000")} == {"drs.confluent", "dts.third"}

    register({f"{number}": json.dumps(drs_schema(TEXT_ROW, **{f"extra_{number}": "string"})) for number in range(100, 140)})
    warehouse.dbt("seed", "--select", "cdc_avro_schemas")
    conf, metastore = warehouse.spark.conf, "spark.hadoop.javax.jdo.option.Connection"
    try:
        conf.set(f"{metastore}URL", "jdbc:derby:somewhere")
        with pytest.raises(DbtFailed, match=r"the SQL that decodes its 43 schemas has \d{5} characters"):
            warehouse.dbt("run", "--select", "decoded_avro_messages")
        conf.set(f"{metastore}DriverName", "org.postgresql.Driver")
        warehouse.dbt("run", "--select", "decoded_avro_messages")
    finally:
        for name in ("URL", "DriverName"):
            conf.unset(metastore + name)


REFUSED = {
    "{": "not an Avro schema",
    "null": "not an Avro schema",
    '"string"': "must be a record",
    json.dumps(record("R", {"x": "Unknown"})): "not an Avro schema",
    json.dumps(record("R", {"x y": "int"})): "'x y' is not a valid name",
    json.dumps(record("R", {})): "has no fields",
    json.dumps(record("R", {"id": "int", "ID": "int"})): "differ only in case",
    json.dumps(record("a.R", {"x": ["null", "a.R"]})): "type a.R contains itself (field x)",
    json.dumps(record("R", {"x": {"type": "bytes", "logicalType": "decimal", "precision": 39}})): "x is a decimal of 39 digits",
    json.dumps(TEXT_ROWS).replace('"es", "type": "long"', '"es", "type": {"type": "long", "logicalType": "timestamp-micros"}'): "counts",
    json.dumps({"schema": '"string"', "references": [{"name": "a"}]}): "refers to other schemas",
    json.dumps({"schema": "message A {}", "schemaType": "PROTOBUF"}): "of type PROTOBUF",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_schemas_that_cannot_be_used(text: str) -> None:
    """The error says why."""
    with pytest.raises(SchemaError) as error:
        parse(text)
    assert REFUSED[text] in str(error.value)


def test_types_of_one_name_and_times_of_the_envelope() -> None:
    """Types of two namespaces stay apart; DRS's `es` is a number whatever its logical type."""
    instant = {"type": "long", "logicalType": "timestamp-millis"}
    schema = drs_schema(record("x.Row", {"a": record("y.Row", {"b": "int"}), "c": "y.Row"}), es=["null", instant])
    schema["fields"][-1]["type"] = ["null", {"type": "array", "items": "x.Row"}]
    parsed = parse(json.dumps(schema))
    reduced = parsed.schema
    types = {field["name"]: field["type"] for field in reduced["fields"]}
    assert parsed.layout == "drs" and types["es"] == ["null", "long"] and types["old"][1]["items"] == "Row"
    first, second = types["data"][1]["items"]["fields"]
    assert first["type"]["name"] == second["type"] == "Row_2"


def test_folders_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing or empty folder, a file of no name, two files for one id: one line that names it. `--none` empties the seed."""
    seed = tmp_path / "seed.csv"
    (tmp_path / "empty").mkdir()
    cases = [(tmp_path / "missing", "is not a folder"), (tmp_path / "empty", "has no *.avsc files")]
    unusable = ((["bad name"], "is not a schema id"), (["7", "007"], "two schemas for schema_id 7"), (["99999999999"], "four bytes"))
    for names, reason in unusable:
        folder = tmp_path / names[0]
        folder.mkdir()
        for name in names:
            (folder / f"{name}.avsc").write_text(json.dumps(OTHER))
        cases.append((folder, reason))
    for folder, reason in cases:
        with pytest.raises(SystemExit):
            main([str(folder), "--seed", str(seed)])
        assert reason in capsys.readouterr().err
    assert not seed.exists()
    main(["--none", "--seed", str(seed)])
    assert seed.read_text() == "kafka_cluster,applies_to,name,layout,schema,connect_columns\n"
