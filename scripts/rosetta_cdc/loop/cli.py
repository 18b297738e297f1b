"""The command `scripts/run`."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError, reason_of
from rosetta_cdc.landing import environment
from rosetta_cdc.landing.kafka.cli import add_source_arguments
from rosetta_cdc.landing.lock import landing_lock, loop_lock
from rosetta_cdc.loop.project import loop_folder
from rosetta_cdc.loop.schedule import parse_schedule

DESCRIPTION = """\
Lands records and brings all tables up to date in one warm Spark session: once, or with --follow in small rounds until stopped.

A round is `dbt run --selector round`: events, row history, typed tables, and your own tables below them. Without --files, --topic or
--pattern it lands nothing itself and takes what `scripts/land` lands. Monitoring and tests run when they are due. Prints one line per
round on a terminal, JSON lines elsewhere.

Example: scripts/run --follow --servers localhost:9092 --pattern 'shop[.].*'
"""
EPILOG = """\
exit codes:
  0  everything there was is done, or the loop was stopped (SIGTERM, Ctrl-C)
  1  a round failed twice, a model or test failed (both without --follow), Kafka failed repeatedly, or Java died
  2  wrong usage or environment, another process is using the warehouse, an unusable registry at the first start, or records are lost
"""
JAVA_LOG = "run.log"


def parser() -> Parser:
    """Return the parser of the command."""
    made = Parser(prog="run", description=DESCRIPTION, epilog=EPILOG)
    mode = made.add_mutually_exclusive_group()
    mode.add_argument("--once", action="store_true", help="process everything there is, then stop (the default)")
    mode.add_argument("--follow", action="store_true", help="keep running rounds until stopped")
    what = made.add_mutually_exclusive_group()
    what.add_argument("--files", metavar="FOLDER", type=Path, help="land the files in a folder, each as `kcat -J` prints it")
    add_source_arguments(what, made)
    made.add_argument("--every", type=_seconds, default=2.0, metavar="SECONDS", help="shortest time between the starts of two rounds [2]")
    made.add_argument("--land-every", type=_seconds, default=2.0, metavar="SECONDS", help="shortest time between batches from Kafka [2]")
    made.add_argument("--rounds", type=int, metavar="N", help="with --follow: stop after N rounds")
    times = "50 (rounds), 90s, 5m, 2h, 1d, 03:30 (UTC), now or never"
    made.add_argument("--monitoring", type=parse_schedule, default="5m", metavar="WHEN", help=f"when to update monitoring: {times} [5m]")
    made.add_argument("--tests", type=parse_schedule, default="1d", metavar="WHEN", help=f"when to run data tests: {times} [1d]")
    made.add_argument(
        "--models",
        choices=("write", "tell", "never"),
        help="after monitoring: write typed models and keep them in step with the source, only tell what would change, or neither"
        " [write in a project of your own, which has this one as a package; else never]",
    )
    made.add_argument("--metrics", type=Path, metavar="FILE", help="metrics for Prometheus' node exporter [ROSETTA_HOME/loop/rosetta.prom]")
    made.add_argument("--target", default=os.environ.get("DBT_TARGET") or "local", help="dbt target [local]")
    return made


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds greater than 0")
    return number


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        arguments: What follows the command's name; by default those of the process.
    """
    try:
        options = parser().parse_args(arguments)
        if options.batch < 1 or (options.rounds is not None and options.rounds < 1):
            raise UserError("--batch and --rounds must be greater than 0")
        if options.files and not options.files.is_dir():
            raise UserError(f"--files {options.files}: no such folder")
        return _run(options)
    except UserError as error:
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _fail("interrupted; the next round picks up what this one left", 130)
    except BrokenPipeError:
        return 1
    except Exception as error:
        if os.environ.get("ROSETTA_DEBUG"):
            raise
        return _fail(f"{reason_of(error)} (details in {environment.java_log(JAVA_LOG)}; ROSETTA_DEBUG=1 shows everything)", 1)


def _run(options: argparse.Namespace) -> int:
    environment.check_home()
    loop_folder().mkdir(exist_ok=True)
    os.environ["DBT_TARGET"] = options.target
    # A service manager sends SIGTERM to all processes of a service, but Java has to finish its batch; it ends with this one.
    os.environ["ROSETTA_JAVA_IGNORES_SIGTERM"] = "1"
    with ExitStack() as held:
        held.enter_context(loop_lock())
        if options.files or options.topic or options.pattern is not None:
            held.enter_context(landing_lock(options.cluster))
        environment.check_java()
        # Slow imports, done when the quick checks have passed.
        from rosetta_cdc.loop import report, start

        reporter = report.reporter_for_stdout()
        held.callback(reporter.ended)
        loop = start.make_loop(options, reporter, held)

        def stop(number: int, frame: object) -> None:
            loop.stop()
            # A second Ctrl-C ends at once; nothing is lost by it.
            signal.signal(signal.SIGINT, signal.default_int_handler)

        for number in (signal.SIGTERM, signal.SIGINT):
            held.callback(signal.signal, number, signal.signal(number, stop))
        code = loop.run()
        reporter.note("ended", "stopped" if loop.stopping.is_set() else "everything is done" if code == 0 else "something failed")
        return code


def _fail(message: str, exit_code: int) -> int:
    print(f"run: {' '.join(message.split())}", file=sys.stderr)
    return exit_code
