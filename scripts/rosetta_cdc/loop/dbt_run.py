"""One dbt command of the loop, and what became of it in a few words that hold no data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from dbt_common.invocation import get_invocation_id

from rosetta_cdc.dbt_command import invoke, telling
from rosetta_cdc.errors import plain_reason, reason_of

# Nothing on the screen, which is the loop's; no artifacts, which cost a second a run. dbt's log names models and errors, no statements.
QUIET = ("--log-level", "none", "--log-level-file", "info", "--no-write-json")


@dataclass(frozen=True)
class DbtRun:
    """What a command did.

    Attributes:
        load_id: Identity of the command, as in the column `load_id`.
        done: Nodes that succeeded, as dbt has them.
        warned: Names of tests that warned.
        failed: Why nodes failed, by name.
        error: Why the command as a whole failed, if it did.
        listed: What `list` has listed.
    """

    load_id: str
    done: list[Any] = field(default_factory=list)
    warned: tuple[str, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)
    error: str | None = None
    listed: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        """Tell whether nothing failed."""
        return not self.failed and self.error is None

    def followed_by(self, other: DbtRun) -> DbtRun:
        """Return this command, which went well, and one after it as one."""
        return replace(other, load_id=self.load_id, done=[*self.done, *other.done], warned=(*self.warned, *other.warned))


def run_dbt(*arguments: str, on_progress: Callable[[str], None] | None = None) -> DbtRun:
    """Run a dbt command.

    Args:
        arguments: As on the command line.
        on_progress: Told in a few words of each model that begins.
    """
    outcome = invoke(*arguments, *QUIET, on_event=telling(on_progress) if on_progress else None)
    done, warned = [], []
    failed = {name: plain_reason(message) for name, message in outcome.failures.items()}
    for result in getattr(outcome.result, "results", None) or []:
        status = str(result.status)
        name = getattr(getattr(result, "node", None), "name", "operation")
        if status in ("success", "pass"):
            done.append(result.node)
        elif status == "warn":
            warned.append(name)
    error = None
    if outcome.exception is not None:
        error = _reason_of_exception(outcome.exception)
    elif not outcome.success and not failed:
        error = plain_reason(outcome.message)
    listed = tuple(outcome.result) if isinstance(outcome.result, list) else ()
    return DbtRun(get_invocation_id(), done, tuple(warned), failed, error, listed)


def _reason_of_exception(error: BaseException) -> str:
    reason = reason_of(error)
    # Of dbt's own errors the type says nothing.
    return plain_reason(str(error)) if reason.startswith(type(error).__name__) else reason
