"""Row history: the hard cases, each in every format that can express it, from messages to versions.

All cases share one warehouse and a few runs. Every case is compared with what was written by hand, every run with the reference model.
The long share takes all formats and cases and ends with a full refresh; the short one takes some formats and the cases of two runs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import cases_of_changes
import cases_of_keys
import cases_of_order
import pytest
from case_history import CASES, Case, Expected, Tables, as_vouched, describe, owner_of, removed_texts, wanted
from case_logs import registry_rows
from reference_history import fold

from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.formats import ALL

assert cases_of_changes and cases_of_keys and cases_of_order  # They fill CASES.


class Share(NamedTuple):
    """A share of the cases: formats, number of runs that a case may need, and whether a full refresh ends it."""

    codes: tuple[str, ...]
    runs: int
    is_refreshed: bool

    def holds(self, case: Case, code: str) -> bool:
        """Tell whether a case in a format belongs to it."""
        return code in self.codes and code in case.formats and max(one.run for one in case.play(code)[0].placed) < self.runs


SHARES = {
    # Split updates; split moves; neither numbers nor transactions; partial images.
    "short": Share(("dataworks_v1", "dts_canal", "oms_canal"), runs=2, is_refreshed=False),
    "long": Share(ALL, runs=3, is_refreshed=True),
}
# Of the short share a test is named by case and format, of the other also by the share.
PARAMETERS = [
    pytest.param(name, case, code, id=f"{case.name}-{code}" + ("-long" if name == "long" else ""), marks=marks)
    for name, marks in (("short", ()), ("long", (pytest.mark.long,)))
    for case in CASES
    for code in SHARES[name].codes
    if SHARES[name].holds(case, code)
]
every_case = pytest.mark.parametrize(("outcome", "case", "code"), PARAMETERS, indirect=["outcome"], scope="module")

# Columns that tell of the run, not of the history.
RUN_COLUMNS = ("applied_at", "run_id")
# Model -> what its rows are known by.
MODELS = {
    "cdc_row_history": ("row_id", "version_number"),
    "cdc_current_rows": ("row_id",),
    "cdc_unapplied_events": ("event_id",),
    "cdc_row_contradictions": ("row_id", "version_number"),
    "cdc_history_removed": ("row_id", "version_number"),
}

Key = tuple[str, str]  # case, format


class Outcome(NamedTuple):
    """What the runs made of the cases of a share: after each run and, where there was one, after a full refresh.

    Args:
        misplaced: after each run, the events whose columns stand in another order in the history.
    """

    expected: dict[Key, Expected]
    runs: list[dict[Key, Tables]]
    events: list[dict[Key, list[dict[str, Any]]]]
    misplaced: list[dict[Key, list[str]]]
    refreshed: dict[Key, Tables] | None


def tables_of(warehouse: Sandbox) -> dict[Key, Tables]:
    """Return the rows of the history's models, by case and format."""
    found: dict[Key, Tables] = defaultdict(lambda: {name: [] for name in MODELS})
    for name, order in MODELS.items():
        rows = [row.asDict(recursive=True) for row in warehouse.spark.table(f"cdc.{name}").collect()]
        for row in sorted(rows, key=lambda row: [row[column] for column in order]):
            found[owner_of(row["event_id"])][name].append({column: value for column, value in row.items() if column not in RUN_COLUMNS})
    return found


def events_of(warehouse: Sandbox) -> dict[Key, list[dict[str, Any]]]:
    """Return the rows of `cdc_events`, by case and format."""
    found: dict[Key, list[dict[str, Any]]] = defaultdict(list)
    for event in warehouse.events():
        found[owner_of(event["event_id"])].append(event)
    return found


def misplaced_of(warehouse: Sandbox) -> dict[Key, list[str]]:
    """Return the events whose columns stand in another order in the history, by case and format: asked of Spark, maps leave it in any."""
    found: dict[Key, list[str]] = defaultdict(list)
    rows = warehouse.spark.sql("""
        select event_id
        from cdc.cdc_row_history as versions
        join cdc.cdc_events as events using (event_id)
        where not versions.is_deleted and events.after_complete and map_keys(versions.row_image) <> map_keys(events.after)
    """).collect()
    for (event_id,) in rows:
        found[owner_of(event_id)].append(event_id)
    return found


@pytest.fixture(scope="module")
def outcome(request: pytest.FixtureRequest, _warehouse: Sandbox) -> Iterator[Outcome]:
    """Play all cases of a share of them."""
    share = SHARES[request.param]
    played = {(case.name, code): case.play(code) for case in CASES for code in share.codes if share.holds(case, code)}
    placed = [one for log, _ in played.values() for one in log.placed]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROSETTA_HOME", str(_warehouse.home))
        _warehouse.reset()
        patch.setenv("ROSETTA_TOPICS_CSV", "")
        _warehouse.registry(registry_rows(share.codes))
        _warehouse.dbt("seed")
        runs, events, misplaced = [], [], []
        for run in range(share.runs):
            for incarnation in sorted({one.incarnation for one in placed if one.run == run}):
                records = [one.record for one in placed if (one.run, one.incarnation) == (run, incarnation)]
                assert _warehouse.land(records, incarnation=incarnation).landed == len(records)
            _warehouse.dbt("run", "--select", *(["+cdc_events"] if run == 0 else ["cdc_topic_rules", "cdc_events"]), "path:models/state")
            runs.append(tables_of(_warehouse))
            events.append(events_of(_warehouse))
            misplaced.append(misplaced_of(_warehouse))
        refreshed = None
        if share.is_refreshed:
            _warehouse.dbt("run", "--full-refresh", "--select", "path:models/state")
            refreshed = tables_of(_warehouse)
        yield Outcome({key: expected for key, (_, expected) in played.items()}, runs, events, misplaced, refreshed)


@every_case
def test_case(outcome: Outcome, case: Case, code: str) -> None:
    """After every run the history is what the case expects."""
    expected = outcome.expected[case.name, code]
    stages = {**expected.earlier, len(outcome.runs) - 1: expected}
    for run, stage in stages.items():
        tables = outcome.runs[run][case.name, code]
        found, meant = describe(tables, stage), wanted(stage)
        for told in (found, meant):
            told["rows"] = {key: as_vouched(text, code) for key, text in told["rows"].items()}
        assert found == meant, f"after run {run}"
    assert removed_texts(outcome.runs[-1][case.name, code]) == sorted(expected.removed)


@every_case
def test_every_run_equals_the_reference(outcome: Outcome, case: Case, code: str) -> None:
    """Versions, current rows and unapplied events after every run are those of the reference model."""
    for run, tables in enumerate(outcome.runs):
        reference = fold(outcome.events[run][case.name, code])
        for found, meant in (
            (tables[case.name, code]["cdc_row_history"], reference.versions),
            (tables[case.name, code]["cdc_current_rows"], reference.current),
            (tables[case.name, code]["cdc_unapplied_events"], reference.unapplied),
        ):
            columns = meant[0] if meant else ()
            assert [{column: row[column] for column in columns} for row in found] == meant, f"after run {run}"


@every_case
def test_columns_keep_their_order(outcome: Outcome, case: Case, code: str) -> None:
    """The columns of a row's image stand as in the event that wrote it, whichever run read that."""
    assert not any(events[case.name, code] for events in outcome.misplaced)


@pytest.mark.parametrize(
    ("outcome", "case", "code"), [one for one in PARAMETERS if one.values[0] == "long"], indirect=["outcome"], scope="module"
)
def test_a_full_refresh_changes_nothing(outcome: Outcome, case: Case, code: str) -> None:
    """A history that runs made piece by piece is that of one run over all events; only the list of removed versions is empty then."""
    kept, refreshed = outcome.runs[-1][case.name, code], outcome.refreshed[case.name, code]
    for name in MODELS:
        assert refreshed[name] == ([] if name == "cdc_history_removed" else kept[name]), name
