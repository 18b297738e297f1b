"""Row history: the hard cases, each in every format that can express it, from messages to versions.

All cases share the warehouse of the atlas. Every case is compared with what was written by hand, every run with the reference model.
The long share takes all formats and cases and ends with a full refresh, in a warehouse of its own; the short one takes some formats and
the cases of two runs.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import cases_of_changes
import cases_of_keys
import cases_of_order
import pytest
from atlas import Atlas, Found, Page
from case_history import CASES, Case, Expected, Tables, as_vouched, describe, owner_of, removed_texts, wanted
from case_logs import Log, registry_rows
from reference_history import fold

from rosetta_cdc.landing.kcat import Record
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


class Run(NamedTuple):
    """What is there after a run, of one case in one format: rows by model, events, and the events whose columns stand in another order."""

    tables: Tables
    events: list[dict[str, Any]]
    moved: list[str]


class Outcome(NamedTuple):
    """What the runs made of the cases of a share: after each run and, where there was one, after a full refresh."""

    expected: dict[Key, Expected]
    runs: list[dict[Key, Run]]
    refreshed: dict[Key, Run] | None


def played(share: Share) -> dict[Key, tuple[Log, Expected]]:
    """Return the logs of a share and what is expected of them."""
    return {(case.name, code): case.play(code) for case in CASES for code in share.codes if share.holds(case, code)}


def page_of(name: str) -> Page:
    """Return the page of a share: the records of each run, by the incarnation of their topics."""
    share = SHARES[name]
    portions: list[dict[int, list[Record]]] = [defaultdict(list) for _ in range(share.runs)]
    for log, _ in played(share).values():
        for one in log.placed:
            portions[one.run][one.incarnation].append(one.record)
    return Page(f"history_{name}", registry_rows(share.codes), portions, is_refreshed=share.is_refreshed)


SHORT = page_of("short")


def run_of(found: Found) -> dict[Key, Run]:
    """Return what is there after a run, by case and format."""
    runs: dict[Key, Run] = defaultdict(lambda: Run({name: [] for name in MODELS}, [], []))
    for name, order in MODELS.items():
        for row in sorted(found.relations[name], key=lambda row: [row[column] for column in order]):
            kept = {column: value for column, value in row.items() if column not in RUN_COLUMNS}
            runs[owner_of(row["event_id"])].tables[name].append(kept)
    for event in found.events:
        runs[owner_of(event["event_id"])].events.append(event)
    for row in found.relations["moved_columns"]:
        runs[owner_of(row["event_id"])].moved.append(row["event_id"])
    return runs


@pytest.fixture(scope="module")
def outcome(request: pytest.FixtureRequest, atlas: Atlas) -> Outcome:
    """Give what has become of all cases of a share of them."""
    found = atlas.of(SHORT if request.param == "short" else page_of(request.param))
    expected = {key: expected for key, (_, expected) in played(SHARES[request.param]).items()}
    runs = [run_of(one) for one in (*found.earlier, found)]
    return Outcome(expected, runs, found.refreshed and run_of(found.refreshed))


@every_case
def test_case(outcome: Outcome, case: Case, code: str) -> None:
    """After every run the history is what the case expects."""
    expected = outcome.expected[case.name, code]
    stages = {**expected.earlier, len(outcome.runs) - 1: expected}
    for run, stage in stages.items():
        tables = outcome.runs[run][case.name, code].tables
        found, meant = describe(tables, stage), wanted(stage)
        for told in (found, meant):
            told["rows"] = {key: as_vouched(text, code) for key, text in told["rows"].items()}
        assert found == meant, f"after run {run}"
    assert removed_texts(outcome.runs[-1][case.name, code].tables) == sorted(expected.removed)


@every_case
def test_every_run_equals_the_reference(outcome: Outcome, case: Case, code: str) -> None:
    """Versions, current rows and unapplied events after every run are those of the reference model."""
    for run, there in enumerate(outcome.runs):
        tables, events, _ = there[case.name, code]
        reference = fold(events)
        for found, meant in (
            (tables["cdc_row_history"], reference.versions),
            (tables["cdc_current_rows"], reference.current),
            (tables["cdc_unapplied_events"], reference.unapplied),
        ):
            columns = meant[0] if meant else ()
            assert [{column: row[column] for column in columns} for row in found] == meant, f"after run {run}"


@every_case
def test_columns_keep_their_order(outcome: Outcome, case: Case, code: str) -> None:
    """The columns of a row's image stand as in the event that wrote it, whichever run read that."""
    assert not any(there[case.name, code].moved for there in outcome.runs)


@pytest.mark.parametrize(
    ("outcome", "case", "code"), [one for one in PARAMETERS if one.values[0] == "long"], indirect=["outcome"], scope="module"
)
def test_a_full_refresh_changes_nothing(outcome: Outcome, case: Case, code: str) -> None:
    """A history that runs made piece by piece is that of one run over all events; only the list of removed versions is empty then."""
    assert outcome.refreshed is not None
    kept, refreshed = outcome.runs[-1][case.name, code].tables, outcome.refreshed[case.name, code].tables
    for name in MODELS:
        assert refreshed[name] == ([] if name == "cdc_history_removed" else kept[name]), name
