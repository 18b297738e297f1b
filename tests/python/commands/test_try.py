"""`scripts/try`: what a staging model makes of a file, without a trace of it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from test_vendor_samples import FIXTURES

from rosetta_cdc.paths import PROJECT


@pytest.mark.thorough
def test_staged_rows_of_a_file(rosetta_home: Path, tmp_path: Path) -> None:
    """Rows of JSON, a count, nothing kept; a format that nothing reads is named with those that can be tried."""
    lines = [line for line in (FIXTURES / "records.jsonl").read_text(encoding="utf-8").splitlines() if '"samples.dtle"' in line]
    path = tmp_path / "dtle.jsonl"
    path.write_text("\n".join([*lines, "no record"]) + "\n", encoding="utf-8")
    tried = subprocess.run([PROJECT / "scripts" / "try", "dtle", path], capture_output=True, text=True, timeout=300)
    rows = [json.loads(line) for line in tried.stdout.splitlines()]
    assert [row["event_kind"] for row in rows] == ["dead_letter", "ddl", "row_change"]
    assert rows[2]["op"] == "snapshot" and "before" not in rows[2], "columns that are null are left out"
    assert tried.stderr.splitlines()[-1] == "try: 3 records, 3 rows: format_mismatch 1, ddl 1, snapshot 1; 1 line that is no record"
    assert tried.returncode == 1
    assert not (rosetta_home / "raw").exists() and not (rosetta_home / "warehouse").exists()

    tried = subprocess.run([PROJECT / "scripts" / "try", "qlik_json", path], capture_output=True, text=True, timeout=60)
    assert tried.stderr.startswith("try: format 'qlik_json' has no model; formats with a model are aws_dms, canal, dataworks_v1, ")
    assert (tried.returncode, tried.stdout) == (2, "")
