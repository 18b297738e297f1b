"""`scripts/bench loop` measures the age of the newest applied event while `scripts/run --follow` follows a broker, and checks for losses.

An event is applied to the history first and to the typed tables when the round ends; the age is printed for both.
"""

from __future__ import annotations

import argparse
import signal
import time
from collections import Counter
from datetime import datetime, timezone
from random import Random
from statistics import median, quantiles
from typing import Any

from rich.table import Table

from rosetta_cdc.bench.loop_process import LoopProcess
from rosetta_cdc.bench.measure import CONSOLE, bench_folder, format_codes
from rosetta_cdc.bench.traffic import Traffic
from rosetta_cdc.broker import Broker
from rosetta_cdc.broker.load import create_topics
from rosetta_cdc.spark import session

FORMATS = "dts_canal,drs_json,oms_default,dataworks_v1,dtle"
TYPED = 3
SECONDS_TO_BEGIN, SECONDS_TO_CATCH_UP = 1800, 1800
WARM_UP = 1_000
# Name of a metric, with the process to put in.
MEMORY = 'resident_memory_bytes{{process="{}"}}'


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print ages, rounds, memory, and what was lost or doubled."""
    parser = argparse.ArgumentParser(prog="bench loop", description=__doc__)
    parser.add_argument("--rate", type=float, default=200, help="messages per second (default 200)")
    parser.add_argument("--seconds", type=int, default=900, help="how long to write messages (default 900)")
    parser.add_argument("--formats", default=FORMATS, help=f"format codes separated by commas, one topic each (default {FORMATS})")
    parser.add_argument("--kill-every", type=int, default=0, metavar="SECONDS", help="kill the loop at random, this far apart on average")
    parser.add_argument("--loop", default="", metavar="OPTIONS", help="further options of scripts/run, as one string")
    options = parser.parse_args(given)
    codes = format_codes(parser, options.formats)
    with bench_folder() as folder:
        broker = Broker(folder / "node")
        broker.start()
        try:
            _measure(options, codes, broker, LoopProcess(folder / "loop", codes, codes[:TYPED]))
        finally:
            broker.remove()


def _measure(options: argparse.Namespace, codes: list[str], broker: Broker, loop: LoopProcess) -> None:
    create_topics(broker.address, {f"bench.{code}": 1 for code in codes})
    # In a new home tests are due at once; a loop that runs for days has its rounds without them.
    arguments = ("--follow", "--pattern", "bench[.].*", "--servers", broker.address, "--tests", "never", *options.loop.split())
    written = Counter(_write(broker.address, codes, 1e6, WARM_UP, 0).written)
    loop.start(*arguments)
    try:
        with CONSOLE.status("first rounds"):
            loop.wait_for(lambda event: event["event"] == "round" and event["records"] > 0 and not event["error"], SECONDS_TO_BEGIN)
            written += _write(broker.address, codes, options.rate, int(options.rate * 60), WARM_UP).written
        before = loop.metrics()
        began, ages, sizes = datetime.now(timezone.utc), [], []
        traffic = Traffic(broker.address, codes, options.rate, int(options.rate * options.seconds), WARM_UP + int(options.rate * 60))
        traffic.start()
        kills = _watch(traffic, loop, arguments, ages, sizes, options)
        written += traffic.written
        ended, after = datetime.now(timezone.utc), loop.metrics()
        with CONSOLE.status("catching up"):
            caught_up = _catch_up(loop)
        code = loop.stop()
    finally:
        if loop.is_running():
            loop.stop(signal.SIGKILL)
    rounds = [done for done in loop.rounds() if began <= moment_of(done["time"]) <= ended]
    _show(options, rounds, {"typed tables": ages, "history": _ages_in_history(loop, began, ended)}, before, after, kills, caught_up, code)
    CONSOLE.print(f"memory of java by tenth of the time, medians, MB: {[round(median(part)) for part in _tenths(sizes)]}", highlight=False)
    _show_losses(loop, codes, written)


def _write(address: str, codes: list[str], rate: float, count: int, first: int) -> Traffic:
    """Write messages and return when all are written."""
    traffic = Traffic(address, codes, rate, count, first)
    traffic.run()
    return traffic


def _watch(
    traffic: Traffic,
    loop: LoopProcess,
    arguments: tuple[str, ...],
    ages: list[float],
    sizes: list[float],
    options: argparse.Namespace,
) -> int:
    """Note each second, while messages are written, the age of the newest applied event and Java's memory in MB, kill the loop meanwhile.

    Returns:
        The number of kills.
    """
    rng, kills = Random(1), 0
    next_kill = time.monotonic() + rng.expovariate(1 / options.kill_every) if options.kill_every else float("inf")
    while traffic.is_alive():
        time.sleep(1)
        newest = max((done["newest_event_at"] for done in loop.rounds() if done["newest_event_at"]), default=None)
        if newest is not None:
            ages.append((datetime.now(timezone.utc) - moment_of(newest)).total_seconds())
        sizes.append(loop.metrics().get(MEMORY.format("java"), 0) / 1e6)
        if time.monotonic() >= next_kill:
            loop.stop(signal.SIGKILL)
            loop.start(*arguments)
            kills += 1
            next_kill = time.monotonic() + rng.expovariate(1 / options.kill_every)
    return kills


def _ages_in_history(loop: LoopProcess, began: datetime, ended: datetime) -> list[float]:
    """Return for each second of a time the age of the newest event that the history held. The loop has ended."""
    spark = session("rosetta-bench")
    events, runs = (f"delta.`{loop.home / 'warehouse' / 'cdc.db' / name}`" for name in ("cdc_events", "history_runs"))
    newest = dict(spark.sql(f"select load_id, unix_millis(max(kafka_timestamp)) / 1000d from {events} group by load_id").collect())
    # The row of a run is what the history writes last.
    loads = dict(spark.sql(f"select run_id, load_ids from {runs}").collect())
    commits = spark.sql(f"describe history {runs}").where("operation = 'WRITE'").selectExpr(
        "unix_millis(timestamp) / 1000d", "substring_index(userMetadata, ':', -1)"
    )
    applied = sorted((moment, max(newest[load] for load in loads[run])) for moment, run in commits.collect() if loads.get(run))
    ages, position, age_of = [], 0, None
    for second in range(int(began.timestamp()), int(ended.timestamp())):
        while position < len(applied) and applied[position][0] <= second:
            age_of, position = max(age_of or 0, applied[position][1]), position + 1
        if age_of is not None:
            ages.append(second - age_of)
    return ages


def _catch_up(loop: LoopProcess) -> float | None:
    """Wait until nothing is left to do, and return the seconds that it took; None if this does not come."""
    began = datetime.now(timezone.utc)
    try:
        last = loop.settle(SECONDS_TO_CATCH_UP)
    except TimeoutError:
        return None
    return max(0.0, (moment_of(last["time"]) - began).total_seconds())


def moment_of(text: str) -> datetime:
    """Return the moment that the loop has written."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _show(
    options: argparse.Namespace,
    rounds: list[dict[str, Any]],
    ages: dict[str, list[float]],
    before: dict[str, float],
    after: dict[str, float],
    kills: int,
    caught_up: float | None,
    code: int,
) -> None:
    seconds = [done["seconds"] for done in rounds if not done["error"]] or [0.0]
    title = f"scripts/run --follow, {options.rate:,.0f} messages/s for {options.seconds} s: {options.formats}"
    table = Table(title=title, title_justify="left")
    table.add_column("")
    for name in ("median", "95 %", "greatest"):
        table.add_column(name, justify="right")
    rows = {f"age of the newest event in the {place}, s": values or [0.0] for place, values in ages.items()}
    for name, values in (rows | {"round, s": seconds}).items():
        high = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
        table.add_row(name, f"{median(values):.1f}", f"{high:.1f}", f"{max(values):.1f}")
    CONSOLE.print(table)
    failed = [done["error"] or done["failed"] for done in rounds if done["error"] or done["failed"]]
    CONSOLE.print(f"{len(rounds)} rounds, {len(failed)} of them failed {failed[:3]}, {kills} kills; exit code {code}", highlight=False)
    for process in ("python", "java"):
        sizes = [numbers.get(MEMORY.format(process), 0) / 1e6 for numbers in (before, after)]
        CONSOLE.print(f"memory of {process}: {sizes[0]:,.0f} MB at the start, {sizes[1]:,.0f} MB at the end")
    CONSOLE.print("not caught up" if caught_up is None else f"caught up {caught_up:.0f} s after the last message")
    for place, values in ages.items():
        by_tenth = [round(median(part), 1) for part in _tenths(values)]
        CONSOLE.print(f"age in the {place} by tenth of the time, medians: {by_tenth}", highlight=False)


def _tenths(values: list[float]) -> list[list[float]]:
    size = max(1, len(values) // 10)
    return [values[start : start + size] for start in range(0, len(values), size)][:10]


def _show_losses(loop: LoopProcess, codes: list[str], written: Counter[str]) -> None:
    """Print how many records were lost or doubled on the way into raw, events and typed tables. The loop has ended."""
    spark = session("rosetta-bench")
    places = {"raw": loop.home / "raw" / "kafka_messages", "events": loop.home / "warehouse" / "cdc.db" / "cdc_events"}
    for name, place in places.items():
        identity = ("kafka_topic", "kafka_topic_incarnation", "kafka_partition", "kafka_offset")
        rows = spark.read.format("delta").load(str(place))
        if name == "events":
            rows = rows.where("row_index = 0")
        count, distinct = rows.count(), rows.select(*identity).distinct().count()
        lost, doubled = written.total() - distinct, count - distinct
        CONSOLE.print(f"{name}: {written.total():,} written, {lost:,} lost, {doubled:,} duplicated", highlight=False)
    states = spark.read.format("delta").load(str(loop.home / "warehouse" / "cdc.db" / "row_states"))
    for code in codes[:TYPED]:
        rows = spark.read.format("delta").load(str(loop.home / "warehouse" / "cdc.db" / f"parcels_{code}")).count()
        there = states.where(f"not is_deleted and table_id = 'bench_{code}.shop.parcels'").count()
        CONSOLE.print(f"parcels_{code}: {rows:,} rows, {there:,} in the history's last versions", highlight=False)


if __name__ == "__main__":
    main()
