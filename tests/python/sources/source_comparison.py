"""Compares the rows of a source with those of typed tables, value by value, as texts of one kind."""

from __future__ import annotations

import json
import re
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

from pyspark.sql import SparkSession

Row = dict[str, str | None]
Agreement = Callable[["str | None", "str | None"], bool]


def typed_rows(spark: SparkSession, table: str, condition: str = "true") -> tuple[list[Row], dict[str, str]]:
    """Return the rows of a typed table as texts, bytes as hexadecimal digits, and the types of its columns."""
    types = dict(spark.table(table).dtypes)
    texts = [f"{shown(quoted(name), kind)} as {quoted(name)}" for name, kind in types.items()]
    return [row.asDict() for row in spark.sql(f"select {', '.join(texts)} from {table} where {condition}").collect()], types


def shown(column: str, kind: str) -> str:
    """Return the SQL expression of a column's value as text, of an array as a JSON array of texts."""
    if kind.startswith("array<struct"):
        return f"to_json({column})"
    if kind.startswith("array"):
        return f"to_json(transform({column}, e -> {shown('e', kind.removeprefix('array<').removesuffix('>'))}))"
    return f"{'hex' if kind == 'binary' else 'string'}({column})"


def quoted(name: str) -> str:
    """Return a name as SQL's identifier."""
    return "`" + name.replace("`", "``") + "`"


def canonical(text: str | None, kind: str) -> Any:
    """Return what a text of PostgreSQL, MariaDB or Spark stands for as a value of a Spark type, such that equal values are equal."""
    if text is None or kind == "string":
        return text
    if kind.startswith("array"):
        return [canonical(element, kind.removeprefix("array<").removesuffix(">")) for element in elements(text)]
    if kind == "boolean":
        return {"t": True, "true": True, "1": True, "f": False, "false": False, "0": False}.get(text, text)
    if kind.startswith("decimal") or kind in ("tinyint", "smallint", "int", "bigint"):
        return Decimal(text)
    if kind == "float":
        return struct.pack("f", float(text))
    if kind == "double":
        return repr(float(text))
    if kind == "binary":
        return text.removeprefix("\\x").upper()
    return moment(text)


def elements(text: str) -> list[str | None]:
    """Return the elements of an array of one dimension, as PostgreSQL (`{a,"b c",NULL}`) or JSON writes it."""
    if text.startswith("["):
        return list(json.loads(text))
    parts = re.findall(r'"((?:[^"\\]|\\.)*)"|([^,"]+)', text[1:-1])
    return [re.sub(r"\\(.)", r"\1", quoted) if quoted or not plain else None if plain == "NULL" else plain for quoted, plain in parts]


def moment(text: str) -> str:
    """Return a date or time as Spark writes it: without zeros behind, in UTC, years before 1 as numbers."""
    text = re.sub(r"\+00(:00)?$", "", text)
    if text.endswith(" BC"):
        text = text.removesuffix(" BC")
        text = f"-{int(text[:4]) - 1:04}{text[4:]}"
    text = re.sub(r"([.][0-9]*?)0+$", r"\1", text).rstrip(".")
    return text.removeprefix("+")


def equal(text: str | None, seen: str | None, kind: str) -> bool:
    """Return whether two texts stand for one value of a Spark type."""
    try:
        return bool(canonical(text, kind) == canonical(seen, kind))
    except (ArithmeticError, ValueError):
        return False


def differences(
    wanted: Iterable[Row],
    found: Iterable[Row],
    types: Mapping[str, str],
    names: Mapping[str, str],
    key: Iterable[str],
    agreements: Mapping[str, Agreement],
) -> list[str]:
    """Return what differs, a line each.

    Args:
        wanted: Rows of the source.
        found: Rows of the typed table.
        types: Spark types of its columns.
        names: Column of the source to that of the typed table.
        key: Columns of the source that tell its rows apart.
        agreements: Column to what tells whether a text of the source and one of the table agree, where they need not be one value.
    """

    def keyed(rows: Iterable[Row], column_of: Callable[[str], str]) -> dict[tuple[Any, ...], Row]:
        return {tuple(canonical(row[column_of(name)], types[names[name]]) for name in key): row for row in rows}

    here, there = keyed(wanted, lambda name: name), keyed(found, lambda name: names[name])
    lines = [f"row {place} is in the source alone: {here[place]}" for place in here if place not in there]
    lines += [f"row {place} is in the table alone: {there[place]}" for place in there if place not in here]
    for place in here:
        for name, text in here[place].items() if place in there else ():
            kind, seen = types[names[name]], there[place][names[name]]
            if not (agreements[name](text, seen) if name in agreements else equal(text, seen, kind)):
                errors = there[place].get("cast_errors")
                lines.append(f"row {place}, {name} ({kind}): {_shown(text)} is {_shown(seen)}{f', {errors}' if errors else ''}")
    return lines


def counted(wanted: Iterable[Row], found: Iterable[Row], types: Mapping[str, str], names: Mapping[str, str]) -> list[str]:
    """Return which rows of a table without a key are there more or less often than in the source; arguments as of `differences`."""
    here = Counter(tuple(canonical(row[name], types[column]) for name, column in names.items()) for row in wanted)
    there: Counter[tuple[Any, ...]] = Counter()
    for row in found:
        there[tuple(canonical(row[column], types[column]) for column in names.values())] += int(row["equal_rows"] or 0)
    others = (here - there) + (there - here)
    return [f"row {place} is {here[place]} times in the source, {there[place]} times in the table" for place in others]


def _shown(text: str | None) -> str:
    return repr(text) if text is None or len(text) < 300 else f"{text[:100]!r}... ({len(text)} characters)"
