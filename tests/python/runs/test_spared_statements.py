"""Statements that a run is spared: by what a table is known to hold, and by nothing that is out of date."""

from __future__ import annotations

from pathlib import Path

import pytest
from kept_sandbox import FACTORY
from test_changed_rules import logs
from test_history import STATE, append_events

from rosetta_cdc.bench.rounds import counted_statements
from rosetta_cdc.sandbox import DbtFailed, Sandbox
from rosetta_shop.traffic import bench_messages, registry_rows

INLINE = "spark.sql.legacy.inlineCTEInCommands"
ADAPTIVE = "spark.sql.adaptive.enabled"


def edit(path: Path, former: str, present: str) -> None:
    """Replace a text that stands once in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(former) == 1, path
    path.write_text(text.replace(former, present), encoding="utf-8")


@pytest.mark.thorough
def test_tables_of_a_run_and_events_follow_their_models(warehouse: Sandbox) -> None:
    warehouse.start_empty()
    first, second = logs(3, 5)
    append_events(warehouse, first, "first")
    warehouse.dbt("run", *STATE)
    # As a nightly build does it: with unit tests among the models, which have none of the tables that the command has made.
    append_events(warehouse, second[::2], "second")
    results = warehouse.dbt("build", *STATE, "--exclude-resource-type", "test").results
    assert {"unit_test", "model"} <= {str(result.node.resource_type) for result in results}
    examples = warehouse.dbt("test", "--select", "path:models/examples,test_type:unit").results
    assert {result.node.name.partition("__")[0] for result in examples} >= {"example_orders", "example_orders_as_of"}
    append_events(warehouse, second[1:-6:2], "last")
    with counted_statements() as sent:
        warehouse.dbt("run", *STATE)
    views = [text for text in sent if "temporary view" in text]
    assert not [text for text in views if "history_run__rows" in text or "folded_events__rows" in text], (
        "the tables are known to fit these queries"
    )
    assert warehouse.spark.conf.get(FACTORY) == "FALLBACK"
    assert f"set {INLINE} = true" in " ".join(sent)
    assert f"set {ADAPTIVE} = false" in " ".join(sent)
    assert warehouse.spark.conf.get(INLINE) == "false"
    assert warehouse.spark.conf.get(ADAPTIVE) == "true"
    with counted_statements() as sent:
        warehouse.dbt("run", *STATE)
    assert not [text for text in sent if "insert" in text or "create" in text.replace("create schema", "")], "nothing has arrived"

    # A column more: the table is made anew.
    edit(warehouse.project / "models" / "state" / "internal" / "history_run.sql", " as applied_at", " as applied_at,\n    1 as one")
    append_events(warehouse, second[-5::2], "more")
    warehouse.dbt("run", *STATE)
    assert warehouse.spark.table("cdc.history_run").columns[-1] == "one"


@pytest.mark.thorough
def test_others_find_sparks_settings_as_they_were(warehouse: Sandbox) -> None:
    """After a run that failed, and for models of a user's own within a run."""
    warehouse.start_empty()
    append_events(warehouse, logs(3, 2)[0], "first")
    path = warehouse.project / "models" / "state" / "internal" / "folded_events.sql"
    fold = "{{ rosetta_cdc.fold(ref('fold_stream')) }}"
    planted = f"{fold}\n    where raise_error('planted') is null"
    edit(path, fold, planted)
    with counted_statements() as sent, pytest.raises(DbtFailed, match="planted"):
        warehouse.dbt("run", *STATE)
    assert any(f"set {FACTORY} = NO_CODEGEN" in text for text in sent)
    assert warehouse.spark.conf.get(FACTORY) == "FALLBACK"

    edit(path, planted, fold)
    own = warehouse.project / "models" / "examples" / "own_numbers.sql"
    drawn = "with drawn as (select rand() as number from range(9)), twice as (select * from drawn union all select * from drawn)"
    query = f"{drawn} select count(distinct number) as numbers from twice"
    own.write_text(f"{{{{ config(materialized='table') }}}}\n{query}\n", encoding="utf-8")
    with counted_statements() as sent:
        warehouse.dbt("run", *STATE, "own_numbers")
    assert INLINE not in " ".join(sent)
    assert warehouse.spark.table("cdc.own_numbers").collect()[0]["numbers"] == 9


@pytest.mark.thorough
def test_what_tables_tell_is_believed_unless_it_has_changed(warehouse: Sandbox) -> None:
    """A landing's commit names its formats; after records got another format, or events were put back, the rows themselves are asked.

    The columns of the events are looked at where the table does not tell them.
    """

    def digest() -> str | None:
        found = warehouse.spark.sql("show tblproperties cdc.cdc_events").collect()
        return {row.key: row.value for row in found}.get("rosetta.columns")

    def statements_of_run() -> str:
        with counted_statements() as sent:
            warehouse.run_events()
        return "\n".join(sent)

    warehouse.registry("")
    warehouse.build()
    made = digest()
    assert made
    warehouse.spark.sql("alter table cdc.cdc_events set tblproperties ('rosetta.columns' = 'of another project')")
    warehouse.run_events()
    assert digest() == made
    before = warehouse.spark.sql("describe history cdc.cdc_events limit 1").collect()[0]["version"]
    warehouse.run_events()
    assert warehouse.spark.sql("describe history cdc.cdc_events limit 1").collect()[0]["version"] == before

    warehouse.land(bench_messages(4, ["dts_canal"]))
    assert "group by format, landing_id" not in statements_of_run()
    assert {event["format_basis"] for event in warehouse.events()} == {"structure"}

    warehouse.land(bench_messages(4, ["dts_canal"], first=4))
    warehouse.registry(registry_rows(["dts_canal"], "bench"))
    warehouse.dbt("seed")
    warehouse.dbt("run", "--select", "cdc_topic_rules")
    warehouse.dbt("run-operation", "stamp_formats")
    assert "group by format, landing_id" in statements_of_run()
    events = warehouse.events()
    assert [event["format_basis"] for event in events].count("registry") == 4
    assert len({event["event_id"] for event in events}) == len(events) == 8

    version = warehouse.spark.sql("describe history cdc.cdc_events limit 1").collect()[0]["version"]
    warehouse.land(bench_messages(4, ["dts_canal"], first=8))
    assert "group by format, landing_id" not in statements_of_run()
    # An operator goes back: what came since is read again, nothing twice.
    warehouse.spark.sql(f"restore table cdc.cdc_events to version as of {version}")
    assert "select distinct landing_id from" in statements_of_run()
    assert len({event["event_id"] for event in warehouse.events()}) == len(warehouse.events()) == 12


def test_a_view_is_checked_against_its_contract_before_it_is_replaced(warehouse: Sandbox) -> None:
    """Where its text or contract has changed, dbt's error names the column and the view stays; where neither has, nothing is sent."""
    warehouse.start_empty()
    run = ("run", "--select", "cdc_heartbeats")
    warehouse.dbt(*run)
    canonical = warehouse.project / "models" / "canonical"
    model, contracts = canonical / "cdc_heartbeats.sql", canonical / "_canonical.yml"
    text, declared = model.read_text(encoding="utf-8"), contracts.read_text(encoding="utf-8")

    edit(model, "    read_at,", "    cast(read_at as string) as read_at,")
    with pytest.raises(DbtFailed, match=r"enforced contract that failed[\s\S]*read_at +\| string +\| timestamp"):
        warehouse.dbt(*run)
    assert dict(warehouse.spark.table("cdc.cdc_heartbeats").dtypes)["read_at"] == "timestamp"
    model.write_text(text, encoding="utf-8")

    head, heartbeats = declared.split("  - name: cdc_heartbeats\n")
    other = heartbeats.replace("name: read_at\n        data_type: timestamp", "name: read_at\n        data_type: date", 1)
    contracts.write_text(f"{head}  - name: cdc_heartbeats\n{other}", encoding="utf-8")
    with pytest.raises(DbtFailed, match="read_at"):
        warehouse.dbt(*run)
    contracts.write_text(declared, encoding="utf-8")

    with counted_statements() as sent:
        warehouse.dbt(*run)
    assert not [text for text in sent if "cdc_heartbeats" in text]
