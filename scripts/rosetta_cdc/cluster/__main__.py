"""The command `scripts/cluster`."""

from __future__ import annotations

import argparse

from rosetta_cdc.arguments import Parser
from rosetta_cdc.cluster.server import default_cluster
from rosetta_cdc.daemon import HOST
from rosetta_cdc.waiting import waits_for

DESCRIPTION = """\
Runs a Spark cluster on this machine, to try out dbt's target `cluster`: a standalone master, two workers and a Thrift server, all on
127.0.0.1, with tables and metastore in ROSETTA_HOME/cluster. It reads the raw tables that scripts/land writes. Not for production.
"""
EPILOG = """\
environment: ROSETTA_DRIVER_MEMORY (heap of the Thrift server, default 3g), ROSETTA_EXECUTOR_MEMORY (heap of each executor, default 1500m)
"""


def main(given: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    Raises:
        UserError: Something the user can mend.
    """
    parser = Parser(prog="cluster", description=DESCRIPTION, epilog=EPILOG)
    commands = parser.add_subparsers(dest="command", required=True, metavar="start|stop|status|remove")
    start = commands.add_parser("start", help="start the parts of the cluster that are not running")
    start.add_argument("--port", type=int, default=0, help="port of the Thrift server (default: that of the last start, initially 10000)")
    commands.add_parser("stop", help="stop the cluster, but keep its tables")
    commands.add_parser("status", help="print which parts are running, and where")
    commands.add_parser("remove", help="stop the cluster and delete its tables")
    options = parser.parse_args(given)
    return _run(options)


def _run(options: argparse.Namespace) -> int:
    cluster = default_cluster(getattr(options, "port", 0))
    if options.command == "start":
        if not options.port and not (cluster.folder / "thrift.port").exists():
            cluster = default_cluster(10000)
        waits_for("cluster", "starting the cluster")
        cluster.start()
        other = "" if cluster.port == 10000 else f"ROSETTA_THRIFT_PORT={cluster.port} "
        print(f"The cluster is running; its Thrift server listens on {HOST}:{cluster.port}.")
        print(f"Use it with `{other}dbt build --target cluster`; stop it with scripts/cluster stop.")
    elif options.command == "stop":
        print("The cluster has stopped" if cluster.stop() else "The cluster is not running")
    elif options.command == "status":
        for daemon in (cluster.master, *cluster.workers, cluster.thrift):
            print(f"{daemon.title}: {'running' if daemon.is_running() else 'not running'}, log {daemon.log}")
        if cluster.thrift.is_running():
            print(f"The Thrift server listens on {HOST}:{cluster.port}")
    else:
        cluster.remove()
        print("The cluster has been removed, with its tables")
    return 0
