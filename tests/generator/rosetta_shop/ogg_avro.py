"""GoldenGate's messages in operation form, in Avro as its Avro formatter writes the same operations.

(Oracle GoldenGate for Big Data, Avro operation formatter; numbers that are no whole ones as text, as with treatAllColumnsAsStrings.)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rosetta_cdc.landing.kcat import Record
from rosetta_shop.avro_schemas import AvroSchemas

META = ("table", "op_type", "op_ts", "current_ts", "pos", "csn", "xid")
IS_MISSING = "_isMissing"
LARGEST = 2**63


class OggAvro(AvroSchemas):
    """Writes operations in a schema for each table, which has all columns that any of its operations has."""

    parse_float = str

    def __init__(self, id_bytes: int = 4, first_id: int = 1) -> None:
        super().__init__(id_bytes, first_id)
        # Table -> column -> types of its values.
        self.columns: dict[str, dict[str, set[str]]] = {}

    def records(self, records: Iterable[Record], topics: Mapping[str, str]) -> Iterator[Record]:
        """Yield records as `AvroSchemas` does, after all of them have been looked at."""
        known = list(records)
        for record in known:
            if record.topic in topics:
                self._note_columns(record.value)
        return super().records(known, topics)

    def encode(self, document: dict[str, Any], *, is_key: bool = False) -> bytes:
        """Return an operation in Avro."""
        if is_key:
            raise ValueError("keys are texts")
        columns = {name: "long" if kinds == {"long"} else "string" for name, kinds in self.columns.get(document["table"], {}).items()}
        fields = [_field(name, "string") for name in META] + [_field("primary_keys", {"type": "array", "items": "string"})]
        described = [
            field for name, kind in columns.items() for field in (_field(name, ["null", kind]), _field(name + IS_MISSING, "boolean"))
        ]  # fmt: skip
        image = {"type": "record", "name": "columns", "fields": described}
        fields += [_field("before", ["null", image]), _field("after", ["null", "columns"])]
        space, _, name = document["table"].rpartition(".")
        schema = {"type": "record", "name": name, "namespace": space, "fields": fields}
        images = {side: _image(document.get(side), columns) for side in ("before", "after")}
        return self.written(schema, {**{name: document[name] for name in (*META, "primary_keys")}, **images})

    def _note_columns(self, text: bytes | None) -> None:
        try:
            document = json.loads(text or b"", parse_float=str)
            images = [image for image in (document.get("before"), document.get("after")) if image]
            for name, value in (item for image in images for item in image.items() if not item[0].endswith(IS_MISSING)):
                kinds = self.columns.setdefault(document["table"], {}).setdefault(name, set())
                if value is not None:
                    kinds.add("long" if isinstance(value, int) and -LARGEST <= value < LARGEST else "string")
        except (ValueError, TypeError, LookupError, AttributeError):
            return


def _field(name: str, kind: Any) -> dict[str, Any]:
    return {"name": name, "type": kind}


def _image(image: dict[str, Any] | None, columns: Mapping[str, str]) -> dict[str, Any] | None:
    if image is None:
        return None
    written: dict[str, Any] = {}
    for name, kind in columns.items():
        value = image.get(name)
        written[name] = value if value is None or kind == "long" else str(value)
        written[name + IS_MISSING] = image.get(name + IS_MISSING, name not in image)
    return written
