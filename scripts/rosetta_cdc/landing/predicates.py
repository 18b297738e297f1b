"""SQL conditions of bounded length, by which Delta skips files that hold nothing of a chunk."""

from __future__ import annotations

import re
from collections.abc import Iterator

Ranges = dict[tuple[str, int], tuple[int, int]]

# More terms skip more files but cost more to plan: 64 take half a second, 16 a quarter.
TERMS = 16
PLAIN = re.compile(r"[A-Za-z0-9._/-]*\Z")


def of_offsets(ranges: Ranges) -> str:
    """Return a condition that holds for all identities within the ranges.

    At most `TERMS` terms joined by `or`: with more topics and partitions than that, neighbours
    share a term.

    Args:
        ranges: Least and greatest offset by topic and partition.
    """
    terms = []
    for group in _groups(sorted(ranges)):
        (first, partition), (last, _) = group[0], group[-1]
        low = min(ranges[place][0] for place in group)
        high = max(ranges[place][1] for place in group)
        term = f"{_within('kafka_topic', first, last)} and kafka_offset between {low} and {high}"
        terms.append(f"({term} and kafka_partition = {partition})" if len(group) == 1 else f"({term})")
    return " or ".join(terms) or "false"


def of_lines(places: list[tuple[str, int]]) -> str:
    """Return a condition that holds for all given lines of files, and for few others.

    Args:
        places: File names and line numbers.
    """
    ranges: dict[str, tuple[int, int]] = {}
    for file, number in places:
        low, high = ranges.get(file, (number, number))
        ranges[file] = (min(low, number), max(high, number))
    terms = []
    for group in _groups(sorted(ranges)):
        low = min(ranges[file][0] for file in group)
        high = max(ranges[file][1] for file in group)
        terms.append(f"({_within('file', group[0], group[-1])} and line_number between {low} and {high})")
    return " or ".join(terms) or "false"


def literal(text: str) -> str:
    """Return a text as a SQL literal, whatever characters it holds."""
    return f"'{text}'" if PLAIN.match(text) else f"cast(X'{text.encode().hex()}' as string)"


def _within(column: str, first: str, last: str) -> str:
    if first == last:
        return f"{column} = {literal(first)}"
    return f"{column} between {literal(first)} and {literal(last)}"


def _groups(items: list) -> Iterator[list]:
    size = -(-len(items) // TERMS) if items else 1
    for start in range(0, len(items), size):
        yield items[start : start + size]
