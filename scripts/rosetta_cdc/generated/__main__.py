"""`scripts/generate`: writes typed models into the project, and keeps those that nobody has edited in step with the source."""

from __future__ import annotations

import sys

from rosetta_cdc.arguments import Parser
from rosetta_cdc.paths import project_folder
from rosetta_cdc.waiting import SPARK, waits_for

DESCRIPTION = """\
Writes a model of cdc_table with real column types, and its YAML, into models/generated for each registered table that has none, and
updates those that it has written: columns that the source has added, types that it has widened. A column is never taken away.
A model that you edit or delete is left alone from then on.
"""
EPILOG = """\
models/generated/generated.json has a key `changes` for each table: `write` (the default), `tell` (print what would change) or `never`.
scripts/run does the same after monitoring has run.

exit codes: 0 done, 1 a table has no model that fits (it is named with the reason, all others are written), or dbt failed, 2 wrong usage,
or the folder cannot be used
"""


def main(given: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        given: What follows the command's name; by default the arguments of the process.

    Raises:
        UserError: The folder cannot be used, or dbt failed for all tables.
    """
    parser = Parser(prog="generate", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--tell", action="store_true", help="print what would be written, and write nothing")
    options = parser.parse_args(given)
    # They take seconds to import.
    from rosetta_cdc.dbt_cli import start_for_dbt
    from rosetta_cdc.generated.update import update_models

    waits_for("generate", SPARK)
    start_for_dbt()
    waits_for("generate", "comparing the tables with their models")
    changes = update_models(project_folder(), writes=not options.tell)
    for change in changes:
        print(change.text, file=sys.stderr if change.is_problem else sys.stdout)
    if not changes:
        print("every registered table has its model, and each has the columns and types of its source")
    elif any(change.is_written for change in changes):
        print("then: dbt build, or the next round of scripts/run")
    return 1 if any(change.is_problem for change in changes) else 0


if __name__ == "__main__":
    sys.exit(main())
