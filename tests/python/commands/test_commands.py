"""The commands around their modules: which project they work with, when they take the lock, and that scripts are the same commands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rosetta_cdc import cli, commands, environment, jars, warehouse_lock
from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import PROJECT

SCRIPTS = PROJECT / "scripts"
SPARK_ENV = PROJECT / "profiles" / "spark" / "spark-env.sh"


@pytest.fixture
def plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Give this process an environment of its own without the project's variables, and a home folder."""
    own = ("ROSETTA_", "DBT_", "SPARK_")
    variables = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    variables |= {"HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin", "ROSETTA_VENV": sys.prefix}
    monkeypatch.setattr(os, "environ", variables)
    return variables


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """Give a dbt project that has this one as a package, in a folder with a blank in its name."""
    folder = tmp_path / "their shop"
    (folder / "models").mkdir(parents=True)
    (folder / "dbt_project.yml").write_text("name: their_shop\nprofile: rosetta_cdc\n", encoding="utf-8")
    (folder / "dbt_packages").mkdir()
    (folder / "dbt_packages" / "rosetta_cdc").symlink_to(PROJECT)
    return folder


def test_the_users_project_is_the_nearest_or_the_named(theirs: Path, plain: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(theirs / "models")
    environment.prepare(clone=False, keeps=False)
    assert plain["ROSETTA_HOME"] == str(theirs / ".rosetta")
    assert plain["DBT_TARGET_PATH"] == str(theirs / ".rosetta" / "dbt" / "target")
    assert plain["DBT_PROFILES_DIR"] == str(PROJECT / "profiles")
    assert plain["SPARK_CONF_DIR"] == str(PROJECT / "profiles" / "spark")
    assert plain["PATH"].startswith(f"{sys.prefix}/bin:")

    plain["ROSETTA_HOME"] = "/another"
    environment.prepare(clone=False, keeps=False)
    assert plain["DBT_TARGET_PATH"] == str(theirs / ".rosetta" / "dbt" / "target"), "what is set stays"
    environment.main([])
    assert plain["DBT_TARGET_PATH"] == "/another/dbt/target"
    plain["DBT_PROJECT_DIR"] = str(PROJECT)
    environment.prepare(clone=False, keeps=False)
    assert plain["DBT_PROJECT_DIR"] == str(PROJECT)
    monkeypatch.chdir(theirs.parent)
    for named, message in (("", "is not in a dbt project: go to"), ("/nosuch", "DBT_PROJECT_DIR is /nosuch, which has no dbt_project.yml")):
        plain["DBT_PROJECT_DIR"] = named
        with pytest.raises(UserError, match=message):
            environment.prepare(clone=False, keeps=False)


def test_scripts_work_with_the_clone_unless_a_project_has_it_as_a_package(theirs: Path, plain: dict[str, str], tmp_path: Path) -> None:
    """They do what scripts/activate does, whatever the shell has; a copy of the project counts for those that keep what is set."""
    for keeps, named, found in ((False, tmp_path, PROJECT), (False, theirs, theirs), (True, tmp_path, tmp_path)):
        plain |= {"DBT_PROJECT_DIR": str(named), "DBT_TARGET_PATH": "/before", "DBT_PROFILES_DIR": "/mine", "ROSETTA_HOME": "/other"}
        environment.prepare(clone=True, keeps=keeps)
        assert plain["DBT_PROJECT_DIR"] == str(found)
        assert plain["ROSETTA_HOME"] == "/other"
        is_fresh = found == PROJECT
        assert plain["DBT_TARGET_PATH"] == ("/other/dbt/target" if is_fresh else "/before")
        assert plain["DBT_PROFILES_DIR"] == (str(PROJECT / "profiles") if is_fresh else "/mine")


def test_the_profile_is_the_users_where_there_is_one(theirs: Path, plain: dict[str, str]) -> None:
    users = Path(plain["HOME"], ".dbt")
    users.mkdir(parents=True)

    def found() -> Path:
        return Path(environment.variables(plain, theirs)["DBT_PROFILES_DIR"])

    (users / "profiles.yml").write_text("another: {}\n", encoding="utf-8")
    assert found() == PROJECT / "profiles"
    (users / "profiles.yml").write_text("rosetta_cdc: {}\n", encoding="utf-8")
    assert found() == users
    (theirs / "profiles.yml").touch()
    assert found() == theirs
    assert Path(environment.variables(plain, PROJECT)["DBT_PROFILES_DIR"]) == PROJECT / "profiles"


def test_spark_reads_its_settings_by_a_name_without_blanks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for _ in range(2):
        link = environment.spark_folder(tmp_path / "a clone")
        assert " " not in link
        assert os.readlink(link) == str(tmp_path / "a clone" / "profiles" / "spark")


def test_an_activated_shell_has_the_clones_variables(plain: dict[str, str], tmp_path: Path) -> None:
    def activated(**given: str) -> subprocess.CompletedProcess:
        """Return what a shell says that was activated twice."""
        script = '. "$0/activate" && . "$0/activate"; echo "$?"; echo "$DBT_PROJECT_DIR $DBT_LOG_PATH $ROSETTA_PROJECT"; echo "$PATH"'
        command = ["bash", "-c", script, str(SCRIPTS)]
        return subprocess.run(command, env={**plain, **given}, cwd=tmp_path, capture_output=True, text=True, check=False)

    code, places, path = activated(DBT_PROJECT_DIR="/elsewhere", ROSETTA_HOME="/a 'home'").stdout.splitlines()
    assert code == "0"
    assert places == f"{PROJECT} /a 'home'/dbt/logs {PROJECT}"
    assert path == f"{SCRIPTS}/bin:{SCRIPTS}:{sys.prefix}/bin:{plain['PATH']}"
    refused = activated(ROSETTA_HOME="here")
    assert refused.stdout.startswith("2\n")
    assert refused.stderr.startswith("activate: ROSETTA_HOME is here; it must be an absolute path")
    assert "run scripts/setup first" in activated(ROSETTA_VENV="/nosuch").stderr


@pytest.mark.parametrize(
    ("arguments", "needs"),
    [
        ("run", True),
        ("--quiet run --target local", True),
        ("docs generate", True),
        ("debug", True),
        ("run --target cluster", False),
        ("run -t cluster", False),
        ("run --target=cluster", False),
        ("run --help", False),
        ("parse --no-partial-parse", False),
        ("deps", False),
        ("debug --config-dir", False),
        ("docs serve", False),
        ("--version", False),
        ("", False),
    ],
)
def test_dbt_takes_the_lock_where_it_needs_the_warehouse(arguments: str, needs: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBT_TARGET", raising=False)
    assert commands.dbt_needs_warehouse(arguments.split()) == needs
    monkeypatch.setenv("DBT_TARGET", "cluster")
    assert commands.dbt_needs_warehouse(arguments.split()) == ("--target local" in arguments)


def test_the_lock_is_one_for_python_and_spark(rosetta_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session of Spark that nobody has locked for locks for itself, in a shell."""
    monkeypatch.delenv("ROSETTA_LOCK_HELD", raising=False)
    rosetta_home.mkdir()
    (rosetta_home / ".dbt.lock").write_text("sql (process 7, since then)\n", encoding="utf-8")
    assert not warehouse_lock.is_held_by_command()
    spark = subprocess.Popen(
        ["bash", "-c", f'. "{SPARK_ENV}"; echo ready; read'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with spark:
        assert spark.stdout.readline() == "ready\n"
        assert warehouse_lock.is_held_by_command()
        with pytest.raises(UserError, match=r"is in use by sql \(process 7, since then\); an embedded warehouse serves one process"):
            warehouse_lock.take_lock("report")
        assert "ROSETTA_LOCK_HELD" not in os.environ
    assert not warehouse_lock.is_held_by_command()


def test_a_question_waits_for_no_loop(rosetta_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    monkeypatch.setenv("DBT_TARGET", "local")
    assert commands.without_loop([])
    (rosetta_home / "loop").mkdir(parents=True)
    with socket.socket(socket.AF_UNIX) as loop:
        monkeypatch.chdir(rosetta_home / "loop")
        loop.bind("sql.socket")
        assert commands.without_loop([]), "a loop that was killed leaves its socket"
        loop.listen()
        assert not commands.without_loop([])


def test_scripts_are_the_same_commands(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each calls its command and no other; of some it is tried that they show the same help, which needs no lock and no project."""
    monkeypatch.setenv("ROSETTA_HOME", str(tmp_path / "home"))
    scripts = {command.name: SCRIPTS / command.script for command in commands.COMMANDS if command.name not in ("setup", "activate")}
    scripts["dbt"] = SCRIPTS / "bin" / "dbt"
    for name, script in scripts.items():
        assert script.read_text(encoding="utf-8").endswith((f'\nrosetta {name} "$@"\n', f'\nbecome {name} "$@"\n')), name
        assert os.access(script, os.X_OK), name
    for name in ("land", "register-avro", "dbt"):
        script = scripts[name]
        with pytest.raises(SystemExit) as ended:
            cli.main([name, "--help"], clone=True)
        assert ended.value.code == 0
        done = subprocess.run([script, "--help"], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.stdout, done.returncode) == (capsys.readouterr().out, 0), name
    assert not (tmp_path / "home").exists()


def test_what_is_not_set_up_is_said(
    plain: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Jars that are missing name the command that fetches them, which works outside of a project, too."""
    monkeypatch.setattr(jars, "spark_jars", lambda: tmp_path)
    plain["DBT_PROJECT_DIR"] = str(PROJECT)
    assert cli.main(["run", "--target", "cluster"]) == 2
    assert capsys.readouterr().err == f"run: the jars of Delta Lake are not in {tmp_path} yet: run rosetta setup\n"
    del plain["DBT_PROJECT_DIR"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(jars, "missing_jars", lambda *_: [])
    assert cli.main(["setup"]) == 0
    assert capsys.readouterr().err == ""


def test_a_command_that_is_none_takes_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["demo"]) == 2, "it works in a clone alone"
    assert cli.main(["nonsense"]) == 2
    assert capsys.readouterr().err == "".join(
        f"rosetta: unknown command '{name}'; rosetta --help lists the commands\n" for name in ("demo", "nonsense")
    )
    assert cli.main([]) == 2
    assert capsys.readouterr().err.startswith("usage: rosetta COMMAND")
