"""Which models of a round have something to do: the tables of `cdc_table` that runs of the history have touched, and what reads them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rosetta_cdc.errors import UserError
from rosetta_cdc.loop.counts import Query
from rosetta_cdc.loop.dbt_run import run_dbt
from rosetta_cdc.paths import schema
from rosetta_cdc.selection import selection

# dbt takes about 50 ms for a model that has nothing to do, and for a second command about half a second.
FEW = 10


@dataclass(frozen=True)
class Model:
    """A model of the project.

    Attributes:
        name: As dbt has it.
        reads: Unique ids of what it reads.
        table_id: Of the source's table that it holds, for one of `cdc_table`.
        source: The table's source, for one of `cdc_table` with shards, which may be any of its tables.
    """

    name: str
    reads: tuple[str, ...] = ()
    table_id: str | None = None
    source: str | None = None

    def holds(self, tables: set[str]) -> bool:
        """Return whether it is a model of `cdc_table` that may hold one of some tables."""
        if self.source is None:
            return self.table_id in tables
        prefix = self.source.replace("\\", "\\\\").replace(".", "\\.") + "."
        return any(table.startswith(prefix) for table in tables)


def listed_models(selector: str | None = None) -> dict[str, Model]:
    """Return the models of a selector, by default all, by unique id.

    Raises:
        UserError: dbt could not list them.
    """
    chosen = selection(selector) if selector else ()
    listed = run_dbt(
        "list", *chosen, "--resource-type", "model", "--output", "json", "--output-keys", "unique_id", "name", "config", "depends_on"
    )
    if not listed.is_good:
        raise UserError(f"dbt cannot list the models: {listed.error or next(iter(listed.failed.values()))}", exit_code=1)
    return {found["unique_id"]: _model(found) for found in map(json.loads, listed.listed)}


def _model(found: Mapping[str, Any]) -> Model:
    table = (found["config"].get("meta") or {}).get("cdc_table") or {}
    source = table.get("source") if table.get("shards") else None
    return Model(found["name"], tuple(found["depends_on"]["nodes"]), table.get("table_id"), source)


class ConcernedModels:
    """The models of the selector `round` but those of `hot`, which every round runs.

    Args:
        models: All models, by unique id.
        in_round: Unique ids of the selector `round`.
        hot: Unique ids of the selector `hot`.
    """

    def __init__(self, models: Mapping[str, Model], in_round: Iterable[str], hot: Iterable[str]) -> None:
        self._models = models
        self._hot = set(hot)
        self._others = [unique_id for unique_id in in_round if unique_id not in self._hot]

    @property
    def are_many(self) -> bool:
        """Tell whether there are so many tables of `cdc_table` that leaving some out is worth a command."""
        return sum(self._models[unique_id].table_id is not None for unique_id in self._others) > FEW

    def after(self, touched: set[str]) -> list[str]:
        """Return the names of the models that have something to do where some tables were touched.

        Args:
            touched: Ids of the source's tables.
        """
        known: dict[str, bool] = {}
        return [self._models[unique_id].name for unique_id in self._others if self._is_concerned(unique_id, touched, known)]

    def _is_concerned(self, unique_id: str, touched: set[str], known: dict[str, bool]) -> bool:
        if unique_id not in known:
            model = self._models.get(unique_id)
            if model is None:
                known[unique_id] = False
            elif model.table_id is not None:
                known[unique_id] = model.holds(touched)
            else:
                known[unique_id] = unique_id in self._hot or any(self._is_concerned(read, touched, known) for read in model.reads)
        return known[unique_id]


class TouchedTables:
    """Which tables the runs of the history have touched since they were last asked for.

    Args:
        query: Executes a statement.
    """

    def __init__(self, query: Query) -> None:
        self._query = query
        self._until: int | None = None

    def since_last(self) -> set[str] | None:
        """Return the ids of the tables, None where that is not known: at the first call, and where the history was folded in full."""
        since = self._until or 0
        query = (
            "select unix_micros(max(applied_at)), bool_and(mode <> 'full' and table_ids is not null),"
            f" to_json(flatten(collect_list(table_ids))) from {schema()}.history_runs where applied_at > timestamp_micros({since})"
        )
        try:
            [(until, is_known, listed)] = self._query(query)
        except Exception:  # whatever it is, the models that are run without the answer meet it, too, and tell of it
            return None
        is_first, self._until = self._until is None, int(until) if until is not None else since
        if is_first or is_known is False:
            return None
        return set(json.loads(listed)) if listed is not None else set()
