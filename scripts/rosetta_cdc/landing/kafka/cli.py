"""The command `scripts/land kafka`."""

from __future__ import annotations

import argparse
import os
import signal
from typing import TYPE_CHECKING

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing import environment
from rosetta_cdc.landing.lock import landing_lock
from rosetta_cdc.paths import file_name, raw_table
from rosetta_cdc.waiting import SPARK, waits_for

if TYPE_CHECKING:
    from rosetta_cdc.landing.kafka.plan import Wanted

DESCRIPTION = """\
Lands Kafka records from a broker in raw.kafka_messages, byte for byte as they were sent, each exactly once.

A landing continues where the raw tables end; it keeps no other state. Properties of the Kafka client,
such as sasl.jaas.config, come from --config or from variables such as ROSETTA_KAFKA_SASL_JAAS_CONFIG.

Example: scripts/land kafka --servers localhost:9092 --topic shop.orders
"""
EPILOG = """\
exit codes:
  0  everything there was has landed, or the landing was stopped (SIGTERM, Ctrl-C)
  1  Kafka failed repeatedly
  2  wrong usage or environment, or records are lost and --data-loss is not continue
"""


def parser() -> Parser:
    """Return the parser of the command."""
    made = Parser(prog="land kafka", description=DESCRIPTION, epilog=EPILOG)
    add_source_arguments(made.add_mutually_exclusive_group(required=True), made)
    mode = made.add_mutually_exclusive_group()
    mode.add_argument("--once", action="store_true", help="land everything there is, then stop (the default)")
    mode.add_argument("--follow", action="store_true", help="keep landing until stopped")
    made.add_argument("--every", type=float, default=10.0, metavar="SECONDS", help="with --follow: time between two batches [10]")
    made.add_argument("--quiet", action="store_true", help="print errors only")
    return made


def add_source_arguments(what: argparse._ActionsContainer, made: argparse.ArgumentParser) -> None:
    """Add the options that say what is read of Kafka.

    Args:
        what: Takes those of which one is given.
        made: Takes the others.
    """
    what.add_argument("--topic", action="append", metavar="NAME", help="topic to land; may be given more than once")
    what.add_argument("--pattern", metavar="REGEX", help="land all topics whose full names match, including those created later")
    made.add_argument("--servers", metavar="HOST:PORT,...", help="bootstrap.servers of the cluster")
    made.add_argument("--config", metavar="FILE", help="properties file of the Kafka client, as Kafka's own tools take it")
    made.add_argument("--cluster", default="default", metavar="NAME", help="name of the cluster in the raw tables [default]")
    made.add_argument(
        "--from",
        dest="begin",
        default="earliest",
        metavar="WHERE",
        help="where to start partitions that have never landed: earliest, latest, a time such as 2026-01-31T12:00:00Z,"
        ' or a .json file of offsets, {"topic": {"0": 123}} [earliest]',
    )
    made.add_argument("--batch", type=int, default=500_000, metavar="N", help="maximum number of records per batch [500000]")
    made.add_argument(
        "--data-loss",
        choices=("fail", "continue"),
        default="fail",
        help="if Kafka has deleted records before they landed: stop with an error, or note them in raw.kafka_offset_ranges [fail]",
    )


def wanted(options: argparse.Namespace) -> Wanted:
    """Return what the options of `add_source_arguments` ask for.

    Raises:
        UserError: `--from` is none of what it takes.
    """
    from rosetta_cdc.landing.kafka.plan import Wanted, parse_begin

    topics = tuple(dict.fromkeys(options.topic or ()))
    return Wanted(topics, options.pattern, parse_begin(options.begin), options.data_loss == "continue")


def log_name(options: argparse.Namespace) -> str:
    """Return the name of the file that takes what Java writes."""
    return f"land-kafka-{file_name(options.cluster)}.log"


def land(options: argparse.Namespace) -> int:
    """Land, and return the exit code.

    Raises:
        UserError: Something the user can mend.
    """
    if options.batch < 1 or options.every <= 0:
        raise UserError("--batch and --every must be greater than 0")
    environment.check_home()
    with landing_lock(options.cluster):
        environment.check_java()
        # Slow imports, done when the quick checks have passed.
        from rosetta_cdc.landing.kafka.report import Reporter, print_summary, reporter_for_stderr
        from rosetta_cdc.landing.kafka.settings import read_settings
        from rosetta_cdc.landing.kafka.stream import KafkaLanding, Pace
        from rosetta_cdc.landing.run import check_identity
        from rosetta_cdc.spark import session

        check_identity(options.cluster, 0)
        asked = wanted(options)
        os.environ.setdefault("SPARK_SUBMIT_OPTS", environment.JAVA_OPTIONS if not options.follow else "")
        # A service manager sends SIGTERM to all processes of a service, but Java has to finish its batch; it ends with this one.
        os.environ["ROSETTA_JAVA_IGNORES_SIGTERM"] = "1"
        if not options.quiet:
            waits_for("land", SPARK)
        with environment.java_writes_to_log(log_name(options)):
            spark = session("rosetta-land-kafka")
        properties = read_settings(spark, options.config, options.servers)
        reporter = Reporter() if options.quiet else reporter_for_stderr()
        landing = KafkaLanding(spark, options.cluster, properties, asked, Pace(options.follow, options.every, options.batch), reporter)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: landing.stop.set())
        try:
            progress = landing.run()
        finally:
            reporter.ended()
    if not options.quiet:
        print_summary(progress, str(raw_table("kafka_messages")))
        if not options.follow:
            from rosetta_cdc.landing.cli import tell_of_unregistered

            tell_of_unregistered(spark, options.cluster, progress.by_topic)
    return 0
