"""When monitoring and data tests last ran, and what they found: kept, so that the next process knows."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from rosetta_cdc.loop.project import keep, kept
from rosetta_cdc.loop.result import Chore

FILE = "chores.json"


@dataclass(frozen=True)
class LastRun:
    """A chore that ran to its end.

    Attributes:
        chore: What it found.
        ended_at: When it ended, UTC.
        made_of: Project and registry that the tables were made of then.
    """

    chore: Chore
    ended_at: datetime
    made_of: str


class ChoreTimes:
    """The last run of each chore on a target.

    Args:
        target: dbt's target and schema, as one text.
    """

    def __init__(self, target: str) -> None:
        self._target = target
        try:
            self._known = {name: _read(given) for name, given in kept(FILE, target).items()}
        except (KeyError, TypeError, ValueError):
            self._known = {}

    def last(self, name: str) -> LastRun | None:
        """Return the last run of a chore; None if none is known."""
        return self._known.get(name)

    def forget(self) -> None:
        """Forget all runs: the tables are gone."""
        self._known.clear()

    def keep(self, run: LastRun) -> None:
        """Write a run down.

        Raises:
            OSError: It cannot be written.
        """
        self._known[run.chore.name] = run
        keep(FILE, self._target, {name: {**asdict(known), "ended_at": known.ended_at.isoformat()} for name, known in self._known.items()})


def _read(given: dict) -> LastRun:
    chore = Chore(**{**given["chore"], "warned": tuple(given["chore"]["warned"])})
    return LastRun(chore, datetime.fromisoformat(given["ended_at"]), given["made_of"])
