"""Tables of `cdc_table`: random histories in random portions against the history's own rows, with late events, deletes and moves."""

from __future__ import annotations

import json
from datetime import datetime, timezone

import pytest
from random_history import portions_of_logs
from stored_history import StoredHistory, Version
from test_history import append_events

from rosetta_cdc.sandbox import DbtFailed, Sandbox

MODELS = ("--select", "path:models/state", "path:models/typed")
COLUMNS = {"id": "string", "name": "string", "price": "string", "note": {"type": "string", "name": "remark"}}


def write_models(warehouse: Sandbox, tables: list[str], columns: dict) -> None:
    """Write a model of each table's rows and one of its versions."""
    for number, table_id in enumerate(tables):
        source, _, table = table_id.partition(".")
        for history in (False, True):
            call = f"cdc_table({json.dumps(source)}, {json.dumps(table)}, {json.dumps(columns)}, history={'true' if history else 'false'})"
            path = warehouse.project / "models" / "typed" / f"typed_{number}{'_history' if history else ''}.sql"
            path.write_text("{{ " + call + " }}", encoding="utf-8")


def check(warehouse: Sandbox, tables: list[str], names: dict[str, str]) -> None:
    """Compare every table with the rows of the history, in both directions."""
    values = ", ".join(f"row_image['{column}'] as `{name}`" for column, name in names.items())
    typed = ", ".join(f"`{name}`" for name in names.values())
    for number, table_id in enumerate(tables):
        for suffix, relation, keys in (
            ("", "cdc_current_rows", "row_id, event_id, image_complete, valid_from, applied_at"),
            (
                "_history",
                "cdc_row_history",
                "row_id, event_id, image_complete, valid_from, valid_to, version_number, op, is_deleted, applied_at",
            ),
        ):
            meant = f"select {keys}, {values} from cdc.{relation} where table_id = '{table_id}'"
            found = f"select {keys}, {typed} from cdc.typed_{number}{suffix}"
            for one, other in ((meant, found), (found, meant)):
                differing = warehouse.spark.sql(f"{one} except all {other}").collect()
                assert not differing, (table_id, suffix, len(differing), differing[:2])


@pytest.mark.long
def test_random_logs(warehouse: Sandbox) -> None:
    """After every run each table has the rows, or versions, of the history; also where it was folded in full, and where a column came."""
    warehouse.start_empty()
    landed = portions_of_logs(databases=9, size=60, count=3)
    tables = sorted({event["table_id"] for portion in landed for event in portion if event["table_id"]})[:4]
    few = {"id": "string", "price": "string"}
    write_models(warehouse, tables, few)
    for number, portion in enumerate(landed):
        append_events(warehouse, portion, f"load {number}")
        if number == 2:
            write_models(warehouse, tables, COLUMNS)
        warehouse.dbt("run", *MODELS)
        check(
            warehouse,
            tables,
            {"id": "id", "price": "price"} if number < 2 else {"id": "id", "name": "name", "price": "price", "note": "remark"},
        )
    removed = warehouse.spark.table("cdc.cdc_history_removed").count()
    assert removed, "no version ever vanished: the log is too tame"
    warehouse.dbt("run", "--full-refresh", "--select", "path:models/state")
    warehouse.dbt("run", "--select", "path:models/typed")
    check(warehouse, tables, {"id": "id", "name": "name", "price": "price", "note": "remark"})


TYPES = {"id": "bigint", "total": "decimal(12,2)", "at": "timestamp", "Naïve \"name'": "int"}
# 2026-03-02 00:00 UTC, when the first run wrote, in microseconds.
RUN = 1_772_409_600_000_000


def version(image: dict[str, str | None], *, number: int = 1, follows: bool = False) -> Version:
    """Return a version of a row of `shop.d.t`."""
    when = datetime(2026, 3, 1, 12, number)
    return {
        "row_id": f"shop.d.t/id={image['id']}", "table_id": "shop.d.t", "row_key": f"id={image['id']}",
        "version_number": number, "op": "upsert",
        "row_image": image, "column_encodings": {name: f"dts_canal:{TYPES.get(name, '')}" for name in image}, "image_complete": True,
        "is_deleted": False, "is_current": not follows, "valid_from": when, "event_id": f"{image['id']} {number}",
    }  # fmt: skip


def store(history: StoredHistory, versions: list[Version], minute: int) -> None:
    """Replace the history, as a run at that minute would."""
    history.store(versions, applied_at=datetime.fromtimestamp(RUN / 1_000_000 + minute * 60, timezone.utc))
    spark = history.warehouse.spark
    columns = "row_id string, table_id string, version_number int, applied_at timestamp"
    spark.sql(f"create table if not exists cdc.cdc_history_removed ({columns}) using delta")
    columns = "run_id string, applied_at timestamp, refolded_at timestamp, events_id string, events_version bigint"
    columns += ", events_committed_at string, rules_digest string, met array<string>, version_count bigint, table_ids array<string>"
    spark.sql(f"create or replace table cdc.history_runs ({columns}) using delta")
    applied = f"timestamp_micros({RUN + minute * 60_000_000})"
    spark.sql(f"insert into cdc.history_runs values ('run', {applied}, timestamp_micros(0), null, 0, null, null, array(), 1, null)")


@pytest.mark.thorough
def test_values_that_do_not_fit(warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """Are null, with their reason beside them and counted; a later run counts anew."""
    warehouse.registry("1,,orders,,dts_canal,shop,,Asia/Shanghai,,,\n")
    warehouse.dbt("seed", "--select", "cdc_topics")
    history = StoredHistory(warehouse)
    undeclared = [{"undeclared": "1.10", "flag": "true", "any": "true"}, {"undeclared": "2.00", "flag": "FALSE", "any": "7"}]
    good = version({"id": "1", "total": "1.10", "at": "2024-05-06 07:08:09", "Naïve \"name'": "5", **undeclared[0]})
    bad = version({"id": "2", "total": "1.101", "at": "0000-00-00 00:00:00", "Naïve \"name'": None, **undeclared[1]})
    worse = version({"id": "3", "total": "1.102", "at": "", "Naïve \"name'": "x"})
    store(history, [good, bad, worse], 1)
    model = warehouse.project / "models" / "typed" / "orders.sql"
    call = """{{ cdc_table('shop', 'd.t', {'id': 'bigint', 'total': 'decimal(12,2)', 'at': 'timestamp', "Naïve \\"name'": 'int'}) }}"""
    model.write_text(call, encoding="utf-8")
    warehouse.dbt("run", "--select", "cdc_row_history", "cdc_current_rows", "cdc_cast_errors", "orders")
    rows = warehouse.spark.sql(
        "select id, total, unix_seconds(at) as at, `Naïve__name_` as n, cast_errors from cdc.orders order by id"
    ).collect()
    values = [(row.id, row.total and str(row.total), row.at, row.n) for row in rows]
    assert values == [(1, "1.10", 1714950489, 5), (2, None, None, None), (3, None, None, None)]
    errors = [[(e.column, e.error) for e in row.cast_errors or []] for row in rows]
    # The registry has the zone: a time without one is an instant. Of a column without a declared type all digits count that were sent.
    capfd.readouterr()
    warehouse.dbt("run-operation", "generate_cdc_tables", "--args", "{source: shop, table: d.t}")
    printed = capfd.readouterr().out
    assert '"at": "timestamp",' in printed
    assert '"undeclared": "decimal(38,2)"' in printed and '"flag": "boolean"' in printed and '"any": "string"' in printed
    assert errors == [
        [],
        [("total", "too_precise"), ("at", "zero_date")],
        [("total", "too_precise"), ("at", "empty"), ("Naïve__name_", "unreadable")],
    ]

    def counted() -> list[tuple]:
        found = warehouse.spark.table("cdc.cdc_cast_errors").orderBy("column_name", "error").collect()
        assert {row.model_name for row in found} <= {"orders"}
        return [(row.column_name, row.data_type, row.encoding, row.error, row.row_count, row.example_event_id) for row in found]

    assert counted() == [
        ("Naïve__name_", "int", "dts_canal:int", "unreadable", 1, "3 1"),
        ("at", "timestamp", "dts_canal:timestamp", "empty", 1, "3 1"),
        ("at", "timestamp", "dts_canal:timestamp", "zero_date", 1, "2 1"),
        ("total", "decimal(12,2)", "dts_canal:decimal(12,2)", "too_precise", 2, "2 1"),
    ]
    mended = version({"id": "3", "total": "2", "at": None, "Naïve \"name'": "1"}, number=2)
    store(history, [good, bad, {**worse, "is_current": False}, mended], 2)
    warehouse.dbt("run", "--select", "orders")
    assert [(row[0], row[4]) for row in counted()] == [("at", 1), ("total", 1)]
    model.write_text(call.replace(") }}", ", time_zone='Asia/Shangai') }}"), encoding="utf-8")
    with pytest.raises(DbtFailed, match="time_zone 'Asia/Shangai' is not a time zone"):
        warehouse.dbt("run", "--select", "orders")
    # A type that changed makes the table anew; the model goes, and what is known of it.
    model.write_text(call.replace("(12,2)", "(14,3)"), encoding="utf-8")
    warehouse.dbt("run", "--select", "orders")
    assert [str(row.total) for row in warehouse.spark.table("cdc.orders").orderBy("id").collect()] == ["1.100", "1.101", "2.000"]
    assert [(row[0], row[4]) for row in counted()] == [("at", 1)]
    model.unlink()
    warehouse.dbt("run", "--select", "cdc_cast_errors")
    assert counted() == []


@pytest.mark.thorough
def test_a_model_that_changes(warehouse: Sandbox) -> None:
    """Its table is made anew, without a full refresh and without new rows: never are there rows of two definitions."""
    warehouse.registry("1,,orders,,dts_canal,shop,,Asia/Shanghai,,,\n")
    warehouse.dbt("seed", "--select", "cdc_topics")
    history = StoredHistory(warehouse)
    row = version({"id": "1", "total": "1.10", "at": "2024-05-06 07:08:09"})
    other = {**version({"id": "2", "total": "5"}), "table_id": "shop.d.u", "row_id": "shop.d.u/id=2"}
    store(history, [row, other], 1)
    warehouse.dbt("run", "--select", "cdc_row_history", "cdc_current_rows", "cdc_cast_errors")
    model = warehouse.project / "models" / "typed" / "changing.sql"

    def built(call: str, *command: str) -> list[dict]:
        model.write_text("{{ cdc_table(" + call + ") }}", encoding="utf-8")
        warehouse.dbt(*(command or ("run", "--select", "changing")))
        left_out = ("row_id", "event_id", "image_complete", "equal_rows", "valid_from", "valid_to", "op", "is_current", "is_deleted")
        rows = warehouse.spark.table("cdc.changing").drop(*left_out, "applied_at").collect()
        return [{name: str(value) for name, value in row.asDict().items() if name != "cast_errors" or value} for row in rows]

    assert built("'shop', 'd.t', {'id': 'int'}") == [{"id": "1"}]
    assert built("'shop', 'd.t', {'id': 'int', 'total': 'decimal(4,1)'}") == [{"id": "1", "total": "1.1"}]
    assert built("'shop', 'd.t', {'id': 'int', 'total': {'type': 'decimal(4,2)', 'name': 'sum'}}") == [{"id": "1", "sum": "1.10"}]
    assert built("'shop', 'd.t', {'id': 'int', 'total': none}, history=true") == [{"id": "1", "version_number": "1"}]
    assert built("'shop', 'd.u', {'id': 'int'}") == [{"id": "2"}]

    def moment(*arguments: str) -> int:
        built("'shop', 'd.t', {'at': 'timestamp'}" + "".join(arguments))
        return warehouse.spark.sql("select unix_seconds(at) from cdc.changing").first()[0] - 1714950489

    assert moment() == 0
    assert moment(", time_zone='UTC'") == 8 * 3600
    warehouse.registry("1,,orders,,dts_canal,shop,,Asia/Tokyo,,,\n")
    warehouse.dbt("seed", "--select", "cdc_topics")
    assert moment() == -3600
    made = warehouse.spark.sql("describe history cdc.changing").first().version
    assert moment() == -3600
    assert warehouse.spark.sql("describe history cdc.changing").first().version == made, "made anew without a change"
    # So it is where a decoder has changed, not the model.
    assert built("'shop', 'd.t', {'at': 'string'}") == [{"at": "2024-05-06 07:08:09"}]
    decoder = warehouse.project / "macros" / "types" / "text_value.sql"
    text = decoder.read_text(encoding="utf-8")
    decoder.write_text(text.replace("else {{ value }}\n", "else concat({{ value }}, ' sharp')\n"), encoding="utf-8")
    assert built("'shop', 'd.t', {'at': 'string'}") == [{"at": "2024-05-06 07:08:09 sharp"}]
    decoder.write_text(text, encoding="utf-8")
    with pytest.raises(DbtFailed, match="have changed, but full_refresh is false"):
        built("'shop', 'd.t', {'id': 'int'}) }}{{ config(full_refresh=false")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("{}", "there are no columns"),
        ("['a']", "columns must be a dict"),
        ("{'a': 'integer'}", "cdc_table: column 'a': 'integer' is not one of"),
        ("{'a': 'int'}, history='false'", "history is 'false'; it must be true or false"),
        ("{'a': {'type': 'int', 'as': 'b'}}", "unknown entry 'as'"),
        ("{'a': 'int', 'b': {'type': 'int', 'name': 'A'}}", "cannot be named 'A'"),
    ],
)
def test_a_model_that_cannot_be(warehouse: Sandbox, arguments: str, said: str) -> None:
    """Is refused when dbt reads it."""
    (warehouse.project / "models" / "typed" / "orders.sql").write_text(f"{{{{ cdc_table('shop', 'd.t', {arguments}) }}}}", encoding="utf-8")
    with pytest.raises(DbtFailed, match=said):
        warehouse.dbt("parse")
