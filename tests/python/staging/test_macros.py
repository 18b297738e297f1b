"""Macros of values and keys by themselves, over values written by hand."""

from __future__ import annotations

import random

from rosetta_cdc.sandbox import Sandbox


def compiled(warehouse: Sandbox, call: str) -> str:
    """Return the SQL that a macro's call renders."""
    return warehouse.dbt("compile", "--inline", "{{ " + call + " }}").results[0].node.compiled_code


def test_what_is_quoted_where_values_are_text(warehouse: Sandbox) -> None:
    """Numbers that Spark would write anew, not the times and amounts that stand in strings."""
    condition = compiled(warehouse, "may_lose_digits('text')")
    meant = {
        '{"a":"2024-05-06 17:26:29.12","b":"1.10","c":[-109,7],"d":100000,"e":-5}': False,
        '{"a":2.5,"b":[0.001,-2.0, 0],"c":"1, 2 of 3"}': False,
        '{"a":{"b" : 1.00}}': True,
        '{"a":1e5}': True,
        '{"a":[7, -2.50]}': True,
        '{"a":[2.5,1234567.5]}': True,
        '{"a":0.0001}': True,
        '{"a":-0}': True,
        '{"a":' + "9" * 1001 + "}": True,
    }
    rows = ", ".join(f"('{text}')" for text in meant)
    found = warehouse.spark.sql(f"select text, {condition} from values {rows} as given (text)").collect()
    assert dict(map(tuple, found)) == meant


def test_numbers_that_are_quoted(warehouse: Sandbox) -> None:
    """Those that Spark writes anew; what stands in a string stays, and what follows a number that is none."""
    meant = {
        '{"a":1,"b":-2.50,"c":"1, 2.50","d":[]}': '{"a":1,"b":"-2.50","c":"1, 2.50","d":[]}',
        '{"a":2.5,"b": 1.10 ,"c":{"d":-7,"e":0.10}}': '{"a":2.5,"b": "1.10" ,"c":{"d":-7,"e":"0.10"}}',
        '{"a":[1,-2, 30 ,0],"b":[[1],[2.5,-0.001,100000.25]]}': '{"a":[1,-2, 30 ,0],"b":[[1],[2.5,-0.001,100000.25]]}',
        '{"a":[2.50,1e2,-0,1.0,0.0,-0.0]}': '{"a":["2.50","1e2","-0",1.0,0.0,-0.0]}',
        '{"a":[0.0001,1234567.5,0.1234567891]}': '{"a":["0.0001","1234567.5","0.1234567891"]}',
        '{"a":[01,1-1,1.,"1"],"b":1.10}': '{"a":[01,1-1,1.,"1"],"b":1.10}',
        '{"a":["x",1,{"b":2,"c":[3,"4\\\\",5.0]}]}': '{"a":["x",1,{"b":2,"c":[3,"4\\\\",5.0]}]}',
        "[" + "1," * 50_000 + "9" * 1001 + "]": "[" + "1," * 50_000 + '"' + "9" * 1001 + '"]',
    }
    quoted = compiled(warehouse, "quote_numbers('text')")
    given = warehouse.spark.createDataFrame([(text,) for text in meant], "text string")
    found = {text: quoted_text for text, quoted_text in given.selectExpr("text", quoted).collect()}
    assert {text[:60]: quoted_text for text, quoted_text in found.items() if quoted_text != meant[text]} == {}
    arrays = [text for text in meant.values() if text.startswith('{"a":[') and "01" not in text and "[[" not in text]
    given = warehouse.spark.createDataFrame([(text,) for text in arrays], "text string")
    written = given.selectExpr("text", "from_json(text, 'a string').a").collect()
    assert [text for text, array in written if f'"a":{array}' not in text.replace(" ", "")] == []


def test_numbers_of_all_kinds_keep_their_digits(warehouse: Sandbox) -> None:
    """Random numbers, as values and below them, come out of Spark's parser as they went in; none that has to be quoted is missed."""
    chance = random.Random(26)

    def numeral() -> str:
        whole = chance.choice(["0", str(chance.randrange(1, 10 ** chance.randrange(1, 25)))])
        fraction = chance.choice(["", "", "." + "".join(chance.choices("0000123456789", k=chance.randrange(1, 20)))])
        exponent = chance.choice([""] * 8 + [f"{chance.choice('eE')}{chance.choice(['', '+', '-'])}{chance.randrange(400)}"])
        return chance.choice(["", "-"]) + whole + fraction + exponent

    numerals = [numeral() for _ in range(6000)]
    given = warehouse.spark.createDataFrame(
        [(n, f'{{"a":{n},"b":[{n}, {n}],"c":{{"d":{n}}}}}') for n in numerals], "numeral string, text string"
    )
    exact, losing, quoted = (compiled(warehouse, f"{name}('text')") for name in ("exact_text", "may_lose_digits", "quote_numbers"))
    rows = given.selectExpr(
        "numeral", "text", f"from_json({exact}, 'map<string, string>') as read", losing, f"{quoted} as quoted"
    ).collect()
    missed = [row.numeral for row in rows if row.quoted != row.text and not row[3]]
    inner = [(row.numeral, row.read["b"], row.read["c"]) for row in rows]
    assert missed == []
    assert [row.numeral for row in rows if row.read["a"] != row.numeral] == []
    assert [n for n, array, below in inner if array.replace('"', "") != f"[{n},{n}]" or below.replace('"', "") != f"{{d:{n}}}"] == []


def test_rows_laid_over_rows(warehouse: Sandbox) -> None:
    """Null values win, absent names do not, the order of the lower row stays, and a name that stands twice still does."""
    meant = {
        ('{"id":"1","n":"x","m":null}', '{"n":null}'): '{"id":"1","n":null,"m":null}',
        ('{"id":"1","n":"x"}', '{"n":"y","id":"2"}'): '{"id":"2","n":"y"}',
        ('{"id":"1","n":"x"}', '{"z":null,"n":"y"}'): '{"id":"1","z":null,"n":"y"}',
        ('{"id":"1"}', "{}"): '{"id":"1"}',
        ('{"id":"1"}', None): '{"id":"1"}',
        (None, '{"id":"1"}'): '{"id":"1"}',
        ('{"id":"1","n":"x"}', '{"n":"y","n":"z"}'): '{"n":"y","n":"z"}',
        ('{"n":"x","n":"y"}', '{"z":"1"}'): '{"n":"x","n":"y"}',
    }
    overlay = compiled(warehouse, "overlay('lower_row', 'upper_row')")
    given = warehouse.spark.createDataFrame([*meant], "lower_text string, upper_text string")
    rows = given.selectExpr(
        "*", "from_json(lower_text, 'map<string, string>') as lower_row", "from_json(upper_text, 'map<string, string>') as upper_row"
    )
    found = rows.selectExpr("lower_text", "upper_text", f"to_json({overlay}, map('ignoreNullFields', 'false')) as laid").collect()
    assert {(lower, upper): laid for lower, upper, laid in found} == meant


def test_row_keys(warehouse: Sandbox) -> None:
    """One column or several, whole numbers, numerals of a number's type and of a text, NULL, and the characters that part keys."""
    meant = [
        ({"id": "5"}, {}, "id=5"),
        ({"id": "-7"}, {"id": "varchar"}, "id=-7"),
        ({"a=b&c\\": "1"}, {}, "a\\=b\\&c\\\\=1"),
        ({"id": "x=&\\"}, {}, "id=x\\=\\&\\\\"),
        ({"id": "01"}, {"id": "int"}, "id=1"),
        ({"id": "01"}, {"id": "varchar(2)"}, "id=01"),
        ({"id": "1.50"}, {"id": "DECIMAL(5,2)"}, "id=1.5"),
        ({"id": "-0"}, {"id": "bigint"}, "id=0"),
        ({"id": None}, {}, r"id=\N"),
        ({"id": ""}, {}, "id="),
        ({"z": "1", "a": "2.0"}, {"a": "decimal"}, "a=2&z=1"),
        ({"z": None, "a": "b&c"}, {}, r"a=b\&c&z=\N"),
    ]
    row_key = compiled(warehouse, "row_key('key', 'types')")
    given = warehouse.spark.createDataFrame(meant, "key map<string, string>, types map<string, string>, meant string")
    wrong = given.selectExpr("*", f"{row_key} as found").where("not found <=> meant").collect()
    assert not wrong
