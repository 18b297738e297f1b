"""A target that several processes reach: one command at a time writes, and a full refresh has to be allowed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from pyspark.sql import Row

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import DbtFailed, Sandbox

LOCK = "cdc.cdc_run_lock"


def shared_profile(folder: Path) -> Path:
    """Write profiles with a target `shared` like `local`, and return their folder."""
    profiles = yaml.safe_load((PROJECT / "profiles" / "profiles.yml").read_text(encoding="utf-8"))
    outputs = profiles["rosetta_cdc"]["outputs"]
    outputs["shared"] = outputs["local"]
    folder.mkdir(exist_ok=True)
    (folder / "profiles.yml").write_text(yaml.safe_dump(profiles), encoding="utf-8")
    return folder


@pytest.fixture
def shared(warehouse: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """Give an empty warehouse whose commands run on the target `shared`."""
    monkeypatch.setattr(warehouse, "profiles", shared_profile(tmp_path / "profiles"))
    monkeypatch.setenv("DBT_TARGET", "shared")
    return warehouse


def takings(warehouse: Sandbox) -> list[Row]:
    """Return what the lock's table knows of each owner."""
    return warehouse.spark.sql(f"select owner, count(*) as entries, max(command) as command from {LOCK} group by owner").collect()


def test_one_command_at_a_time_writes(shared: Sandbox) -> None:
    """A command stops with the holder's name, before it writes anything; one that was killed long ago holds nothing."""
    shared.registry("")
    shared.dbt("seed")
    [(_, entries, command)] = takings(shared)
    assert (entries, command) == (2, "dbt seed")

    shared.spark.sql(f"insert into {LOCK} values ('one-killed-long-ago', 'dbt run', current_timestamp() - interval 13 hours)")
    shared.spark.sql(f"insert into {LOCK} values ('another-one', 'dbt build', timestamp'2026-05-06 07:08:09 UTC')")
    shared.spark.sql(f"update {LOCK} set taken_at = current_timestamp() - interval 11 hours where owner = 'another-one'")
    held = (
        r"dbt build has been writing cdc on target shared since .* UTC; wait .* release_run_lock --target shared .*\{owner: another-one\}"
    )
    with pytest.raises(DbtFailed, match=held):
        shared.run_events()
    assert not shared.spark.catalog.tableExists("cdc.cdc_events")
    shared.dbt("compile", "--select", "cdc_events")

    with pytest.raises(DbtFailed):
        shared.dbt("run-operation", "release_run_lock", "--args", "{owner: another}")
    shared.dbt("run-operation", "release_run_lock", "--args", "{owner: another-one}")
    shared.run_events()
    with pytest.raises(DbtFailed):
        shared.dbt("run", "--select", "cdc_events", "--vars", "cdc_run_lock_hours: 0")
    shared.run_events()
    assert all(entries == 2 for owner, entries, _ in takings(shared) if owner != "one-killed-long-ago")


@pytest.mark.long
def test_a_failed_command_lets_go(shared: Sandbox) -> None:
    """Also if a model failed, or a hook after the lock was taken. What decides nothing any more is deleted."""
    shared.registry("")
    shared.dbt("seed")
    shared.spark.sql(f"insert into {LOCK} values ('old', 'dbt run', current_timestamp() - interval 26 hours)")
    (shared.project / "models" / "broken.sql").write_text("select no_such_column from {{ ref('cdc_topics') }}", encoding="utf-8")
    with pytest.raises(DbtFailed, match="no_such_column"):
        shared.dbt("run", "--select", "broken")
    (shared.project / "models" / "broken.sql").unlink()
    project = shared.project / "dbt_project.yml"
    hook = '"{{ rosetta_cdc.begin_command() }}"'
    assert hook in project.read_text()
    project.write_text(project.read_text().replace(hook, f'[{hook}, "select broken_hook"]'), encoding="utf-8")
    with pytest.raises(DbtFailed, match="broken_hook"):
        shared.dbt("seed")
    assert [entries for _, entries, _ in takings(shared)] == [2, 2, 2]


@pytest.mark.long
def test_a_full_refresh_has_to_be_allowed(shared: Sandbox) -> None:
    """Of what exists; nothing is replaced before the refusal."""
    shared.registry("")
    shared.dbt("seed")
    shared.run_events("--full-refresh")
    before = shared.spark.sql("describe history cdc.cdc_events").count()
    for selection in (["+cdc_events"], ["path:models/state"]):
        if selection[0].startswith("path"):
            shared.dbt("run", "--select", *selection)
        with pytest.raises(DbtFailed, match="a full refresh on target shared needs --vars 'cdc_allow_full_refresh: true'"):
            shared.dbt("run", "--full-refresh", "--select", *selection)
    for part in ("closed_versions", "row_states", "unapplied_row_events cdc_history_removed"):
        for option in ([], ["--full-refresh"]):
            with pytest.raises(DbtFailed, match="would damage the history; all its tables are built together"):
                shared.dbt("run", *option, "--select", *part.split(), "--vars", "cdc_allow_full_refresh: true")
    shared.dbt("run", "--empty", "--select", "path:models/state")
    assert shared.spark.sql("describe history cdc.cdc_events").count() == before
    shared.dbt("run", "--full-refresh", "--select", "path:models/state", "--vars", "cdc_allow_full_refresh: true")


@pytest.mark.long
def test_of_commands_that_start_together_one_goes_on(shared: Sandbox, tmp_path: Path) -> None:
    """Processes with warehouses of their own share the table of the lock; no two hold it at a time."""
    shared.registry("")
    shared.dbt("seed")
    table = shared.spark.sql(f"describe detail {LOCK}").collect()[0].location
    processes = []
    for number in range(4):
        home = tmp_path / str(number)
        home.mkdir()
        environment = {**os.environ, "ROSETTA_HOME": str(home), "DBT_LOG_PATH": str(home), "DBT_TARGET_PATH": str(home / "target")}
        command = [sys.executable, str(Path(__file__).parent / "lock_process.py"), table, str(shared.profiles)]
        processes.append(subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True))
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    outputs = [process.communicate()[0] for process in processes]
    failures = [output for process, output in zip(processes, outputs, strict=True) if process.returncode]
    assert 0 < len(failures) < len(processes), outputs
    assert all("release_run_lock" in failure for failure in failures), failures

    entries = shared.spark.sql(f"select owner, command is null as is_release from {LOCK} order by _metadata.row_commit_version").collect()
    holders: list[str] = []
    # Who took the lock while another held it, and so may not have gone on.
    refused = set()
    for owner, is_release in entries:
        if is_release:
            holders.remove(owner)
        else:
            refused |= {owner} if holders else set()
            holders.append(owner)
    assert not holders
    assert len(refused) >= len(failures)
