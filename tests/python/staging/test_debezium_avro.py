"""Debezium's Avro: schemas as Connect's converters write them, keys, both prefixes; the same events as of the same messages in JSON."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import Any

import test_debezium
import test_debezium_flat
from atlas import Atlas, Page
from avro_records import encode
from avro_records import record as schema_of
from registry_text import registry_text
from test_dts_avro import lengthen
from test_mutations import cut, flip_bytes

from rosetta_cdc.avro.schema import parse, plain
from rosetta_cdc.landing.kcat import Record
from rosetta_shop.connect_avro import ConnectAvro
from rosetta_shop.traffic import shop_day

SEED = 5
MUTATED = 2_000
UNSCALED = {
    "type": "bytes", "scale": 2, "precision": 10, "connect.version": 1, "connect.name": "org.apache.kafka.connect.data.Decimal",
    "connect.parameters": {"scale": "2", "connect.decimal.precision": "10"}, "logicalType": "decimal",
}  # fmt: skip
# Name: (Avro type, value as written, its text, its type in Kafka Connect).
COLUMNS: dict[str, tuple[Any, Any, str | None, str]] = {
    "id": ("int", 1004, "1004", "int32"),
    "small": ({"type": "int", "connect.type": "int16"}, -5, "-5", "int16"),
    "large": (["null", "long"], -(2**63), "-9223372036854775808", "int64"),
    "price": (["null", UNSCALED], b"\x6e", "bg==", "org.apache.kafka.connect.data.Decimal(scale=2,connect.decimal.precision=10)"),
    "wide": (["null", UNSCALED | {"precision": 64}], bytes(range(40)), "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJw==",
             "org.apache.kafka.connect.data.Decimal(scale=2,connect.decimal.precision=10)"),
    # PostgreSQL's numeric(3,-2): no scale that Avro allows.
    "negative": (["null", UNSCALED | {"scale": 2046, "precision": 3, "connect.parameters": {"scale": "2046"}}], b"\x01", "AQ==",
                 "org.apache.kafka.connect.data.Decimal(scale=2046)"),
    "day": (["null", {"type": "int", "connect.version": 1, "connect.name": "io.debezium.time.Date"}], -1, "-1", "io.debezium.time.Date"),
    "plain_day": (["null", {"type": "int", "logicalType": "date"}], 19723, "19723", "org.apache.kafka.connect.data.Date"),
    "moment": (["null", {"type": "long", "connect.version": 1, "connect.name": "io.debezium.time.MicroTimestamp"}], 1714979289012345,
               "1714979289012345", "io.debezium.time.MicroTimestamp"),
    "millis": (["null", {"type": "long", "connect.version": 1, "connect.name": "org.apache.kafka.connect.data.Timestamp",
                         "logicalType": "timestamp-millis"}], -62135596800000, "-62135596800000",
               "org.apache.kafka.connect.data.Timestamp"),
    "ratio": (["null", "double"], 0.1, "0.1", "double"),
    "huge": (["null", "double"], 1e300, "1.0E300", "double"),
    "single": (["null", "float"], 0.5, "0.5", "float"),
    "flag": (["null", "boolean"], True, "true", "boolean"),
    "state": ([{"type": "string", "connect.version": 1, "connect.parameters": {"allowed": "new,it's"}, "connect.default": "new",
                "connect.name": "io.debezium.data.Enum"}, "null"], "it's", "it's", "io.debezium.data.Enum(allowed=new,it's)"),
    "blob": (["null", "bytes"], bytes(range(60)), None, "bytes"),
    "list": (["null", {"type": "array", "items": ["null", "int"]}], [1, None, 3], "[1,null,3]", "array<int32>"),
    "tags": (["null", {"type": "map", "values": ["null", "string"]}], {"a": "1", "b": None}, '{"a":"1","b":null}', "map"),
    "scaled": (["null", {"type": "record", "name": "VariableScaleDecimal", "namespace": "io.debezium.data",
                         "fields": [{"name": "scale", "type": "int"}, {"name": "value", "type": "bytes"}], "connect.version": 1,
                         "connect.name": "io.debezium.data.VariableScaleDecimal"}], {"scale": 2, "value": b"\x6e"},
               '{"scale":2,"value":"bg=="}', "io.debezium.data.VariableScaleDecimal"),
    "scaled_again": (["null", "io.debezium.data.VariableScaleDecimal"], {"scale": 0, "value": b"\x00"}, '{"scale":0,"value":"AA=="}',
                     "io.debezium.data.VariableScaleDecimal"),
    "nothing": (["null", "string"], None, None, "string"),
    "text": (["null", "string"], "é\U0001f600 \"\\\n�", "é\U0001f600 \"\\\n�", "string"),
}  # fmt: skip
BLOB = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7"
NAMESPACE = "m.inventory.customers"
VALUE = schema_of("Value", {name: kind for name, (kind, *_) in COLUMNS.items()}, **{"connect.name": f"{NAMESPACE}.Value"})
SOURCE = schema_of(
    "Source",
    {
        **dict.fromkeys(("version", "connector", "name"), "string"), "ts_ms": "long", "snapshot": ["null", "string"], "db": "string",
        "table": ["null", "string"], "server_id": "long", "file": "string", "pos": "long", "row": "int",
    },
    namespace="io.debezium.connector.mysql", **{"connect.name": "io.debezium.connector.mysql.Source"},
)  # fmt: skip
ENVELOPE = schema_of(
    "Envelope",
    {"before": ["null", VALUE], "after": ["null", "Value"], "source": SOURCE, "op": "string", "ts_ms": ["null", "long"]},
    namespace=NAMESPACE,
    **{"connect.version": 2, "connect.name": f"{NAMESPACE}.Envelope"},
)
KEY = schema_of("Key", {"id": "int", "price": UNSCALED}, namespace=NAMESPACE, **{"connect.name": f"{NAMESPACE}.Key"})
FLAT = schema_of("Value", {"id": "int", "price": ["null", UNSCALED], "__op": ["null", "string"]}, namespace=NAMESPACE)
OTHER = schema_of("Order", {"id": "long", "total": "double"})
MYSQL = {
    "version": "3.3.0.Final", "connector": "mysql", "name": "m", "ts_ms": 1465491411000, "snapshot": "false", "db": "inventory",
    "table": "customers", "server_id": 1, "file": "mysql-bin.000003", "pos": 484, "row": 0,
}  # fmt: skip
# Schemas by the names of their files.
SCHEMAS = {"7": ENVELOPE, "8": KEY, "9": OTHER, "10": FLAT, "bare": ENVELOPE, "bare-key": KEY}


def written(schema: dict[str, Any], value: dict[str, Any], schema_id: int | None = None, id_bytes: int = 4) -> bytes:
    """Return a record's bytes with a prefix of Confluent's, or of Apicurio's of eight bytes."""
    prefix = b"" if schema_id is None else b"\0" + schema_id.to_bytes(id_bytes, "big")
    return prefix + encode(plain(schema), value)


ROW = {name: value for name, (_, value, *_) in COLUMNS.items()}
INSERT = {"before": None, "after": ROW, "source": MYSQL, "op": "c", "ts_ms": 1465491411815}
DELETE = INSERT | {"before": ROW, "after": None, "op": "d", "source": MYSQL | {"pos": 500}}
KEY_OF_ROW = {"id": 1004, "price": b"\x6e"}
KEY_BYTES = written(KEY, KEY_OF_ROW, 8)
CONFLUENT = written(ENVELOPE, INSERT, 7)
# Topic, key, value; kind, op, error, what is said of it.
CASES = [
    ("confluent", KEY_BYTES, CONFLUENT, "row_change", "insert", None, None),
    ("apicurio", written(KEY, KEY_OF_ROW, 8, 8), written(ENVELOPE, DELETE, 7, 8), "row_change", "delete", None, None),
    ("confluent", KEY_BYTES, None, "tombstone", None, None, None),
    ("bare", written(KEY, KEY_OF_ROW), written(ENVELOPE, INSERT), "row_change", "insert", None, None),
    # Keys by another converter, and none.
    ("confluent", b'{"id":1004,"price":"bg=="}', CONFLUENT, "row_change", "insert", None, None),
    ("confluent", None, CONFLUENT, "row_change", "insert", None, None),
    ("confluent", KEY_BYTES[:-2], CONFLUENT, "dead_letter", None, "invalid_avro", "the bytes of the key are no Avro record of its schema"),
    ("confluent", b"\0\0\0\0\x21\2", CONFLUENT, "dead_letter", None, "unknown_avro_schema",
     "no Avro schema is registered for the key of the record; with the prefix of Confluent it would be that of id 33"),
    ("confluent", b"\0\0\0\0\x21\2", None, "dead_letter", None, "unknown_avro_schema",
     "no Avro schema is registered for the key of the record; with the prefix of Confluent it would be that of id 33"),
    ("confluent", KEY_BYTES, b"\0\0\0\0\x22" + CONFLUENT[5:], "dead_letter", None, "unknown_avro_schema",
     "no Avro schema is registered for the record; with the prefix of Confluent it would be that of id 34"),
    ("apicurio", KEY_BYTES, b"\0" * 8 + b"\x22" + CONFLUENT[5:], "dead_letter", None, "unknown_avro_schema",
     "no Avro schema is registered for the record; with the prefix of Apicurio it would be that of id 34"),
    ("confluent", KEY_BYTES, CONFLUENT[:-20], "dead_letter", None, "invalid_avro", "the bytes are no Avro record of debezium_avro"),
    ("confluent", KEY_BYTES, CONFLUENT.replace("é".encode(), b"\xff\xff"), "dead_letter", None, "invalid_utf8",
     "the value is not UTF-8 text"),
    ("confluent", KEY_BYTES, written(OTHER, {"id": 1, "total": 2.0}, 9), "dead_letter", None, "format_mismatch",
     "the Avro schema of the record is none of Debezium: it has not the fields of its messages, and no name of Kafka Connect"),
    ("confluent", KEY_BYTES, written(FLAT, {"id": 1, "price": None, "__op": None}, 10), "dead_letter", None, "format_mismatch",
     "the message does not have the structure of debezium_avro, the format of its topic"),
    ("flat", KEY_BYTES, written(FLAT, {"id": 1004, "price": b"\x6e", "__op": "c"}, 10), "row_change", "insert", None, None),
    ("flat", KEY_BYTES, None, "tombstone", None, None, None),
    ("flat", KEY_BYTES, CONFLUENT, "dead_letter", None, "format_mismatch", "the message is no row but has an envelope"),
    ("flat", KEY_BYTES[:-2], None, "dead_letter", None, "invalid_avro", "the bytes of the key are no Avro record of its schema"),
]  # fmt: skip
ROW_KEY = r"id=1004&price=bg\=\="
AFTER = {name: text for name, (_, _, text, _) in COLUMNS.items()} | {"blob": BLOB}


def records() -> list[Record]:
    """Return the records of the cases and, behind them, damaged ones."""
    rng = random.Random(SEED)
    whole = (CONFLUENT, written(ENVELOPE, DELETE, 7, 8))
    damaged = [rng.choice((flip_bytes, cut, lengthen))(rng, rng.choice(whole)) for _ in range(MUTATED)]
    return [
        *(Record(topic, 0, offset, 1_700_000_000_000, "create", key, value) for offset, (topic, key, value, *_) in enumerate(CASES)),
        *(Record("damaged", 0, 100 + offset, 1_700_000_000_000, "create", KEY_BYTES, value) for offset, value in enumerate(damaged)),
        *(
            Record("damaged_keys", 0, 10_000 + offset, 1_700_000_000_000, "create", flip_bytes(rng, KEY_BYTES), CONFLUENT)
            for offset in range(MUTATED // 10)
        ),
    ]


TYPES = Page(
    "debezium_avro",
    registry_text(["1,,flat,,debezium_flat_avro,flat_avro,,,,,,", "2,,.*,,debezium_avro,in_avro,,,,,,"]),
    [records()],
    schemas={name: json.dumps(schema) for name, schema in SCHEMAS.items()},
)


def test_messages_of_every_type(atlas: Atlas) -> None:
    """Every type, both prefixes and none, keys of every kind, what cannot be decoded; the other layout."""
    events = {event["kafka_offset"]: event for event in atlas.of(TYPES).events}
    assert len(events) == len(CASES) + MUTATED + MUTATED // 10
    names = ("event_kind", "op", "error_code", "error_detail")
    assert [(case[0], *(events[offset][name] for name in names)) for offset, case in enumerate(CASES)] == [
        (case[0], *case[3:]) for case in CASES
    ]
    for offset in (0, 3, 4, 5):
        event = events[offset]
        assert event["after"] == AFTER and event["after_complete"] and event["source_format"] == "debezium_avro"
        assert event["column_types"] == {name: kind for name, (*_, kind) in COLUMNS.items()}
        assert event["row_key"] == ROW_KEY if offset != 5 else event["key_basis"] == "none"
    assert (events[0]["table_id"], str(events[0]["committed_at"])) == ("in_avro.inventory.customers", "2016-06-09 16:56:51")
    assert events[0]["source_metadata"]["schema.name"] == f"{NAMESPACE}.Envelope" and events[0]["source_metadata"]["schema.version"] == "2"
    assert events[0]["sequence_number"] == test_debezium.NUMBER
    assert events[1]["before"] == AFTER and events[1]["row_key"] == events[2]["row_key"] == ROW_KEY
    flat = events[15]
    assert flat["after"] == {"id": "1004", "price": "bg=="} and flat["row_key"] == events[16]["row_key"] == ROW_KEY
    assert flat["column_types"] == {"id": "int32", "price": COLUMNS["price"][3]} and flat["source_format"] == "debezium_flat_avro"
    codes = Counter(event["error_code"] for event in events.values() if event["kafka_topic"] == "damaged")
    print(f"seed {SEED}", codes)
    assert codes.keys() >= {"invalid_avro", "unknown_avro_schema", "invalid_utf8", None}


def with_java_numbers(image: dict[str, str | None] | None) -> dict[str, str | None] | None:
    """Return an image whose numbers have exponents as Java writes them; the shop's writer writes them as Python does."""
    if image is None:
        return None
    number = re.compile(r"-?\d[.\d]*e[-+]?\d+")
    return {k: str(float(v)).replace("e+", "E").replace("e", "E") if v and number.fullmatch(v.lower()) else v for k, v in image.items()}


SAME = (
    "event_kind", "op", "source_op", "table_id", "row_key", "key_basis", "primary_key", "before", "before_complete", "after",
    "after_complete", "column_types", "committed_at", "committed_at_basis", "produced_at", "read_at", "sequence_number", "source_position",
    "transaction_id", "transaction_order", "pair_id", "ddl_text", "error_code", "source_metadata",
)  # fmt: skip


def messages() -> dict[str, list[Record]]:
    """Return messages in JSON by the prefix of their source: the shop's day, and those of the documentation."""
    known = [record for record in test_debezium.MESSAGES if record.topic not in ("x", "ticdc")]
    sent = {
        "day": list(shop_day(formats=("debezium",), messages=300, broken=False, unregistered=False)),
        "doc": [record for record in known if not (record.key or b"").startswith(b'"')],
        # Envelopes are those of JSON alone.
        "flat": [record for record in test_debezium_flat.MESSAGES if record.topic in ("plain.customers", "rewrite") and record.offset < 16],
    }
    # An array has elements of one type.
    return {
        prefix: [
            record._replace(
                topic=f"json.{prefix}", partition=0, offset=number, value=record.value and record.value.replace(b"[1, 2.5]", b"[1.5, 2.5]")
            )
            for number, record in enumerate(records)
        ]
        for prefix, records in sent.items()
    }  # fmt: skip


JSON = messages()
WRITER = ConnectAvro(id_bytes=8)
IN_AVRO = [
    record for records in JSON.values() for record in WRITER.records(records, {f"json.{prefix}": f"avro.{prefix}" for prefix in JSON})
]
RULES = [
    f"1,,{form}.{prefix},,debezium{'_flat' if prefix == 'flat' else ''}{'_avro' if form == 'avro' else ''},avro_{prefix},,,,,,"
    for form in ("json", "avro")
    for prefix in JSON
]
BOTH = Page(
    "debezium_avro_day",
    registry_text(RULES),
    [[*(record for records in JSON.values() for record in records), *IN_AVRO]],
    schemas=WRITER.texts(),
)


def test_events_are_those_of_the_messages_in_json(atlas: Atlas) -> None:
    """The shop's day, and messages of the documentation: every column of every event that says what the message says."""
    found: dict[str, dict[tuple, dict[str, Any]]] = {"json": {}, "avro": {}}
    for event in atlas.of(BOTH).events:
        form, _, prefix = event["kafka_topic"].partition(".")
        found[form][prefix, event["kafka_offset"], event["row_index"]] = event
    assert found["json"].keys() == found["avro"].keys() and len(found["json"]) > 300
    for place, event in found["json"].items():
        other = found["avro"][place]
        for name in SAME:
            # Of a key in Avro only types whose values have several notations are kept.
            if name == "column_types" and (event[name] is None or event["event_kind"] == "tombstone"):
                continue
            wanted, seen = event[name], other[name]
            if name == "source_metadata":
                wanted, seen = ({k: v for k, v in (m or {}).items() if not k.startswith("schema.")} for m in (wanted, seen))
            if name in ("before", "after"):
                wanted, seen = (with_java_numbers(image) for image in (wanted, seen))
            assert seen == wanted, (place, name)


def test_layouts_are_told_by_fields_and_names() -> None:
    """Debezium's messages by their fields, keys and rows by their names."""
    of_connect = {"connect.name": "a.b"}
    layouts = {
        "debezium": [
            ENVELOPE, schema_of("Heartbeat", {"ts_ms": "long"}),
            schema_of("T", {"status": "string", "id": "string", "event_count": "long"}),
            schema_of("S", {"source": SOURCE, "databaseName": "string", "ddl": "string"}),
            schema_of("N", {"aggregate_type": "string", "additional_data": {"type": "map", "values": "string"}}),
        ],
        "key": [
            KEY, schema_of("SchemaChangeKey", {"databaseName": "string"}, **of_connect), schema_of("Key", {"op": "int", "source": "int"}),
        ],
        "row": [FLAT, schema_of("Order", {"id": "long"}, **of_connect)],
        "ogg": [schema_of("Row", {"op_type": "string"}, **of_connect)],
        None: [OTHER, schema_of("OrderKey", {"id": "long"})],
    }  # fmt: skip
    for wanted, schemas in layouts.items():
        for schema in schemas:
            assert parse(json.dumps(schema)).layout == wanted, schema["name"]
