"""GoldenGate's Avro, in operation and row form, as its documentation has it; the same events as of the same messages in JSON."""

from __future__ import annotations

import json
from typing import Any

from atlas import Atlas, Page
from avro_records import encode
from avro_records import record as schema_of

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.sandbox import REGISTRY_HEADER
from rosetta_shop.ogg_avro import OggAvro
from rosetta_shop.traffic import shop_day

# Oracle GoldenGate for Big Data, Avro formatters: meta fields, and two fields for each column.
META = {
    **dict.fromkeys(("table", "op_type", "op_ts", "current_ts", "pos"), "string"),
    "primary_keys": {"type": "array", "items": "string"}, "tokens": {"type": "map", "values": "string"},
}  # fmt: skip
COLUMNS = {"CUST_CODE": ["null", "string"], "CUST_CODE_isMissing": "boolean", "PRICE": ["null", "double"], "PRICE_isMissing": "boolean"}
OPERATION = schema_of("TCUSTORD", META | {"before": ["null", schema_of("columns", COLUMNS)], "after": ["null", "columns"]}, namespace="GG")
ROW = schema_of("TCUSTORD", META | COLUMNS, namespace="GG")
WRAPPER = schema_of("generic_wrapper", {"table_name": "string", "schema_fingerprint": "long", "payload": "bytes"})


def meta(op: str, pos: int) -> dict[str, Any]:
    """Return the meta fields."""
    return {
        "table": "GG.TCUSTORD", "op_type": op, "op_ts": "2013-06-02 22:14:36.000000", "current_ts": "2015-09-18T10:13:11.172000",
        "pos": f"{pos:020d}", "primary_keys": ["CUST_CODE"], "tokens": {"R": "AADPkvAAEAAEqL2AAA"},
    }  # fmt: skip


def columns(code: str | None, price: float | None, *, has_code: bool = True, has_price: bool = True) -> dict[str, Any]:
    """Return columns with their companions."""
    return {"CUST_CODE": code, "CUST_CODE_isMissing": not has_code, "PRICE": price, "PRICE_isMissing": not has_price}


NOTHING = columns(None, None, has_code=False, has_price=False)


UPDATE = {**meta("U", 2), "before": columns("WILL", 17520.0), "after": columns("WILL", None, has_price=False)}
VALUES = [
    ("op", encode(OPERATION, {**meta("I", 1), "before": None, "after": columns("WILL", 17520.0)})),
    ("op", encode(OPERATION, UPDATE)),
    ("op", encode(OPERATION, {**meta("D", 3), "before": columns("WILL", None, has_price=False), "after": None})),
    ("op", encode(OPERATION, {**meta("T", 4), "before": None, "after": None})),
    ("op", encode(OPERATION, {**meta("U", 5), "before": NOTHING, "after": columns("EVE", None)})),
    ("op", encode(OPERATION, {**meta("I", 6), "before": None, "after": columns("\ufffd", 1.0)})),
    ("op", encode(OPERATION, UPDATE).replace(b"WILL", b"W\xffLL")),
    ("row", encode(ROW, {**meta("I", 1), **columns("ANN", None)}, 17)),
    ("row", encode(ROW, {**meta("U", 2), **columns("ANN", None, has_price=False)}, 17)),
    ("row", encode(ROW, {**meta("D", 3), **columns("ANN", None, has_price=False)}, 17)),
    ("op", encode(OPERATION, UPDATE)[:-9]),
    ("row", encode(WRAPPER, {"table_name": "GG.TCUSTORD", "schema_fingerprint": 1, "payload": b"x"}, 18)),
    ("row", b"\0\0\0\0\x13" + encode(ROW, {**meta("I", 1), **columns("ANN", None)})),
    ("op", 2 * encode(OPERATION, {**meta("I", 7), "before": None, "after": columns("ANN", 1.0)})),
    ("op", None),
]  # fmt: skip
WILL = {"CUST_CODE": "WILL", "PRICE": "17520.0"}
# Kind, op, key, images and whether they are whole, error.
EVENTS = [
    ("row_change", "insert", "CUST_CODE=WILL", None, None, WILL, True, None),
    ("row_change", "update", "CUST_CODE=WILL", WILL, True, WILL, False, None),
    ("row_change", "delete", "CUST_CODE=WILL", {"CUST_CODE": "WILL"}, False, None, None, None),
    ("truncate", "truncate", None, None, None, None, None, None),
    ("row_change", "update", "CUST_CODE=EVE", None, None, {"CUST_CODE": "EVE", "PRICE": None}, True, None),
    ("row_change", "insert", "CUST_CODE=\ufffd", None, None, {"CUST_CODE": "\ufffd", "PRICE": "1.0"}, True, None),
    ("dead_letter", None, None, None, None, None, None, "invalid_utf8"),
    ("row_change", "insert", "CUST_CODE=ANN", None, None, {"CUST_CODE": "ANN", "PRICE": None}, True, None),
    ("row_change", "update", "CUST_CODE=ANN", None, None, {"CUST_CODE": "ANN"}, False, None),
    ("row_change", "delete", "CUST_CODE=ANN", {"CUST_CODE": "ANN"}, False, None, None, None),
    ("dead_letter", None, None, None, None, None, None, "invalid_avro"),
    ("dead_letter", None, None, None, None, None, None, "format_mismatch"),
    ("dead_letter", None, None, None, None, None, None, "unknown_avro_schema"),
    ("dead_letter", None, None, None, None, None, None, "invalid_avro"),
    ("tombstone", None, None, None, None, None, None, None),
]


FORMS = Page(
    "ogg_avro",
    REGISTRY_HEADER + "1,,gg[.].*,,ogg_avro,gg,,UTC,,,\n",
    [[Record(f"gg.{topic}", 0, offset, 1_700_000_000_000 + offset, "create", None, value) for offset, (topic, value) in enumerate(VALUES)]],
    schemas={name: json.dumps(schema) for name, schema in (("gg.op", OPERATION), ("17", ROW), ("18", WRAPPER))},
)


def test_avro_of_both_forms(atlas: Atlas) -> None:
    """Bare in a schema of the topic, and with Confluent's prefix; columns that are missing; what cannot be decoded."""
    events = sorted(atlas.of(FORMS).events, key=lambda event: event["kafka_offset"])
    names = ("event_kind", "op", "row_key", "before", "before_complete", "after", "after_complete", "error_code")
    assert [tuple(event[name] for name in names) for event in events] == EVENTS
    assert {event["source_format"] for event in events} == {"ogg_avro"}
    first = events[0]
    assert (first["table_id"], first["sequence_number"], str(first["committed_at"])) == ("gg..GG.TCUSTORD", 1, "2013-06-02 22:14:36")
    assert first["source_metadata"]["tokens"] == '{"R":"AADPkvAAEAAEqL2AAA"}'
    assert events[11]["error_detail"] == "the Avro schema of the record has no field op_type, as those of GoldenGate have"
    assert events[13]["error_detail"] == "the record holds several operations of a transaction; set gg.handler.name.mode to op"


# All but whether images are whole, which Avro's companions of the columns tell of each.
SAME = (
    "event_kind", "op", "source_op", "table_id", "row_key", "key_basis", "primary_key", "before", "after", "committed_at",
    "committed_at_basis", "produced_at", "sequence_number", "source_position", "transaction_id", "error_code",
)  # fmt: skip


DAY = [
    record._replace(topic="json", partition=0, offset=offset, key=None)
    for offset, record in enumerate(shop_day(formats=("ogg",), messages=300, broken=False, unregistered=False))
]
WRITER = OggAvro()
BOTH = Page(
    "ogg_avro_day",
    REGISTRY_HEADER + "1,,json,,ogg,gg_day,,UTC,,,\n2,,avro,,ogg_avro,gg_day,,UTC,,,\n",
    [[*DAY, *WRITER.records(DAY, {"json": "avro"})]],
    schemas=WRITER.texts(),
)


def test_events_are_those_of_the_messages_in_json(atlas: Atlas) -> None:
    """The shop's day: every column of every event that says what the message says; images are whole where no column is missing."""
    found: dict[str, dict[int, dict[str, Any]]] = {"json": {}, "avro": {}}
    for event in atlas.of(BOTH).events:
        found[event["kafka_topic"]][event["kafka_offset"]] = event
    assert found["json"].keys() == found["avro"].keys() and len(found["json"]) == len(DAY) > 200
    for offset, event in found["json"].items():
        other = found["avro"][offset]
        assert {name: other[name] for name in SAME} == {name: event[name] for name in SAME}, offset
        columns = WRITER.columns[json.loads(DAY[offset].value)["table"]]
        # What an update does not send comes from its image before.
        for side in ("before", "after") if event["op"] in ("insert", "delete") else ("before",):
            if other[side] is not None and event["event_kind"] == "row_change":
                assert other[f"{side}_complete"] == (other[side].keys() == columns.keys()), (offset, side)
