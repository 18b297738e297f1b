"""The steps of which small scripts of a source's changes consist, and the tables that they change.

Rows are texts such as `1 ann x`, the values of a table's columns, `null` for NULL.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from rosetta_shop.model import Column, Row, Table, Value

# Tables: every one has a key and the columns name and note.


def table_of(name: str, key: Sequence[str], kind: str) -> Table:
    """Return a table whose key columns come first and are of one kind."""
    size = {"decimal": 10, "varchar": 20}.get(kind, 0)
    columns = (*(Column(column, kind, size) for column in sorted(key)), Column("name", "varchar", 20), Column("note", "varchar", 20))
    return Table("", name, columns, tuple(key))


ITEMS = table_of("items", ["id"], "bigint")
PRICES = table_of("prices", ["id"], "decimal")
CODES = table_of("codes", ["id"], "varchar")
PAIRS = table_of("pairs", ["a", "b"], "bigint")
# The same table, its key declared the other way round.
TURNED_PAIRS = replace(PAIRS, key=("b", "a"))
# Its images have more columns than a small map of Scala's keeps in order.
WIDE = table_of("wide", ["aisle", "building", "city", "door", "floor", "shelf"], "bigint")


def value_of(column: Column, text: str) -> Value:
    """Return the value of a column that a word of a row's text stands for."""
    if text == "null":
        return None
    return {"bigint": int, "int": int, "decimal": Decimal}.get(column.kind, str)(text)


def row_of(table: Table, text: str | None) -> Row | None:
    """Return the row that a text stands for."""
    if text is None:
        return None
    return {column.name: value_of(column, word) for column, word in zip(table.columns, text.split(), strict=True)}


# What happens


class Step(NamedTuple):
    """A change, before it has a time and a number; `before` and `after` are rows as texts."""

    kind: str
    table: Table
    before: str | None = None
    after: str | None = None
    text: str = ""
    verb: str = ""


def insert(after: str, table: Table = ITEMS) -> Step:
    """Insert a row."""
    return Step("insert", table, None, after)


def update(before: str, after: str, table: Table = ITEMS) -> Step:
    """Update a row; with another key it moves."""
    return Step("update", table, before, after)


def delete(before: str, table: Table = ITEMS) -> Step:
    """Delete a row."""
    return Step("delete", table, before)


def load(after: str, table: Table = ITEMS) -> Step:
    """Read a row in a full load."""
    return Step("snapshot", table, None, after)


def truncate(table: Table = ITEMS) -> Step:
    """Truncate a table."""
    return Step("truncate", table, text=f"TRUNCATE TABLE `{table.name}`")


def drop(table: Table = ITEMS) -> Step:
    """Drop a table."""
    return Step("ddl", table, text=f"DROP TABLE `{table.name}`", verb="ERASE")


def create(table: Table = ITEMS) -> Step:
    """Create a table."""
    return Step("ddl", table, text=table.create_statement, verb="CREATE")


def alter(statement: str, table: Table) -> Step:
    """Change a table; `table` is what it is afterwards."""
    return Step("ddl", table, text=statement, verb="ALTER")
