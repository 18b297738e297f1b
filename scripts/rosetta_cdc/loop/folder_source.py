"""Records from a folder of `kcat -J` files: each file is landed when it has come, and again when it has grown."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.run import land_locked
from rosetta_cdc.loop.sources import LandingFailed
from rosetta_cdc.paths import file_name, home

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rosetta_cdc.registry import Registry

# Names of files that are still being written.
UNFINISHED = (".part", ".tmp", ".partial")
State = dict[str, list[int]]


class FolderSource:
    """A folder whose files land, in the order of their names.

    Which files have landed stands beside the raw tables, and may be lost: landing a file again adds nothing.

    Args:
        spark: Session with Delta; the landing takes one of its own beside it.
        folder: The folder; what lies in folders below it counts, too.
        cluster: Name of the Kafka cluster that the records come from.
        on_failure: Told why a file could not be read to its end.
    """

    def __init__(self, spark: SparkSession, folder: Path, cluster: str, on_failure: Callable[[str], None]) -> None:
        self._spark = spark.newSession()
        self._folder = folder
        self._cluster = cluster
        self._on_failure = on_failure
        self._file = home() / "raw" / f".landed-files-{file_name(cluster)}.json"
        self._state = self._kept()
        self._unreadable: set[str] = set()

    def start(self) -> None:
        """Do nothing: `land` does all."""

    def land(self) -> None:
        """Land the files that are new or have changed.

        Raises:
            LandingFailed: Nothing of them landed, or not all.
        """
        now = self._now()
        new = [name for name, state in now.items() if self._state.get(name) != state]
        if not new:
            return
        try:
            errors = land_locked(self._spark, new, cluster=self._cluster).errors
        except UserError as error:
            raise LandingFailed(str(error)) from error
        for error in errors:
            self._on_failure(error)
        self._state = now
        partial = self._file.with_suffix(".partial")
        partial.write_text(json.dumps(now), encoding="utf-8")
        partial.replace(self._file)

    def use_registry(self, registry: Registry) -> None:
        """Do nothing: each landing reads the registry."""

    def go_on(self) -> None:
        """Do nothing: files land before a round."""

    def lag(self) -> int | None:
        """Return None: how many records a file holds is not known before it is read."""
        return None

    def stop(self) -> None:
        """Do nothing: no file is being read between two calls of `land`."""

    def _now(self) -> State:
        """Return the files that can be read with their sizes in bytes and times of change."""
        found, unreadable = {}, set()
        for path in sorted(self._folder.rglob("*")):
            if path.name.startswith(".") or path.suffix in UNFINISHED or not path.is_file():
                continue
            if os.access(path, os.R_OK):
                state = path.stat()
                found[str(path)] = [state.st_size, state.st_mtime_ns]
            else:
                unreadable.add(str(path))
        for name in sorted(unreadable - self._unreadable):
            self._on_failure(f"{name}: Permission denied")
        self._unreadable = unreadable
        return found

    def _kept(self) -> State:
        try:
            return json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
