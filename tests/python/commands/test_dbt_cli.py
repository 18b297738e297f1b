"""dbt as a command of its own, with Spark starting beside it: with dbt's settings, and only where the profile is the project's."""

from __future__ import annotations

import os
import subprocess
from argparse import Namespace
from pathlib import Path

import pytest
from dbt.config.runtime import load_profile
from dbt.flags import set_from_args
from dbt_common.context import set_invocation_context

from rosetta_cdc.dbt_cli import has_projects_profile
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.spark import local_settings

PROFILES = PROJECT / "profiles"


def test_the_settings_are_those_that_dbt_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROSETTA_HOME", str(tmp_path / "a folder"))
    monkeypatch.setenv("ROSETTA_DRIVER_MEMORY", "2g")
    monkeypatch.setenv("DBT_PROFILES_DIR", str(PROFILES))
    set_invocation_context(os.environ)
    set_from_args(Namespace(profiles_dir=str(PROFILES)), None)
    # Of dbt-spark's own, which it gives the session that it finds.
    added = {"spark.sql.ansi.enabled": "false"}
    asked = {"spark.sql.catalogImplementation": "hive"}
    found = load_profile(str(PROJECT), {}, target_override="local").credentials.server_side_parameters
    assert local_settings() | added == found | asked


@pytest.mark.parametrize(
    ("arguments", "folder", "is_projects"),
    [
        (["run"], PROFILES, True),
        (["run", "--profiles-dir", "elsewhere"], PROFILES, False),
        (["run", "--profile=mine"], PROFILES, False),
        (["run"], Path("elsewhere"), False),
        (["run"], None, False),
    ],
)
def test_a_profile_of_the_users_own_is_left_to_dbt(arguments: list[str], folder: Path | None, is_projects: bool) -> None:
    environment = {} if folder is None else {"DBT_PROFILES_DIR": str(folder)}
    assert has_projects_profile(arguments, environment) == is_projects


def test_modules_in_the_current_folder_are_not_taken(tmp_path: Path) -> None:
    """A command line that dbt refuses ends with dbt's words and code, wherever it was called."""
    (tmp_path / "yaml.py").write_text("raise SystemExit('taken from the current folder')\n", encoding="utf-8")
    environment = {**os.environ, "ROSETTA_HOME": str(tmp_path / "home"), "DBT_PROFILES_DIR": "", "DBT_TARGET": ""}
    (tmp_path / "home").mkdir()
    command = [str(PROJECT / "scripts" / "bin" / "dbt"), "nonsense"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Usage: dbt" in done.stderr and "nonsense" in done.stderr
