"""Messages of public bug reports of people who run the tools: the rows that the source shows, or where the doubt is listed.

A folder of `tests/fixtures/field_reports` is a case: `records.jsonl` as `kcat -J` prints them, `topics.csv` with its rows of the
registry, and `expected.json`: `source` (where it was reported), `odd` (what is odd about the messages), `rows` (table -> the images
of all its rows in the end). Where the messages do not tell these, `told` has those that they do tell, and `shown` what lists the doubt;
`open` says what is not read right.
"""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from typing import Any

import pytest
from atlas import Atlas, Page
from comparison import in_order

from rosetta_cdc.landing.kcat import Record, record_of
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.registry import TOPIC_COLUMNS

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


def page_of_all() -> Page:
    """Return the page of all cases: in two portions, as the field has it."""
    cases = [read(case) for case in CASES]
    text = io.StringIO()
    writer = csv.DictWriter(text, TOPIC_COLUMNS, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rule | {"match_order": str(n)} for n, rule in enumerate((rule for _, rules, _ in cases for rule in rules), 1))
    records = [record for of_case, _, _ in cases for record in of_case]
    return Page("field", text.getvalue(), [records[0::2], records[1::2]])


PAGE = page_of_all()


def marked(case: str) -> Any:
    """Return a case as a parameter; one that is not read right has to fail."""
    reason = read(case)[2].get("open")
    return pytest.param(case, marks=pytest.mark.xfail(reason=reason, strict=True) if reason else ())


@pytest.mark.parametrize("case", map(marked, CASES))
def test_field_report(atlas: Atlas, case: str) -> None:
    """The rows of the case's tables are those of the source, or what the messages cannot tell is listed."""
    page = atlas.of(PAGE)
    found = defaultdict(list)
    for table_id, image in page.rows("cdc_current_rows", "table_id", "row_image"):
        found[table_id].append(image)
    lists: dict[str, set[str]] = defaultdict(set)
    for relation, (kind, place) in LISTS.items():
        for listed, at in page.rows(relation, kind, place):
            lists[str(at)].add(f"{relation} {listed}")
    records, rules, expected = read(case)
    sources = [rule["source_name"] for rule in rules]
    tables = {table for table in found if any(table == source or table.startswith(f"{source}.") for source in sources)}
    shown = expected.get("shown", [])
    places = {record.topic for record in records} | tables | set(expected["rows"])
    listed = set().union(*(lists[place] for place in places))
    assert set(shown) <= listed, listed
    # Where the messages cannot tell the rows, those that they do tell.
    meant = {table: expected.get("told", expected["rows"]).get(table, []) for table in tables | set(expected["rows"])}
    wrong = {
        table: (found[table], rows)
        for table, rows in meant.items()
        if sorted(map(in_order, found[table])) != sorted(map(in_order, rows))
    }
    assert not wrong, (wrong, listed)
