"""The project's variables: a wrong one is named before anything runs."""

from __future__ import annotations

import json
import re

import pytest
import yaml
from asked_macros import answers

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import DbtFailed, Sandbox

# Every variable that the project declares, also those to come.
DECLARED = yaml.safe_load((PROJECT / "dbt_project.yml").read_text(encoding="utf-8"))["vars"]
HOURS = "it must be a whole number of hours above 0"
PAIRS = "it must be a list of two numbers or nulls for each check"
WRONG = [
    *((name, 1.5, "it must be ") for name in DECLARED),
    *(("cdc_run_lock_hours", value, HOURS) for value in (True, 0, "12")),
    *((name, "yes", "it must be true or false") for name in ("cdc_allow_full_refresh", "cdc_keep_events")),
    *(("cdc_thresholds", {**DECLARED["cdc_thresholds"], "copies": pair}, PAIRS) for pair in ([True, 5], [5], "no", [float("nan"), None])),
    ("cdc_formats", ["dtle"], "it must be a declaration for each format code"),
]


def test_wrong_values_are_named(warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """With the value, and what it must be; nothing is said of those that the project declares."""
    declared = [list(one) for one in DECLARED.items()]
    values = [*declared, *([name, value] for name, value, _ in WRONG)]
    said = answers(warehouse, capfd, "name, value", "rosetta_cdc.wrong_variable(name, value)", values)
    assert said[: len(declared)] == [""] * len(declared)
    wanted = [f"variable {name} is '{value}'; {what}" for name, value, what in WRONG]
    assert [text[: len(start)] for text, start in zip(said[len(declared) :], wanted, strict=True)] == wanted


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.thorough if number % 4 else ()) for number, name in enumerate(DECLARED)]
)
def test_a_command_stops_at_a_wrong_variable(warehouse: Sandbox, name: str) -> None:
    """It reads the project and gets no further, whichever macro takes the variable first."""
    with pytest.raises(DbtFailed, match=f"variable {name} is '1.5'; it must be "):
        warehouse.dbt("parse", "--vars", f"{{{name}: 1.5}}")


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("cdc_unmonitored_topics", "(", "a Java regular expression"),
        pytest.param(
            "cdc_thresholds",
            {"copies": [1, None]},
            "a list of two numbers or nulls for each check: capture_delay_minutes, ",
            marks=pytest.mark.thorough,
        ),
        pytest.param("cdc_thresholds", {**DECLARED["cdc_thresholds"], "silense_minutes": [1, None]}, "a list of", marks=pytest.mark.long),
    ],
)
def test_a_variable_that_a_run_finds_wrong(warehouse: Sandbox, name: str, value: object, what: str) -> None:
    """Before a model is built."""
    with pytest.raises(DbtFailed, match=re.escape(f"variable {name} is '{value}'; it must be {what}")):
        warehouse.dbt("run", "--select", "cdc_pipeline_alerts", "--vars", json.dumps({name: value}))
