"""Messages of Kafka Connect's JSON converter, written in Avro as its Avro converters (Confluent's, Apicurio's) write the same data."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import fastavro

from rosetta_cdc.avro.schema import plain
from rosetta_cdc.shop.topics import Record

TYPES = {
    "int8": "int", "int16": "int", "int32": "int", "int64": "long", "float": "float", "double": "double", "boolean": "boolean",
    "bytes": "bytes", "string": "string",
}  # fmt: skip
# Written beside Connect's own name of the type.
LOGICAL = {
    "org.apache.kafka.connect.data.Decimal": "decimal",
    "org.apache.kafka.connect.data.Date": "date",
    "org.apache.kafka.connect.data.Time": "time-millis",
    "org.apache.kafka.connect.data.Timestamp": "timestamp-millis",
}


class Registry:
    """Schemas by the ids that they get, and records written in them.

    Args:
        id_bytes: Of the prefix: 4 of Confluent's, 8 of Apicurio's.
        first_id: Id of the first schema.
    """

    def __init__(self, id_bytes: int = 4, first_id: int = 1) -> None:
        self.id_bytes, self.first_id = id_bytes, first_id
        self.schemas: list[str] = []

    def encode(self, text: bytes | None, *, is_key: bool = False) -> bytes | None:
        """Return a JSON message, with or without its schema, in Avro."""
        if text is None:
            return None
        document = json.loads(text)
        has_schema = isinstance(document, dict) and set(document) == {"schema", "payload"}
        payload = document["payload"] if has_schema else document
        given = document["schema"] if has_schema else {}
        name = given.get("name", "")
        if is_key and not name.endswith("Key"):
            name = "of.Key"
        name = name or ("of.Heartbeat" if list(payload) == ["ts_ms"] else "of.Message")
        described = given.get("fields", [])
        known = {field["field"] for field in described}
        # What a test's message does not describe.
        others = [field for field in guessed(payload, name)["fields"] if field["field"] not in known]
        schema = {**given, "type": "struct", "name": name, "optional": False, "fields": [*described, *others]}
        avro = avro_schema(schema, {})
        written = json.dumps(avro)
        if written not in self.schemas:
            self.schemas.append(written)
        file = io.BytesIO()
        file.write(b"\0" + (self.first_id + self.schemas.index(written)).to_bytes(self.id_bytes, "big"))
        # The writer would make numbers of a logical type from Python's values.
        fastavro.schemaless_writer(file, fastavro.parse_schema(plain(avro)), avro_value(schema, payload))
        return file.getvalue()

    def record(self, record: Record, topic: str | None = None) -> Record:
        """Return a record with key and value in Avro."""
        return record._replace(topic=topic or record.topic, key=self.encode(record.key, is_key=True), value=self.encode(record.value))

    def write(self, folder: Path) -> None:
        """Write the schemas as the files that `scripts/register_avro` reads."""
        folder.mkdir(exist_ok=True)
        for number, schema in enumerate(self.schemas, self.first_id):
            (folder / f"{number}.avsc").write_text(schema, encoding="utf-8")


def guessed(value: Any, name: str) -> dict[str, Any]:
    """Return a Connect schema that a JSON value may have had."""
    if isinstance(value, dict):
        fields = [{"field": field, **guessed(part, f"{name}_{field}")} for field, part in value.items()]
        return {"type": "struct", "name": name, "optional": True, "fields": fields}
    if isinstance(value, list):
        return {"type": "array", "items": guessed(next(iter(value), None), f"{name}_item"), "optional": True}
    kind = {bool: "boolean", int: "int64", float: "double"}.get(type(value), "string")
    return {"type": kind, "optional": True}


def avro_schema(schema: dict[str, Any], named: dict[str, str]) -> Any:
    """Return the Avro schema of a Connect schema; named: texts of the records defined so far, by name."""
    kind = schema["type"].lower()
    written: Any
    if kind == "struct":
        name = schema.get("name") or f"ConnectDefault{len(named) or ''}"
        space, _, simple = name.rpartition(".")
        text = json.dumps(schema.get("fields", []))
        while named.get(name, text) != text:
            name, simple = name + "2", simple + "2"
        if name in named:
            written = name
        else:
            named[name] = text
            written = {
                "type": "record", "name": simple, **({"namespace": space} if space else {}),
                "fields": [_field(field, named) for field in schema["fields"]],
                **({"connect.version": schema["version"]} if "version" in schema else {}),
                **({"connect.name": schema["name"]} if schema.get("name") else {}),
            }  # fmt: skip
    elif kind == "array":
        written = {"type": "array", "items": avro_schema(schema["items"], named), **_attributes(schema)}
    elif kind == "map":
        written = {"type": "map", "values": avro_schema(schema["values"], named), **_attributes(schema)}
    else:
        attributes = _attributes(schema)
        if kind in ("int8", "int16"):
            attributes["connect.type"] = kind
        logical = LOGICAL.get(schema.get("name", ""))
        if logical:
            attributes["logicalType"] = logical
        if logical == "decimal":
            given = schema.get("parameters", {})
            attributes |= {"scale": int(given.get("scale", 0)), "precision": int(given.get("connect.decimal.precision", 64))}
        written = {"type": TYPES[kind], **attributes} if attributes else TYPES[kind]
    return ["null", written] if schema.get("optional") else written


def _field(field: dict[str, Any], named: dict[str, str]) -> dict[str, Any]:
    kind = avro_schema(field, named)
    return {"name": field["field"], "type": kind, **({"default": None} if isinstance(kind, list) else {})}


def _attributes(schema: dict[str, Any]) -> dict[str, Any]:
    names = {"version": "connect.version", "parameters": "connect.parameters", "name": "connect.name", "default": "connect.default"}
    return {names[name]: schema[name] for name in names if schema.get(name) is not None}


def avro_value(schema: dict[str, Any], value: Any) -> Any:
    """Return a JSON value as the Avro writer takes it."""
    kind = schema["type"].lower()
    if value is None:
        return None
    if kind == "struct":
        return {field["field"]: avro_value(field, value.get(field["field"])) for field in schema["fields"]}
    if kind == "array":
        return [avro_value(schema["items"], item) for item in value]
    if kind == "map":
        return {name: avro_value(schema["values"], item) for name, item in value.items()}
    if kind == "bytes":
        return base64.b64decode(value)
    return float(value) if kind in ("float", "double") else value
