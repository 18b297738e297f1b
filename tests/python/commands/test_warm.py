"""A warm session behind the commands: they do what they do alone, it ends when it has to, and nothing is left behind by a kill."""

from __future__ import annotations

import contextlib
import gzip
import os
import random
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rosetta_cdc import warehouse_lock
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import copy_project, environment_of
from rosetta_cdc.warm.state import process_file, state_of_session

SCRIPTS = PROJECT / "scripts"
# Long enough to be interrupted, for whichever machine; in tasks of seconds, between which others have their turn.
ENDLESS = "select sum(hash(id)) as number from range(0, 10000000000000, 1, 100000)"
SECONDS = 240


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Give the environment of commands with a project and a ROSETTA_HOME of their own, and a session; it ends with the module."""
    folder = tmp_path_factory.mktemp("a warm folder")
    project, home = folder / "project", folder / "home"
    home.mkdir()
    copy_project(project)
    made = {**environment_of(project, home), "ROSETTA_WARM": "1", "DBT_PROFILES_DIR": str(PROJECT / "profiles")}
    made.pop("ROSETTA_LOCK_HELD", None)
    yield made
    subprocess.run([SCRIPTS / "stop"], env=made, check=True, capture_output=True)


@pytest.fixture(autouse=True)
def _home(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROSETTA_HOME", environment["ROSETTA_HOME"])


def call(environment: dict[str, str], *command: str, **settings: object) -> subprocess.CompletedProcess[str]:
    """Call a script of the clone."""
    name, *arguments = command
    return subprocess.run([SCRIPTS / name, *arguments], env=environment, capture_output=True, text=True, check=False, **settings)


@contextlib.contextmanager
def begin(environment: dict[str, str], *command: str) -> Iterator[subprocess.Popen[str]]:
    """Begin to call a script of the clone; what is at work at the end is killed."""
    name, *arguments = command
    outputs = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([SCRIPTS / name, *arguments], env=environment, text=True, start_new_session=True, **outputs) as begun:
        try:
            yield begun
        finally:
            begun.kill()


def wait_for(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    deadline = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def session() -> int:
    """Return the session's process."""
    return int(process_file().read_text(encoding="utf-8"))


def processes_of(process: int, words: bytes) -> list[int]:
    """Return the processes that a process has started, that live, and that have certain words in their command line."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
    return [int(child) for child in found if words in Path(f"/proc/{child}/cmdline").read_bytes()]


def children(process: int) -> list[int]:
    """Return the commands that a session is at work on."""
    return processes_of(process, b"rosetta_cdc.warm.server")


def test_what_a_session_is_out_of_date_by(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Variables that Java reads, its program, the mode bits of its files and Spark's settings; not by other variables."""
    states = {"first": state_of_session()}
    monkeypatch.setenv("COLOUR", "blue")
    assert state_of_session() == states["first"]
    for name in ("JDK_JAVA_OPTIONS", "ROSETTA_DRIVER_MEMORY", "TZ"):
        with monkeypatch.context() as patched:
            patched.setenv(name, "other")
            states[name] = state_of_session()
    with monkeypatch.context() as patched:
        (tmp_path / "bin").mkdir()
        program = tmp_path / "bin" / "java"
        program.write_text("#!/bin/sh\n", encoding="utf-8")
        program.chmod(0o755)
        patched.setenv("JAVA_HOME", str(tmp_path))
        states["java"] = state_of_session()
    with monkeypatch.context() as patched:
        patched.setattr("rosetta_cdc.warm.state.spark_folder", lambda _: tmp_path)
        states["settings"] = state_of_session()
    mask = os.umask(0o077)
    try:
        states["mask"] = state_of_session()
    finally:
        os.umask(mask)
    assert len(set(states.values())) == len(states), states


@pytest.mark.thorough
def test_commands_share_a_session_and_are_as_alone(environment: dict[str, str], tmp_path: Path) -> None:
    """Input, output, code, folder and variables are those of the caller; one Java process answers."""
    first = call(environment, "sql", "select 1 as one", "--format", "csv")
    assert (first.returncode, first.stdout) == (0, "one\n1\n"), first.stderr
    process = session()
    asked = call(environment, "sql", "-", "--format", "csv", input="select '{{ target.schema }}' as name")
    assert (asked.returncode, asked.stdout, asked.stderr) == (0, "name\ncdc\n", "")
    other = call({**environment, "ROSETTA_SCHEMA": "other"}, "sql", "select '{{ target.schema }}' as name", "--format", "csv")
    assert other.stdout == "name\nother\n", other.stderr
    for statement, code, told in (("select absent", 1, "UNRESOLVED_COLUMN"), ("drop table x", 1, "only statements that read")):
        wrong = call(environment, "sql", statement)
        assert wrong.returncode == code and told in wrong.stderr and wrong.stderr.startswith("sql: ")
    assert call(environment, "sql", "select 1", "--format", "xml").returncode == 2
    (tmp_path / "records.jsonl").write_text('{"topic":"t","partition":0,"offset":0,"payload":"{}"}\n', encoding="utf-8")
    landed = call(environment, "land", "records.jsonl", cwd=tmp_path)
    assert landed.returncode == 0 and "1 records landed" in landed.stdout + landed.stderr, landed.stderr
    assert session() == process and children(process) == []


@pytest.mark.thorough
def test_settings_of_a_command_end_with_it(environment: dict[str, str]) -> None:
    """Each question has a session of its own; what a dbt command that failed has left is forgotten."""
    call(environment, "sql", "select 1")
    leaving = "{% do run_query('set spark.sql.ansi.enabled = true') %} select raise_error('x')"
    failed = call(environment, "bin/dbt", "show", "--inline", leaving)
    assert failed.returncode, failed.stdout
    shown = call(environment, "bin/dbt", "show", "--inline", "select cast('x' as int) is null as is_null", "--output", "json")
    assert '"is_null": true' in shown.stdout, shown.stdout


def test_commands_and_kills(environment: dict[str, str]) -> None:
    """One command at a time works on the warehouse, questions beside it; a killed question, or session, leaves nothing."""
    call(environment, "sql", "select 1")
    process = session()
    with begin(environment, "sql", ENDLESS) as killed:
        wait_for(lambda: bool(children(process)))
        killed.kill()
    wait_for(lambda: not children(process))
    assert call(environment, "sql", "select 3 as three", "--format", "csv").stdout == "three\n3\n"
    assert session() == process, "a question that was killed does not end the session"
    with begin(environment, "bin/dbt", "show", "--inline", ENDLESS) as at_work:
        home = Path(environment["ROSETTA_HOME"])
        wait_for(lambda: warehouse_lock._is_held(home / ".command.lock"))
        for refused in (call(environment, "report"), call({**environment, "ROSETTA_WARM": "0"}, "report")):
            assert refused.returncode == 2
            assert f"report: {home} is in use by dbt show (process" in refused.stderr
        answered = call(environment, "sql", "select 2 as two", "--format", "csv")
        assert answered.stdout == "two\n2\n", "a question is answered beside a command"
        # By then it has the session's Java; before, it would go on with one of its own. No line of the arguments begins with the statement.
        log = Path(environment["DBT_LOG_PATH"]) / "dbt.log"
        wait_for(lambda: log.exists() and re.search(rf"(?m)^ *{re.escape(ENDLESS)}", log.read_text(encoding="utf-8")) is not None)
        os.kill(process, signal.SIGKILL)
        _, told = at_work.communicate(timeout=SECONDS)
        assert at_work.returncode == 1 and "the session ended before this command did" in told
    again = call(environment, "sql", "select 4 as four", "--format", "csv")
    assert (again.stdout, again.returncode) == ("four\n4\n", 0), again.stderr
    assert session() != process


@pytest.mark.thorough
def test_an_interrupted_command_takes_its_session_with_it(environment: dict[str, str]) -> None:
    """Java may be at work on a statement still."""
    call(environment, "sql", "select 1")
    process = session()
    with begin(environment, "bin/dbt", "show", "--inline", ENDLESS) as at_work:
        home = Path(environment["ROSETTA_HOME"])
        wait_for(lambda: warehouse_lock._is_held(home / ".command.lock"))
        os.kill(at_work.pid, signal.SIGINT)
        at_work.communicate(timeout=SECONDS)
        assert at_work.returncode != 0
    wait_for(lambda: not Path(f"/proc/{process}").exists())
    assert not warehouse_lock._is_held(home / ".dbt.lock") and not process_file().exists()


@pytest.mark.thorough
def test_a_session_whose_java_was_killed_is_followed_by_another(environment: dict[str, str]) -> None:
    """The command that comes next, however soon, is done."""
    call(environment, "sql", "select 1")
    for number in range(3):
        for java in processes_of(session(), b"java"):
            os.kill(java, signal.SIGKILL)
        answered = call(environment, "sql", f"select {number} as number", "--format", "csv")
        assert (answered.returncode, answered.stdout) == (0, f"number\n{number}\n"), answered.stderr
        assert "sql: Spark was killed" in answered.stderr or "starting Spark" in answered.stderr


@pytest.mark.thorough
def test_a_session_that_is_out_of_date_or_in_the_way_ends(environment: dict[str, str]) -> None:
    call(environment, "sql", "select 1")
    first = session()
    # One whose files would be open to others is out of date, too.
    changed = call({**environment, "JDK_JAVA_OPTIONS": "-Dcolour=blue"}, "sql", "select 5 as five", "--format", "csv", umask=0o077)
    assert changed.stdout == "five\n5\n", changed.stderr
    assert "sql: code, packages, settings or Java have changed since Spark was started" in changed.stderr
    assert session() != first
    alone = call({**environment, "ROSETTA_WARM": "0"}, "sql", "select 6 as six", "--format", "csv")
    assert alone.stdout == "six\n6\n", alone.stderr
    assert not process_file().exists()
    call(environment, "sql", "select 1")
    stopped = call(environment, "stop")
    assert (stopped.stdout, stopped.returncode) == ("the session has ended\n", 0)
    assert call(environment, "stop").stdout == "no session is running\n"
    assert not warehouse_lock._is_held(Path(environment["ROSETTA_HOME"]) / ".dbt.lock")


# What a user does in any order; `{file}` is a file that may have landed before, `{model}` a model to edit.
STEPS = (
    ("land", "{file}"),
    ("bin/dbt", "seed"),
    ("bin/dbt", "run", "--selector", "hot"),
    ("bin/dbt", "run", "--selector", "round"),
    ("run",),
    ("replay", "dead-letters"),
    ("maintain",),
    ("sql", "select count(*) from {{ ref('cdc_events') }}"),
    ("report",),
    ("land", "{file}", "nosuch"),
    ("edit", "{model}"),
)
MODELS = ("models/canonical/cdc_events.sql", "models/state/cdc_row_history.sql", "macros/history/entries/row_entries.sql")
COMPARED = (
    "select * except (load_id, loaded_at) from {{ ref('cdc_events') }} order by event_id",
    "select row_id, version_number, op, valid_from, valid_to, row_image from {{ ref('cdc_row_history') }} order by row_id, version_number",
)


@contextlib.contextmanager
def disk_of_its_own(folder: Path) -> Iterator[bool]:
    """Let a folder be a disk of 1 GB, in memory; say whether this machine allows it."""
    folder.mkdir(parents=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1g", "tmpfs", folder], capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", folder], check=True)


def disturb(chance: random.Random, environment: dict[str, str], step: tuple[str, ...], has_own_disk: bool) -> str:
    """Call a command that is killed, or loses its session or its Java, or finds the disk full; say which."""
    home = Path(environment["ROSETTA_HOME"])
    if has_own_disk and chance.random() < 0.3:
        filler, free = home / "filler", chance.randrange(2_000_000)
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(bytes(1 << 20)):
                pass
        os.truncate(filler, max(0, filler.stat().st_size - free))
        call(environment, *step)
        filler.unlink()
        return "full disk"
    with begin(environment, *step) as killed:
        time.sleep(chance.uniform(0, 20))
        victim = chance.choice(["command", "session", "Java"])
        if victim == "command" or not process_file().exists():
            os.kill(killed.pid, chance.choice([signal.SIGKILL, signal.SIGINT, signal.SIGTERM]))
            return "killed command"
        # What the command says of it, and when it ends, is its own affair.
        for process in [session()] if victim == "session" else processes_of(session(), b"java"):
            os.kill(process, signal.SIGKILL)
        killed.communicate(timeout=SECONDS)
    return f"killed {victim}"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_any_sequence_of_commands_makes_the_same_tables(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A warm session, which is disturbed between and in the middle of commands, against commands alone in a home of their own."""
    chance = random.Random(seed)
    lines = gzip.decompress((PROJECT / "tests" / "fixtures" / "shop_day" / "records.jsonl.gz").read_bytes()).splitlines(keepends=True)[::4]
    files = [tmp_path / f"records-{number}.jsonl" for number in range(4)]
    for number, file in enumerate(files):
        file.write_bytes(b"".join(lines[number :: len(files)]))
    steps = [("land", str(files[0])), ("bin/dbt", "seed"), ("bin/dbt", "run")]
    for step in chance.choices(STEPS, k=8):
        words = {"{file}": str(chance.choice(files)), "{model}": chance.choice(MODELS)}
        steps.append(tuple(words.get(word, word) for word in step))
    steps += [("land", *map(str, files)), ("run",)]
    answers, disturbed = [], []
    for way in ("1", "0"):
        project, home = tmp_path / way / "project", tmp_path / way / "home"
        copy_project(project)
        made = {**environment_of(project, home), "ROSETTA_WARM": way, "DBT_PROFILES_DIR": str(PROJECT / "profiles")}
        made.pop("ROSETTA_LOCK_HELD", None)
        monkeypatch.setenv("ROSETTA_HOME", str(home))
        codes = []
        with disk_of_its_own(home) as has_own_disk:
            for step in steps:
                if step[0] == "edit":
                    with (project / step[1]).open("a", encoding="utf-8") as model:
                        model.write("\n-- edited\n")
                    continue
                if way == "1" and chance.random() < 0.5:
                    disturbed.append((disturb(chance, made, step, has_own_disk), step[0]))
                codes.append(call(made, *step).returncode)
            answers.append((codes, [call(made, "sql", query, "--format", "json", "--limit", "100000").stdout for query in COMPARED]))
            told = call(made, "stop").stdout
        assert told == ("the session has ended\n" if way == "1" else "no session is running\n")
    assert answers[0] == answers[1], (steps, disturbed)
    assert all(len(answer) > 10_000 for answer in answers[0][1])
