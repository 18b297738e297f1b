"""Messages of public bug reports of people who run the tools: the rows that the source shows, or where the doubt is listed.

A folder of `tests/fixtures/field_reports` is a case: `records.jsonl` as `kcat -J` prints them, `topics.csv` with its rows of the
registry, and `expected.json`: `source` (where it was reported), `odd` (what is odd about the messages), `rows` (table -> the images
of all its rows in the end). Where the messages do not tell these, `told` has those that they do tell, and `shown` what lists the doubt;
`open` says what is not read right.
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from comparison import in_order

from rosetta_cdc.landing.kcat import Record, record_of
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.registry import TOPIC_COLUMNS
from rosetta_cdc.sandbox import Sandbox

CASES = sorted(path.name for path in (PROJECT / "tests" / "fixtures" / "field_reports").iterdir() if path.is_dir())
# What can list a doubt -> the column with its kind, and a column with the table or topic.
LISTS = {
    "cdc_row_contradictions": ("contradiction", "table_id"),
    "cdc_unapplied_events": ("reason", "table_id"),
    "cdc_dead_letters": ("error_code", "kafka_topic"),
}


def read(case: str) -> tuple[list[Record], list[dict[str, str]], dict[str, Any]]:
    """Return a case's records, its rows of the registry and what is expected."""
    folder = PROJECT / "tests" / "fixtures" / "field_reports" / case
    records = [record_of(line) for line in (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    with (folder / "topics.csv").open(encoding="utf-8", newline="") as file:
        rules = list(csv.DictReader(file))
    return records, rules, json.loads((folder / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def found(_warehouse: Sandbox) -> Iterator[dict[str, Any]]:
    """Land all cases, run the history, and give the rows of each table and what is listed of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROSETTA_HOME", str(_warehouse.home))
        patch.setenv("ROSETTA_TOPICS_CSV", "")
        patch.setenv("DBT_PROJECT_DIR", str(_warehouse.project))
        _warehouse.reset()
        records: list[Record] = []
        rules: list[dict[str, str]] = []
        for case in CASES:
            of_case, rules_of_case, _ = read(case)
            records += of_case
            rules += rules_of_case
        path = _warehouse.home / "topics.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, TOPIC_COLUMNS, lineterminator="\n", restval="")
            writer.writeheader()
            writer.writerows(rule | {"match_order": str(number)} for number, rule in enumerate(rules, 1))
        _warehouse.registry(path.read_text(encoding="utf-8"))
        _warehouse.dbt("seed")
        # In two portions, as the field has it.
        _warehouse.land(records[0::2])
        _warehouse.dbt("run", "--select", "+rosetta_cdc.state")
        _warehouse.land(records[1::2])
        _warehouse.dbt("run", "--select", "+rosetta_cdc.state", "cdc_dead_letters")
        rows = defaultdict(list)
        for table_id, image in _warehouse.spark.sql("select table_id, row_image from cdc.cdc_current_rows").collect():
            rows[table_id].append(image)
        lists: dict[str, set[str]] = defaultdict(set)
        for relation, (kind, place) in LISTS.items():
            for listed, at in _warehouse.spark.sql(f"select {kind}, {place} from cdc.{relation}").collect():
                lists[str(at)].add(f"{relation} {listed}")
        yield {"rows": rows, "lists": lists}


def marked(case: str) -> Any:
    """Return a case as a parameter; one that is not read right has to fail."""
    reason = read(case)[2].get("open")
    return pytest.param(case, marks=pytest.mark.xfail(reason=reason, strict=True) if reason else ())


@pytest.mark.parametrize("case", map(marked, CASES))
def test_field_report(found: dict[str, Any], case: str) -> None:
    """The rows of the case's tables are those of the source, or what the messages cannot tell is listed."""
    records, rules, expected = read(case)
    sources = [rule["source_name"] for rule in rules]
    tables = {table for table in found["rows"] if any(table == source or table.startswith(f"{source}.") for source in sources)}
    shown = expected.get("shown", [])
    places = {record.topic for record in records} | tables | set(expected["rows"])
    listed = set().union(*(found["lists"][place] for place in places))
    assert set(shown) <= listed, listed
    # Where the messages cannot tell the rows, those that they do tell.
    meant = {table: expected.get("told", expected["rows"]).get(table, []) for table in tables | set(expected["rows"])}
    wrong = {
        table: (found["rows"][table], rows)
        for table, rows in meant.items()
        if sorted(map(in_order, found["rows"][table])) != sorted(map(in_order, rows))
    }
    assert not wrong, (wrong, listed)
