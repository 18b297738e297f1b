"""A topic registry of rows that send no table to another."""

from __future__ import annotations

from collections.abc import Iterable

from rosetta_shop.topics import COLUMNS


def registry_text(rows: Iterable[str]) -> str:
    """Return a registry in CSV, of rows with a cell for each column but target_table."""
    return "\n".join([",".join(COLUMNS), *rows, ""])


def registry_row(
    number: int,
    pattern: str,
    code: str,
    source: str,
    key: str,
    options: str,
    *,
    table: str = "",
    zone: str = "",
    order_by: str = "",
    load_time: str = "",
) -> str:
    """Return a row of `registry_text`.

    The arguments are its match_order, topic_pattern, format, source_name, primary_key and options; `table` is table_pattern, `zone`
    source_time_zone.
    """
    return f'{number},,{pattern},{table},{code},{source},{key},{zone},{order_by},{load_time},"{options}",'
