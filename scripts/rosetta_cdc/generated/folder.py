"""The folder `models/generated` of a project: which files the command has written, and whether they are still as it has left them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import replace_text

FOLDER = Path("models", "generated")
# Of each table the model, a digest of its files as they were written, and what to do when the source changes.
LEDGER = "generated.json"
WRITE, TELL, NEVER = "write", "tell", "never"
README = (
    "-- Written by scripts/generate, which keeps it in step with the source. Edit it (a type in the .yml beside it, too) or delete it, and"
    " it is left alone; generated.json says for each table whether changes are written, told or neither.\n"
)


@dataclass
class Entry:
    """What the ledger says of a table.

    Attributes:
        model: Name of its model.
        digest: Of the two files as they were written.
        changes: `write`, `tell` or `never`.
    """

    model: str
    digest: str
    changes: str = WRITE


class GeneratedFolder:
    """The models of one project.

    Args:
        project: Folder of the dbt project.

    Raises:
        UserError: The ledger cannot be read.
    """

    def __init__(self, project: Path) -> None:
        self.path = project / FOLDER
        self.ledger = self.path / LEDGER
        try:
            found = json.loads(self.ledger.read_text(encoding="utf-8")) if self.ledger.exists() else {}
            self.entries = {table_id: Entry(**entry) for table_id, entry in found.items()}
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise UserError(f"{self.ledger} cannot be read: {error}") from error
        for table_id, entry in self.entries.items():
            if entry.changes not in (WRITE, TELL, NEVER):
                raise UserError(f"{self.ledger}: changes of {table_id} is {entry.changes!r}, not one of {WRITE}, {TELL}, {NEVER}")

    def is_ours(self, table_id: str) -> bool:
        """Return whether a table's files are as they were written."""
        entry = self.entries.get(table_id)
        return entry is not None and self._digest(entry.model) == entry.digest

    @property
    def unedited(self) -> dict[str, str]:
        """Return the names of the models that are as they were written, by table."""
        return {table_id: entry.model for table_id, entry in self.entries.items() if self.is_ours(table_id)}

    def may_write(self, table_id: str) -> bool:
        """Return whether the model of a table may be written: it is not there yet, or unedited and not only to be told of."""
        entry = self.entries.get(table_id)
        return entry is None or (entry.changes == WRITE and self.is_ours(table_id))

    def in_the_way(self, model: str) -> str | None:
        """Return what to do where a model that the ledger does not have has a file, which then is a person's; None where it has none."""
        file = next((file for file in self._files(model) if file.exists()), None)
        return None if file is None else f"{file} is not a file of this command: rename it, or declare its table with cdc_table"

    def write(self, table_id: str, model: str, sql: str, yaml: str) -> None:
        """Write a table's model.

        Args:
            table_id: The table.
            model: The model's name, of letters, digits and underscores.
            sql: Its SQL.
            yaml: Its description.

        Raises:
            UserError: A file that this command has not written is in the way, or the folder cannot be written.
        """
        files = self._files(model)
        problem = None if table_id in self.entries else self.in_the_way(model)
        if problem is not None:
            raise UserError(problem)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            for file, text in zip(files, (README + sql, README.replace("--", "#", 1) + yaml), strict=True):
                replace_text(file, text)
            changes = self.entries[table_id].changes if table_id in self.entries else WRITE
            self.entries[table_id] = Entry(model, self._digest(model) or "", changes)
            known = {one: vars(entry) for one, entry in sorted(self.entries.items())}
            replace_text(self.ledger, json.dumps(known, indent=1, ensure_ascii=False) + "\n")
        except OSError as error:
            raise UserError(f"{self.path}: {error.strerror}") from error

    def _files(self, model: str) -> tuple[Path, Path]:
        return self.path / f"{model}.sql", self.path / f"_{model}.yml"

    def _digest(self, model: str) -> str | None:
        """Return a digest of a model's two files, None where one is missing."""
        try:
            texts = [file.read_bytes() for file in self._files(model)]
        except OSError:
            return None
        return hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]
