"""How the pipeline is, in a colour and a few sentences.

Red is what is behind or above a threshold, amber what is below one and not zero. Green is a pipeline that has nothing of either.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rosetta_cdc.report.data import Data
from rosetta_cdc.report.freshness import Freshness

BAD, WARN, GOOD = "bad", "warn", "good"
# Counts that belong to a pipeline in which nothing is wrong: copies are dropped, and what a DDL statement changes shows in the drift.
HARMLESS = {"copies", "ddl_not_applied"}
# Units of a check's value, as its name ends; seconds of the unit, none for percent.
UNITS = {"_minutes": 60, "_seconds": 1, "_percent": None}
# Units of a duration, their seconds, and from how many seconds on they are used.
DURATIONS = (("y", 365 * 86400, 2 * 365 * 86400), ("d", 86400, 2 * 86400), ("h", 3600, 7200), ("min", 60, 120), ("s", 1, 0.1))
TITLES = {BAD: "Something is wrong", WARN: "Up to date, with something to look at", GOOD: "Healthy: up to date, and nothing is wrong"}


@dataclass(frozen=True)
class Sentence:
    """A sentence of how the pipeline is.

    Attributes:
        level: `bad`, `warn` or `good`.
        text: What it says.
        command: What to run, blank for nothing.
        section: Id of the section that says more, blank for none.
    """

    level: str
    text: str
    command: str = ""
    section: str = ""


def worst(sentences: list[Sentence]) -> str:
    """Return the worst level of some sentences."""
    return next((level for level in (BAD, WARN) if any(sentence.level == level for sentence in sentences)), GOOD)


def title(sentences: list[Sentence]) -> str:
    """Return what some sentences say in all."""
    level = worst(sentences)
    is_behind = any(sentence.command for sentence in sentences)
    if level == BAD and is_behind:
        is_wrong = any(sentence.level == BAD and not sentence.command for sentence in sentences)
        return "Not up to date, and something is wrong" if is_wrong else "Not up to date"
    return TITLES[level]


def checks(data: Data) -> list[dict[str, Any]]:
    """Return the checks that are above a threshold, and those that have counted something that is above none.

    Each is a dict of level (`fail`, `warn`, `below`, `harmless`, or `counted` where no threshold is known), check_name, about, source,
    table_id, value and threshold, none where none is passed.
    """
    above = {alert["check_name"] for alert in data["alerts"]}
    nothing = {"about": "all", "source": None, "table_id": None, "threshold": None}
    below = [
        {**nothing, **row, "level": "harmless" if row["check_name"] in HARMLESS else "counted" if data.fresh.is_unmonitored else "below"}
        for row in data["measures"]
        if row["value"] > 0 and row["check_name"] not in above
    ]
    return [*data["alerts"], *sorted(below, key=lambda row: row["level"])]


def sentences(data: Data) -> list[Sentence]:
    """Return what there is to say of the pipeline, the worst first; one of level `good` where there is nothing."""
    totals = data["totals"][0]
    said = _behind(data.fresh)
    above = {alert["check_name"] for alert in data["alerts"]}
    if above:
        said.append(Sentence(BAD, f"{_of(len(above), 'check is', 'checks are')} above a threshold: {_names(above)}.", "", "checks"))
    if totals["dead_letters"]:
        text = f"{_of(totals['dead_letters'], 'dead letter', 'dead letters')}: messages, or rows of them, that could not be read."
        said.append(Sentence(WARN, text, "", "dead-letters"))
    below = [check["check_name"] for check in checks(data) if check["level"] in ("below", "counted")]
    if below:
        what = "whatever the thresholds are" if data.fresh.is_unmonitored else "below every threshold"
        text = f"{_of(len(below), 'check has', 'checks have')} counted something, {what}: {_names(below)}."
        said.append(Sentence(WARN, text, "", "checks"))
    if not totals["events"]:
        said.append(Sentence(WARN, "No event has been made yet."))
    return said or [Sentence(GOOD, "All records are read, no message is a dead letter, no check is above a threshold.")]


def _behind(fresh: Freshness) -> list[Sentence]:
    """Return what the tables do not hold yet."""
    said = []
    if fresh.unread_records:
        text = _of(fresh.unread_records, "record has", "records have")
        said.append(Sentence(BAD, f"{text} landed that no run has read, since {moment(fresh.unread_since)}.", "dbt run"))
    if fresh.history_is_missing:
        said.append(Sentence(BAD, "The row history was never made: rows are not known.", "dbt run --selector hot"))
    elif fresh.unfolded_events:
        text = f"{_of(fresh.unfolded_events, 'event is', 'events are')} not in the row history: rows, and the typed tables, are of before."
        said.append(Sentence(BAD, text, "dbt run"))
    monitoring = "dbt run --select path:models/monitoring"
    if fresh.is_unmonitored:
        text = "The monitoring tables were never made: checks, delays, drift and typed models are not known."
        said.append(Sentence(BAD, text, monitoring))
    elif fresh.monitoring_is_behind:
        ago = f"{_of(fresh.uncounted_events, 'event', 'events')} ago" if fresh.uncounted_events else "before that of which they are made"
        text = f"The monitoring tables were last brought up to date at {moment(fresh.monitored_at)}, {ago}"
        said.append(Sentence(BAD, f"{text}: checks, delays and drift are of then.", monitoring))
    return said


def measure(check: str, value: float | None) -> str:
    """Return the value or the threshold of a check, in the unit that the check's name says."""
    for ending, seconds in UNITS.items():
        if check.endswith(ending) and value is not None:
            return f"{value:,.3g} %" if seconds is None else duration(value * seconds)
    return count(value)


def moment(time: datetime | None) -> str:
    """Return a time as the page shows it, to the minute, UTC."""
    return time.strftime("%Y-%m-%d %H:%M") if time else "-"


def duration(seconds: float | None) -> str:
    """Return seconds as a person says them: 20 µs, 0.3 s, 5 min, 2 h, 3 d, 1.5 y."""
    if seconds is None:
        return "-"
    value = abs(float(seconds))
    sign = "-" if seconds < 0 else ""
    for unit, size, least in DURATIONS:
        if value >= least:
            number = value / size
            return f"{sign}{number:,.0f} {unit}" if number >= 100 else f"{sign}{number:.3g} {unit}"
    if value == 0:
        return "0 s"
    return f"{sign}{value * 1e3:.3g} ms" if value >= 1e-3 else f"{sign}{value * 1e6:.3g} µs"


def count(number: float | None) -> str:
    """Return a number with separators."""
    return "-" if number is None else f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"


def size(number: float | None) -> str:
    """Return bytes in the unit that a person reads: 12 B, 3.4 kB, 1.2 GB."""
    if number is None:
        return "-"
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.3g} {unit}"
        number /= 1000
    return f"{number:,.1f} TB"


def _of(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _names(checks: set[str] | list[str]) -> str:
    return ", ".join(sorted(check.replace("_", " ") for check in checks))
