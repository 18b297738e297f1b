"""The project as a package of another one: what is theirs stays as the adapter has it, their format and tables are made as ours are."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from test_formats import message

from rosetta_cdc.dbt_command import invoke
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import Sandbox


@pytest.fixture
def theirs(warehouse: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """Give an empty warehouse whose commands work with the example project in tests/package."""
    folder = tmp_path / "their_shop"
    shutil.copytree(PROJECT / "tests" / "package", folder)
    (folder / "packages.yml").write_text(json.dumps({"packages": [{"local": str(PROJECT)}]}), encoding="utf-8")
    monkeypatch.setattr(warehouse, "project", folder)
    monkeypatch.setenv("DBT_PROJECT_DIR", str(folder))
    assert invoke("deps", "--project-dir", str(folder), "--profiles-dir", str(warehouse.profiles), "--quiet").success
    return warehouse


def rows(warehouse: Sandbox, query: str) -> list[tuple[object, ...]]:
    """Return the rows of a query in their order."""
    return [tuple(row) for row in warehouse.spark.sql(query).collect()]


def test_what_is_theirs_stays_so(theirs: Sandbox) -> None:
    """Seeds without types of columns, the adapter's incremental strategies, --empty: none of ours has a say."""
    theirs.dbt("seed", "--select", "colors")
    theirs.dbt("run", "--select", "counted_colors")
    theirs.dbt("run", "--select", "counted_colors")
    assert rows(theirs, "select * from cdc.counted_colors order by name") == [("blue", 3), ("red", 2)]
    theirs.dbt("build", "--empty", "--select", "counted_colors")
    assert not theirs.spark.catalog.tableExists("raw.kafka_messages"), "a command that concerns none of ours makes nothing"
    theirs.dbt("run-operation", "maintain")
    assert rows(theirs, "select * from cdc.colors order by name") == [("blue", 2), ("red", 1)], "no table of Delta's, which is left alone"


@pytest.mark.long
def test_their_format_and_table(theirs: Sandbox) -> None:
    """Messages of their format are recognised by its structure, read and folded, and a typed table of theirs follows."""
    theirs.dbt("seed")
    first = {"id": 1, "content": "00ff", "weight": 1.10}
    theirs.land([message(0, "INSERT", "d.parcels", data=first)])
    theirs.dbt("run", "--select", "+rosetta_cdc.state", "+parcels")
    theirs.land([message(1, "UPDATE", "d.parcels", data=first | {"content": "0a"}, beforeData=first)])
    theirs.dbt("run", "--select", "+rosetta_cdc.state", "+parcels")
    assert rows(theirs, "select id, hex(content), cast(weight as string) from cdc.parcels") == [(1, "0A", "1.10000000000000000000")]
    assert rows(theirs, "select version_number, op from cdc.cdc_row_history order by 1") == [(1, "insert"), (2, "update")]
    registered = rows(theirs, "select count_if(topic_pattern like '%\\\\\\\\.%'), count_if(primary_key = 'None') from cdc.cdc_topics")
    assert registered[0][0] > 0, "backslashes of the registry are kept"
    assert registered[0][1] == 0
