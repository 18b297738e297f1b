"""The project's variables: a wrong one is named before anything runs."""

from __future__ import annotations

import json
import re

import pytest
import yaml

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import DbtFailed, Sandbox

# Every variable that the project declares, also those to come.
DECLARED = yaml.safe_load((PROJECT / "dbt_project.yml").read_text(encoding="utf-8"))["vars"]
WRONG = [
    *((name, 1.5, "") for name in DECLARED),
    ("cdc_run_lock_hours", True, "it must be a whole number of hours above 0"),
]
# Each costs a parse of the project.
WRONG_TOO = [
    ("cdc_allow_full_refresh", "yes", "it must be true or false"),
    *(
        ("cdc_thresholds", {**DECLARED["cdc_thresholds"], "copies": pair}, "it must be a list of two numbers or nulls for each check")
        for pair in ([True, 5], [5], [float("nan"), None])
    ),
    *(("cdc_run_lock_hours", value, "it must be a whole number of hours above 0") for value in (0, "12")),
    ("cdc_formats", ["dtle"], "it must be a declaration for each format code"),
]


@pytest.mark.parametrize(("name", "value", "what"), [*WRONG, *(pytest.param(*one, marks=pytest.mark.long) for one in WRONG_TOO)])
def test_a_wrong_variable_is_named(warehouse: Sandbox, name: str, value: object, what: str) -> None:
    """With its value; the command reads the project and gets no further."""
    with pytest.raises(DbtFailed) as failure:
        # YAML, not JSON, has a word for what is no number.
        warehouse.dbt("parse", "--vars", yaml.safe_dump({name: value}, sort_keys=False))
    assert f"variable {name} is '{value}'; {what}" in str(failure.value)


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("cdc_unmonitored_topics", "(", "a Java regular expression"),
        ("cdc_thresholds", {"copies": [1, None]}, "a list of two numbers or nulls for each check: capture_delay_minutes, "),
        pytest.param("cdc_thresholds", {**DECLARED["cdc_thresholds"], "silense_minutes": [1, None]}, "a list of", marks=pytest.mark.long),
    ],
)
def test_a_variable_that_a_run_finds_wrong(warehouse: Sandbox, name: str, value: object, what: str) -> None:
    """Before a model is built."""
    with pytest.raises(DbtFailed, match=re.escape(f"variable {name} is '{value}'; it must be {what}")):
        warehouse.dbt("run", "--select", "cdc_pipeline_alerts", "--vars", json.dumps({name: value}))
