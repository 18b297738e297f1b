"""`scripts/bench batches` measures a small batch of one format in a project with all formats, and in a project with that format alone."""

from __future__ import annotations

import argparse
import itertools

from rich.table import Table

from rosetta_cdc.bench.measure import CONSOLE, Cost, bench_sandbox, land_messages, least, measured, print_ratios
from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.formats import JSON
from rosetta_shop.traffic import bench_messages


def cost_of_batch(sandbox: Sandbox, code: str, records: int, rounds: int, incarnations: itertools.count) -> Cost:
    """Land batches of one format, run `cdc_events` after each, and return the least cost of a run; the first one warms up."""
    costs = []
    for _ in range(rounds + 1):
        sandbox.land(bench_messages(records, [code]), incarnation=next(incarnations))
        costs.append(measured(sandbox.spark, lambda: sandbox.dbt("run", "--select", "cdc_events")))
    return least(costs[1:])


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print what a run costs in both projects, and the ratios."""
    parser = argparse.ArgumentParser(prog="bench batches", description=__doc__)
    parser.add_argument("--records", type=int, default=1_000, help="records per batch (default 1,000)")
    parser.add_argument("--format", default="dts_canal", choices=JSON, help="format of the batch (default dts_canal)")
    parser.add_argument("--history", type=int, default=2_000, help="records of each format that are already there (default 2,000)")
    parser.add_argument("--rounds", type=int, default=4, help="number of batches; the one with the least CPU counts (default 4)")
    options = parser.parse_args(given)

    costs: dict[str, list[Cost]] = {"all formats": [], "that format alone": []}
    with bench_sandbox() as sandbox:
        incarnations = itertools.count(1)
        # Twice in turn, so that neither has the warmer machine.
        for name in (*costs, *costs):
            with CONSOLE.status(f"project with {name}"):
                codes = list(JSON) if name == "all formats" else [options.format]
                land_messages(sandbox, codes, options.history * len(codes))
                sandbox.dbt("run", "--select", "+cdc_events")
                costs[name].append(cost_of_batch(sandbox, options.format, options.records, options.rounds, incarnations))
    best = {name: least(of) for name, of in costs.items()}
    table = Table(title=f"dbt run --select cdc_events, {options.records:,} records of {options.format}", title_justify="left")
    for name in ("project with", "seconds", "CPU seconds"):
        table.add_column(name, justify="left" if name == "project with" else "right")
    for name, cost in best.items():
        table.add_row(name, f"{cost.seconds:.1f}", f"{cost.cpu:.1f}")
    CONSOLE.print(table)
    print_ratios(*best.values())


if __name__ == "__main__":
    main()
