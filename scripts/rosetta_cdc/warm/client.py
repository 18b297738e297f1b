"""A command's side of the session: hands the command over, passes signals on, and waits for its code."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from rosetta_cdc.local_socket import connect, lines_of
from rosetta_cdc.paths import home, session_socket
from rosetta_cdc.waiting import SPARK, waits_for
from rosetta_cdc.warehouse_lock import is_held_by_command
from rosetta_cdc.warm.request import Request
from rosetta_cdc.warm.state import session_log, state_of_session

ATTEMPTS, SECONDS_BETWEEN_ATTEMPTS = 20, 0.2
PASSED_ON = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)


def answer(name: str, arguments: list[str], *, title: str, is_clone: bool) -> int | None:
    """Have a command done by the session, which is started where there is none, and return its exit code.

    Args:
        name: The command's name.
        arguments: What follows it.
        title: How the command names itself.
        is_clone: Whether a script of the clone was called.

    Returns:
        The code; None where the command has to work by itself: there is no session and none can be started.
    """
    request = Request(name, arguments, is_clone, os.getcwd(), dict(os.environ), state_of_session())
    is_quiet = "--quiet" in arguments or "-q" in arguments
    for _ in range(ATTEMPTS):
        told: dict[str, Any] = {}
        try:
            connection, is_started = _session(title, request.state, is_quiet=is_quiet)
        except OSError:
            return None
        with connection, contextlib.suppress(OSError):
            request.send(connection)
            told = _told(connection)
        if is_started or "process" in told or told.get("is_busy"):
            break
        # It is at its end, and not at work: the next one is asked.
        if "is_busy" in told and not is_quiet:
            why = "Spark was killed" if told.get("has_died") else "code, packages, settings or Java have changed since Spark was started"
            print(f"{title}: {why}", file=sys.stderr)
        time.sleep(SECONDS_BETWEEN_ATTEMPTS)
    if "process" in told and "code" not in told:
        print(f"{title}: the session ended before this command did; {session_log()} may say why", file=sys.stderr)
        return 1
    return told.get("code")


def _session(title: str, state: str, *, is_quiet: bool) -> tuple[socket.socket, bool]:
    """Return a connection to the session, and whether it was started for it.

    Raises:
        OSError: It cannot be started, or another process has the warehouse.
    """
    with contextlib.suppress(OSError):
        return connect(session_socket()), False
    session_socket().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with session_socket().with_name("start.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _started(title, state, is_quiet=is_quiet)


def _started(title: str, state: str, *, is_quiet: bool) -> tuple[socket.socket, bool]:
    with contextlib.suppress(OSError):  # another command has started it meanwhile
        return connect(session_socket()), False
    if is_held_by_command():
        raise BlockingIOError
    if not is_quiet:
        waits_for(title, SPARK)
    session_log().parent.mkdir(exist_ok=True)
    # This package, from where it is; no module of the current folder.
    paths = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"}
    with session_log().open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "rosetta_cdc.warm.server", state],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=home(), env=environment, start_new_session=True,
        )  # fmt: skip
    while process.poll() is None:
        with contextlib.suppress(OSError):
            return connect(session_socket()), True
        time.sleep(0.02)
    raise ChildProcessError


def _told(connection: socket.socket) -> dict[str, Any]:
    """Return all that the session says of a command, and pass signals on to it meanwhile."""
    told: dict[str, Any] = {}

    def pass_on(number: int, frame: object) -> None:
        if "process" not in told:
            raise KeyboardInterrupt
        with contextlib.suppress(ProcessLookupError):
            os.kill(told["process"], number)

    before = {number: signal.signal(number, pass_on) for number in PASSED_ON}
    try:
        for line in lines_of(connection):
            told |= line
    except OSError:  # the session was killed
        pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return told
