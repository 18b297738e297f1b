"""A project is parsed once for the commands of a process, and again where anything has changed that it is parsed from."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from dbt.contracts.graph.manifest import Manifest

from rosetta_cdc.parsed_project import ParsedProject

PROFILE = "small: {target: local, outputs: {local: {type: spark, method: session, host: none, schema: s}}}"


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    """Give a command of a dbt project of three models."""
    models = tmp_path / "models"
    models.mkdir()
    (tmp_path / "dbt_project.yml").write_text("name: small\nprofile: small\nconfig-version: 2\nversion: '1.0'\n")
    (tmp_path / "profiles.yml").write_text(PROFILE)
    (models / "inner.sql").write_text("{{ config(materialized='ephemeral') }} select 1 as a")
    (models / "outer.sql").write_text("select * from {{ ref('inner') }}")
    return ["run", "--project-dir", str(tmp_path), "--profiles-dir", str(tmp_path), "--target-path", str(tmp_path / "target")]


def test_a_project_is_parsed_to_be_kept_at_the_second_command(command: list[str]) -> None:
    project = ParsedProject()
    assert project.manifest(command) is None
    kept = project.manifest(command)
    assert isinstance(kept, Manifest)
    assert project.manifest([command[0], "--select", "outer", *command[1:]]) is kept
    assert project.manifest(["seed", *command[1:]]) is kept
    assert project.manifest(["docs", *command[1:]]) is None


def test_what_changes_a_project_has_it_parsed_again(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    project = ParsedProject()
    folder = Path(command[2])

    kept = [project.manifest(command)]

    def is_parsed_again() -> bool:
        found = project.manifest(command)
        assert found is not None
        assert project.manifest(command) is found
        kept.append(found)
        return found is not kept[-2]

    assert is_parsed_again()
    assert not is_parsed_again()
    # Rows of a unit test are part of what is parsed, as those of a seed are not.
    fixture = folder / "tests" / "fixtures" / "given.csv"
    fixture.parent.mkdir(parents=True)
    fixture.write_text("a\n1\n")
    assert is_parsed_again()
    fixture.write_text("a\n1\n2\n")
    assert is_parsed_again()
    (folder / "models" / "more.sql").write_text("select 2 as b")
    assert is_parsed_again()
    os.utime(folder / "models" / "outer.sql", ns=(1, 1))
    assert is_parsed_again()
    (folder / "profiles.yml").write_text(PROFILE + "\n")
    assert is_parsed_again()
    monkeypatch.setenv("ROSETTA_SOMETHING", "else")
    assert is_parsed_again()
    command += ["--vars", "{a: 1}"]
    assert is_parsed_again()
    assert not is_parsed_again()
    command[-2:] = ["--vars={a: 2}"]
    assert is_parsed_again()
    command[-1] = "--vars={a: 1}"
    assert project.manifest(command) is kept[-2], "a command with other variables came between"


def test_rows_of_a_seed_are_no_reason_to_parse_again(command: list[str]) -> None:
    """They are read when the seed is loaded; their checksum is that of the file, as after a parse."""
    project, other = ParsedProject(), ParsedProject()
    rows = Path(command[2]) / "seeds" / "pairs.csv"
    rows.parent.mkdir()
    rows.write_text("a,b\n1,2\n")
    project.manifest(command)
    kept = project.manifest(command)
    assert kept is not None
    before = kept.nodes["seed.small.pairs"].checksum
    rows.write_text("a,b\n1,2\n3,4\n")
    assert project.manifest(command) is kept
    other.manifest(command)
    parsed = other.manifest(command)
    assert parsed is not None
    assert kept.nodes["seed.small.pairs"].checksum == parsed.nodes["seed.small.pairs"].checksum != before
    rows.rename(rows.with_name("couples.csv"))
    assert project.manifest(command) is not kept


def test_a_kept_project_is_as_it_was_parsed(command: list[str]) -> None:
    """dbt would leave out the query of an ephemeral model of a query that it holds for compiled."""
    project = ParsedProject()
    project.manifest(command)
    kept = project.manifest(command)
    assert kept is not None
    node = kept.nodes["model.small.outer"]
    node.compiled, node.compiled_code, node.extra_ctes_injected = True, "select 1", True
    assert project.manifest(command) is kept
    assert (node.compiled, node.compiled_code, node.extra_ctes_injected, node.extra_ctes) == (False, None, False, [])
