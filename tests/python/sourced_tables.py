"""What a change data capture tool wrote to Kafka, landed and run, and typed tables of it beside the rows of the source."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from source_comparison import Expected, Row, differences, quoted, typed_rows
from test_generated_tables import files

from rosetta_cdc.sandbox import Sandbox


class Moment(NamedTuple):
    """What the tables of a source held at a moment."""

    at: str
    rows: dict[str, list[Row]]


class Table(NamedTuple):
    """A typed table of a source."""

    name: str
    columns: dict[str, str]  # column of the source to that of the table


def land(address: str, pattern: str) -> None:
    """Land topics with the project's command."""
    command = [sys.executable, "-m", "rosetta_cdc.landing", "kafka", "--servers", address, "--pattern", pattern]
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def generate(warehouse: Sandbox, capture: pytest.CaptureFixture[str], *, source: str | None = None, history: bool = False) -> dict[str, Table]:
    """Write the models that `generate_cdc_tables` prints, and return them by `table_id`; they are to be built."""
    import json

    arguments = {"history": history, **({"source": source} if source else {})}
    capture.readouterr()
    warehouse.dbt("run-operation", "generate_cdc_tables", "--args", json.dumps(arguments))
    found = {}
    for name, text in files(capture.readouterr().out).items():
        (warehouse.project / "models" / "typed" / name).write_text(text, encoding="utf-8")
        if name.endswith(".sql"):
            print(name)
            lines = text.splitlines()
            literals = [json.loads(line.strip().rstrip(",")) for line in lines[1:3]]
            columns = [json.loads("{" + line.strip().rstrip(",") + "}") for line in lines if line.startswith("        ")]
            found[".".join(literals)] = Table(Path(name).stem, {next(iter(column)): next(iter(column)) for column in columns})
    return found


def compare(
    warehouse: Sandbox, table: Table, rows: Iterable[Row], key: Iterable[str], expected: Mapping[str, Expected | None], condition: str = "true"
) -> list[str]:
    """Return what differs between a typed table and its source; columns that `expected` maps to None are left out."""
    found, types = typed_rows(warehouse.spark, f"cdc.{quoted(table.name)}", condition)
    left_out = {name for name, how in expected.items() if how is None}
    wanted = [{name: text for name, text in row.items() if name not in left_out} for row in rows]
    names = {name: table.columns.get(name, name) for row in wanted for name in row}
    missing = [name for name in names.values() if name not in types]
    if missing:
        return [f"no column {name}" for name in missing]
    return differences(wanted, found, types, names, key, {name: how for name, how in expected.items() if how})


def as_of(moment: Moment) -> str:
    """Return the condition that chooses the versions of a typed history that held at a moment."""
    instant = f"timestamp '{moment.at}'"
    return f"(valid_from is null or valid_from <= {instant}) and (valid_to > {instant} or valid_to is null and is_current) and not is_deleted"
