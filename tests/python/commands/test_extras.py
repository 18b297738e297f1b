"""Packages that only some commands need: installed at first use in a clone, named in one line elsewhere, and declared once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rosetta_cdc import cli, extras
from rosetta_cdc.commands import COMMANDS
from rosetta_cdc.paths import PROJECT

LOCKS = PROJECT / "scripts" / "lock"


@pytest.fixture
def without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let matplotlib be missing until a file exists, and return the file."""
    installed = tmp_path / "installed"
    monkeypatch.setattr(extras, "find_spec", lambda module: module != "matplotlib" or installed.exists() or None)
    return installed


def test_a_clone_installs_what_a_command_needs(without_matplotlib: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = tmp_path / "setup"
    setup.write_text(f'#!/bin/sh\necho "$@" >>"{without_matplotlib}"\n', encoding="utf-8")
    setup.chmod(0o755)
    monkeypatch.setattr(extras, "SETUP", setup)
    extras.need("report")
    extras.need("report")
    assert without_matplotlib.read_text(encoding="utf-8") == "report\n"


@pytest.mark.usefixtures("without_matplotlib")
@pytest.mark.parametrize(("program", "told"), [("/bin/false", "rosetta setup report"), ("/nosuch", "pip install 'rosetta-cdc[report]'")])
def test_what_cannot_be_installed_is_told_in_a_line(
    program: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The clone's setup may fail; a package that pip installed has none."""
    monkeypatch.setattr(extras, "SETUP", Path(program))
    monkeypatch.setenv("DBT_PROJECT_DIR", str(PROJECT))
    assert cli.main(["report"]) == 2
    assert capsys.readouterr().err == f"report: matplotlib not installed: run {told}\n"


def test_each_package_is_locked_once() -> None:
    files = sorted(LOCKS.glob("*.txt"))
    assert {file.stem for file in files} == {"requirements", "test", *extras.MODULES}
    packages = [line for file in files for line in re.findall(r"^[a-z].*(?= \\$)", file.read_text(encoding="utf-8"), re.MULTILINE)]
    assert len(packages) == len(set(packages)) > 100
    assert {command.extra for command in COMMANDS} - {""} <= set(extras.MODULES)
