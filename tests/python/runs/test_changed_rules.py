"""A rule of the project that changes between two runs of the row history: nothing goes on from states that the former rule made."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from random_history import FORMATS, Database, Event, portions
from test_history import STATE, append_events
from test_run_lock import shared_profile

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import DbtFailed, Sandbox

DESCRIPTION, IDENTITY = "since 2022-03-20.\"\n", "      identity: [sequence_number]\n"
# Files of the project, and what is replaced in each one's text by what.
ORDER, FOLD = "macros/history/order", "macros/history/fold"
RULES = {
    "order": [(f"{ORDER}/own_mark.sql", "{{ \"\" if is_table_event else \" and op = 'delete'\" }}, 0, 1)", "{{ \"\" }}, 1, 0)")],
    "mark": [
        (f"{ORDER}/own_mark.sql", "kafka_timestamp\n", "-unix_micros(kafka_timestamp)\n"),
        (f"{ORDER}/mark_type.sql", "written: timestamp", "written: bigint"),
        # Both views have the mark in their contracts.
        ("dbt_project.yml", "+contract: {enforced: true}", "+contract: {enforced: false}"),
    ],
    "time": [(f"{ORDER}/is_believed.sql", "interval 1 day", "interval -300 days")],
    "identity": [("dbt_project.yml", DESCRIPTION + IDENTITY, DESCRIPTION)],
    "role": [("macros/history/entries/row_entries.sql", "'tombstone' then 'close'", "'tombstone' then 'none'")],
    "fold": [(f"{FOLD}/decide_versions.sql", "opens or role = 'delete' or follows_open", "opens or follows_open")],
    "hash": [(f"{FOLD}/row_hash.sql", ", 256)", ", 512)")],
}
TABLES = ("cdc_row_history", "cdc_unapplied_events", "cdc_row_contradictions")


# Of the folders that decide a history, what names or types columns only.
DECIDE_NOTHING = {"closed_columns", "emptied_line_type"}


def test_the_digest_has_every_rule() -> None:
    """Every macro that makes entries, orders or folds them, or refolds rows, is in the digest of the rules."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (PROJECT / "macros").rglob("*.sql")}
    folders = [PROJECT / "macros" / "history" / name for name in ("entries", "order", "fold", "refold")]
    deciding = {path.stem for folder in folders for path in folder.glob("*.sql")}
    reached, waiting = set(), {"rules_digest"}
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= set(re.findall(r"\b(\w+)\(", texts[name])) & texts.keys() - reached
    assert deciding - reached == DECIDE_NOTHING


def held(warehouse: Sandbox) -> dict[str, list[str]]:
    """Return what the history holds, without what a run writes of itself; the columns of an image in any order."""
    return {
        table: sorted(
            json.dumps(
                {name: value for name, value in row.asDict(recursive=True).items() if name not in ("applied_at", "run_id", "load_id")},
                sort_keys=True,
                default=str,
            )
            for row in warehouse.spark.table(f"cdc.{table}").collect()
        )
        for table in TABLES
    }


def logs(seed: int, databases: int) -> list[list[Event]]:
    """Return two portions of the events of random databases."""
    rng = random.Random(seed)
    landed: list[list[Event]] = [[], []]
    for number in range(databases):
        log = Database(number, f"s{number}", FORMATS[number % len(FORMATS)]).log(rng.randrange(20, 80))
        for portion, events in zip(landed, portions(log, rng, 2), strict=True):
            portion += events
    return landed


def change(warehouse: Sandbox, rule: str) -> Callable[[], Any]:
    """Change a rule in the sandbox's copy of the project; return what takes it back."""
    texts = {}
    for name, former, present in RULES[rule]:
        path = warehouse.project / name
        texts[path] = path.read_text(encoding="utf-8")
        assert texts[path].count(former) == 1, rule
        path.write_text(texts[path].replace(former, present), encoding="utf-8")
    return lambda: [path.write_text(text, encoding="utf-8") for path, text in texts.items()]


@pytest.mark.parametrize(
    "rule", [pytest.param(rule, marks=pytest.mark.thorough if rule == "order" else pytest.mark.long) for rule in RULES]
)
def test_a_changed_rule_refolds_all(warehouse: Sandbox, rule: str) -> None:
    """The next run equals a full refresh; the run after it goes on from states again."""
    warehouse.start_empty()
    first, second = logs(len(rule), 13)
    append_events(warehouse, first, "first")
    warehouse.dbt("run", *STATE)
    before = held(warehouse)
    change(warehouse, rule)
    append_events(warehouse, second[:-20], "second")
    warehouse.dbt("run", *STATE)
    append_events(warehouse, second[-20:], "third")
    warehouse.dbt("run", *STATE)
    modes = warehouse.spark.sql("select mode from cdc.history_runs order by applied_at").collect()
    assert [row.mode for row in modes] == ["full", "full", "incremental"]
    found = held(warehouse)
    # A view that is left as it was made would cast its columns to the former types.
    for view in ("cdc_row_history", "cdc_current_rows"):
        types = [warehouse.spark.table(f"cdc.{name}").schema["order_mark"].dataType for name in (view, "row_states")]
        assert types[0] == types[1]
    warehouse.dbt("run", "--full-refresh", *STATE)
    assert held(warehouse) == found != before


@pytest.mark.long
def test_a_changed_rule_stops_where_a_full_fold_has_to_be_allowed(
    warehouse: Sandbox, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a target other than `local` the run stops with what to say, and the history stays as it is."""
    monkeypatch.setattr(warehouse, "profiles", shared_profile(tmp_path_factory.mktemp("shared") / "profiles"))
    monkeypatch.setenv("DBT_TARGET", "shared")
    warehouse.start_empty()
    first, second = logs(1, 5)
    append_events(warehouse, first, "first")
    warehouse.dbt("run", *STATE)
    before = held(warehouse)
    take_back = change(warehouse, "order")
    append_events(warehouse, second, "second")
    with pytest.raises(DbtFailed, match="a full refresh on target shared needs --vars 'cdc_allow_full_refresh: true'"):
        warehouse.dbt("run", *STATE)
    present = held(warehouse)
    # An event that concerns no row is listed as soon as it is read, whatever the history does.
    listed = [text for text in present["cdc_unapplied_events"] if text not in before["cdc_unapplied_events"]]
    assert all(json.loads(text)["row_key"] is None for text in listed)
    present["cdc_unapplied_events"] = [text for text in present["cdc_unapplied_events"] if text not in listed]
    assert present == before
    take_back()
    warehouse.dbt("run", *STATE)
    modes = warehouse.spark.sql("select mode from cdc.history_runs order by applied_at").collect()
    assert [row.mode for row in modes] == ["full", "incremental"]
