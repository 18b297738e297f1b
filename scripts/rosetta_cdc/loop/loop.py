"""The loop: lands, runs rounds and chores, tells of them, until it is stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from rosetta_cdc import arguments as parsing
from rosetta_cdc.errors import UserError, reason_of
from rosetta_cdc.landing.kafka.stream import SECONDS_BETWEEN_TRIES
from rosetta_cdc.loop.chores import Chores
from rosetta_cdc.loop.delta_log import DeltaLog
from rosetta_cdc.loop.metrics import Metrics
from rosetta_cdc.loop.registry_watch import RegistryWatch
from rosetta_cdc.loop.report import Reporter
from rosetta_cdc.loop.result import Round
from rosetta_cdc.loop.rounds import Rounds
from rosetta_cdc.loop.sources import LandingFailed, Source
from rosetta_cdc.paths import raw_table


@dataclass
class Pace:
    """How the loop runs.

    Attributes:
        follows: Whether it goes on until stopped; else it ends when all that is there is done.
        seconds: Least time from the beginning of a round to that of the next.
        rounds: Rounds after which it ends; None for no end.
    """

    follows: bool = False
    seconds: float = 2.0
    rounds: int | None = None


class Loop:
    """See the module.

    Args:
        source: Where records come from.
        registry: The topic registry.
        rounds: What a round does.
        chores: What is done beside the rounds.
        pace: How often.
        reporter: Told of everything.
        metrics: Told of all numbers.
        processes: Python's and Java's process by name, whose memory is measured.
        check: Raises a UserError where Java has ended.
        news: Returns what to tell of topics without a row in the registry; blank if nothing.
        update_models: Brings generated models to what the source has, and returns whether one was written.
    """

    def __init__(
        self,
        source: Source,
        registry: RegistryWatch,
        rounds: Rounds,
        chores: Chores,
        pace: Pace,
        reporter: Reporter,
        metrics: Metrics,
        processes: dict[str, int],
        check: Callable[[], None],
        news: Callable[[], str] = str,
        update_models: Callable[[], bool] = bool,
    ) -> None:
        self._source = source
        self._registry = registry
        self._rounds = rounds
        self._chores = chores
        self._pace = pace
        self._reporter = reporter
        self._metrics = metrics
        self._processes = processes
        self._check = check
        self._news = news
        self._update_models = update_models
        self._raw = DeltaLog(raw_table("kafka_messages"))
        self._failures = self._landing_failures = 0
        self._again = True
        self._landed_beside = self._models_are_written = False
        self.stopping = threading.Event()
        self.wake = threading.Event()

    def stop(self) -> None:
        """Let the loop end after what it is doing. May be called by a signal's handler, or another thread."""
        self.stopping.set()
        self.wake.set()

    def run(self) -> int:
        """Run until stopped, or once, and return the exit code.

        Raises:
            UserError: Something that the next round would not mend.
        """
        self._load_registry()
        self._source.start()
        try:
            return self._follow() if self._pace.follows else self._once()
        finally:
            self._reporter.working("ending")
            self._source.stop()
            self._write_metrics()

    def _once(self) -> int:
        """Land and run a round, and one more where that fails; then the chores that are due."""
        landed = self._land()
        done = self._round()
        if not done.is_good and not self.stopping.is_set():
            done = self._round()
        good = []
        for name in () if done.error else self._chores:
            if self._chores.is_due_in_one_run(name) and not self.stopping.is_set():
                good.append(self._chore(name))
                # Models that have just been written are made, before anything is tested.
                if self._rounds.project_has_changed() and not self.stopping.is_set():
                    done = self._round()
        self._chores.tell_of_others()
        return 0 if landed and done.is_good and all(good) else 1

    def _follow(self) -> int:
        number = 0
        while not self.stopping.is_set():
            self.wake.clear()
            began = time.monotonic()
            self._load_registry()
            if not self._land():
                self.stopping.wait(self._pause(self._landing_failures))
            if self._has_work() and not self.stopping.is_set():
                done = self._round()
                number += 1
                if number == self._pace.rounds:
                    break
                self._take_turns(done)
                if done.error is None:
                    self._do_chores()
                self.stopping.wait(max(0.0, began + self._pace.seconds - time.monotonic(), self._pause_after(done)))
            else:
                self._source.go_on()
                self._do_chores()
                self._reporter.working("waiting for records")
                self.wake.wait(self._pace.seconds)
        return 0

    def _has_work(self) -> bool:
        """Return whether records have landed, the project has changed, or a round has failed that has to be repeated."""
        arrived = self._raw.changes()
        again, self._again = self._again or self._landed_beside, False
        return arrived or again or self._rounds.project_has_changed()

    def _take_turns(self, done: Round) -> None:
        """Let the next batch land, unless one has landed beside the round: else each batch would land just too late for the next round."""
        self._landed_beside = self._raw.changes()
        if done.error is not None or not self._landed_beside:
            self._source.go_on()

    def _pause_after(self, done: Round) -> float:
        """Return how many seconds to wait after a round, more of them the more rounds in a row have failed as a whole."""
        if done.error is None:
            # Where a model of the user's own failed, one round more: perhaps it was the moment.
            self._again = not done.is_good and self._failures == 0
            self._failures = 0 if done.is_good else 1
            return 0.0
        self._again = True
        self._failures += 1
        return self._pause(self._failures)

    @staticmethod
    def _pause(failures: int) -> float:
        """Return how many seconds to wait after a number of failures in a row."""
        return SECONDS_BETWEEN_TRIES[min(failures, len(SECONDS_BETWEEN_TRIES)) - 1]

    def _load_registry(self) -> None:
        try:
            if self._registry.load_if_changed():
                kept = f"; records that landed before keep the old rules until {parsing.CALLED_AS}apply_registry runs"
                self._reporter.note("registry", f"loaded{'' if self._registry.is_first else kept}")
                self._registry.is_first = False
                self._again = True
        except UserError as error:
            if not self._registry.may_begin:
                raise
            self._reporter.note("registry", f"{error}; the previous registry stays in use")
        self._metrics.set("registry_is_usable", int(self._registry.is_usable))

    def _land(self) -> bool:
        """Land, and return whether that did not fail."""
        self._reporter.working("landing")
        try:
            self._source.land()
        except UserError:
            raise
        except Exception as error:
            self._landing_failures += 1
            self.landing_failed(str(error) if isinstance(error, LandingFailed) else reason_of(error))
            self._check()
            return False
        self._landing_failures = 0
        return True

    def landing_failed(self, reason: str) -> None:
        """Tell of a failure of the landing, which is tried again."""
        self._metrics.add("landing_failures_total", 1)
        self._reporter.note("landing", reason)

    def _round(self) -> Round:
        done = self._rounds.run()
        done.lag = self._source.lag()
        self._chores.count_round()
        self._reporter.round(done)
        self._metrics.count_round(done)
        self._write_metrics()
        if done.error is not None:
            self._check()
        elif news := self._news():
            self._reporter.note("registry", news)
        if done.error is None and self._models_are_written and not self.stopping.is_set():
            # What monitoring says of the models was counted before they were written.
            self._chore("monitoring")
        return done

    def _do_chores(self) -> None:
        for name in self._chores:
            if self._chores.is_due(name) and not self.stopping.is_set():
                self._chore(name)

    def _chore(self, name: str) -> bool:
        """Do a chore, and return whether nothing failed."""
        done = self._chores.run(name)
        self._write_metrics()
        if name == "monitoring" and done.error is None:
            self._models_are_written = bool(self._update_models())
        return not done.failed and done.error is None

    def _write_metrics(self) -> None:
        self._metrics.measure_memory(self._processes)
        try:
            self._metrics.write()
        except OSError as error:
            self._reporter.note("metrics", f"{self._metrics.path} cannot be written: {error.strerror}")
