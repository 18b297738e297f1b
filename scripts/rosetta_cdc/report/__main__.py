"""The command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rosetta_cdc.arguments import Parser, as_called
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.environment import check_java, java_writes_to_log
from rosetta_cdc.paths import home
from rosetta_cdc.waiting import SPARK, waits_for

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

DESCRIPTION = """\
Writes one HTML page of what the pipeline holds and how it is: checks, dead letters with their cure, sources, tables, the flow from topics
to tables, volumes and delays over time, drift of schemas, DDL statements, cast errors. Events, dead letters and rows are those of now; the
page says in red what has landed and no run has read, and which tables are behind. It holds no payload but the text of DDL statements.
"""


def main(given: list[str] | None = None) -> int:
    """Write the page, name it, and return the exit code.

    Raises:
        UserError: Nothing was built, or the file cannot be written.
    """
    parser = Parser(prog="report", description=DESCRIPTION)
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to write it (default: report.html in ROSETTA_HOME)")
    chosen = parser.parse_args(given)
    output = (chosen.output or home() / "report.html").absolute()
    print(write_report(output))
    return 0


def write_report(output: Path, spark: SparkSession | None = None) -> Path:
    """Write the page to a file, whole or not at all, and return it. `spark`: a session that knows the tables that dbt
    has built; by default a new one.

    Raises:
        UserError: Nothing was built, or the file cannot be written.
    """
    from rosetta_cdc.report.data import check_tables, read_data

    if spark is None:
        check_tables()
        check_java()
    if output.is_dir() or not output.parent.is_dir():
        raise UserError(f"{output} is a folder, not a file" if output.is_dir() else f"{output.parent} is no folder")
    from rosetta_cdc.report.page import page
    from rosetta_cdc.spark import session

    if spark is None:
        waits_for("report", SPARK)
        with java_writes_to_log("report.log"):
            spark = session("rosetta-report", metastore=True)
        waits_for("report", "reading the tables")
    text = as_called(page(read_data(spark)))
    partial = output.with_name(f".{output.name}.partial")
    try:
        partial.write_text(text, encoding="utf-8")
        partial.replace(output)
    except OSError as error:
        raise UserError(f"{output} cannot be written: {error.strerror}") from error
    return output
