"""Messages of Kafka Connect's JSON converter, written in Avro as its Avro converters (Confluent's, Apicurio's) write the same data."""

from __future__ import annotations

import base64
import json
from typing import Any

from rosetta_shop.avro_schemas import AvroSchemas

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


class ConnectAvro(AvroSchemas):
    """Writes JSON messages of Kafka Connect in Avro."""

    def encode(self, document: dict[str, Any], *, is_key: bool = False) -> bytes:
        """Return a JSON message, with or without its schema, in Avro."""
        has_schema = set(document) == {"schema", "payload"}
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
        return self.written(avro, avro_value(schema, payload))


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
