"""The command `scripts/kafka`."""

from __future__ import annotations

import argparse

from rosetta_cdc.arguments import Parser
from rosetta_cdc.broker.server import Broker
from rosetta_cdc.errors import UserError
from rosetta_cdc.extras import need
from rosetta_cdc.paths import home
from rosetta_cdc.waiting import waits_for

DESCRIPTION = """\
Runs Apache Kafka on this machine, to try out landing: one node on 127.0.0.1, with its records under ROSETTA_HOME. Not for production.
"""


def main(given: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    Raises:
        UserError: Something the user can mend.
    """
    parser = Parser(prog="kafka", description=DESCRIPTION)
    commands = parser.add_subparsers(dest="command", required=True, metavar="start|stop|status|load|remove")
    start = commands.add_parser("start", help="start the node; the first start fetches Kafka's jars from Maven Central (30 MB)")
    start.add_argument("--port", type=int, default=0, help="port of the broker (default: that of the last start, initially 9092)")
    commands.add_parser("stop", help="stop the node, but keep its records")
    commands.add_parser("status", help="print whether the node is running, and where")
    load = commands.add_parser("load", help="write the records in files to the node, with their keys, headers, timestamps and partitions")
    load.add_argument("files", nargs="+", metavar="FILE", help="file with what `kcat -J` prints, plain or gzip; - reads standard input")
    commands.add_parser("remove", help="stop the node and delete its records")
    options = parser.parse_args(given)
    return _run(options)


def _run(options: argparse.Namespace) -> int:
    folder = home() / "kafka"
    broker = Broker(folder, getattr(options, "port", 0) or (0 if (folder / "server.properties").exists() else 9092))
    if options.command == "start":
        waits_for("kafka", "starting Kafka")
        broker.start()
        print(f"Kafka is running on {broker.address}; stop it with scripts/kafka stop")
    elif options.command == "stop":
        print("Kafka has stopped" if broker.stop() else "Kafka is not running")
    elif options.command == "status":
        print(f"Kafka is running on {broker.address}" if broker.is_running() else "Kafka is not running")
    elif options.command == "remove":
        broker.remove()
        print("Kafka has been removed, with its records")
    else:
        if not broker.is_running():
            raise UserError("Kafka is not running; start it with scripts/kafka start")
        need("kafka")
        from rosetta_cdc.broker.load import load

        for topic, count in sorted(load(broker.address, options.files).items()):
            print(f"{topic}: {count:,} records")
    return 0
