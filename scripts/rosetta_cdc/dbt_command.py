"""dbt commands in this process: several of them share one JVM."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dbt.cli.main import dbtRunner
from dbt_common.events.base_types import EventLevel, EventMsg

from rosetta_cdc.errors import reason_of
from rosetta_cdc.parsed_project import ParsedProject

PARSED = ParsedProject()
FAILED = ("error", "fail", "runtime error", "partial success")


@dataclass(frozen=True)
class Outcome:
    """What became of a dbt command.

    Attributes:
        command: The command's name.
        success: Whether it succeeded.
        result: What it returned; its type depends on the command, and it may be None.
        exception: The error that ended it, if one did.
        told: What dbt has logged as errors. Of an operation that failed nothing else has the cause.
    """

    command: str
    success: bool
    result: Any = None
    exception: BaseException | None = None
    told: tuple[str, ...] = ()

    @property
    def failures(self) -> dict[str, str]:
        """Return why nodes failed, by name: messages as dbt has them, of several lines."""
        results = [result for result in getattr(self.result, "results", None) or [] if str(result.status) in FAILED]
        return {
            getattr(getattr(result, "node", None), "name", "operation"): result.message or "\n".join(self.told) or str(result.status)
            for result in results
        }

    @property
    def message(self) -> str:
        """Return why it failed as dbt has it, in several lines."""
        if self.exception is not None:
            return str(self.exception).strip() or reason_of(self.exception)
        said = "\n".join(self.failures.values()) or "\n".join(self.told)
        return said or f"dbt {self.command} failed and did not say why; see dbt/logs/dbt.log"

    @property
    def reason(self) -> str:
        """Return why it failed in one line, with the names of nodes and without the macros that called each other."""
        named = [f"{name}: {_line(message)}" for name, message in self.failures.items()]
        return "; ".join(named) if named and self.exception is None else _line(self.message)


def _line(message: str) -> str:
    return " ".join(word for line in message.splitlines() if not line.lstrip().startswith(">") for word in line.split())


def invoke(*arguments: str, on_event: Callable[[EventMsg], None] | None = None) -> Outcome:
    """Run a dbt command of the project in this process and return its outcome, whatever it is.

    Args:
        arguments: As on the command line.
        on_event: Told of each event that dbt logs.
    """
    told: list[str] = []

    def collect(event: EventMsg) -> None:
        if event.info.level == EventLevel.ERROR.value:
            told.append(getattr(event.data, "exc", "") or event.info.msg)

    callbacks = [collect, *([on_event] if on_event else [])]
    done = dbtRunner(manifest=PARSED.manifest(arguments), callbacks=callbacks).invoke(list(arguments))
    return Outcome(arguments[0], done.success, done.result, done.exception, tuple(told))


def telling(on_progress: Callable[[str], None]) -> Callable[[EventMsg], None]:
    """Return a listener to dbt's events that tells in a few words of each node that begins.

    Args:
        on_progress: Is told.
    """

    def on_event(event: EventMsg) -> None:
        if event.info.name == "LogStartLine":
            on_progress(f"{event.data.description} ({event.data.index} of {event.data.total})")

    return on_event


def dbt(*arguments: str, quiet: bool = True, on_progress: Callable[[str], None] | None = None) -> Any:
    """Run a dbt command of the project in this process and return its result.

    Args:
        arguments: As on the command line.
        quiet: Print errors only.
        on_progress: Told in a few words of each node that begins.

    Raises:
        SystemExit: The command failed; the last line on stderr says why.
    """
    options = [*(["--quiet"] if quiet else []), *([] if sys.stdout.isatty() else ["--no-use-colors"])]
    outcome = invoke(*arguments, *options, on_event=telling(on_progress) if on_progress else None)
    if not outcome.success:
        print(f"dbt {arguments[0]}: {outcome.reason}", file=sys.stderr)
        raise SystemExit(1)
    return outcome.result
