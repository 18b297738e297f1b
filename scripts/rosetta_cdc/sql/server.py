"""The loop's side of `scripts/sql`: takes statements that read, beside the rounds."""

from __future__ import annotations

import contextlib
import json
import select
import socket
import threading
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rosetta_cdc.errors import UserError, reason_of
from rosetta_cdc.local_socket import lines_of, listen
from rosetta_cdc.paths import loop_socket
from rosetta_cdc.sql.sessions import SparkSessionHere

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Rows are held in memory, the loop's, too.
MOST_ROWS = 100_000


class SqlServer:
    """Answers on the loop's socket until it is closed.

    Args:
        spark: The loop's session; the statements have one of their own beside it, with the same tables.

    Raises:
        OSError: The socket cannot be made.
    """

    def __init__(self, spark: SparkSession) -> None:
        self._session = SparkSessionHere(spark.newSession())
        self._server = listen(loop_socket())
        threading.Thread(target=self._accept, name="sql", daemon=True).start()

    def close(self) -> None:
        """Take the socket away."""
        self._server.close()
        with contextlib.suppress(OSError):
            loop_socket().unlink()

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
                answer = self._answer(connection, request)
                connection.sendall(json.dumps(answer).encode() + b"\n")

    def _answer(self, connection: socket.socket, request: dict[str, Any]) -> dict[str, Any]:
        def check() -> None:
            # Until it is answered a client sends nothing: what can be read is the end.
            if select.select([connection], [], [], 0)[0]:
                raise ConnectionResetError

        try:
            return asdict(self._session.watched(str(request["sql"]), min(int(request["limit"]), MOST_ROWS), check))
        except UserError as error:
            return {"error": str(error)}
        except ConnectionResetError:
            raise
        except Exception as error:
            return {"error": reason_of(error)}
