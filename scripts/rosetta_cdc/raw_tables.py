"""The tables of the `raw` schema: declared in `_sources.yml`, created and checked here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import SOURCES, package_folder, raw_table

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


@dataclass(frozen=True)
class Column:
    """A column as declared: `data_type` is a Spark type in its short spelling, such as `bigint`."""

    name: str
    data_type: str
    description: str


@dataclass(frozen=True)
class RawTable:
    """A table as declared, without its place: that depends on `ROSETTA_HOME`."""

    name: str
    description: str
    columns: tuple[Column, ...]
    partitioned_by: tuple[str, ...]
    statistics: tuple[str, ...]

    @property
    def path(self) -> Path:
        """Return the table's folder."""
        return raw_table(self.name)

    @property
    def column_names(self) -> list[str]:
        """Return the names of the columns, in order."""
        return [column.name for column in self.columns]


@cache
def declared() -> dict[str, RawTable]:
    """Return the tables of the source `raw` by name.

    Raises:
        UserError: The file is missing, or holds no source `raw`.
    """
    path = package_folder() / SOURCES
    try:
        sources = yaml.safe_load(path.read_text(encoding="utf-8"))["sources"]
        tables = next(source for source in sources if source["name"] == "raw")["tables"]
    except (OSError, yaml.YAMLError, KeyError, TypeError, StopIteration) as error:
        raise UserError(f"{path}: cannot read the declaration of the raw tables: {error!r}") from error
    return {table["name"]: _declared(table) for table in tables}


def _declared(table: dict) -> RawTable:
    meta = table.get("config", {}).get("meta", {})
    return RawTable(
        name=table["name"],
        description=" ".join(table.get("description", "").split()),
        columns=tuple(
            Column(column["name"], column["data_type"], " ".join(column.get("description", "").split())) for column in table["columns"]
        ),
        partitioned_by=tuple(meta.get("partitioned_by", ())),
        statistics=tuple(meta["statistics"]),
    )


def append(rows: DataFrame, table: RawTable, landing_id: str) -> None:
    """Add rows to a table in one commit that names its landing.

    Args:
        rows: Rows with the table's columns, in any order, and perhaps others.
        table: As `ensure` gave it.
        landing_id: Identity of the commit, by which dbt's runs know it, or what `name_of_landing` makes of it.
    """
    writer = rows.select(*table.column_names).write.format("delta").mode("append")
    writer.option("userMetadata", landing_id).save(str(table.path))


def name_of_landing(landing_id: str, landed_date: date, formats: Mapping[str, int]) -> str:
    """Return the name of a commit of `raw.kafka_messages` that says what it brings, so that dbt's runs need not look into its rows.

    Args:
        landing_id: Identity of the commit.
        landed_date: As its rows have it.
        formats: Number of its records by format code.
    """
    return f"{landing_id} {landed_date.isoformat()} " + ",".join(f"{code}:{number}" for code, number in sorted(formats.items()))


def ensure(spark: SparkSession, name: str) -> RawTable:
    """Return a table; create it where it is absent, else check that it is as declared.

    Args:
        spark: Session with Delta.
        name: Name of a table of the source `raw`.

    Raises:
        UserError: The folder holds something else, was made by another version, or cannot be
            written.
    """
    table = declared()[name]
    if _holds_a_table(table.path):
        _check(spark, table)
    else:
        _create(spark, table)
    return table


def create_statement(table: RawTable) -> str:
    """Return the SQL statement that creates the table at its path."""
    columns = ", ".join(f"`{column.name}` {column.data_type} comment {_literal(column.description)}" for column in table.columns)
    partitions = f" partitioned by ({', '.join(table.partitioned_by)})" if table.partitioned_by else ""
    path = str(table.path).replace("`", "``")
    return (
        f"create table if not exists delta.`{path}` ({columns}) using delta{partitions}"
        f" comment {_literal(table.description)}"
        f" tblproperties ('delta.dataSkippingStatsColumns' = '{','.join(table.statistics)}')"
    )


def _holds_a_table(path: Path) -> bool:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            return False
        names = os.listdir(path)
    except NotADirectoryError as error:
        raise UserError(f"{error.filename or path} is a file where a folder is needed") from error
    except OSError as error:
        raise UserError(f"cannot use {error.filename or path}: {error.strerror}") from error
    if "_delta_log" in names:
        for folder in (path, path / "_delta_log"):
            if not os.access(folder, os.W_OK | os.X_OK):
                raise UserError(f"cannot write in {folder}: Permission denied")
        return True
    if names:
        raise UserError(f"{path} holds files but no Delta table; move it away, or set ROSETTA_HOME to another folder")
    return False


def _create(spark: SparkSession, table: RawTable) -> None:
    if not os.access(table.path.parent, os.W_OK | os.X_OK):
        raise UserError(f"cannot write in {table.path.parent}: Permission denied")
    spark.sql(create_statement(table))


def _check(spark: SparkSession, table: RawTable) -> None:
    try:
        found = spark.read.format("delta").load(str(table.path))
        types = {field.name: field.dataType.simpleString() for field in found.schema.fields}
        relation = found._jdf.queryExecution().analyzed().collectLeaves().head().relation()
        partitions = tuple(relation.partitionSchema().fieldNames())
    except Exception as error:  # whatever Delta says of a log that it cannot read
        raise UserError(f"{table.path} cannot be read as a Delta table: {_first_line(error)}") from error
    difference = _difference(table, types, partitions)
    if difference:
        raise UserError(f"{table.path} was made by another version: {difference}; move it away, or set ROSETTA_HOME to another folder")


def _difference(table: RawTable, types: dict[str, str], partitions: tuple[str, ...]) -> str | None:
    for column in table.columns:
        if column.name not in types:
            return f"column {column.name} is missing"
        if types[column.name] != column.data_type:
            return f"column {column.name} is {types[column.name]}, not {column.data_type}"
    extra = [name for name in types if name not in table.column_names]
    if extra:
        return f"column {extra[0]} is unknown"
    if list(types) != table.column_names:
        return "the columns are in a different order"
    if partitions != table.partitioned_by:
        return f"partitioned by ({', '.join(partitions)}), not ({', '.join(table.partitioned_by)})"
    return None


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
