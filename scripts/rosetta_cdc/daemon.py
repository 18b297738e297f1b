"""A server process of this machine that outlives the command that starts it: its number in a file, its output in a log."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from rosetta_cdc.errors import UserError

HOST = "127.0.0.1"
SECONDS_TO_STOP = 30


class Daemon:
    """A server whose number and log lie in a folder.

    Args:
        folder: Has `NAME.pid` and `NAME.log`.
        name: Name of the files.
        title: What messages call it, such as `Kafka`.
        marker: Text in the command line of the server and of no other program: a process's number may belong to another one by now.
    """

    def __init__(self, folder: Path, name: str, title: str, marker: str) -> None:
        self.title = title
        self.log = folder / f"{name}.log"
        self._marker = marker.encode()
        self._number = folder / f"{name}.pid"

    def is_running(self) -> bool:
        """Return whether the process is there."""
        process = self._process()
        return process is not None and self._is_mine(process)

    def start(self, command: Sequence[str], port: int, *, seconds: int, environment: Mapping[str, str] | None = None) -> None:
        """Start the server and wait until it answers.

        Args:
            command: Program and arguments. Nothing secret: other users can read it.
            port: Port of 127.0.0.1 that answers when the server is ready.
            seconds: How long to wait.
            environment: Of the server; this process's own by default.

        Raises:
            UserError: The port is in use, or the server ends or is silent instead of answering.
        """
        if answers(port):
            raise UserError(f"port {port} of {HOST} is in use; choose another with --port")
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, env=environment
            )
        self._number.write_text(str(process.pid))
        deadline = time.monotonic() + seconds
        while not answers(port):
            if process.poll() is not None:
                raise UserError(f"{self.title} exited while starting; see {self.log}")
            if time.monotonic() > deadline:
                self.kill()
                raise UserError(f"{self.title} did not answer within {seconds} s; see {self.log}")
            time.sleep(0.1)

    def stop(self) -> bool:
        """Stop the server and what it started, and return whether it ran."""
        return self._end(signal.SIGTERM)

    def kill(self) -> bool:
        """End the server and what it started at once, as a failing machine would, and return whether it ran."""
        return self._end(signal.SIGKILL)

    def tell(self, number: int) -> bool:
        """Send the process a signal, without a wait for what it does, and return whether it is there."""
        process = self._process()
        if process is None or not self._is_mine(process):
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)
        return True

    def _process(self) -> int | None:
        try:
            return int(self._number.read_text())
        except (OSError, ValueError):
            return None

    def _end(self, number: int) -> bool:
        process = self._process()
        if process is None or not self._is_mine(process):
            return False
        # The server leads a process group of its own.
        os.killpg(process, number)
        deadline = time.monotonic() + SECONDS_TO_STOP
        while not _has_ended(process):
            if time.monotonic() > deadline:
                os.killpg(process, signal.SIGKILL)
            time.sleep(0.05)
        self._number.unlink()
        return True

    def _is_mine(self, process: int) -> bool:
        try:
            return self._marker in Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            return False


def _has_ended(process: int) -> bool:
    """Return whether a process has given back all that it had: one that dies loses its command line, then its threads, then its ports."""
    with contextlib.suppress(ChildProcessError):  # not a child of this process
        os.waitpid(process, os.WNOHANG)
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        return state == "Z" and len(os.listdir(f"/proc/{process}/task")) == 1
    except OSError:
        return True


def java(program: str = "java") -> str:
    """Return the command of a Java program: that of `JAVA_HOME`, else the one on the path."""
    home = os.environ.get("JAVA_HOME")
    return str(Path(home, "bin", program)) if home else program


def answers(port: int) -> bool:
    """Return whether something listens on a port of 127.0.0.1."""
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex((HOST, port)) == 0


def free_port() -> int:
    """Return a port of 127.0.0.1 that is free now."""
    with socket.socket() as server:
        server.bind((HOST, 0))
        return server.getsockname()[1]
