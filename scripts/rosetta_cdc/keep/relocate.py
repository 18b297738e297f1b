"""`scripts/relocate`: makes the metastore of a ROSETTA_HOME again, from the tables' own folders."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError
from rosetta_cdc.keep.place import METASTORE, note_place
from rosetta_cdc.paths import home
from rosetta_cdc.waiting import SPARK, waits_for

DESCRIPTION = """\
Rebuilds the metastore of ROSETTA_HOME from the folders of its tables: after the home was moved, copied or restored from a backup, or
when the metastore is damaged. No table is changed or deleted; the views are made again.
"""
EPILOG = """\
examples:
  mv /srv/rosetta /data/rosetta; export ROSETTA_HOME=/data/rosetta; scripts/relocate
  cp -a /backup/rosetta /data/rosetta; export ROSETTA_HOME=/data/rosetta; scripts/relocate
"""


def main(given: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        given: What follows the command's name; by default the arguments of the process.

    Raises:
        UserError: There is no home, or a folder of it cannot be registered.
    """
    Parser(prog="relocate", description=DESCRIPTION, epilog=EPILOG).parse_args(given)
    put_back()
    tables = find_tables(home() / "warehouse")
    if not tables and not (home() / "raw").is_dir():
        raise UserError(f"{home()} (ROSETTA_HOME) holds no tables")
    metastore, former = home() / METASTORE, home() / f"{METASTORE}.former"
    shutil.rmtree(former, ignore_errors=True)
    if metastore.exists():
        metastore.rename(former)
    try:
        register(tables)
    except BaseException:
        shutil.rmtree(metastore, ignore_errors=True)
        if former.exists():
            former.rename(metastore)
        raise
    note_place()
    # The next round of a loop makes everything that is not a table.
    (home() / "loop" / "built.json").unlink(missing_ok=True)
    shutil.rmtree(former, ignore_errors=True)
    made, failed = _make_views() if tables else (0, {})
    print(f"{len(tables)} tables registered, {made} views made in {home()}")
    lacking = sorted(name for name, reason in failed.items() if "TABLE_OR_VIEW_NOT_FOUND" in reason)
    if lacking:
        print(f"not made, since what they read is not there: {', '.join(lacking)}; dbt build makes all")
    for name, reason in sorted(failed.items()):
        if name not in lacking:
            print(f"not made: {name}: {reason}")
    return 0


def find_tables(warehouse: Path) -> list[tuple[str, str]]:
    """Return schema and name of each Delta table in a warehouse's folder, sorted."""
    return sorted((log.parent.parent.name.removesuffix(".db"), log.parent.name) for log in warehouse.glob("*.db/*/_delta_log"))


def register(tables: list[tuple[str, str]]) -> None:
    """Register tables in a metastore that is made for it.

    Args:
        tables: Schema and name of each, whose folders are where a table of this name has its own.
    """
    from rosetta_cdc.landing import environment
    from rosetta_cdc.spark import session

    waits_for("relocate", SPARK)
    with environment.java_writes_to_log("relocate.log"):
        spark = session("rosetta-relocate", metastore=True)
    waits_for("relocate", "registering the tables")
    for schema in sorted({schema for schema, _ in tables}):
        spark.sql(f"create schema if not exists `{schema}`")
    for schema, name in tables:
        with _set_aside(schema, name):
            spark.sql(f"create table `{schema}`.`{name}` (placeholder int) using delta")


def put_back() -> None:
    """Put every folder that a relocation which was killed has set aside back into its place."""
    for folder in sorted(_aside().glob("*/*")):
        place = _folder(folder.parent.name, folder.name)
        shutil.rmtree(place, ignore_errors=True)
        folder.rename(place)
    shutil.rmtree(_aside(), ignore_errors=True)


@contextmanager
def _set_aside(schema: str, name: str) -> Iterator[None]:
    """Keep a table's folder out of the way while an empty table of this name is made, and put it into its place.

    A table that dbt may drop and replace has to be the metastore's own, and Delta makes such a one in an empty folder only. The metastore
    knows the folder alone: columns, properties and comments are those of the log in it.
    """
    aside = _aside() / schema / name
    aside.parent.mkdir(parents=True, exist_ok=True)
    _folder(schema, name).rename(aside)
    try:
        yield
    finally:
        shutil.rmtree(_folder(schema, name), ignore_errors=True)
        aside.rename(_folder(schema, name))


def _aside() -> Path:
    return home() / "tmp" / "relocated"


def _folder(schema: str, name: str) -> Path:
    return home() / "warehouse" / f"{schema}.db" / name


def _make_views() -> tuple[int, dict[str, str]]:
    """Make the views. Returns the number of those that were made, and by name why others were not."""
    from rosetta_cdc.loop.dbt_run import run_dbt

    waits_for("relocate", "making the views")
    made = run_dbt("run", "--select", "config.materialized:view", "config.materialized:cdc_view")
    if made.error:
        raise UserError(f"the views were not made: {made.error}", exit_code=1)
    return len(made.done), made.failed
