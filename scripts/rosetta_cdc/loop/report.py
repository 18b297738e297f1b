"""What the loop shows: a line a round on a terminal, JSON lines elsewhere. Never a record's content, never a setting."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection
from datetime import datetime, timezone
from typing import Any

from rich.console import Console
from rich.markup import escape

from rosetta_cdc.loop.chore_times import LastRun
from rosetta_cdc.loop.result import Chore, Round
from rosetta_cdc.waiting import SPARK, waits_for


class Reporter:
    """Is told what happens, and shows nothing."""

    def working(self, what: str) -> None:
        """Be told what is being done now."""

    def round(self, done: Round) -> None:
        """Be told of a round that has ended."""

    def chore(self, done: Chore) -> None:
        """Be told of monitoring or tests that have ended."""

    def last_run(self, name: str, last: LastRun | None, due_at: datetime | None) -> None:
        """Be told when monitoring or tests, which are not run now, last ran, and when they are due; None where that is not known."""

    def note(self, event: str, text: str) -> None:
        """Be told of anything else: `event` is one word, such as `registry`."""

    def ended(self) -> None:
        """Be told that the loop has ended."""


class TerminalReporter(Reporter):
    """Lines, below them one that tells what is being done.

    Args:
        console: The terminal.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._status = console.status(SPARK)
        self._status.start()

    def working(self, what: str) -> None:
        """Show it below the lines."""
        self._status.update(escape(what))

    def round(self, done: Round) -> None:
        """Print the round's line."""
        self._print(round_line(done), "" if done.is_good else "red")

    def chore(self, done: Chore) -> None:
        """Print the chore's line."""
        self._print(chore_line(done), "red" if done.failed or done.error else "dim")

    def last_run(self, name: str, last: LastRun | None, due_at: datetime | None) -> None:
        """Print it."""
        line = last_run_line(name, last, due_at, datetime.now(timezone.utc))
        self._print(line, "red" if last and last.chore.failed else "dim")

    def note(self, event: str, text: str) -> None:
        """Print it."""
        self._print(f"{event}: {text}", "yellow")

    def ended(self) -> None:
        """Take the last line away."""
        self._status.stop()

    def _print(self, text: str, style: str) -> None:
        self._console.print(f"[dim]{datetime.now():%H:%M:%S}[/]  {escape(text)}", style=style or None, highlight=False, soft_wrap=True)


class JsonReporter(Reporter):
    """A JSON object a line on standard output."""

    def __init__(self) -> None:
        waits_for("run", SPARK)

    def round(self, done: Round) -> None:
        """Write the round's numbers."""
        self._write("round", **numbers(done))

    def chore(self, done: Chore) -> None:
        """Write what the chore has found."""
        self._write(done.name, seconds=round(done.seconds, 1), **_found(done), error=done.error)

    def last_run(self, name: str, last: LastRun | None, due_at: datetime | None) -> None:
        """Write the times, and what was found then."""
        times = {"ended_at": _text(last and last.ended_at), "due_at": _text(due_at)}
        self._write("last_run", chore=name, **times, **(_found(last.chore) if last else {}))

    def note(self, event: str, text: str) -> None:
        """Write it."""
        self._write(event, text=text)

    def _write(self, event: str, **fields: Any) -> None:
        print(json.dumps({"time": _text(datetime.now(timezone.utc)), "event": event, **fields}, ensure_ascii=False), flush=True)


def reporter_for_stdout() -> Reporter:
    """Return lines for a terminal, else JSON lines."""
    return TerminalReporter(Console()) if sys.stdout.isatty() else JsonReporter()


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else f"{moment:%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"


def _found(done: Chore) -> dict[str, Any]:
    return {"passed": done.passed, "warned": list(done.warned), "failed": done.failed}


def numbers(done: Round) -> dict[str, Any]:
    """Return a round as JSON values."""
    age = done.newest_event_age
    return {
        "round": done.number,
        "seconds": round(done.seconds, 1),
        "records": done.records,
        "changes": done.changes,
        "dead_letters": done.dead_letters,
        "tables": done.tables,
        "newest_event_at": _text(done.newest_event_at),
        "newest_event_age_seconds": None if age is None else round(age, 1),
        "lag": done.lag,
        "failed": done.failed,
        "error": done.error,
    }


def round_line(done: Round) -> str:
    """Return a round in one line, such as "200 records, 200 changes, 0 dead letters, 2 tables updated, 4.1 s; newest event 6 s old"."""
    if done.error is not None:
        return f"round failed after {done.seconds:.1f} s: {done.error}"
    counts = [
        counted(done.records, "record"),
        counted(done.changes, "change"),
        counted(done.dead_letters, "dead letter"),
        f"{counted(len(done.tables), 'table')} updated",
        f"{done.seconds:.1f} s",
    ]
    age = done.newest_event_age
    parts = [", ".join(counts), *([f"newest event {span(age)} old"] if age is not None else []), *_failures(done.failed)]
    return "; ".join(parts)


def chore_line(done: Chore) -> str:
    """Return a chore in one line."""
    if done.error is not None:
        return f"{done.name} failed after {done.seconds:.1f} s: {done.error}"
    what = "passed" if done.name == "tests" else "models"
    warned = [f"{len(done.warned)} warned ({_names(done.warned)})"] if done.warned else []
    return f"{done.name}: " + "; ".join([f"{done.passed} {what}, {done.seconds:.1f} s", *warned, *_failures(done.failed)])


def last_run_line(name: str, last: LastRun | None, due_at: datetime | None, now: datetime) -> str:
    """Return in one line when a chore last ran, such as "tests: last run 3 h ago: all passed; due in 21 h, or with --tests now".

    Args:
        name: Of the chore.
        last: Its last run; None if it never ran.
        due_at: When it is due, UTC; None if time does not tell.
        now: The time of the line, UTC.
    """
    option = f"--{name} now"
    due = f"{option} runs them" if name == "tests" else f"{option} runs it"
    if due_at is not None:
        due = f"due {f'in {span((due_at - now).total_seconds())}' if due_at > now else 'now'}, or with {option}"
    if last is None:
        return f"{name}: not run yet; {due}"
    done = last.chore
    counts = [f"{len(names)} {what} ({_names(names)})" for what, names in (("failed", done.failed), ("warned", done.warned)) if names]
    found = ", ".join(counts) or ("all passed" if name == "tests" else "no failure")
    return f"{name}: last run {span((now - last.ended_at).total_seconds())} ago: {found}; {due}"


def _names(names: Collection[str]) -> str:
    return ", ".join(list(names)[:3]) + (", ..." if len(names) > 3 else "")


def _failures(failed: dict[str, str]) -> list[str]:
    return [f"{name} failed: {reason}" for name, reason in failed.items()]


def counted(number: int, thing: str) -> str:
    """Return a number with its noun: `1 record`, `2,000 records`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def span(seconds: float) -> str:
    """Return a length of time in its largest fitting unit."""
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.0f} s"
