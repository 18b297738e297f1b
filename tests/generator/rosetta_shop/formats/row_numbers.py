"""Numbers of rows where a source numbers its rows itself."""

from __future__ import annotations

from rosetta_shop.model import Change, Row, Table


class RowNumbers:
    """Remembers which row is which, over updates and changes of the key."""

    def __init__(self) -> None:
        """Start without rows."""
        self.numbers: dict[str, list[int]] = {}
        self.last = 0

    def number(self, change: Change) -> int:
        """Return the number of the changed row.

        A new one for an insert, the row's own for others.
        """
        if change.before is None:
            self.last += 1
            number = self.last
        else:
            known = self.numbers.get(self.identity(change.table, change.before))
            number = known.pop() if known else 0
        if change.after is not None:
            self.numbers.setdefault(self.identity(change.table, change.after), []).append(number)
        return number

    @staticmethod
    def identity(table: Table, row: Row) -> str:
        """Return a text that is the same for the same content.

        Columns that were added later count only if set.
        """
        content = {name: value for name, value in row.items() if value is not None}
        return repr((table.database, table.name, content))
