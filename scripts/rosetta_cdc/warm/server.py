"""The session: a process that starts Java and takes commands until it is idle, out of date, or told to end."""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rosetta_cdc.commands import READING
from rosetta_cdc.interrupts import CODE
from rosetta_cdc.local_socket import listen
from rosetta_cdc.paths import session_socket
from rosetta_cdc.sql.sessions import tag_of_process
from rosetta_cdc.warehouse_lock import SESSION, open_lock, take_lock
from rosetta_cdc.warm.request import receive
from rosetta_cdc.warm.state import process_file

if TYPE_CHECKING:
    from py4j.java_gateway import JavaGateway

    from rosetta_cdc.warm.door import Door

# What commands import; modules that look at the terminal or the environment as they are imported are not among them.
MODULES = (
    "dbt.cli.main",
    "dbt.adapters.spark.impl",
    "dbt.adapters.spark.session",
    "pyarrow.parquet",
    "rosetta_cdc.cli",
    "rosetta_cdc.dbt_command",
    "rosetta_cdc.landing.run",
    "rosetta_cdc.loop.start",
    "rosetta_cdc.registration.proposal",
    "rosetta_cdc.sql.render",
)
# Of a command that was interrupted or told to end: Java may be at work on a statement still.
INTERRUPTED = (CODE, 128 + signal.SIGTERM)
SECONDS_OF_A_LOOK = 5.0
SECONDS_TO_END = 30.0


@dataclass
class Command:
    """A command at work.

    Attributes:
        connection: To its caller.
        reads: Whether it only reads.
        sign: Pipe that takes the sign of its door, as long as it has none.
        door: Its door.
    """

    connection: socket.socket
    reads: bool
    sign: int
    door: Door | None = None


class Server:
    """The session.

    Args:
        gateway: To Java, which runs.
        state: What `state_of_session` said to the command that started it.
        listener: Takes connections.
    """

    def __init__(self, gateway: JavaGateway, state: str, listener: socket.socket) -> None:
        self._gateway, self._state, self._listener = gateway, state, listener
        self._spark: Any = None
        self._commands: dict[int, Command] = {}
        self._is_ending = self._is_over = False
        self._socket_is = session_socket().stat().st_ino
        self._idle_seconds = 60 * float(os.environ.get("ROSETTA_WARM_MINUTES") or 15)
        self._woken, waker = os.pipe()
        os.set_blocking(waker, False)
        os.set_blocking(self._woken, False)
        signal.set_wakeup_fd(waker)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._end_when_idle)
        self._foreign = (listener.fileno(), self._woken, waker, gateway.proc.stdin.fileno())

    def run(self) -> None:
        """Take commands until the session ends."""
        idle_since = time.monotonic()
        while not (self._is_over or (self._is_ending and not self._commands)):
            self._take(0.0 if self._spark is None else SECONDS_OF_A_LOOK)
            if self._spark is None:
                from rosetta_cdc.warm.door import start_spark

                # A command has begun meanwhile to read its project.
                self._spark = start_spark(self._gateway)
                for command in self._commands.values():
                    self._open(command)
            self._reap()
            if self._commands:
                idle_since = time.monotonic()
            elif time.monotonic() - idle_since > self._idle_seconds or not self._is_found():
                self._is_ending = True

    def end(self) -> None:
        """End Java, which finishes nothing that is at work, and take the socket away."""
        self._listener.close()
        is_found = self._is_found()
        if is_found:
            session_socket().unlink()
        with contextlib.suppress(OSError):
            self._gateway.proc.stdin.close()
        with contextlib.suppress(Exception):
            self._gateway.proc.wait(SECONDS_TO_END)
        self._gateway.proc.kill()
        if is_found:
            process_file().unlink(missing_ok=True)

    def _end_when_idle(self, number: int, frame: object) -> None:
        self._is_ending = True

    def _is_found(self) -> bool:
        """Return whether commands find this session: its folder may have been removed, and another one started."""
        try:
            return session_socket().stat().st_ino == self._socket_is
        except OSError:
            return False

    def _take(self, seconds: float) -> None:
        """Wait until something happens, and begin the commands that have come."""
        connections = [command.connection for command in self._commands.values()]
        ready, _, _ = select.select([self._listener, self._woken, *connections], [], [], seconds)
        if self._woken in ready:
            with contextlib.suppress(BlockingIOError):
                while os.read(self._woken, 4096):
                    pass
        if self._listener in ready:
            connection, _ = self._listener.accept()
            self._begin(connection)
        for process, command in list(self._commands.items()):
            # A caller sends nothing more: what can be read is its end, and the command's with it, as of a process that was killed.
            if command.connection in ready:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)

    def _begin(self, connection: socket.socket) -> None:
        try:
            request, files = receive(connection)
        except (EOFError, OSError, ValueError, TypeError):
            connection.close()
            return
        has_died = not self._answers()
        if has_died or self._is_ending or request.state != self._state:
            # Its caller asks the next session, or works by itself where this one is busy.
            self._is_ending = True
            _tell(connection, {"is_busy": bool(self._commands), "has_died": has_died})
            connection.close()
        else:
            reading, writing = os.pipe()
            command = Command(connection, request.name in READING, writing)
            process = os.fork()
            if not process:
                others = [known.connection.fileno() for known in self._commands.values()]
                unsigned = [known.sign for known in self._commands.values() if known.door is None]
                from rosetta_cdc.warm.fork import become

                # Told by itself: whatever happens to the session, a command that has begun is not begun again.
                _tell(connection, {"process": os.getpid()})
                become(request, files, reading, [*self._foreign, *others, *unsigned, connection.fileno(), writing], reads=command.reads)
            os.close(reading)
            self._commands[process] = command
            if self._spark is not None:
                self._open(command)
        for file in files:
            os.close(file)

    def _answers(self) -> bool:
        """Return whether Java is at work: one that was killed still counts as a process until its memory is given back."""
        try:
            return self._spark is None or self._gateway.jvm.java.lang.System.nanoTime() > 0
        except Exception:
            return False

    def _open(self, command: Command) -> None:
        from rosetta_cdc.warm.door import Door

        with contextlib.suppress(Exception), os.fdopen(command.sign, "wb") as pipe:
            command.door = Door(self._gateway)
            pipe.write(command.door.sign())

    def _reap(self) -> None:
        """Tell callers of commands that have ended, and end with a command that was interrupted, or with Java."""
        for process, command in list(self._commands.items()):
            ended, status = os.waitpid(process, os.WNOHANG)
            if not ended:
                continue
            del self._commands[process]
            code = os.waitstatus_to_exitcode(status)
            _tell(command.connection, {"code": code if code >= 0 else 128 - code})
            command.connection.close()
            with contextlib.suppress(Exception):
                if command.door is None:
                    os.close(command.sign)
                else:
                    command.door.close()
                if command.reads:
                    self._spark.sparkContext().cancelJobsWithTag(tag_of_process(process))
                elif code:
                    # Settings and views of a command that failed are left behind.
                    self._gateway.jvm.SparkSession.setDefaultSession(self._spark.newSession())
            if not command.reads and (code < 0 or code in INTERRUPTED):
                self._is_over = True
        if self._gateway.proc.poll() is not None:
            self._is_ending = True


def _tell(connection: socket.socket, told: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):
        connection.sendall(json.dumps(told).encode() + b"\n")


def main(state: str) -> int:
    """Be the session of this `ROSETTA_HOME`.

    Args:
        state: What `state_of_session` says to the command that starts it.

    Returns:
        The exit code.
    """
    take_lock(SESSION)
    process_file().write_text(f"{os.getpid()}\n", encoding="utf-8")
    listener = listen(session_socket())
    started: list[JavaGateway] = []

    def start() -> None:
        from rosetta_cdc.spark import RESIDENT, local_settings
        from rosetta_cdc.warm.door import start_java

        # Java holds the warehouse's lock as long as it lives.
        started.append(start_java(local_settings() | RESIDENT, pass_fds=[open_lock().fileno()]))

    starting = threading.Thread(target=start)
    starting.start()
    for module in MODULES:
        importlib.import_module(module)
    starting.join()
    if not started:
        session_socket().unlink()
        process_file().unlink()
        return 1
    # What is here is never collected: a fork would copy the pages that it lies on.
    gc.collect()
    gc.freeze()
    server = Server(started[0], state, listener)
    try:
        server.run()
    finally:
        server.end()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
