"""One process at a time on an embedded warehouse: the lock of the file `.dbt.lock` in `ROSETTA_HOME`, which names its holder.

Where no command has taken it, `profiles/spark/spark-env.sh` takes it for a session of Spark, by the same file.
"""

from __future__ import annotations

import fcntl
import os
from datetime import datetime
from typing import TextIO

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import home

NAME = ".dbt.lock"
# Tells spark-env.sh that the lock is taken.
HELD = "ROSETTA_LOCK_HELD"
# Open as long as the process lives: with the file the lock would go.
_HELD: list[TextIO] = []


def take_lock(holder: str) -> None:
    """Hold the lock to the end of the process; the system frees it also when the process is killed.

    Args:
        holder: What takes it, such as `dbt run`.

    Raises:
        UserError: Another process holds it (the message names it), or the folder cannot be written.
    """
    try:
        home().mkdir(parents=True, exist_ok=True)
        file = (home() / NAME).open("a+", encoding="utf-8")
    except OSError as error:
        raise UserError(f"no permission to write {home()} (ROSETTA_HOME)") from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        with file:
            file.seek(0)
            other = file.read().strip()
        raise UserError(f"{home()} is in use by {other}; an embedded warehouse serves one process at a time") from error
    file.truncate(0)
    file.write(f"{holder} (process {os.getpid()}, since {datetime.now():%Y-%m-%d %H:%M:%S})\n")
    file.flush()
    # What this process becomes or starts by a fork holds it, too.
    os.set_inheritable(file.fileno(), True)
    _HELD.append(file)
    os.environ[HELD] = "1"


def is_held() -> bool:
    """Return whether a process has the lock."""
    try:
        with (home() / NAME).open("a", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def target_of(arguments: list[str]) -> str:
    """Return dbt's target, of `--target`, else of `DBT_TARGET`."""
    target = os.environ.get("DBT_TARGET") or "local"
    for previous, argument in zip(["", *arguments], arguments, strict=False):
        if previous in ("--target", "-t"):
            target = argument
        if argument.startswith("--target="):
            target = argument.removeprefix("--target=")
    return target
