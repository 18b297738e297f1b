"""What the benchmarks share: a sandbox in a folder that is removed, and the cost of an action."""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import SparkSession
from rich.console import Console

from rosetta_cdc.avro.folder import read_folder, write_seed
from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.paths import home
from rosetta_cdc.sandbox import Sandbox
from rosetta_cdc.spark import session
from rosetta_shop.formats import JSON
from rosetta_shop.in_avro import JSON_OF, in_avro, json_formats
from rosetta_shop.traffic import bench_messages, registry_rows

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


def bytes_read(spark: SparkSession) -> int:
    """Return the bytes that the session's tasks have read from files so far."""
    executors = spark._jsc.sc().statusStore().executorList(True)
    return sum(executors.apply(number).totalInputBytes() for number in range(executors.size()))


def measured(spark: SparkSession, action: Callable[[], object]) -> Cost:
    """Run an action and return its cost."""
    spark._jvm.java.lang.System.gc()
    began, cpu = time.monotonic(), cpu_seconds(spark)
    action()
    return Cost(time.monotonic() - began, cpu_seconds(spark) - cpu)


def yardstick(spark: SparkSession) -> Cost:
    """Return the cost of 20 small queries that have nothing to do with the project: how fast the machine is in this minute."""
    counts = "select id, count(*) as n from range(1000) group by id"
    query = f"select max(a.id + b.id) from range(100) as a join ({counts}) as b on a.id = b.n where a.id < {{}}"

    def work() -> None:
        for number in range(20):
            spark.sql(query.format(50 + number)).collect()

    return measured(spark, work)


def format_codes(parser: argparse.ArgumentParser, text: str) -> list[str]:
    """Return the format codes of an option, in which commas stand between them; the parser ends the process where one is unknown."""
    codes = text.split(",")
    if unknown := unknown_formats(codes):
        parser.error(unknown)
    return codes


def unknown_formats(codes: Iterable[str], known: Collection[str] = JSON) -> str:
    """Return what is wrong with format codes of which there are no messages for a benchmark; an empty text where nothing is."""
    unknown = [code for code in codes if code not in known]
    return f"unknown format {', '.join(unknown)}; known formats are {', '.join(known)}" if unknown else ""


def least(costs: Iterable[Cost]) -> Cost:
    """Return the cost with the least CPU."""
    return min(costs, key=lambda cost: cost.cpu)


def print_ratios(one: Cost, other: Cost) -> None:
    """Print how much more one cost is than another."""
    CONSOLE.print(f"CPU ratio [bold]{one.cpu / other.cpu:.2f}[/], time ratio [bold]{one.seconds / other.seconds:.2f}[/]")


def land_messages(sandbox: Sandbox, codes: list[str], records: int, size: int = 1000) -> None:
    """Empty the sandbox, register the topics of some formats, land records of them in turn, of about `size` bytes, and load the seeds.

    Raises:
        SystemExit: A record did not land, or a format and its Avro are both among the formats.
    """
    if both := [code for code in codes if JSON_OF.get(code) in codes]:
        raise SystemExit(f"bench: {JSON_OF[both[0]]} and {both[0]} are made of the same messages; do not put both in one mix")
    sandbox.reset()
    sandbox.registry(registry_rows(codes, "bench"))
    messages: Iterable[Record] = bench_messages(records, json_formats(codes), size=size)
    if any(code in JSON_OF for code in codes):
        # All of them, for the schemas are known afterwards.
        messages = in_avro(messages, codes, sandbox.home / "schemas")
        write_seed(sandbox.project / "seeds" / "cdc_avro_schemas.csv", read_folder(sandbox.home / "schemas"))
    landed = sandbox.land(messages).landed
    if landed != records:
        raise SystemExit(f"bench: {records - landed} of {records} records did not land")
    sandbox.dbt("seed")


@contextmanager
def bench_folder() -> Iterator[Path]:
    """Yield a folder under `ROSETTA_HOME`/tmp that is removed afterwards."""
    scratch = home() / "tmp"
    scratch.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=scratch, ignore_cleanup_errors=True) as name:
        yield Path(name)


@contextmanager
def bench_sandbox() -> Iterator[Sandbox]:
    """Yield a sandbox with a Spark session, in a folder under `ROSETTA_HOME`/tmp that is removed afterwards."""
    with bench_folder() as folder:
        os.environ["ROSETTA_HOME"] = str(folder / "home")
        (folder / "home").mkdir()
        yield Sandbox(session("rosetta-bench"), folder)
