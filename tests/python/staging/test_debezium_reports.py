"""What people who run Debezium and Kafka Connect report: placeholders, keys, bytes, cells, transactions and moves as settings make them.

Each topic shows one kind; the values are ours.
"""

from __future__ import annotations

import json
from base64 import b64encode, urlsafe_b64encode
from collections import defaultdict
from hashlib import md5
from typing import Any
from uuid import UUID

from atlas import Atlas, Page
from debezium_messages import MYSQL, ORACLE, PLACEHOLDER, POSTGRESQL, change
from registry_text import registry_text

from rosetta_cdc.landing.kcat import Record

# In base64 it has the digits in which the two alphabets differ.
OWN = "?gone~~?"
# S3LargeMessagePostProcessor.
REFERENCE = "__debezium:s3:ref:v1:bucket|doc/after"


def notations(placeholder: str) -> dict[str, object]:
    """Return a placeholder in each binary.handling.mode, alone and in an array, in other types; and references."""
    octets = placeholder.encode()
    texts = {
        "text": placeholder, "bytes": b64encode(octets).decode(), "url": urlsafe_b64encode(octets).decode(),
        "hex": octets.hex(), "capitals": octets.hex().upper(),
    }  # fmt: skip
    return {
        **texts, **{f"{name}s": [text] for name, text in texts.items()},
        "hstore": {placeholder: placeholder}, "uuids": [str(UUID(bytes=md5(octets).digest(), version=3))],
        "numbers": list(octets), "floats": [float(octet) for octet in octets],
        "decimals": [b64encode(bytes([octet])).decode() for octet in octets],
        "elsewhere": REFERENCE, "bytes_elsewhere": b64encode(REFERENCE.encode()).decode(), "hex_elsewhere": REFERENCE.encode().hex(),
    }  # fmt: skip


def in_bytes(part: object) -> bytes | None:
    """Return bytes as they are, anything else in JSON; None is none."""
    return part if part is None or isinstance(part, bytes) else json.dumps(part).encode()


def sent(topic: str, *messages: tuple[Any, ...], partition: int = 0) -> list[Record]:
    """Return the records of a topic, of keys, values and perhaps headers."""
    made = []
    for offset, message in enumerate(messages):
        key, value, headers = (*message, {})[:3]
        given = tuple((f"__debezium.{name}", in_bytes(text)) for name, text in headers.items())
        made.append(Record(topic, partition, offset, 1_774_000_000_000 + offset, "create", in_bytes(key), in_bytes(value), given))
    return made


def at(source: dict[str, Any], **more: object) -> dict[str, Any]:
    """Return the source of a change in table t."""
    return source | {"table": "t"} | more


def lsn(place: int, **more: object) -> dict[str, Any]:
    """Return the source of a change at a place in PostgreSQL's log."""
    return at(POSTGRESQL, sequence=json.dumps(["100", str(place)]), lsn=place, **more)


def cell(value: object) -> dict[str, object]:
    """Return a column of YugabyteDB's that was set."""
    return {"value": value, "set": True}


def unsent(topic: str, placeholder: str) -> list[Record]:
    """Return an update that lacks values in each notation, and one whose key is such a value, with its tombstone."""
    values = notations(placeholder)
    image = {"id": 1, "kept": "no", **values}
    keys = [{"id": 1, "doc": values[name]} for name in ("text", "hex", "bytes")]
    return sent(
        topic,
        ({"id": 1}, change("u", image, image, at(POSTGRESQL))),
        *((key, change("u", None, {**key, "n": 1}, at(POSTGRESQL))) for key in keys),
        (keys[1], None),
    )


ROW = {"id": 7, "name": "a"}
# The value of a key that is no object, as converters write it.
BARE_KEYS: dict[str, bytes] = {
    "text": b"7", "string": b'"7"', "envelope": b'{"schema":{"type":"int32","optional":false},"payload":7}',
    "texts": b'{"schema":{"type":"string","optional":false},"payload":"7"}', "dropped": b'{"schema":null,"payload":7}',
    "struct": b"Struct{id=7}", "registered": b"\0\0\0\0\x06" + b"7", "eight": b"\0" + bytes(7) + b"\x06" + b'"7"',
    "schema_id": b'{"schemaId":3,"payload":7}',
}  # fmt: skip
# What is no single value, or whose name nobody says.
UNNAMED: dict[str, bytes] = {
    "array": b"[7]", "null": b"null", "other": b"Struct{code=7}", "number": (7).to_bytes(8, "big"), "two": b"Struct{id=7,n=1}",
    "half": b'{"id',
}  # fmt: skip


def bare(topic: str, key: bytes) -> list[Record]:
    """Return rows of a bare key: one that a delete without image takes away, one that its tombstone does."""
    other = key.replace(b"7", b"8")
    return [
        *sent(f"{topic}.d", (key, change("c", None, ROW, lsn(1))), (key, change("d", None, None, lsn(2)))),
        *sent(f"{topic}.f", (other, ROW | {"id": 8, "__op": "c"}), (other, None)),
        *sent(f"{topic}.p", (key, change("c", None, ROW, lsn(1))), (key, change("d", ROW | {"name": None}, None, lsn(2)))),
    ]  # fmt: skip


def shifted(topic: str, *, transaction: bool) -> list[Record]:
    """Return three rows of a playlist, each of which moves to the place of the next one in one transaction."""

    def block(number: int, place: int, order: int) -> dict[str, object]:
        return {"transaction": {"id": f"{number}:{place}", "total_order": order, "data_collection_order": order}} if transaction else {}

    first = [({"pos": n}, change("c", None, {"pos": n, "title": f"t{n}"}, lsn(n, txId=9), **block(9, n, n))) for n in (1, 2, 3)]
    moved = []
    for n in (1, 2, 3):
        source = lsn(10 + n, txId=10, ts_ms=1559033999000, ts_us=1559033999000000)
        old, new = {"pos": n}, {"pos": n + 1}
        gone = change("d", old | {"title": f"t{n}"}, None, source, **block(10, 10 + n, 2 * n - 1))
        come = change("c", None, new | {"title": f"t{n}"}, source, **block(10, 10 + n, 2 * n))
        moved += [(old, gone, {"newkey": new}), (old, None, {"newkey": new}), (new, come, {"oldkey": old})]
    return sent(topic, *first, *moved)


def moving(topic: str, old: object, new: object, old_header: object, new_header: object) -> list[Record]:
    """Return a row of Oracle whose key moves from 7 to 70, under keys and headers of different notations."""

    def source(scn: int) -> dict[str, Any]:
        return at(ORACLE, scn=str(scn), commit_scn=str(scn + 5), ssn=0, ts_ms=1520085154000 + scn)

    return sent(
        topic,
        (old, change("c", None, {"ID": 7, "ITEM": "chair"}, source(1))),
        (old, change("d", {"ID": 7, "ITEM": "chair"}, None, source(2)), {"newkey": new_header}),
        (old, None, {"newkey": new_header}),
        (new, change("c", None, {"ID": 70, "ITEM": "chair"}, source(2)), {"oldkey": old_header}),
    )


def statement(text: str, **more: object) -> dict[str, Any]:
    """Return a statement of MySQL as the topic of schema changes has it."""
    return {"source": at(MYSQL, **more), "ts_ms": 1, "databaseName": "inventory", "ddl": text, "tableChanges": []}


def cells(connector: str) -> list[Record]:
    """Return changes of YugabyteDB's, whatever the connector calls itself: an insert, an update, a delete and its tombstone."""
    images = (
        ("c", None, {"id": cell(1), "nick": cell("a"), "score": cell(2.50)}),
        ("u", None, {"id": cell(1), "nick": None, "score": cell(None)}),
        ("d", {"id": cell(2), "nick": None, "score": {"value": None, "set": False}}, None),
    )
    changes = [
        ({"id": (before or after)["id"]}, change(op, before, after, lsn(place, connector=connector)))
        for place, (op, before, after) in enumerate(images, 1)
    ]
    return sent(f"cells.{connector}", *changes, ({"id": cell(2)}, None))


def around(topic: str, before: bytes, after: bytes = b"") -> list[Record]:
    """Return messages whose keys and values stand within bytes of a schema registry."""
    plain = (
        ({"id": 1}, change("c", None, {"id": 1, "n": 1.10}, lsn(1))),
        ({"id": 2}, change("c", None, {"id": 2}, lsn(2))),
        ({"id": 2}, None),
    )
    return sent(topic, *(tuple(part and before + json.dumps(part).encode() + after for part in message) for message in plain))


JSON_LIKE_A_CELL = '{"value":1,"set":true}'
CONNECTORS = ("postgresql", "YugabyteDB", "yugabytedb")
OF_ROUTING = "__dbz__physicalTableIdentifier"
# Topic -> the Kafka keys and the headers of the key before and after the move.
MOVES: dict[str, tuple[object, object, object, object]] = {
    "routed": (
        {"ID": 7, OF_ROUTING: "a"}, {"ID": 70, OF_ROUTING: "a"},
        {"schema": {"name": "o.Key"}, "payload": {"ID": 7}}, {"schema": {"name": "o.Key"}, "payload": {"ID": 70}},
    ),
    "sourced": ({"ID": 7, "__dbz__sourceIdentifier": "a"}, {"ID": 70, "__dbz__sourceIdentifier": "a"}, {"ID": 7}, {"ID": 70}),
    "texts": ({"ID": "7"}, {"ID": "70"}, {"ID": 7.0}, {"ID": 70.0}),
    "renamed": ({"order_id": 7}, {"order_id": 70}, {"ID": 7}, {"ID": 70}),
    "bare": (b"7", b"70", {"ID": 7}, {"ID": 70}),
    # SimpleHeaderConverter writes the digits of a decimal.
    "decimals": ({"ID": "Bw=="}, {"ID": "Rg=="}, {"ID": 7}, {"ID": 70}),
    "scaled": ({"ID": "Arw="}, {"ID": "G1g="}, b'{"ID":7.00}', b'{"ID":70.00}'),
    "variable": ({"ID": {"scale": 0, "value": "Bw=="}}, {"ID": {"scale": 0, "value": "Rg=="}}, {"ID": 7}, {"ID": 70}),
    "plain": ({"ID": 7}, {"ID": 70}, {"ID": "Bw=="}, {"ID": "Rg=="}),
    "bytes": ({"ID": 7}, {"ID": 70}, b'\0\0\0\0\x07{"ID":7}', b'\0\0\0\0\x07{"ID":70}'),
}  # fmt: skip
BOUNDARY = {"event_count": 6, "data_collections": [], "ts_ms": 1}
RECORDS = [
    *unsent("hex.own", PLACEHOLDER), *unsent("hex.given", OWN),
    *sent("hex.flat", ({"id": 1}, {"id": 1, "kept": "no", **notations(PLACEHOLDER)}), ({"id": 1, "doc": PLACEHOLDER.encode().hex()}, None)),
    *sent("hex.flat_given", ({"id": 1}, {"id": 1, "kept": "no", **notations(OWN)})),
    *(record for name, key in {**BARE_KEYS, **UNNAMED}.items() for record in bare(f"bare.{name}", key)),
    *sent("nobody", (b"7", ROW | {"__op": "c"}), (b"7", None)),
    *sent("pair", (b"7", change("c", None, ROW, lsn(1))), (b"7", change("d", None, None, lsn(2)))),
    *sent("bare_mongo", *((key, None) for key in (b'{"$oid":"5f"}', b'"{\\"$oid\\":\\"5f\\"}"', b"5", b'"a"'))),
    *(record for name in ("dtle", "cloud", "maxwell") for record in sent(f"bare_{name}", (BARE_KEYS["envelope"], None), (b"7", None))),
    *around("bytes.four", b"\0\0\0\0\x07"), *around("bytes.eight", b"\0" + bytes(7) + b"\xff"),
    *around("bytes.object", b'{"schemaId":7,"payload":', b"}"),
    *sent("flat.null", ({"id": 1}, {"id": 1, "__op": "c"}), ({"id": 1}, b"\0\0\0\0\x07null")),
    *sent("flat.transaction", ({"id": "1"}, {"status": "BEGIN", "id": "1", "event_count": None, "data_collections": None, "ts_ms": 1})),
    *sent("bytes.avro", (None, b"\0\0\0\0\x07\x02\x06abc"), (None, b"\0\0\0\0\xff\x02\xff")),
    *(record for connector in CONNECTORS for record in cells(connector)),
    *sent("cells.flat", ({"id": cell(1)}, {"id": cell(1), "nick": None, "score": cell(3), "__op": "u"})),
    # Columns of JSON.
    *sent("cells.json", (
        {"id": JSON_LIKE_A_CELL, "n": 1}, change("c", None, {"id": 1, "doc": JSON_LIKE_A_CELL, "more": JSON_LIKE_A_CELL}, lsn(1)),
    )),
    # One id of a transaction for each of its events.
    *shifted("shift.with", transaction=True), *shifted("shift.without", transaction=False),
    *sent("shift.transaction", *(
        (None, BOUNDARY | {"status": status, "id": f"10:{place}"}) for status, place in (("BEGIN", 11), ("END", 99))
    )),
    *sent("shift.flat", *(({"id": n}, {"id": n, "__op": "c", "__transaction_id": id_}) for n, id_ in enumerate(("10:11", "f-1:11")))),
    # Statements have their place in the log, whichever topic they are in.
    *sent("log.t", *(({"id": number}, change("c", None, {"id": number}, at(MYSQL, pos=100 * number, gtid=None))) for number in (1, 3))),
    *sent("log", ({"databaseName": "inventory"}, statement("TRUNCATE TABLE t", pos=200))),
    *sent("log.u", *((None, change(op, None, after, lsn(place))) for op, after, place in (("c", {"id": 1}, 1), ("c", {"id": 3}, 3)))),
    *sent("log.u", (None, change("t", None, None, lsn(2))), partition=1),
    *(record for name, keys in MOVES.items() for record in moving(f"moved.{name}", *keys)),
]  # fmt: skip
# Topic -> format, source, which the registry calls reports_ and this, key columns, options.
RULES = {
    r"hex\.own": ("debezium", "h", "", ""), r"hex\.given": ("debezium", "h", "", f"unavailable_value={OWN}"),
    r"hex\.flat": ("debezium_flat", "h", "", ""), r"hex\.flat_given": ("debezium_flat", "h", "", f"unavailable_value={OWN}"),
    r"bare\.(?<table>.+)\.f": ("debezium_flat", "bf", "id", ""), r"bare\.(?<table>.+)\..": ("debezium", "b", "id", ""),
    "(?<table>nobody)": ("debezium_flat", "n", "", ""), "pair": ("debezium", "pair", "id|name", ""),
    "bare_(?<table>mongo)": ("debezium_mongodb", "b", "_id", ""), "bare_(?<table>dtle)": ("dtle", "b", "id", ""),
    "bare_(?<table>cloud)": ("debezium_cloudevents", "b", "id", ""), "bare_(?<table>maxwell)": ("maxwell", "b", "id", ""),
    r"flat\.(?<table>.+)": ("debezium_flat", "fl", "", ""), r"bytes\.(?<table>.+)": ("debezium", "bytes", "", ""),
    r"cells\.(?<table>flat)": ("debezium_flat", "c", "", ""), r"cells\..*": ("debezium", "c", "", ""),
    r"shift\.with": ("debezium", "sw", "", ""), r"shift\.without": ("debezium", "so", "", ""),
    r"shift\.(?<table>flat)": ("debezium_flat", "sf", "", ""), r"shift\..*": ("debezium", "st", "", ""),
    r"log\.u": ("debezium", "lu", "id", ""), "log.*": ("debezium", "l", "", ""),
    **{rf"moved\.{name}": ("debezium", f"m_{name}", "ID" if name in ("renamed", "bare") else "", "") for name in MOVES},
}  # fmt: skip
PAGE = Page(
    "debezium_reports",
    registry_text(
        f"{number},,{topic},,{code},reports_{source},{key},,,,{options},"
        for number, (topic, (code, source, key, options)) in enumerate(RULES.items(), 1)
    ),
    [RECORDS],
)


def test_what_people_report(atlas: Atlas) -> None:
    """Of each kind: events, and the history where it depends on more than one of them."""
    page = atlas.of(PAGE)
    of: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for event in sorted(page.events, key=lambda event: (event["kafka_partition"], event["kafka_offset"])):
        of[event["kafka_topic"]].append(event)
    unapplied = dict(page.rows("cdc_unapplied_events", "event_id", "reason"))
    found: dict[str, list[Any]] = defaultdict(list)
    for table_id, key, image in page.rows("cdc_current_rows", "table_id", "row_key", "row_image"):
        found[table_id.removeprefix("reports_")].append((key, image))

    # Placeholders: a column with one is in no image, and a key with one names no row.
    assert {event["error_code"] for topic in of if topic.startswith("hex") for event in of[topic]} == {None}
    for topic in ("hex.own", "hex.given", "hex.flat", "hex.flat_given"):
        update = of[topic][0]
        assert update["after"] == {"id": "1", "kept": "no"} and update["after_complete"] is False, topic
        assert topic.startswith("hex.flat") or (update["before"] == update["after"] and update["before_complete"] is False), topic
        without_key = of[topic][1:]
        assert {event["row_key"] for event in without_key} <= {None}, topic
        assert {unapplied[event["event_id"]] for event in without_key if event["op"]} <= {"key_column_absent"}, topic

    # A bare key is the registry's only key column, where an image does not say it.
    for name in BARE_KEYS:
        by_delete, by_tombstone, alone = of[f"bare.{name}.d"], of[f"bare.{name}.f"], of[f"bare.{name}.p"]
        assert [event["row_key"] for event in (*by_delete, *by_tombstone)] == ["id=7", "id=7", "id=8", "id=8"], name
        assert [event["key_basis"] for event in by_tombstone] == ["registry"] * 2
        assert not by_delete[1]["before_complete"] and alone[1]["before"] == {"id": "7"} and not alone[1]["before_complete"], name
        assert not found[f"bf.{name}"], name
    for name in UNNAMED:
        assert of[f"bare.{name}.f"][1]["row_key"] is None, name
        assert found[f"bf.{name}"] == [("id=8", {"id": "8", "name": "a"})], name
    assert unapplied[of["nobody"][0]["event_id"]] == "no_key" and of["nobody"][1]["row_key"] is None
    assert unapplied[of["pair"][1]["event_id"]] == "key_column_absent"
    assert [event["row_key"] for event in of["bare_mongo"]] == ["_id=5f", "_id=5f", "_id=5", "_id=a"]
    assert [event["row_key"] for name in ("dtle", "cloud") for event in of[f"bare_{name}"]] == ["id=7"] * 4
    # Maxwell writes its keys as JSON: a bare one is not read.
    assert [event["row_key"] for event in of["bare_maxwell"]] == [None, None]

    # Bytes before JSON.
    for name in ("four", "eight", "object"):
        first, second, gone = of[f"bytes.{name}"]
        assert [event["row_key"] for event in (first, second, gone)] == ["id=1", "id=2", "id=2"], name
        assert first["after"] == {"id": "1", "n": "1.1"} and gone["event_kind"] == "tombstone"
    assert of["flat.null"][1]["event_kind"] == "tombstone" and not found["fl.null"] and of["flat.null"][1]["row_key"] == "id=1"
    assert of["flat.transaction"][0]["error_code"] == "format_mismatch"
    assert [event["error_code"] for event in of["bytes.avro"]] == ["schema_registry_bytes"] * 2

    # Cells.
    for connector in CONNECTORS:
        first, second, gone, tombstone = of[f"cells.{connector}"]
        assert first["after"] == {"id": "1", "nick": "a", "score": "2.5"} and first["after_complete"] is True
        assert second["after"] == {"id": "1", "score": None} and second["after_complete"] is False
        assert gone["before"] == {"id": "2"} and gone["before_complete"] is False
        assert [event["row_key"] for event in (first, second, gone, tombstone)] == ["id=1", "id=1", "id=2", "id=2"]
    assert of["cells.flat"][0]["after"] == {"id": "1", "score": "3"} and of["cells.flat"][0]["after_complete"] is False
    [event] = of["cells.json"]
    assert event["after"] == {"id": "1", "doc": JSON_LIKE_A_CELL, "more": JSON_LIKE_A_CELL, "n": "1"}

    # Transactions.
    of_one = [event for event in (*of["shift.with"][3:], *of["shift.transaction"]) if event["event_kind"] != "tombstone"]
    assert {event["transaction_id"] for event in of_one} == {"10"}
    assert [event["transaction_id"] for event in of["shift.flat"]] == ["10", "f-1:11"]
    assert of["shift.transaction"][1]["source_metadata"]["transaction.id"] == "10:99"
    moved = [(f"pos={n + 1}", {"pos": str(n + 1), "title": f"t{n}"}) for n in (1, 2, 3)]
    assert [found[f"{source}.postgres.public.t"] for source in ("sw", "so")] == [moved, moved]

    # Statements.
    assert [key for key, _ in found["l.inventory.t"]] == ["id=3"] and [key for key, _ in found["lu.postgres.public.t"]] == ["id=3"]

    # Keys that move.
    for name in MOVES:
        [(key, image)] = found[f"m_{name}.ORCLPDB1.DEBEZIUM.t"]
        # A column of the key alone belongs to the row, but for routing's.
        assert image == {"ID": "70", "ITEM": "chair"} | ({"order_id": "70"} if name == "renamed" else {}), name
        halves = [of[f"moved.{name}"][number] for number in (1, 3)]
        assert len({half["pair_id"] for half in halves}) == 1 and not {half["event_id"] for half in halves} & set(unapplied), name
        assert key == (f"ID=70&{OF_ROUTING}=a" if name == "routed" else key)
