"""An Avro schema, checked and reduced to what Spark needs to decode a record."""

from __future__ import annotations

import json
from typing import Any

import fastavro

from rosetta_cdc.errors import UserError

PRIMITIVES = ("null", "boolean", "int", "long", "float", "double", "bytes", "string")
# Spark reads an instant in the session's zone. As a local time it is the same number of the same unit; `zone` says that it is one of UTC.
INSTANTS = {"timestamp-millis": "local-timestamp-millis", "timestamp-micros": "local-timestamp-micros"}
DATES = ("date", *INSTANTS.values())
DIGITS = 38
DRS_TIMES = ("es", "ts")
# Fields by which a record is known, each with its spellings: DRS, Table 1 and 2 (JSON); DTS, Avro format; GoldenGate, Avro, whose
# other meta fields may have any names.
LAYOUTS = {
    "drs": (("database",), ("table",), ("type", "opType"), ("data", "old", "sql")),
    "dts": (("operation",), ("sourceTimestamp",), ("sourcePosition",), ("afterImages",)),
    "ogg": (("op_type",),),
}


class SchemaError(UserError):
    """A schema that cannot be used; the message says why."""


def parse(text: str) -> dict[str, Any]:
    """Return the reduced schema of a record.

    Documentation, aliases, defaults and namespaces go; a type keeps its simple name, numbered where two share it. Of the logical types
    remain decimals, dates and times with a date; the rest is read as the plain type beneath. A file as Confluent's registry answers
    (`{"schema": "..."}`) is taken as the schema in it.

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
                raise SchemaError("refers to other schemas of the registry; the file must hold all of them")
            given = json.loads(given["schema"])
        parsed = fastavro.parse_schema(given, _write_hint=False)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, fastavro.schema.SchemaParseException) as error:
        raise SchemaError(f"no Avro schema: {error or type(error).__name__}") from None
    except fastavro.schema.UnknownType as error:
        raise SchemaError(f"no Avro schema: unknown type {error.name}") from None
    reduced = _Reducer().reduce(parsed, "")
    if not isinstance(reduced, dict) or reduced["type"] != "record":
        raise SchemaError("the schema of a message must be a record")
    if layout(reduced) == "drs":
        reduced["fields"] = [_envelope_field(field) for field in reduced["fields"]]
    return reduced


def layout(schema: dict[str, Any]) -> str | None:
    """Return whose fields a record has: `drs`, `dts`, `ogg` or None."""
    names = {field["name"] for field in schema["fields"]}
    return next((name for name, groups in LAYOUTS.items() if all(names.intersection(group) for group in groups)), None)


def _envelope_field(field: dict[str, Any]) -> dict[str, Any]:
    """Return a field of a DRS record; its times are milliseconds as numbers, as in the JSON format."""
    members = field["type"] if isinstance(field["type"], list) else [field["type"]]
    times = [member for member in members if isinstance(member, dict) and member.get("logicalType") in INSTANTS.values()]
    if field["name"] not in DRS_TIMES or not times:
        return field
    if any(member["logicalType"] != INSTANTS["timestamp-millis"] for member in times):
        raise SchemaError(f"field {field['name']} counts microseconds; that of DRS counts milliseconds")
    return {"name": field["name"], "type": ["long" if member in times else member for member in members]}


def _check_name(name: Any) -> None:
    """Refuse what Java's Avro refuses: a name holds letters, digits and underscores. So no name needs an escape in SQL."""
    if not (isinstance(name, str) and name.isidentifier()):
        raise SchemaError(f"no Avro schema: {name!r} is no name")


class _Reducer:
    """Walks a schema once; remembers the simple name of every named type and the types that it is within."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.within: list[str] = []

    def reduce(self, schema: Any, path: str) -> Any:
        if isinstance(schema, list):
            return [self.reduce(member, path) for member in schema]
        if isinstance(schema, str):
            return schema if schema in PRIMITIVES else self._reference(schema, path)
        match schema["type"]:
            case "record" | "error":
                return self._record(schema, path)
            case "enum":
                for symbol in schema["symbols"]:
                    _check_name(symbol)
                return {"type": "enum", "name": self._name(schema), "symbols": schema["symbols"]}
            case "fixed":
                return {"type": "fixed", "name": self._name(schema), "size": schema["size"], **self._logical(schema, path)}
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
        return {"type": "record", "name": name, "fields": fields}

    def _name(self, schema: dict[str, Any]) -> str:
        simple = schema["name"].rpartition(".")[2]
        _check_name(simple)
        taken = {name.lower() for name in self.names.values()}
        name = next(name for name in (simple, *(f"{simple}_{number}" for number in range(2, len(taken) + 3))) if name.lower() not in taken)
        return self.names.setdefault(schema["name"], name)

    def _reference(self, name: str, path: str) -> str:
        if name in self.within:
            raise SchemaError(f"type {name} is within itself (field {path[1:]}), which Spark cannot read")
        return self.names[name]

    @staticmethod
    def _logical(schema: dict[str, Any], path: str) -> dict[str, Any]:
        kind = schema.get("logicalType")
        if kind == "decimal":
            if schema["precision"] > DIGITS:
                raise SchemaError(f"field {path[1:]} is a decimal of {schema['precision']} digits; Spark has {DIGITS}")
            return {"logicalType": kind, "precision": schema["precision"], "scale": schema.get("scale", 0)}
        if kind in INSTANTS:
            return {"logicalType": INSTANTS[kind], "zone": "Z"}
        return {"logicalType": kind} if kind in DATES else {}
