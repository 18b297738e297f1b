"""The Kafka client's settings: from a properties file, from the environment, never shown."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta_cdc.errors import UserError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ENVIRONMENT = "ROSETTA_KAFKA_"
SERVERS = "bootstrap.servers"
# Records of transactions that were taken back are not changes.
DEFAULTS = {"isolation.level": "read_committed"}
# What the landing decides itself, and Spark would refuse with a stack trace.
OWN = (
    "auto.offset.reset",
    "enable.auto.commit",
    "key.deserializer",
    "value.deserializer",
    "interceptor.classes",
)


def read_settings(spark: SparkSession, file: str | None, servers: str | None) -> dict[str, str]:
    """Return the client's properties: the file's, over these the environment's, over these the servers named.

    Args:
        spark: Session whose Java reads the file, as Kafka's own tools do.
        file: Path of a Java properties file.
        servers: Value of `bootstrap.servers`.

    Raises:
        UserError: The file cannot be read, a property is the landing's own, or no server is named.
    """
    properties = {**DEFAULTS, **(_of_file(spark, file) if file else {}), **_of_environment()}
    if servers:
        properties[SERVERS] = servers
    for name in OWN:
        if name in properties:
            raise UserError(f"{name} is set by the landing itself; remove it from {file or 'the environment'}")
    if not properties.get(SERVERS):
        raise UserError(
            f"no Kafka cluster is given: set --servers HOST:PORT, {SERVERS} in --config, or the variable {ENVIRONMENT}BOOTSTRAP_SERVERS"
        )
    return properties


def options_of(properties: dict[str, str]) -> dict[str, str]:
    """Return the properties as options of Spark's source."""
    return {f"kafka.{name}": value for name, value in properties.items()}


def _of_environment() -> dict[str, str]:
    """Return `ROSETTA_KAFKA_SASL_MECHANISM` as `sasl.mechanism`, and so on."""
    found = {name: value for name, value in os.environ.items() if name.startswith(ENVIRONMENT)}
    return {name.removeprefix(ENVIRONMENT).lower().replace("_", "."): value for name, value in found.items()}


def _of_file(spark: SparkSession, file: str) -> dict[str, str]:
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"--config {file}: {getattr(error, 'strerror', None) or 'not UTF-8'}") from error
    properties = spark._jvm.java.util.Properties()
    try:
        properties.load(spark._jvm.java.io.StringReader(text))
    except Exception as error:  # a broken \u escape
        raise UserError(f"--config {file} is not a Java properties file") from error
    return {name: properties.getProperty(name) for name in properties.stringPropertyNames()}
