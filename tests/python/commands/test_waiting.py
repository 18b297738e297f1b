"""What the commands say while they work, and what they do not: a line before each wait, no warnings, no stack traces."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from rosetta_cdc import cli, environment, formats, jars, spark, warehouse_lock
from rosetta_cdc.errors import UserError
from rosetta_cdc.keep import place
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.report.__main__ import main as report

WARNING = '"options" does not match the name of any column in this table.'
STARTS_SPARK = (
    "land RECORDS", "land kafka --servers localhost:1 --topic a", "register", "report", "try dts_canal RECORDS", "generate", "maintain",
    "replay topics a", "apply-registry", "relocate",
)  # fmt: skip


@pytest.fixture
def home(rosetta_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home with what commands look for before they start Spark, which stops them here."""
    for folder in ("raw/kafka_messages", "warehouse/cdc.db/cdc_events"):
        (rosetta_home / folder / "_delta_log").mkdir(parents=True)

    def stop(*_: object, **__: object) -> None:
        raise UserError("stopped")

    monkeypatch.setattr(spark, "session", stop)
    for module, name in ((jars, "check_jars"), (warehouse_lock, "take_lock"), (cli, "take_lock"), (place, "check_place")):
        monkeypatch.setattr(module, name, lambda *_: None)
    monkeypatch.setenv("DBT_PROJECT_DIR", str(PROJECT))
    for name in ("DBT_TARGET", "DBT_PROFILES_DIR", "DBT_TARGET_PATH", "DBT_LOG_PATH", "SPARK_SUBMIT_OPTS", "ROSETTA_TOPICS_CSV", "PATH"):
        # Commands set them for this process.
        monkeypatch.setenv(name, {"PATH": "/usr/bin:/bin"}.get(name, ""))
    return rosetta_home


@pytest.mark.parametrize("words", STARTS_SPARK)
def test_a_command_says_that_it_starts_spark(words: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "records").touch()
    code = cli.main([str(tmp_path / "records") if word == "RECORDS" else word for word in words.split()], clone=True)
    script = words.split()[0].replace("-", "_")
    assert (capsys.readouterr().err.splitlines(), code) == ([f"{script}: starting Spark", f"{script}: stopped"], 2)


def test_a_command_that_is_to_be_quiet_says_nothing(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "records").touch()
    assert cli.main(["land", "--quiet", str(tmp_path / "records")], clone=True) == 2
    assert capsys.readouterr().err == "land: stopped\n"


def test_what_is_wrong_is_said_before_a_wait(rosetta_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UserError, match="has no cdc_events"):
        report([])
    assert capsys.readouterr().err == ""


def test_what_a_registry_lacks_is_no_warning(monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder) -> None:
    """Neither of a command nor of plain dbt in a shell that was prepared."""
    agate = "import agate; agate.TypeTester(force={'options': agate.Text()}).run([], ('a',))"
    for given in ({}, {"PYTHONWARNINGS": "error::SyntaxWarning"}):
        prepared = environment.variables(given, PROJECT)
        assert environment.variables(prepared, PROJECT)["PYTHONWARNINGS"] == prepared["PYTHONWARNINGS"]
        assert prepared["PYTHONWARNINGS"].startswith(given.get("PYTHONWARNINGS", ""))
        done = subprocess.run([sys.executable, "-c", agate], env=prepared, capture_output=True, text=True, check=True)
        assert done.stderr == ""
    plain = subprocess.run([sys.executable, "-c", agate], env={}, capture_output=True, text=True, check=True)
    assert WARNING in plain.stderr

    def warn(_: list[str]) -> int:
        warnings.warn_explicit(WARNING, RuntimeWarning, "type_tester.py", 92, module="agate.type_tester")
        return 0

    monkeypatch.setattr(formats, "main", warn)
    assert cli.main(["formats"], clone=True) == 0
    assert [str(warning.message) for warning in recwarn] == []


def test_a_failure_is_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(_: list[str]) -> int:
        raise ValueError("no luck\nat all")

    monkeypatch.setattr(formats, "main", fail)
    monkeypatch.delenv("ROSETTA_DEBUG", raising=False)
    assert cli.main(["formats"], clone=True) == 1
    assert capsys.readouterr().err == "formats: ValueError: no luck (ROSETTA_DEBUG=1 shows everything)\n"
    monkeypatch.setenv("ROSETTA_DEBUG", "1")
    with pytest.raises(ValueError, match="no luck"):
        cli.main(["formats"], clone=True)
