"""`scripts/bench events` measures a full refresh of `cdc_events` against two hand-written jobs over the same raw rows, in one run."""

from __future__ import annotations

import argparse
import shutil
import statistics

from rich.table import Table

from rosetta_cdc.bench import handwritten
from rosetta_cdc.bench.measure import CONSOLE, Cost, bench_sandbox, land_messages, least, measured, print_ratios, unknown_formats
from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.formats import JSON
from rosetta_shop.formats.ogg import WITH_COMPANIONS
from rosetta_shop.in_avro import JSON_OF
from rosetta_shop.tables import BENCH

JOBS: dict[str, type[handwritten.Careful]] = {"hand-written, careful": handwritten.Careful, "hand-written, bare": handwritten.Bare}
PROJECT = "dbt run --full-refresh"
KNOWN = [*JSON, *JSON_OF]


def measure(
    sandbox: Sandbox, codes: list[str], records: int, size: int, jobs: dict[str, type[handwritten.Careful]]
) -> tuple[dict[str, Cost], int]:
    """Land records and return what the project and the hand-written jobs cost, and the bytes of the messages."""
    land_messages(sandbox, codes, records, size)
    raw = str(sandbox.home / "raw" / "kafka_messages")
    target = sandbox.home / "handwritten"
    sandbox.dbt("run", "--select", "+cdc_events", "--exclude", "cdc_events")
    costs = {PROJECT: measured(sandbox.spark, lambda: sandbox.dbt("run", "--select", "cdc_events", "--full-refresh"))}
    found = sandbox.spark.sql("select count(*) from cdc.cdc_events where error_code is null").first()[0]
    for name, style in jobs.items():
        shutil.rmtree(target, ignore_errors=True)
        costs[name] = measured(sandbox.spark, lambda style=style: handwritten.job(sandbox.spark, raw, codes, str(target), style))
        written = sandbox.spark.read.format("delta").load(str(target)).count()
        if found != written:
            raise SystemExit(f"bench: cdc_events has {found} events, {name} {written}")
    return costs, sandbox.spark.sql("select sum(octet_length(kafka_value)) from raw.kafka_messages").first()[0]


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print records/s, CPU seconds a million records, and the ratios."""
    parser = argparse.ArgumentParser(prog="bench events", description=__doc__)
    parser.add_argument("--records", type=int, default=300_000, help="messages (default 300,000)")
    parser.add_argument("--bytes", type=int, default=1000, help="approximate bytes per message (default 1,000)")
    parser.add_argument("--formats", default="mix", help="`mix` (all formats, the default), or format codes separated by commas")
    parser.add_argument("--single", choices=KNOWN, help="also measure the same volume of this format")
    parser.add_argument("--each", action="store_true", help="measure each format by itself instead of all in one table")
    parser.add_argument("--alone", action="store_true", help="skip the hand-written jobs")
    parser.add_argument("--rounds", type=int, default=3, help="number of rounds; the one with the least CPU counts (default 3)")
    parser.add_argument("--companions", action="store_true", help="GoldenGate's JSON with a column's _isMissing, as its Avro has")
    options = parser.parse_args(given)
    if options.companions:
        WITH_COMPANIONS.add(BENCH.name)
    codes = list(JSON) if options.formats == "mix" else options.formats.split(",")
    if unknown := unknown_formats(codes, KNOWN):
        raise SystemExit(f"bench: {unknown}")
    if not options.alone and JSON_OF.keys() & {*codes, options.single}:
        raise SystemExit("bench: the hand-written jobs cannot read Avro; use --alone")

    names = {code: [code] for code in codes} if options.each else {options.formats: codes}
    if options.single:
        names[options.single] = [options.single]
    jobs = {} if options.alone else JOBS
    costs: dict[str, dict[str, list[Cost]]] = {name: {job: [] for job in (PROJECT, *jobs)} for name in names}
    # Formats that send a schema with each message have more bytes than asked for.
    sizes: dict[str, int] = {}
    with bench_sandbox() as sandbox:
        # Formats in turn: what comes later in a session finds more of its code compiled.
        for number in range(options.rounds):
            for name, of in names.items():
                with CONSOLE.status(f"round {number + 1} of {options.rounds}: {options.records:,} records of {name}"):
                    found, sizes[name] = measure(sandbox, of, options.records, options.bytes, jobs)
                for job, cost in found.items():
                    costs[name][job].append(cost)
    for name, of in costs.items():
        show(name, options.records, of)
    for name in [name for name in costs if options.single and name != options.single]:
        one, single = least(costs[name][PROJECT]), least(costs[options.single][PROJECT])
        a_byte = one.cpu / sizes[name] / (single.cpu / sizes[options.single])
        CONSOLE.print(f"CPU of {name} to {options.single}: per message [bold]{one.cpu / single.cpu:.2f}[/], per byte [bold]{a_byte:.2f}[/]")


def show(formats: str, records: int, costs: dict[str, list[Cost]]) -> None:
    """Print what a full refresh of some formats and the hand-written jobs cost, and the ratios of the least."""
    table = Table(title=f"cdc_events, full refresh of {records:,} records: {formats}", title_justify="left")
    for name in ("", "records/s", "seconds", "CPU seconds", "median", "CPU s per million"):
        table.add_column(name, justify="right" if name else "left")
    for name, of in costs.items():
        cost = least(of)
        table.add_row(
            name,
            f"{records / cost.seconds:,.0f}",
            f"{cost.seconds:.1f}",
            f"{cost.cpu:.1f}",
            f"{statistics.median(one.cpu for one in of):.1f}",
            f"{cost.cpu / records * 1e6:.0f}",
        )
    CONSOLE.print(table)
    for name in [name for name in costs if name != PROJECT]:
        CONSOLE.print(f"to {name}: ", end="")
        print_ratios(least(costs[PROJECT]), least(costs[name]))


if __name__ == "__main__":
    main()
