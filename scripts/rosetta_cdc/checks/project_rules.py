"""Checks the dbt project by the rules of dbt Labs' package dbt-project-evaluator, without a warehouse.

    python -m rosetta_cdc.checks.project_rules [manifest.json [exceptions.csv ...]]

The package itself is on GitHub and dbt's hub alone. Its rules need no more than what `dbt parse` writes to the manifest, so they stand
in `rules.py`, by the package's names and with its thresholds, but for the naming of models (`PREFIXES`, `FOLDERS` in `graph.py`).
Materializations of the project that make views count as views. All packages in the manifest are checked. The two shares that the
package works out, of models with a description and with a test, are left out: rules list the models without.

What a rule may find is in `project_rules_exceptions.csv`, each with the reason, and in further files for models of other packages.
They are made as the package's own seed `dbt_project_evaluator_exceptions`: of a finding of `fct_name` the column `column_name` is like
`id_to_exclude`, as in SQL.

Prints one line for each finding that is no exception, and for each exception that excludes nothing; ends with 1 if there is one.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from rosetta_cdc.checks.graph import Finding, Graph
from rosetta_cdc.checks.manifest import Json, report
from rosetta_cdc.checks.rules import RULES

EXCEPTIONS = Path(__file__).with_name("project_rules_exceptions.csv")


def main(arguments: list[str]) -> int:
    """Check the manifest; print the problems.

    Args:
        arguments: The manifest's path, if any, and those of further files of exceptions.

    Returns:
        0 if there is no problem, else 1.
    """
    exceptions = read_exceptions(EXCEPTIONS, *map(Path, arguments[1:]))
    return report(lambda manifest: rule_problems(manifest, exceptions), arguments[:1])


def read_exceptions(*paths: Path) -> list[Json]:
    """Return the lines of files of exceptions."""
    return [line for path in paths for line in csv.DictReader(path.read_text(encoding="utf-8").splitlines())]


def rule_problems(manifest: Json, exceptions: list[Json]) -> Iterator[str]:
    """Yield a line for each finding that is no exception, then for each exception without a reason or a finding."""
    graph = Graph(manifest)
    used: set[int] = set()
    for rule in RULES:
        rule_name = f"fct_{rule.__name__}"
        for finding in rule(graph):
            excluded = [number for number, exception in enumerate(exceptions) if excludes(exception, rule_name, finding)]
            used.update(excluded)
            if not excluded:
                yield f"{rule_name}: {', '.join(f'{column} {value}' for column, value in finding.items())}"
    for number, exception in enumerate(exceptions):
        where = f"exception {exception['fct_name']} {exception['id_to_exclude']}"
        if number not in used:
            yield f"{where} excludes nothing"
        if not (exception["comment"] or "").strip():
            yield f"{where} gives no reason"


def excludes(exception: Json, rule_name: str, finding: Finding) -> bool:
    """Whether a finding is an exception: its column is like the pattern, in which % is any text and _ any character."""
    if exception["fct_name"] != rule_name or exception["column_name"] not in finding:
        return False
    pattern = re.escape(exception["id_to_exclude"]).replace("%", ".*").replace("_", ".")
    return re.fullmatch(pattern, finding[exception["column_name"]], re.DOTALL) is not None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
