"""Typed models that follow the source: written for each registered table, extended and widened as it changes, left alone once edited."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from rosetta_cdc.dbt_command import Outcome
from rosetta_cdc.errors import UserError
from rosetta_cdc.generated import update
from rosetta_cdc.generated.folder import FOLDER, GeneratedFolder
from rosetta_cdc.loop import models as loop_models
from rosetta_cdc.loop.models import ModelsWatch
from rosetta_cdc.new_project import REGISTRY, make_project
from rosetta_cdc.paths import PACKAGE
from rosetta_cdc.registry import TOPIC_COLUMNS
from rosetta_cdc.sandbox import Sandbox

# Two tables whose columns have no type, in the two ways in which this may come to light: a type that does not exist, and an error.
NO_TYPES = """
{% macro default__suggested_type(column, has_zone) %}
    {%- if column.table_id == 'erp.shop.odd' -%}{{ return({'type': 'decimal(0,0)', 'basis': 'declared'}) }}{%- endif -%}
    {%- if column.table_id == 'erp.shop.broken' -%}{{ exceptions.raise_compiler_error('a broken table has no types') }}{%- endif -%}
    {{ return(rosetta_cdc.default__suggested_type(column, has_zone)) }}
{% endmacro %}
"""
TYPES = (
    "tinyint, smallint, int, bigint, float, double, boolean, binary, string, date, timestamp, timestamp_ntz, time, interval_microseconds,"
    " interval_months, decimal(precision, scale), array<one of these>"
)
TABLES = ("--select", "cdc_topic_rules", "cdc_events", "rosetta_cdc.state", "rosetta_cdc.typed", f"path:{FOLDER}")


@pytest.fixture
def mine(warehouse: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandbox]:
    """Give an empty warehouse whose commands work with a project that scripts/init has made."""
    project = tmp_path / "my shop"
    make_project(project)
    rows = r"1,,shop\..*,,canal,erp,,,,,,,it's the shop's" + "\n" + r"2,,desk\..*,,debezium,desk,,,,,,,"
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


# Columns of Debezium's connectors with column.propagate.source.type: the type in the schema, that of the source, and that of the model.
DECIMAL = {"type": "bytes", "name": "org.apache.kafka.connect.data.Decimal"}
PROPAGATED: dict[str, tuple[dict[str, object], tuple[str, int, int], str]] = {
    "id": ({"type": "int32"}, ("INT UNSIGNED", 10, 0), "int"),
    "amount": ({"type": "struct", "name": "io.debezium.data.VariableScaleDecimal"}, ("NUMERIC", 0, 0), "decimal(38,12)"),
    "rate": (DECIMAL | {"parameters": {"scale": "18", "connect.decimal.precision": "36"}}, ("NUMERIC", 36, 18), "decimal(36,18)"),
    "fee": (DECIMAL | {"parameters": {"scale": "2"}}, ("MONEY", 0, 0), "decimal(38,2)"),
    "at": ({"type": "int64", "name": "io.debezium.time.NanoTimestamp"}, ("DATETIME2", 27, 7), "string"),
    "day": ({"type": "int64", "name": "io.debezium.time.NanoTimestamp"}, ("DATETIME2", 27, 7), "timestamp_ntz"),
}  # fmt: skip


def of_debezium(offset: int, **row: object) -> dict[str, object]:
    """Return a record of an insert whose schema has the source's types as parameters."""
    fields = []
    for name, (described, (source_type, length, scale), _) in PROPAGATED.items():
        of_source = {"type": source_type, "length": str(length), "scale": str(scale), "name": name}
        parameters = {f"__debezium.source.column.{key}": value for key, value in of_source.items()}
        fields.append(described | {"field": name, "parameters": parameters | dict(described.get("parameters", {}))})  # type: ignore[call-overload]
    schema = {"type": "struct", "fields": [{"type": "struct", "field": "after", "fields": fields}]}
    source = {"connector": "sqlserver", "name": "desk", "db": "desk", "schema": "dbo", "table": "trades", "ts_ms": 1700000000000}
    payload = {"before": None, "after": row, "source": source, "op": "c", "ts_ms": 1700000000000}
    texts = {"key": json.dumps({"id": row["id"]}), "payload": json.dumps({"schema": schema, "payload": payload})}
    return {"topic": "desk.trades", "partition": 0, "offset": offset, "ts": 1700000000000, **texts}


def rows(warehouse: Sandbox, query: str) -> list[tuple[object, ...]]:
    return [tuple(map(str, row)) for row in warehouse.spark.sql(query).collect()]


def told(project: Path, **options: object) -> list[str]:
    return sorted(change.text for change in update.update_models(project, **options))


@pytest.mark.thorough
def test_models_follow_the_source(mine: Sandbox, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A table without types stops no other. Columns come, widen, are renamed and go; an edited model, one to be told of and one that was
    deleted stay as they are."""
    source, folder = Source(mine, tmp_path), mine.project / FOLDER
    orders, items = {"id": "int", "total": "decimal(8,2)", "rate": "numeric"}, {"id": "int", "name": "varchar(5)"}
    source.insert("orders", orders, {"id": "1", "total": "1.10", "rate": "1.50"})
    source.insert("items", items, {"id": "1", "name": "a"})
    source.insert("tags", {"id": "int"}, {"id": "1"})
    source.insert("odd", {"id": "int"}, {"id": "1"})
    source.insert("broken", {"id": "int"}, {"id": "1"})
    nanos = 1700000000000000000
    trades = [
        of_debezium(0, id=1, amount={"scale": 2, "value": "BPs="}, rate="FNESDXsWAAA=", fee="AtU=", at=nanos + 123456700, day=nanos),
        of_debezium(1, id=2, amount={"scale": 12, "value": "MDk="}, rate="AQ==", fee="nA==", at=nanos, day=nanos + 1000),
    ]
    (tmp_path / "trades.jsonl").write_text("".join(json.dumps(trade) + "\n" for trade in trades), encoding="utf-8")
    mine.land(tmp_path / "trades.jsonl")
    (mine.project / "macros").mkdir(exist_ok=True)
    (mine.project / "macros" / "suggested_type.sql").write_text(NO_TYPES, encoding="utf-8")
    mine.dbt("seed")
    mine.dbt("run", "--select", "+cdc_events", "rosetta_cdc.state", "rosetta_cdc.typed")
    names = ["desk__desk__dbo__trades", "erp__shop__items", "erp__shop__orders", "erp__shop__tags"]
    problems = [
        "erp.shop.broken has no model that fits: a broken table has no types",
        f"erp.shop.odd has no model that fits: column 'id': 'decimal(0,0)' is not one of {TYPES}",
    ]
    assert told(mine.project, writes=False) == sorted([*problems, *(f"{name}: new model (not written)" for name in names)])
    assert not folder.exists()
    assert told(mine.project) == sorted([*problems, *(f"{name}: new model" for name in names)])
    assert told(mine.project) == problems
    capfd.readouterr()
    mine.dbt("run-operation", "generate_cdc_tables", "--args", "{source: erp, table: shop.odd}")
    assert capfd.readouterr().out.strip() == "-- no model for " + problems[1].replace(" has no model that fits", "")
    # The person mends it: the two get models as all others do, and are of no further interest here.
    (mine.project / "macros" / "suggested_type.sql").unlink()
    assert told(mine.project) == ["erp__shop__broken: new model", "erp__shop__odd: new model"]
    mine.dbt("run", *TABLES)
    mine.dbt("test", "--select", f"path:{FOLDER}")
    assert rows(mine, "select id, total from cdc.erp__shop__orders") == [("1", "1.10")]
    typed = mine.spark.table("cdc.desk__desk__dbo__trades").select(*PROPAGATED)
    assert typed.dtypes == [(name, type_name) for name, (*_, type_name) in PROPAGATED.items()]
    assert [tuple(map(str, row)) for row in typed.orderBy("id").collect()] == [
        ("1", "12.750000000000", "1.500000000000000000", "7.25", "2023-11-14 22:13:20.1234567", "2023-11-14 22:13:20"),
        ("2", "1.2345E-8", "1E-18", "-1.00", "2023-11-14 22:13:20", "2023-11-14 22:13:20.000001"),
    ]

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


class Operation:
    """Stands for dbt: some tables cannot be described, others are what a statement over all of them fails at."""

    def __init__(self, tables: list[str], *, broken: tuple[str, ...] = (), poison: tuple[str, ...] = ()) -> None:
        self.tables, self.broken, self.poison = tables, broken, poison
        self.calls = 0

    def invoke(self, *arguments: str, on_event: Callable[[object], None]) -> Outcome:
        self.calls += 1
        given = json.loads(arguments[3])

        def tell(**what: object) -> None:
            on_event(SimpleNamespace(data=SimpleNamespace(msg=update.MARK + json.dumps(what))))

        chosen = [one for one in self.tables if one not in given["skipped"] and (given["tables"] is None or one in given["tables"])]
        if given["lists"]:
            tell(tables=chosen)
            return Outcome("run-operation", success=True)
        if "*" in self.poison or set(self.poison) & set(chosen):
            return Outcome("run-operation", success=False, exception=ValueError(f"a statement over {len(chosen)} tables failed"))
        for one in chosen:
            tell(begun=one)
            if one in self.broken:
                return Outcome("run-operation", success=False, told=(f"Compilation Error\n  {one} is broken",))
        tell(proposed=[{"table_id": one, "name": one, "changes": None, "sql": "", "yaml": ""} for one in chosen])
        return Outcome("run-operation", success=True)


def test_a_table_at_which_dbt_fails_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it fails; what fails for all tables is an error, with its cause, after few calls."""
    tables = [f"t{number}" for number in range(20)]
    for broken, poison in (((), ()), (("t3", "t4"), ()), ((), ("t7",)), ((), ("t0", "t19")), (("t1", "t13"), ("t2", "t12"))):
        dbt = Operation(tables, broken=broken, poison=poison)
        monkeypatch.setattr(update, "invoke", dbt.invoke)
        project = tmp_path / f"{broken}{poison}"
        changes = update.update_models(project)
        assert {change.table_id for change in changes if change.is_problem} == {*broken, *poison}
        assert {change.table_id for change in changes if change.is_written} == set(tables) - {*broken, *poison}
        assert all(f"{change.table_id} is broken" in change.text for change in changes if change.table_id in broken)
        assert all("a statement over 1 tables failed" in change.text for change in changes if change.table_id in poison)
    dbt = Operation(tables, poison=("*",))
    monkeypatch.setattr(update, "invoke", dbt.invoke)
    with pytest.raises(UserError, match="a statement over 20 tables failed"):
        update.update_models(tmp_path)
    assert dbt.calls == 16


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
    # One that cannot be modelled is told once, and tried again each time.
    problem = update.Change("s.b", "b", "no such type", is_written=False, is_problem=True)
    monkeypatch.setattr(loop_models, "update_models", lambda *_, **__: [problem])
    answers[1] = ("s.b", "3")
    assert not watch.update()
    assert not watch.update()
    assert "s.b" not in json.loads((rosetta_home / "loop" / "models.json").read_text(encoding="utf-8"))
    monkeypatch.setattr(loop_models, "update_models", updated)
    answers[1] = ("s.b", "2")
    assert watch.update()
    answers.append(("s.broken", "1"))
    assert not watch.update()
    assert looked == [({"s.a", "s.b"}, True), ({"s.b"}, False), ({"s.b"}, True), ({"s.broken"}, True)]
    assert notes == [
        "a: new model", "a: new model (not written)", "s.b has no model that fits: no such type", "a: new model",
        "the models were not updated: no space",
    ]  # fmt: skip
