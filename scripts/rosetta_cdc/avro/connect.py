"""What Kafka Connect's Avro converter has written into a schema: the Connect schema, as Connect's JSON has it."""

from __future__ import annotations

from typing import Any

# The types of Avro by the names that Kafka Connect gives them.
CONNECT_TYPES = {
    "int": "int32", "long": "int64", "float": "float", "double": "double", "boolean": "boolean", "bytes": "bytes", "fixed": "bytes",
    "string": "string", "enum": "string", "array": "array", "map": "map", "record": "struct",
}  # fmt: skip
# What a logical type means where the converter leaves Connect's own names out (connect.meta.data=false).
LOGICAL_TYPES = {
    "decimal": "org.apache.kafka.connect.data.Decimal",
    "date": "org.apache.kafka.connect.data.Date",
    "time-millis": "org.apache.kafka.connect.data.Time",
    "timestamp-millis": "org.apache.kafka.connect.data.Timestamp",
}
# What the converter writes as the precision of a decimal that has none in Connect.
UNKNOWN_PRECISIONS = (None, 0, 64)
# What parameters of the source's column begin with (column.propagate.source.type): they say nothing of the type in the schema.
OF_SOURCE = "__debezium.source.column."


def columns_of(schema: dict[str, Any], *, is_envelope: bool) -> dict[str, Any]:
    """Return name and version of a record's Connect schema, and its columns with their types.

    A type is the logical name, else Connect's type, with the parameters behind it in one text, as `connect_columns` writes those of a
    message in JSON; of an array also that of its items.

    Args:
        schema: The Avro schema of the record.
        is_envelope: Whether the columns are those of the record's image after a change, else of that before it.
    """
    named: dict[str, Any] = {}
    _find_named(schema, "", named)
    columns: list[dict[str, Any]] | None = schema["fields"]
    if is_envelope:
        images = {field["name"]: _of_names(_without_null(field["type"]), named) for field in schema["fields"]}
        image = images.get("after") or images.get("before")
        columns = image["fields"] if isinstance(image, dict) and image.get("type") == "record" else None
    version = schema.get("connect.version")
    described = {column["name"]: _type_text(column["type"], named) for column in columns or []}
    return {
        "name": schema.get("connect.name", _full_name(schema, "")),
        "version": None if version is None else str(version),
        "columns": None if columns is None else described,
    }


def _full_name(schema: dict[str, Any], namespace: str) -> str:
    name = str(schema["name"])
    within = schema.get("namespace", namespace)
    return name if "." in name or not within else f"{within}.{name}"


def _find_named(schema: Any, namespace: str, named: dict[str, Any]) -> None:
    """Add the named types of a schema, by their full and their simple names."""
    if isinstance(schema, list):
        for member in schema:
            _find_named(member, namespace, named)
    elif isinstance(schema, dict):
        if schema.get("type") in ("record", "enum", "fixed"):
            full = _full_name(schema, namespace)
            namespace = full.rpartition(".")[0]
            named.setdefault(full, schema)
            named.setdefault(full.rpartition(".")[2], schema)
        for part in (*(field["type"] for field in schema.get("fields", [])), schema.get("items"), schema.get("values"), schema.get("type")):
            if isinstance(part, dict | list):
                _find_named(part, namespace, named)


def _without_null(schema: Any) -> Any:
    if not isinstance(schema, list):
        return schema
    members = [member for member in schema if member != "null"]
    return members[0] if members else "null"


def _of_names(schema: Any, named: dict[str, Any]) -> Any:
    """Return a type, a named one as it was defined."""
    while isinstance(schema, dict) and isinstance(schema.get("type"), dict):
        schema = schema["type"]
    return named.get(schema, schema) if isinstance(schema, str) else schema


def _type_text(schema: Any, named: dict[str, Any]) -> str:
    schema = _of_names(_without_null(schema), named)
    if not isinstance(schema, dict):
        return CONNECT_TYPES.get(schema, str(schema))
    kind = schema["type"]
    logical = schema.get("logicalType", "")
    parameters = schema.get("connect.parameters")
    if parameters is None and logical == "decimal":
        parameters = {"scale": schema.get("scale", 0), "connect.decimal.precision": schema.get("precision")}
        if schema.get("precision") in UNKNOWN_PRECISIONS:
            del parameters["connect.decimal.precision"]
    if kind == "array" and "connect.name" not in schema:
        return f"array<{_type_text(schema['items'], named)}>"
    text = schema.get("connect.name") or LOGICAL_TYPES.get(logical) or schema.get("connect.type") or CONNECT_TYPES.get(kind, str(kind))
    told = [f"{name}={value}" for name, value in (parameters or {}).items() if not name.startswith(OF_SOURCE)]
    return f"{text}({','.join(told)})" if told else text
