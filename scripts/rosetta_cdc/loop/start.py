"""Makes the loop's parts from the command's options."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta_cdc import raw_tables
from rosetta_cdc.errors import UserError, reason_of
from rosetta_cdc.landing import environment
from rosetta_cdc.landing.kafka import cli as kafka_cli
from rosetta_cdc.landing.kafka.settings import read_settings
from rosetta_cdc.landing.kafka.stream import Pace as LandingPace
from rosetta_cdc.landing.run import check_identity
from rosetta_cdc.loop.chore_times import ChoreTimes
from rosetta_cdc.loop.chores import Chores
from rosetta_cdc.loop.counts import TableVersions, adapter_query
from rosetta_cdc.loop.folder_source import FolderSource
from rosetta_cdc.loop.kafka_source import KafkaSource
from rosetta_cdc.loop.loop import Loop, Pace
from rosetta_cdc.loop.metrics import Metrics
from rosetta_cdc.loop.models import ModelsWatch
from rosetta_cdc.loop.project import Built, kept_registry, loop_folder, registry_file
from rosetta_cdc.loop.registry_watch import RegistryWatch
from rosetta_cdc.loop.report import Reporter
from rosetta_cdc.loop.rounds import Rounds
from rosetta_cdc.loop.sources import NoSource, Source
from rosetta_cdc.paths import project_folder, schema
from rosetta_cdc.registration.watch import UnregisteredWatch
from rosetta_cdc.registry import read_registry
from rosetta_cdc.spark import RESIDENT, driver_memory, session
from rosetta_cdc.sql.server import SqlServer

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# A whole collection, half a second of Java's time: what served one round has grown too old for a small one.
COLLECTION = {"spark.cleaner.periodicGC.interval": "1min"}
# The parts of the heap are fixed, with more room for what a round still uses: where Java moves them after each whole collection
# it takes ever more of the heap. Spark's hundreds of threads keep no large buffers of their own: these grew by 6 MB a minute.
JAVA_OPTIONS = (
    "-XX:ReservedCodeCacheSize=256m -XX:+UseParallelGC -XX:-UseAdaptiveSizePolicy -XX:SurvivorRatio=4 -Xms{heap}"
    " -Djdk.nio.maxCachedBufferSize=65536"
)
# The C library's allocator would keep a part of the memory for each of many threads.
ARENAS = "2"


def make_loop(options: argparse.Namespace, reporter: Reporter, held: ExitStack) -> Loop:
    """Start Spark and make the loop.

    Args:
        options: Of the command.
        reporter: Told of everything.
        held: Takes what has to be ended with the loop.

    Raises:
        UserError: Something the user can mend.
    """
    check_identity(options.cluster, 0)
    is_local = options.target == "local"
    spark = start_spark(is_local)
    for name in raw_tables.declared():
        raw_tables.ensure(spark, name)
    # What lands reads the registry that was loaded last.
    os.environ["ROSETTA_TOPICS_CSV"] = str(kept_registry())
    built = Built(f"{options.target} {schema()}")
    if is_local:
        held.callback(SqlServer(spark).close)
    warehouse = _warehouse(spark) if is_local else None
    times = ChoreTimes(f"{options.target} {schema()}")
    if warehouse is not None and not (warehouse / f"{schema()}.db" / "cdc_events").is_dir():
        built.project = built.registry = None
        times.forget()
    # Sources and rounds tell the loop of what happens; it is made of them.
    parts: list[Loop] = []
    source = _source(options, spark, lambda: parts[0].wake.set(), lambda reason: parts[0].landing_failed(reason))
    registry = RegistryWatch(spark, source, built)
    versions = TableVersions(adapter_query, warehouse)
    rounds = Rounds(adapter_query, versions, registry, built, reporter.working)
    metrics = Metrics(options.metrics or loop_folder() / "rosetta.prom")
    chores = Chores({"monitoring": options.monitoring, "tests": options.tests}, times, built, rounds, reporter, metrics)
    pace = Pace(options.follow, options.every, options.rounds)
    processes = {"python": os.getpid(), "java": int(spark._jvm.java.lang.ProcessHandle.current().pid())}
    models = ModelsWatch(adapter_query, project_folder(), options.models, lambda text: reporter.note("models", text))
    unregistered = UnregisteredWatch(spark, lambda: read_registry(spark, kept_registry()), registry_file())
    advice = (unregistered.news, models.update)
    parts.append(Loop(source, registry, rounds, chores, pace, reporter, metrics, processes, lambda: _check_java(spark), *advice))
    return parts[0]


def start_spark(is_local: bool) -> SparkSession:
    """Start Spark: with dbt's tables on `local`; elsewhere it only lands, and dbt's statements go to the target's server."""
    os.environ.setdefault("SPARK_SUBMIT_OPTS", JAVA_OPTIONS.format(heap=driver_memory()))
    os.environ.setdefault("MALLOC_ARENA_MAX", ARENAS)
    with environment.java_writes_to_log("run.log"):
        return session("rosetta-loop", metastore=is_local, settings=RESIDENT | COLLECTION)


def _warehouse(spark: SparkSession) -> Path:
    """Return the folder of a session's tables."""
    return Path(spark.conf.get("spark.sql.warehouse.dir").removeprefix("file:"))


def _source(options: argparse.Namespace, spark: SparkSession, on_landed: Callable[[], None], on_failure: Callable[[str], None]) -> Source:
    if options.files:
        return FolderSource(spark, options.files, options.cluster, on_failure)
    if not options.topic and options.pattern is None:
        return NoSource()
    properties = read_settings(spark, options.config, options.servers)
    pace = LandingPace(options.follow, options.land_every, options.batch)
    return KafkaSource(spark, options.cluster, properties, kafka_cli.wanted(options), pace, on_landed, on_failure)


def _check_java(spark: SparkSession) -> None:
    """Check that Java is there.

    Raises:
        UserError: It has ended.
    """
    try:
        spark._jvm.java.lang.System.nanoTime()
    except Exception as error:
        raise UserError(reason_of(error), exit_code=1) from error
