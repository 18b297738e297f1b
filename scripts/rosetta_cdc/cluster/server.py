"""The processes of a standalone Spark cluster on 127.0.0.1 and of the Thrift server that dbt's target `cluster` talks to."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pyspark

from rosetta_cdc.daemon import HOST, Daemon, free_port
from rosetta_cdc.environment import spark_folder
from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import home, package_folder

WORKERS = 2
# Heap of the master and of a worker: they only watch the processes that work.
DAEMON_MEMORY = "300m"
SECONDS_TO_START = 120
THRIFT_SERVER = "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"


class SparkCluster:
    """A cluster whose warehouse, metastore and logs lie in a folder.

    Args:
        folder: The folder; made where it is absent. A cluster started on it again has its tables.
        port: Port of the Thrift server; 0 takes a free one.
    """

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        self._wanted_port = port
        self.master = Daemon(folder, "master", "Spark's master", "deploy.master.Master")
        self.workers = [
            Daemon(folder, f"worker-{number}", f"Spark's worker {number}", "deploy.worker.Worker") for number in range(1, WORKERS + 1)
        ]
        self.thrift = Daemon(folder, "thrift", "the Thrift server", THRIFT_SERVER)

    @property
    def port(self) -> int:
        """Return the port of the Thrift server, as noted at the last start."""
        return self._noted_port("thrift")

    def is_running(self) -> bool:
        """Return whether every process of the cluster is there."""
        return all(daemon.is_running() for daemon in self._daemons())

    def start(self) -> None:
        """Start what does not run, and wait until the Thrift server answers.

        Raises:
            UserError: All of it runs already, a port is taken, or a process ends instead of answering.
        """
        if self.is_running():
            raise UserError(f"the cluster is already running; its Thrift server listens on {HOST}:{self.port}")
        (self.folder / "tmp").mkdir(parents=True, exist_ok=True)
        if not self.master.is_running():
            # The others know this master by its port, so that they begin anew with it.
            self._stop(*self.workers, self.thrift)
            self._start_master()
        for number in range(len(self.workers)):
            if not self.workers[number].is_running():
                self.start_worker(number)
        if not self.thrift.is_running():
            self.start_thrift_server()

    def start_worker(self, number: int) -> None:
        """Start a worker, by its place in `workers`.

        Raises:
            UserError: It ended instead of answering.
        """
        port = free_port()
        place = ["--host", HOST, "--port", str(port), "--webui-port", "0", "--work-dir", str(self.folder / "work")]
        size = ["--cores", str(max(1, (os.cpu_count() or 1) // WORKERS)), "--memory", _memory("ROSETTA_EXECUTOR_MEMORY", "1500m")]
        self._start_class(self.workers[number], port, "org.apache.spark.deploy.worker.Worker", [*place, *size, self._master_address()])

    def start_thrift_server(self) -> None:
        """Start the Thrift server: the driver of all that dbt asks of the cluster.

        Raises:
            UserError: Its port is in use, or it ended instead of answering.
        """
        port = self._wanted_port or self._noted_port("thrift", absent=0) or free_port()
        self._note_port("thrift", port)
        settings = {
            "spark.executor.memory": _memory("ROSETTA_EXECUTOR_MEMORY", "1500m"),
            "spark.sql.warehouse.dir": str(self.folder / "warehouse"),
            "spark.local.dir": str(self.folder / "tmp"),
            "spark.hadoop.javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={self.folder}/metastore;create=true",
            "spark.driver.extraJavaOptions": f'"-Dderby.stream.error.file={self.folder}/derby.log" "-Djava.io.tmpdir={self.folder}/tmp"',
        }
        hive = {
            "hive.server2.thrift.bind.host": HOST,
            "hive.server2.thrift.port": str(port),
            "hive.exec.scratchdir": str(self.folder / "tmp"),
            "hive.exec.local.scratchdir": str(self.folder / "tmp"),
        }
        command = [str(_spark_home() / "bin" / "spark-submit"), "--master", self._master_address(), "--class", THRIFT_SERVER]
        for name, value in settings.items():
            command += ["--conf", f"{name}={value}"]
        command.append("spark-internal")
        for name, value in hive.items():
            command += ["--hiveconf", f"{name}={value}"]
        environment = _environment(_memory("ROSETTA_DRIVER_MEMORY", "3g"))
        self.thrift.start(command, port, seconds=SECONDS_TO_START, environment=environment)

    def stop(self) -> bool:
        """Stop all processes, and return whether any ran."""
        return self._stop(self.thrift, *self.workers, self.master)

    def remove(self) -> None:
        """Stop the cluster and remove its tables."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _daemons(self) -> list[Daemon]:
        return [self.master, *self.workers, self.thrift]

    def _stop(self, *daemons: Daemon) -> bool:
        return any([daemon.stop() for daemon in daemons])

    def _start_master(self) -> None:
        port = free_port()
        self._note_port("master", port)
        arguments = ["--host", HOST, "--port", str(port), "--webui-port", "0"]
        self._start_class(self.master, port, "org.apache.spark.deploy.master.Master", arguments)

    def _start_class(self, daemon: Daemon, port: int, name: str, arguments: list[str]) -> None:
        command = [str(_spark_home() / "bin" / "spark-class"), name, *arguments]
        daemon.start(command, port, seconds=SECONDS_TO_START, environment=_environment(DAEMON_MEMORY))

    def _master_address(self) -> str:
        return f"spark://{HOST}:{self._noted_port('master')}"

    def _note_port(self, name: str, port: int) -> None:
        (self.folder / f"{name}.port").write_text(str(port))

    def _noted_port(self, name: str, absent: int | None = None) -> int:
        try:
            return int((self.folder / f"{name}.port").read_text())
        except (OSError, ValueError) as error:
            if absent is not None:
                return absent
            raise UserError(f"no cluster has been started in {self.folder}; start it with scripts/cluster start") from error


def default_cluster(port: int = 0) -> SparkCluster:
    """Return the cluster of `scripts/cluster`, in ROSETTA_HOME. port: see `SparkCluster`."""
    return SparkCluster(home() / "cluster", port)


def _spark_home() -> Path:
    return Path(pyspark.__file__).parent


def _memory(variable: str, default: str) -> str:
    return os.environ.get(variable) or default


def _environment(memory: str) -> dict[str, str]:
    """Return the environment of a process with so much heap. It overrides `--driver-memory` for the Thrift server."""
    return {
        **os.environ,
        "SPARK_HOME": str(_spark_home()),
        "SPARK_CONF_DIR": os.environ.get("SPARK_CONF_DIR") or spark_folder(package_folder()),
        "SPARK_LOCAL_IP": HOST,
        "SPARK_DAEMON_MEMORY": memory,
        "SPARK_MASTER_OPTS": "-Dspark.master.rest.enabled=false",
        # The metastore is the cluster's own, so that the lock of the local one is not wanted.
        "ROSETTA_LOCK_HELD": "1",
    }
