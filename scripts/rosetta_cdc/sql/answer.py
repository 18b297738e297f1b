"""The answer to a statement, and how it is printed."""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, TextIO

import agate

FORMATS = ("table", "csv", "json")


@dataclass(frozen=True)
class Answer:
    """Rows of JSON values: maps and structs are objects, arrays lists; numbers but whole ones, times and bytes (hexadecimal) are text.

    Attributes:
        columns: Names, in order.
        rows: The rows.
        is_cut: Whether there are more.
    """

    columns: list[str]
    rows: list[list[Any]]
    is_cut: bool = False


def plain(value: Any) -> Any:
    """Return a value of Spark, or of dbt's adapter, as a JSON value."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() and value.as_tuple().exponent >= 0 else str(value)
    if isinstance(value, date):  # and datetime
        return str(value)
    if isinstance(value, bytes | bytearray):
        return bytes(value).hex()
    if hasattr(value, "asDict"):
        return {name: plain(part) for name, part in value.asDict().items()}
    if isinstance(value, dict):
        return {_text(plain(key)): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return str(value)


def print_answer(answer: Answer, how: str, output: TextIO | None = None) -> None:
    """Print an answer.

    Args:
        answer: The answer.
        how: One of `FORMATS`; `json` is an object a line.
        output: Where to; by default standard output.
    """
    output = output or sys.stdout
    if how == "json":
        for row in answer.rows:
            print(json.dumps(dict(zip(answer.columns, row, strict=True)), ensure_ascii=False), file=output)
    elif how == "csv":
        writer = csv.writer(output, lineterminator="\n")
        writer.writerow(answer.columns)
        writer.writerows(["" if value is None else _text(value) for value in row] for row in answer.rows)
    elif answer.columns:
        names = [f"{name}_{number}" if name in answer.columns[:number] else name for number, name in enumerate(answer.columns)]
        rows = [[None if value is None else _text(value) for value in row] for row in answer.rows]
        texts = [agate.Text(cast_nulls=False)] * len(names)
        table = agate.Table(rows, names, texts)
        table.print_table(max_rows=None, max_columns=None, max_column_width=None, output=output)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
