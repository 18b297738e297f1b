"""`scripts/replay` and `scripts/apply_registry`: records of `cdc_events` are read again without a full refresh."""

from __future__ import annotations

import json

from rosetta_cdc.arguments import Parser, as_called
from rosetta_cdc.dbt_cli import start_for_dbt
from rosetta_cdc.dbt_command import dbt
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.lock import no_landing
from rosetta_cdc.paths import built_table, home, raw_table
from rosetta_cdc.registry import seed_name
from rosetta_cdc.waiting import SPARK, waits_for

DESCRIPTION = """\
Reads records of cdc_events again, for instance after a parser has been fixed, and replaces all their rows in one commit; the result is
that of a full refresh. Example: scripts/replay topics shop.orders
"""
APPLY_DESCRIPTION = """\
Applies a changed topic registry to records that have landed: checks and loads it, gives raw records their format, and reads again the
records of every topic whose rule has changed. The result is that of a full refresh.
"""
NEXT = "next: scripts/run, or dbt build, brings the tables that are made of cdc_events up to date"


def require_events() -> None:
    """Check that there are events to replace, before Spark starts.

    Raises:
        UserError: No build has made `cdc_events` in this `ROSETTA_HOME`.
    """
    if not built_table("cdc_events").is_dir():
        raise UserError(f"nothing has been built in {home()} (ROSETTA_HOME) yet; run dbt build, which reads all that has landed")


def main(given: list[str] | None = None) -> None:
    """Run one of the four replays.

    Raises:
        SystemExit: Wrong arguments, or dbt failed.
        UserError: There are no events yet, or a landing is at work.
    """
    parser = Parser(prog="replay", description=DESCRIPTION)
    what = parser.add_subparsers(dest="what", metavar="{dead-letters,topics,formats}", required=True)
    what.add_parser("dead-letters", help="records that have a dead letter")
    topics = what.add_parser("topics", help="all records of the named topics")
    topics.add_argument("topic", nargs="+", help="name of a topic")
    topics.add_argument("--cluster", help="only topics of this Kafka cluster")
    formats = what.add_parser("formats", help="all records in the named formats, and in formats read by the same SQL")
    formats.add_argument("format", nargs="+", help="code of a format, such as dts_canal")
    what.add_parser("registry", prog="apply_registry", description=APPLY_DESCRIPTION)
    chosen = parser.parse_args(given)
    if chosen.what == "registry" and (raw_table("kafka_messages") / "_delta_log").is_dir():
        # Its tests ask the events, too.
        without_tests = () if built_table("cdc_events").is_dir() else ("--exclude-resource-type", "test")
        # A landing in progress would go on stamping records by the registry that it read when it began.
        with no_landing():
            waits_for("apply_registry", SPARK)
            start_for_dbt()
            waits_for("apply_registry", "checking and loading the registry")
            dbt("build", "--select", seed_name(), "cdc_topic_rules", *without_tests)
            waits_for("apply_registry", "reading the records of changed topics")
            dbt("run-operation", "apply_registry", quiet=False)
        print(as_called(NEXT))
        return
    require_events()
    waits_for("replay", SPARK)
    start_for_dbt()
    waits_for("replay", "making the views")
    # The views of today's code, in case they were mended since the last run.
    dbt("run", "--select", "+cdc_events", "--exclude", "cdc_events")
    arguments: dict[str, object] = {"dead_letters": True}
    if chosen.what == "topics":
        arguments = {"topics": chosen.topic, "kafka_cluster": chosen.cluster}
    elif chosen.what == "formats":
        arguments = {"formats": chosen.format}
    waits_for("replay", "reading the records")
    dbt("run-operation", "replay_records", "--args", json.dumps(arguments), quiet=False)
    print(as_called(NEXT))
