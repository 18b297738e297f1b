"""The command `scripts/land`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError, reason_of
from rosetta_cdc.landing import environment
from rosetta_cdc.landing.lines import check_readable
from rosetta_cdc.landing.lock import landing_lock
from rosetta_cdc.paths import raw_table
from rosetta_cdc.registry import AUTO
from rosetta_cdc.waiting import SPARK, waits_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyspark.sql import SparkSession

DESCRIPTION = """\
Lands Kafka records in raw.kafka_messages, byte for byte as they were sent: from files, or with `land kafka`
from a broker (see scripts/land kafka --help).

A file holds what `kcat -C -J` prints, plain or gzip: one JSON object per line with topic, partition, offset,
tstype, ts, key, payload and headers. payload_base64 and key_base64 hold binary values in base64.

Example: scripts/land records.jsonl.gz
"""
EPILOG = """\
Landing the same records again adds nothing, even after a landing was killed. A line that is not a record,
or whose bytes differ from those of the record that landed with its offset (offset_reused), is kept in
raw.rejected_lines. Everything is stored under the folder ROSETTA_HOME.

exit codes:
  0  all files were read
  1  a file could not be read to the end; the lines before have landed
  2  wrong usage or environment; ROSETTA_DEBUG=1 shows stack traces and Java's messages
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        arguments: What follows the command's name; by default those of the process.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    log = environment.java_log()
    try:
        if arguments[:1] == ["kafka"]:
            from rosetta_cdc.landing.kafka import cli

            options = cli.parser().parse_args(arguments[1:])
            log = environment.java_log(cli.log_name(options))
            return cli.land(options)
        return _land(arguments)
    except UserError as error:
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _fail("interrupted; what has landed stays; land the same files again to go on", 130)
    except BrokenPipeError:
        return 1
    except Exception as error:
        if os.environ.get("ROSETTA_DEBUG"):
            raise
        return _fail(f"{reason_of(error)} (details in {log}; ROSETTA_DEBUG=1 shows everything)", 2)


def _land(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    check_readable(options.files)
    environment.check_home()
    with landing_lock(options.cluster):
        environment.check_java()
        # Slow imports, done when the quick checks have passed.
        from rosetta_cdc.landing.report import Reporter, print_summary, reporter_for_stderr
        from rosetta_cdc.landing.run import check_identity, land_locked
        from rosetta_cdc.spark import session

        check_identity(options.cluster, options.incarnation)
        reporter = Reporter() if options.quiet else reporter_for_stderr()
        os.environ.setdefault("SPARK_SUBMIT_OPTS", environment.JAVA_OPTIONS)
        if not options.quiet:
            waits_for("land", SPARK)
        with environment.java_writes_to_log():
            spark = session("rosetta-land")
        result = land_locked(
            spark,
            options.files,
            cluster=options.cluster,
            incarnation=options.incarnation,
            reporter=reporter,
        )
    if not options.quiet:
        print_summary(result, raw_table("kafka_messages"), raw_table("rejected_lines"))
        tell_of_unregistered(spark, options.cluster, [topic for topic, code in result.by_topic if code == AUTO])
    for error in result.errors:
        _fail(error, 1)
    return 1 if result.errors else 0


def tell_of_unregistered(spark: SparkSession, cluster: str, topics: Iterable[str]) -> None:
    """Print which of the topics that have landed no row of the registry matches, and rows for them.

    Args:
        spark: The landing's session.
        cluster: Name of the Kafka cluster.
        topics: The topics.
    """
    pairs = [(cluster, topic) for topic in topics]
    if not pairs:
        return
    waits_for("land", "looking at the topics without a row in the registry")
    from rosetta_cdc.registration.notice import advice
    from rosetta_cdc.registry import read_registry

    if text := advice(spark, lambda: read_registry(spark), pairs):
        print(f"\n{text}")


def _parser() -> Parser:
    parser = Parser(prog="land", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("files", nargs="+", metavar="FILE", help="file to land; - reads standard input")
    parser.add_argument(
        "--cluster",
        default="default",
        metavar="NAME",
        help="name of the Kafka cluster that the records are from [default]",
    )
    parser.add_argument(
        "--incarnation",
        type=int,
        default=0,
        metavar="N",
        help="how many times the topics had been deleted and recreated before [0]",
    )
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    return parser


def _fail(message: str, exit_code: int) -> int:
    print(f"land: {' '.join(message.split())}", file=sys.stderr)
    return exit_code
