"""dbt's command line, and Spark for dbt commands: where no warm session has it, it starts beside dbt, for each needs seconds to start."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from rosetta_cdc import warm
from rosetta_cdc.commands import dbt_needs_warehouse, on_local
from rosetta_cdc.daemon import java
from rosetta_cdc.errors import UserError
from rosetta_cdc.interrupts import cancel_on_interrupt
from rosetta_cdc.landing.environment import java_writes_to_log
from rosetta_cdc.paths import home, package_folder, raw_table


def has_projects_profile(arguments: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Return whether a dbt command works with the profile of the project, and not with one of the user's."""
    folder = environment.get("DBT_PROFILES_DIR")
    is_named = any(argument.startswith("--profile") for argument in arguments)
    return not is_named and folder is not None and Path(folder).resolve() == package_folder() / "profiles"


def start_for_dbt(*options: str) -> None:
    """Start the session of the dbt commands that this process is about to run, so that Java's warnings go to a log.

    A fork of a warm session has one already.

    Args:
        options: Of the commands, as on the command line.
    """
    if warm.IS_FORK or not (on_local(list(options)) and has_projects_profile(options, os.environ)):
        return
    from rosetta_cdc.spark import session

    (home() / "logs").mkdir(parents=True, exist_ok=True)
    with java_writes_to_log("dbt-java.log"):
        spark = session("rosetta-dbt", metastore=True)
    # Opens the metastore and loads Delta's classes, which the first model would wait for.
    messages = raw_table("kafka_messages")
    if (messages / "_delta_log").is_dir():
        _beside(lambda: spark.read.format("delta").load(str(messages)).limit(1).collect())
    spark.sql("show databases").collect()


def _beside(action: Callable[[], object]) -> None:
    """Do something in a thread of its own, for whose end the process does not wait.

    What it raises is dropped: what fails here fails again in dbt, and is told there.
    """

    def act() -> None:
        with suppress(Exception):
            action()

    threading.Thread(target=act, daemon=True).start()


def main(given: list[str] | None = None) -> None:
    """Run dbt. Of a command that works with the embedded warehouse the caller holds the lock.

    Args:
        given: dbt's arguments; by default those of the process.

    Raises:
        UserError: There is no Java.
        SystemExit: Always, with dbt's code.
    """
    # Slow imports, which those who only ask for the profile do without.
    from rosetta_cdc.selection import with_selectors

    arguments = with_selectors(sys.argv[1:] if given is None else given)
    if dbt_needs_warehouse(arguments):
        if shutil.which(java()) is None:
            where = f"JAVA_HOME={os.environ['JAVA_HOME']}" if os.environ.get("JAVA_HOME") else "the PATH"
            raise UserError(f"Java 17 or newer is needed, but there is none {'in' if '=' in where else 'on'} {where}")
        cancel_on_interrupt()
        _beside(lambda: start_for_dbt(*arguments))
    from dbt.cli.main import cli

    sys.argv = ["dbt", *arguments]
    sys.exit(cli(arguments, prog_name="dbt"))
