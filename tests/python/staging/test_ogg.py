"""GoldenGate's JSON: messages as its documentation has them, in each form, and what becomes of them in events and history."""

from __future__ import annotations

import json
from typing import Any

from atlas import Atlas, Page
from comparison import first_value

from rosetta_cdc.landing.kcat import Record

Json = dict[str, Any]
# Oracle GoldenGate for Big Data, Using the JSON Formatter, samples of operation and row form.
BILL: Json = {"CUST_CODE": "BILL", "ORDER_DATE": "1995-12-31:15:00:00", "PRODUCT_CODE": "CAR", "ORDER_ID": 765}
AMOUNTS: Json = {"PRODUCT_PRICE": 15000.00, "PRODUCT_AMOUNT": 3, "TRANSACTION_ID": "100"}
KEYS = ["CUST_CODE", "ORDER_DATE", "PRODUCT_CODE", "ORDER_ID"]
BILL_KEY = "CUST_CODE=BILL&ORDER_DATE=1995-12-31:15:00:00&ORDER_ID=765&PRODUCT_CODE=CAR"
NOW = "2016-10-05T10:15:51.310002"


def meta(op: str, pos: int, table: str = "QASOURCE.TCUSTORD", **more: object) -> Json:
    """Return the meta fields of the formatter's default."""
    return {"table": table, "op_type": op, "op_ts": "2015-11-05 18:45:39.000000", "current_ts": NOW, "pos": f"{pos:020d}", **more}


def record(offset: int, value: object, topic: str = "o.orders") -> Record:
    """Return a record of JSON, or of a text."""
    text = value if isinstance(value, str) else json.dumps(value)
    return Record(topic, 0, offset, 1_700_000_000_000 + offset, "create", None, text.encode())


def with_schema(value: Json, fields: list[Json]) -> Json:
    """Return a message of the Kafka Connect handler, with a schema."""
    return {"schema": {"type": "struct", "name": "QASOURCE.TCUSTORD", "fields": fields}, "payload": value}


def column(field: str, connect_type: str, **more: object) -> Json:
    """Return the schema of a field in Kafka Connect's envelope."""
    return {"field": field, "type": connect_type, "optional": True, **more}


DECIMAL = column("PRICE", "bytes", name="org.apache.kafka.connect.data.Decimal", parameters={"scale": "2"})
ROW_META = [column(name, "string") for name in ("table", "op_type", "op_ts", "current_ts", "pos")]
OP_SCHEMA = [*ROW_META, *({**column(name, "struct"), "fields": [column("ID", "int64"), DECIMAL]} for name in ("before", "after"))]
DAVE: Json = {"CUST_CODE": "DAVE", "CUST_CODE_isMissing": False, "PRODUCT_PRICE": None, "PRODUCT_PRICE_isMissing": True}
ANN: Json = {"CUST_CODE": "ANN", "CUST_CODE_isMissing": False, "CITY": None, "CITY_isMissing": False}
# Companions apart from their columns, and a column that is called like one.
APART: Json = {"A_isMissing": True, "CUST_CODE_isMissing": False, "B_isMissing": True, "CUST_CODE": "EVE", "A": None}
JSON_SCHEMA = {"$schema": "http://json-schema.org/draft-04/schema#", "title": "QASOURCE.TCUSTORD", "type": "object", "properties": {},
               "additionalProperties": False}  # fmt: skip
FLINK: Json = {"table": "OGG.TBL_TEST", "pos": "00000000000000000000152", "primary_keys": ["id"], "op_type": "U",
               "op_ts": "2020-05-13 17:26:27.936000"}  # fmt: skip
MESSAGES = [
    record(0, meta("I", 2928, primary_keys=KEYS, tokens={"R": "AADPkvAAEAAEqLzAAC"}, after=BILL | AMOUNTS)),
    # What has not changed may be left out of the image after the change, not of the one before it.
    record(1, meta("U", 4300, primary_keys=KEYS, before=BILL | AMOUNTS, after=BILL | {"PRODUCT_PRICE": 14000.50})),
    # A compressed update, without the image before the change.
    record(2, meta("U", 4400, primary_keys=KEYS, before={}, after=BILL | {"PRODUCT_AMOUNT": None})),
    # A changed key.
    record(3, meta("U", 4500, primary_keys=KEYS, before=BILL, after=BILL | {"ORDER_ID": 766})),
    record(4, meta("D", 5272, primary_keys=KEYS, before=BILL | {"ORDER_ID": 766}, after=None)),
    record(5, meta("I", 5300, primary_keys=KEYS, after=BILL)),
    record(6, meta("T", 5480, primary_keys=KEYS)),
    # Companions of the columns: a null of a missing one is unknown, of another NULL.
    record(7, meta("D", 5500, "GG.TCUSTORD", primary_keys=["CUST_CODE"], before=DAVE, after=None)),
    record(8, meta("U", 5600, "PDB1.GG.TCUSTORD", primary_keys=["CUST_CODE"], before=None, after=ANN)),
    record(12, meta("D", 5700, "GG.APART", before=APART), topic="o.apart"),
    record(13, json.dumps(meta("D", 5800, "GG.APART", before=ANN)).replace('"CITY"', '"CUST_CODE"'), topic="o.apart"),
    record(9, meta("U", 1, "GGADMIN.GG_HEARTBEAT", after={"HEARTBEAT_TIMESTAMP": "2015-11-05 18:45:39.000000"})),
    record(10, JSON_SCHEMA, topic="o.schemas"),
    # csn and xid of the template; the place in the trail lies behind the number of the commit.
    record(11, meta("I", 10, csn="6488359", xid="10.2.5", opseqno="2", txind="B", after={"ID": 1})),
    # Row form.
    record(20, meta("I", 100, csn="55", ID=1, NAME="a", PRICE=1.50) | {"primary_keys": ["ID"]}, topic="r.orders"),
    record(21, meta("U", 200, csn="55", ID=1, NAME=None) | {"primary_keys": ["ID"]}, topic="r.orders"),
    record(22, meta("D", 300, csn="55", ID=1) | {"primary_keys": ["ID"]}, topic="r.orders"),
    record(23, meta("T", 400), topic="r.orders"),
    # Columns that are called like fields of other forms; one that is none of opseqno's.
    record(24, meta("I", 500, ID=2, before=None, after="x", payload="p", schema=None) | {"primary_keys": ["ID"]}, topic="r.orders"),
    record(25, meta("U", 600, opseqno="z", ID=2, schema="s") | {"primary_keys": ["ID"]}, topic="r.orders"),
    # A column that is called like a meta field, which has no name.
    record(26, meta("I", 700, xid="x", ID=3) | {"primary_keys": ["ID"]}, topic="r.free"),
    # Kafka Connect's envelope, in both forms.
    record(30, with_schema(meta("I", 100, before=None, after={"ID": 1, "PRICE": "AJY="}), OP_SCHEMA), topic="k"),
    record(31, with_schema(meta("I", 100, ID=1, PRICE="AJY="), [*ROW_META, column("ID", "int64"), DECIMAL]), topic="k"),
    # Fields of other names, and an operation; the names of the registry's pattern where the template has no table.
    record(40, {"tbl": "S.T", "operation": "MOD", "ts": "2015-11-05T18:45:39.5", "seq": 7, "group": "REP1", "old": {"ID": 1},
                "new": {"ID": 2}, "pk": ["ID"]}, topic="n.owner.t"),
    record(41, {"operation": "MOD", "seq": 8, "group": "REP1", "ID": 1, "X": 2}, topic="n.owner.t"),
    record(42, {**meta("I", 9, "S.F"), "after_ID": 1, "after_NAME": "x"}, topic="f"),
    record(43, {**meta("U", 10, "S.F"), "before_ID": 1, "after_ID": 2}, topic="f"),
    # All columns, NULLs left out.
    record(44, meta("U", 11, "S.W", primary_keys=["ID"], before={"ID": 1, "A": 1}, after={"ID": 1}), topic="w"),
    # Transaction mode: one behind the other, with a delimiter or not, or an array.
    record(50, json.dumps(meta("I", 1, "S.M", after={"ID": 1, "N": 'a}{ "\\'})) + "\n;\n"
           + json.dumps(meta("D", 2, "S.M", before={"ID": 1.10})), topic="o.tx"),
    record(51, json.dumps([meta("I", 3, "S.M", after={"ID": 3}), meta("I", 4, "S.M", after=5)]), topic="o.tx"),
    # Data Streams.
    record(60, {"op_type": "UPSERT", "table": "S.D", "before": None, "after": {"ID": 1}}, topic="o.ds"),
    record(61, {"op_type": "DDL", "table": "S.D", "ddl": "ALTER TABLE S.D ADD (C NUMBER)"}, topic="o.ds"),
    record(62, {"op_type": "DDL", "table": "S.D", "ddl": "TRUNCATE TABLE S.D"}, topic="o.ds"),
    record(63, {"op_type": "OBJECT_METADATA", "qual_table": "S.D", "columns": {}}, topic="o.ds"),
    # As Flink, Paimon and SeaTunnel have it in their tests; they take op_ts for local time, and no column for unknown.
    record(70, FLINK | {"before": {"id": 106, "weight": 5.300000190734863}, "after": {"id": 106, "weight": 5.099999904632568}},
           topic="unregistered"),
    # What cannot be read.
    record(80, meta("Z", 1, after={"ID": 1}), topic="o.x"),
    record(81, meta("I", 1, after={"ID": 1}) | {"op_ts": "noon"}, topic="o.x"),
    record(82, {"pos": "1", "after": {"ID": 1}}, topic="o.x"),
    record(83, {"database": "a", "table": "b", "type": "INSERT", "data": [{}]}, topic="o.x"),
    record(84, meta("I", 1, after="ID"), topic="o.x"),
    record(85, meta("I", 1), topic="o.x"),
    record(86, meta("U", 1, before={"ID": 1}), topic="o.x"),
    record(87, meta("I", 1, "A.B.C.D", after={"ID": 1}), topic="o.x"),
    record(88, json.dumps(meta("I", 1, ID=1))[:-1] + ',"ID":2}', topic="o.x"),
    record(89, "[" + json.dumps(meta("I", 1, after={"ID": 1})) + "]}", topic="o.x"),
]  # fmt: skip

# Offset and row, kind, op, table, key, order number.
EVENTS = [
    ((0, 0), "row_change", "insert", "ogg_o..QASOURCE.TCUSTORD", BILL_KEY, 2928),
    ((1, 0), "row_change", "update", "ogg_o..QASOURCE.TCUSTORD", BILL_KEY, 4300),
    ((2, 0), "row_change", "update", "ogg_o..QASOURCE.TCUSTORD", BILL_KEY, 4400),
    ((3, 0), "row_change", "update", "ogg_o..QASOURCE.TCUSTORD", BILL_KEY.replace("765", "766"), 4500),
    ((4, 0), "row_change", "delete", "ogg_o..QASOURCE.TCUSTORD", BILL_KEY.replace("765", "766"), 5272),
    ((5, 0), "row_change", "insert", "ogg_o..QASOURCE.TCUSTORD", BILL_KEY, 5300),
    ((6, 0), "truncate", "truncate", "ogg_o..QASOURCE.TCUSTORD", None, 5480),
    ((7, 0), "row_change", "delete", "ogg_o..GG.TCUSTORD", "CUST_CODE=DAVE", 5500),
    ((8, 0), "row_change", "update", "ogg_o.PDB1.GG.TCUSTORD", "CUST_CODE=ANN", 5600),
    ((9, 0), "heartbeat", None, "ogg_o..GGADMIN.GG_HEARTBEAT", None, 1),
    ((10, 0), "marker", None, None, None, None),
    ((11, 0), "row_change", "insert", "ogg_o..QASOURCE.TCUSTORD", None, 6488359 * 10**20 + 10),
    ((12, 0), "row_change", "delete", "ogg_o..GG.APART", None, 5700),
    ((20, 0), "row_change", "insert", "ogg_r..QASOURCE.TCUSTORD", "ID=1", 55 * 10**20 + 100),
    ((21, 0), "row_change", "update", "ogg_r..QASOURCE.TCUSTORD", "ID=1", 55 * 10**20 + 200),
    ((22, 0), "row_change", "delete", "ogg_r..QASOURCE.TCUSTORD", "ID=1", 55 * 10**20 + 300),
    ((23, 0), "truncate", "truncate", "ogg_r..QASOURCE.TCUSTORD", None, 400),
    ((24, 0), "row_change", "insert", "ogg_r..QASOURCE.TCUSTORD", "ID=2", 500),
    ((25, 0), "row_change", "update", "ogg_r..QASOURCE.TCUSTORD", "ID=2", 600),
    ((26, 0), "row_change", "insert", "ogg_rf..QASOURCE.TCUSTORD", "ID=3", 700),
    ((30, 0), "row_change", "insert", "ogg_k..QASOURCE.TCUSTORD", None, 100),
    ((31, 0), "row_change", "insert", "ogg_k..QASOURCE.TCUSTORD", None, 100),
    ((40, 0), "row_change", "update", "ogg_n..S.T", "ID=2", 7),
    ((41, 0), "row_change", "update", "ogg_n..owner.t", None, 8),
    ((42, 0), "row_change", "insert", "ogg_f..S.F", "ID=1", 9),
    ((43, 0), "row_change", "update", "ogg_f..S.F", "ID=2", 10),
    ((44, 0), "row_change", "update", "ogg_w..S.W", "ID=1", 11),
    ((50, 0), "row_change", "insert", "ogg_o..S.M", None, 1),
    ((50, 1), "row_change", "delete", "ogg_o..S.M", None, 2),
    ((51, 0), "row_change", "insert", "ogg_o..S.M", None, 3),
    ((60, 0), "row_change", "upsert", "ogg_o..S.D", None, None),
    ((61, 0), "ddl", None, "ogg_o..S.D", None, None),
    ((62, 0), "truncate", "truncate", "ogg_o..S.D", None, None),
    ((63, 0), "marker", None, None, None, None),
    ((70, 0), "row_change", "update", "ogg/unregistered..OGG.TBL_TEST", "id=106", 152),
]
DEAD = {
    (13, 0): "duplicate_column",
    (51, 1): "wrong_type",
    (80, 0): "unknown_operation",
    (81, 0): "invalid_field",
    (82, 0): "missing_field",
    (83, 0): "format_mismatch",
    (84, 0): "wrong_type",
    (85, 0): "missing_image",
    (86, 0): "missing_image",
    (87, 0): "invalid_field",
    (88, 0): "duplicate_column",
    (89, 0): "not_a_json_object",
}
AMOUNT_TEXTS = {"PRODUCT_PRICE": "15000.0", "PRODUCT_AMOUNT": "3", "TRANSACTION_ID": "100"}
BILL_TEXTS = BILL | {"ORDER_ID": "765"}
# Offset, the images and whether they are whole.
IMAGES = {
    0: (None, None, BILL_TEXTS | AMOUNT_TEXTS, True),
    1: (BILL_TEXTS | AMOUNT_TEXTS, False, BILL_TEXTS | AMOUNT_TEXTS | {"PRODUCT_PRICE": "14000.5"}, False),
    2: (None, None, BILL_TEXTS | {"PRODUCT_AMOUNT": None}, False),
    4: (BILL_TEXTS | {"ORDER_ID": "766"}, False, None, None),
    7: ({"CUST_CODE": "DAVE"}, False, None, None),
    8: (None, None, {"CUST_CODE": "ANN", "CITY": None}, True),
    9: (None, None, {"HEARTBEAT_TIMESTAMP": "2015-11-05 18:45:39.000000"}, False),
    12: ({"CUST_CODE": "EVE", "B_isMissing": "true"}, False, None, None),
    20: (None, None, {"ID": "1", "NAME": "a", "PRICE": "1.5"}, True),
    21: (None, None, {"ID": "1", "NAME": None}, False),
    22: ({"ID": "1"}, False, None, None),
    24: (None, None, {"ID": "2", "before": None, "after": "x", "payload": "p", "schema": None}, True),
    25: (None, None, {"ID": "2", "schema": "s"}, False),
    26: (None, None, {"ID": "3", "xid": "x"}, True),
    30: (None, None, {"ID": "1", "PRICE": "AJY="}, True),
    31: (None, None, {"ID": "1", "PRICE": "AJY="}, True),
    40: ({"ID": "1"}, False, {"ID": "2"}, False),
    41: (None, None, {"ID": "1", "X": "2"}, False),
    43: ({"ID": "1"}, False, {"ID": "2"}, False),
    44: ({"ID": "1", "A": "1"}, True, {"ID": "1"}, True),
    60: (None, None, {"ID": "1"}, False),
    70: ({"id": "106", "weight": "5.300000190734863"}, False, {"id": "106", "weight": "5.099999904632568"}, False),
}
TYPES = {"ID": "int64", "PRICE": "org.apache.kafka.connect.data.Decimal(scale=2)"}
METADATA = {
    0: {"tokens": '{"R":"AADPkvAAEAAEqLzAAC"}', "current_ts": NOW},
    11: {"csn": "6488359", "txind": "B", "current_ts": NOW},
    20: {"csn": "55"},
    25: {"opseqno": "z"},
    40: {"fields.group": "REP1"},
    41: {"fields.group": "REP1"},
    63: {"message": '{"op_type": "OBJECT_METADATA", "qual_table": "S.D", "columns": {}}'},
    70: {"op_ts": "2020-05-13 17:26:27.936000"},
}
# Table, key, version, op, the price or the name, whether the row is gone.
VERSIONS = [
    ("ogg/unregistered..OGG.TBL_TEST", "id=106", 1, "update", None, False),
    ("ogg_f..S.F", "ID=1", 1, "insert", "x", False), ("ogg_f..S.F", "ID=1", 2, "update", "x", True),
    ("ogg_f..S.F", "ID=2", 1, "update", "x", False),
    ("ogg_n..S.T", "ID=2", 1, "update", None, False),
    ("ogg_o..GG.TCUSTORD", "CUST_CODE=DAVE", 1, "delete", None, True),
    ("ogg_o..QASOURCE.TCUSTORD", BILL_KEY, 1, "insert", "15000.0", False),
    ("ogg_o..QASOURCE.TCUSTORD", BILL_KEY, 2, "update", "14000.5", False),
    ("ogg_o..QASOURCE.TCUSTORD", BILL_KEY, 3, "update", "14000.5", False),
    ("ogg_o..QASOURCE.TCUSTORD", BILL_KEY, 4, "update", "14000.5", True),
    ("ogg_o..QASOURCE.TCUSTORD", BILL_KEY, 5, "insert", None, False),
    ("ogg_o..QASOURCE.TCUSTORD", BILL_KEY, 6, "truncate", None, True),
    ("ogg_o..QASOURCE.TCUSTORD", BILL_KEY.replace("765", "766"), 1, "update", "14000.5", False),
    ("ogg_o..QASOURCE.TCUSTORD", BILL_KEY.replace("765", "766"), 2, "delete", "14000.5", True),
    ("ogg_o.PDB1.GG.TCUSTORD", "CUST_CODE=ANN", 1, "update", None, False),
    ("ogg_r..QASOURCE.TCUSTORD", "ID=1", 1, "insert", "1.5", False), ("ogg_r..QASOURCE.TCUSTORD", "ID=1", 2, "update", "1.5", False),
    ("ogg_r..QASOURCE.TCUSTORD", "ID=1", 3, "delete", "1.5", True),
    ("ogg_r..QASOURCE.TCUSTORD", "ID=2", 1, "insert", None, False), ("ogg_r..QASOURCE.TCUSTORD", "ID=2", 2, "update", None, False),
    ("ogg_rf..QASOURCE.TCUSTORD", "ID=3", 1, "insert", None, False),
    ("ogg_w..S.W", "ID=1", 1, "update", None, False),
]  # fmt: skip
REGISTRY = "\n".join((
    "match_order,cluster_pattern,topic_pattern,table_pattern,format,source_name,primary_key,source_time_zone,order_by,load_time,options,"
    "description",
    "1,,o[.].*,,ogg,ogg_o,,UTC,,,,",
    "2,,r[.]orders,,ogg,ogg_r,,Asia/Shanghai,,,current_ts_zone=UTC,",
    "7,,r[.]free,,ogg,ogg_rf,,UTC,,,xid=none,",
    "3,,k,,ogg,ogg_k,,,,,,",
    "4,,n[.](?<schema>[a-z]+)[.](?<table>[a-z]+),,ogg,ogg_n,,UTC,,,table=tbl|op_type=operation|op_ts=ts|pos=seq|primary_keys=pk|before=old|after=new|update=MOD|metadata=group,",
    "5,,f,,ogg,ogg_f,ID,,,,flatten=_,",
    "6,,w,,ogg,ogg_w,,,,,images=whole|nulls=omitted,",
    "",
))  # fmt: skip
PAGE = Page("ogg", REGISTRY, [MESSAGES])


def test_messages_of_the_documentation(atlas: Atlas) -> None:
    """Of each form and operation, registered or told by their structure; columns that were not sent, what cannot be read."""
    page = atlas.of(PAGE)
    events = {(event["kafka_offset"], event["row_index"]): event for event in page.events}
    columns = ("event_kind", "op", "table_id", "row_key", "sequence_number")
    found = [(place, *(events[place][name] for name in columns)) for place in sorted(events) if place not in DEAD]
    assert found == EVENTS
    assert {place: events[place]["error_code"] for place in DEAD} == DEAD
    assert {event["source_format"] for event in events.values()} == {"ogg"}
    for offset, wanted in IMAGES.items():
        event = events[offset, 0]
        assert tuple(event[name] for name in ("before", "before_complete", "after", "after_complete")) == wanted, offset
    assert [events[offset, 0]["column_types"] for offset in (30, 31, 0)] == [TYPES, TYPES, None]
    for offset, metadata in METADATA.items():
        assert metadata.items() <= events[offset, 0]["source_metadata"].items(), offset
    assert (events[50, 0]["after"]["N"], events[50, 1]["before"], events[50, 1]["rows_in_record"]) == ('a}{ "\\', {"ID": "1.1"}, 2)
    # Times have no zone but the registry's, op_ts and current_ts each its own.
    times = [tuple(str(events[offset, 0][name]) for name in ("committed_at", "produced_at")) for offset in (0, 20, 30)]
    assert times == [("2015-11-05 18:45:39", "None"), ("2015-11-05 10:45:39", "2016-10-05 10:15:51.310002"), ("None", "None")]
    assert (events[0, 0]["committed_at_basis"], events[30, 0]["committed_at_basis"]) == ("commit", "none")
    assert (events[11, 0]["transaction_id"], events[11, 0]["transaction_order"], events[20, 0]["transaction_id"]) == ("10.2.5", 2, "55")
    assert events[61, 0]["ddl_text"] == "ALTER TABLE S.D ADD (C NUMBER)"
    assert events[3, 0]["previous_row_key"] == BILL_KEY and events[1, 0]["source_position"] == "00000000000000004300"
    history = page.rows("cdc_row_history", "table_id", "row_key", "version_number", "op", "row_image", "is_deleted")
    assert [(*row[:4], first_value(row[4], "PRODUCT_PRICE", "PRICE", "NAME"), row[5]) for row in history] == VERSIONS
