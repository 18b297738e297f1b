"""The project on a copy of its own, with a registry, raw tables and schemas of its own, in one Spark session: for tests and benchmarks."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

from rosetta_cdc.dbt_command import invoke
from rosetta_cdc.landing import LandingResult, land_files
from rosetta_cdc.landing.kcat import Record, write_file
from rosetta_cdc.parsed_project import COMMANDS
from rosetta_cdc.paths import package_folder

REGISTRY_HEADER = (
    "match_order,cluster_pattern,topic_pattern,table_pattern,format,source_name,"
    "primary_key,source_time_zone,order_by,load_time,description\n"
)
# The only columns in which two ways to the same table may differ.
LOAD_COLUMNS = ("load_id", "loaded_at")


def copy_project(folder: Path) -> None:
    """Make a folder a copy of the project as dbt reads it: what the copy has of its own goes."""
    ours = package_folder()
    for name in ("models", "macros", "seeds", "tests"):
        shutil.rmtree(folder / name, ignore_errors=True)
        ignored = shutil.ignore_patterns("python", "generator", "fixtures", "package", "__pycache__")
        shutil.copytree(ours / name, folder / name, ignore=ignored)
    for name in ("dbt_project.yml", "selectors.yml", ".dbtignore"):
        # With its time, as of the files above: the same project is not parsed again.
        shutil.copy2(ours / name, folder / name)


def environment_of(project: Path, home: Path) -> dict[str, str]:
    """Return the environment of commands that work with a copy of the project and a ROSETTA_HOME of its own."""
    return {
        **os.environ,
        "ROSETTA_HOME": str(home),
        "DBT_PROJECT_DIR": str(project),
        "DBT_TARGET_PATH": str(home / "dbt" / "target"),
        "DBT_LOG_PATH": str(home / "dbt" / "logs"),
    }


def write_registry(project: Path, text: str) -> Path:
    """Replace the topic registry of a project's folder and return its file; `text` is a CSV with or without its header."""
    if not text.startswith("match_order"):
        text = REGISTRY_HEADER + text
    path = project / "seeds" / "cdc_topics.csv"
    path.write_text(text, encoding="utf-8")
    return path


class DbtFailed(AssertionError):
    """A dbt command failed; the message holds the failed nodes' messages."""


class Sandbox:
    """A copy of the project and a ROSETTA_HOME below one folder. `reset` empties both; Spark and dbt's parse cache stay warm.

    The caller sets the environment variable ROSETTA_HOME to `home`.
    """

    def __init__(self, spark: SparkSession, folder: Path) -> None:
        self.spark = spark
        self.project = folder / "project"
        self.home = folder / "home"
        self.profiles = package_folder() / "profiles"
        self.files = 0

    def reset(self) -> None:
        """Bring the project's files back, drop all schemas and delete what has landed."""
        for schema in self.schemas():
            self.spark.sql(f"drop schema {schema} cascade")
        shutil.rmtree(self.home / "raw", ignore_errors=True)
        self.spark._jvm.org.apache.spark.sql.delta.DeltaLog.clearCache()
        copy_project(self.project)
        self.home.mkdir(parents=True, exist_ok=True)

    def schemas(self) -> list[str]:
        """Return the schemas that `reset` drops."""
        return [schema for (schema,) in self.spark.sql("show schemas").collect() if schema != "default"]

    def registry(self, text: str) -> None:
        """Replace the topic registry; `text` is a CSV with or without its header."""
        path = write_registry(self.project, text)
        os.environ["ROSETTA_TOPICS_CSV"] = str(path)

    def land(
        self,
        records: Iterable[Record] | Path,
        *,
        cluster: str = "default",
        incarnation: int = 0,
        landed_at: datetime | None = None,
        landing_id: str | None = None,
    ) -> LandingResult:
        """Land records, or a file of `kcat -J` lines."""
        path = records
        if not isinstance(path, Path):
            self.files += 1
            path = self.home / f"records-{self.files}.jsonl"
            write_file(path, records)
        return land_files(
            self.spark,
            [path],
            cluster=cluster,
            incarnation=incarnation,
            landed_at=landed_at,
            landing_id=landing_id,
        )

    def dbt(self, *arguments: str) -> Any:
        """Run a dbt command in this session and return dbt's result.

        Raises:
            DbtFailed: The command did not succeed.
        """
        target = self.home / "dbt"
        outcome = invoke(
            *arguments,
            "--project-dir", str(self.project),
            "--profiles-dir", str(self.profiles),
            "--target-path", str(target / "target"),
            "--log-path", str(target / "logs"),
            "--quiet",
            *(["--no-write-json"] if arguments[0] in COMMANDS else []),
        )  # fmt: skip
        if not outcome.success:
            failed = [f"{name}: {message}"[:1500] for name, message in outcome.failures.items()]
            raise DbtFailed("\n".join(failed) or outcome.reason)
        return outcome.result

    def build(self) -> None:
        """Load the seeds and run every model up to the events."""
        self.dbt("seed")
        self.dbt("run", "--select", "+cdc_events")

    def start_empty(self) -> None:
        """Make an empty `cdc_events`, with no topic in the registry: for events that are written without a message."""
        self.registry("")
        self.dbt("seed")
        self.run_events()

    def run_events(self, *arguments: str) -> None:
        """Run the hot path: topic rules and `cdc_events`."""
        self.dbt("run", "--select", "cdc_topic_rules", "cdc_events", *arguments)

    def events(
        self, condition: str = "true", table: str = "cdc.cdc_events"
    ) -> list[dict[str, Any]]:
        """Return rows of `cdc_events` as dicts, sorted by event id, without the load columns."""
        rows = self.spark.sql(f"select * from {table} where {condition}").collect()
        events = [
            {
                name: value
                for name, value in row.asDict(recursive=True).items()
                if name not in LOAD_COLUMNS
            }
            for row in rows
        ]
        return sorted(events, key=lambda event: event["event_id"])

    def raw_count(self) -> int:
        """Return the number of records in raw."""
        return self.spark.sql("select count(*) from raw.kafka_messages").collect()[0][0]
