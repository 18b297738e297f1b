"""An Avro schema, checked and reduced to what Spark needs to decode a record."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import fastavro

from rosetta_cdc.avro.connect import columns_of
from rosetta_cdc.errors import UserError

PRIMITIVES = ("null", "boolean", "int", "long", "float", "double", "bytes", "string")
# Spark reads an instant in the session's zone. As a local time it is the same number of the same unit; `zone` says that it is one of UTC.
INSTANTS = {"timestamp-millis": "local-timestamp-millis", "timestamp-micros": "local-timestamp-micros"}
DATES = ("date", *INSTANTS.values())
DIGITS = 38
DRS_TIMES = ("es", "ts")
# Fields by which a record is known, each with its spellings: DRS, Table 1 and 2 (JSON); DTS, Avro format; GoldenGate, Avro, whose
# other meta fields may have any names; Debezium's changes, schema changes, transaction metadata and notifications.
LAYOUTS = (
    ("drs", (("database",), ("table",), ("type", "opType"), ("data", "old", "sql"))),
    ("dts", (("operation",), ("sourceTimestamp",), ("sourcePosition",), ("afterImages",))),
    ("ogg", (("op_type",),)),
    ("debezium", (("op",), ("source",))),
    ("debezium", (("ddl", "tableChanges"), ("databaseName",))),
    ("debezium", (("status",), ("event_count",))),
    ("debezium", (("aggregate_type",), ("additional_data",))),
)
# Written by Kafka Connect's converter: read as the JSON of Kafka Connect's, in which a logical type is the plain type beneath.
OF_CONNECT = ("debezium", "row", "key")
# Connect types whose values have one notation.
SAME_IN_ALL_NOTATIONS = {"int8", "int16", "int32", "int64", "string", "boolean", "bytes"}


class SchemaError(UserError):
    """A schema that cannot be used; the message says why."""


@dataclass(frozen=True)
class RecordSchema:
    """A schema reduced to what decodes a record; whose fields it has (`layout`), and what Kafka Connect says of its columns."""

    schema: dict[str, Any]
    layout: str | None
    columns: dict[str, Any] | None


def parse(text: str) -> RecordSchema:
    """Return the reduced schema of a record.

    Documentation, aliases, defaults and namespaces go; a type keeps its simple name, numbered where two share it. Of the logical types
    remain decimals, dates and times with a date; the rest is read as the plain type beneath, and so is every one of Kafka Connect's
    records. A file as a registry answers (`{"schema": "..."}`) is taken as the schema in it.

    Raises:
        SchemaError: No Avro schema, no record, or one that Spark cannot read: a type within itself, a record without fields, two fields
            whose names differ only in case, a decimal of more than 38 digits.
    """
    try:
        given = json.loads(text)
        if isinstance(given, dict) and "type" not in given and isinstance(given.get("schema"), str):
            if given.get("schemaType", "AVRO") != "AVRO":
                raise SchemaError(f"a schema of type {given['schemaType']}, not Avro")
            if given.get("references"):
                raise SchemaError("refers to other schemas in the schema registry; the file must contain them all")
            given = json.loads(given["schema"])
        found = layout(given)
        parsed = fastavro.parse_schema(plain(given) if found in OF_CONNECT else given, _write_hint=False)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, fastavro.schema.SchemaParseException) as error:
        raise SchemaError(f"not an Avro schema: {error or type(error).__name__}") from None
    except fastavro.schema.UnknownType as error:
        raise SchemaError(f"not an Avro schema: unknown type {error.name}") from None
    reduced = _Reducer(of_connect=found in OF_CONNECT).reduce(parsed, "")
    if not isinstance(reduced, dict) or reduced["type"] != "record":
        raise SchemaError("the schema of a message must be a record")
    if found == "drs":
        reduced["fields"] = [_envelope_field(field) for field in reduced["fields"]]
    return RecordSchema(reduced, found, _columns(given, found))


def _columns(schema: dict[str, Any], found: str | None) -> dict[str, Any] | None:
    """Return what Kafka Connect says of a record's columns; of a key only if a value of its types has several notations."""
    if found not in ("debezium", "row", "key"):
        return None
    columns = columns_of(schema, is_envelope=found == "debezium")
    return None if found == "key" and set((columns["columns"] or {}).values()) <= SAME_IN_ALL_NOTATIONS else columns


def layout(schema: Any) -> str | None:
    """Return whose fields a record has: `drs`, `dts`, `ogg`, `debezium`, those of a Kafka key (`key`) or a plain row (`row`) of Kafka
    Connect's; or None."""
    if not isinstance(schema, dict) or schema.get("type") != "record":
        return None
    names = {field["name"] for field in schema["fields"]}
    name = schema["name"].rpartition(".")[2]
    # Debezium calls them so: Key of a table's, SchemaChangeKey, TransactionMetadataKey and others.
    if name == "Key" or (name.endswith("Key") and "connect.name" in schema):
        return "key"
    for found, groups in LAYOUTS:
        if all(names.intersection(group) for group in groups):
            return found
    if name == "Heartbeat" and names == {"ts_ms"}:
        return "debezium"
    return "row" if name == "Value" or "connect.name" in schema else None


def plain(schema: Any) -> Any:
    """Return a schema without logical types and defaults. Connect's decimals may have scales that Avro's specification does not allow."""
    if isinstance(schema, list):
        return [plain(member) for member in schema]
    if isinstance(schema, dict):
        return {name: plain(value) for name, value in schema.items() if name not in ("logicalType", "default")}
    return schema


def _envelope_field(field: dict[str, Any]) -> dict[str, Any]:
    """Return a field of a DRS record; its times are milliseconds as numbers, as in the JSON format."""
    members = field["type"] if isinstance(field["type"], list) else [field["type"]]
    times = [member for member in members if isinstance(member, dict) and member.get("logicalType") in INSTANTS.values()]
    if field["name"] not in DRS_TIMES or not times:
        return field
    if any(member["logicalType"] != INSTANTS["timestamp-millis"] for member in times):
        raise SchemaError(f"field {field['name']} counts microseconds; in DRS it counts milliseconds")
    return {"name": field["name"], "type": ["long" if member in times else member for member in members]}


def _check_name(name: Any) -> None:
    """Refuse what Java's Avro refuses: a name holds letters, digits and underscores. So no name needs an escape in SQL."""
    if not (isinstance(name, str) and name.isidentifier()):
        raise SchemaError(f"not an Avro schema: {name!r} is not a valid name")


def _by_name(schema: Any, *, whole: bool = False) -> Any:
    """Return a reduced schema in which named types are their names; whole: but for the outermost."""
    if isinstance(schema, list):
        return [_by_name(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    if "name" in schema and "type" in schema and not whole and schema["type"] in ("record", "enum", "fixed"):
        return schema["name"]
    return {name: _by_name(part) for name, part in schema.items()}


class _Reducer:
    """Walks a schema once; remembers the simple name of every named type and the types that it is within.

    Args:
        of_connect: Refuse a union of several types, which Kafka Connect does not write, and give a type a name that says what it is of:
            so types of several schemas that have one name are the same.
    """

    def __init__(self, *, of_connect: bool) -> None:
        self.names: dict[str, str] = {}
        self.within: list[str] = []
        self.of_connect = of_connect

    def reduce(self, schema: Any, path: str) -> Any:
        if isinstance(schema, list):
            if self.of_connect and len([member for member in schema if member != "null"]) > 1:
                raise SchemaError(f"field {path[1:]} is a union of several types, which Kafka Connect messages do not have")
            return [self.reduce(member, path) for member in schema]
        if isinstance(schema, str):
            return schema if schema in PRIMITIVES else self._reference(schema, path)
        match schema["type"]:
            case "record" | "error":
                return self._record(schema, path)
            case "enum":
                for symbol in schema["symbols"]:
                    _check_name(symbol)
                return self._named(schema, {"type": "enum", "name": self._name(schema), "symbols": schema["symbols"]})
            case "fixed":
                size = schema["size"]
                return self._named(schema, {"type": "fixed", "name": self._name(schema), "size": size, **self._logical(schema, path)})
            case "array":
                return {"type": "array", "items": self.reduce(schema["items"], path)}
            case "map":
                return {"type": "map", "values": self.reduce(schema["values"], path)}
            case str() as primitive if primitive in PRIMITIVES:
                logical = self._logical(schema, path)
                return {"type": primitive, **logical} if logical else primitive
            case inner:
                return self.reduce(inner, path)

    def _record(self, schema: dict[str, Any], path: str) -> dict[str, Any]:
        name = self._name(schema)
        names = [field["name"] for field in schema["fields"]]
        if not names:
            raise SchemaError(f"record {schema['name']} has no fields")
        if len({field.lower() for field in names}) < len(names):
            raise SchemaError(f"record {schema['name']} has two fields whose names differ only in case, which Spark cannot tell apart")
        for field in names:
            _check_name(field)
        self.within.append(schema["name"])
        fields = [{"name": field["name"], "type": self.reduce(field["type"], f"{path}.{field['name']}")} for field in schema["fields"]]
        self.within.pop()
        return self._named(schema, {"type": "record", "name": name, "fields": fields})

    def _named(self, schema: dict[str, Any], reduced: dict[str, Any]) -> dict[str, Any]:
        if self.of_connect:
            content = json.dumps({**_by_name(reduced, whole=True), "name": schema["name"].rpartition(".")[2]})
            reduced["name"] = f"{schema['name'].rpartition('.')[2]}_{hashlib.sha256(content.encode()).hexdigest()[:10]}"
            self.names[schema["name"]] = reduced["name"]
        return reduced

    def _name(self, schema: dict[str, Any]) -> str:
        simple = schema["name"].rpartition(".")[2]
        _check_name(simple)
        taken = {name.lower() for name in self.names.values()}
        name = next(name for name in (simple, *(f"{simple}_{number}" for number in range(2, len(taken) + 3))) if name.lower() not in taken)
        return self.names.setdefault(schema["name"], name)

    def _reference(self, name: str, path: str) -> str:
        if name in self.within:
            raise SchemaError(f"type {name} contains itself (field {path[1:]}), which Spark cannot read")
        return self.names[name]

    @staticmethod
    def _logical(schema: dict[str, Any], path: str) -> dict[str, Any]:
        kind = schema.get("logicalType")
        if kind == "decimal":
            if schema["precision"] > DIGITS:
                raise SchemaError(f"field {path[1:]} is a decimal of {schema['precision']} digits; Spark allows {DIGITS}")
            return {"logicalType": kind, "precision": schema["precision"], "scale": schema.get("scale", 0)}
        if kind in INSTANTS:
            return {"logicalType": INSTANTS[kind], "zone": "Z"}
        return {"logicalType": kind} if kind in DATES else {}
