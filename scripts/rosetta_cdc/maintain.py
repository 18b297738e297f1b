"""`scripts/maintain`: upkeep of all Delta tables, by the run-operation `maintain`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from rosetta_cdc.arguments import Parser
from rosetta_cdc.dbt_cli import start_for_dbt
from rosetta_cdc.dbt_command import dbt
from rosetta_cdc.waiting import SPARK, waits_for

DESCRIPTION = """\
Compacts and cleans up all Delta tables; run it once a night. Small files are merged into large ones, rows that are read together
are stored together, and files that no version needs are deleted; with --raw-days, old records are removed from raw. A landing may
run meanwhile. Prints one line per table. Example: scripts/maintain --raw-days 90
"""


def main(given: list[str] | None = None) -> None:
    """Run the upkeep.

    Raises:
        SystemExit: Wrong arguments, or dbt failed.
    """
    parser = Parser(prog="maintain", description=DESCRIPTION)
    parser.add_argument("--dry-run", action="store_true", help="print what would be done; change nothing")
    parser.add_argument(
        "--raw-days",
        type=_from(1),
        metavar="N",
        help="remove records from raw that landed more than N days ago, are in cdc_events and have no dead letter; from then on, a full "
        "refresh of cdc_events is refused",
    )
    parser.add_argument(
        "--vacuum-hours",
        type=_from(168),
        default=168,
        metavar="N",
        help="delete files that the newest version has not needed for N hours (default and minimum: 168)",
    )
    parser.add_argument("--target", default=None, help="dbt target (default: local)")
    chosen = parser.parse_args(given)
    arguments = {"dry_run": chosen.dry_run, "raw_days": chosen.raw_days, "vacuum_hours": chosen.vacuum_hours}
    target = ["--target", chosen.target] if chosen.target else []
    waits_for("maintain", SPARK)
    start_for_dbt(*target)
    waits_for("maintain", "looking at the tables")
    dbt("run-operation", "maintain", "--args", json.dumps(arguments), *target, quiet=False)


def _from(least: int) -> Callable[[str], int]:
    def whole_number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is not a whole number of at least {least}")
        return int(text)

    return whole_number
