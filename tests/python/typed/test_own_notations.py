"""Notations that this project does not know: decoded by macros of the root project, in typed tables like those that it knows."""

from __future__ import annotations

import json

import pytest
from test_formats import declare
from test_macros import compiled

from rosetta_cdc.sandbox import DbtFailed, Sandbox

# Digits with the sign behind them, and bytes as 0x...: neither is known here.
DECODERS = """
{% macro decode_signed_behind(text) -%}
    case when {{ text }} rlike '^[0-9]+[+-]$' then regexp_replace({{ text }}, '(.*)([+-])', '$2$1') end
{%- endmacro %}
{% macro decode_prefixed_hex(text) -%}
    case when startswith({{ text }}, '0x') then try_to_binary(substring({{ text }}, 3), 'hex') end
{%- endmacro %}
"""
OF_OURS = {"model": None, "encodings": {"signed_behind": ["comp3"], "prefixed_hex": [["raw"]], "hex": ["bytes"]}}


def decoders(warehouse: Sandbox) -> None:
    """Give the sandbox's project the decoders, and a format that writes so."""
    (warehouse.project / "macros" / "decoders.sql").write_text(DECODERS, encoding="utf-8")
    declare(warehouse, {"mainframe": OF_OURS})


def test_values_of_own_notations(warehouse: Sandbox) -> None:
    """Are of any type; what their decoder cannot read is a cast error, and so is what it reads and the type cannot hold."""
    decoders(warehouse)
    cases = [
        ("12-", "mainframe:comp3", "int", "-12", None),
        ("012+", "mainframe:COMP3(5)", "decimal(5,2)", "12.00", None),
        ("12", "mainframe:comp3", "int", None, "unreadable"),
        ("12", "mainframe:int", "int", "12", None),
        ("12", "other:comp3", "int", "12", None),
        ("300-", "mainframe:comp3", "tinyint", None, "out_of_range"),
        ("", "mainframe:comp3", "int", None, "empty"),
        ("12-", "other:signed_behind", "bigint", "-12", None),
        ("20260102-", "mainframe:comp3", "string", "-20260102", None),
        ("0xE8AEA2", "mainframe:raw", "string", "订", None),
        ("0xFF", "mainframe:raw", "string", None, "unreadable"),
        ("0xFF", "mainframe:raw", "binary", "FF", None),
        ("FF", "mainframe:raw", "binary", None, "unreadable"),
        ("FF", "mainframe:bytes", "binary", "FF", None),
        ("0x323032362D30312D3032", "mainframe:raw", "date", "2026-01-02", None),
        ("0x74727565", "mainframe:raw", "boolean", "true", None),
        (None, "mainframe:raw", "string", None, None),
    ]
    types = sorted({case[2] for case in cases})
    calls = [f"{macro}('text', 'encoding', '{name}')" for name in types for macro in ("typed_value", "cast_error")]
    rendered = iter(compiled(warehouse, " }} ;; {{ ".join(calls)).split(" ;; "))
    for name in types:
        of_type = [case for case in cases if case[2] == name]
        value, error = next(rendered), next(rendered)
        shown = "hex(value)" if name == "binary" else "cast(value as string)"
        given = warehouse.spark.createDataFrame([case[:2] for case in of_type], "text string, encoding string")
        failed = f"case when text is not null and value is null then {error} end"
        found = given.selectExpr("*", f"{value} as value").selectExpr("text", shown, failed)
        meant = [(text, value, error) for text, _, _, value, error in of_type]
        assert sorted(map(tuple, found.collect()), key=str) == sorted(meant, key=str), name


@pytest.mark.parametrize("notation", ["packed", "signed_behind; drop"])
def test_a_notation_that_nobody_decodes(warehouse: Sandbox, notation: str) -> None:
    """Is named with its format, before anything is read."""
    declared = {"mainframe": {"model": None, "encodings": {notation: ["comp3"]}}}
    with pytest.raises(DbtFailed) as failure:
        warehouse.dbt("parse", "--vars", json.dumps({"cdc_own_formats": declared}))
    said = " ".join(str(failure.value).split())
    given = f"cdc_own_formats.mainframe.encodings is '{{'{notation}': ['comp3']}}'"
    assert f"{given}; it must be a dict of notation to list of declared types" in said
    assert "and any <name> for which rosetta_cdc has a macro decode_<name>" in said
