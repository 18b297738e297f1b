"""Sockets between commands on one machine: a file that its owner alone may use, under `ROSETTA_HOME`."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any


@contextlib.contextmanager
def _short_name(path: Path) -> Iterator[str]:
    """Yield a name for a socket by an open folder: the name of a socket must not be longer than 107 bytes (Linux)."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def listen(path: Path) -> socket.socket:
    """Return a socket that listens; one that a killed process has left is replaced. The caller holds a lock on the path.

    Raises:
        OSError: The file cannot be made.
    """
    path.unlink(missing_ok=True)
    server = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        with _short_name(path) as name:
            server.bind(name)
    finally:
        os.umask(before)
    server.listen()
    return server


def connect(path: Path) -> socket.socket:
    """Return a connection to the process that listens.

    Raises:
        OSError: None does.
    """
    client = socket.socket(socket.AF_UNIX)
    try:
        with _short_name(path) as name:
            client.connect(name)
    except OSError:
        client.close()
        raise
    return client


def answers(path: Path) -> bool:
    """Return whether a process listens."""
    try:
        connect(path).close()
    except OSError:
        return False
    return True


def lines_of(connection: socket.socket) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects that come over a connection, one a line."""
    with connection.makefile("r", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
