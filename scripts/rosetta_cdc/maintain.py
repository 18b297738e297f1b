"""`scripts/maintain`: upkeep of all Delta tables, by the run-operation `maintain`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from rosetta_cdc.dbt_command import dbt

DESCRIPTION = """\
Upkeep of all Delta tables, for once a night: small files become large ones, rows that are read together lie together, files that no version
needs are deleted; with --raw-days, old records leave raw. A landing may run meanwhile. Prints a line for each table.
"""


def main(given: list[str] | None = None) -> None:
    """Run the upkeep.

    Raises:
        SystemExit: Wrong arguments, or dbt failed.
    """
    parser = argparse.ArgumentParser(prog="maintain", description=DESCRIPTION)
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, change nothing")
    parser.add_argument(
        "--raw-days",
        type=_from(1),
        metavar="N",
        help="take records out of raw that landed more than N days ago, are in cdc_events and have no dead letter; a full refresh of "
        "cdc_events is refused from then on",
    )
    parser.add_argument(
        "--vacuum-hours",
        type=_from(168),
        default=168,
        metavar="N",
        help="delete files that the newest version has not needed for N hours (default: 168, also the least)",
    )
    parser.add_argument("--target", default=None, help="dbt's target (default: local)")
    chosen = parser.parse_args(given)
    arguments = {"dry_run": chosen.dry_run, "raw_days": chosen.raw_days, "vacuum_hours": chosen.vacuum_hours}
    target = ["--target", chosen.target] if chosen.target else []
    dbt("run-operation", "maintain", "--args", json.dumps(arguments), *target, quiet=False)


def _from(least: int) -> Callable[[str], int]:
    def whole_number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is no whole number from {least} on")
        return int(text)

    return whole_number
