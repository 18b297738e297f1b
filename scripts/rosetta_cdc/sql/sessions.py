"""Where statements are executed: on the loop's session, on one of this command's own, or by a Thrift server."""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from rosetta_cdc.errors import UserError
from rosetta_cdc.local_socket import connect, lines_of
from rosetta_cdc.paths import loop_socket
from rosetta_cdc.sql.answer import Answer, plain
from rosetta_cdc.sql.reading import check_reads, message_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SECONDS_BETWEEN_LOOKS = 0.2


def tag_of_process(process: int) -> str:
    """Return the tag of all Spark jobs of a process, by which a warm session cancels what a killed one has left."""
    return f"sql-{process}"


class Session(Protocol):
    """What executes statements."""

    def execute(self, statement: str, limit: int) -> Answer:
        """Execute a rendered statement and return its first `limit` rows.

        Raises:
            UserError: It does not only read, or fails.
        """


class SparkSessionHere:
    """A session of this process.

    Args:
        spark: The session.
    """

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        # As dbt's session has it, so that a query means the same in a model.
        spark.conf.set("spark.sql.ansi.enabled", "false")

    def execute(self, statement: str, limit: int) -> Answer:
        """See `Session`."""
        return self.watched(statement, limit, lambda: None)

    def watched(self, statement: str, limit: int, check: Callable[[], None]) -> Answer:
        """Execute a statement as `execute` does, and cancel its jobs when the wait for it ends early, as by Ctrl-C.

        Args:
            statement: The statement.
            limit: Number of rows.
            check: Called several times a second; raises an error to end the wait.

        Raises:
            UserError: See `Session`.
        """
        context = self._spark.sparkContext
        tag = f"{tag_of_process(os.getpid())}-{secrets.token_hex(8)}"
        answers: list[Answer | UserError] = []

        def work() -> None:
            context.setInterruptOnCancel(True)
            context.setLocalProperty("spark.scheduler.pool", "sql")
            context.addJobTag(tag)
            context.addJobTag(tag_of_process(os.getpid()))
            try:
                answers.append(self._answer(statement, limit))
            except UserError as error:
                answers.append(error)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        try:
            while worker.is_alive():
                check()
                worker.join(SECONDS_BETWEEN_LOOKS)
        except BaseException:
            context.cancelJobsWithTag(tag)
            raise
        (answer,) = answers
        if isinstance(answer, UserError):
            raise answer
        return answer

    def _answer(self, statement: str, limit: int) -> Answer:
        check_reads(statement, self._spark)
        try:
            found = self._spark.sql(statement)
            rows = found.limit(limit + 1).collect()
        except Exception as error:
            raise UserError(message_of(error), exit_code=1) from error
        return Answer(found.columns, [[plain(value) for value in row] for row in rows[:limit]], len(rows) > limit)


class LoopSession:
    """The loop's session, by its socket.

    Raises:
        OSError: No loop answers.
    """

    def __init__(self) -> None:
        connect(loop_socket()).close()

    def execute(self, statement: str, limit: int) -> Answer:
        """See `Session`."""
        try:
            with connect(loop_socket()) as connection:
                connection.sendall(json.dumps({"sql": statement, "limit": limit}).encode() + b"\n")
                answer = next(lines_of(connection), None)
        except OSError as error:
            raise UserError("the loop has ended; run scripts/sql again to start a session", exit_code=1) from error
        if answer is None:
            raise UserError("the loop ended before it answered; run scripts/sql again", exit_code=1)
        if "error" in answer:
            raise UserError(answer["error"], exit_code=1)
        return Answer(**answer)


class ThriftSession:
    """The Thrift server of dbt's target."""

    def execute(self, statement: str, limit: int) -> Answer:
        """See `Session`."""
        from dbt.adapters.factory import get_adapter_by_type

        check_reads(statement)
        adapter = get_adapter_by_type("spark")
        try:
            with adapter.connection_named("sql"):
                _, table = adapter.execute(statement, fetch=True, limit=limit + 1)
        except Exception as error:
            raise UserError(message_of(error), exit_code=1) from error
        rows = [[plain(value) for value in row] for row in table.rows]
        return Answer(list(table.column_names), rows[:limit], len(rows) > limit)
