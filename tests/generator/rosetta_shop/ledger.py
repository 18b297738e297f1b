"""The rows that the shop's databases hold, and the log that grows with every change to them."""

from __future__ import annotations

from random import Random

from rosetta_shop.model import Change, Row, Table, Transaction
from rosetta_shop.tables import TABLES
from rosetta_shop.values import random_row

# (kind, table, before, after, text, verb): a change before its transaction is known.
Part = tuple[str, Table | None, Row | None, Row | None, str, str]


def change_part(kind: str, table: Table, before: Row | None, after: Row | None) -> Part:
    """Return the part of a row change."""
    return (kind, table, before, after, "", "")


def statement(kind: str, table: Table | None, text: str, verb: str = "") -> Part:
    """Return the part of a statement or, without a text, of a heartbeat."""
    return (kind, table, None, None, text, verb)


class Ledger:
    """The rows of the shop and the log of their changes.

    Args:
        rng: source of every choice; the same seed gives the same day.
        start: the source's clock at the full load, milliseconds since 1970 UTC, in whole seconds.
    """

    def __init__(self, rng: Random, start: int) -> None:
        """Start without rows."""
        self.rng = rng
        self.now = start
        self.sequence = 0
        self.transactions = 0
        self.last_id = 0
        self.tables = {(table.database, table.name): table for table in TABLES}
        self.rows: dict[str, list[Row]] = {f"{table.database}.{table.name}": [] for table in TABLES}

    def table(self, table: Table) -> Table:
        """Return the table as it is now, after any ALTER."""
        return self.tables[table.database, table.name]

    def stock(self, table: Table) -> list[Row]:
        """Return the rows that the table holds now; changing the list changes the table."""
        return self.rows[f"{table.database}.{table.name}"]

    def next_id(self) -> int:
        """Return a new number for a row."""
        self.last_id += 1
        return self.last_id

    def commit(self, parts: list[Part]) -> Transaction:
        """Log the parts as one transaction at the present time."""
        self.transactions += 1
        changes = []
        for order, (kind, table, before, after, text, verb) in enumerate(parts, 1):
            self.sequence += 1
            changes.append(
                Change(
                    kind,
                    self.now,
                    self.sequence,
                    self.transactions,
                    order,
                    len(parts),
                    table,
                    before,
                    after,
                    text,
                    verb,
                )
            )
        return Transaction(self.transactions, self.now, tuple(changes))

    def add(self, table: Table, **given: object) -> Part:
        """Insert a row with the given values and random others."""
        table = self.table(table)
        row = random_row(self.rng, table, self.now, **given)
        self.stock(table).append(row)
        return change_part("insert", table, None, row)

    def set(self, table: Table, row: Row, **values: object) -> Part:
        """Update a row of the table."""
        table = self.table(table)
        rows = self.stock(table)
        # A row from before an ADD COLUMN reads NULL in the new column.
        before = {column.name: row.get(column.name) for column in table.columns}
        after = {**before, **values}
        rows[next(place for place, other in enumerate(rows) if other is row)] = after
        return change_part("update", table, before, after)

    def drop(self, table: Table, row: Row) -> Part:
        """Delete a row of the table."""
        table = self.table(table)
        rows = self.stock(table)
        del rows[next(place for place, other in enumerate(rows) if other is row)]
        return change_part(
            "delete", table, {column.name: row.get(column.name) for column in table.columns}, None
        )
