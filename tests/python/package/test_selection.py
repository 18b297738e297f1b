"""The selectors of `selectors.yml` in a project that has this one as a package."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import dbt.cli.main
import pytest
from example_project import their_project

from rosetta_cdc import cli
from rosetta_cdc.dbt_command import invoke
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.selection import FILE, with_selectors

# The one that is made of others, and the one of everything.
NAMES = ("round", "nightly")


@pytest.fixture
def project(rosetta_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the example project as the one that commands work with."""
    folder = their_project(tmp_path / "their_shop")
    places = {"PROJECT_DIR": folder, "PROFILES_DIR": PROJECT / "profiles", "TARGET_PATH": rosetta_home, "LOG_PATH": rosetta_home}
    for name, place in places.items():
        monkeypatch.setenv(f"DBT_{name}", str(place))
    return folder


def test_our_selectors_are_theirs_too(project: Path) -> None:
    """Each selects what it selects in a project that has the file."""

    def listed() -> dict[str, set[str]]:
        commands = {name: with_selectors(["list", "--selector", name, "--quiet"]) for name in NAMES}
        return {name: set(invoke(*command).result or []) for name, command in commands.items()}

    without_file = listed()
    shutil.copy(PROJECT / FILE, project)
    assert with_selectors(["list", "--selector", "round"]) == ["list", "--selector", "round"]
    assert without_file == listed()
    assert "their_shop.parcels" in without_file["round"]
    assert "rosetta_cdc.monitoring.cdc_pipeline_health" in without_file["nightly"] - without_file["round"]


def test_where_a_selector_stands(project: Path) -> None:
    chosen = ["--select", "fqn:rosetta_cdc.monitoring"]
    for words in (["--selector", "monitoring"], ["--selector=monitoring"]):
        assert with_selectors(["--quiet", "run", *words, "--full-refresh"]) == ["--quiet", "run", *chosen, "--full-refresh"]
    # Of what nobody has dbt tells.
    for arguments in (["run", "--selector", "nosuch"], ["run", "--selector"], ["run", "--select", "a"]):
        assert with_selectors(arguments) == arguments
    (project / FILE).write_text("selectors: [{name: monitoring, definition: 'tag:mine'}]", encoding="utf-8")
    assert with_selectors(["run", "--selector", "monitoring"]) == ["run", "--selector", "monitoring"]


def test_dbt_is_given_what_our_selectors_select(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", sys.argv)
    monkeypatch.setattr(dbt.cli.main, "cli", lambda arguments, **_: given.append(arguments) or 0)
    with pytest.raises(SystemExit) as ended:
        cli.main(["dbt", "list", "--selector", "monitoring"])
    assert ended.value.code == 0
    assert given == [["list", "--select", "fqn:rosetta_cdc.monitoring"]]
