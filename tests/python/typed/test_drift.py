"""A source's columns are added, dropped, renamed and retyped, with and without a message that says so: in every format."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest
from case_logs import Log, registry_rows
from case_steps import alter, insert
from test_generated_tables import generate

from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.formats import ALL
from rosetta_shop.model import Column, Table

pytestmark = pytest.mark.long

ID, KEPT = Column("id", "bigint"), Column("kept", "varchar", 20)
GONE, OLD_NAME, AMOUNT = Column("gone", "varchar", 20), Column("old_name", "varchar", 20), Column("amount", "int")
NEW_NAME, LARGE_AMOUNT, ADDED = Column("new_name", "varchar", 20), Column("amount", "bigint"), Column("added", "varchar", 20)
BEFORE = Table("", "parcels", (ID, KEPT, GONE, OLD_NAME, AMOUNT), ("id",))
AFTER = Table("", "parcels", (ID, KEPT, NEW_NAME, LARGE_AMOUNT, ADDED), ("id",))
# A number that is no int.
LARGE = 5_000_000_000

ADD, DROP = "ALTER TABLE `parcels` ADD COLUMN `added` varchar(20)", "ALTER TABLE `parcels` DROP COLUMN `gone`"
RENAME, RETYPE = "ALTER TABLE `parcels` RENAME COLUMN `old_name` TO `new_name`", "ALTER TABLE `parcels` MODIFY COLUMN `amount` bigint"
# Kind of drift and column -> the statement that tells of it.
CHANGES = {
    ("column_added", "added"): ADD,
    ("column_added", "new_name"): RENAME,
    ("column_gone", "gone"): DROP,
    ("column_gone", "old_name"): RENAME,
}
# Where a typed model and its table differ.
OF_MODELS = {
    ("column_not_in_model", "added"): ADD,
    ("column_not_in_model", "new_name"): RENAME,
    ("column_gone_from_source", "gone"): DROP,
    ("column_gone_from_source", "old_name"): RENAME,
}
# MySQL's int and bigint as messages declare them. The other formats declare nothing, or LONG for both: nothing shows a retyped column.
RETYPED = {
    **dict.fromkeys(("canal", "drs_json", "drs_json_c", "dts_canal", "dts_canal_legacy", "dts_avro"), ("int", "bigint")),
    **dict.fromkeys(("dtle", "debezium"), ("int32", "int64")),
    "oms_canal": ("int", "int64"),
    "oms_dataworks_v2": ("INT", "INT64"),
    "oms_default_extend": ("INT", "INT64"),
}
# DTS SharePlex, GoldenGate and DMS send no text; dtle names no table with a statement.
WITHOUT_TEXT = ("dts_shareplex", "aws_dms", "dtle", "ogg")

# Format, and whether its DDL is sent.
Case = tuple[str, bool]


def log_of(code: str, is_told: bool) -> Log:
    """Return the log of a database: a row of the old table and, in the second run, the change and a row of the other."""
    log = Log("told" if is_told else "untold", code)
    log.write(insert("1 here there this 7", BEFORE))
    log.at(60)
    if is_told:
        for statement in (ADD, DROP, RENAME, RETYPE):
            log.write(alter(statement, AFTER), late=1)
    log.at(61).write(insert(f"2 still that {LARGE} now", AFTER), late=1)
    return log


def owner_of(table_id: str) -> Case:
    """Return format and kind of database of a table."""
    return table_id.split(".")[0], "untold" not in table_id.lower()


def typed_rows(warehouse: Sandbox, names: list[str]) -> dict[Case, list[dict[str, Any]]]:
    """Return the rows of typed tables in the order of their id, by format and database; column names in lower case."""
    found: dict[Case, list[dict[str, Any]]] = defaultdict(list)
    for name in names:
        rows = [row.asDict(recursive=True) for row in warehouse.spark.table(f"cdc.{name}").collect()]
        for row in sorted(({key.lower(): value for key, value in row.items()} for row in rows), key=lambda row: row["id"]):
            found[owner_of(row["row_id"])].append(row)
    return found


def test_columns_change(warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """Drift shows each change in the next run, with its statement where one was sent; typed tables go on, and take the columns later."""
    cases = [(code, is_told) for code in ALL for is_told in (True, False)]
    placed = [one for case in cases for one in log_of(*case).placed]
    warehouse.registry(registry_rows(ALL))
    warehouse.land([one.record for one in placed if one.run == 0])
    warehouse.dbt("seed")
    warehouse.dbt("run", "--select", "+cdc_events", "path:models/state", "path:models/typed", "path:models/monitoring")
    names = generate(warehouse, capfd)
    assert len(names) == len(cases)
    warehouse.dbt("run", "--select", *names)
    assert warehouse.spark.table("cdc.cdc_schema_drift").count() == 0

    warehouse.land([one.record for one in placed if one.run == 1])
    warehouse.dbt("run", "--select", "cdc_events", "path:models/state", "path:models/typed", "path:models/monitoring")
    drift: dict[Case, dict[tuple[str, str], Any]] = defaultdict(dict)
    for row in warehouse.spark.table("cdc.cdc_schema_drift").collect():
        drift[owner_of(row.table_id)][row.kind, row.column_name.lower()] = row
    tables = typed_rows(warehouse, names)
    for code, is_told in cases:
        meant = CHANGES | OF_MODELS | ({("column_retyped", "amount"): RETYPE} if code in RETYPED else {})
        has_text = is_told and code not in WITHOUT_TEXT
        found = drift[code, is_told]
        shown = {change: row.ddl_text for change, row in found.items()}
        assert shown == {change: text if has_text else None for change, text in meant.items()}, code
        if code in RETYPED:
            row = found["column_retyped", "amount"]
            assert (row.former_type, row.type) == RETYPED[code]
        first, second = tables[code, is_told]
        assert [first[name] for name in ("kept", "gone", "old_name", "amount")] == ["here", "there", "this", 7]
        # A table made for an int cannot hold the number; where values alone told the type, it was made for more.
        errors = [(error["column"], error["error"]) for error in second["cast_errors"] or ()]
        assert [second[name] for name in ("kept", "gone", "old_name")] == ["still", None, None]
        assert (second["amount"], errors) == ((None, [("amount", "out_of_range")]) if code in RETYPED else (LARGE, []))

    warehouse.dbt("run", "--full-refresh", "--select", *generate(warehouse, capfd))
    for case, (first, second) in typed_rows(warehouse, names).items():
        names_of_both = ("kept", "gone", "old_name", "new_name", "amount", "added", "cast_errors")
        assert [first[name] for name in names_of_both] == ["here", "there", "this", None, 7, None, None], case
        assert [second[name] for name in names_of_both] == ["still", None, None, "that", LARGE, "now", None], case
