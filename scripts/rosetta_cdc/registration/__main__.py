"""`scripts/register`: proposes rows of the topic registry for the topics that have none, and adds them."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta_cdc import arguments as parsing
from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing import environment
from rosetta_cdc.paths import built_table, home, raw_table, replace_text
from rosetta_cdc.registry import AUTO, check_own, read_registry, topics_path_of
from rosetta_cdc.waiting import SPARK, waits_for

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rosetta_cdc.registration.unregistered import Topic
    from rosetta_cdc.registry import Registry

DESCRIPTION = """\
Names the topics that have landed without a row in the topic registry, says what their messages look like, and proposes rows.
On a terminal it asks before it adds them to the registry. With --yes it adds them without asking; elsewhere it only prints them.
"""
EPILOG = """\
exit codes: 0 rows were added, or there is nothing to add; 1 nothing was added, or a topic is left to register by hand; 2 wrong usage
"""


def main(given: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        given: What follows the command's name; by default the arguments of the process.

    Raises:
        UserError: The registry cannot be read or written.
    """
    parser = Parser(prog="register", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--source", metavar="NAME", help="source_name of the rows [the first part of the topic's name]")
    parser.add_argument("--yes", action="store_true", help="add the rows without asking")
    options = parser.parse_args(given)
    path = topics_path_of()
    check_own(path, "cdc_registry_seed")
    environment.check_home()
    environment.check_java()
    # Slow imports, done when the quick checks have passed.
    from rosetta_cdc.loop.report import counted
    from rosetta_cdc.registration.notice import described
    from rosetta_cdc.registration.proposal import proposals
    from rosetta_cdc.registration.unregistered import look_at, unregistered_topics
    from rosetta_cdc.spark import session

    os.environ.setdefault("SPARK_SUBMIT_OPTS", environment.JAVA_OPTIONS)
    waits_for("register", SPARK)
    with environment.java_writes_to_log("register.log"):
        spark = session("rosetta-register")
    waits_for("register", "looking at the topics and their messages")
    topics = unregistered_topics(spark, read_registry(spark, path))
    if not topics:
        print(f"every topic that has landed in {home()} has a row in {path}")
        return 0
    look_at(spark, topics)
    made = proposals(topics, path, options.source)
    print(described(made, path))
    rows = [proposal for proposal in made if proposal.values]
    if not rows or not _agreed(options, path):
        return 1
    _append(path, [proposal.line for proposal in rows])
    registry = read_registry(spark, path)
    print(f"{counted(len(rows), 'row')} added to {path}")
    if built_table("cdc_events").is_dir():
        print(f"records that have landed keep their format until {parsing.CALLED_AS}apply_registry")
    else:
        waits_for("register", "giving the records that have landed their formats")
        _stamp(spark, registry, topics)
        print(f"next: {parsing.CALLED_AS}run, or dbt build")
    return int(len(rows) < len(made))


def _stamp(spark: SparkSession, registry: Registry, topics: list[Topic]) -> None:
    """Give records that have landed, and that nothing has read yet, the format of the topic's row.

    Raises:
        UserError: A landing is at work.
    """
    from rosetta_cdc.landing.lock import no_landing
    from rosetta_cdc.landing.predicates import literal

    raw = str(raw_table("kafka_messages")).replace("`", "``")
    with no_landing():
        for topic in topics:
            code = registry.format_of(topic.cluster, topic.name)
            if code != AUTO:
                of_topic = f"kafka_cluster = {literal(topic.cluster)} and kafka_topic = {literal(topic.name)}"
                spark.sql(f"update delta.`{raw}` set format = {literal(code)} where format = '{AUTO}' and {of_topic}")


def _agreed(options: argparse.Namespace, path: Path) -> bool:
    if options.yes:
        return True
    if not sys.stdin.isatty():
        print(f"nothing was added: call {parsing.CALLED_AS}register --yes, or add the rows to {path}", file=sys.stderr)
        return False
    return input(f"Add these rows to {path}? [y/N] ").strip().lower() in ("y", "yes")


def _append(path: Path, lines: list[str]) -> None:
    """Add lines to a CSV file, in one step.

    Raises:
        UserError: The file cannot be written.
    """
    try:
        text = path.read_text(encoding="utf-8")
        replace_text(path, text + ("" if text.endswith("\n") else "\n") + "\n".join(lines) + "\n")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error


if __name__ == "__main__":
    sys.exit(main())
