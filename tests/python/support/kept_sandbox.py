"""A sandbox in which staging views and seeds outlive a test: with the few records of a test, making them is most of a run's work.

What is there is left only if nothing has changed: the project's files are those it was made from, and it is what it was then.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from rosetta_cdc.file_state import PACKAGES, files_of, state_of_files
from rosetta_cdc.parsed_project import FILES
from rosetta_cdc.sandbox import Sandbox

SCHEMA = "cdc"
# Spark's setting of whether it compiles expressions.
FACTORY = "spark.sql.codegen.factoryMode"
# Seeds that tests seldom change; the registry is each test's own.
SEEDS = ("cdc_error_codes", "cdc_avro_schemas")


class KeptSandbox(Sandbox):
    """A sandbox that keeps staging views and seeds over `reset`, and leaves them out of commands that would make them again as they are."""

    def __init__(self, spark: SparkSession, folder: Path) -> None:
        """Start without anything kept."""
        super().__init__(spark, folder)
        self.catalog = spark._jsparkSession.sharedState().externalCatalog()
        # Name of a view or seed -> what it was made from -> what it was then.
        self.made: dict[str, dict[str, str]] = {}
        # What an empty start was made from -> the catalog's entries of its tables, whose folders are copied.
        self.starts: dict[str, list[Any]] = {}

    def forget(self) -> None:
        """Keep nothing of what there is, and empty the sandbox."""
        self.made.clear()
        self.starts.clear()
        shutil.rmtree(self.home / "starts", ignore_errors=True)
        self.reset()

    def reset(self) -> None:
        """Empty the sandbox but for the schema of the tables, in which what is kept stays."""
        super().reset()
        if self.catalog.databaseExists(SCHEMA):
            for name in self.names():
                if self.state_of(name) not in self.made.get(name, {}).values():
                    kind = "view" if self.catalog.getTable(SCHEMA, name).viewText().isDefined() else "table"
                    self.spark.sql(f"drop {kind} {SCHEMA}.`{name}`")

    def schemas(self) -> list[str]:
        """Return the schemas that `reset` drops."""
        return [schema for schema in super().schemas() if schema != SCHEMA]

    def names(self) -> list[str]:
        """Return the names of the tables and views in the schema of the tables."""
        return [row.tableName for row in self.spark.sql(f"show tables in {SCHEMA}").collect() if not row.isTemporary]

    def dbt(self, *arguments: str) -> Any:
        """Run a dbt command without what is there as the command would make it, and return dbt's result."""
        source = self.source_of(arguments)
        given = list(arguments)
        if (arguments[0] == "run" and "--select" in arguments) or arguments == ("seed",):
            there = [name for name, made in self.made.items() if source in made and self.state_of(name) == made[source]]
            given += ["--exclude", *there] if there and not set(there) & set(arguments) else []
        result = super().dbt(*given)
        for done in getattr(result, "results", []):
            node = getattr(done, "node", None)
            if str(done.status) == "success" and node is not None and (node.name in SEEDS or _is_staging_view(node)):
                self.made.setdefault(node.name, {})[source] = self.state_of(node.name)
        return result

    def start_empty(self) -> None:
        """Make an empty `cdc_events` once, and from then on copy the tables that this has made. Right after `reset`."""
        source = self.source_of(())
        copies = self.home / "starts" / sha256(source.encode()).hexdigest()
        if source not in self.starts:
            super().start_empty()
            entries = [self.catalog.getTable(SCHEMA, name) for name in self.names()]
            self.starts[source] = [entry for entry in entries if not entry.viewText().isDefined()]
            for entry in self.starts[source]:
                shutil.copytree(entry.location().getPath(), copies / entry.identifier().table())
            return
        self.registry("")
        for entry in self.starts[source]:
            name = entry.identifier().table()
            if not self.catalog.tableExists(SCHEMA, name):
                shutil.copytree(copies / name, entry.location().getPath(), dirs_exist_ok=True)
                self.catalog.createTable(entry, False)

    def source_of(self, arguments: Sequence[str]) -> str:
        """Return a digest of all that a command's views and kept seeds are made from.

        Args:
            arguments: of the command.
        """
        files = [path for path in files_of(self.project, FILES, ("models", "macros", "seeds", PACKAGES)) if path.stem != "cdc_topics"]
        variables = next((given for name, given in pairwise(arguments) if name == "--vars"), "")
        target = [os.environ.get(name, "") for name in ("DBT_TARGET", "ROSETTA_SCHEMA")]
        return f"{state_of_files(files)} {variables} {self.profiles} {target}"

    def state_of(self, name: str) -> str:
        """Return what tells the present state of a view or table; empty if there is neither.

        Args:
            name: in the schema of the tables.
        """
        if not self.catalog.databaseExists(SCHEMA) or not self.catalog.tableExists(SCHEMA, name):
            return ""
        found = self.catalog.getTable(SCHEMA, name)
        if found.viewText().isDefined():
            # Not the text itself: all of them are many megabytes on the way here.
            return f"{found.createTime()} {found.viewText().hashCode()}"
        return state_of_files(sorted(Path(found.location().getPath(), "_delta_log").glob("*")))


def work_in(sandbox: Sandbox, patch: pytest.MonkeyPatch) -> None:
    """Let commands of this process work in a sandbox, until what is patched is undone."""
    patch.setenv("ROSETTA_HOME", str(sandbox.home))
    patch.setenv("ROSETTA_TOPICS_CSV", "")
    patch.setenv("DBT_PROJECT_DIR", str(sandbox.project))


def _is_staging_view(node: Any) -> bool:
    """Return whether a node of dbt is a view of this project's staging folder."""
    return node.package_name == "rosetta_cdc" and node.fqn[1] == "staging" and node.config.materialized == "cdc_view"
