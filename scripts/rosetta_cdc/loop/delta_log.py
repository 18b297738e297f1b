"""What a Delta table's log says without Spark: its newest version, and what came since."""

from __future__ import annotations

import json
from pathlib import Path

# Commits of upkeep, which change no row.
UPKEEP = ("SET TBLPROPERTIES", "OPTIMIZE", "VACUUM START", "VACUUM END", "CLUSTER BY", "ANALYZE")


class DeltaLog:
    """The log of one table, followed from version to version: each look costs as much as there is new, however long the log is.

    Args:
        folder: The table's folder; it need not exist yet.
    """

    def __init__(self, folder: Path) -> None:
        self._log = folder / "_delta_log"
        self.version = self._newest()

    def operations(self) -> list[str]:
        """Return the operations of the commits since the last call, such as `MERGE`, in order; of a table made anew, all."""
        if self.version >= 0 and not self._commit(self.version).exists():
            self.version = min(self.version, self._newest() - 1)
        found = []
        while (commit := self._commit(self.version + 1)).exists():
            found.append(_operation(commit))
            self.version += 1
        return found

    def changes(self) -> bool:
        """Return whether rows may have changed since the last call."""
        return any(operation not in UPKEEP for operation in self.operations())

    def _commit(self, version: int) -> Path:
        return self._log / f"{version:020}.json"

    def _newest(self) -> int:
        try:
            return max((int(path.stem) for path in self._log.glob("*.json") if path.stem.isdecimal()), default=-1)
        except OSError:
            return -1


def _operation(commit: Path) -> str:
    try:
        with commit.open(encoding="utf-8") as lines:
            for line in lines:
                if line.startswith('{"commitInfo"'):
                    return json.loads(line)["commitInfo"].get("operation", "unknown")
    except (OSError, ValueError):
        pass
    return "unknown"
