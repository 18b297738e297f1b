"""One random log of changes of a table, as tools write it: each form of images, of the Kafka key and of the bytes around both.

The table has the columns `id` (key), `a` and `b` (texts, `a` may be NULL) and `doc` (a large value). A change is a kind, the row before
it and the row after it. A form of images (a `Form`) turns a change into messages; the key's form and the wrapper then turn a message
into bytes. What a form cannot tell, the reference does not know either: see `Form.lost`.
"""

from __future__ import annotations

import json
import random
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

Row = dict[str, Any]
COLUMNS = ("id", "a", "b", "doc")


class Change(NamedTuple):
    """A change of one row; `number` is its place in the log."""

    number: int
    kind: str
    before: Row | None
    after: Row | None

    @property
    def changed(self) -> set[str]:
        """Return the columns whose values an update changes."""
        return {name for name in COLUMNS if self.before[name] != self.after[name]}

    @property
    def moves(self) -> bool:
        """Return whether the key changes."""
        return self.kind == "update" and "id" in self.changed


class Sent(NamedTuple):
    """What a tool sends of a change: its Kafka key (the row's), value and headers."""

    key: int | None
    value: Row | None
    headers: Mapping[str, int] = MappingProxyType({})


class Form(NamedTuple):
    """A form of images: the format, the registry's options, the writer, whether a change names no row, and whether NULLs are left out."""

    code: str
    options: str
    write: Callable[[Change], list[Sent]]
    lost: Callable[[Change], bool] = lambda change: False
    omits_nulls: bool = False


def changes(seed: int, length: int = 16) -> Iterator[Change]:
    """Yield random changes: two loaded rows, then every kind of change, among few keys."""
    rng = random.Random(seed)
    rows: dict[int, Row] = {}

    def fresh() -> Row:
        """Return a row with an unused key."""
        free = rng.choice([key for key in range(1, 9) if key not in rows])
        return {"id": free, "a": rng.choice(["x", None]), "b": f"b{rng.random():.6f}", "doc": b64encode(rng.randbytes(9)).decode()}

    kinds = ["load", "load", "a", "doc", "move", "delete", "insert", "null", "both"]
    kinds += rng.choices(["insert", "a", "null", "doc", "both", "move", "delete"], k=length - len(kinds))
    for number, kind in enumerate(kinds):
        if kind in {"load", "insert"} or not rows:
            row = fresh()
            yield Change(number, "load" if kind == "load" else "insert", None, row)
            rows[row["id"]] = row
            continue
        before = rows.pop(rng.choice(sorted(rows)))
        if kind == "delete":
            yield Change(number, "delete", before, None)
            continue
        new = fresh()
        after = (
            before
            | {
                "a": {"a": f"a{number}"},
                "null": {"a": None, "b": new["b"]},
                "doc": {"doc": new["doc"]},
                "both": {"a": f"a{number}", "doc": new["doc"]},
                "move": {"id": new["id"]},
            }[kind]
        )
        rows[after["id"]] = after
        yield Change(number, "update", before, after)


def reference(log: list[Change], form: Form) -> list[Row]:
    """Return the rows in the end, as far as the form tells them: the source's rows, without the changes that name no row."""
    rows: dict[int, Row] = {}
    for change in log:
        if form.lost(change):
            continue
        if change.kind == "update":
            former = rows.pop(change.before["id"])
            rows[change.after["id"]] = former | {name: change.after[name] for name in change.changed}
        elif change.kind == "delete":
            rows.pop(change.before["id"])
        else:
            rows[change.after["id"]] = change.after
    return list(rows.values())


def as_texts(row: Row) -> Row:
    """Return a row whose values are texts."""
    return {name: None if value is None else str(value) for name, value in row.items()}


def without_nulls(row: Row) -> Row:
    """Return a row without its NULLs."""
    return {name: value for name, value in row.items() if value is not None}


# Kafka keys: what stands for a row's key -> whether the registry has to name the key column.

KEYS: dict[str, tuple[Callable[[int, str], Any], bool]] = {
    "object": (lambda key, table: {"id": key}, False),
    "number": (lambda key, table: key, True),
    "text": (lambda key, table: str(key), True),
    "none": (lambda key, table: None, True),
    "routed": (lambda key, table: {"id": key, "__dbz__physicalTableIdentifier": table}, False),
}


def schema_of(content: Any) -> Row:
    """Return the schema that Kafka Connect's JsonConverter writes beside a content."""
    if isinstance(content, dict):
        fields = [schema_of(value) | {"field": name} for name, value in content.items()]
        return {"type": "struct", "optional": True, "fields": fields}
    return {"type": "int64" if isinstance(content, int) else "string", "optional": True}


WRAPPERS: dict[str, Callable[[Any], bytes]] = {
    "bare": lambda content: json.dumps(content).encode(),
    "schema": lambda content: json.dumps({"schema": schema_of(content), "payload": content}).encode(),
    "confluent": lambda content: bytes([0, 0, 0, 0, 7]) + json.dumps(content).encode(),
    "apicurio": lambda content: bytes([0, 0, 0, 0, 0, 0, 0, 0, 7]) + json.dumps(content).encode(),
    "apicurio_object": lambda content: json.dumps({"schemaId": 7, "payload": content}).encode(),
}
