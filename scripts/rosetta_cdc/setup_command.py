"""`rosetta setup`: fetches the jars that Spark needs, and extras."""

from __future__ import annotations

from rosetta_cdc.arguments import Parser
from rosetta_cdc.extras import MODULES, need
from rosetta_cdc.jars import SPARKS, install, spark_jars
from rosetta_cdc.landing.environment import check_java

DESCRIPTION = """\
Fetches the jars of Delta Lake and of Spark's Kafka source from Maven Central into PySpark's folder. What is already there is left as it is.
An extra is what only some commands need.
"""


def main(given: list[str] | None = None) -> int:
    """Fetch what is missing. Returns the exit code.

    Raises:
        UserError: There is no Java, the folder cannot be written, a jar cannot be fetched, or an extra cannot be installed.
    """
    parser = Parser(prog="setup", description=DESCRIPTION)
    parser.add_argument("extras", nargs="*", metavar="EXTRA", help=f"one of {', '.join(MODULES)}")
    chosen = parser.parse_args(given)
    if unknown := set(chosen.extras).difference(MODULES):
        parser.error(f"there is no extra {min(unknown)}")
    check_java()
    install(SPARKS, spark_jars(), "Delta Lake for Spark")
    for extra in chosen.extras:
        need(extra)
    return 0
