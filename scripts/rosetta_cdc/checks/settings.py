"""Checks the table of the tools' settings, models/docs/settings.csv, and the pages made from it (see `settings_pages`).

    python -m rosetta_cdc.checks.settings [--write]

Each row is a setting of a tool that changes the shape, values, keys or order of its messages, and says what the project does with it:
`read`, `read with option NAME=VALUE`, `dead letter CODE`, `cannot be known: shown by NAME`; `lost at the source: REASON` where the
message has another value than the source and no reader can tell, `not documented: REASON` where nobody tells what the message is,
`not handled: REASON` where one could know. What a row names must exist: formats, options, columns of the registry, codes, what shows
a doubt, and the test. `--write` writes the pages anew.

Prints one line a problem and ends with 1 if there is one, else what the table holds.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from rosetta_cdc.checks.settings_pages import NAMING, UNREAD, Row, block_of, folder, pages
from rosetta_cdc.paths import PROJECT

TABLE = Path("models", "docs", "settings.csv")
CASES = Path("tests", "fixtures", "settings.yml")
REPORTS = Path("tests", "fixtures", "field_reports")
COLUMNS = ["tool", "reference", "part", "setting", "values", "effect", "formats", "answer", "test", "note"]
MAY_BE_EMPTY = ("test", "note")
ORDER = ("tool", "part", "setting", "values")
UNTESTED = "No test yet."
# The docs blocks whose tables say what may show a doubt, beside the checks of cdc_thresholds and columns.
TABLES_OF_DOUBTS = ("col_reason", "col_contradiction")
MODELS_OF_DOUBTS = ("canonical", "state", "monitoring", "typed")
OPTION = re.compile(r"(\w+)=(\S+)")
OF_A_MACHINE = re.compile(r"://|(?<![\w.}*])/(?:home|opt|root|tmp|usr|var|work)/")


def main(arguments: list[str]) -> int:
    """Check the table and its pages; print the problems, or what the table holds.

    Args:
        arguments: `--write` to write the pages first, or nothing.

    Returns:
        0 if there is no problem, else 1.
    """
    if "--write" in arguments:
        write_pages(PROJECT)
    problems = list(settings_problems(PROJECT))
    for problem in problems:
        print(problem)
    if not problems:
        print(counts(read_rows(PROJECT)))
    return 1 if problems else 0


def counts(rows: list[Row]) -> str:
    """Say what the table holds, in a line."""
    unread = ", ".join(f"{sum(row['answer'].startswith(kind) for row in rows)} {kind}" for kind in UNREAD)
    return f"{len(rows)} rows, {sum(bool(row['test']) for row in rows)} tested, {unread}"


def read_rows(project: Path) -> list[Row]:
    """Return the rows of the table."""
    return list(csv.DictReader(io.StringIO((project / TABLE).read_text(encoding="utf-8"), newline="")))


def write_pages(project: Path) -> None:
    """Write the page of each tool, and remove those of tools that are not in the table."""
    folder(project).mkdir(exist_ok=True)
    written = pages(read_rows(project))
    for path in folder(project).iterdir():
        if path.name not in written:
            path.unlink()
    for name, text in written.items():
        (folder(project) / name).write_text(text, encoding="utf-8")


def settings_problems(project: Path) -> Iterator[str]:
    """Yield one line for each problem of the table, its rows and its pages."""
    rows = read_rows(project)
    if not rows or list(rows[0]) != COLUMNS:
        yield f"{TABLE}: the columns must be {', '.join(COLUMNS)}"
        return
    yield from form_problems((project / TABLE).read_bytes(), rows)
    known = Known(project)
    for row in rows:
        yield from (f"{TABLE}: {', '.join(row[column] for column in ORDER)}: {problem}" for problem in row_problems(row, known))
    tests = {test for row in rows for test in row["test"].split()}
    yield from (f"{CASES}: no setting names {case}" for case in known.cases if case not in tests)
    yield from page_problems(project, rows)


def form_problems(content: bytes, rows: list[Row]) -> Iterator[str]:
    """Yield a line if the file is not as `csv` writes it with line feeds, in order, and one for each row that stands twice."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    if text.getvalue().encode() != content:
        yield f"{TABLE}: must be UTF-8 with line feeds, ten fields a line, and quotes only where they are needed"
    keys = [tuple(row[column] for column in ORDER) for row in rows]
    if keys != sorted(keys):
        first = next(key for key, expected in zip(keys, sorted(keys), strict=True) if key != expected)
        yield f"{TABLE}: not sorted by {', '.join(ORDER)} from {', '.join(first)} on"
    for key in sorted({key for key in keys if keys.count(key) > 1} if len(set(keys)) < len(keys) else ()):
        yield f"{TABLE}: {', '.join(key)} stands twice"


def row_problems(row: Row, known: Known) -> Iterator[str]:
    """Yield what is wrong with a row."""
    for column, text in row.items():
        if not text.strip() and column not in MAY_BE_EMPTY:
            yield f"{column} is empty"
        if text != " ".join(text.split()):
            yield f"{column} has blanks too many, or a line break"
        if OF_A_MACHINE.search(text):
            yield f"{column} names an address, or a path of a machine"
    for code in row["formats"].split():
        if code not in known.formats:
            yield f"{code} is no format"
    yield from answer_problems(row, known)
    for test in row["test"].split():
        if not known.has_test(test):
            yield f"there is no test {test}"
    yield from case_problems(row, known)
    claims = not row["answer"].startswith(UNREAD)
    if claims and not row["test"] and not row["note"].startswith(UNTESTED):
        yield f"has no test: the note must begin with '{UNTESTED}'"
    if row["test"] and row["note"].startswith(UNTESTED):
        yield "has a test, and a note that says it has none"


def answer_problems(row: Row, known: Known) -> Iterator[str]:
    """Yield what is wrong with the answer: another form, or a name that does not exist."""
    answer = row["answer"]
    if answer == "read":
        return
    kinds = "|".join((*NAMING, *(f"{kind}:" for kind in UNREAD)))
    kind, _, names = re.sub(f"^({kinds}) ", r"\1\n", answer).partition("\n")
    if not names:
        yield f"'{answer}' is no answer"
    elif kind == "read with option":
        for option in names.split(", "):
            yield from option_problems(option, row["formats"].split(), known)
    elif kind == "dead letter":
        if names not in known.error_codes:
            yield f"{names} is no error code"
    elif kind == "cannot be known: shown by":
        yield from (f"{name} is no reason, contradiction, check or column" for name in names.split(", ") if name not in known.doubts)
    elif not re.fullmatch(r"[^.!?]*(?:[.]\S[^.!?]*)*\.", names):
        yield "the reason must be one sentence"


def option_problems(option: str, codes: list[str], known: Known) -> Iterator[str]:
    """Yield what is wrong with an option, which a format of the row, every format, or the registry must have."""
    match = OPTION.fullmatch(option)
    if match is None:
        yield f"'{option}' is not NAME=VALUE"
    elif match[1] in known.common_options:
        if match[2] not in known.common_options[match[1]]:
            yield f"{match[2]} is no value of {match[1]}"
    elif match[1] not in known.registry_columns and not any(match[1] in known.options(code) for code in codes):
        yield f"{match[1]} is no column of the registry and no option of these formats"
    elif match[1] == "format" and match[2] not in known.formats:
        yield f"{match[2]} is no format"


def case_problems(row: Row, known: Known) -> Iterator[str]:
    """Yield each case of another format, and each doubt of the answer that no test shows, if all are cases and field reports."""
    tests = row["test"].split()
    for test in tests:
        if test in known.cases and known.cases[test]["format"] not in (*row["formats"].split(), "auto"):
            yield f"{test} is of none of these formats"
    if not tests or not all(test in known.cases or test in known.reports for test in tests):
        return
    shown = {doubt.split()[-1] for test in tests for doubt in known.doubts_of(test)}
    names = re.fullmatch("(?:dead letter|cannot be known: shown by) (.+)", row["answer"])
    for name in names[1].split(", ") if names else ():
        if name in known.shown_by_doubts and name not in shown:
            yield f"{', '.join(tests)} does not show {name}"


def page_problems(project: Path, rows: list[Row]) -> Iterator[str]:
    """Yield a line for each page that is not as it would be written, and for each that no model's description shows."""
    expected = pages(rows)
    found = {path.name: path.read_bytes() for path in folder(project).glob("*")}
    for name in sorted(expected.keys() | found.keys()):
        if found.get(name) != (expected[name].encode() if name in expected else None):
            path = (folder(project) / name).relative_to(project)
            yield f"{path}: not as {TABLE} has it; run python -m rosetta_cdc.checks.settings --write"
    described = "".join(path.read_text(encoding="utf-8") for path in sorted((project / "models" / "staging").rglob("*.yml")))
    for tool in sorted({row["tool"] for row in rows}):
        if f"doc('{block_of(tool)}')" not in described:
            yield f"models/staging: no description shows the settings of {tool}, {block_of(tool)}"


class Known:
    """What a row may name."""

    def __init__(self, project: Path) -> None:
        self._project = project

    @cached_property
    def formats(self) -> dict[str, Any]:
        """The declarations of formats by their codes."""
        return self._declared["vars"]["cdc_formats"]

    def options(self, code: str) -> dict[str, str]:
        """Return the options that topics of a format may have."""
        return self.formats.get(code, {}).get("options", {})

    @cached_property
    def common_options(self) -> dict[str, dict[str, str]]:
        """The options that topics of any format may have, with their values."""
        return self._declared["vars"]["cdc_common_options"]

    @cached_property
    def registry_columns(self) -> dict[str, str]:
        """The columns of the topic registry, with their types."""
        return self._declared["seeds"]["rosetta_cdc"]["cdc_topics"]["+column_types"]

    @cached_property
    def error_codes(self) -> set[str]:
        """The error codes of dead letters."""
        text = (self._project / "seeds" / "cdc_error_codes.csv").read_text(encoding="utf-8")
        return {line["error_code"] for line in csv.DictReader(io.StringIO(text, newline=""))}

    @cached_property
    def shown_by_doubts(self) -> set[str]:
        """What a case may have as a doubt: error codes, reasons, contradictions."""
        names = set(self.error_codes)
        texts = [path.read_text(encoding="utf-8") for path in sorted((self._project / "models" / "docs").glob("*.md"))]
        for block in TABLES_OF_DOUBTS:
            table = re.search(rf"{{% docs {block} %}}(.*?){{% enddocs %}}", "".join(texts), re.DOTALL)
            names.update(re.findall(r"(?m)^\| `(\w+)` \|", table[1] if table else ""))
        return names

    @cached_property
    def doubts(self) -> set[str]:
        """What may show that something cannot be known: reasons, contradictions, checks, and columns of models."""
        names = self.shown_by_doubts - self.error_codes | set(self._declared["vars"]["cdc_thresholds"])
        paths = [path for part in MODELS_OF_DOUBTS for path in sorted((self._project / "models" / part).glob("*.yml"))]
        for model in (model for path in paths for model in _yaml(path).get("models", [])):
            names.update(column["name"] for column in model.get("columns", []))
        return names

    @cached_property
    def cases(self) -> dict[str, dict[str, Any]]:
        """The cases of CASES by their names."""
        return {case["name"]: case for case in _yaml(self._project / CASES)["cases"]}

    def doubts_of(self, test: str) -> list[str]:
        """Return what a case or field report shows of doubts: texts with the doubt as the last word."""
        return self.cases[test].get("doubts", []) if test in self.cases else self.reports[test]

    @cached_property
    def reports(self) -> dict[str, list[str]]:
        """What lists the doubt of each field report, as `RELATION DOUBT`, but for those that are not read right."""
        paths = sorted((self._project / REPORTS).glob("*/expected.json"))
        expected = {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}
        return {name: report.get("shown", []) for name, report in expected.items() if not report.get("open")}

    def has_test(self, name: str) -> bool:
        """Whether there is a test of this name.

        Args:
            name: `file.py::function` of pytest, a unit test of dbt, a case of CASES, or a field report that is read right.
        """
        file, separator, function = name.partition("::")
        if separator:
            return function in self._functions_of(file)
        return name in self._unit_tests or name in self.cases or name in self.reports

    def _functions_of(self, file: str) -> set[str]:
        """Return the tests of a file of pytest."""
        if file not in self._functions:
            trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (self._project / "tests" / "python").rglob(file)]
            functions = (node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef))
            self._functions[file] = {function for function in functions if function.startswith("test_")}
        return self._functions[file]

    @cached_property
    def _functions(self) -> dict[str, set[str]]:
        return {}

    @cached_property
    def _unit_tests(self) -> set[str]:
        paths = sorted((self._project / "models").rglob("*.yml"))
        return {test["name"] for path in paths for test in _yaml(path).get("unit_tests", [])}

    @cached_property
    def _declared(self) -> dict[str, Any]:
        return _yaml(self._project / "dbt_project.yml")


def _yaml(path: Path) -> dict[str, Any]:
    return yaml.load(path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader)) or {}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
