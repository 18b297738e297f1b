"""Change data capture tools, run for tests: Debezium's engine, which writes to a Kafka broker as a worker of Kafka Connect does."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from kafka_topics import Topics
from source_servers import PASSWORD, MariaDB

from rosetta_cdc.daemon import java
from rosetta_cdc.jars import cached_jars
from rosetta_cdc.paths import PROJECT

SOURCES = PROJECT / "tests" / "fixtures" / "sources"
JSON = "org.apache.kafka.connect.json.JsonConverter"
AVRO = "io.apicurio.registry.utils.converter.AvroConverter"
ADDED_FIELDS = "op,table,db,schema,connector,snapshot,source.ts_us,lsn,sequence,file,pos,row,transaction.id"
# How records are written, by the name of the format: Kafka Connect's converters and transformations.
WRITERS: dict[str, dict[str, str]] = {
    "json_with_schema": {"key.converter": JSON, "value.converter": JSON, "header.converter": JSON},
    "json": {
        "key.converter": JSON,
        "key.converter.schemas.enable": "false",
        "value.converter": JSON,
        "value.converter.schemas.enable": "false",
        # Kafka Connect's own default.
        "header.converter": "org.apache.kafka.connect.storage.SimpleHeaderConverter",
    },
    "flat": {
        "key.converter": JSON,
        "value.converter": JSON,
        "header.converter": JSON,
        "transforms": "unwrap",
        "transforms.unwrap.type": "io.debezium.transforms.ExtractNewRecordState",
        "transforms.unwrap.delete.tombstone.handling.mode": "rewrite",
        "transforms.unwrap.add.fields": ADDED_FIELDS,
        # Else a NULL of a column with a default is sent as the default: by the transformation, and by the converter.
        "transforms.unwrap.replace.null.with.default": "false",
        "value.converter.replace.null.with.default": "false",
    },
    # The address of the registry comes with the settings of the connector.
    "avro": {
        "key.converter": AVRO,
        "key.converter.apicurio.registry.auto-register": "true",
        # Confluent's prefix; the values have Apicurio's own.
        "key.converter.apicurio.registry.as-confluent": "true",
        "value.converter": AVRO,
        "value.converter.apicurio.registry.auto-register": "true",
        "header.converter": JSON,
        "schema.name.adjustment.mode": "avro",
        "field.name.adjustment.mode": "avro",
    },
}


def in_registry(address: str) -> dict[str, str]:
    """Return what the settings of a connector say of the schema registry."""
    return {f"{part}.converter.apicurio.registry.url": address for part in ("key", "value")}


def inserted(mark: int, writer: str) -> bytes:
    """Return what the insert of a row `id` into a table of this column has in its message; an id is less than 64."""
    if writer == "avro":
        # No image before it, and one after it, which begins with the id.
        return b"\0\2" + bytes([2 * mark])
    return (b'"payload":{"id":%d,' if writer == "flat" else b'"after":{"id":%d}') % mark


class Program:
    """A Java program of `tests/fixtures/sources` that ends when its standard input does.

    Args:
        name: Name of its class.
        lock: Lock file of the jars that it needs.
        jars: Folder of the virtual environment that has them.
        folder: Has its log.
    """

    def __init__(self, name: str, lock: str, jars: str, folder: Path) -> None:
        self.folder = folder
        self.log = folder / f"{name}.log"
        self._name = name
        self._jars = cached_jars(lock, jars, name)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *arguments: str) -> None:
        """Start it."""
        options = ["-Xmx700m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Duser.timezone=UTC", "-Dfile.encoding=UTF-8"]
        classes = [str(SOURCES), f"{self._jars}/*"]
        command = [java(), *options, "-cp", ":".join(classes), str(SOURCES / f"{self._name}.java"), *arguments]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.PIPE, stdout=log, stderr=log)

    def wait(self, condition: Callable[[], bool], seconds: float = 120) -> None:
        """Wait until a condition holds; fail where the program ends before or it takes too long."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert self._process is not None
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(self.log.read_text()[-6000:])
            time.sleep(0.2)

    def stop(self) -> None:
        """Let it end."""
        if self._process is not None and self._process.poll() is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait(60)

    def kill(self) -> None:
        """End it at once, as a failing machine would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(60)


class Canal(Program):
    """Canal's server with its producer, which follows a MariaDB from its first statement into one topic.

    Args:
        folder: Has its log and its position.
        broker: Host and port.
        topic: The topic, which is made.
    """

    def __init__(self, folder: Path, broker: str, topic: str) -> None:
        super().__init__("CanalToKafka", "canal_jars.txt", "canal-jars", folder)
        self._broker, self._topic, self._topics, self._marks = broker, topic, Topics(broker), 0
        self._topics.create(topic)

    def run(self, server: MariaDB, tables: str) -> None:
        """Start it; tables: pattern of their names."""
        self.start(self._broker, self._topic, str(server.port), "cdc", PASSWORD, "binlog.000001", tables, str(self.folder))

    def messages(self) -> list[bytes]:
        """Return what it has written."""
        return [message.value or b"" for message in self._topics.read(self._topic)[self._topic, 0]]

    def caught_up(self, server: MariaDB) -> None:
        """Wait until it has written what has happened, by a row of the table `finished`."""
        self._marks += 1
        server.execute(f"insert into finished values ({self._marks})")
        wanted = b'"data":[{"id":"%d"}],"database":"%s"' % (self._marks, server.database.encode())
        self.wait(lambda: any(wanted in value and b'"table":"finished"' in value for value in self.messages()))


class Debezium(Program):
    """Debezium's connectors in one process.

    Args:
        folder: Has its log, offsets and history.
        broker: Host and port.
        connectors: Settings of the connectors by their topic prefix.
        writers: Prefix to name of `WRITERS`; JSON with a schema where it has none.
        jars: Name of the lock file and of the folder of Debezium's jars.
    """

    def __init__(
        self,
        folder: Path,
        broker: str,
        connectors: Mapping[str, Mapping[str, str]],
        writers: Mapping[str, str],
        jars: str = "debezium-jars",
    ) -> None:
        super().__init__("DebeziumToKafka", f"{jars.replace('-', '_')}.txt", jars, folder)
        self.broker, self.connectors, self.writers = broker, connectors, writers

    def run(self) -> None:
        """Start the connectors."""
        files = []
        for prefix, given in self.connectors.items():
            settings = {
                "name": prefix,
                "topic.prefix": prefix,
                "tasks.max": "1",
                "tombstones.on.delete": "true",
                "offset.storage": "org.apache.kafka.connect.storage.FileOffsetBackingStore",
                "offset.storage.file.filename": str(self.folder / f"{prefix}.offsets"),
                "offset.flush.interval.ms": "5000",
                "schema.history.internal": "io.debezium.storage.file.history.FileSchemaHistory",
                "schema.history.internal.file.filename": str(self.folder / f"{prefix}.history"),
                **WRITERS[self.writers.get(prefix, "json_with_schema")],
                **given,
            }
            path = self.folder / f"{prefix}.properties"
            path.write_text("".join(f"{name}={escaped(value)}\n" for name, value in settings.items()), encoding="utf-8")
            files.append(str(path))
        self.start(self.broker, *files)


def escaped(value: object) -> str:
    """Return a value of a properties file."""
    return str(value).replace("\\", "\\\\")
