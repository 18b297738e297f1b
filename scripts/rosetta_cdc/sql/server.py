"""The loop's side of `scripts/sql`: takes statements that read, beside the rounds."""

from __future__ import annotations

import contextlib
import json
import secrets
import select
import socket
import threading
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rosetta_cdc.errors import UserError, reason_of
from rosetta_cdc.sql.sessions import SparkSessionHere
from rosetta_cdc.sql.socket_file import NAME, lines_of, listen, socket_folder

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Rows are held in memory, the loop's, too.
MOST_ROWS = 100_000
SECONDS_BETWEEN_LOOKS = 0.2


class SqlServer:
    """Answers on the loop's socket until it is closed.

    Args:
        spark: The loop's session; the statements have one of their own beside it, with the same tables.

    Raises:
        OSError: The socket cannot be made.
    """

    def __init__(self, spark: SparkSession) -> None:
        self._context = spark.sparkContext
        self._session = SparkSessionHere(spark.newSession())
        self._server = listen()
        threading.Thread(target=self._accept, name="sql", daemon=True).start()

    def close(self) -> None:
        """Take the socket away."""
        self._server.close()
        with contextlib.suppress(OSError):
            (socket_folder() / NAME).unlink()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:  # closed
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError, ValueError):
            for request in lines_of(connection):
                answer = self._watched(connection, request)
                connection.sendall(json.dumps(answer).encode() + b"\n")

    def _watched(self, connection: socket.socket, request: dict[str, Any]) -> dict[str, Any]:
        """Execute a statement, and cancel its jobs if the client goes away meanwhile."""
        answer: dict[str, Any] = {"error": "cancelled"}
        group = f"sql-{secrets.token_hex(8)}"

        def work() -> None:
            self._context.setJobGroup(group, "scripts/sql", interruptOnCancel=True)
            answer.clear()
            answer.update(self._answer(request))

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        while worker.is_alive():
            # Until it is answered a client sends nothing: what can be read is the end.
            if select.select([connection], [], [], 0)[0]:
                self._context.cancelJobGroup(group)
                raise ConnectionResetError
            worker.join(SECONDS_BETWEEN_LOOKS)
        return answer

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            return asdict(self._session.execute(str(request["sql"]), min(int(request["limit"]), MOST_ROWS)))
        except UserError as error:
            return {"error": str(error)}
        except Exception as error:
            return {"error": reason_of(error)}
