"""What a landing shows while it runs and when it ended. Never a line's content."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from rosetta_cdc.landing.record import (
    BAD_ENCODING,
    LINE_TOO_LONG,
    NOT_A_RECORD,
    NOT_JSON,
    OFFSET_REUSED,
)

if TYPE_CHECKING:
    from pathlib import Path

    from rosetta_cdc.landing.result import LandingResult

SECONDS_BETWEEN_LINES = 10.0
TOPICS_SHOWN = 20
MEANING = {
    NOT_JSON: "not a JSON object",
    NOT_A_RECORD: "not a kcat -J record; see the column detail",
    BAD_ENCODING: "cannot be turned back into bytes; export with payload_base64",
    LINE_TOO_LONG: "longer than a landing accepts",
    OFFSET_REUSED: ("other bytes with a known offset; if the topic was recreated, land with --incarnation N"),
}


class Reporter:
    """Is told of the progress, and shows nothing."""

    def started(self, total_bytes: int | None) -> None:
        """Be told that reading begins; the size is None where it is unknown."""

    def read(self, result: LandingResult) -> None:
        """Be told of the counts so far."""

    def ended(self) -> None:
        """Be told that the landing ended, also by an error."""


class BarReporter(Reporter):
    """A progress bar on a terminal.

    Args:
        console: The terminal.
    """

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("landing"),
            BarColumn(),
            DownloadColumn(),
            TextColumn("{task.fields[counts]}"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )

    def started(self, total_bytes: int | None) -> None:
        """Show the bar; without a size it only moves."""
        self._progress.start()
        self._task = self._progress.add_task("landing", total=total_bytes, counts="")

    def read(self, result: LandingResult) -> None:
        """Move the bar."""
        self._progress.update(self._task, completed=result.bytes, counts=counts(result))

    def ended(self) -> None:
        """Take the bar away."""
        self._progress.stop()


class LineReporter(Reporter):
    """A line now and then, for logs.

    Args:
        console: Where the lines go.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._next: float | None = None
        self._total = ""

    def started(self, total_bytes: int | None) -> None:
        """Note the size."""
        self._total = f" of {total_bytes / 1e6:,.0f}" if total_bytes else ""

    def read(self, result: LandingResult) -> None:
        """Write a line if the last one, or the first block, is some seconds ago."""
        now = time.monotonic()
        if self._next is None or now >= self._next:
            first, self._next = self._next is None, now + SECONDS_BETWEEN_LINES
            if first:
                return
            self._console.print(
                f"land: {result.bytes / 1e6:,.0f}{self._total} MB read, {counts(result)}",
                soft_wrap=True,
            )


def reporter_for_stderr() -> Reporter:
    """Return a bar for a terminal, else lines."""
    console = Console(stderr=True)
    if console.is_terminal:
        console.print("starting Spark")
    return BarReporter(console) if console.is_terminal else LineReporter(console)


def counts(result: LandingResult) -> str:
    """Return the counts so far in a few words."""
    parts = [f"{result.lines:,} lines", f"{result.landed:,} landed"]
    if result.repeated:
        parts.append(f"{result.repeated:,} repeated")
    if result.rejected:
        parts.append(f"{result.rejected.total():,} rejected")
    return ", ".join(parts)


def print_summary(result: LandingResult, messages: Path, rejected: Path) -> None:
    """Print what landed to standard output.

    Args:
        result: The counts.
        messages: Folder of `raw.kafka_messages`.
        rejected: Folder of `raw.rejected_lines`.
    """
    console = Console(file=sys.stdout)
    if result.by_topic:
        console.print(_topics(result))
    if result.rejected:
        console.print(_rejected(result))
        console.print(f"rejected lines are kept in {rejected}", highlight=False, markup=False, soft_wrap=True)
    repeated = f", {result.repeated:,} repeated" if result.repeated else ""
    rejects = f", {result.rejected.total():,} lines rejected" if result.rejected else ""
    console.print(
        f"{result.landed:,} records landed{repeated}{rejects} in {result.seconds:.1f} s"
        f" ({result.records_per_second:,.0f} records/s): {messages}",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )


def _topics(result: LandingResult) -> Table:
    table = Table("topic", "format")
    table.add_column("records", justify="right")
    ranked = result.by_topic.most_common()
    for (topic, format_code), count in ranked[:TOPICS_SHOWN]:
        table.add_row(escape(topic), format_code, f"{count:,}")
    others = ranked[TOPICS_SHOWN:]
    if others:
        table.add_row(f"{len(others):,} more topics", "", f"{sum(count for _, count in others):,}")
    return table


def _rejected(result: LandingResult) -> Table:
    table = Table("rejected", "meaning")
    table.add_column("lines", justify="right")
    for reason, count in result.rejected.most_common():
        table.add_row(reason, MEANING[reason], f"{count:,}")
    return table
