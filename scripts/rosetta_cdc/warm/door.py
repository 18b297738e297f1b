"""Doors to one Java process: a fork cannot share a connection of its parent, so each command has a gateway of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from py4j.java_gateway import JavaGateway
    from pyspark.sql import SparkSession


def start_java(settings: Mapping[str, str], **process: Any) -> JavaGateway:
    """Start Java with settings of Spark, and return a gateway to it. What it writes goes where this process writes.

    Args:
        settings: Of Spark, by their names.
        process: How the process is started otherwise than usual: options of `subprocess.Popen`.

    Raises:
        Exception: Java did not start.
    """
    from pyspark import SparkConf
    from pyspark.java_gateway import launch_gateway

    return launch_gateway(SparkConf(loadDefaults=False).setAll(list(settings.items())), process)


def start_spark(gateway: JavaGateway) -> Any:
    """Start Spark in a Java process, open the metastore, and return Java's session: the default one, which dbt's commands share."""
    session = gateway.jvm.SparkSession.builder().enableHiveSupport().getOrCreate()
    session.sql("show databases").count()
    return session


class Door:
    """A gateway for one command.

    Args:
        gateway: To the Java process.
    """

    def __init__(self, gateway: JavaGateway) -> None:
        self._server = gateway.jvm.Py4JServer(gateway.jvm.SparkConf())
        self._server.start()

    def sign(self) -> bytes:
        """Return what `enter` reads: port and secret."""
        return json.dumps([self._server.getListeningPort(), self._server.secret()]).encode()

    def close(self) -> None:
        """Close the gateway."""
        self._server.shutdown()


def enter(sign: bytes, own: dict[str, str] | None = None) -> SparkSession:
    """Return a session of Java as the session of this process, which has none yet.

    Args:
        sign: Of the door.
        own: Settings of a session with a catalog of its own; without them it is Java's default one.
    """
    from pyspark import SparkConf, SparkContext
    from pyspark.java_gateway import launch_gateway
    from pyspark.sql import SparkSession

    port, secret = json.loads(sign)
    os.environ.update(PYSPARK_GATEWAY_PORT=str(port), PYSPARK_GATEWAY_SECRET=secret)
    try:
        gateway = launch_gateway()
    finally:
        del os.environ["PYSPARK_GATEWAY_PORT"], os.environ["PYSPARK_GATEWAY_SECRET"]
    context = gateway.jvm.JavaSparkContext(getattr(gateway.jvm, "org.apache.spark.SparkContext").getOrCreate())
    conf = SparkConf(_jvm=gateway.jvm, _jconf=context.getConf())
    java = gateway.jvm.SparkSession
    session = java.getDefaultSession().get() if own is None else java(context.sc(), own)
    return SparkSession(SparkContext(conf=conf, gateway=gateway, jsc=context), session)
