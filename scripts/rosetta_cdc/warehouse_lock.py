"""One process at a time on an embedded warehouse: the lock of the file `.dbt.lock` in `ROSETTA_HOME`, which names its holder.

Where no command has taken it, `profiles/spark/spark-env.sh` takes it for a session of Spark, by the same file. A warm session has it as
long as its Java process lives; of the commands that are its forks, one at a time has the lock of `.command.lock`.
"""

from __future__ import annotations

import fcntl
import os
import time
from datetime import datetime
from pathlib import Path
from typing import TextIO

from rosetta_cdc import warm
from rosetta_cdc.errors import UserError
from rosetta_cdc.local_socket import answers
from rosetta_cdc.paths import home, session_socket

NAME, COMMAND_NAME = ".dbt.lock", ".command.lock"
# What holds the lock where a warm session has it.
SESSION = "a warm session"
# Tells spark-env.sh that the lock is taken.
HELD = "ROSETTA_LOCK_HELD"
# A session that is idle ends when it is told to, in a second or two.
SECONDS_TO_END = 20.0
# Open as long as the process lives: with the file the lock would go.
_HELD: list[TextIO] = []


def take_lock(holder: str) -> None:
    """Hold the lock to the end of the process; the system frees it also when the process is killed.

    A warm session that is idle is ended for it.

    Args:
        holder: What takes it, such as `dbt run`.

    Raises:
        UserError: Another process holds it (the message names it), or the folder cannot be written.
    """
    path = home() / (COMMAND_NAME if warm.IS_FORK else NAME)
    try:
        home().mkdir(parents=True, exist_ok=True)
        file = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise UserError(f"no permission to write {home()} (ROSETTA_HOME)") from error
    deadline = time.monotonic() + SECONDS_TO_END
    while not _locked(file):
        other = _holder(home() / COMMAND_NAME if _is_held(home() / COMMAND_NAME) else path)
        if warm.IS_FORK or not other.startswith(SESSION) or time.monotonic() > deadline:
            file.close()
            raise UserError(f"{home()} is in use by {other}; an embedded warehouse serves one process at a time")
        from rosetta_cdc.warm.stop import end_when_idle

        end_when_idle()
        time.sleep(0.1)
    file.truncate(0)
    file.write(f"{holder} (process {os.getpid()}, since {datetime.now():%Y-%m-%d %H:%M:%S})\n")
    file.flush()
    # What this process becomes or starts by a fork holds it, too.
    os.set_inheritable(file.fileno(), True)
    _HELD.append(file)
    os.environ[HELD] = "1"


def open_lock() -> TextIO:
    """Return the file of the lock that this process holds."""
    return _HELD[-1]


def is_held_by_command() -> bool:
    """Return whether a process has the lock that is no warm session."""
    return _is_held(home() / NAME) and not _holder(home() / NAME).startswith(SESSION)


def await_end_of_session() -> None:
    """Wait for the end of a session that takes no more commands: its Java process may still write what an interrupted command has begun."""
    deadline = time.monotonic() + SECONDS_TO_END
    path = home() / NAME
    while time.monotonic() < deadline and _is_held(path) and _holder(path).startswith(SESSION) and not answers(session_socket()):
        time.sleep(0.1)


def _locked(file: TextIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _is_held(path: Path) -> bool:
    try:
        with path.open("a", encoding="utf-8") as file:
            return not _locked(file)
    except OSError:
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
