"""Tables that version 1.0.0 made, brought up to date as the changelog says: all are those of a fresh build, and the snapshot is kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest
from test_kept_home import Home

from rosetta_cdc.paths import PROJECT

COMMIT = "8a36c0f"
SAMPLES = PROJECT / "tests" / "fixtures" / "vendor_samples" / "records.jsonl"
BUILD = ("dbt", "--quiet", "build", "--exclude-resource-type", "test", "--exclude-resource-type", "unit_test")
FOLD = ("dbt", "--quiet", "run", "--full-refresh", "--select", "path:models/state")
OLD_COMMANDS = """
. scripts/activate
export PYTHONPATH=$PWD/scripts ROSETTA_LOCK_HELD=1
set -e
python -m rosetta_cdc.landing "$1"
for command in seed run snapshot; do "$ROSETTA_VENV/bin/dbt" --quiet $command; done
"""
# What a table notes of the runs that made it; the rest has to be equal.
OF_THE_RUN = {
    "cdc_events": ("load_id", "loaded_at", "landing_id", "landed_at", "landed_date"),
    "cdc_dead_letters": ("load_id", "loaded_at", "landing_id", "landed_at", "landed_date"),
    "cdc_row_history": ("run_id", "applied_at"),
    "cdc_current_rows": ("run_id", "applied_at"),
    "cdc_unapplied_events": ("load_id",),
    "cdc_row_contradictions": (),
    "cdc_topic_rules": (),
    "cdc_schema_versions": (),
    "cdc_schema_drift": (),
}
SNAPSHOT = (
    "sql",
    "select row_id, version_number, event_id, row_hash, dbt_scd_id, dbt_valid_from, dbt_valid_to from cdc.cdc_current_rows_snapshot "
    "order by row_id, dbt_valid_from",
    "--format", "csv", "--limit", "100000",
)  # fmt: skip


def old_code(folder: Path) -> Path:
    """Return a folder with the project as it was at the commit; skip the test in a clone without its history."""
    archive = subprocess.run(["git", "archive", COMMIT], cwd=PROJECT, capture_output=True, check=False)
    if archive.returncode:
        pytest.skip(f"this clone has no commit {COMMIT}")
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder


def contents(home: Home) -> dict[str, list[str]]:
    """Return the rows of the tables as JSON, without what they note of runs."""
    queries = []
    for name, noted in OF_THE_RUN.items():
        columns = f"* except ({', '.join(noted)})" if noted else "*"
        content = "to_json(struct(*), map('ignoreNullFields', 'false'))"
        queries.append(f"select '{name}' as name, {content} as content from (select {columns} from cdc.{name})")
    found: dict[str, list[str]] = {name: [] for name in OF_THE_RUN}
    for line in home.call("sql", " union all ".join(queries), "--format", "json", "--limit", 100_000).splitlines():
        row = json.loads(line)
        # Columns that are new stand last in a table that was there.
        found[row["name"]].append(json.dumps(json.loads(row["content"]), sort_keys=True))
    return {name: sorted(rows) for name, rows in found.items()}


@pytest.mark.long
def test_tables_of_1_0_0(tmp_path: Path) -> None:
    home, fresh = Home(PROJECT, tmp_path / "home"), Home(PROJECT, tmp_path / "fresh")
    given = {name: value for name, value in os.environ.items() if not name.startswith(("DBT_", "ROSETTA_", "SPARK_", "PYTHONPATH"))}
    given |= {"ROSETTA_HOME": str(home.path), "ROSETTA_VENV": sys.prefix}
    subprocess.run(["bash", "-c", OLD_COMMANDS, "old", str(SAMPLES)], cwd=old_code(tmp_path / "old"), env=given, check=True)

    assert "run `dbt run --full-refresh --select path:models/state` once" in home.call(*BUILD, fails=True, of_output=True)
    kept = home.call(*SNAPSHOT)
    assert kept.count("\n") > 5
    home.call(*FOLD)
    formats = home.call("sql", "select distinct format from raw.kafka_messages order by format", "--format", "csv").split()[1:]
    home.call("replay", "formats", *formats)
    home.call(*BUILD)

    fresh.call("land", SAMPLES)
    fresh.call(*BUILD)
    assert contents(home) == contents(fresh)
    assert home.call(*SNAPSHOT) == kept, "a state was closed or recorded again"
