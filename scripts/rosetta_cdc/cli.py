"""The command line: `rosetta COMMAND ...` in a dbt project that has this one as a package, `scripts/COMMAND` in a clone.

A command runs in this process, so that signals reach it and the lock is its own.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings
from importlib import import_module

from rosetta_cdc import __version__, environment, warm
from rosetta_cdc import arguments as parsing
from rosetta_cdc.commands import COMMANDS, READING, Command, asks_for_help, dbt_command, find
from rosetta_cdc.errors import UserError, reason_of
from rosetta_cdc.extras import need
from rosetta_cdc.paths import PROJECT, project_folder
from rosetta_cdc.warehouse_lock import take_lock


def main(given: list[str] | None = None, *, clone: bool = False) -> int:
    """Run a command and return its exit code.

    Args:
        given: The command's name and what follows it; by default the arguments of the process.
        clone: Whether a script of the clone was called.
    """
    name, *arguments = (sys.argv[1:] if given is None else given) or [""]
    if name in ("", "-h", "--help"):
        print(_overview(clone=clone), file=sys.stdout if name else sys.stderr)
        return 0 if name else 2
    if name == "--version":
        print(f"rosetta {__version__}")
        return 0
    command = find(name, clone=clone)
    if command is None:
        print(f"rosetta: unknown command {name!r}; rosetta --help lists the commands", file=sys.stderr)
        return 2
    is_of_clone = clone and environment.project_of_clone(keeps=command.keeps) == PROJECT
    parsing.CALLED_AS = "scripts/" if is_of_clone else "rosetta "
    # PySpark writes the query of an error, with the values in it, to stderr as JSON, beside the error that it raises.
    for logger in ("SQLQueryContextLogger", "DataFrameQueryContextLogger"):
        logging.getLogger(logger).disabled = True
    warnings.filterwarnings("ignore", category=RuntimeWarning, module=environment.READER_OF_SEEDS)
    try:
        if not asks_for_help(arguments) and (code := _prepare(command, arguments, clone=clone)) is not None:
            return code
        return import_module(command.module).main([*command.first, *arguments]) or 0
    except UserError as error:
        print(f"{command.script}: {parsing.as_called(str(error))}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"{command.script}: interrupted", file=sys.stderr)
        return 130
    except Exception as error:
        if os.environ.get("ROSETTA_DEBUG"):
            raise
        print(f"{command.script}: {reason_of(error)} (ROSETTA_DEBUG=1 shows everything)", file=sys.stderr)
        return 1


def _prepare(command: Command, arguments: list[str], *, clone: bool) -> int | None:
    """Set the environment, install what is missing, and take the lock where the command needs it.

    Returns:
        The exit code of a command that a warm session has done.

    Raises:
        UserError: No dbt project, no jars, no extra, or another process has the lock.
    """
    environment.prepare(clone=clone, keeps=command.keeps, needs=command.needs)
    if command.name == "demo" and project_folder() != PROJECT:
        raise UserError(f"this shell is prepared for {project_folder()}: call it in another one, so that its records do not land there")
    if command.extra:
        need(command.extra)
    takes_lock = command.takes_lock(arguments)
    if takes_lock or command.needs_jars:
        from rosetta_cdc.jars import check_jars

        check_jars()
    if _is_for_session(command, arguments):
        from rosetta_cdc.warm.client import answer

        code = answer(command.name, arguments, title=command.script, is_clone=clone)
        if code is not None:
            return code
    if takes_lock and not (warm.IS_FORK and command.name in READING):
        from rosetta_cdc.keep.place import check_place

        take_lock(f"dbt {dbt_command(arguments)}" if command.name == "dbt" else command.script)
        if command.name != "relocate":
            check_place()
    return None


def _is_for_session(command: Command, arguments: list[str]) -> bool:
    if warm.IS_FORK or os.environ.get("ROSETTA_WARM") == "0" or not command.is_for_session(arguments):
        return False
    from rosetta_cdc.dbt_cli import has_projects_profile

    return has_projects_profile(arguments, os.environ)


def _overview(*, clone: bool) -> str:
    shown = [command for command in COMMANDS if clone or not command.clone_only]
    width = max(len(command.name) for command in shown)
    lines = "\n".join(f"  {command.name:{width}}  {command.help}" for command in shown)
    return (
        "usage: rosetta COMMAND ...\n\n"
        "Loads database changes (CDC records) from Kafka into tables. Works on the dbt project of the current folder, or on the one\n"
        f"that DBT_PROJECT_DIR names.\n\ncommands:\n{lines}\n\nrosetta COMMAND --help explains a command; "
        "rosetta --version prints the version."
    )
