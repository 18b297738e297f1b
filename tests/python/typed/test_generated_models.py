"""Typed models that follow the source: written for each registered table, extended and widened as it changes, left alone once edited."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rosetta_cdc.errors import UserError
from rosetta_cdc.generated import update
from rosetta_cdc.generated.folder import FOLDER, GeneratedFolder
from rosetta_cdc.loop import models as loop_models
from rosetta_cdc.loop.models import ModelsWatch
from rosetta_cdc.new_project import REGISTRY, make_project
from rosetta_cdc.paths import PACKAGE
from rosetta_cdc.registry import TOPIC_COLUMNS
from rosetta_cdc.sandbox import Sandbox

TABLES = ("--select", "cdc_topic_rules", "cdc_events", "rosetta_cdc.state", "rosetta_cdc.typed", f"path:{FOLDER}")


@pytest.fixture
def mine(warehouse: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandbox]:
    """Give an empty warehouse whose commands work with a project that scripts/init has made."""
    project = tmp_path / "my shop"
    make_project(project)
    rows = r"1,,shop\..*,,canal,erp,,,,,,,"
    (project / "seeds" / f"{REGISTRY}.csv").write_text(",".join(TOPIC_COLUMNS) + f"\n{rows}\n", encoding="utf-8")
    monkeypatch.setattr(warehouse, "project", project)
    monkeypatch.setenv("DBT_PROJECT_DIR", str(project))
    monkeypatch.setenv("DBT_PROFILES_DIR", str(warehouse.profiles))
    monkeypatch.setenv("DBT_TARGET_PATH", str(warehouse.home / "dbt" / "target"))
    monkeypatch.setenv("DBT_LOG_PATH", str(warehouse.home / "dbt" / "logs"))
    yield warehouse
    (warehouse.home / "dbt" / "target" / "partial_parse.msgpack").unlink(missing_ok=True)


class Source:
    """A database that Canal reads."""

    def __init__(self, warehouse: Sandbox, folder: Path) -> None:
        self.warehouse = warehouse
        self.file = folder / "lines.jsonl"
        self.offset = 0

    def insert(self, table: str, types: dict[str, str], *rows: dict[str, str]) -> None:
        """Land rows of a table in one message."""
        message = {
            "id": self.offset, "database": "shop", "table": table, "pkNames": ["id"], "isDdl": False, "type": "INSERT", "sql": "",
            "es": 1700000000000 + self.offset, "ts": 1700000000000 + self.offset, "mysqlType": types, "data": list(rows), "old": None,
        }  # fmt: skip
        place = {"topic": "shop.all", "partition": 0, "offset": self.offset}
        record = {**place, "ts": 1700000000000 + self.offset, "payload": json.dumps(message)}
        self.offset += 1
        self.file.write_text(json.dumps(record) + "\n", encoding="utf-8")
        self.warehouse.land(self.file)


def rows(warehouse: Sandbox, query: str) -> list[tuple[object, ...]]:
    return [tuple(map(str, row)) for row in warehouse.spark.sql(query).collect()]


def told(project: Path, **options: object) -> list[str]:
    return sorted(change.text for change in update.update_models(project, **options))


def test_models_follow_the_source(mine: Sandbox, tmp_path: Path) -> None:
    """Columns come, widen, are renamed and go; an edited model, one to be told of and one that was deleted stay as they are."""
    source, folder = Source(mine, tmp_path), mine.project / FOLDER
    orders, items = {"id": "int", "total": "decimal(8,2)", "rate": "numeric"}, {"id": "int", "name": "varchar(5)"}
    source.insert("orders", orders, {"id": "1", "total": "1.10", "rate": "1.50"})
    source.insert("items", items, {"id": "1", "name": "a"})
    source.insert("tags", {"id": "int"}, {"id": "1"})
    mine.dbt("seed")
    mine.dbt("run", "--select", "+cdc_events", "rosetta_cdc.state", "rosetta_cdc.typed")
    names = ["erp__shop__items", "erp__shop__orders", "erp__shop__tags"]
    assert told(mine.project, writes=False) == [f"{name}: new model (not written)" for name in names]
    assert not folder.exists()
    assert told(mine.project) == [f"{name}: new model" for name in names]
    assert told(mine.project) == []
    mine.dbt("run", *TABLES)
    mine.dbt("test", "--select", f"path:{FOLDER}")
    assert rows(mine, "select id, total from cdc.erp__shop__orders") == [("1", "1.10")]

    # A person edits one, and wants to be told of another.
    edited = folder / "erp__shop__items.sql"
    edited.write_text(edited.read_text(encoding="utf-8") + "-- mine\n", encoding="utf-8")
    ledger = json.loads((folder / "generated.json").read_text(encoding="utf-8"))
    ledger["erp.shop.tags"]["changes"] = "tell"
    (folder / "generated.json").write_text(json.dumps(ledger), encoding="utf-8")
    before = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*items*")}

    # A column is added, two are widened, under traffic: the run before the models follow does not fail.
    wider = {"id": "bigint", "total": "decimal(12,4)", "rate": "numeric", "note": "varchar(20)"}
    source.insert("orders", wider, {"id": "5000000000", "total": "2.1234", "rate": "0.125", "note": "x"})
    source.insert("items", items | {"size": "int"}, {"id": "2", "name": "b", "size": "7"})
    source.insert("tags", {"id": "int", "color": "varchar(9)"}, {"id": "2", "color": "red"})
    mine.dbt("run", *TABLES)
    assert told(mine.project, tables=["erp.shop.orders", "erp.shop.tags", "erp.shop.items"]) == [
        "erp__shop__orders: column id from int to bigint, column total from decimal(8,2) to decimal(12,4), "
        "column rate from decimal(38,2) to decimal(38,3), column note string added",
        "erp__shop__tags: column color string added (not written)",
    ]
    mine.dbt("run", *TABLES)
    assert rows(mine, "select id, total, rate, note from cdc.erp__shop__orders order by id") == [
        ("1", "1.1000", "1.500", "None"), ("5000000000", "2.1234", "0.125", "x"),
    ]  # fmt: skip
    assert rows(mine, "select count(*) from cdc.cdc_cast_errors") == [("0",)]
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*items*")} == before

    # Values with fewer digits narrow nothing. A column is renamed, another dropped: what older rows have stays.
    source.insert("orders", {"id": "bigint", "remark": "varchar(20)"}, {"id": "3", "remark": "y"})
    mine.dbt("run", *TABLES)
    assert told(mine.project) == [
        "erp__shop__orders: column remark string added",
        "erp__shop__tags: column color string added (not written)",
    ]
    mine.dbt("run", *TABLES)
    assert rows(mine, "select id, total, note, remark from cdc.erp__shop__orders order by id") == [
        ("1", "1.1000", "None", "None"), ("3", "None", "None", "y"), ("5000000000", "2.1234", "x", "None"),
    ]  # fmt: skip
    assert told(mine.project) == ["erp__shop__tags: column color string added (not written)"]

    # One that was deleted is not written again; a table that has a model of a person's own needs none.
    (folder / "erp__shop__orders.sql").unlink()
    call = "{{ rosetta_cdc.cdc_table('erp', 'shop.prices', {'id': 'int'}) }}"
    (mine.project / "models" / "prices.sql").write_text(call, encoding="utf-8")
    source.insert("prices", {"id": "int", "price": "float"}, {"id": "1", "price": "1"})
    source.insert("orders", {"id": "bigint", "more": "int"}, {"id": "4", "more": "1"})
    mine.dbt("run", *TABLES)
    assert told(mine.project, tables=["erp.shop.orders", "erp.shop.prices"]) == []


def test_a_ledger_that_cannot_be_used(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir(parents=True)
    unknown = '{"t": {"model": "m", "digest": "", "changes": "x"}}'
    for text, said in (("{", "cannot be read"), ('{"t": 1}', "cannot be read"), (unknown, "not one of")):
        (folder / "generated.json").write_text(text, encoding="utf-8")
        with pytest.raises(UserError, match=said):
            GeneratedFolder(tmp_path)


def test_a_file_of_a_person_is_not_replaced(tmp_path: Path) -> None:
    folder = GeneratedFolder(tmp_path)
    folder.path.mkdir(parents=True)
    (folder.path / "m.sql").write_text("select 1", encoding="utf-8")
    with pytest.raises(UserError, match="not a file of this command"):
        folder.write("t", "m", "sql", "yaml")
    assert (folder.path / "m.sql").read_text(encoding="utf-8") == "select 1"


def test_the_loop_looks_at_tables_that_have_changed(rosetta_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only in a project of a user's own, only after a change, and no failure of it stops the loop."""
    (rosetta_home / "loop").mkdir(parents=True)
    looked: list[tuple[set[str], bool]] = []
    notes: list[str] = []
    answers = [("s.a", "1"), ("s.b", "1")]

    def updated(project: Path, tables: set[str], *, writes: bool) -> list[update.Change]:
        looked.append((set(tables), writes))
        if "s.broken" in tables:
            raise UserError("no space")
        return [update.Change("s.a", "a", "new model", writes)]

    monkeypatch.setattr(loop_models, "update_models", updated)
    watch = ModelsWatch(lambda _: answers, tmp_path, None, notes.append)
    assert not watch.update()
    assert not looked
    (tmp_path / PACKAGE).mkdir(parents=True)
    watch = ModelsWatch(lambda _: answers, tmp_path, None, notes.append)
    assert watch.update()
    assert not watch.update()
    answers[1] = ("s.b", "2")
    assert ModelsWatch(lambda _: answers, tmp_path, "tell", notes.append).update() is False
    answers.append(("s.broken", "1"))
    assert not watch.update()
    assert looked == [({"s.a", "s.b"}, True), ({"s.b"}, False), ({"s.broken"}, True)]
    assert notes == ["a: new model", "a: new model (not written)", "the models were not updated: no space"]
