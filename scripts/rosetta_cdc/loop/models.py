"""The typed models of the user's project, kept in step with the source after monitoring has counted what the tables have."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from rosetta_cdc.errors import UserError
from rosetta_cdc.generated.folder import NEVER, TELL, WRITE
from rosetta_cdc.generated.update import Change, update_models
from rosetta_cdc.loop.counts import Query
from rosetta_cdc.loop.project import loop_folder
from rosetta_cdc.paths import PACKAGE, replace_text, schema

CHOICES = (WRITE, TELL, NEVER)
# What of a table's columns and of values that do not fit their types would change its model.
SEEN = """
    select table_id, left(sha2(to_json(array_sort(collect_set(columns_hash))), 256), 16)
    from {schema}.observed_schemas
    where basis <> 'ddl' and table_id is not null
    group by table_id
    union all
    select table_id, left(sha2(to_json(array_sort(collect_set(struct(column_name, row_count)))), 256), 16)
    from {schema}.cdc_cast_errors
    group by table_id
"""


class ModelsWatch:
    """Looks at the tables whose columns, or values that do not fit, are others than the last time.

    Args:
        query: Executes a statement.
        project: Folder of the dbt project.
        choice: One of `CHOICES`; None writes where the project is a user's own, which has this one as a package.
        note: Told of each change in a line.
    """

    def __init__(self, query: Query, project: Path, choice: str | None, note: Callable[[str], None]) -> None:
        self._query = query
        self._project = project
        self._choice = choice or (WRITE if (project / PACKAGE).exists() else NEVER)
        self._note = note
        self._file = loop_folder() / "models.json"
        self._told: dict[str, str] = {}

    def update(self) -> bool:
        """Bring the models to what the source has, and return whether a file was written. No failure of it stops the loop."""
        if self._choice == NEVER:
            return False
        try:
            return self._update()
        except UserError as error:
            self._note(f"the models were not updated: {error}")
        except OSError as error:
            self._note(f"the models were not updated: {error.strerror}")
        return False

    def _update(self) -> bool:
        known = self._known()
        now: dict[str, list[str]] = {}
        for table_id, digest in sorted(tuple(map(str, row)) for row in self._query(SEEN.format(schema=schema()))):
            now.setdefault(table_id, []).append(digest)
        changed = {table_id for table_id, digests in now.items() if known.get(table_id) != digests}
        changes: list[Change] = update_models(self._project, changed, writes=self._choice == WRITE) if changed else []
        # One that cannot be modelled is tried again, and told of again where the reason is another one.
        problems = {change.table_id: change.text for change in changes if change.is_problem}
        for change in changes:
            if self._told.get(change.table_id) != change.text:
                self._note(change.text)
        self._told = problems
        replace_text(self._file, json.dumps({table_id: digests for table_id, digests in now.items() if table_id not in problems}))
        return any(change.is_written for change in changes)

    def _known(self) -> dict[str, list[str]]:
        try:
            return dict(json.loads(self._file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return {}
