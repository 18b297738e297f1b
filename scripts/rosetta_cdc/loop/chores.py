"""Monitoring and data tests: run when they are due, told of, and noted for the next process."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone

from rosetta_cdc.loop.chore_times import ChoreTimes, LastRun
from rosetta_cdc.loop.metrics import Metrics
from rosetta_cdc.loop.project import Built
from rosetta_cdc.loop.report import Reporter
from rosetta_cdc.loop.result import Chore
from rosetta_cdc.loop.rounds import Rounds
from rosetta_cdc.loop.schedule import Schedule


class Chores:
    """See the module.

    Args:
        schedules: When each chore is due, by name.
        times: When each last ran.
        built: What the tables are made of.
        rounds: Runs them.
        reporter: Told of each.
        metrics: Told of their numbers.
    """

    def __init__(
        self, schedules: dict[str, Schedule], times: ChoreTimes, built: Built, rounds: Rounds, reporter: Reporter, metrics: Metrics
    ) -> None:
        self._schedules = schedules
        self._times = times
        self._built = built
        self._rounds = rounds
        self._reporter = reporter
        self._metrics = metrics
        self._done: set[str] = set()
        for name, schedule in schedules.items():
            last = times.last(name)
            schedule.begin(last.ended_at if last and not schedule.now else None)
            if last is not None:
                metrics.count_chore(last.chore, last.ended_at)

    def __iter__(self) -> Iterator[str]:
        """Yield the names, in the order in which they run."""
        return iter(self._schedules)

    def count_round(self) -> None:
        """Note that a round has ended."""
        for schedule in self._schedules.values():
            schedule.count_round()

    def is_due(self, name: str) -> bool:
        """Return whether the schedule of a chore says that it is due."""
        return self._schedules[name].is_due(_now())

    def is_due_in_one_run(self, name: str) -> bool:
        """Return whether a chore is due where there is no next round: also if what it looks at is made of something else than before."""
        schedule, last = self._schedules[name], self._times.last(name)
        has_changed = last is None or last.made_of != self._built.made_of
        return not schedule.is_never and (self.is_due(name) or schedule.rounds is not None or (has_changed and not schedule.now))

    def run(self, name: str) -> Chore:
        """Run a chore and return what it found."""
        made_of = self._built.made_of
        done = self._rounds.chore(name)
        now = _now()
        self._schedules[name].begin(now)
        self._done.add(name)
        self._reporter.chore(done)
        self._metrics.count_chore(done, now)
        if done.error is None:
            try:
                self._times.keep(LastRun(done, now, made_of))
            except OSError as error:
                self._reporter.note("chores", f"the time of {name} cannot be kept: {error.strerror}")
        return done

    def tell_of_others(self) -> None:
        """Tell when those that this process has not run last ran."""
        for name, schedule in self._schedules.items():
            if name not in self._done:
                self._reporter.last_run(name, self._times.last(name), schedule.due_at())


def _now() -> datetime:
    return datetime.now(timezone.utc)
