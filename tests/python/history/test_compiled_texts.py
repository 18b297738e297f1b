"""The SQL of the row history as it is sent: a full, an ordinary and a late run in tests/fixtures/compiled, to be read in a diff.

`ROSETTA_WRITE_TEXTS=1 scripts/test tests/python/history/test_compiled_texts.py` writes the files again.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from test_history import STATE, append_events
from test_history_rules import Source

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import Sandbox

TEXTS = PROJECT / "tests" / "fixtures" / "compiled"
# What is of one run only: its identity, its time, versions and loads of `cdc_events`; and the formats that a declaration concerns.
OF_ONE_RUN = (
    (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<run>"),
    (r"timestamp_micros\(\d+\)", "timestamp_micros(<micros>)"),
    (r"version as of \d+", "version as of <version>"),
    (r"load_id in \('\w+'\)", "load_id in ('<load>')"),
    (r"source_format in \('[^)]*'\)", "source_format in ('<formats>')"),
)


def sent_text(path: Path) -> str:
    """Return what a file of dbt's folder `compiled` holds, without what is of one run only, and without the blanks that Jinja leaves."""
    text = path.read_text(encoding="utf-8")
    for pattern, name in OF_ONE_RUN:
        text = re.sub(pattern, name, text)
    return re.sub(r"\n\s*\n+", "\n\n", "\n".join(line.rstrip() for line in text.splitlines())).strip() + "\n"


def texts_of_runs(warehouse: Sandbox) -> dict[str, dict[str, str]]:
    """Run the history in full, twice ordinarily and with a late event; return the texts of its models by run and model."""
    warehouse.start_empty()
    source = Source("erp")
    for op in ("insert", "update", "update", "update"):
        source.send("1", op)
    found = {}
    # The third event of the row comes last.
    for run, place in (("full", 0), ("ordinary", 1), ("ordinary again", 3), ("late", 2)):
        append_events(warehouse, [source.events[place]], run)
        warehouse.dbt("run", *STATE)
        folder = warehouse.home / "dbt" / "target" / "compiled" / "rosetta_cdc" / "models" / "state" / "internal"
        found[run] = {path.stem: sent_text(path) for path in folder.glob("*.sql")}
    versions = warehouse.spark.sql("select event_id from cdc.cdc_row_history order by version_number").collect()
    assert [row.event_id for row in versions] == [event["event_id"] for event in source.events]
    [reasons] = warehouse.spark.sql("select refold_reasons from cdc.history_runs order by applied_at desc limit 1").collect()
    assert reasons.refold_reasons == {"late_place": 1}
    return found


@pytest.mark.thorough
def test_texts_are_those_that_were_read(warehouse: Sandbox) -> None:
    """`folded_events` is the same SQL whatever the run; every text is that of its file."""
    texts = texts_of_runs(warehouse)
    assert len({run["folded_events"] for run in texts.values()}) == 1
    assert texts["ordinary again"]["fold_stream"] == texts["ordinary"]["fold_stream"]
    for model in ("row_entries", "rows_to_fold"):
        assert texts["late"][model] == texts["ordinary"][model]
    files = {f"{model}.sql": texts["ordinary"][model] for model in ("row_entries", "rows_to_fold", "folded_events")}
    files |= {f"fold_stream.{run}.sql": texts[run]["fold_stream"] for run in ("full", "ordinary", "late")}
    for model in ("closed_versions", "row_states"):
        files |= {f"{model}.{run}.sql": texts[run][model] for run in ("ordinary", "late")}
    if os.environ.get("ROSETTA_WRITE_TEXTS"):
        TEXTS.mkdir(exist_ok=True)
        for name, text in files.items():
            (TEXTS / name).write_text(text, encoding="utf-8")
    assert {path.name for path in TEXTS.glob("*.sql")} == set(files)
    different = [name for name, text in files.items() if text != (TEXTS / name).read_text(encoding="utf-8")]
    assert not different, "texts that differ from their files in tests/fixtures/compiled"
