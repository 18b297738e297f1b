"""What a round, and what is done beside the rounds, has brought."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass
class Round:
    """One round.

    Attributes:
        number: 1 for the first since the loop began.
        seconds: What it took.
        records: Kafka records that became events.
        changes: Row changes among these events.
        dead_letters: Dead letters among them.
        newest_event_at: Kafka's timestamp of the newest of them, UTC.
        tables: Tables below the history whose rows changed, by name.
        failed: Why models failed, by name; one line each.
        error: Why the round as a whole failed: then it counts nothing.
        lag: Records in Kafka that have not landed; None where the loop does not land from Kafka.
        ended_at: When it ended, UTC.
    """

    number: int
    seconds: float = 0.0
    records: int = 0
    changes: int = 0
    dead_letters: int = 0
    newest_event_at: datetime | None = None
    tables: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    error: str | None = None
    lag: int | None = None
    ended_at: datetime | None = None

    @property
    def is_good(self) -> bool:
        """Tell whether nothing failed."""
        return not self.failed and self.error is None

    @property
    def newest_event_age(self) -> float | None:
        """Return the seconds from the newest event's Kafka timestamp to the end of the round."""
        if self.newest_event_at is None or self.ended_at is None:
            return None
        return max(0.0, (self.ended_at - self.newest_event_at).total_seconds())


@dataclass(frozen=True)
class Chore:
    """Monitoring, or data tests: what is done by a schedule.

    Attributes:
        name: `monitoring` or `tests`.
        seconds: What it took.
        passed: Models that were made, or tests that passed.
        warned: Tests that warned, by name.
        failed: Why models or tests failed, by name; one line each.
        error: Why all of it failed.
    """

    name: str
    seconds: float
    passed: int = 0
    warned: tuple[str, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)
    error: str | None = None
