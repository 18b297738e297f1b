"""One round: dbt's models of it, and what they have brought."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timezone

from rosetta_cdc.errors import UserError, plain_reason, reason_of
from rosetta_cdc.loop.concerned import ConcernedModels, Model, TouchedTables, listed_models
from rosetta_cdc.loop.counts import Query, TableVersions, count_events
from rosetta_cdc.loop.dbt_run import DbtRun, run_dbt
from rosetta_cdc.loop.project import Built, project_digest
from rosetta_cdc.loop.registry_watch import RegistryWatch
from rosetta_cdc.loop.result import Chore, Round
from rosetta_cdc.registry import seed_name
from rosetta_cdc.selection import selection

WHOLE = ("run", "--exclude", "rosetta_cdc.monitoring")
# Snapshots are `dbt snapshot`'s or `dbt build`'s, which test them: the loop makes none, and they may not be there.
TESTS = ("test", "--exclude-resource-type", "unit_test", "--exclude", "resource_type:snapshot")


class Rounds:
    """The rounds of one loop.

    The first round after the project changed, or after one that failed, loads the seeds and makes the views, too; the others make tables
    alone. Where there are many tables of `cdc_table`, a round after one that went well runs only those that the history has touched.

    Args:
        query: Executes a statement on the warehouse.
        versions: Knows which tables have changed.
        registry: The topic registry.
        built: Of which project the views are.
        working: Told what is being done.
    """

    def __init__(
        self, query: Query, versions: TableVersions, registry: RegistryWatch, built: Built, working: Callable[[str], None]
    ) -> None:
        self._query = query
        self._versions = versions
        self._registry = registry
        self._built = built
        self._working = working
        self._hot: dict[str, Model] = {}
        self._concerned: ConcernedModels | None = None
        self._touched = TouchedTables(query)
        self._is_up_to_date = False
        self._registry_of_models: str | None = None
        self._number = 0
        self._loads: list[str] = []
        self.needs_whole = False

    def project_has_changed(self) -> bool:
        """Return whether the project is another one than the views are of."""
        return project_digest() != self._built.project

    def run(self) -> Round:
        """Run a round and return what it has brought; it never raises an error of dbt's."""
        self._number += 1
        began = time.monotonic()
        result = Round(self._number)
        digest = project_digest()
        is_whole = self.needs_whole or digest != self._built.project
        self.needs_whole = True
        try:
            run = self._dbt(is_whole)
            result.failed = dict(run.failed)
            result.error = run.error or self._error_of_hot(run)
        except UserError as error:
            result.error = str(error)
        if result.error is None:
            try:
                self._count(run, result)
                self.needs_whole = False
                if is_whole:
                    self._built.project = digest
                    self._built.keep()
                    self._hot, self._concerned = {}, None
            except Exception as error:  # the server or the disk is gone in this moment: the round is repeated
                result.error = plain_reason(reason_of(error))
        self._is_up_to_date = result.is_good
        result.ended_at = datetime.now(timezone.utc)
        result.seconds = time.monotonic() - began
        return result

    def chore(self, name: str) -> Chore:
        """Run `monitoring` or `tests`."""
        began = time.monotonic()
        command = TESTS if name == "tests" else ("run", *selection(name))
        run = run_dbt(*command, on_progress=self._progress(name))
        return Chore(name, time.monotonic() - began, len(run.done), run.warned, run.failed, run.error)

    def _dbt(self, is_whole: bool) -> DbtRun:
        what = f"round {self._number}"
        self._working(what)
        if not is_whole:
            return self._small(what)
        # A registry that cannot be used must not keep the other seeds from being loaded.
        others = () if self._registry.is_usable else ("--exclude", seed_name())
        run = run_dbt("seed", *others, on_progress=self._progress(what))
        if run.is_good:
            run = run_dbt(*WHOLE, on_progress=self._progress(what))
        self._loads.append(run.load_id)
        return run

    def _small(self, what: str) -> DbtRun:
        """Run the hot path, and what it concerns: everything, unless all was up to date before."""
        may_leave = self._is_up_to_date and self._registry_of_models == self._built.registry and self._concerned_models().are_many
        self._registry_of_models = self._built.registry
        hot = run_dbt("run", *selection("hot" if may_leave else "round"), on_progress=self._progress(what))
        self._loads.append(hot.load_id)
        if not may_leave or not hot.is_good:
            return hot
        touched = self._touched.since_last()
        chosen = selection("round") if touched is None else ("--select", *self._concerned_models().after(touched))
        return hot.followed_by(run_dbt("run", *chosen, on_progress=self._progress(what))) if len(chosen) > 1 else hot

    def _concerned_models(self) -> ConcernedModels:
        if self._concerned is None:
            self._hot = self._hot or listed_models("hot")
            self._concerned = ConcernedModels(listed_models(), listed_models("round"), self._hot)
        return self._concerned

    def _progress(self, what: str) -> Callable[[str], None]:
        return lambda text: self._working(f"{what}: {text}")

    def _error_of_hot(self, run: DbtRun) -> str | None:
        """Return why the round has failed as a whole: something that is not of the user's own failed."""
        if not run.failed:
            return None
        hot = self._hot_names()
        return next((f"{name}: {reason}" for name, reason in run.failed.items() if name in hot or name == "operation"), None)

    def _hot_names(self) -> set[str]:
        if not self._hot:
            self._hot = listed_models("hot")
        return {model.name for model in self._hot.values()}

    def _count(self, run: DbtRun, result: Round) -> None:
        count_events(self._query, self._loads, result)
        self._loads.clear()
        hot = self._hot_names()
        models = [node for node in run.done if node.resource_type == "model" and node.name not in hot]
        tables = [node for node in models if "view" not in node.config.materialized and node.config.materialized != "ephemeral"]
        result.tables = self._versions.changed((node.schema, node.alias) for node in tables)
