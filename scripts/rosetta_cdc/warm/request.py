"""What a command asks of the session: a JSON object, sent with the files that the command has open as input, output and error output."""

from __future__ import annotations

import json
import os
import socket
from dataclasses import asdict, dataclass

STANDARD_FILES = 3
LENGTH_BYTES = 4


@dataclass(frozen=True)
class Request:
    """A command to be done.

    Attributes:
        name: The command's name.
        arguments: What follows it.
        is_clone: Whether a script of the clone was called.
        folder: The current folder.
        environment: The variables, as `rosetta_cdc.environment` has set them.
        state: What `state_of_session` said.
    """

    name: str
    arguments: list[str]
    is_clone: bool
    folder: str
    environment: dict[str, str]
    state: str

    def send(self, connection: socket.socket) -> None:
        """Send it.

        Raises:
            OSError: The session has gone, or this process has not the three standard files.
        """
        text = json.dumps(asdict(self)).encode()
        socket.send_fds(connection, [len(text).to_bytes(LENGTH_BYTES, "big")], list(range(STANDARD_FILES)))
        connection.sendall(text)


def receive(connection: socket.socket) -> tuple[Request, list[int]]:
    """Return what was sent, and the open files.

    Raises:
        EOFError: Nothing, or not all of it, was sent.
    """
    head, files, _, _ = socket.recv_fds(connection, LENGTH_BYTES, STANDARD_FILES)
    try:
        text = b""
        while len(text) < (length := int.from_bytes(head, "big")):
            if not (part := connection.recv(length - len(text))):
                break
            text += part
        if len(files) < STANDARD_FILES or not text or len(text) < length:
            raise EOFError
        return Request(**json.loads(text)), files
    except BaseException:
        for file in files:
            os.close(file)
        raise
