"""The Spark session of the command line tools. Settings come from `profiles/spark/spark-defaults.conf`."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pyspark.sql import SparkSession

from rosetta_cdc import warm
from rosetta_cdc.environment import spark_folder
from rosetta_cdc.paths import home, package_folder

# Of a session that goes on for weeks: Spark keeps the plans of the last thousand statements for a UI that is not running. And a question
# shares the cores with the statement of a run, instead of waiting for its end.
RESIDENT = {
    "spark.scheduler.mode": "FAIR",
    "spark.sql.ui.retainedExecutions": "20",
    "spark.ui.retainedJobs": "50",
    "spark.ui.retainedStages": "50",
    "spark.ui.retainedTasks": "1000",
    "spark.sql.streaming.ui.retainedQueries": "5",
    "spark.sql.streaming.ui.retainedProgressUpdates": "5",
}


def driver_memory() -> str:
    """Return the heap of Spark's Java process, such as `3g`."""
    return os.environ.get("ROSETTA_DRIVER_MEMORY", "3g")


def local_settings(*, memory: str | None = None, metastore: bool = True) -> dict[str, str]:
    """Return the settings of a local session by their names. See `session`."""
    scratch = home() / "tmp"
    return {
        "spark.master": os.environ.get("ROSETTA_SPARK_MASTER", "local[*]"),
        "spark.driver.memory": memory or driver_memory(),
        "spark.local.dir": str(scratch),
        "spark.sql.catalogImplementation": "hive" if metastore else "in-memory",
        "spark.sql.warehouse.dir": str((home() if metastore else scratch) / "warehouse"),
        "spark.hadoop.javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={home()}/metastore;create=true",
        "spark.driver.extraJavaOptions": f'-Dderby.stream.error.file="{home()}/derby.log"',
    }


def session(
    app_name: str, *, memory: str | None = None, metastore: bool = False, settings: Mapping[str, str] | None = None
) -> SparkSession:
    """Return a local session that reads and writes Delta tables by path; in a fork of a warm session, one of that session's Java process.

    `memory` is the driver's heap, such as `2g`; by default `ROSETTA_DRIVER_MEMORY`, else 3g. `metastore`: whether it knows dbt's tables and
    views by name, too, as profiles/profiles.yml sets it; the caller holds the lock of the warehouse. `settings`: further settings of Spark.
    """
    if warm.IS_FORK:
        return SparkSession.builder.getOrCreate().newSession()
    started = {**prepared_settings(memory=memory, metastore=metastore), **(settings or {})}
    return SparkSession.builder.appName(app_name).config(map=started).getOrCreate()


def prepared_settings(*, memory: str | None = None, metastore: bool = False) -> dict[str, str]:
    """Prepare environment and folders for a session that starts in this process, and return its settings. See `session`."""
    if "SPARK_CONF_DIR" not in os.environ:
        os.environ["SPARK_CONF_DIR"] = spark_folder(package_folder())
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    # No metastore, no lock of the embedded one.
    os.environ["ROSETTA_LOCK_HELD"] = "1"
    (home() / "tmp").mkdir(parents=True, exist_ok=True)
    return local_settings(memory=memory, metastore=metastore)
