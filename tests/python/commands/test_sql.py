"""`scripts/sql`: which statements are taken, how answers look, what is said where nothing can answer. The loop's side: `test_loop.py`."""

from __future__ import annotations

import io
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from rosetta_cdc.errors import UserError
from rosetta_cdc.sandbox import Sandbox
from rosetta_cdc.sql import cli
from rosetta_cdc.sql.answer import Answer, plain, print_answer
from rosetta_cdc.sql.hints import absent_table, unknown_tables
from rosetta_cdc.sql.reading import check_reads
from rosetta_cdc.sql.render import Renderer
from rosetta_cdc.sql.sessions import LoopSession

READING = (
    "select 1",
    "-- note\n  /* other */ (select 'insert into x' as a)",
    "with x as (select 1) select * from x",
    "from t |> where a > 1",
    "show tables in cdc",
    "describe history cdc.cdc_events",
)
CHANGING = (
    "drop table cdc.cdc_events",
    "with x as (select 1) insert into t select * from x",
    "from t insert overwrite u select *",
    "merge into t using u on t.a = u.a when matched then delete",
    "set spark.sql.ansi.enabled = true",
    "",
)


def test_statements_that_read_are_told_from_others() -> None:
    for statement in READING:
        check_reads(statement)
    for statement in CHANGING:
        with pytest.raises(UserError, match="only statements that read are accepted"):
            check_reads(statement)


def printed(answer: Answer, how: str) -> str:
    """Return what is printed."""
    output = io.StringIO()
    print_answer(answer, how, output)
    return output.getvalue()


def test_an_answer_is_printed() -> None:
    answer = Answer(["id", "image", "id"], [[1, {"a": "1.50", "ü": None}, "x|y"], [None, [], 'a "b"']])
    lines = printed(answer, "table").splitlines()
    assert [" ".join(line.split()) for line in (lines[0], *lines[2:])] == [
        "| id | image | id_2 |",
        '| 1 | {"a": "1.50", "ü": null} | x|y |',
        '| | [] | a "b" |',
    ]
    assert printed(answer, "csv") == 'id,image,id\n1,"{""a"": ""1.50"", ""ü"": null}",x|y\n,[],"a ""b"""\n'
    assert printed(Answer(["n", "m"], [[1, {"a": "ü"}]]), "json") == '{"n": 1, "m": {"a": "ü"}}\n'


def test_values_are_as_they_are() -> None:
    assert plain(Decimal("1.50")) == "1.50"
    assert plain(Decimal("7")) == 7
    assert plain(date(2026, 5, 6)) == "2026-05-06"
    assert plain(datetime(2026, 5, 6, 7, 8, 9, 10)) == "2026-05-06 07:08:09.000010"
    assert plain(b"\x00\xff") == "00ff"
    assert plain({1: [Decimal("0.10"), None]}) == {"1": ["0.10", None]}


def test_wrong_usage_and_no_session(rosetta_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli.main(["--format", "xml"]) == 2
    assert cli.main(["select 1", "--limit", "0"]) == 2
    with pytest.raises(OSError):
        LoopSession()
    monkeypatch.delenv("ROSETTA_LOCK_HELD", raising=False)
    monkeypatch.setenv("DBT_TARGET", "local")
    assert cli.main(["select 1"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert "invalid choice: 'xml'" in lines[0]
    assert lines[1:] == [
        "sql: --limit must be greater than 0",
        f"sql: the process that is using {rosetta_home} is not a loop; wait until it ends",
    ]


class Tables:
    """A session that knows some tables."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def execute(self, statement: str, limit: int) -> Answer:
        assert "distinct table_id" in statement
        return Answer(["table_id"], [[name] for name in self.names])


def test_a_misspelt_table_is_told_of() -> None:
    known = Tables("shop.d.orders", "shop.d.items")
    assert unknown_tables("select * from t where h.table_id = 'shop.d.order'", known) == [
        "no table has the table_id 'shop.d.order'; did you mean 'shop.d.orders'?"
    ]
    assert unknown_tables("select * from t where table_id = 'shop.d.items' and table_id='x'", known) == [
        "no table has the table_id 'x'; there are shop.d.orders, shop.d.items"
    ]
    assert unknown_tables(r"select * from t where table_id = 'a\\.b.t'", Tables(r"a\.b.t")) == []
    assert unknown_tables("select * from t where table_id = 'x'", Tables()) == ["no table has the table_id 'x'; there are none"]
    assert unknown_tables("select 1", Tables()) == []
    assert unknown_tables(r"select * from t where row_id = 'shop.d.order/id=a\\/b'", known) == [
        "no table has the table_id 'shop.d.order'; did you mean 'shop.d.orders'?"
    ]
    assert unknown_tables("select * from t where row_id = 'shop.d.orders/id=1'", known) == []


def test_a_table_that_is_not_there() -> None:
    """Which model is meant, and what has to be done, in the place of Spark's advice on catalogs."""
    spark_says = "[TABLE_OR_VIEW_NOT_FOUND] The table or view {} cannot be found. Verify the spelling of the schema and catalog."
    known = ["cdc_current_rows", "cdc_events"]
    for named, said in {
        "`cdc_events`": "there is no table cdc_events; write {{ ref('cdc_events') }}",
        "`cdc`.`cdc_events`": "cdc_events has not been built yet: run scripts/run or dbt build",
        "`spark_catalog`.`cdc`.`cdc_current_row`": "there is no table spark_catalog.cdc.cdc_current_row; did you mean 'cdc_current_rows'?",
    }.items():
        assert absent_table(spark_says.format(named), lambda: known) == said
    assert absent_table("[DIVIDE_BY_ZERO] no", lambda: known) == "[DIVIDE_BY_ZERO] no"


def test_a_misspelt_model(warehouse: Sandbox) -> None:
    with pytest.raises(UserError, match=r"^ref\('cdc_curent_rows'\): there is no such model; did you mean 'cdc_current_rows'\?$"):
        Renderer().render("select * from {{ ref('cdc_curent_rows') }}")
