"""What a change data capture tool wrote to Kafka, landed and run, and typed tables of it beside the rows of the source."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest
from source_comparison import Agreement, Row, counted, differences, quoted, typed_rows
from source_servers import Server
from test_generated_tables import files

from rosetta_cdc.avro.__main__ import main as register_avro
from rosetta_cdc.broker import Broker
from rosetta_cdc.sandbox import Sandbox

# What a table has beside the columns of the source.
TECHNICAL = {
    "row_id",
    "event_id",
    "image_complete",
    "equal_rows",
    "valid_from",
    "valid_to",
    "version_number",
    "op",
    "is_current",
    "is_deleted",
    "applied_at",
    "cast_errors",
}


class Moment(NamedTuple):
    """What the tables of a source held at a moment."""

    at: str
    rows: dict[str, list[Row]]


class Table(NamedTuple):
    """A typed table of a source."""

    name: str
    columns: dict[str, str]  # of the source, with their types


def land(address: str, pattern: str) -> None:
    """Land topics with the project's command."""
    command = [sys.executable, "-m", "rosetta_cdc.landing", "kafka", "--servers", address, "--pattern", pattern]
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def broker_of(folder: Path) -> Iterator[Broker]:
    """Give a running broker."""
    broker = Broker(folder / "kafka")
    broker.start()
    try:
        yield broker
    finally:
        broker.remove()


ServerType = TypeVar("ServerType", bound=Server)


@contextmanager
def removed(server: ServerType) -> Iterator[ServerType]:
    """Give a server that is removed in the end."""
    try:
        yield server
    finally:
        server.remove()


@contextmanager
def landed(warehouse: Sandbox, registry: str, address: str, pattern: str, schemas: Path | None = None) -> Iterator[None]:
    """Have topics landed and run in an empty warehouse; schemas: folder of Avro schemas."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROSETTA_HOME", str(warehouse.home))
        patch.setenv("DBT_PROJECT_DIR", str(warehouse.project))
        patch.setenv("ROSETTA_TOPICS_CSV", "")
        warehouse.reset()
        warehouse.registry(registry)
        if schemas:
            register_avro([str(schemas), "--seed", str(warehouse.project / "seeds" / "cdc_avro_schemas.csv")])
        land(address, pattern)
        warehouse.dbt("seed")
        warehouse.dbt("run", "--select", "+rosetta_cdc.state", "cdc_dead_letters", "cdc_cast_errors")
        yield


def generate(warehouse: Sandbox, capture: pytest.CaptureFixture[str], *, source: str, history: bool = False) -> dict[str, Table]:
    """Write the models that `generate_cdc_tables` prints, and return them by what `table_id` has behind the source."""
    capture.readouterr()
    warehouse.dbt("run-operation", "generate_cdc_tables", "--args", json.dumps({"source": source, "history": history}))
    found = {}
    for name, text in files(capture.readouterr().out).items():
        (warehouse.project / "models" / "typed" / name).write_text(text, encoding="utf-8")
        if name.endswith(".sql"):
            table, columns = model_of(text)
            found[table] = Table(Path(name).stem, columns)
    return found


def model_of(text: str) -> tuple[str, dict[str, str]]:
    """Return the table of a printed model and the types of its columns."""
    lines = text.splitlines()
    columns = json.loads("{" + "".join(line for line in lines if line.startswith("        ")) + "}")
    return json.loads(lines[2].strip().rstrip(",")).replace("\\", ""), columns


def declare(warehouse: Sandbox, tables: Mapping[str, Table], source: str, other: str) -> dict[str, Table]:
    """Write models of the tables of another source, whose messages do not say how they are written, with what those of the first say."""
    spark = warehouse.spark
    query = (
        f"select table_id, explode(column_encodings) as (name, encoding) from cdc.cdc_current_rows where startswith(table_id, '{source}.')"
    )
    said = {
        (row.table_id.replace("\\", ""), row.name): row.encoding.partition(":")[2] for row in spark.sql(query).collect() if row.encoding
    }
    found = {}
    for table, given in tables.items():
        text = (warehouse.project / "models" / "typed" / f"{given.name}.sql").read_text(encoding="utf-8")
        columns = {
            name: {"type": kind, **({"declared": said[f"{source}.{table}", name]} if (f"{source}.{table}", name) in said else {})}
            for name, kind in given.columns.items()
        }
        lines = [json.dumps(other), text.splitlines()[2].strip().rstrip(","), json.dumps(columns)]
        name = given.name.replace(source, other, 1)
        (warehouse.project / "models" / "typed" / f"{name}.sql").write_text(
            "{{ rosetta_cdc.cdc_table(" + ", ".join(lines) + ") }}\n", encoding="utf-8"
        )
        found[table] = Table(name, given.columns)
    return found


def compare(
    warehouse: Sandbox,
    table: Table,
    rows: Iterable[Row],
    key: Iterable[str],
    agreements: Mapping[str, Agreement | None],
    condition: str = "true",
) -> list[str]:
    """Return what differs between a typed table and its source; columns that `agreements` maps to None are left out.

    Rows of a table without a key are counted.
    """
    found, types = typed_rows(warehouse.spark, f"cdc.{quoted(table.name)}", condition)
    names = dict(zip(table.columns, [name for name in types if name not in TECHNICAL], strict=True))
    left_out = {name for name, how in agreements.items() if how is None}
    wanted = [{name: text for name, text in row.items() if name not in left_out} for row in rows]
    missing = {name for row in wanted for name in row} - set(names)
    if missing:
        return [f"no column {name}" for name in sorted(missing)]
    if not list(key):
        return counted(wanted, found, types, names)
    return differences(wanted, found, types, names, key, {name: how for name, how in agreements.items() if how})


def as_of(moment: Moment) -> str:
    """Return the condition that chooses the versions of a typed history that held at a moment."""
    instant = f"timestamp '{moment.at}'"
    return (
        f"(valid_from is null or valid_from <= {instant}) and (valid_to > {instant} or valid_to is null and is_current) and not is_deleted"
    )
