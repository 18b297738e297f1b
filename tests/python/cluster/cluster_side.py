"""A warehouse on a cluster beside a `Sandbox` of the same project, registry and raw tables, and what differs between them."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyhive import hive
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from rosetta_cdc.cluster.server import SparkCluster
from rosetta_cdc.sandbox import Sandbox

# What a run writes of itself, and what Delta or the adapter counts.
OF_THE_RUN = {
    "load_id", "loaded_at", "run_id", "applied_at", "checked_at", "events_id", "events_version",
    "dbt_scd_id", "dbt_updated_at", "dbt_valid_from", "dbt_valid_to",
}  # fmt: skip
# A run's work: not the same runs were killed or merged on both sides.
WORK = {
    "history_run", "row_entries", "rows_to_fold", "linked_rows", "fold_stream", "folded_events", "linked_versions", "history_runs",
    "history_bookmark",
}  # fmt: skip


@dataclass
class ClusterSide:
    """dbt on a cluster, as a user calls it: a process of its own a command."""

    cluster: SparkCluster
    sandbox: Sandbox
    folder: Path

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start a dbt command."""
        environment = {
            **os.environ,
            "ROSETTA_HOME": str(self.sandbox.home),
            "ROSETTA_THRIFT_PORT": str(self.cluster.port),
            "DBT_TARGET_PATH": str(self.folder / "target"),
            "DBT_LOG_PATH": str(self.folder / "logs"),
        }
        places = ["--project-dir", str(self.sandbox.project), "--profiles-dir", str(self.sandbox.profiles), "--target", "cluster"]
        return subprocess.Popen(
            ["dbt", "--no-use-colors", *arguments, *places], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def dbt(self, *arguments: str) -> str:
        """Run a dbt command to its end and return its output; fail where it fails."""
        process = self.start(*arguments)
        output, _ = process.communicate()
        assert process.returncode == 0, output[-8000:]
        return output

    def sql(self, *statements: str) -> list[tuple[Any, ...]]:
        """Execute statements over Thrift and return the rows of the last."""
        with hive.connect("127.0.0.1", self.cluster.port) as connection, connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def relations(self, *kinds: str) -> list[tuple[str, str]]:
        """Return schema and name of every resource of these kinds that the last command knew."""
        nodes = json.loads((self.folder / "target" / "manifest.json").read_text())["nodes"].values()
        return sorted((node["schema"], node["alias"]) for node in nodes if node["resource_type"] in kinds and node["alias"] not in WORK)

    def differences(self, *kinds: str) -> dict[str, list[str]]:
        """Return the rows that one side alone has, a few a relation of these kinds; empty where both are equal. Tables and views."""
        found = {}
        self.sql("create schema if not exists compared")
        for schema, name in self.relations(*kinds):
            copy = f"compared.{name}"
            self.sql(f"drop table if exists {copy}", f"create table {copy} using delta as select * from {schema}.{name}")
            path = self.cluster.folder / "warehouse" / "compared.db" / name
            here = as_texts(self.sandbox.spark.table(f"{schema}.{name}"))
            there = as_texts(self.sandbox.spark.read.format("delta").load(str(path)))
            local, remote = Counter(row[0] for row in here.collect()), Counter(row[0] for row in there.collect())
            rows = [f"local only: {row[:2000]}" for row in sorted(local - remote)[:3]]
            rows += [f"cluster only: {row[:2000]}" for row in sorted(remote - local)[:3]]
            if rows:
                found[name] = [f"{local.total()} and {remote.total()} rows", *rows]
        return found


def as_texts(rows: DataFrame) -> DataFrame:
    """Return rows as one JSON text each, without what a run writes of itself: columns of any type compare, maps too."""
    columns = [f"`{name}`" for name in rows.columns if name not in OF_THE_RUN]
    return rows.select(F.to_json(F.struct(*columns), {"ignoreNullFields": "false"}).alias("row"))
