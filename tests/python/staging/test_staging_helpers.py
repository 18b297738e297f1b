"""What staging models of any format are made of: keys in Kafka keys, parts of topics' names, operations, checked fields, problems."""

from __future__ import annotations

import pytest
from test_macros import compiled

from rosetta_cdc.sandbox import DbtFailed, Sandbox

KEYS = {
    b'{"id":90071992547409930000,"at":1.10}': ({"id": "90071992547409930000", "at": "1.10"}, None),
    b'{"schema":{"type":"struct","name":"s.d.t.Key"},"payload":{"id":1.0}}': ({"id": "1.0"}, "s.d.t.Key"),
    b"17": (None, None),
    b"\xff{": (None, None),
    None: (None, None),
}


@pytest.mark.parametrize("in_envelope", ["none", "true", "false"])
def test_columns_of_kafka_keys(warehouse: Sandbox, in_envelope: str) -> None:
    """A plain object or Connect's envelope, or what is neither; digits stay."""
    query = compiled(warehouse, f"kafka_key_columns('records', in_envelope={in_envelope})")
    warehouse.spark.createDataFrame([(key,) for key in KEYS], "kafka_key binary").createOrReplaceTempView("records")
    found = {row.kafka_key and bytes(row.kafka_key): (row.key_values, row.key_schema) for row in warehouse.spark.sql(query).collect()}
    bare = {row.kafka_key and bytes(row.kafka_key): row.bare_key for row in warehouse.spark.sql(query).collect()}
    assert {key: bare[key] for key in (b"17", b"\xff{", None)} == {b"17": "17", b"\xff{": None, None: None}
    for key, meant in KEYS.items():
        is_plain = meant[0] is not None and meant[1] is None
        if in_envelope == "none" or is_plain == (in_envelope == "false") or meant == (None, None):
            assert found[key] == meant, key


def test_columns_in_a_field_of_kafka_keys(warehouse: Sandbox) -> None:
    """The field's object alone counts, whatever its name is."""
    query = compiled(warehouse, "kafka_key_columns('records', in_envelope='the key')")
    keys = (b'{"the key":{"id":1.10},"id":2}', b'{"id":3}', b"17", None)
    warehouse.spark.createDataFrame([(key,) for key in keys], "kafka_key binary").createOrReplaceTempView("records")
    found = [(row.key_values, row.key_schema) for row in warehouse.spark.sql(query).collect()]
    assert sorted(found, key=str) == [(None, None)] * 3 + [({"id": "1.10"}, None)]


@pytest.mark.parametrize(("unit", "digits"), [("seconds", 0), ("milliseconds", 3), ("microseconds", 6), ("nanoseconds", 9)])
def test_instants_in_each_unit(warehouse: Sandbox, unit: str, digits: int) -> None:
    """Counts to the microsecond; sentinels, other text and what lies outside 1970 to 9999 are null."""
    last = 9223372036854775807 if unit == "nanoseconds" else 253402300800 * 10**digits - 1
    values = [1_700_000_000 * 10**digits + 1, last, last + 1, 0, -1, -5, "soon", ""]
    column = compiled(warehouse, f"epoch_timestamp('text', '{unit}')")
    rows = ", ".join(f"('{value}')" for value in values)
    found = warehouse.spark.sql(f"select unix_micros({column}) as micros from values {rows} as given (text)").collect()
    wanted = [values[0] * 10**6 // 10**digits, last * 10**6 // 10**digits]
    assert [row.micros for row in found] == [*wanted, *[None] * 6]


def test_parts_of_topics(warehouse: Sandbox) -> None:
    """From the beginning and from the end; one that is not there is null."""
    parts = [compiled(warehouse, f"topic_part({number}, 'topic')") for number in (0, -1, 2, -3)]
    found = warehouse.spark.sql(f"select {', '.join(parts)} from values ('shop.d.orders'), ('orders') as given (topic)").collect()
    assert sorted(map(tuple, found), key=str) == [("orders", "orders", None, None), ("shop", "orders", "orders", "shop")]


def test_what_operations_mean(warehouse: Sandbox) -> None:
    """The first meaning that holds counts, in any case; others are unknown, none is none."""
    columns = compiled(
        warehouse,
        "operation_columns('word', {'snapshot': \"word = 'I' and is_load\", 'insert': ['I'], 'truncate': ['T'], 'ddl': ['D', 'E'],"
        " 'marker': ['M']})",
    )
    rows = "('I', true), ('i', false), ('t', null), ('E', false), ('M', false), ('X', false), (null, false)"
    found = warehouse.spark.sql(f"select {columns} from values {rows} as given (word, is_load)").collect()
    assert list(map(tuple, found)) == [
        ("row_change", "snapshot"), ("row_change", "insert"), ("truncate", "truncate"), ("ddl", None), ("marker", None),
        ("marker", "unknown"), ("marker", None),
    ]  # fmt: skip


def test_a_meaning_that_is_none(warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """Is named, with those that are."""
    with pytest.raises(DbtFailed):
        compiled(warehouse, "operation_columns('word', {'inserted': ['I']})")
    assert "operation_columns: 'inserted' is not one of insert, update, " in capfd.readouterr().out


def test_fields_that_cannot_be_read(warehouse: Sandbox) -> None:
    """Are null and named; a sentinel is not given."""
    columns = compiled(
        warehouse,
        "checked_fields({'at': ['message.payload.ts', 'milliseconds'], 'number': ['message.`no`', 'whole number'],"
        " 'half': ['message.size', 'try_cast(message.size as int) div 2', 'size of it']})",
    )
    rows = "(('1000'), '7', '9'), ('soon', '1.5', '8'), ('0', null, 'big')"
    found = warehouse.spark.sql(
        f"select {columns} from (select struct(struct(ts) as payload, `no`, size) as message from values {rows} as given (ts, `no`, size))"
    ).collect()
    assert [(str(row.at), row.number and int(row.number), row.half, row.unusable) for row in found] == [
        (str(found[0].at), 7, 4, None), ("None", None, 4, "payload.ts, no"), ("None", None, None, "size of it"),
    ]  # fmt: skip
    assert found[0].at.timestamp() == 1


def test_the_first_problem(warehouse: Sandbox) -> None:
    """The first rule that holds, with its own words or those of the code."""
    problem = compiled(
        warehouse,
        "first_problem([('format_mismatch', 'n = 1'), ('missing_field', 'n < 3', \"concat('op is missing: ', n)\"),"
        " ('unknown_operation', 'n = 3'), ('invalid_field', 'unusable is not null')])",
    )
    rows = "(1, null), (2, 'x'), (3, 'x'), (4, 'x'), (5, null)"
    found = warehouse.spark.sql(f"select {problem} as problem from values {rows} as given (n, unusable)").collect()
    assert [row.problem and tuple(row.problem) for row in found] == [
        ("format_mismatch", None), ("missing_field", "op is missing: 2"),
        ("unknown_operation", "a row under an operation that the format does not document"), ("invalid_field", "not readable: x"), None,
    ]  # fmt: skip


DOCUMENTS = {
    '{"a":1}': ['{"a":1}'],
    '{"a":1}{"b":[{"c":1.10},{}]}': ['{"a":1}', '{"b":[{"c":"1.10"},{}]}'],
    ' {"a":"}{"}\n;\n{"b":"\\\\"} , {"c":"\\"}{"};\n': ['{"a":"}{"}', '{"b":"\\\\"}', '{"c":"\\"}{"}'],
    '[{"a":{}},\n{"b":null}]': ['{"a":{}}', '{"b":null}'],
    '[{"a":1},5,null]': ['{"a":1}', "5", '[{"a":1},5,null]'],
    "[]": ["[]"],
    # What is broken goes on as it is.
    '{"a":1}{"b"': ['{"a":1}{"b"'],
    '[{"a":1}]}': ['[{"a":1}]}'],
    '[{"a":1}],[{"b":1}]': ['[{"a":1}],[{"b":1}]'],
    "": [""],
}


def test_several_messages_of_a_record(warehouse: Sandbox) -> None:
    """One behind the other or in an array, whatever stands between them; their places count; what stands in a string is none."""
    query = compiled(warehouse, "json_documents('records')")
    texts = [*DOCUMENTS, None]
    warehouse.spark.createDataFrame(list(enumerate(texts)), "number int, message_text string").createOrReplaceTempView("records")
    found: dict[str | None, list[tuple[int, int, str | None]]] = {text: [] for text in texts}
    for row in warehouse.spark.sql(query).orderBy("number", "row_index").collect():
        found[texts[row.number]].append((row.row_index, row.rows_in_record, row.message_text))
    assert found.pop(None) == [(0, 1, None)]
    for text, rows in found.items():
        assert rows == [(place, len(DOCUMENTS[text]), message) for place, message in enumerate(DOCUMENTS[text])], text
