"""What a round has brought, by one small query and the logs of the tables that it made: no table is read whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from rosetta_cdc.loop.delta_log import UPKEEP, DeltaLog
from rosetta_cdc.loop.result import Round
from rosetta_cdc.paths import schema

Query = Callable[[str], Sequence[Sequence[Any]]]


def adapter_query(sql: str) -> Sequence[Sequence[Any]]:
    """Execute a statement on dbt's connection, to a session or Thrift server, and return its rows. A dbt command has run before."""
    from dbt.adapters.factory import get_adapter_by_type

    adapter = get_adapter_by_type("spark")
    with adapter.connection_named("loop"):
        _, table = adapter.execute(sql, fetch=True)
    return [tuple(row) for row in table.rows]


def count_events(query: Query, load_ids: Iterable[str], result: Round) -> None:
    """Put the counts of what some runs have loaded into a round.

    Delta knows the least and greatest `load_id` of each file, so that only the files of these runs are read, and of them a few columns.
    """
    listed = ", ".join(f"'{load_id}'" for load_id in load_ids)
    [(records, changes, dead_letters, newest)] = query(
        "select count_if(row_index = 0), count_if(event_kind = 'row_change'), count_if(event_kind = 'dead_letter'),"
        f" unix_millis(max(kafka_timestamp)) from {schema()}.cdc_events where load_id in ({listed})"
    )
    result.records, result.changes, result.dead_letters = int(records), int(changes), int(dead_letters)
    result.newest_event_at = None if newest is None else datetime.fromtimestamp(int(newest) / 1000, timezone.utc)


class TableVersions:
    """Which tables have changed since they were last asked for: by the logs in a warehouse's folder, or by `describe history`.

    Args:
        query: Executes a statement.
        warehouse: The folder with a folder `SCHEMA.db` a schema; None where it cannot be read from here.
    """

    def __init__(self, query: Query, warehouse: Path | None) -> None:
        self._query = query
        self._warehouse = warehouse
        found = warehouse.glob("*.db/*/_delta_log") if warehouse is not None else ()
        self._logs = {log.parent: DeltaLog(log.parent) for log in found}
        self._versions: dict[str, int] = {}

    def changed(self, tables: Iterable[tuple[str, str]]) -> list[str]:
        """Return the names of those, of a schema and name each, whose rows changed since the last call, or that are new."""
        return [name for place, name in tables if self._has_changed(place, name)]

    def _has_changed(self, place: str, name: str) -> bool:
        if self._warehouse is not None:
            folder = self._warehouse / f"{place}.db" / name
            if folder not in self._logs:
                self._logs[folder] = DeltaLog(folder)
                return self._logs[folder].version >= 0
            return self._logs[folder].changes()
        table = f"`{place}`.`{name}`"
        rows = self._query(f"describe history {table} limit 1")
        version, operation = int(rows[0][0]), rows[0][4]
        before, self._versions[table] = self._versions.get(table), version
        return before != version and operation not in UPKEEP
