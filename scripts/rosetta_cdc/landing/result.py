"""What a landing did: counts that add up to the lines read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class LandingResult:
    """Counts of one landing. lines = blank + landed + repeated + all rejected.

    Attributes:
        lines: Lines read, blank ones included.
        bytes: Bytes read of the files, as they lie on disk.
        blank: Lines without content.
        landed: Records added to `raw.kafka_messages`.
        repeated: Records that were there already, same bytes.
        rejected: Lines rejected, by reason.
        rejected_new: Rejected lines added to `raw.rejected_lines`; the others were noted there
            before.
        by_topic: Landed records by topic and format.
        landing_ids: Identities of the commits, in order.
        errors: Inputs that could not be read to their end, one line each.
        seconds: Duration.
    """

    lines: int = 0
    bytes: int = 0
    blank: int = 0
    landed: int = 0
    repeated: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    rejected_new: int = 0
    by_topic: Counter[tuple[str, str]] = field(default_factory=Counter)
    landing_ids: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def records_per_second(self) -> float:
        """Return the speed, repeated records included."""
        return (self.landed + self.repeated) / self.seconds if self.seconds else 0.0
