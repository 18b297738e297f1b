"""The SQL that makes events of records changes between two runs: nothing goes on beside the events of the former SQL in silence."""

from __future__ import annotations

import pytest
from comparison import assert_same_events
from test_spared_statements import edit

from rosetta_cdc import replay
from rosetta_cdc.sandbox import DbtFailed, Sandbox
from rosetta_shop.traffic import bench_messages, registry_rows

FORMATS = ["dts_canal", "dtle", "oms_default"]
# File of a rule, what is replaced in it by what, and the formats that the rule reads.
RULES = {
    "key": ("macros/keys/row_key.sql", "'=', {{ value }})", "'==', {{ value }})", FORMATS),
    "staging": ("models/staging/dtle/stg_dtle__dtle.sql", "= 'true', 'snapshot', 'insert')", "= 'true', 'insert', 'snapshot')", ["dtle"]),
    "time": ("macros/values/epoch_timestamp.sql", "timestamp_millis(", "timestamp_millis(60000 + ", ["dts_canal", "dtle"]),
}


def land(warehouse: Sandbox, codes: list[str], first: int) -> None:
    """Land thirty records in the formats, from a number on."""
    warehouse.land(bench_messages(30, codes, first=first))


def change(warehouse: Sandbox, rule: str) -> list[str]:
    """Change a rule in the sandbox's copy of the project; return the formats that it concerns."""
    name, former, present, formats = RULES[rule]
    edit(warehouse.project / name, former, present)
    return formats


@pytest.mark.parametrize(
    ("rule", "is_replayed"),
    [
        ("staging", False),
        pytest.param("staging", True, marks=pytest.mark.thorough),
        *(pytest.param(rule, True, marks=pytest.mark.long) for rule in RULES if rule != "staging"),
    ],
)
def test_a_changed_rule_stops_with_the_command_that_reads_again(
    warehouse: Sandbox, rule: str, is_replayed: bool, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A format that the rule does not read goes on. The command makes what a full refresh makes, and the next run goes on.

    So does one that shall keep its events, and what is no rule stops nothing. An unknown format is named.
    """
    warehouse.registry(registry_rows(FORMATS, "bench"))
    warehouse.dbt("seed")
    land(warehouse, FORMATS, 0)
    warehouse.dbt("run", "--select", "+cdc_events")
    formats = change(warehouse, rule)
    if others := [code for code in FORMATS if code not in formats]:
        land(warehouse, others, 30)
        warehouse.dbt("run", "--select", "+cdc_events")
    before = warehouse.events()
    land(warehouse, FORMATS, 60)
    with pytest.raises(DbtFailed, match=r"has changed since their events were written\. To read them again: scripts/replay ") as error:
        warehouse.dbt("run", "--select", "+cdc_events")
    with pytest.raises(DbtFailed, match="cdc_keep_events"):
        warehouse.dbt("run", "--select", "cdc_events", "--vars", "cdc_keep_events: 'yes'")
    if rule == "staging":
        assert "the SQL that reads dtle has changed" in str(error.value)
    assert_same_events(warehouse.events(), before)
    command = str(error.value).split("scripts/replay formats ")[1].split(" (on")[0].split()
    assert [code for code in FORMATS if code in command] == [code for code in FORMATS if code in formats]
    if not is_replayed:
        return
    for code in ("other", "csv"):
        with pytest.raises(DbtFailed):
            warehouse.dbt("run-operation", "replay_records", "--args", f"{{formats: [{code}]}}")
        assert f"no staging model reads format {code}" in capfd.readouterr().out

    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(replay, "dbt", lambda *arguments, quiet=True: (ran.append(arguments), warehouse.dbt(*arguments)))
    monkeypatch.setattr(replay, "require_events", lambda: None)
    replay.main(["formats", *command])
    assert len(ran) == 2
    assert [event["event_id"] for event in warehouse.events()] == [event["event_id"] for event in before]
    warehouse.dbt("run", "--select", "+cdc_events")
    found = warehouse.events()
    assert len(found) > len(before)
    warehouse.dbt("run", "--full-refresh", "--select", "cdc_events")
    assert_same_events(found, warehouse.events())

    name, former, present, _ = RULES[rule]
    edit(warehouse.project / name, present, former)
    land(warehouse, FORMATS, 90)
    warehouse.dbt("run", "--select", "+cdc_events", "--vars", "cdc_keep_events: true")
    ids = {event["event_id"] for event in found}
    kept = warehouse.events()
    assert_same_events([event for event in kept if event["event_id"] in ids], found)
    assert len(kept) > len(found)
    if rule == "staging":
        assert {"insert", "snapshot"} <= {event["op"] for event in warehouse.events("kafka_topic = 'bench.dtle'")}
    path = warehouse.project / "models" / "staging" / "dtle" / "stg_dtle__dtle.sql"
    edit(path, "\nkeyed as (", "\n-- Which key a record has.\nkeyed as (")
    land(warehouse, ["dtle"], 120)
    warehouse.dbt("run", "--select", "+cdc_events")
    assert "Which key a record has." in warehouse.spark.sql("show create table cdc.stg_dtle__dtle").collect()[0][0]
