"""`scripts/bench steps` measures where a message's CPU goes: what each step of its staging view adds, then the keys, then the write.

A step is a CTE of the view. Each is asked for alone, with all before it, and its rows are thrown away, so a step's figure is its own with
what its wider rows cost. Only the tasks count: planning costs the same for one message and for thousands.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

from pyspark.sql import SparkSession
from rich.table import Table

from rosetta_cdc.bench.measure import CONSOLE, bench_sandbox, format_codes, land_messages
from rosetta_cdc.formats import declared_formats
from rosetta_cdc.sandbox import Sandbox

# One of each family of layouts.
FORMATS = "dts_canal,dataworks_v1,oms_default,dts_shareplex,debezium,maxwell,ogg,aws_dms"
COMPILED = "dbt/target/compiled/rosetta_cdc/models"
CTE = re.compile(r"(\w+) as \($")
VIEW, EVENTS, WRITE = "the view", "names, keys and ids (cdc_events)", "write to Delta"


def task_seconds(spark: SparkSession, action: Callable[[], object]) -> float:
    """Return the CPU seconds of the tasks that an action runs.

    Of more stages than Spark keeps (spark.ui.retainedStages) only the last count.
    """
    store, bus = spark._jsc.sc().statusStore(), spark._jsc.sc().listenerBus()
    no_quantiles = spark._sc._gateway.new_array(spark._jvm.double, 0)

    def spent() -> dict[int, int]:
        bus.waitUntilEmpty()
        found = store.stageList(None, False, False, no_quantiles, None)
        stages = [found.apply(number) for number in range(found.size())]
        return {stage.stageId(): stage.executorCpuTime() for stage in stages}

    last = max(spent(), default=-1)
    action()
    return sum(nanos for stage, nanos in spent().items() if stage > last) / 1e9


def throw_away(spark: SparkSession, query: str) -> None:
    """Ask for all rows of a query."""
    spark.sql(query).write.format("noop").mode("overwrite").save()


def steps_of(query: str) -> dict[str, str]:
    """Return a query for each CTE of a query, by its name: all columns of its rows. A CTE may have CTEs of its own."""
    steps: dict[str, str] = {}
    open_ones: list[str] = []
    position = 0
    for line in query.splitlines(keepends=True):
        if begin := CTE.match(line):
            open_ones.append(begin[1])
        elif line.rstrip("\n") in (")", "),") and open_ones:
            ends = [f"\n)\nselect * from {name}" for name in reversed(open_ones)]
            steps[open_ones.pop()] = query[:position] + "".join(ends)
        position += len(line)
    return steps


def measure(sandbox: Sandbox, code: str, records: int, rounds: int) -> dict[str, float]:
    """Land records of a format and return the microseconds of a message up to each step; the least of all rounds but the first."""
    spark = sandbox.spark
    land_messages(sandbox, [code], records)
    sandbox.dbt("run", "--select", "+cdc_events")
    model = declared_formats()[code]["model"]
    laid_out = re.search(r"\bcdc\.(stg_layouts__\w+)", spark.sql(f"show create table cdc.{model}").first()[0])
    [staging] = (sandbox.home / COMPILED / "staging").rglob(f"{laid_out[1] if laid_out else model}.sql")
    queries = steps_of(staging.read_text(encoding="utf-8")) | {VIEW: f"select * from cdc.{model}"}
    found: dict[str, list[float]] = {}
    for _ in range(rounds + 1):
        for name, query in queries.items():
            spent = task_seconds(spark, lambda query=query: throw_away(spark, query))
            found.setdefault(name, []).append(spent)
        found.setdefault(WRITE, []).append(task_seconds(spark, lambda: sandbox.dbt("run", "--select", "cdc_events", "--full-refresh")))
        text = (sandbox.home / COMPILED / "canonical" / "cdc_events.sql").read_text(encoding="utf-8")
        spent = task_seconds(spark, lambda text=text: throw_away(spark, text))
        found.setdefault(EVENTS, []).append(spent)
    return {name: min(found[name][1:]) / records * 1e6 for name in (*queries, EVENTS, WRITE)}


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print a table for each format."""
    parser = argparse.ArgumentParser(prog="bench steps", description=__doc__)
    parser.add_argument("--records", type=int, default=50_000, help="messages of a format (default 50,000)")
    parser.add_argument("--formats", default=FORMATS, help=f"format codes separated by commas (default {FORMATS})")
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds; the least counts (default 3)")
    options = parser.parse_args(given)
    codes = format_codes(parser, options.formats)
    with bench_sandbox() as sandbox:
        for code in codes:
            with CONSOLE.status(f"{options.records:,} records of {code}"):
                show(code, measure(sandbox, code, options.records, options.rounds))


def show(code: str, micros: dict[str, float]) -> None:
    """Print what a message costs up to each step, and what the step adds."""
    table = Table(title=f"{code}: CPU of tasks, microseconds a message", title_justify="left")
    for name in ("step", "up to it", "more"):
        table.add_column(name, justify="left" if name == "step" else "right")
    before = 0.0
    for name, spent in micros.items():
        table.add_row(name, f"{spent:.1f}", f"{spent - before:+.1f}")
        before = spent
    CONSOLE.print(table)


if __name__ == "__main__":
    main()
