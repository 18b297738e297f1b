"""The loop's socket: a file that its owner alone may use, under `ROSETTA_HOME`."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rosetta_cdc.paths import home

NAME = "sql.socket"


def socket_folder() -> Path:
    """Return the folder of the socket."""
    return home() / "loop"


@contextlib.contextmanager
def _short_name() -> Iterator[str]:
    """Yield a name for the socket by an open folder: the name of a socket must not be longer than 107 bytes (Linux)."""
    folder = os.open(socket_folder(), os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{NAME}"
    finally:
        os.close(folder)


def listen() -> socket.socket:
    """Return a socket that listens; one that a killed loop has left is replaced. The caller is the only loop of this `ROSETTA_HOME`.

    Raises:
        OSError: The file cannot be made.
    """
    with contextlib.suppress(FileNotFoundError):
        os.unlink(socket_folder() / NAME)
    server = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        with _short_name() as name:
            server.bind(name)
    finally:
        os.umask(before)
    server.listen()
    return server


def connect() -> socket.socket:
    """Return a connection to the loop.

    Raises:
        OSError: No loop listens.
    """
    client = socket.socket(socket.AF_UNIX)
    try:
        with _short_name() as name:
            client.connect(name)
    except OSError:
        client.close()
        raise
    return client


def lines_of(connection: socket.socket) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects that come over a connection, one a line."""
    with connection.makefile("r", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
