"""What a case expects of the row history, in words, and the history that a warehouse holds, in the same words.

The history of a row is a text such as `insert ann x @0 | update bob x @1 | -delete bob x @2`: for each version its operation, after a minus
if the row is deleted, then name and note (`null` for NULL, `?` where the image has no such column), and where it matters `...` (the image
is not complete), `!reason` (a contradiction), `@seconds` (valid_from, counted from START). A case leaves out a time that it does not mean
to fix.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timezone
from typing import Any

from case_logs import START, Log

from rosetta_shop.formats import ALL

# Formats whose messages do not tell whether an update has all columns.
UNVOUCHED = (
    "drs_json", "drs_json_c", "oms_canal", "dts_canal", "dts_canal_legacy", "canal", "maxwell", "oms_default",
    "oms_default_extend", "aws_dms",
)  # fmt: skip
Tables = dict[str, list[dict[str, Any]]]  # name of a model -> its rows


@dataclass
class Expected:
    """What the history of a case is.

    Args:
        rows: row key (a number n stands for `id=n`) to the row's history.
        unapplied: reason, operation (or kind) and row key of each event without a version, in any order.
        earlier: the same after earlier runs: number of the run, from 0, to expectation.
        removed: row key and number of each version that a run found gone.
    """

    rows: dict[int | str, str]
    unapplied: Sequence[str] = ()
    earlier: dict[int, Expected] = field(default_factory=dict)
    removed: Sequence[str] = ()


@dataclass(frozen=True)
class Case:
    """A case: what happens, and in which formats it can be told.

    Args:
        name: its name, also that of its database.
        script: writes to a log and returns what is expected.
        formats: codes of the formats that can express it.
        narrow: see `case_logs.writer_of`.
    """

    name: str
    script: Callable[[Log], Expected]
    formats: tuple[str, ...]
    narrow: bool

    def play(self, code: str) -> tuple[Log, Expected]:
        """Return the case's log in a format, and what is expected."""
        log = Log(self.name, code, narrow=self.narrow)
        return log, self.script(log)


CASES: list[Case] = []


def case(
    *, only: Sequence[str] = ALL, without: Sequence[str] = (), because: str = "", narrow: bool = False
) -> Callable[[Callable[[Log], Expected]], Callable[[Log], Expected]]:
    """Make a case of a function, for the formats that can express it.

    Args:
        only, without: codes of the formats that can, or cannot.
        because: why the others cannot.
        narrow: see `case_logs.writer_of`.
    """
    assert bool(because) == (tuple(only) != ALL or bool(without)), "say why a format cannot express the case"

    def register(script: Callable[[Log], Expected]) -> Callable[[Log], Expected]:
        formats = tuple(code for code in only if code not in without)
        CASES.append(Case(script.__name__, script, formats, narrow))
        return script

    return register


# The history that a warehouse holds


def owner_of(event_id: str) -> tuple[str, str]:
    """Return case and format of an event, which its topic tells."""
    name, code, _ = event_id.split("/")[1].split(".")
    return name, code


def key_text(row_key: str) -> str:
    """Return a row's key as cases write it: without regard to Oracle's upper case."""
    return row_key.lower()


def column_text(image: dict[str, str | None], column: str) -> str:
    """Return the word for a column's value."""
    values = [value for name, value in image.items() if name.lower() == column]
    if not values:
        return "?"
    return "null" if values[0] is None else values[0]


def version_text(version: dict[str, Any], contradictions: dict[tuple[str, int], str]) -> str:
    """Return the words for a version."""
    image, start = version["row_image"], version["valid_from"]
    contradiction = contradictions.get((version["row_id"], version["version_number"]))
    seconds = "" if start is None else f"{(start.replace(tzinfo=timezone.utc) - START).total_seconds():g}"
    return " ".join((
        f"{'-' if version['is_deleted'] else ''}{version['op']}",
        column_text(image, "name"),
        column_text(image, "note") + ("" if version["image_complete"] else "..."),
        *([f"!{contradiction}"] if contradiction else []),
        f"@{seconds}",
    ))  # fmt: skip


def without_times(expected: str, found: str) -> str:
    """Return what was found without the times that the expectation leaves out."""
    meant = expected.split(" | ")
    words = found.split(" | ")
    if len(meant) != len(words):
        return found
    return " | ".join(word if "@" in text else word.rpartition(" @")[0] for text, word in zip(meant, words, strict=True))


def as_vouched(text: str, code: str) -> str:
    """Return the words for a row, without `...` in a format that cannot tell whether an update has all columns: more versions have it."""
    return text.replace("...", "") if code in UNVOUCHED else text


def describe(tables: Tables, expected: Expected) -> dict[str, Any]:
    """Return what the tables hold of a case, in the words of an expectation: times only where the expectation has them."""
    contradictions = {(row["row_id"], row["version_number"]): row["contradiction"] for row in tables["cdc_row_contradictions"]}
    rows: dict[str, list[str]] = {}
    for version in sorted(tables["cdc_row_history"], key=lambda version: (version["row_id"], version["version_number"])):
        rows.setdefault(key_text(version["row_key"]), []).append(version_text(version, contradictions))
    meant = wanted_rows(expected)
    current = sorted((key_text(row["row_key"]), row["version_number"]) for row in tables["cdc_current_rows"])
    return {
        "rows": {key: without_times(meant.get(key, ""), " | ".join(versions)) for key, versions in sorted(rows.items())},
        "unapplied": sorted(
            f"{row['reason']} {row['op'] or row['event_kind']} {key_text(row['row_key'] or '-')}" for row in tables["cdc_unapplied_events"]
        ),
        "current": current,
    }


def wanted_rows(expected: Expected) -> dict[str, str]:
    """Return the rows of an expectation under their keys."""
    return {f"id={key}" if isinstance(key, int) else key: text for key, text in expected.rows.items()}


def wanted(expected: Expected) -> dict[str, Any]:
    """Return an expectation in the form of `describe`."""
    rows = wanted_rows(expected)
    versions = {key: text.split(" | ") for key, text in rows.items()}
    return {
        "rows": dict(sorted(rows.items())),
        "unapplied": sorted(expected.unapplied),
        # The last version of a row is the current one, unless the row is deleted.
        "current": sorted((key, len(texts)) for key, texts in versions.items() if not texts[-1].startswith("-")),
    }


def removed_texts(tables: Tables) -> list[str]:
    """Return row key and number of the versions that a run found gone."""
    return sorted(f"{key_text(row['row_id'].partition('/')[2])} {row['version_number']}" for row in tables["cdc_history_removed"])
