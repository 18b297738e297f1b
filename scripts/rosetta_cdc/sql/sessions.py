"""Where statements are executed: on the loop's session, on one of this command's own, or by a Thrift server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Protocol

from rosetta_cdc.errors import UserError
from rosetta_cdc.sql.answer import Answer, plain
from rosetta_cdc.sql.reading import check_reads, message_of
from rosetta_cdc.sql.socket_file import connect, lines_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


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
        connect().close()

    def execute(self, statement: str, limit: int) -> Answer:
        """See `Session`."""
        try:
            with connect() as connection:
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
