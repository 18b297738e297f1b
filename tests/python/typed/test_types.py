"""Values of every vendor's types as columns, against values written by hand; under three session zones, with ANSI mode and without."""

from __future__ import annotations

import base64
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from decimal import Context, Decimal
from itertools import chain
from typing import Any, NamedTuple

import pytest
import yaml
from pyspark.sql import Row, SparkSession
from test_macros import compiled

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import DbtFailed, Sandbox

FIXTURES = PROJECT / "tests" / "fixtures"
SESSIONS = [("America/St_Johns", "true"), ("Asia/Shanghai", "false"), ("UTC", "true")]
ERRORS = {"empty", "zero_date", "zone_unknown", "too_precise", "out_of_range", "unreadable"}
# Groups of values; what a type's values must have at least, by the column's type.
GROUPS = ("lowest", "highest", "zero", "negative", "empty", "broken", "values", "errors")
REQUIRED = {
    "string": {"empty", "values"},
    "binary": {"lowest", "highest", "empty", "broken"},
    "boolean": {"lowest", "highest", "empty", "broken"},
    "date": {"lowest", "highest", "zero", "empty", "broken"},
    "timestamp": {"lowest", "highest", "zero", "empty", "broken"},
    "timestamp_ntz": {"lowest", "highest", "zero", "empty", "broken"},
}
NUMERIC = {"lowest", "highest", "zero", "negative", "empty", "broken"}
NEVER_NEGATIVE = re.compile("unsigned|serial|bit|year")
FORMS_OF_DEBEZIUM = ("debezium_avro", "debezium_cloudevents", "debezium_flat", "debezium_flat_avro")
# Bytes whose notation no document tells: any value is an error.
UNKNOWN_BYTES = re.compile("dts_canal.*(blob|binary)|(?!canal:).*:geometry")
# How a typed value becomes a text that can be compared, whatever the session.
SHOWN = {
    "timestamp": "concat(replace(cast(timestampadd(microsecond, unix_micros({0}), timestamp_ntz'1970-01-01') as string), ' ', 'T'), 'Z')",
    "timestamp_ntz": "replace(cast({0} as string), ' ', 'T')",
    "binary": "lower(hex({0}))",
}
# Those of arrays, as Spark writes arrays.
SHOWN |= {f"array<{name}>": f"cast(transform({{0}}, e -> {SHOWN[name].format('e')}) as string)" for name in ("timestamp", "binary")}


class Value(NamedTuple):
    """A text as it is sent, and the typed value or the error that it becomes."""

    encoding: str
    text: str | None
    shown: str | None
    error: str | None


def shown(type_name: str, value: Any) -> str:
    """Return an expected value as `SHOWN` gives it."""
    text = str(value)
    if type_name.startswith("timestamp"):
        # Spark prints no zeros at the end of a fraction.
        whole, point, fraction = text.removesuffix("Z").partition(".")
        text = whole + (point + fraction).rstrip("0").rstrip(".") + ("Z" if text.endswith("Z") else "")
    if type_name in ("double", "float"):
        return repr(float(text))
    return str(Decimal(text)) if type_name.startswith("decimal") else text


def cases() -> list[dict[str, Any]]:
    """Return what the files have, an entry for each type that is declared and type of a column."""
    files = sorted((FIXTURES / "type_values").glob("*.yml"))
    found = [case for file in files for case in yaml.load(file.read_text(encoding="utf-8"), yaml.BaseLoader)]
    # Debezium's forms declare the same types.
    for case in found:
        of_debezium = [encoding.removeprefix("debezium:") for encoding in case["encodings"] if encoding.startswith("debezium:")]
        case["encodings"] += [f"{form}:{declared}" for form in FORMS_OF_DEBEZIUM for declared in of_debezium]
    return found


def given() -> dict[tuple[str, str | None], list[Value]]:
    """Return the values of all fixtures, and a NULL of each encoding, by type and zone of the source."""
    values = defaultdict(list)
    for case in cases():
        assert set(case) <= {"encodings", "type", "zone", *GROUPS}, case
        group = values[case["type"], case.get("zone")]
        for encoding in case["encodings"]:
            group.append(Value(encoding, None, None, None))
            for text, meant in (pair for name in GROUPS for pair in case.get(name, {}).items()):
                is_error = meant in ERRORS
                group.append(Value(encoding, text, None if is_error else shown(case["type"], meant), meant if is_error else None))
    return values


def declared_type(encoding: str) -> str:
    """Return `format:type` without length, members and parameters, in lower case."""
    return re.sub(" (zerofill|signed)", "", re.sub(" *[(].*?[)]", "", encoding.lower()))


def test_every_type_has_values() -> None:
    """Every type that a vendor's document lists: lowest, highest, zero, negative, empty and broken ones, as far as it has such."""
    had = defaultdict(list)
    for case in cases():
        for encoding in case["encodings"]:
            had[declared_type(encoding)].append((case["type"], {group for group in GROUPS if case.get(group)}))
    missing = []
    for vendor, types in yaml.safe_load((FIXTURES / "declared_types.yml").read_text(encoding="utf-8")).items():
        for declared in chain.from_iterable([each] if isinstance(each, str) else each for each in types):
            encoding = f"{vendor}:{declared}".lower()
            without = {"lowest", "highest"} if UNKNOWN_BYTES.match(encoding) else {"negative"} if NEVER_NEGATIVE.search(declared) else set()
            if not any(REQUIRED.get(type_name, NUMERIC) - without <= groups for type_name, groups in had[encoding]):
                missing.append(encoding)
    assert missing == []


@pytest.fixture(scope="module")
def queries(_warehouse: Sandbox) -> Iterator[dict[tuple[str, str | None], str]]:
    """Give a query for each type and zone, compiled once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROSETTA_HOME", str(_warehouse.home))
        _warehouse.reset()
        calls = [
            f"""select {{{{ typed_value('text', 'encoding', '{type_name}', {zone!r}) }}}} as typed,
            {{{{ cast_error('text', 'encoding', '{type_name}', {zone!r}) }}}} as error, encoding, text from given"""
            for type_name, zone in given()
        ]
        code = _warehouse.dbt("compile", "--inline", "\n;;\n".join(calls)).results[0].node.compiled_code
        yield dict(zip(given(), code.split(";;"), strict=True))


@contextmanager
def session(spark: SparkSession, zone: str, ansi: str) -> Iterator[None]:
    """Let statements run under a session's zone and ANSI mode."""
    settings = {"spark.sql.session.timeZone": zone, "spark.sql.ansi.enabled": ansi}
    before = {name: spark.conf.get(name) for name in settings}
    for name, setting in settings.items():
        spark.conf.set(name, setting)
    try:
        yield
    finally:
        for name, setting in before.items():
            spark.conf.set(name, setting)


def decoded(spark: SparkSession, query: str, type_name: str, rows: list[tuple[str, str | None]]) -> list[Row]:
    """Return texts of some encodings as a query decodes them: encoding, text, shown and error."""
    spark.createDataFrame(rows, "encoding string, text string").createOrReplaceTempView("given")
    text = SHOWN.get(type_name, "cast({0} as string)").format("typed")
    return spark.sql(
        f"""select encoding, text, {text} as shown, case when text is not null and typed is null then error end as error
        from ({query})"""
    ).collect()


@pytest.mark.parametrize(("zone", "ansi"), [SESSIONS[0], *(pytest.param(*one, marks=pytest.mark.thorough) for one in SESSIONS[1:])])
def test_values(queries: dict[tuple[str, str | None], str], _warehouse: Sandbox, zone: str, ansi: str) -> None:
    """Lowest, highest, zero, negative, NULL, empty and broken values of every type, whatever the session's zone and ANSI mode."""
    wrong = []
    with session(_warehouse.spark, zone, ansi):
        for (type_name, source_zone), values in given().items():
            rows = [(value.encoding, value.text) for value in values]
            query = queries[type_name, source_zone]
            found = {(row.encoding, row.text): row for row in decoded(_warehouse.spark, query, type_name, rows)}
            for value in values:
                row = found[value.encoding, value.text]
                seen = row.shown if row.shown is None or type_name.startswith("timestamp") else shown(type_name, row.shown)
                if (seen, row.error) != (value.shown, value.error):
                    wrong.append(f"{value.encoding} as {type_name} {value.text!r}: {seen!r} {row.error}, not {value.shown!r} {value.error}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
def test_damaged_values(queries: dict[tuple[str, str | None], str], _warehouse: Sandbox) -> None:
    """Damaged texts under any encoding stop no statement, and become the same whatever the session; what is null has a reason."""
    rng = random.Random(6)
    texts = sorted({value.text for values in given().values() for value in values if value.text})
    encodings = sorted({value.encoding for values in given().values() for value in values})
    strange = "0123456789-+.:eET ZxAf=/[],{}\"'\\\n\0\u00e9\u0663\U0001f600"

    def damaged(text: str) -> str:
        for _ in range(rng.randint(0, 3)):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(["", rng.choice(strange), text[:at], rng.choice(texts)]) + text[at + rng.randint(0, 2) :]
        return text[:400]

    # One query for each kind of type, with the source's zone where there is one.
    kinds = {type_name.partition("(")[0]: (type_name, zone) for type_name, zone in sorted(queries, key=str)}
    for type_name, zone in kinds.values():
        rows = [(rng.choice(encodings), damaged(rng.choice(texts))) for _ in range(400)]
        found = []
        for session_zone, ansi in SESSIONS[:2]:
            with session(_warehouse.spark, session_zone, ansi):
                of_session = decoded(_warehouse.spark, queries[type_name, zone], type_name, rows)
            # Spark shows a decimal of 0 in two ways.
            found.append([(row.encoding, row.text, row.shown and shown(type_name, row.shown), row.error) for row in of_session])
        differing = [pair for pair in zip(*found, strict=True) if repr(pair[0]) != repr(pair[1])]
        assert not differing, (type_name, zone, differing[:5])
        assert [row for row in found[0] if row[2] is None and row[3] not in ERRORS] == [], (type_name, zone)


def test_random_decimals_and_times(queries: dict[tuple[str, str | None], str], _warehouse: Sandbox) -> None:
    """Numbers of any length and scale, spans and instants, encoded as the document says, become what they were."""
    rng = random.Random(7)
    meant: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    first = datetime(1970, 1, 1)
    for _ in range(300):
        number = rng.randint(-(10 ** rng.randint(1, 70)), 10 ** rng.randint(1, 70))
        scale = rng.randint(-5, 40)
        sent = base64.b64encode(number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)).decode()
        exact = format(Decimal(number).scaleb(-scale, Context(prec=200)), "f")
        exact = (exact.rstrip("0").rstrip(".") if "." in exact else exact) if number else "0"
        meant["string"].append((f"dtle:org.apache.kafka.connect.data.Decimal(scale={scale})", sent, exact))
        meant["string"].append(("dtle:io.debezium.data.VariableScaleDecimal", json.dumps({"scale": scale, "value": sent}), exact))
        raw = rng.randbytes(rng.randint(0, 20))
        meant["binary"].append(("drs_json:blob", str([byte - 256 if byte > 127 else byte for byte in raw]), raw.hex()))
        meant["binary"].append(("dataworks_v1:BYTES", base64.b64encode(raw).decode(), raw.hex()))
        meant["binary"].append(("canal:blob", raw.decode("latin-1"), raw.hex()))
        micros = rng.randint(-62_135_596_800_000_000, 253_402_300_799_999_999)
        instant = (first + timedelta(microseconds=micros)).isoformat() + "Z"
        meant["timestamp"].append(("dtle:io.debezium.time.MicroTimestamp", str(micros), shown("timestamp", instant)))
        seconds = f"{'-' * (micros < 0)}{abs(micros) // 1_000_000}.{abs(micros) % 1_000_000:06}"
        meant["timestamp"].append(("drs_json:timestamp", seconds, shown("timestamp", instant)))
        span = rng.randint(-3_020_399_999_999, 3_020_399_999_999)
        minutes, rest = divmod(abs(span), 60_000_000)
        clock = f"{'-' * (span < 0)}{minutes // 60:02}:{minutes % 60:02}:{rest // 1_000_000:02}.{rest % 1_000_000:06}"
        meant["time"].append(("dtle:io.debezium.time.MicroTime", str(span), clock.rstrip("0").rstrip(".")))
        meant["interval_microseconds"].append(("drs_json:time", clock, str(span)))
    for type_name, values in meant.items():
        found = decoded(_warehouse.spark, queries[type_name, None], type_name, [value[:2] for value in values])
        wrong = [(tuple(row), value[2]) for row, value in zip(found, values, strict=True) if row.shown != value[2]]
        assert not wrong, wrong[:5]


def test_suggested_types_are_those_with_values(warehouse: Sandbox) -> None:
    """What `generate_cdc_tables` makes of a declared type, where values tell no more, is a type that has values by hand."""

    def kind(type_name: str) -> str:
        return "int" if type_name in ("tinyint", "smallint", "int", "bigint") else type_name.partition("(")[0]

    had = defaultdict(set)
    for case in cases():
        for encoding in case["encodings"]:
            had[declared_type(encoding)].add(kind(case["type"]))
    declared = [encoding for case in cases() for encoding in case["encodings"] if not encoding.endswith((":", ":base64", ":hex"))]
    counts = "'base64_values': 0, 'value_count': 0"
    calls = [f"{{{{ suggested_type({{'encodings': [{json.dumps(encoding)}], {counts}}}, true).type }}}}" for encoding in declared]
    types = warehouse.dbt("compile", "--inline", "select 1\n" + "\n".join(calls)).results[0].node.compiled_code.split("\n")[1:]
    suggested = zip(declared, types, strict=True)
    wrong = [f"{encoding} as {found}" for encoding, found in suggested if kind(found) not in had[declared_type(encoding)]]
    assert not wrong, "\n".join(wrong)


# What column.propagate.source.type adds; events that were read by an earlier commit have it too.
OF_SOURCE = (
    "__debezium.source.column.type={},__debezium.source.column.length={},__debezium.source.column.scale={},__debezium.source.column.name=x"
)
CONNECT_DECIMAL = "debezium:org.apache.kafka.connect.data.Decimal"
SCALED = "debezium:io.debezium.data.VariableScaleDecimal"
NANOS, ZONED = "debezium:io.debezium.time.NanoTimestamp", "debezium:io.debezium.time.ZonedTimestamp"
# A declared type, what is known of the values (see `observed_columns`), and the type of the column.
SUGGESTED: list[tuple[str, dict[str, int], str]] = [
    # Parameters of the source's column change nothing.
    (f"{SCALED}({OF_SOURCE.format('NUMERIC', 0, 0)})", {"whole_digits": 3, "fraction_digits": 12}, "decimal(38,12)"),
    (f"{SCALED}({OF_SOURCE.format('FLOAT', 10, 126)})", {"whole_digits": 1, "fraction_digits": 3}, "decimal(38,3)"),
    (f"{CONNECT_DECIMAL}({OF_SOURCE.format('MONEY', 2147483647, 0)},scale=2)", {}, "decimal(38,2)"),
    (f"{CONNECT_DECIMAL}(scale=18,connect.decimal.precision=36,{OF_SOURCE.format('NUMERIC', 9, 3)})", {}, "decimal(36,18)"),
    (f"debezium:int32({OF_SOURCE.format('INT UNSIGNED', 10, 0)})", {}, "int"),
    (f"debezium:io.debezium.data.Bits({OF_SOURCE.format('BIT', 1, 0)},length=8)", {}, "bigint"),
    # A type that does not exist, or that says nothing, is left to the values; text has what no decimal holds.
    (SCALED, {"whole_digits": 30, "fraction_digits": 9}, "string"),
    (f"{CONNECT_DECIMAL}(scale=2,connect.decimal.precision=0)", {}, "decimal(38,2)"),
    (f"{CONNECT_DECIMAL}(scale=2)", {"whole_digits": 37}, "string"),
    (f"{CONNECT_DECIMAL}(scale=-3,connect.decimal.precision=5)", {}, "decimal(8,0)"),
    ("canal:decimal(0,0)", {"whole_digits": 2, "fraction_digits": 2}, "decimal(38,2)"),
    ("canal:decimal(65,30)", {}, "string"),
    ("drs_json:NUMBER(0,-127)", {"whole_digits": 2, "fraction_digits": 3}, "decimal(38,3)"),
    ("drs_json:NUMBER(5,-2)", {}, "decimal(7,0)"),
    ("drs_json:NUMBER(2,5)", {}, "decimal(5,5)"),
    ("drs_json:NUMBER(38)", {}, "decimal(38,0)"),
    # A byte of Connect, eight bytes of SQL; a boolean of MySQL is a number.
    ("debezium:int8", {}, "tinyint"),
    ("drs_json:int8", {}, "bigint"),
    ("canal:boolean", {}, "tinyint"),
    ("drs_json:boolean", {"value_count": 2}, "boolean"),
    ("drs_json:boolean", {"value_count": 2, "other_numbers": 1}, "tinyint"),
    ("dataworks_v1:BOOLEAN", {"value_count": 2, "other_numbers": 1, "integer_width": 1}, "smallint"),
    # Times with more digits than microseconds are text.
    (NANOS, {"value_count": 3}, "timestamp_ntz"),
    (NANOS, {"value_count": 3, "precise_times": 1}, "string"),
    (NANOS, {}, "string"),
    (ZONED, {}, "timestamp"),
    (ZONED, {"value_count": 3, "precise_times": 1}, "string"),
    ("drs_json:datetime2", {"value_count": 3, "precise_times": 1}, "string"),
    ("drs_json:datetime2", {"value_count": 3}, "timestamp_ntz"),
    ("drs_json:timestamp(9)", {}, "string"),
    ("drs_json:timestamp(6)", {}, "timestamp"),
    ("ogg:", {"value_count": 3, "dates": 3, "times_of_day": 3, "precise_times": 1}, "string"),
    ("debezium:io.debezium.time.NanoDuration", {"value_count": 1, "precise_times": 1}, "string"),
    (f"debezium:array<{NANOS.partition(':')[2]}>", {"value_count": 3}, "array<string>"),
]  # fmt: skip
WIDER = {
    ("boolean", "tinyint"): "tinyint", ("decimal(38,2)", "boolean"): "decimal(38,2)", ("boolean", "string"): "string",
    ("timestamp_ntz", "string"): "string", ("decimal(5,5)", "int"): "decimal(24,5)", ("float", "double"): "double",
}  # fmt: skip


def test_types_that_hold_the_values(warehouse: Sandbox) -> None:
    """What is proposed exists, and loses nothing of the values that were seen."""
    calls = [
        f"{{{{ suggested_type({json.dumps({'encodings': [encoding], 'base64_values': 0, 'value_count': 0} | known)}, true).type }}}}"
        for encoding, known, _ in SUGGESTED
    ] + [f"{{{{ rosetta_cdc._wider_type('{one}', '{other}') }}}}" for one, other in WIDER]
    found = warehouse.dbt("compile", "--inline", "select 1\n" + "\n".join(calls)).results[0].node.compiled_code.split("\n")[1:]
    expected = [*SUGGESTED, *((*pair, wider) for pair, wider in WIDER.items())]
    wrong = [f"{case[0]} {case[1]}: {seen}, not {case[2]}" for case, seen in zip(expected, found, strict=True) if seen != case[2]]
    assert not wrong, "\n".join(wrong)


def test_a_type_that_is_none(warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """Is named, with those that are."""
    for name in ("integer", "decimal(39,2)", "decimal(3,4)", "varchar(5)", "array<varchar(5)>", "array<array<int>>"):
        with pytest.raises(DbtFailed):
            compiled(warehouse, f"typed_value('a', 'b', {json.dumps(name)})")
        named = name.removeprefix("array<").removesuffix(">") if "varchar" in name else name
        assert f"'{named}' is not one of tinyint, " in capfd.readouterr().out
