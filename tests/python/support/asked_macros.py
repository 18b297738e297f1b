"""Macros of the project that are asked for many values by one command."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rosetta_cdc.sandbox import Sandbox

MARK = "answer: "
# The names are those of the loop; `values` come from the command line.
ASKING = """
{{% macro asked(values) %}}
    {{%- for {names} in values -%}}{{%- do print('{mark}' ~ tojson({call})) -%}}{{%- endfor -%}}
{{% endmacro %}}
"""


def answers(warehouse: Sandbox, capfd: pytest.CaptureFixture[str], names: str, call: str, values: list[Any]) -> list[Any]:
    """Return what a call in Jinja returns for each of some values, or tuples of them, by their names in the call."""
    text = ASKING.format(names=names, call=call, mark=MARK)
    (warehouse.project / "macros" / "asked.sql").write_text(text, encoding="utf-8")
    capfd.readouterr()
    # JSON is YAML, even with words for numbers that are none.
    given = json.dumps({"values": values}).replace("NaN", ".nan")
    warehouse.dbt("run-operation", "asked", "--args", given)
    lines = capfd.readouterr().out.splitlines()
    return [json.loads(line.partition(MARK)[2]) for line in lines if MARK in line]
