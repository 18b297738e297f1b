"""The Spark session of the command line tools. Settings come from `profiles/spark/spark-defaults.conf`."""

from __future__ import annotations

import os

from pyspark.sql import SparkSession

from rosetta_cdc.paths import PROJECT, home


def session(app_name: str, *, memory: str | None = None) -> SparkSession:
    """Return a local session that reads and writes Delta tables by path, without a metastore.

    `memory` is the driver's heap, such as `2g`; by default `ROSETTA_DRIVER_MEMORY`, else 3g.
    """
    os.environ.setdefault("SPARK_CONF_DIR", str(PROJECT / "profiles" / "spark"))
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    # No metastore, no lock of the embedded one.
    os.environ["ROSETTA_LOCK_HELD"] = "1"
    scratch = home() / "tmp"
    scratch.mkdir(parents=True, exist_ok=True)
    return (
        SparkSession.builder.appName(app_name)
        .master(os.environ.get("ROSETTA_SPARK_MASTER", "local[*]"))
        .config("spark.driver.memory", memory or os.environ.get("ROSETTA_DRIVER_MEMORY", "3g"))
        .config("spark.local.dir", str(scratch))
        .config("spark.sql.catalogImplementation", "in-memory")
        .config("spark.sql.warehouse.dir", str(scratch / "warehouse"))
        .getOrCreate()
    )
