"""A ROSETTA_HOME that is backed up, moved and restored: every table is equal, and runs go on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rosetta_cdc.errors import UserError
from rosetta_cdc.keep import backup, place, relocate
from rosetta_cdc.new_project import make_project
from rosetta_cdc.paths import PROJECT

SAMPLES = PROJECT / "tests" / "fixtures" / "vendor_samples" / "records.jsonl"
TABLES = ("cdc_current_rows", "cdc_row_history", "cdc_current_rows_snapshot", "cdc_events")


class Home:
    """A project of a user's own, its commands in processes of their own, and a home that may move."""

    def __init__(self, project: Path, home: Path) -> None:
        self.project = project
        self.path = home

    def call(self, *arguments: object, fails: bool = False, of_output: bool = False) -> str:
        """Run a command and return what it prints: on standard error where it is to fail, but with `of_output` on standard output."""
        given = {name: value for name, value in os.environ.items() if not name.startswith(("DBT_", "ROSETTA_"))}
        places = {"DBT_PROJECT_DIR": str(self.project), "ROSETTA_HOME": str(self.path), "ROSETTA_VENV": sys.prefix}
        command = [sys.executable, PROJECT / "scripts" / "lib" / "rosetta.py", *map(str, arguments)]
        ended = subprocess.run(command, env=given | places, capture_output=True, text=True, cwd=self.project, check=False)
        assert (ended.returncode != 0) is fails, f"{arguments}: {ended.stdout[-2000:]} {ended.stderr[-2000:]}"
        return ended.stderr if fails and not of_output else ended.stdout

    def contents(self) -> dict[str, str]:
        """Return the rows of the tables."""
        columns = "row_id, version_number, to_json(row_image) as image, is_deleted"
        query = " union all ".join(
            f"select '{name}' as name, {'event_id, row_index, to_json(after), false' if name == 'cdc_events' else columns} from cdc.{name}"
            for name in TABLES
        )
        return {"rows": self.call("sql", f"select * from ({query}) order by 1, 2, 3, 4", "--format", "csv", "--limit", 100000)}


@pytest.mark.long
def test_backed_up_moved_and_restored(tmp_path: Path) -> None:
    project = tmp_path / "project"
    make_project(project)
    home = Home(project, tmp_path / "first")
    home.call("land", SAMPLES)
    home.call("dbt", "build", "--exclude-resource-type", "test", "--exclude", "rosetta_cdc.monitoring")
    before = home.contents()
    copied = home.call("backup", tmp_path / "backup")
    assert "copied to" in copied
    assert home.call("backup", tmp_path / "backup").startswith("0 files")

    # Moved: every command says so, until it is relocated.
    home.path.rename(tmp_path / "second")
    home.path = tmp_path / "second"
    assert "call rosetta relocate once" in home.call("sql", "select 1", fails=True)
    assert "tables registered" in home.call("relocate")
    assert home.contents() == before
    home.call("dbt", "run", "--select", "cdc_topic_rules", "cdc_events", "rosetta_cdc.state")
    home.call("dbt", "snapshot", "--select", "cdc_current_rows_snapshot")
    assert home.contents() == before

    # Restored elsewhere, while the first is gone.
    shutil.rmtree(home.path)
    shutil.copytree(tmp_path / "backup", tmp_path / "third")
    home.path = tmp_path / "third"
    home.call("relocate")
    assert home.contents() == before


def test_what_a_backup_refuses(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "raw").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "photo").touch()
    for target, said in ((home / "raw" / "b", "must be outside"), (tmp_path, "must be outside"), (tmp_path / "other", "is not a backup")):
        with pytest.raises(UserError, match=said):
            backup.back_up(home, target)
    with pytest.raises(UserError, match="holds no tables"):
        backup.back_up(tmp_path / "nosuch", tmp_path / "b")


def test_a_backup_follows(tmp_path: Path) -> None:
    """What is new is copied, what is gone is removed, and a changed file is copied again."""
    home, copy = tmp_path / "home", tmp_path / "backup"
    log = home / "warehouse" / "cdc.db" / "t" / "_delta_log"
    log.mkdir(parents=True)
    (log / "0.json").write_text("0")
    (log.parent / "a.parquet").write_text("a")
    assert backup.back_up(home, copy) == (2, 2, 0)
    (log / "0.json").write_text("00")
    (log.parent / "a.parquet").unlink()
    assert backup.back_up(home, copy) == (1, 2, 1)
    assert sorted(path.name for path in copy.rglob("*") if path.is_file()) == ["0.json"]


def test_a_home_knows_its_place(rosetta_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rosetta_home.mkdir()
    place.check_place()
    (rosetta_home / "metastore").mkdir()
    place.check_place()
    moved = rosetta_home.with_name("moved")
    rosetta_home.rename(moved)
    monkeypatch.setenv("ROSETTA_HOME", str(moved))
    with pytest.raises(UserError, match=r"call (scripts/|rosetta )relocate once"):
        place.check_place()
    place.note_place()
    place.check_place()


def test_a_relocation_that_was_killed_is_taken_back(rosetta_home: Path) -> None:
    """The folder that it had set aside is put into its place."""
    aside = rosetta_home / "tmp" / "relocated" / "cdc" / "t" / "_delta_log"
    aside.mkdir(parents=True)
    (aside / "0.json").write_text("data")
    place_of_table = rosetta_home / "warehouse" / "cdc.db" / "t" / "_delta_log"
    place_of_table.mkdir(parents=True)
    relocate.put_back()
    assert (place_of_table / "0.json").read_text() == "data"
    assert relocate.find_tables(rosetta_home / "warehouse") == [("cdc", "t")]
    assert not (rosetta_home / "tmp" / "relocated").exists()
