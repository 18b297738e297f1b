"""Comparisons of event rows."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any


def plain(value: Any) -> Any:
    """Return a value as fixtures write it: times and decimals as text."""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")
    if isinstance(value, Decimal):
        return format(value, "f")
    return value


def assert_same_events(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    """Compare two lists of events row for row and name the first differences."""
    ids = [event["event_id"] for event in found]
    assert len(ids) == len(set(ids)), "an event id stands twice"
    missing = {event["event_id"] for event in expected} - set(ids)
    surplus = set(ids) - {event["event_id"] for event in expected}
    assert not missing and not surplus, (
        f"missing {sorted(missing)[:5]}, surplus {sorted(surplus)[:5]}"
    )
    differences = [
        (one["event_id"], name, one[name], other[name])
        for one, other in zip(found, expected, strict=True)
        for name in other
        if one[name] != other[name]
    ]
    assert not differences, f"{len(differences)} differences, first {differences[:5]}"
