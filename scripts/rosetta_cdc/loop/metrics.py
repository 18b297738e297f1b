"""The loop's numbers in a file that Prometheus' node exporter reads (its textfile collector)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from rosetta_cdc.loop.result import Chore, Round

PREFIX = "rosetta_loop_"
# Name -> type and meaning; scripts/README.md has the same table.
METRICS = {
    "rounds_total": ("counter", "Rounds since the loop began, by result: good, partial (models failed) or failed."),
    "round_seconds": ("gauge", "Seconds of the last round."),
    "round_seconds_total": ("counter", "Seconds of all rounds since the loop began."),
    "records_total": ("counter", "Kafka records that became events since the loop began."),
    "changes_total": ("counter", "Row changes among these events."),
    "dead_letters_total": ("counter", "Dead letters among these events."),
    "tables_updated_total": ("counter", "Updates of tables below the row history."),
    "models_failed": ("gauge", "Models that failed in the last round."),
    "newest_event_timestamp_seconds": ("gauge", "Kafka timestamp of the newest event that is applied, seconds since 1970."),
    "last_round_timestamp_seconds": ("gauge", "When the last round ended, seconds since 1970."),
    "last_good_round_timestamp_seconds": ("gauge", "When the last round ended in which nothing failed, seconds since 1970."),
    "landing_lag_records": ("gauge", "Records in Kafka that have not landed."),
    "landing_failures_total": ("counter", "Failures of landing since the loop began."),
    "registry_is_usable": ("gauge", "1 if the topic registry could be loaded as it is now, 0 if the one of before is in use."),
    "chore_failures": ("gauge", "Models or tests that failed the last time, by chore: monitoring or tests."),
    "chore_warnings": ("gauge", "Tests that warned the last time, by chore."),
    "chore_timestamp_seconds": ("gauge", "When a chore ended the last time, seconds since 1970."),
    "resident_memory_bytes": ("gauge", "Resident memory of the loop's processes, python and java."),
}
Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Numbers that the file shows.

    Args:
        path: The file; its folder exists.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._values: dict[tuple[str, Labels], float] = {}
        for name in ("records_total", "changes_total", "dead_letters_total", "tables_updated_total", "landing_failures_total"):
            self.set(name, 0)
        for result in ("good", "partial", "failed"):
            self.set("rounds_total", 0, result=result)

    def set(self, name: str, value: float, **labels: str) -> None:
        """Set a number."""
        self._values[name, tuple(sorted(labels.items()))] = value

    def add(self, name: str, value: float, **labels: str) -> None:
        """Add to a counter."""
        key = name, tuple(sorted(labels.items()))
        self._values[key] = self._values.get(key, 0) + value

    def count_round(self, done: Round) -> None:
        """Take over what a round has brought."""
        self.add("rounds_total", 1, result="good" if done.is_good else "failed" if done.error else "partial")
        self.set("round_seconds", done.seconds)
        self.add("round_seconds_total", done.seconds)
        self.add("records_total", done.records)
        self.add("changes_total", done.changes)
        self.add("dead_letters_total", done.dead_letters)
        self.add("tables_updated_total", len(done.tables))
        self.set("models_failed", len(done.failed))
        if done.newest_event_at is not None:
            self.set("newest_event_timestamp_seconds", done.newest_event_at.timestamp())
        if done.ended_at is not None:
            self.set("last_round_timestamp_seconds", done.ended_at.timestamp())
            if done.is_good:
                self.set("last_good_round_timestamp_seconds", done.ended_at.timestamp())
        if done.lag is not None:
            self.set("landing_lag_records", done.lag)

    def count_chore(self, done: Chore, now: datetime) -> None:
        """Take over what a chore has found."""
        self.set("chore_failures", len(done.failed) + (done.error is not None), chore=done.name)
        self.set("chore_warnings", len(done.warned), chore=done.name)
        self.set("chore_timestamp_seconds", now.timestamp(), chore=done.name)

    def measure_memory(self, processes: Mapping[str, int]) -> None:
        """Note the resident memory of processes, given by name and number (Linux)."""
        for name, number in processes.items():
            self.set("resident_memory_bytes", resident_bytes(number), process=name)

    def write(self) -> None:
        """Write the file in one step: a reader sees the old one or the new one.

        Raises:
            OSError: It cannot be written.
        """
        partial = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        partial.write_text(self.text(), encoding="utf-8")
        partial.replace(self.path)

    def text(self) -> str:
        """Return the numbers in Prometheus' text format."""
        lines = []
        for name, (kind, meaning) in METRICS.items():
            values = {labels: value for (of, labels), value in self._values.items() if of == name}
            if values:
                lines += [f"# HELP {PREFIX}{name} {meaning}", f"# TYPE {PREFIX}{name} {kind}"]
                lines += [f"{PREFIX}{name}{_labels(labels)} {value:.17g}" for labels, value in sorted(values.items())]
        return "\n".join(lines) + "\n"


def _labels(labels: Labels) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels) + "}" if labels else ""


def resident_bytes(process: int) -> int:
    """Return the resident memory of a process, 0 if it is gone (Linux)."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
