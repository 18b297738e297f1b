"""Messages of the shapes with which public projects test their readers: what ours makes of them, and where it differs from them and why.

The values are ours.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from atlas import Atlas, Page
from comparison import in_order
from registry_text import registry_text

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.paths import PROJECT

SHAPES = PROJECT / "tests" / "fixtures" / "shapes"
# Source, which is <format>_<project> -> key columns, where they are not `id`. A MongoDB document has its own.
KEYS = {"debezium_paimon_types": "zone|_id", "debezium_scylla": "depot|bin", "debezium_seatunnel_oracle": "ORDER_NO"}
TEAPOT = {"id": "31", "title": "teapot", "details": "Potter's teapot for six", "kilos": "1.0"}
KETTLE = {"id": "81", "title": "kettle", "details": "Steel kettle", "kilos": "1.15"}

# Table -> its rows in the end.
ROWS: dict[str, list[dict[str, Any]]] = {
    # Flink compares FLOAT, which makes 2.45 of it; here digits are those of the message.
    "debezium_flink.stock.parcels": [{"id": "501", "label": "box", "note": "two books", "kilos": "2.450000047683716"}],
    "debezium_flink.shop.sales.articles": [TEAPOT],
    "debezium_flink.shop.sales.customers": [{"id": "61", "title": "Ada Quill", "city": "Basel", "credit": "12.0"}],
    "canal_flink.stock.articles": [TEAPOT, KETTLE | {"kilos": "1.35"}],
    "debezium_paimon.shop.articles": [KETTLE, {"id": "82", "title": "tray", "details": "Oak tray", "kilos": "0.9"}],
    # Paimon fills the columns that a message lacks with NULL; here such a row has no column of that name.
    "debezium_paimon.shop.customers": [
        {"id": "91", "title": "Bo Lind", "address": '{"city":"Graz"}'},
        {"id": "94", "title": "Cleo's", "city": "Linz", "credit": "0.25", "points": "36"},
    ],
    "debezium_paimon.shop.tours": [{"id": "7", "courier": "K"}],
    "debezium_risingwave.shop.articles": [{"id": "202", "title": "torch", "details": "9 LED torch", "kilos": "0.6"}],
    # RisingWave fills what the message lacks with NULL.
    "debezium_risingwave.shop.parcels": [
        {"id": "3102", "recipient": "Noor B", "mail": "noor@shop.example"}, {"id": "3103", "recipient": "new", "mail": "new"},
    ],
    # A Kafka key that is no JSON does not matter where the registry has one.
    "debezium_risingwave.shop.public.orders": [
        {"id": order, "ordered": time, "customer": customer, "price": None, "article_id": article, "state": "2"}
        for order, time, customer, article in (("11", "1702900999000", "Ines", "43"), ("12", "1702900999001", "Jaro", "41"))
    ],
    "debezium_risingwave.shop.payments": [{
        "id": "440", "PAID": "0", "RATE": "5", "POINTS": "5150", "TAX": "51.75", "RATIO": "517.50218", "AMOUNT": "517.54",
        "NOTE": "by card", "DUE": "9999-11-30", "AT_TIME": "86398000000", "AT": "98765432109000", "BOOKED": "2038-01-17T02:13:05Z",
        "MORE": '{"bank": "south_2", "fee": 15}',
    }],
    "maxwell_risingwave.shop.c": [
        {"id": "61", "title": "ada", "is_firm": "0", "since": "2018-11-30 17:05:02"},
        {"id": "62", "title": "ott", "is_firm": "1", "since": "1998-11-30 17:05:02"},
    ],
    # RisingWave takes the id for INT and drops the row of `x`; here it is a text.
    "canal_risingwave.stock.bins": [{"id": "x", "pieces": "12"}],
    "debezium_mongodb_risingwave_namespaces.north.receipts": [],
    "debezium_mongodb_risingwave_namespaces.south.receipts": [{"_id": "66642d5c3fa91b07e2d48d02", "shop": "south"}],
    "dataworks_v1_paimon.shop_depot.parcels_daily": [{"id": "7", "kilos": "3.700000", "label": "k", "packed_at": "1718001912000"}],
    "debezium_seatunnel.articles": [
        {"id": "71", "title": "lamp", "details": "Desk lamp", "kilos": "1.85"},
        {"id": "74", "title": "bowl", "details": "Set of bowls", "kilos": "2.2"},
    ],
    "debezium_ticdc.shop.slots": [{"id": "6"}],
    "debezium_cloudevents_debezium_documentation.shop.sales.articles": [{"id": "6", "title": "Mug"}],
    "debezium_debezium_server_iceberg.shop.customers": [],
    # A change whose values TiCDC has not sent is a dead letter, and the row keeps those it has; TiCDC's reader asks the database.
    "canal_ticdc.shop.crates": [{"id": "1", "label": "oak", "kilos": "3.75", "photo": "\u0001ÿz"}],
    "canal_flink_cdc.shop.shelves": [{"id": "1", "label": "c", "slots": '["x"]', "sizes": '{"deep":45}'}],
    # Columns without a cell did not change.
    "debezium_scylla.shop.bins": [{"depot": "4", "bin": "a", "label": None, "pieces": "9", "marks": '["cold","tall"]'}],
    "debezium_yugabytedb.shop.public.couriers": [{"id": "1", "name": None, "tours": "13"}],
    # Artie reads `Struct{id=61}`, a key that the StringConverter wrote; as nothing is quoted in it, key columns are the registry's here.
    "debezium_artie.shop.public.notes": [{"id": "61", "title": "sun", "price": '{"scale":1,"value":"FA=="}', "more": '{"wet":true}'}],
    "debezium_mongodb_artie.shop.tags": [{"_id": "4", "name": "red"}],
    "debezium_doris.shop.racks": [{"id": "1", "label": "left"}],
    # Flink SQL's and SeaTunnel's sinks write the row and the operation.
    "debezium_sink_flink_sql.sink_flink_sql": [{"id": "2", "label": "oak", "kilos": "4.25"}],
    "canal_sink_seatunnel.sink_seatunnel": [{"id": "2", "label": "oak", "kilos": "1.5"}],
    "canal_sink_seatunnel.shop.crates": [{"id": "3", "label": "oak", "kilos": "1"}],
    "ogg_sink_flink_sql.sink_flink_sql": [{"id": "1", "label": "elm", "kilos": "3.5"}],
}  # fmt: skip

# Source -> each message's operation, or kind of event.
OPERATIONS = {
    "debezium_flink":
        # Flink has +I for c with snapshot true.
        "snapshot update delete "
        # -U and +U of Flink and SeaTunnel are one event with both images.
        "snapshot update insert update delete "
        # Flink fails on an update without `before`, and so does RisingWave; here it is what PostgreSQL sends.
        "snapshot update dead_letter",
    "debezium_mongodb_paimon": "insert update update delete delete insert",
    "debezium_risingwave":
        "snapshot insert delete update snapshot insert update insert update update delete snapshot snapshot update insert update "
        # RisingWave fails on numbers that are too large for its columns; here they are kept to the last digit.
        "insert insert insert snapshot snapshot update",
    "debezium_mongodb_risingwave": "delete snapshot snapshot insert insert",
    "debezium_mongodb_risingwave_namespaces": "snapshot snapshot update delete",
    # Flink CDC reads its snapshot with r and snapshot false.
    "debezium_seatunnel": "snapshot snapshot snapshot insert update delete",
    "debezium_seatunnel_oracle": "snapshot",
    "debezium_flat_debezium_server_iceberg": "snapshot insert snapshot",
    # TiCDC's DROP TABLE has no table in its source: it ends no row. Its checkpoint is a heartbeat.
    "debezium_ticdc": "insert update update delete ddl ddl heartbeat",
    # Flink CDC once put a deleted row into `old`.
    "canal_flink_cdc": "insert insert update delete insert delete",
    "canal_ticdc": "ddl insert insert update dead_letter dead_letter dead_letter delete heartbeat",
    # An insert of ScyllaDB writes over what is there.
    "debezium_scylla": "upsert update update upsert delete",
    "debezium_yugabytedb": "insert update update insert delete tombstone",
    # A schema change as Flink CDC writes it.
    "debezium_doris": "ddl snapshot",
    "debezium_mongodb_artie": "insert insert delete dead_letter",
    "debezium_sink_flink_sql": "insert insert delete insert update delete",
    "canal_sink_seatunnel": "insert update insert delete insert",
    "ogg_sink_flink_sql": "insert insert delete insert delete",
}  # fmt: skip
# Source and number of a message -> why it is a dead letter. Each is one that no table could be told of, or no row.
DEAD = {
    # A delete without an image and, unlike what PostgreSQL's connector sends, without a Kafka key; Flink fails, too.
    ("debezium_flink", 10): "missing_image",
    # Flink's sink leaves out the source, in which the table's name is; so do some of SeaTunnel's test messages. Flink is told the table.
    **{("debezium_without_source", number): "missing_field" for number in range(5)},
    # Data that are Avro in a text have their schema elsewhere.
    ("debezium_cloudevents_debezium_documentation", 1): "missing_image",
    # The key of a row that is too large for Kafka, twice, and where a change lies in a store of files.
    **{("canal_ticdc", number): "row_not_sent" for number in (4, 5, 6)},
    # The document's key is in the Kafka key alone, a text of the StringConverter.
    ("debezium_mongodb_artie", 3): "missing_image",
    # Vanus puts the row alone into a CloudEvent, and has no image before and after.
    ("debezium_cloudevents_vanus", 0): "missing_image",
}
# Messages that are others where the topic is not registered.
UNTOLD = {
    # Without a source a message may be of any format with `op`; the tests of RisingWave and Artie leave out the connector.
    *(("debezium_without_source", number) for number in range(5)),
    *((f"debezium_mongodb_{project}", number) for project in ("artie", "risingwave_namespaces") for number in range(4)),
    # Nothing tells of which format a tombstone is.
    ("debezium_yugabytedb", 5),
    # Which columns of DMS are those before the change, the registry says.
    ("aws_dms_paimon", 2),
    # Nothing names the table.
    *((source, number) for source, messages in (("debezium_sink_flink_sql", 6), ("canal_sink_seatunnel", 4), ("ogg_sink_flink_sql", 5))
      for number in range(messages)),
}

# A document of the types of BSON as Paimon has it.
BSON = {
    "id": "66642d5c3fa91b07e2d48c15", "who": "Tove", "visits": "41", "opened": "1718009004127", "changed": "1718009004127",
    "closed": "1718009004127", "entered": "1718009010", "share_nan": "NaN", "share_inf": "Infinity", "share_ninf": "-Infinity",
    "share_zero": "0.0", "paid": "true", "barred": "false", "marks": '["x","y"]', "mixed": '["7",8,1718009004127]', "price": "8.25",
    "rebate": "NaN", "pattern": "/^box$/m", "token": "gold", "first": "BsonMinKey", "last": "BsonMaxKey", "script": "function(n){}",
    "nothing": None, "missing": None, "photo": "D24qlMHYSzeVq3cw0ugcRg==", "ticket": "0f6e2a94-c1d8-4b37-95ab-7730d2e81c46",
    "place": '{"city":"Graz","at":{"north":47.0707,"east":15.4395},"from":0,"till":1718009004127,"doors":[3,4],"ratio":"NaN"}',
}  # fmt: skip
# Types that have no value in JSON stay in Extended JSON, also within arrays and documents, where Paimon has notations of its own; digits
# stay as sent; a UUID of Extended JSON 1 is its bytes.
BSON_HERE = {
    "share_zero": "0", "entered": '{"$timestamp":{"t":1718009010,"i":3}}', "mixed": '["7",8,{"$numberLong":"1718009004127"}]',
    "pattern": '{"$regularExpression":{"pattern":"^box$","options":"m"}}', "first": '{"$minKey":1}', "last": '{"$maxKey":1}',
    "script": '{"$code":"function(n){}"}', "missing": '{"$undefined":true}', "ticket": "D24qlMHYSzeVq3cw0ugcRg==",
    "place": '{"city":"Graz","at":{"north":47.0707,"east":{"$numberDouble":"15.4395"}},"from":0,'
             '"till":{"$numberLong":"1718009004127"},"doors":[3,4],"ratio":{"$numberDouble":"NaN"}}',
}  # fmt: skip

# Column of a table with a schema -> type, and the value as text.
TYPED = {
    "zone": ("decimal(2,1)", "2.4"), "labelled": ("boolean", "True"), "fragile": ("boolean", "True"),
    "barcode": ("bigint", "40260518937"), "big_barcode": ("decimal(20,0)", "70935514208"), "kilos": ("double", "2.5"),
    "volume": ("double", "0.000317"), "price": ("decimal(8,3)", "40917.260"), "pieces": ("int", "26508"), "shelf": ("int", "41077"),
    "packed_on": ("date", "2024-06-08"), "season": ("int", "2024"), "packed_at": ("timestamp_ntz", "2024-06-08 16:45:12.408000"),
    "scanned_at": ("timestamp_ntz", "2024-06-08 16:45:12.408617"), "due_at": ("timestamp_ntz", "2024-06-09 16:45:00"),
    "seen_at": ("timestamp", "2024-06-08 05:20:00"), "sent_at": ("timestamp", "2024-06-08 21:07:33.204518"),
    "carrier": ("string", "Blue Van"), "seal": ("binary", str(b"wax\0\0\0\0\0\0\0")), "photo": ("binary", str(b"JPEG of a parcel")),
    "extras": ("string", '{"gift": "yes"}'), "state": ("string", "packed"), "marks": ("string", "cold,tall"),
    "pickup": ("time", "07:51:26"), "insured": ("decimal(38,10)", "7310926458817305500000000000.0000000000"),
    # Paimon makes a double of a decimal of 40 digits, which has 16 of them; here it is a text of all, but for zeros at its end.
    "mileage": ("string", "7204918365540127739618204475590316628.47"),
}  # fmt: skip
# Column of a table without one -> type, declared type, value. SeaTunnel tells by a number's size which time it is; here the model says it.
ORACLE = {
    "TOTAL": ("decimal(38,0)", "io.debezium.data.VariableScaleDecimal", "213"),
    "RABATE": ("decimal(38,2)", "io.debezium.data.VariableScaleDecimal", "12.75"),
    "ORDERED": ("timestamp_ntz", "io.debezium.time.Timestamp", "2024-06-08 16:45:12"),
    "PACKED": ("timestamp_ntz", "io.debezium.time.MicroTimestamp", "2024-06-08 16:45:13"),
    "SEEN": ("timestamp", "io.debezium.time.ZonedTimestamp", "2024-06-08 16:45:15.407000"),
}


def typed_model(table_id: str, columns: dict[str, dict[str, str]]) -> str:
    """Return the SQL of a model of a table with types."""
    source, _, table = table_id.partition(".")
    return f"{{{{ cdc_table('{source}', '{table}', {json.dumps(columns)}) }}}}"


MODELS = {
    "shape_types": typed_model(
        "debezium_paimon_types.depot.parcel_details", {name: {"type": type_name} for name, (type_name, _) in TYPED.items()}
    ),
    "shape_oracle": typed_model(
        "debezium_seatunnel_oracle.SHOPDB.SALES.ORDERS",
        {name: {"type": type_name, "declared": declared} for name, (type_name, declared, _) in ORACLE.items()},
    ),
}


def page_of_all() -> Page:
    """Return the page of all shapes, each in a registered topic and in one that is told by its structure."""
    registered, records = [], []
    for number, path in enumerate(sorted(SHAPES.glob("*/*.txt")), 1):
        code = path.parent.name
        source = f"{code}_{path.stem}"
        key = "" if code == "debezium_mongodb" else KEYS.get(source, "id")
        options = "before_image_prefix=BI_" if code == "aws_dms" else ""
        # What names no table has that of its topic.
        pattern = source.replace("sink_", "(?<table>sink_") + ")" if "sink_" in source else source
        registered.append(f"{number},,{pattern},,{code},{source},{key},,,,{options},")
        for offset, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            kafka_key, _, value = line.rpartition("\t")
            texts = (kafka_key.encode() or None, value.encode() or None)
            records += [Record(prefix + source, 0, offset, 1_718_020_000_000 + offset, "create", *texts) for prefix in ("", "auto.")]
    return Page("shapes", registry_text(registered), [records], MODELS)


PAGE = page_of_all()


def test_shapes_of_other_projects(atlas: Atlas) -> None:
    """Registered and told by their structure: operations, dead letters, the rows in the end, values with types."""
    page = atlas.of(PAGE)
    events = {(event["kafka_topic"], event["kafka_offset"], event["row_index"]): event for event in page.events}
    of = {at: event for at, event in events.items() if not at[0].startswith("auto.")}

    # What the structure alone tells: the same format and the same events.
    names = ("source_format", "event_kind", "op", "error_code", "before", "before_complete", "after", "after_complete", "committed_at")
    differing = {
        (source, offset)
        for (source, offset, row), event in of.items()
        if any(event[name] != events[f"auto.{source}", offset, row][name] for name in names)
    }
    assert differing == UNTOLD and len(events) == 2 * len(of)

    operations = defaultdict(list)
    for (source, _, _), event in sorted(of.items()):
        operations[source].append(event["op"] if event["event_kind"] == "row_change" else event["event_kind"])
    assert {source: " ".join(operations[source]) for source in OPERATIONS} == OPERATIONS
    assert {(source, offset): event["error_code"] for (source, offset, _), event in of.items() if event["error_code"]} == DEAD

    found = defaultdict(list)
    for table_id, image in page.rows("cdc_current_rows", "table_id", "row_image"):
        found[table_id].append(image)
    assert set(ROWS) <= {event["table_id"] for event in of.values()}
    for table_id, images in ROWS.items():
        assert sorted(found[table_id], key=in_order) == sorted(images, key=in_order), table_id

    # Numbers to the last digit, values of BSON, images before a change.
    large = {
        16: ("id", "9223372036854775811"), 17: ("TAX", "3.91640218E38"), 18: ("RATIO", "1.797712E308"),
        20: ("visits", "9223372036854775803"),
    }  # fmt: skip
    assert {offset: (name, of["debezium_risingwave", offset, 0]["after"][name]) for offset, (name, _) in large.items()} == large
    assert of["debezium_mongodb_paimon", 5, 0]["after"] == BSON | BSON_HERE
    cargo = of["debezium_mongodb_risingwave", 3, 0]
    assert cargo["row_key"] == "_id=5120" and cargo["column_types"] == {"_id": "long", "frozen at": "date"}
    assert of["aws_dms_paimon", 2, 0]["before"]["depot"] == "Graz" and of["ogg_paimon", 0, 0]["before"]["kilos"] == "0.8"
    assert of["debezium_cloudevents_vanus", 0, 0]["transaction_id"] == "963"
    for source, number in (("canal_ticdc", 7), ("debezium_scylla", 4), ("debezium_yugabytedb", 4)):
        assert not of[source, number, 0]["before_complete"] and None not in of[source, number, 0]["before"].values(), source
    assert of["canal_ticdc", 3, 0]["transaction_id"] == "450364804200000002" and of["debezium_artie", 1, 0]["before"] is None
    assert of["debezium_yugabytedb", 5, 0]["row_key"] == of["debezium_yugabytedb", 4, 0]["row_key"] == "id=2"
    added = of["debezium_doris", 0, 0]
    assert (added["table_name"], added["ddl_text"]) == ("racks", "alter table racks add width int")

    for model, wanted in (
        ("shape_types", {name: given[-1] for name, given in TYPED.items()}),
        ("shape_oracle", {name: given[-1] for name, given in ORACLE.items()}),
    ):
        (row,) = page.relations[model]
        assert {name: str(row[name]) for name in wanted} == wanted and not row["cast_errors"], (model, row["cast_errors"])
