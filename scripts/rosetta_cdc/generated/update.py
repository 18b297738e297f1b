"""Writes the models that a project lacks, and brings those that are unedited to what the source has now."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dbt_common.events.base_types import EventMsg

from rosetta_cdc.dbt_command import invoke
from rosetta_cdc.errors import UserError, plain_reason
from rosetta_cdc.generated.folder import NEVER, GeneratedFolder

MARK = "proposed tables: "
# What fails for each of so many parts of the tables fails for all tables.
PARTS = 8


@dataclass(frozen=True)
class Change:
    """What was, or would be, written of a table, or why nothing can be.

    Attributes:
        table_id: The table.
        model: Its model; blank where it is not known.
        what: In a few words: `new model`, or the columns; why the table cannot be modelled.
        is_written: Whether it was written; else it is only told.
        is_problem: Whether the table cannot be modelled.
    """

    table_id: str
    model: str
    what: str
    is_written: bool
    is_problem: bool = False

    @property
    def text(self) -> str:
        """Return the change as a line."""
        if self.is_problem:
            return f"{self.table_id} has no model that fits: {self.what}"
        return f"{self.model}: {self.what}" + ("" if self.is_written else " (not written)")


@dataclass
class Proposals:
    """What `propose_cdc_tables` proposes.

    Attributes:
        tables: What it says of each table.
        failed: Why it could say nothing of others, by table.
    """

    tables: list[dict[str, Any]] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)


def update_models(project: Path, tables: Iterable[str] | None = None, *, writes: bool = True) -> list[Change]:
    """Write new models and change unedited ones; a column is never taken away, a type never narrowed.

    A table that cannot be modelled is one of the changes, with the reason, and keeps none of the others from being written.

    Args:
        project: Folder of the dbt project, which has this one as a package or is this one.
        tables: Ids of the source's tables to look at; by default all that the registry knows.
        writes: Whether anything is written; else all is only told.

    Raises:
        UserError: The ledger or the folder cannot be used, or dbt failed for all tables.
    """
    folder = GeneratedFolder(project)
    proposals = _proposed(None if tables is None else sorted(tables), folder.unedited)
    done = []
    for table in proposals.tables:
        table_id, changes = table["table_id"], table.get("changes")
        entry = folder.entries.get(table_id)
        problem = table.get("problem")
        # A model that is gone was deleted by a person; what its table has is no longer of interest.
        if entry is not None and (entry.changes == NEVER or (changes is None and not (problem and folder.is_ours(table_id)))):
            continue
        if problem is None and writes and entry is None:
            problem = folder.in_the_way(table["name"])
        if problem is not None:
            done.append(Change(table_id, table["name"], problem, is_written=False, is_problem=True))
            continue
        may_write = writes and folder.may_write(table_id)
        if may_write:
            folder.write(table_id, table["name"], table["sql"], table["yaml"])
        done.append(Change(table_id, table["name"], _words(changes), may_write))
    return done + [Change(table_id, "", reason, is_written=False, is_problem=True) for table_id, reason in proposals.failed.items()]


class _Run:
    """One call of the macro `propose_cdc_tables`. Arguments: see there.

    Attributes:
        told: What it has written to dbt's log, by kind.
        reason: Why it failed, if it did.
    """

    def __init__(self, tables: list[str] | None, generated: dict[str, str], skipped: Iterable[str] = (), *, lists: bool = False) -> None:
        self.told: dict[str, Any] = {}
        arguments = json.dumps({"tables": tables, "generated": generated, "skipped": list(skipped), "lists": lists})
        quiet = ("--log-level", "none", "--log-level-file", "none", "--no-write-json")
        outcome = invoke("run-operation", "rosetta_cdc.propose_cdc_tables", "--args", arguments, *quiet, on_event=self._on_event)
        self.reason = "" if outcome.success else plain_reason(outcome.message)

    def _on_event(self, event: EventMsg) -> None:
        text = getattr(event.data, "msg", "")
        if text.startswith(MARK):
            self.told.update(json.loads(text.removeprefix(MARK)))


def _proposed(tables: list[str] | None, generated: dict[str, str]) -> Proposals:
    """Return what the macro proposes, and which tables it failed for."""
    run, found = _without_failing(tables, generated)
    if not run.reason:
        return found
    listed = _Run(tables, generated, found.failed, lists=True)
    of_halves = listed.told.get("tables", [])
    if len(of_halves) < 2:
        raise UserError(run.reason, exit_code=1)
    return _joined(found, _by_halves(of_halves, generated, run.reason))


def _without_failing(tables: list[str] | None, generated: dict[str, str]) -> tuple[_Run, Proposals]:
    """Call the macro until it gets through, each time without the table at which it failed. Returns the last call, too: it may have failed
    at none of them."""
    failed: dict[str, str] = {}
    while (run := _Run(tables, generated, failed)).reason and run.told.get("begun", "") not in ("", *failed):
        failed[run.told["begun"]] = run.reason
    return run, Proposals(run.told.get("proposed", []), failed)


def _by_halves(tables: list[str], generated: dict[str, str], reason: str) -> Proposals:
    """Find the tables at which a statement over all of them fails.

    Raises:
        UserError: It fails for each of several parts: that is no table's.
    """
    found, failing, is_of_tables = Proposals(), [tables], False
    while failing:
        halves = [half for part in failing for half in (part[: len(part) // 2], part[len(part) // 2 :])]
        failing = []
        for half in halves:
            run, of_half = _without_failing(half, generated)
            found = _joined(found, of_half)
            is_of_tables = is_of_tables or not run.reason
            if run.reason and len(half) > 1:
                failing.append(half)
            elif run.reason:
                found.failed[half[0]] = run.reason
        if not is_of_tables and (len(halves) >= PARTS or not failing):
            raise UserError(reason, exit_code=1)
    return found


def _joined(one: Proposals, other: Proposals) -> Proposals:
    return Proposals(one.tables + other.tables, one.failed | other.failed)


def _words(changes: list[dict[str, Any]] | None) -> str:
    if changes is None:
        return "new model"
    return ", ".join(
        f"column {change['column']} " + (f"{change['to']} added" if change["from"] is None else f"from {change['from']} to {change['to']}")
        for change in changes
    )
