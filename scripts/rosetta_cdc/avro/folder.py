"""The Avro schemas of a folder, and the seed that holds them."""

from __future__ import annotations

import csv
import json
import os
import re
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any

from rosetta_cdc.errors import UserError
from rosetta_cdc.formats import declared_formats

SUFFIX = ".avsc"
LARGEST_ID = 2**32 - 1


@dataclass(frozen=True)
class Schema:
    """A row of the seed; `applies_to` is `topic`, `schema_id` or `format`, and `name` the one that it is."""

    kafka_cluster: str | None
    applies_to: str
    name: str
    layout: str | None
    schema: str
    connect_columns: str | None


def read_folder(folder: Path) -> list[Schema]:
    """Return the schemas of the files `*.avsc` in a folder, and in its folders, whose names are those of Kafka clusters.

    A file's name says which records its schema is of: a number those with this id in their prefix, a format code those of the
    topics of this format, any other name those of the topic so called.

    Raises:
        UserError: No folder, no such file, or one that cannot be used; the message names it.
    """
    if not folder.is_dir():
        raise UserError(f"{folder} is not a folder")
    files = sorted(folder.glob(f"*{SUFFIX}")) + sorted(folder.glob(f"*/*{SUFFIX}"))
    if not files:
        raise UserError(f"{folder} has no *{SUFFIX} files")
    binary = [code for code, declared in declared_formats().items() if declared.get("binary")]
    return [_read(path, None if path.parent == folder else path.parent.name, binary) for path in files]


def _read(path: Path, cluster: str | None, formats: list[str]) -> Schema:
    name = path.name.removesuffix(SUFFIX)
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,249}", name):
        raise UserError(f"{path}: '{name}' is not a schema id, a format or the name of a Kafka topic", exit_code=1)
    applies_to = "schema_id" if name.isdecimal() else "format" if name in formats else "topic"
    if applies_to == "schema_id":
        if int(name) > LARGEST_ID:
            raise UserError(f"{path}: a schema id has four bytes; the largest is {LARGEST_ID}", exit_code=1)
        name = str(int(name))
    from rosetta_cdc.avro.schema import SchemaError, parse  # needs the extra `avro`, which writing an empty seed does not

    try:
        schema = parse(path.read_text(encoding="utf-8-sig"))
    except SchemaError as error:
        raise UserError(f"{path}: {error}", exit_code=1) from None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read: {error}", exit_code=1) from None
    columns = None if schema.columns is None else _text(schema.columns)
    return Schema(cluster, applies_to, name, schema.layout, _text(schema.schema), columns)


def _text(value: dict[str, Any]) -> str:
    """Return JSON text; dbt's loading of seeds takes no single quote."""
    return json.dumps(value, separators=(",", ":")).replace("'", r"\u0027")


def write_seed(path: Path, schemas: list[Schema]) -> None:
    """Replace the seed as a whole.

    Raises:
        UserError: Two schemas for the same records, such as `7.avsc` and `007.avsc`.
    """
    for number, schema in enumerate(schemas):
        if any(astuple(schema)[:3] == astuple(other)[:3] for other in schemas[:number]):
            raise UserError(f"two schemas for {schema.applies_to} {schema.name}; remove one", exit_code=1)
    written = path.with_suffix(".part")
    with written.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(field.name for field in fields(Schema))
        rows.writerows(["" if value is None else value for value in astuple(schema)] for schema in schemas)
    os.replace(written, path)
