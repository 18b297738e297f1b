"""Records from Kafka: a landing in a thread of its own that takes turns with the rounds, or lands once before one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from rosetta_cdc.errors import UserError, reason_of
from rosetta_cdc.landing.kafka.cluster import Unreachable
from rosetta_cdc.landing.kafka.plan import Wanted
from rosetta_cdc.landing.kafka.report import Reporter as LandingReporter
from rosetta_cdc.landing.kafka.stream import SECONDS_BETWEEN_TRIES, KafkaLanding, Pace, Progress

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rosetta_cdc.registry import Registry

SECONDS_TO_STOP = 120
# Small batches beside a round would take a third of the machine from it. In a long round records land all the same.
SECONDS_TO_HOLD = 30


class KafkaSource(LandingReporter):
    """A landing from one cluster.

    Args:
        spark: Session with Delta and Kafka's source; the landing takes one of its own beside it, with settings that dbt does not change.
        cluster: The cluster's name.
        properties: Properties of Kafka's client.
        wanted: Which topics, and from where.
        pace: How it runs.
        on_landed: Called when records have landed.
        on_failure: Told why a landing failed that tries again.
    """

    def __init__(
        self,
        spark: SparkSession,
        cluster: str,
        properties: dict[str, str],
        wanted: Wanted,
        pace: Pace,
        on_landed: Callable[[], None],
        on_failure: Callable[[str], None],
    ) -> None:
        self._make = lambda: KafkaLanding(spark.newSession(), cluster, properties, wanted, pace, self)
        self._pace = pace
        self._on_landed = on_landed
        self._on_failure = on_failure
        self._landing = self._make()
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._may_go_on = threading.Event()
        self._lag: int | None = None
        self._records = 0
        self._has_landed = False
        self._error: UserError | None = None

    def start(self) -> None:
        """Begin to land, where the landing follows."""
        if self._pace.follows:
            self._thread = threading.Thread(target=self._follow, name="landing", daemon=True)
            self._thread.start()

    def land(self) -> None:
        """Land once all that is there, where the landing does not follow.

        Raises:
            UserError: Something that trying again does not mend.
        """
        if self._error is not None:
            raise self._error
        if self._thread is None:
            self._landing.run()
            self._landing = self._make()

    def use_registry(self, registry: Registry) -> None:
        """Stamp the records of the batches to come by a registry.

        Raises:
            RegistryError: A topic that is being landed has more than one format by it.
        """
        self._landing.use_registry(registry)

    def lag(self) -> int | None:
        """Return how many records waited in Kafka after the last batch."""
        return self._lag

    def stop(self) -> None:
        """End, with the batch in work."""
        self._stopping.set()
        self._landing.stop.set()
        self._may_go_on.set()
        if self._thread is not None:
            self._thread.join(SECONDS_TO_STOP)

    def go_on(self) -> None:
        """Let the next batch land, which has waited for the round that took the one before it."""
        self._may_go_on.set()

    def landed(self, progress: Progress) -> None:
        """Be told that a batch landed, or nothing. One that follows waits here for the round of what landed."""
        self._has_landed = True
        self._lag = sum(progress.lag.values())
        if progress.records != self._records:
            self._records = progress.records
            self._may_go_on.clear()
            self._on_landed()
            if self._thread is not None and not self._stopping.is_set():
                self._may_go_on.wait(SECONDS_TO_HOLD)

    def failed(self, reason: str, seconds: float) -> None:
        """Be told of a failure after which the landing tries again in some seconds."""
        self._on_failure(f"{reason}; trying again in {seconds:.0f} s")

    def _follow(self) -> None:
        """Land until stopped; what Kafka refuses at first ends the loop, later it is tried again."""
        tries = 0
        while not self._stopping.is_set():
            try:
                self._records = 0
                self._landing.run()
                tries = 0
            except Exception as error:
                is_first = not self._has_landed and isinstance(error, UserError) and not isinstance(error, Unreachable)
                if is_first:
                    self._error = error
                    self._on_landed()
                    return
                tries += 1
                seconds = SECONDS_BETWEEN_TRIES[min(tries, len(SECONDS_BETWEEN_TRIES)) - 1]
                self.failed(str(error) if isinstance(error, UserError) else reason_of(error), seconds)
                self._stopping.wait(seconds)
            if not self._stopping.is_set():
                self._landing = self._make()
