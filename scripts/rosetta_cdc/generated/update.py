"""Writes the models that a project lacks, and brings those that are unedited to what the source has now."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dbt_common.events.base_types import EventMsg

from rosetta_cdc.dbt_command import invoke
from rosetta_cdc.errors import UserError
from rosetta_cdc.generated.folder import NEVER, GeneratedFolder

MARK = "proposed tables: "


@dataclass(frozen=True)
class Change:
    """What was, or would be, written of a table.

    Attributes:
        table_id: The table.
        model: Its model.
        what: In a few words: `new model`, or the columns.
        is_written: Whether it was written; else it is only told.
    """

    table_id: str
    model: str
    what: str
    is_written: bool

    @property
    def text(self) -> str:
        """Return the change as a line."""
        return f"{self.model}: {self.what}" + ("" if self.is_written else " (not written)")


def update_models(project: Path, tables: Iterable[str] | None = None, *, writes: bool = True) -> list[Change]:
    """Write new models and change unedited ones; a column is never taken away, a type never narrowed.

    Args:
        project: Folder of the dbt project, which has this one as a package or is this one.
        tables: Ids of the source's tables to look at; by default all that the registry knows.
        writes: Whether anything is written; else all is only told.

    Raises:
        UserError: The ledger or the folder cannot be used, or dbt failed.
    """
    folder = GeneratedFolder(project)
    done = []
    for table in _proposed(None if tables is None else sorted(tables), folder.unedited):
        table_id, changes = table["table_id"], table["changes"]
        entry = folder.entries.get(table_id)
        if entry is not None and (entry.changes == NEVER or changes is None):
            continue
        may_write = writes and folder.may_write(table_id)
        if may_write:
            folder.write(table_id, table["name"], table["sql"], table["yaml"])
        done.append(Change(table_id, table["name"], _words(changes), may_write))
    return done


def _proposed(tables: list[str] | None, generated: dict[str, str]) -> list[dict[str, Any]]:
    """Return what the macro `propose_cdc_tables` proposes."""
    found: list[str] = []

    def on_event(event: EventMsg) -> None:
        text = getattr(event.data, "msg", "")
        if text.startswith(MARK):
            found.append(text.removeprefix(MARK))

    arguments = json.dumps({"tables": tables, "generated": generated})
    quiet = ("--log-level", "none", "--log-level-file", "none", "--no-write-json")
    outcome = invoke("run-operation", "rosetta_cdc.propose_cdc_tables", "--args", arguments, *quiet, on_event=on_event)
    if not found:
        results = getattr(outcome.result, "results", None) or []
        reason = str(outcome.exception or (results[0].message if results else "dbt failed"))
        raise UserError(" ".join(reason.split())[:500], exit_code=1)
    return json.loads(found[-1])


def _words(changes: list[dict[str, Any]] | None) -> str:
    if changes is None:
        return "new model"
    return ", ".join(
        f"column {change['column']} " + (f"{change['to']} added" if change["from"] is None else f"from {change['from']} to {change['to']}")
        for change in changes
    )
