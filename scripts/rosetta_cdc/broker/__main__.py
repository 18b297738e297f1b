"""The command `scripts/kafka`."""

from __future__ import annotations

import argparse
import sys

from rosetta_cdc.broker.server import Broker
from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import home

DESCRIPTION = """\
Apache Kafka on this machine, to try the landing with: one node on 127.0.0.1, its records under ROSETTA_HOME. Not for production.
"""


def main(given: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="kafka", description=DESCRIPTION)
    commands = parser.add_subparsers(dest="command", required=True, metavar="start|stop|status|load|remove")
    start = commands.add_parser("start", help="start the node; the first time Kafka's jars are fetched from Maven Central (30 MB)")
    start.add_argument("--port", type=int, default=0, help="port of the broker (default: that of the last start, at first 9092)")
    commands.add_parser("stop", help="stop the node; its records stay")
    commands.add_parser("status", help="say whether it runs, and where")
    load = commands.add_parser("load", help="write the records of files to it, with their keys, headers, timestamps and partitions")
    load.add_argument("files", nargs="+", metavar="FILE", help="what `kcat -J` prints, plain or gzip; - is standard input")
    commands.add_parser("remove", help="stop the node and remove its records")
    options = parser.parse_args(given)
    try:
        return _run(options)
    except UserError as error:
        print(f"kafka: {error}", file=sys.stderr)
        return error.exit_code


def _run(options: argparse.Namespace) -> int:
    folder = home() / "kafka"
    broker = Broker(folder, getattr(options, "port", 0) or (0 if (folder / "server.properties").exists() else 9092))
    if options.command == "start":
        broker.start()
        print(f"Kafka runs on {broker.address}; scripts/kafka stop ends it")
    elif options.command == "stop":
        print("Kafka has stopped" if broker.stop() else "Kafka does not run")
    elif options.command == "status":
        print(f"Kafka runs on {broker.address}" if broker.is_running() else "Kafka does not run")
    elif options.command == "remove":
        broker.remove()
        print("Kafka and its records are gone")
    else:
        if not broker.is_running():
            raise UserError("Kafka does not run; scripts/kafka start starts it")
        from rosetta_cdc.broker.load import load

        for topic, count in sorted(load(broker.address, options.files).items()):
            print(f"{topic}: {count:,} records")
    return 0


if __name__ == "__main__":
    sys.exit(main())
