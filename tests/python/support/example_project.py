"""The example project in tests/package, as a project of its own with this one as its package."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from rosetta_cdc.dbt_command import invoke
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import Sandbox


def their_project(folder: Path) -> Path:
    """Make a folder a copy of the example project in tests/package, with this project as its package."""
    shutil.copytree(PROJECT / "tests" / "package", folder)
    (folder / "packages.yml").write_text(json.dumps({"packages": [{"local": str(PROJECT)}]}), encoding="utf-8")
    assert invoke("deps", "--project-dir", str(folder), "--profiles-dir", str(PROJECT / "profiles"), "--quiet").success
    return folder


def rows(warehouse: Sandbox, query: str) -> list[tuple[object, ...]]:
    """Return the rows of a query in their order."""
    return [tuple(row) for row in warehouse.spark.sql(query).collect()]
