"""The command as `pip install` makes it, in a dbt project that has this one as a package."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from landing_lines import line, write

from rosetta_cdc import __version__
from rosetta_cdc.commands import COMMANDS
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.registry import TOPIC_COLUMNS

MESSAGE = {"message": {"data": {"id": 1}, "headers": {"operation": "INSERT", "changeSequence": "1"}}}
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Install the package into a folder of its own and return an environment in which it is found, without the clone's variables."""
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "source"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PROJECT / "scripts" / "rosetta_cdc", source / "scripts" / "rosetta_cdc", ignore=ignored)
    shutil.copy(PROJECT / "pyproject.toml", source)
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, "--target", folder / "lib", source], check=True)
    shutil.rmtree(source)
    own = ("ROSETTA_", "DBT_", "SPARK_", "PYSPARK_")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    return {**plain, "PYTHONPATH": str(folder / "lib"), "PATH": f"{folder}/lib/bin:{plain['PATH']}", "ROSETTA_WARM": "0"}


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a dbt project that names this one in its `packages.yml`."""
    folder = tmp_path_factory.mktemp("project") / "their_shop"
    shutil.copytree(PROJECT / "tests" / "package", folder)
    (folder / "packages.yml").write_text(json.dumps({"packages": [{"local": str(PROJECT)}]}), encoding="utf-8")
    return folder


@pytest.fixture
def start(environment: dict[str, str], theirs: Path) -> Start:
    """Give a function that starts `rosetta` in a folder of the project."""

    def started(*arguments: object, **given: str) -> subprocess.Popen[str]:
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        return subprocess.Popen(
            ["rosetta", *map(str, arguments)], **pipes, cwd=theirs / "models", env={**environment, **given}, text=True
        )

    return started


def ended(process: subprocess.Popen[str]) -> tuple[str, list[str], int]:
    """Return what a command has printed, its lines of errors and its code, at its end."""
    output, errors = process.communicate()
    return output, errors.splitlines(), process.returncode


@pytest.mark.thorough
def test_a_landing_in_a_project_of_the_users(start: Start, theirs: Path, tmp_path: Path) -> None:
    """It takes the project's declaration of a format and lands in the project's folder."""
    overview, errors, code = ended(start("--help"))
    assert (errors, code) == ([], 0)
    assert [text.split()[0] for text in overview.splitlines() if text.startswith("  ")] == [
        command.name for command in COMMANDS if not command.clone_only
    ]
    assert ended(start("--version"))[0] == f"rosetta {__version__}\n"

    registry = tmp_path / "topics.csv"
    values = {"match_order": "1", "topic_pattern": r"d\.parcels", "format": "qlik_json"}
    row = ",".join(values.get(name, "") for name in TOPIC_COLUMNS)
    registry.write_text(f"{','.join(TOPIC_COLUMNS)}\n{row}\n", encoding="utf-8")
    file = write(tmp_path / "records", line(0, json.dumps(MESSAGE), topic="d.parcels"), line(1, "{}", topic="other"))
    missing = f"land: {theirs} has no dbt_packages/rosetta_cdc: add Rosetta CDC to its packages.yml and run dbt deps"
    assert ended(start("land", file)) == ("", [missing], 2)
    assert ended(start("dbt", "--quiet", "deps"))[2] == 0
    output, errors, code = ended(start("land", file, ROSETTA_TOPICS_CSV=str(registry)))
    assert code == 0, errors
    assert "2 records landed" in output
    # A folder a format, in it a folder a day.
    files = (theirs / ".rosetta" / "raw" / "kafka_messages").glob("format=*/*/*.parquet")
    found = [(file.parent.parent.name, pq.read_table(file, columns=["kafka_topic"])["kafka_topic"].to_pylist()) for file in files]
    assert sorted(found) == [("format=auto", ["other"]), ("format=qlik_json", ["d.parcels"])]


def test_two_commands_at_once(start: Start, theirs: Path, environment: dict[str, str]) -> None:
    """The second says in one line who has the warehouse, the clone's script too; the lock is the process's own and ends with it."""
    assert ended(start("dbt", "--quiet", "deps"))[2] == 0
    lock = theirs / ".rosetta" / ".dbt.lock"
    lock.unlink(missing_ok=True)
    first = start("sql")
    try:
        deadline = time.monotonic() + 60
        while not (lock.exists() and lock.read_text(encoding="utf-8")):
            assert first.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
        expected = f"{lock.parent} is in use by sql (process {first.pid}, since "
        output, [error], code = ended(start("report"))
        assert (output, error.startswith(f"report: {expected}"), code) == ("", True, 2), error
        script = {**environment, "ROSETTA_HOME": str(lock.parent), "ROSETTA_VENV": os.environ["ROSETTA_VENV"], "PYTHONPATH": ""}
        done = subprocess.run([PROJECT / "scripts" / "bin" / "dbt", "run"], env=script, capture_output=True, text=True, check=False)
        assert (done.stderr.startswith(f"dbt: {expected}"), done.returncode) == (True, 2), done.stderr
    finally:
        first.send_signal(signal.SIGTERM)
        first.communicate()
    assert first.returncode == -signal.SIGTERM
    assert "run `dbt build` first" in ended(start("report"))[1][0]
