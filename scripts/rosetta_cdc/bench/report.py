"""`scripts/bench report` measures the report of a warehouse with very many events beside that of one with few, in one run."""

from __future__ import annotations

import argparse

from rich.table import Table

from rosetta_cdc.bench import history_log
from rosetta_cdc.bench.measure import CONSOLE, Cost, bench_sandbox, least, measured, print_ratios
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.report.__main__ import write_report
from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.traffic import shop_day


def report_of(sandbox: Sandbox, events: int, rounds: int) -> tuple[Cost, int]:
    """Build a warehouse of the demo's day and so many events more; return the least cost of its report, and the page's bytes."""
    sandbox.reset()
    sandbox.registry((PROJECT / "seeds" / "cdc_topics.csv").read_text(encoding="utf-8"))
    sandbox.land(shop_day(seed=1))
    sandbox.dbt("seed")
    sandbox.dbt("run", "--select", "+cdc_events")
    if events:
        history_log.append(history_log.row_changes(sandbox.spark, 0, events, max(events // 20, 1), late_every=1000))
    sandbox.dbt("run", "--select", "path:models/state", "path:models/typed", "path:models/monitoring")
    page = sandbox.home / "report.html"
    costs = [measured(sandbox.spark, lambda: write_report(page, sandbox.spark)) for _ in range(rounds + 1)]
    return least(costs[1:]), page.stat().st_size


def main(given: list[str] | None = None) -> None:
    """Run the benchmark and print costs, sizes and the ratio."""
    parser = argparse.ArgumentParser(prog="bench report", description=__doc__)
    parser.add_argument("--events", type=int, default=1_000_000, help="events in addition to the demo's (default 1,000,000)")
    parser.add_argument("--rounds", type=int, default=3, help="number of reports; the one with the least CPU counts (default 3)")
    options = parser.parse_args(given)
    table = Table(title="scripts/report, in a running Spark session", title_justify="left")
    for name in ("", "seconds", "CPU seconds", "bytes"):
        table.add_column(name, justify="right" if name else "left")
    costs = []
    with bench_sandbox() as sandbox:
        for name, events in (("the demo's day", 0), (f"and {options.events:,} events", options.events)):
            cost, size = report_of(sandbox, events, options.rounds)
            costs.append(cost)
            table.add_row(name, f"{cost.seconds:.1f}", f"{cost.cpu:.1f}", f"{size:,}")
    CONSOLE.print(table)
    print_ratios(*reversed(costs))


if __name__ == "__main__":
    main()
