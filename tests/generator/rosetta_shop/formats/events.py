"""The events that a reader should find in a message: what was meant, whatever a parser says."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum

from rosetta_shop.model import Table

Texts = dict[str, str | None]


class Unstated(Enum):
    """Stands for what a format's description leaves open: an expectation that is not compared."""

    UNSTATED = "unstated"


UNSTATED = Unstated.UNSTATED


def unstated(*names: str) -> dict[str, Unstated]:
    """Return attributes of an event that are left open."""
    return dict.fromkeys(names, UNSTATED)


@dataclass(frozen=True)
class Event:
    """One event that a reader should find in a message.

    Names as in `cdc_events`, times in ms since 1970 UTC.
    """

    event_kind: str
    op: str | None = None
    source_op: str | Unstated | None = UNSTATED
    database_name: str | Unstated | None = None
    schema_name: str | Unstated | None = None
    table_name: str | Unstated | None = None
    primary_key: Texts | Unstated | None = None
    previous_primary_key: Texts | Unstated | None = None
    key_basis: str | Unstated | None = UNSTATED
    before: Texts | Unstated | None = None
    after: Texts | Unstated | None = None
    before_complete: bool | Unstated | None = UNSTATED
    after_complete: bool | Unstated | None = UNSTATED
    column_types: Texts | Unstated | None = UNSTATED
    committed_at: int | Unstated | None = None
    committed_at_basis: str | Unstated = "none"
    source_position: str | Unstated | None = UNSTATED
    sequence_number: int | Unstated | None = None
    transaction_id: str | Unstated | None = None
    transaction_order: int | Unstated | None = None
    ddl_text: str | Unstated | None = None
    error_code: str | None = None

    def stated(self) -> dict[str, object]:
        """Return what the expectation says, without what it leaves open."""
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if getattr(self, f.name) is not UNSTATED
        }


def dead_letter(error_code: str) -> Event:
    """Return the event of a broken message or row: only kind and code are stated."""
    names = [f.name for f in fields(Event)]
    return Event(**{**unstated(*names), "event_kind": "dead_letter", "error_code": error_code})


def null_value(**known: object) -> Event:
    """Return the event of a Kafka null value, or of dtle's text for one.

    Args:
        known: what is sure beside the kind; what it tells of the table is left open.
    """
    names = ("database_name", "schema_name", "table_name", "primary_key", "key_basis")
    return Event("tombstone", **{**unstated(*names, "column_types", "source_position"), **known})


def is_whole(event: Event, before: Texts | None, after: Texts | None) -> bool:
    """Tell whether a row change has whole images of all that it says of rows."""
    needed = {"before": event.op in ("delete", "update_before", "update"), "after": event.op not in ("delete", "update_before")}
    return all(
        image is not None and getattr(event, f"{name}_complete") is not False
        for name, image in (("before", before), ("after", after))
        if needed[name]
    )


def keyed(
    event: Event,
    names: tuple[str, ...],
    basis: str,
    *,
    before: Texts | None = None,
    after: Texts | None = None,
    registered: bool = True,
) -> Event:
    """Return the event with its images and the key found in them.

    Args:
        names: the key columns; none for a table without a key.
        basis: where the names come from: declared, registry, surrogate or kafka_key. `registry_rows` says of no table that it has no key
            in a format in which the registry alone names keys.
        registered: whether the registry says of a table without a key that it has none.
    """
    changes: dict[str, object] = {"before": before, "after": after, "key_basis": basis if names else "none"}
    if not names and registered and basis not in ("registry", "surrogate") and is_whole(event, before, after):
        # The row is known by all its columns.
        sent = [None if image is None else {name: value for name, value in image.items() if value is not None} for image in (before, after)]
        changes["key_basis"] = "all_columns"
        changes["primary_key"] = sent[0] if event.op in ("delete", "update_before") else sent[1]
        if event.op == "update" and sent[0] != sent[1]:
            changes["previous_primary_key"] = sent[0]
    if names:
        image = before if event.op in ("delete", "update_before") else after
        changes["primary_key"] = {name: image[name] for name in names if name in image}
        if event.op == "update" and before is not None:
            previous = {name: before[name] for name in names if name in before}
            if previous != changes["primary_key"]:
                changes["previous_primary_key"] = previous
    return replace(event, **changes)


def names_of(table: Table) -> dict[str, str | None]:
    """Return a table's names as an event has them, of formats without schemas."""
    return {"database_name": table.database, "table_name": table.name}
