"""`scripts/init`: a project of the user's own in which everything works that works in the clone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from rosetta_cdc.errors import UserError
from rosetta_cdc.new_project import _project_name, main
from rosetta_cdc.paths import PACKAGE, PROJECT
from rosetta_cdc.registry import TOPIC_COLUMNS


def test_a_project_with_a_registry_of_its_own(tmp_path: Path, rosetta_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "it's mine"
    assert main([str(folder)]) == 0
    assert "source" in capsys.readouterr().out
    assert (folder / PACKAGE).resolve() == PROJECT
    project = yaml.safe_load((folder / "dbt_project.yml").read_text(encoding="utf-8"))
    assert project["name"] == "it_s_mine"
    assert list(project["seeds"]["it_s_mine"]["topics"]["+column_types"]) == list(TOPIC_COLUMNS)
    assert (folder / "seeds" / "topics.csv").read_text(encoding="utf-8") == ",".join(TOPIC_COLUMNS) + "\n"
    with pytest.raises(UserError, match="is not empty"):
        main([str(folder)])
    # Its shell: commands and dbt of the clone, a home of its own, also after that of another project.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("DBT_", "ROSETTA_"))}
    script = '. "$0/scripts/activate" && . "$1/activate" && echo "$DBT_PROJECT_DIR" "$ROSETTA_HOME" && command -v dbt land'
    said = subprocess.run(
        ["bash", "-c", script, PROJECT, folder], env={**environment, "ROSETTA_VENV": sys.prefix}, capture_output=True, text=True, check=True
    )
    assert said.stdout.splitlines() == [f"{folder} {folder / '.rosetta'}", f"{PROJECT}/scripts/bin/dbt", f"{PROJECT}/scripts/land"]
    script = '. "$1/activate" && . "$0/scripts/activate" && echo "$DBT_PROJECT_DIR" "$ROSETTA_HOME"'
    said = subprocess.run(
        ["bash", "-c", script, PROJECT, folder], env={**environment, "ROSETTA_VENV": sys.prefix}, capture_output=True, text=True, check=True
    )
    assert said.stdout.splitlines() == [f"{PROJECT} {PROJECT}/.rosetta"]


@pytest.mark.parametrize(
    ("text", "name"), [("rosetta", "rosetta"), ("rosetta_cdc", "my_rosetta_cdc"), ("1", "my_1"), ("价格", "my_project"), ("A b-C", "a_b_c")]
)
def test_names_of_projects(text: str, name: str) -> None:
    assert _project_name(text) == name
