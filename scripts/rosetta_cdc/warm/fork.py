"""The fork of a session that becomes a command: in the folder, the environment and the terminal of the command's caller."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

from rosetta_cdc import warm
from rosetta_cdc.interrupts import CODE, cancel_on_interrupt, was_interrupted
from rosetta_cdc.warehouse_lock import HELD

if TYPE_CHECKING:
    from rosetta_cdc.warm.request import Request


def become(request: Request, files: list[int], sign: int, foreign: Iterable[int], *, reads: bool) -> NoReturn:
    """Do a command, and end this process with its code.

    Args:
        request: The command.
        files: Its input, output and error output.
        sign: Pipe that brings the sign of its door to Java.
        foreign: Open files of the session that are none of its business.
        reads: Whether it only reads: then its own interrupts are its business.
    """
    code = 1
    try:
        for number in foreign:
            os.close(number)
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        if reads:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        else:
            cancel_on_interrupt()
        _take_place(request, files)
        warm.IS_FORK = True
        # dbt, too, asks for the session under this lock: it waits for Java where it needs it, and not before.
        is_entering = threading.Event()
        threading.Thread(target=_enter, args=(sign, is_entering), daemon=True).start()
        is_entering.wait()
        code = _run(request)
        # The session has to know, whatever the command makes of it.
        code = CODE if code and was_interrupted() else code
    finally:
        _end(code)


def _take_place(request: Request, files: list[int]) -> None:
    """Take over folder, environment and files of the caller."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(request.folder)
    os.environ.clear()
    os.environ.update(request.environment)
    os.environ[HELD] = "1"
    time.tzset()
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115 - open to the end
    # A terminal is written line by line, error output always.
    sys.stdout = open(1, "w", buffering=1 if os.isatty(1) else -1, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv = [request.name, *request.arguments]


def _enter(sign: int, is_entering: threading.Event) -> None:
    from pyspark.sql import SparkSession

    from rosetta_cdc.warm.door import enter

    with SparkSession.Builder._lock:
        is_entering.set()
        with open(sign, "rb") as pipe:
            told = pipe.read()
        if not told:
            print(f"{sys.argv[0]}: Spark did not start", file=sys.stderr)
            os._exit(1)
        enter(told)


def _run(request: Request) -> int:
    from rosetta_cdc.cli import main

    try:
        return main([request.name, *request.arguments], clone=request.is_clone)
    except SystemExit as error:
        if error.code is None or isinstance(error.code, int):
            return error.code or 0
        print(error.code, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return CODE


def _end(code: int) -> NoReturn:
    """End without the last part of Python's usual end: objects of the session would use its connection to Java to be let go of."""
    error = sys.exc_info()[1]
    if error is not None:
        sys.excepthook(type(error), error, error.__traceback__)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # nobody reads any more
            code = code or 1
    atexit._run_exitfuncs()
    os._exit(code)
