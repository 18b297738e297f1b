"""When what is not done in every round is due: after a number of rounds, a span of time, or at a time of the day."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclass
class Schedule:
    """One of `rounds`, `span`, `daily` and `now` (once), or none of them for never. `begin` starts it."""

    rounds: int | None = None
    span: timedelta | None = None
    daily: time | None = None
    now: bool = False

    @property
    def is_never(self) -> bool:
        """Tell whether it is never due."""
        return self.rounds is None and self.span is None and self.daily is None and not self.now

    def begin(self, last: datetime | None) -> None:
        """Note when it was last done, in UTC; None if it never was."""
        self._since, self._done_rounds = last, 0

    def count_round(self) -> None:
        """Note that a round has ended."""
        self._done_rounds += 1

    def is_due(self, now: datetime) -> bool:
        """Return whether it is due at a time, in UTC."""
        if self._since is None:
            return not self.is_never
        if self.rounds is not None:
            return self._done_rounds >= self.rounds
        at = self.due_at()
        return at is not None and now >= at

    def due_at(self) -> datetime | None:
        """Return the time at which it is due, in UTC; None if it was never done, or is not a matter of time."""
        if self._since is not None and self.span is not None:
            return self._since + self.span
        if self._since is not None and self.daily is not None:
            of_day = datetime.combine(self._since.date(), self.daily, self._since.tzinfo)
            return of_day if of_day > self._since else of_day + timedelta(days=1)
        return None


def parse_schedule(text: str) -> Schedule:
    """Return what `50` (rounds), `90s`, `5m`, `2h`, `1d`, `03:30` (UTC), `now` (once) or `never` says.

    Raises:
        argparse.ArgumentTypeError: It is none of these.
    """
    if text == "never":
        return Schedule()
    if text == "now":
        return Schedule(now=True)
    if re.fullmatch("[1-9][0-9]{0,8}", text):
        return Schedule(rounds=int(text))
    if span := re.fullmatch("([1-9][0-9]{0,5})([smhd])", text):
        return Schedule(span=timedelta(seconds=int(span[1]) * SECONDS[span[2]]))
    if daily := re.fullmatch("([01][0-9]|2[0-3]):([0-5][0-9])", text):
        return Schedule(daily=time(int(daily[1]), int(daily[2])))
    raise argparse.ArgumentTypeError(f"{text}: it must be a number of rounds, 90s, 5m, 2h, 1d, a time such as 03:30 (UTC), now, or never")
