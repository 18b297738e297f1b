"""`scripts/bench events`: `cdc_events`, full refresh, against a hand-written job over the same raw rows, in one run."""

from __future__ import annotations

import argparse
import shutil

from rich.table import Table

from rosetta_cdc.bench import handwritten
from rosetta_cdc.bench.measure import CONSOLE, Cost, bench_sandbox, land_messages, least, measured, print_ratios, unknown_formats
from rosetta_cdc.sandbox import Sandbox
from rosetta_cdc.shop.formats import JSON


def compare(sandbox: Sandbox, codes: list[str], records: int, rounds: int) -> tuple[Cost, Cost]:
    """Land records and return the least cost of the project and of the hand-written job over some rounds, in turn."""
    with CONSOLE.status(f"landing {records:,} records"):
        land_messages(sandbox, codes, records)
    raw = str(sandbox.home / "raw" / "kafka_messages")
    target = sandbox.home / "handwritten"
    sandbox.dbt("run", "--select", "+cdc_events", "--exclude", "cdc_events")

    def project() -> None:
        sandbox.dbt("run", "--select", "cdc_events", "--full-refresh")

    def job() -> None:
        shutil.rmtree(target, ignore_errors=True)
        handwritten.job(sandbox.spark, raw, codes, str(target))

    costs: tuple[list[Cost], list[Cost]] = ([], [])
    for number in range(rounds):
        with CONSOLE.status(f"round {number + 1} of {rounds}"):
            costs[0].append(measured(sandbox.spark, project))
            costs[1].append(measured(sandbox.spark, job))
    found = sandbox.spark.sql("select count(*) from cdc.cdc_events where error_code is null").collect()[0][0]
    written = sandbox.spark.read.format("delta").load(str(target)).count()
    if found != written:
        raise SystemExit(f"bench: cdc_events has {found} events, the hand-written job {written}")
    return least(costs[0]), least(costs[1])


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print records/s, CPU seconds a million records, and the ratios."""
    parser = argparse.ArgumentParser(prog="bench events", description=__doc__)
    parser.add_argument("--records", type=int, default=300_000, help="messages of about 1 KB (default 300,000)")
    parser.add_argument("--formats", default="mix", help="`mix` (all, the default), or format codes with commas")
    parser.add_argument("--single", choices=JSON, help="measure the same volume of this format, too")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, of which the least CPU counts (default 3)")
    options = parser.parse_args(given)
    codes = list(JSON) if options.formats == "mix" else options.formats.split(",")
    if unknown := unknown_formats(codes):
        raise SystemExit(f"bench: {unknown}")

    names = {options.formats: codes, **({options.single: [options.single]} if options.single else {})}
    with bench_sandbox() as sandbox:
        costs = {name: compare(sandbox, of, options.records, options.rounds) for name, of in names.items()}
    for name, (project, job) in costs.items():
        show(name, options.records, project, job)
    if options.single:
        mix, single = costs[options.formats][0], costs[options.single][0]
        CONSOLE.print(f"CPU of {options.formats} to {options.single} [bold]{mix.cpu / single.cpu:.2f}[/]")


def show(formats: str, records: int, project: Cost, job: Cost) -> None:
    """Print what a full refresh of some formats and the hand-written job cost, and the ratios."""
    table = Table(title=f"cdc_events, full refresh of {records:,} records: {formats}", title_justify="left")
    for name in ("", "records/s", "seconds", "CPU seconds", "CPU s a million"):
        table.add_column(name, justify="right" if name else "left")
    for name, cost in (("dbt run --full-refresh", project), ("hand-written job", job)):
        table.add_row(
            name,
            f"{records / cost.seconds:,.0f}",
            f"{cost.seconds:.1f}",
            f"{cost.cpu:.1f}",
            f"{cost.cpu / records * 1e6:.0f}",
        )
    CONSOLE.print(table)
    print_ratios(project, job)


if __name__ == "__main__":
    main()
