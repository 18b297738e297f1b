"""What the tests cost, by file, dbt command and fixture: a plugin of pytest that prints it at the end, for all its processes together."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Generator
from time import monotonic
from typing import Any

import pytest

PROPERTY = "costs"


class SuiteCosts:
    """Measures each test where it runs, and sums up where the results arrive."""

    def __init__(self) -> None:
        """Start with nothing measured."""
        self.spent: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
        self.measures_dbt = False

    def add(self, name: str, began: float) -> None:
        """Count something that began at a moment and has ended now."""
        self.spent[name][0] += 1
        self.spent[name][1] += monotonic() - began

    def measure_dbt(self) -> None:
        """Measure dbt's commands from now on, once something has imported dbt."""
        main = sys.modules.get("dbt.cli.main")
        if main is None or self.measures_dbt:
            return
        self.measures_dbt = True
        invoke: Callable[..., Any] = main.dbtRunner.invoke

        def measured(runner: Any, arguments: list[str], **options: Any) -> Any:
            began = monotonic()
            try:
                return invoke(runner, arguments, **options)
            finally:
                self.add(f"dbt {arguments[0]}", began)

        main.dbtRunner.invoke = measured

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        """Measure a fixture without those that it uses."""
        began = monotonic()
        try:
            return (yield)
        finally:
            self.add(f"fixture {fixturedef.argname}", began)
            self.measure_dbt()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        """Begin anew with each test."""
        self.spent.clear()
        self.measure_dbt()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        """Send along with a test's last report what it has cost."""
        if call.when == "teardown":
            item.user_properties.append((PROPERTY, dict(self.spent)))
        return (yield)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print what the files cost, the dearest first, and of what it consists."""
        reports = [report for found in terminalreporter.stats.values() for report in found if isinstance(report, pytest.TestReport)]
        files: dict[str, list[float]] = defaultdict(lambda: [0.0] * 4)
        parts: dict[str, list[float]] = defaultdict(lambda: [0.0] * 2)
        for report in reports:
            row = files[report.nodeid.split("::")[0]]
            row[0] += report.duration
            costs = dict(report.user_properties).get(PROPERTY)
            if report.when != "teardown" or costs is None:
                continue
            row[1] += 1
            for name, (count, seconds) in costs.items():
                parts[name] = [parts[name][0] + seconds, parts[name][1] + count]
                if name.startswith("dbt "):
                    row[2] += count
                    row[3] += seconds
        title = "seconds  tests  dbt commands  seconds of dbt  file"
        _print(terminalreporter, title, "{:7.1f} {:6.0f} {:13.0f} {:15.1f}  {}", files)
        _print(terminalreporter, "seconds  count  part", "{:7.1f} {:6.0f}  {}", {name: row for name, row in parts.items() if row[0] >= 1})


def _print(reporter: pytest.TerminalReporter, title: str, form: str, rows: dict[str, list[float]]) -> None:
    """Print a table, the dearest rows first.

    Args:
        reporter: pytest's.
        title: the names of its columns.
        form: how a row is written: its numbers, of which the first is seconds, and its name.
        rows: by name.
    """
    reporter.write_line("")
    reporter.write_line(title)
    for name, numbers in sorted(rows.items(), key=lambda item: -item[1][0]):
        reporter.write_line(form.format(*numbers, name))
