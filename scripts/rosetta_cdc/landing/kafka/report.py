"""What a landing from Kafka shows: one line that updates on a terminal, JSON lines elsewhere. Never a record's content, never a setting."""

from __future__ import annotations

import json
import sys
import time
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from rosetta_cdc.landing.kafka.stream import Progress

TOPICS_SHOWN = 20
SECONDS_BETWEEN_LINES = 10.0


class Reporter:
    """Is told of the progress, and shows nothing."""

    def started(self, progress: Progress) -> None:
        """Be told that reading begins, at first or again."""

    def landed(self, progress: Progress) -> None:
        """Be told that a batch landed, or that there was nothing."""

    def failed(self, reason: str, seconds: float) -> None:
        """Be told of a failure after which the landing tries again in some seconds."""

    def ended(self) -> None:
        """Be told that the landing ended."""


class LineReporter(Reporter):
    """One line on a terminal, which updates."""

    def __init__(self) -> None:
        self._status = Console(stderr=True).status("reading")
        self._status.start()

    def started(self, progress: Progress) -> None:
        """Show that reading begins."""
        self._status.update(escape(summary(progress) or "reading"))

    def landed(self, progress: Progress) -> None:
        """Show the counts and the lag."""
        self._status.update(escape(summary(progress)))

    def failed(self, reason: str, seconds: float) -> None:
        """Show the failure above the line."""
        self._status.console.print(f"land: {escape(reason)}; trying again in {seconds:.0f} s", soft_wrap=True)

    def ended(self) -> None:
        """Take the line away."""
        self._status.stop()


class JsonReporter(Reporter):
    """A JSON object a line on standard error, for logs: after a batch, but not more often than every few seconds, and of failures."""

    def __init__(self) -> None:
        self._next = 0.0

    def landed(self, progress: Progress) -> None:
        """Write the counts and the lag."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + SECONDS_BETWEEN_LINES
            self._write(event="landed", **numbers(progress))

    def failed(self, reason: str, seconds: float) -> None:
        """Write the failure."""
        self._write(event="failed", reason=reason, seconds_until_next_try=seconds)

    def _write(self, **fields: Any) -> None:
        now = f"{datetime.now(timezone.utc):%Y-%m-%dT%H:%M:%SZ}"
        print(json.dumps({"time": now, **fields}, ensure_ascii=False), file=sys.stderr, flush=True)


def reporter_for_stderr() -> Reporter:
    """Return a line that updates for a terminal, else JSON lines."""
    return LineReporter() if sys.stderr.isatty() else JsonReporter()


def numbers(progress: Progress) -> dict[str, Any]:
    """Return the progress as JSON values; bytes are those of keys and values."""
    return {
        "records": progress.records,
        "bytes": progress.bytes,
        "repeated": progress.repeated,
        "offset_reused": progress.reused,
        "batches": progress.batches,
        "seconds": round(time.monotonic() - progress.began, 1),
        "lag": progress.lag,
    }


def summary(progress: Progress) -> str:
    """Return the progress in a few words."""
    seconds = time.monotonic() - progress.began
    lag = sum(progress.lag.values())
    behind = [f"{topic} {count:,}" for topic, count in sorted(progress.lag.items(), key=lambda item: -item[1]) if count]
    of_topics = f" ({', '.join(behind[:3])}{', ...' if len(behind) > 3 else ''})" if behind else ""
    return f"{progress.records:,} records, {progress.bytes / 1e6:,.1f} MB in {seconds:,.0f} s, lag {lag:,}{of_topics}"


def print_summary(progress: Progress, messages: str) -> None:
    """Print what landed to standard output."""
    console = Console(file=sys.stdout)
    if progress.by_topic:
        table = Table("topic")
        table.add_column("records", justify="right")
        table.add_column("lag", justify="right")
        ranked = sorted(progress.by_topic.items(), key=lambda item: -item[1])
        for topic, count in ranked[:TOPICS_SHOWN]:
            table.add_row(escape(topic), f"{count:,}", f"{progress.lag.get(topic, 0):,}")
        if ranked[TOPICS_SHOWN:]:
            table.add_row(f"{len(ranked) - TOPICS_SHOWN:,} more topics", f"{sum(count for _, count in ranked[TOPICS_SHOWN:]):,}", "")
        console.print(table)
    for topic in progress.again:
        console.print(f"{topic} was recreated: its records are a new incarnation", highlight=False, markup=False, soft_wrap=True)
    for lost in progress.lost:
        what = f"offsets {lost.start:,} to {lost.end - 1:,}" if lost.end > lost.start else f"everything after offset {lost.start - 1:,}"
        console.print(f"lost: {lost.place[0]}, partition {lost.place[1]}, {what}", highlight=False, markup=False, soft_wrap=True)
    parts = [f"{progress.records:,} records landed"]
    if progress.repeated:
        parts.append(f"{progress.repeated:,} had landed before")
    if progress.reused:
        parts.append(f"{progress.reused:,} with an offset that another record has (raw.rejected_lines)")
    seconds = time.monotonic() - progress.began
    rate = f"{progress.records / seconds:,.0f} records/s" if seconds else ""
    console.print(f"{', '.join(parts)} in {seconds:.1f} s ({rate}): {messages}", highlight=False, markup=False, soft_wrap=True)
