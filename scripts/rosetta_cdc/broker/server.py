"""One Kafka node in KRaft mode, broker and controller in one process, on 127.0.0.1."""

from __future__ import annotations

import os
import shutil
import subprocess
import uuid
from base64 import urlsafe_b64encode
from pathlib import Path

from rosetta_cdc.daemon import HOST, Daemon, free_port, java
from rosetta_cdc.errors import UserError
from rosetta_cdc.jars import cached_jars, spark_jars

# A small node that is up in seconds: one thread compiles less, few partitions for its own topics.
JAVA_OPTIONS = ("-Xms64m", "-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
SETTINGS = {
    "process.roles": "broker,controller",
    "node.id": "1",
    "controller.listener.names": "CONTROLLER",
    "inter.broker.listener.name": "INTERNAL",
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.num.partitions": "1",
    "group.initial.rebalance.delay.ms": "0",
    "auto.create.topics.enable": "false",
    # Records keep the timestamps of their files, which may be years old.
    "log.retention.ms": "-1",
    # Messages as large as the landing takes; the usual bound is 1 MB.
    "message.max.bytes": str(64 * 1024 * 1024),
    "replica.fetch.max.bytes": str(64 * 1024 * 1024),
    "log.cleaner.dedupe.buffer.size": str(8 * 1024 * 1024),
    "log.cleaner.backoff.ms": "1000",
    "log.segment.delete.delay.ms": "1000",
}
SECONDS_TO_START = 60


class Broker:
    """A Kafka node whose records, settings and log lie in a folder.

    Args:
        folder: The folder; made where it is absent. A node started on it again has its records.
        port: Port of the listener without security; 0 takes a free one at the first start.
        password: With one, a second listener on a free port wants SASL PLAIN with the user `rosetta`.
    """

    def __init__(self, folder: Path, port: int = 0, password: str | None = None) -> None:
        self.folder = folder
        self.port = port
        self.password = password
        self._daemon = Daemon(folder, "server", "Kafka", "kafka.Kafka")

    @property
    def address(self) -> str:
        """Return host and port of the listener without security."""
        return f"{HOST}:{self._setting('port')}"

    @property
    def secured_address(self) -> str:
        """Return host and port of the listener that wants a password."""
        return f"{HOST}:{self._setting('secured.port')}"

    def is_running(self) -> bool:
        """Return whether the node's process is there."""
        return self._daemon.is_running()

    def start(self) -> None:
        """Start the node and wait until it answers.

        Raises:
            UserError: It runs already, its port is taken, or it ends instead of answering.
        """
        if self.is_running():
            raise UserError(f"Kafka is already running on {self.address}")
        jars = _jars()
        self._configure()
        class_path = f"{jars}/*"
        if not (self.folder / "records" / "meta.properties").exists():
            storage = ["kafka.tools.StorageTool", "format", "--standalone", "-t", cluster_id(), "-c", str(self._properties)]
            _run([java(), *JAVA_OPTIONS, "-cp", class_path, *storage], self._daemon.log)
        # The password is in a file that only its owner can read, never on a command line.
        command = [java(), *JAVA_OPTIONS, "-cp", class_path, "kafka.Kafka", str(self._properties)]
        self._daemon.start(command, int(self._setting("port")), seconds=SECONDS_TO_START)

    def stop(self) -> bool:
        """Stop the node, and return whether it ran."""
        return self._daemon.stop()

    def kill(self) -> bool:
        """End the node's process at once, as a failing machine would, and return whether it ran."""
        return self._daemon.kill()

    def remove(self) -> None:
        """Stop the node and remove its records."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def _properties(self) -> Path:
        return self.folder / "server.properties"

    def _setting(self, name: str) -> str:
        """Return a port that the settings note in a comment."""
        for line in self._properties.read_text().splitlines():
            if line.startswith(f"# {name}="):
                return line.partition("=")[2]
        raise UserError(f"{self._properties} was not written by scripts/kafka; remove {self.folder}")

    def _configure(self) -> None:
        """Write the settings; ports stay those of the first start, so that clients find the node again."""
        if self._properties.exists() and (not self.port or int(self._setting("port")) == self.port):
            port, secured, controller = (int(self._setting(name)) for name in ("port", "secured.port", "controller.port"))
        else:
            port, secured, controller = self.port or free_port(), free_port(), free_port()
        settings = {
            **SETTINGS,
            "controller.quorum.bootstrap.servers": f"{HOST}:{controller}",
            "log.dirs": str(self.folder / "records"),
            "listener.security.protocol.map": "INTERNAL:PLAINTEXT,SECURED:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
        }
        listeners = f"INTERNAL://{HOST}:{port}"
        if self.password is not None:
            listeners += f",SECURED://{HOST}:{secured}"
            module = "org.apache.kafka.common.security.plain.PlainLoginModule required"
            settings["sasl.enabled.mechanisms"] = "PLAIN"
            settings["listener.name.secured.plain.sasl.jaas.config"] = f'{module} user_rosetta="{self.password}";'
        settings["listeners"] = f"{listeners},CONTROLLER://{HOST}:{controller}"
        settings["advertised.listeners"] = f"{listeners},CONTROLLER://{HOST}:{controller}"
        self.folder.mkdir(parents=True, exist_ok=True)
        noted = f"# port={port}\n# secured.port={secured}\n# controller.port={controller}\n"
        text = noted + "".join(f"{name}={value}\n" for name, value in settings.items())
        with open(os.open(self._properties, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)


def cluster_id() -> str:
    """Return a random id of a Kafka cluster: 16 bytes in base64. Kafka's tool would take one that begins with a dash for an option."""
    text = urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
    return text if not text.startswith("-") else cluster_id()


def _jars() -> Path:
    """Return the folder of the broker's jars; fetch them where they are missing.

    Raises:
        UserError: They could not be fetched.
    """
    folder = cached_jars("kafka_jars.txt", "kafka-jars", "Apache Kafka (30 MB)")
    for library in spark_jars().glob("scala-library-2.13*.jar"):
        if not (folder / library.name).exists():
            shutil.copy2(library, folder)
    return folder


def _run(command: list[str], log: Path) -> None:
    with log.open("ab") as file:
        if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, check=False).returncode:
            raise UserError(f"Kafka's storage could not be prepared; see {log}")
