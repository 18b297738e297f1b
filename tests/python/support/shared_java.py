"""One Java process for all workers of a run of the tests: what it has compiled for one serves all, and spares a fifth of the CPU.

Each worker has a session with a catalog of its own, so that their schemas of one name are different ones.
"""

from __future__ import annotations

import shutil
import tempfile
from subprocess import DEVNULL
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from py4j.java_gateway import JavaGateway

SIGN = "java"
# Of the heap: twice what a session has by itself.
MEMORY = "6g"


class SharedJava:
    """A plugin of pytest that starts Java for the workers; alone, a process of tests starts its own."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self.gateway: JavaGateway | None = None
        self.home = ""
        self.doors: list[Any] = []

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Give a worker, which is about to start, a door to Java."""
        from rosetta_cdc.warm.door import Door

        if self.gateway is None:
            self.home = tempfile.mkdtemp(prefix="rosetta-java-")
            self.gateway = _start(self.home)
        self.doors.append(Door(self.gateway))
        node.workerinput[SIGN] = self.doors[-1].sign().decode()

    def pytest_unconfigure(self) -> None:
        """End Java."""
        if self.gateway is not None:
            self.gateway.proc.stdin.close()
            self.gateway.proc.wait()
            shutil.rmtree(self.home)


def _start(folder: str) -> JavaGateway:
    from rosetta_cdc.spark import prepared_settings
    from rosetta_cdc.warm.door import start_java

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROSETTA_HOME", folder)
        settings = prepared_settings(memory=MEMORY)
    # Delta prints what VACUUM has deleted.
    gateway = start_java(settings, stdout=DEVNULL)
    gateway.jvm.SparkSession.builder().appName("rosetta-tests").getOrCreate()
    return gateway
