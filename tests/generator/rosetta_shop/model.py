"""What happens in a source database, before any vendor writes it down.

Tables, changes, transactions.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal

Value = bool | int | float | str | bytes | Decimal | date | datetime | timedelta | None
Row = dict[str, Value]

ROW_KINDS = ("insert", "update", "delete", "snapshot")


@dataclass(frozen=True)
class Column:
    """A column of a source table.

    Args:
        name: as the source spells it.
        kind: int, bigint, ubigint, decimal, double, float, boolean, varchar, text, json, date,
            time, datetime (wall clock of the source), timestamp (an instant) or binary.
        size: longest text or byte string; digits of a decimal; 0 where the kind has none.
        scale: digits of a decimal after the point.
    """

    name: str
    kind: str
    size: int = 0
    scale: int = 0

    @property
    def arguments(self) -> str:
        """Return what follows the type's name in SQL, such as `(12,2)`, or an empty text."""
        if self.kind == "decimal":
            return f"({self.size},{self.scale})"
        return f"({self.size})" if self.size else ""


@dataclass(frozen=True)
class Table:
    """A source table.

    Args:
        database: name of its database.
        name: its own name.
        columns: in the table's order.
        key: names of the primary key's columns; empty for a table without one.
        product: MySQL, PostgreSQL or Oracle, for formats that name the product.
        schema: name of its schema, for formats that name it.
    """

    database: str
    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    product: str = "MySQL"
    schema: str | None = None

    def column(self, name: str) -> Column:
        """Return the column of that name.

        Raises:
            KeyError: the table has none.
        """
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    def with_column(self, column: Column) -> Table:
        """Return the table after `ADD COLUMN`."""
        return replace(self, columns=(*self.columns, column))

    def key_of(self, row: Row) -> tuple[Value, ...]:
        """Return the key of a row, empty for a table without one."""
        return tuple(row[name] for name in self.key)

    @property
    def create_statement(self) -> str:
        """Return the `CREATE TABLE` statement, as MySQL would write it."""
        types = {
            "ubigint": "bigint unsigned",
            "boolean": "tinyint(1)",
            "binary": "varbinary",
        }
        lines = [
            f"  `{column.name}` {types.get(column.kind, column.kind)}{column.arguments}"
            for column in self.columns
        ]
        if self.key:
            lines.append(f"  PRIMARY KEY ({','.join(f'`{name}`' for name in self.key)})")
        return f"CREATE TABLE `{self.name}` (\n" + ",\n".join(lines) + "\n) DEFAULT CHARSET=utf8mb4"


@dataclass(frozen=True)
class Change:
    """One thing that a source logs.

    Args:
        kind: insert, update, delete, snapshot (a row of the full load), truncate, ddl, load_ddl
            (a statement of the full load), query (a statement without effect on rows) or heartbeat.
        at: the source's clock, milliseconds since 1970 UTC, in whole seconds as in a MySQL
            binary log.
        sequence: its number in the log, from 1, without gaps.
        transaction: number of its transaction.
        order: its place in the transaction, from 1.
        size: number of changes in the transaction.
        table: the table concerned; None for heartbeats.
        before: the row before an update or delete.
        after: the row after an insert or update, or as loaded.
        text: the statement, for ddl, load_ddl, truncate and query.
        verb: CREATE, ALTER, ERASE (= DROP), RENAME, CINDEX or DINDEX, for ddl and load_ddl.
    """

    kind: str
    at: int
    sequence: int
    transaction: int
    order: int = 1
    size: int = 1
    table: Table | None = None
    before: Row | None = None
    after: Row | None = None
    text: str = ""
    verb: str = ""

    @property
    def changed(self) -> list[str]:
        """Return the columns whose values differ between the images, in the table's order."""
        if self.before is None or self.after is None or self.table is None:
            return []
        # By text too: 1.1 and 1.10 are equal numbers and still two values.
        return [
            column.name
            for column in self.table.columns
            if repr(self.before.get(column.name)) != repr(self.after.get(column.name))
        ]

    @property
    def moves(self) -> bool:
        """Tell whether an update changes the row's key."""
        if self.kind != "update" or not self.table or self.before is None or self.after is None:
            return False
        return self.table.key_of(self.before) != self.table.key_of(self.after)


@dataclass(frozen=True)
class Transaction:
    """Changes that a source committed together, in their order."""

    number: int
    at: int
    changes: tuple[Change, ...] = field(default=())
