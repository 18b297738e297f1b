"""What the benchmarks share: a sandbox in a folder that is removed, and the cost of an action."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import SparkSession
from rich.console import Console

from rosetta_cdc.paths import home
from rosetta_cdc.sandbox import Sandbox
from rosetta_cdc.spark import session

CONSOLE = Console()


@dataclass(frozen=True)
class Cost:
    """What a run took: wall and CPU seconds of Spark's JVM."""

    seconds: float
    cpu: float


def cpu_seconds(spark: SparkSession) -> float:
    """Return the CPU seconds that Spark's JVM has used so far (Linux)."""
    pid = spark._jvm.java.lang.ProcessHandle.current().pid()
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(spark: SparkSession, action: Callable[[], object]) -> Cost:
    """Run an action and return its cost."""
    spark._jvm.java.lang.System.gc()
    began, cpu = time.monotonic(), cpu_seconds(spark)
    action()
    return Cost(time.monotonic() - began, cpu_seconds(spark) - cpu)


@contextmanager
def bench_sandbox() -> Iterator[Sandbox]:
    """Yield a sandbox with a Spark session, in a folder under `ROSETTA_HOME`/tmp that is removed afterwards."""
    scratch = home() / "tmp"
    scratch.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=scratch))
    os.environ["ROSETTA_HOME"] = str(folder / "home")
    (folder / "home").mkdir()
    try:
        yield Sandbox(session("rosetta-bench"), folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
