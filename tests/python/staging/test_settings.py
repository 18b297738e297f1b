"""The table of the tools' settings: the project's own is right, and a fault in it is found."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rosetta_cdc.checks.settings import CASES, REPORTS, TABLE, read_rows, settings_problems, write_pages
from rosetta_cdc.checks.settings_pages import pages
from rosetta_cdc.paths import PROJECT

ROW = "Maxwell,Maxwell 1.45.0,formatting,output_nulls,false,NULLs are absent.,maxwell,{answer},{test},{note}\n"
GOOD = {"answer": "read with option absent_is_null=true", "test": "test_maxwell.py::test_messages_of_the_documentation", "note": ""}
AGAIN = "{name: maxwell_again, format: maxwell, doubts: [1 copy, 2 invalid_json]}"
OTHER = "{name: canal_again, format: canal}"
REPORTED = {"maxwell-right": {}, "maxwell-shown": {"shown": ["cdc_unapplied_events no_key"]}, "maxwell-open": {"open": "it is not read"}}
HEADER = "tool,reference,part,setting,values,effect,formats,answer,test,note\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give what the check reads of the project, with a table of one row."""
    shutil.copy(PROJECT / "dbt_project.yml", tmp_path)
    for part in ("models", "seeds", "tests/python/staging"):
        shutil.copytree(PROJECT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name, expected in REPORTED.items():
        (tmp_path / REPORTS / name).mkdir(parents=True)
        (tmp_path / REPORTS / name / "expected.json").write_text(json.dumps(expected), encoding="utf-8")
    write_table(tmp_path, ROW.format(**GOOD))
    return tmp_path


def write_table(project: Path, *lines: str) -> None:
    cases = [case for case in (AGAIN, OTHER) if case.partition(",")[0].removeprefix("{name: ") in "".join(lines)]
    (project / CASES).write_text(f"cases: [{', '.join(cases)}]", encoding="utf-8")
    (project / TABLE).write_text(HEADER + "".join(lines), encoding="utf-8")
    write_pages(project)


def test_the_table_of_the_project() -> None:
    """Every row names what exists, and the pages are those of the table."""
    assert list(settings_problems(PROJECT)) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"answer": "read"},
        {"answer": "read with option source_name=NAME"},
        {"answer": '"read with option primary_key=*, row_image=partial"'},
        {"answer": "dead letter row_not_sent"},
        {"answer": '"cannot be known: shown by no_key, update_of_closed_row, model_drift, image_complete"'},
        {"answer": "not handled: NULL of 1.2 stays.", "test": ""},
        {"answer": "lost at the source: NULL is 0.", "test": ""},
        {"answer": "not documented: there is no sample.", "test": ""},
        {"test": "", "note": "No test yet."},
        {"test": "dts_canal__other_kinds maxwell-right maxwell_again"},
        {"answer": "dead letter invalid_json", "test": "maxwell_again"},
        {"answer": "cannot be known: shown by no_key", "test": "maxwell-shown maxwell_again"},
        {"answer": '"cannot be known: shown by copy, copies, image_complete"', "test": "maxwell_again"},
    ],
)
def test_a_row_that_is_right(project: Path, changed: dict[str, str]) -> None:
    """Each form of an answer, and each kind of test."""
    write_table(project, ROW.format(**GOOD | changed))
    assert list(settings_problems(project)) == []


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"test": "test_maxwell.py::test_nothing"}, "there is no test test_maxwell.py::test_nothing"),
        ({"test": "test_nothing.py::test_nothing"}, "there is no test test_nothing.py::test_nothing"),
        ({"test": "maxwell__nothing"}, "there is no test maxwell__nothing"),
        ({"test": "maxwell-open"}, "there is no test maxwell-open"),
        ({"test": "canal_again"}, "canal_again is of none of these formats"),
        ({"test": ""}, "has no test: the note must begin with 'No test yet.'"),
        ({"note": "No test yet."}, "has a test, and a note that says it has none"),
        ({"note": "In /home/ann/messages."}, "note names an address, or a path of a machine"),
        ({"answer": ""}, "answer is empty"),
        ({"answer": "wrong"}, "'wrong' is no answer"),
        ({"answer": "dead letter lost"}, "lost is no error code"),
        ({"answer": "read with option nulls=omitted"}, "nulls is no column of the registry and no option of these formats"),
        ({"answer": "read with option format=maxwel"}, "maxwel is no format"),
        ({"answer": "read with option row_image=minimal"}, "minimal is no value of row_image"),
        ({"answer": "read with option absent_is_null"}, "'absent_is_null' is not NAME=VALUE"),
        ({"answer": "cannot be known: shown by luck"}, "luck is no reason, contradiction, check or column"),
        ({"answer": "cannot be known: shown by no_key", "test": "maxwell_again"}, "maxwell_again does not show no_key"),
        ({"answer": "cannot be known: shown by copy", "test": "maxwell-shown"}, "maxwell-shown does not show copy"),
        ({"answer": "dead letter missing_image", "test": "maxwell_again"}, "maxwell_again does not show missing_image"),
        ({"answer": "not handled: one. Two."}, "the reason must be one sentence"),
    ],
)
def test_a_row_that_is_wrong(project: Path, changed: dict[str, str], problem: str) -> None:
    """Each thing that a row names must exist, and no cell but the last two may be empty."""
    write_table(project, ROW.format(**GOOD | changed))
    assert f"{TABLE}: Maxwell, formatting, output_nulls, false: {problem}" in list(settings_problems(project))


def shuffle(project: Path) -> None:
    write_table(project, ROW.format(**GOOD), ROW.format(**GOOD).replace("output_nulls", "output_ddl"))


def repeat(project: Path) -> None:
    write_table(project, ROW.format(**GOOD), ROW.format(**GOOD))


def unknown_format(project: Path) -> None:
    write_table(project, ROW.format(**GOOD).replace(",maxwell,", ",maxwel,"))


def another_line_end(project: Path) -> None:
    (project / TABLE).write_bytes((project / TABLE).read_bytes().replace(b"\n", b"\r\n"))


def stale_page(project: Path) -> None:
    (project / TABLE).write_text((project / TABLE).read_text(encoding="utf-8").replace("are absent", "are left out"), encoding="utf-8")


def case_too_many(project: Path) -> None:
    (project / CASES).write_text(f"cases: [{AGAIN}]", encoding="utf-8")


def page_too_many(project: Path) -> None:
    (project / "models" / "docs" / "settings" / "canal.md").write_text("")


def hidden_page(project: Path) -> None:
    described = project / "models" / "staging" / "_formats.yml"
    text = described.read_text(encoding="utf-8")
    described.write_text(text.replace("doc('settings_maxwell')", "doc('settings_canal')"), encoding="utf-8")


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        (shuffle, "not sorted by tool, part, setting, values from Maxwell, formatting, output_nulls, false on"),
        (repeat, "Maxwell, formatting, output_nulls, false stands twice"),
        (unknown_format, "maxwel is no format"),
        (another_line_end, "must be UTF-8 with line feeds"),
        (stale_page, "models/docs/settings/maxwell.md: not as models/docs/settings.csv has it"),
        (case_too_many, "tests/fixtures/settings.yml: no setting names maxwell_again"),
        (page_too_many, "models/docs/settings/canal.md: not as models/docs/settings.csv has it"),
        (hidden_page, "no description shows the settings of Maxwell, settings_maxwell"),
    ],
)
def test_a_table_that_is_wrong(project: Path, fault: Callable[[Path], None], problem: str) -> None:
    """Order, repetition, form, and pages that are not made from the table or not shown."""
    fault(project)
    assert [line for line in settings_problems(project) if problem in line]


def test_a_page() -> None:
    """Names are code, marks of Markdown and Jinja are text, and what no test shows is said."""
    cells = {"tool": "A Tool", "reference": "A Tool 1", "part": "sink (a.*)", "setting": "a.b, c", "values": "x|y"}
    answer = {"effect": "{{ __op }} <b>", "formats": "canal", "answer": "cannot be known: shown by copy, no_key"}
    row = cells | answer | {"test": "", "note": "No test yet."}
    text = pages([row, row | {"values": "any", "answer": "not handled: it is *lost*."}])["a_tool.md"]
    assert text.startswith("{% docs settings_a_tool %}\n### Settings of A Tool\n") and text.endswith("|\n{% enddocs %}\n")
    assert "\n**sink (a.\\*)**\n" in text
    assert r"| `a.b`, c: x\|y | { { \_\_op }} &lt;b> | cannot be known: shown by `copy`, `no_key`; no test yet |" in text
    assert r"| `a.b`, c | { { \_\_op }} &lt;b> | **not handled**: it is \*lost\*. |" in text


def test_rows_are_read_as_written() -> None:
    """No field is lost on the way."""
    assert all(len(row) == 10 and None not in row for row in read_rows(PROJECT))
