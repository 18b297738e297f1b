"""Values of every vendor's types as columns, against values written by hand; under three session zones, with ANSI mode and without."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from test_macros import compiled

from rosetta_cdc.sandbox import DbtFailed, Sandbox

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "type_values"
SESSIONS = [
    ("America/St_Johns", "true"),
    ("Asia/Shanghai", "false"),
    *(pytest.param("UTC", ansi, marks=pytest.mark.long) for ansi in ("true", "false")),
]
# How a typed value becomes a text that can be compared, whatever the session.
SHOWN = {
    "timestamp": "concat(replace(cast(timestampadd(microsecond, unix_micros({0}), timestamp_ntz'1970-01-01') as string), ' ', 'T'), 'Z')",
    "timestamp_ntz": "replace(cast({0} as string), ' ', 'T')",
    "binary": "lower(hex({0}))",
}


class Value(NamedTuple):
    """A text as it is sent, and the typed value or the error that it becomes."""

    encoding: str
    text: str
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
    return text


def given() -> dict[tuple[str, str | None], list[Value]]:
    """Return the values of all fixtures, by type and zone of the source."""
    values = defaultdict(list)
    for path in sorted(FIXTURES.glob("*.yml")):
        for case in yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader):
            group = values[case["type"], case.get("zone")]
            group += [Value(case["encoding"], text, shown(case["type"], meant), None) for text, meant in case.get("values", {}).items()]
            group += [Value(case["encoding"], text, None, error) for text, error in case.get("errors", {}).items()]
    return values


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


@pytest.mark.parametrize(("zone", "ansi"), SESSIONS)
def test_values(queries: dict[tuple[str, str | None], str], _warehouse: Sandbox, zone: str, ansi: str) -> None:
    """Lowest, highest, zero, negative, empty and broken values of every type."""
    spark = _warehouse.spark
    before = {name: spark.conf.get(name) for name in ("spark.sql.session.timeZone", "spark.sql.ansi.enabled")}
    wrong = []
    try:
        for name, setting in zip(before, (zone, ansi), strict=True):
            spark.conf.set(name, setting)
        for (type_name, source_zone), values in given().items():
            rows = [(value.encoding, value.text) for value in [*values, Value(values[0].encoding, None, None, None)]]
            spark.createDataFrame(rows, "encoding string, text string").createOrReplaceTempView("given")
            text = SHOWN.get(type_name, "cast({0} as string)").format("typed")
            query = queries[type_name, source_zone]
            found = {
                (row.encoding, row.text): row
                for row in spark.sql(
                    f"select encoding, text, {text} as shown, case when typed is null then error end as error from ({query})"
                ).collect()
            }
            for value in [*values, Value(values[0].encoding, None, None, found[values[0].encoding, None].error)]:
                row = found[value.encoding, value.text]
                seen = repr(float(row.shown)) if type_name in ("double", "float") and row.shown is not None else row.shown
                if (seen, row.error) != (value.shown, value.error):
                    wrong.append(f"{value.encoding} as {type_name} {value.text!r}: {seen!r} {row.error}, not {value.shown!r} {value.error}")
    finally:
        for name, setting in before.items():
            spark.conf.set(name, setting)
    assert not wrong, "\n".join(wrong)


def test_a_type_that_is_none(warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """Is named, with those that are."""
    for name in ("integer", "decimal(39,2)", "decimal(3,4)", "varchar(5)"):
        with pytest.raises(DbtFailed):
            compiled(warehouse, f"typed_value('a', 'b', {json.dumps(name)})")
        assert f"'{name}' is none of tinyint, " in capfd.readouterr().out
