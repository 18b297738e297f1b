"""Landing from files: the loop over files, lines, chunks and commits."""

from __future__ import annotations

import os
import secrets
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING

import pyarrow as pa

from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.chunk import Chunk, Stamp
from rosetta_cdc.landing.lines import Line, LineFile, UnreadableInput, check_readable
from rosetta_cdc.landing.lock import landing_lock
from rosetta_cdc.landing.record import MAX_PARTITION
from rosetta_cdc.landing.report import Reporter
from rosetta_cdc.landing.result import LandingResult
from rosetta_cdc.landing.store import Store
from rosetta_cdc.registry import read_registry

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True)
class Limits:
    """Bounds of memory. A chunk ends before it exceeds one of the first three, unless one block of a file does.

    Attributes:
        chunk_bytes: Bytes of lines.
        chunk_lines: Lines.
        chunk_seconds: Age, so that records of a slow pipe do not wait for long.
        line_bytes: Bytes of one line; a longer one is rejected. Java needs about eight times as much.
        kept_bytes: Bytes kept of a line that is too long.
    """

    chunk_bytes: int = 64 << 20
    chunk_lines: int = 100_000
    chunk_seconds: float = 60.0
    line_bytes: int = 128 << 20
    kept_bytes: int = 1 << 20


def land_files(
    spark: SparkSession,
    files: Iterable[str | os.PathLike[str]],
    *,
    cluster: str = "default",
    incarnation: int = 0,
    landed_at: datetime | None = None,
    landing_id: str | None = None,
    reporter: Reporter | None = None,
    limits: Limits | None = None,
) -> LandingResult:
    """Land files of `kcat -J` lines in `raw.kafka_messages`. Landing them again adds nothing.

    Args:
        spark: Session with Delta; it is left running.
        files: Paths, plain or gzip; `-` is standard input.
        cluster: Name of the Kafka cluster that the records come from.
        incarnation: One more for each time that the topics were deleted and created again.
        landed_at: When the landing was prepared; by default the time of each commit.
        landing_id: Identity of the first commit; a later one adds `-2`, `-3` and so on. By default
            made of the time.
        reporter: Told of the progress.
        limits: Bounds of memory.

    Raises:
        UserError: Nothing landed, or no more than whole chunks: a wrong argument, registry, folder
            or lock.
    """
    with landing_lock(cluster):
        return land_locked(
            spark,
            files,
            cluster=cluster,
            incarnation=incarnation,
            landed_at=landed_at,
            landing_id=landing_id,
            reporter=reporter,
            limits=limits,
        )


def land_locked(
    spark: SparkSession,
    files: Iterable[str | os.PathLike[str]],
    *,
    cluster: str = "default",
    incarnation: int = 0,
    landed_at: datetime | None = None,
    landing_id: str | None = None,
    reporter: Reporter | None = None,
    limits: Limits | None = None,
) -> LandingResult:
    """Do what `land_files` does, for a caller who holds `landing_lock`."""
    check_identity(cluster, incarnation)
    names = [os.fspath(file) for file in files]
    total = check_readable(names)
    landing = _Landing(
        spark,
        cluster,
        incarnation,
        landed_at,
        landing_id,
        reporter or Reporter(),
        limits or Limits(),
    )
    return landing.run(names, total)


def check_identity(cluster: str, incarnation: int) -> None:
    """Check what the user says of all records.

    Raises:
        UserError: The cluster's name is blank or would make event ids ambiguous, or the incarnation
            is no INT.
    """
    if not cluster.strip() or "/" in cluster or not cluster.isprintable():
        raise UserError(f"cluster {cluster!r}: a name must not be empty, and must not contain a slash or a control character")
    if not 0 <= incarnation <= MAX_PARTITION:
        raise UserError(f"incarnation {incarnation} is not between 0 and {MAX_PARTITION}")


class _Landing:
    def __init__(
        self,
        spark: SparkSession,
        cluster: str,
        incarnation: int,
        landed_at: datetime | None,
        landing_id: str | None,
        reporter: Reporter,
        limits: Limits,
    ) -> None:
        self.cluster = cluster
        self.incarnation = incarnation
        self.landed_at = _utc(landed_at) if landed_at else None
        self.landing_id = landing_id
        self.reporter = reporter
        self.limits = limits
        self.result = LandingResult()
        self.spark = spark
        self.store = Store(spark, cluster, incarnation)
        self.chunk = Chunk()
        self.deadline = 0.0

    def run(self, names: list[str], total_bytes: int | None) -> LandingResult:
        began = time.monotonic()
        self.reporter.started(total_bytes)
        try:
            self.registry = read_registry(self.spark)
            self.store.open()
            if self.landing_id and self.store.has_landed(self.landing_id):
                raise UserError(f"landing_id {self.landing_id!r} has landed already")
            for name in names:
                self._read(name)
            self._commit()
        finally:
            self.store.close()
            self.result.seconds = time.monotonic() - began
            self.reporter.ended()
        return self.result

    def _read(self, name: str) -> None:
        file = LineFile(name, longest=self.limits.line_bytes, kept=self.limits.kept_bytes)
        shown = os.fsencode(name).decode("utf-8", "backslashreplace")
        before = self.result.bytes
        try:
            for lines in file.blocks():
                self._take(shown, lines)
                self.result.bytes = before + file.bytes_read
                self.reporter.read(self.result)
        except UnreadableInput as error:
            self.result.errors.append(str(error))

    def _take(self, name: str, lines: list[Line]) -> None:
        start = 0
        while start < len(lines):
            part = lines[start : start + self.limits.chunk_lines - self.chunk.lines]
            if self.chunk.lines and self.chunk.bytes + sum(len(line.text) for line in part) > self.limits.chunk_bytes:
                self._commit()
                continue
            if not self.chunk.lines:
                self.deadline = time.monotonic() + self.limits.chunk_seconds
            self.chunk.add(name, part)
            self.result.lines += len(part)
            start += len(part)
            if self.chunk.lines >= self.limits.chunk_lines or time.monotonic() >= self.deadline:
                self._commit()

    def _commit(self) -> None:
        """Land the chunk.

        The order makes every place to be killed at harmless: a topic without records, and a
        rejected line whose chunk did not land, say nothing wrong, and landing the files again finds
        both. Were the records first, a reused offset or a topic could be missing for ever, because
        nobody lands the same files again.
        """
        chunk, self.chunk = self.chunk, Chunk()
        self.result.blank += chunk.blank
        stamp = self._stamp()
        rows: list[int] = []
        rejected = chunk.rejected
        if chunk.records:
            records = chunk.table(stamp, lambda topic: self.registry.format_of(self.cluster, topic))
            staged = self.store.stage(records)
            rows, repeated, reused = chunk.settle(self.store.differences(staged, chunk))
            rejected = rejected + reused
            self.result.repeated += repeated
        if rows:
            if len(rows) < records.num_rows:
                records = records.take(pa.array(rows))
                staged = self.store.stage(records)
            self.store.add_topics([chunk.records[row].topic for row in rows], stamp)
        self.result.rejected_new += self.store.add_rejected(rejected, stamp)
        self.result.rejected.update(line.reason for line in rejected)
        if rows:
            self.store.add_messages(staged, Counter(records["format"].to_pylist()), chunk.ranges(), stamp)
            self.result.landed += len(rows)
            pairs = zip(records["kafka_topic"].to_pylist(), records["format"].to_pylist(), strict=True)
            self.result.by_topic.update(pairs)
            self.result.landing_ids.append(stamp.landing_id)
        self.store.clear()
        self.reporter.read(self.result)

    def _stamp(self) -> Stamp:
        landed_at = self.landed_at or datetime.now(timezone.utc)
        if self.landing_id is None:
            landing_id = f"{landed_at:%Y%m%dT%H%M%S}-{secrets.token_hex(6)}"
        else:
            number = len(self.result.landing_ids) + 1
            landing_id = self.landing_id if number == 1 else f"{self.landing_id}-{number}"
        return Stamp(self.cluster, self.incarnation, landing_id, landed_at)


def _utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        return moment.replace(tzinfo=timezone.utc)
    return moment.astimezone(timezone.utc)
