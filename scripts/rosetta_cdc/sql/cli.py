"""The command `scripts/sql`."""

from __future__ import annotations

import argparse
import contextlib
import os
import readline
import sys
import time

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing import environment
from rosetta_cdc.paths import home
from rosetta_cdc.waiting import SPARK, waits_for

DESCRIPTION = """\
Queries the tables in SQL, with ref() and the project's macros: one statement, or at a prompt. If a loop (scripts/run) is running, its
warm session answers; otherwise the command starts its own. Only statements that read are accepted.

Example: scripts/sql "select * from {{ ref('cdc_current_rows') }}" --limit 5
"""
EPILOG = """\
at the prompt: end a statement with a semicolon; `exit` or Ctrl-D quits; the arrow keys recall earlier statements
exit codes: 0 answered, 1 the statement cannot be answered, 2 wrong usage or environment, or another process is using the warehouse
"""
LIMIT = 100
PROMPT, MORE = "rosetta> ", "    ...> "


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        arguments: What follows the command's name; by default those of the process.
    """
    try:
        options = _parser().parse_args(arguments)
        if options.limit < 1:
            raise UserError("--limit must be greater than 0")
        environment.check_home()
        os.environ["DBT_TARGET"] = options.target
        asker = _Asker(options)
        if options.statement is not None:
            asker.ask(sys.stdin.read() if options.statement == "-" else options.statement)
        else:
            _prompt(asker)
        return 0
    except UserError as error:
        print(f"sql: {error}", file=sys.stderr)
        return error.exit_code
    except (KeyboardInterrupt, BrokenPipeError):
        return 130


def _parser() -> Parser:
    made = Parser(prog="sql", description=DESCRIPTION, epilog=EPILOG)
    made.add_argument("statement", nargs="?", metavar="STATEMENT", help="statement; - reads standard input; without one, a prompt opens")
    made.add_argument("--format", choices=("table", "csv", "json"), default="table", help="output format [table]")
    made.add_argument("--limit", type=int, default=LIMIT, metavar="N", help=f"maximum number of rows to show [{LIMIT}]")
    made.add_argument("--target", default=os.environ.get("DBT_TARGET") or "local", help="dbt target [local]")
    return made


class _Asker:
    """Renders, executes, prints."""

    def __init__(self, options: argparse.Namespace) -> None:
        # Slow imports, done when the quick checks have passed.
        from rosetta_cdc.sql.render import Renderer

        self._options = options
        self._renderer = Renderer()
        self._session = _session(options.target)

    def ask(self, statement: str) -> None:
        """Print the answer to a statement.

        Raises:
            UserError: There is none.
        """
        from rosetta_cdc.sql.answer import print_answer
        from rosetta_cdc.sql.hints import absent_table, unknown_tables

        rendered = self._renderer.render(statement.strip().removesuffix(";"))
        try:
            answer = self._session.execute(rendered, self._options.limit)
        except UserError as error:
            raise UserError(absent_table(str(error), self._renderer.names), exit_code=error.exit_code) from error
        print_answer(answer, self._options.format)
        # One row may be a count of nothing.
        if len(answer.rows) < 2:
            for advice in unknown_tables(rendered, self._session):
                print(f"sql: {advice}", file=sys.stderr)
        if answer.is_cut and self._options.limit == LIMIT:
            print(f"sql: the first {LIMIT} rows; --limit N shows more", file=sys.stderr)


def _session(target: str) -> object:
    from rosetta_cdc.sql.sessions import LoopSession, SparkSessionHere, ThriftSession

    if target != "local":
        return ThriftSession()
    with contextlib.suppress(OSError):
        return LoopSession()
    if "ROSETTA_LOCK_HELD" not in os.environ:
        raise UserError(f"the process that is using {home()} is not a loop; wait until it ends")
    environment.check_java()
    from rosetta_cdc.spark import RESIDENT, session

    waits_for("sql", SPARK)
    with environment.java_writes_to_log("sql.log"):
        return SparkSessionHere(session("rosetta-sql", metastore=True, settings=RESIDENT))


def _prompt(asker: _Asker) -> None:
    """Take statements until the end of the input."""
    history = home() / "sql" / "history"
    with contextlib.suppress(OSError):
        readline.read_history_file(history)
    readline.set_history_length(1000)
    try:
        while (statement := _read()) is not None:
            began = time.monotonic()
            try:
                asker.ask(statement)
                print(f"{time.monotonic() - began:.1f} s", file=sys.stderr)
            except UserError as error:
                print(f"sql: {error}", file=sys.stderr)
            except KeyboardInterrupt:
                print("sql: cancelled", file=sys.stderr)
    finally:
        with contextlib.suppress(OSError):
            history.touch(mode=0o600)
            readline.write_history_file(history)


def _read() -> str | None:
    """Return the next statement without its semicolon, None at the end."""
    lines: list[str] = []
    shown = sys.stdin.isatty()
    while True:
        try:
            line = input((MORE if lines else PROMPT) if shown else "")
        except EOFError:
            return None
        except KeyboardInterrupt:
            print()
            lines = []
            continue
        if not lines and line.strip().rstrip(";").lower() in ("exit", "quit", "\\q"):
            return None
        lines.append(line)
        if line.rstrip().endswith(";"):
            return "\n".join(lines).rstrip().removesuffix(";")
        if not "".join(lines).strip():
            lines = []
