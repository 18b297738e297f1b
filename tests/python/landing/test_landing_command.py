"""`scripts/land` as a user meets it: one line for every mistake, a summary for every landing."""

from __future__ import annotations

import fcntl
import gzip
import io
import os
import re
import subprocess
import sys

import pytest
from landing_lines import line, values, write
from rich.console import Console

from rosetta_cdc.landing import LandingResult, cli
from rosetta_cdc.landing.report import BarReporter, LineReporter, print_summary
from rosetta_cdc.paths import PROJECT

LAND = PROJECT / "scripts" / "land"


@pytest.fixture
def land(rosetta_home, tmp_path, monkeypatch):
    """Give a function that runs the command in another folder, through a symbolic link."""
    monkeypatch.setenv("ROSETTA_VENV", sys.prefix)
    link = tmp_path / "commands" / "land it"
    link.parent.mkdir()
    link.symlink_to(os.path.relpath(LAND, link.parent))

    def run(*arguments: object, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [link, *map(str, arguments)],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, **environment},
            check=False,
        )

    return run


def assert_one_line(ended: subprocess.CompletedProcess, expected: str, code: int = 2) -> None:
    errors = ended.stderr.decode().splitlines()
    assert (len(errors), ended.returncode) == (1, code), ended.stderr.decode()
    assert errors[0].startswith("land: ")
    assert expected in errors[0]
    assert ended.stdout == b""


def test_mistakes_take_one_line(land, rosetta_home, tmp_path):
    path = write(tmp_path / "f", line(0))
    assert_one_line(land(), "required: FILE")
    assert_one_line(land("nosuch"), "nosuch: No such file or directory")
    assert_one_line(land(tmp_path), "is a folder")
    assert_one_line(land("--incarnation", "x", path), "--incarnation: invalid int value")
    assert_one_line(land(path, ROSETTA_VENV="/nosuch"), "no Python environment at /nosuch; run ")
    assert_one_line(land(path, JAVA_HOME="/nosuch"), "Java 17 or newer is needed; JAVA_HOME is /nosuch")
    assert_one_line(land(path, ROSETTA_HOME="relative"), "ROSETTA_HOME is relative; it must be an absolute path")
    assert_one_line(land(path, ROSETTA_HOME=str(path)), "a file is where a folder is needed")
    java = tmp_path / "java" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text("#!/bin/sh\necho 'openjdk version \"1.8.0_1\"' >&2\n")
    java.chmod(0o755)
    assert_one_line(land(path, JAVA_HOME=str(tmp_path / "java")), "is Java 8")
    rosetta_home.mkdir(exist_ok=True)
    with (rosetta_home / ".landing-default.lock").open("w") as lock:
        lock.write("process 7 since then")
        lock.flush()
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert_one_line(land(path), "another landing of cluster default is using ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_no_write_permission(land, rosetta_home, tmp_path):
    rosetta_home.mkdir()
    rosetta_home.chmod(0o500)
    assert_one_line(land(write(tmp_path / "f", line(0))), "Permission denied")


@pytest.fixture
def main(spark, rosetta_home, monkeypatch, capfd):
    """Give a function that runs the command in this process, with the session that is there."""
    monkeypatch.setattr("rosetta_cdc.spark.session", lambda *_: spark)

    def run(*arguments: object, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capfd.readouterr()
        code = cli.main(list(map(str, arguments)))
        return code, *capfd.readouterr()

    return run


def test_a_landing(main, spark, rosetta_home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "b ad", b"secret", line(0, "secret"), line(0, "secreter"))
    (tmp_path / "cut.gz").write_bytes(gzip.compress(line(5))[:-9])
    content = gzip.compress(line(3) + b"\r\n" + line(4))
    code, output, errors = main("-", "b ad", "cut.gz", "--cluster", "west", stdin=content)
    assert code == 1
    assert "3 records landed, 2 lines rejected" in output
    for expected in ("shop.orders", "auto", "offset_reused", "not_json", "--incarnation N"):
        assert expected in output
    assert str(rosetta_home) in output
    assert "secret" not in output + errors
    # On a busy machine lines about the progress stand before it, and nothing else does.
    others = [text for text in errors.splitlines() if not re.fullmatch(r"land: \d+ MB read, \d+ lines, \d+ landed, \d+ rejected", text)]
    assert others == [
        "land: starting Spark",
        "land: looking at the topics without a row in the registry",
        "land: cut.gz: the gzip file is truncated; 0 lines were read before that",
    ]
    assert values(spark, rosetta_home) == {0: b"secret", 3: b"value", 4: b"value"}
    assert main("--quiet", "b ad", "--cluster", "west") == (0, "", "")


def test_unexpected_errors_take_one_line(main, tmp_path, monkeypatch):
    path = write(tmp_path / "f", line(0))

    def broken(*_):
        raise errors_to_come[0]

    errors_to_come = []
    monkeypatch.setattr("rosetta_cdc.landing.run.Store.open", broken)
    for error, code, expected in (
        (KeyboardInterrupt(), 130, "interrupted; what has landed stays"),
        (OSError(28, "No space left on device"), 2, "no space left on device"),
        (RuntimeError("x\njava.lang.OutOfMemoryError: y"), 2, "Java ran out of memory; give it more with ROSETTA_DRIVER_MEMORY=6g"),
        (ConnectionRefusedError(111, "Connection refused"), 2, "Java ended unexpectedly; if it ran out of memory"),
        (ValueError("\n\nJob aborted\n  at java"), 2, "ValueError: Job aborted (details in "),
    ):
        errors_to_come[:] = [error]
        found, output, errors = main(path)
        waits, told = errors.splitlines()
        assert (found, output, waits) == (code, "", "land: starting Spark")
        assert told.startswith(f"land: {expected}")
    monkeypatch.setenv("ROSETTA_DEBUG", "1")
    with pytest.raises(ValueError, match="Job aborted"):
        main(path)


def test_what_is_shown_on_the_way(tmp_path):
    terminal = Console(file=io.StringIO(), force_terminal=True, width=100)
    log = Console(file=io.StringIO(), width=100)
    result = LandingResult(lines=2_000, bytes=5_000_000, landed=1_500, repeated=400)
    result.rejected["not_json"] = 100
    for reporter in (BarReporter(terminal), LineReporter(log)):
        reporter.started(10_000_000)
        reporter.read(result)
        if isinstance(reporter, LineReporter):
            reporter._next = 0.0
        reporter.read(result)
        reporter.ended()
    shown = "2,000 lines, 1,500 landed, 400 repeated, 100 rejected"
    assert log.file.getvalue() == f"land: 5 of 10 MB read, {shown}\n"
    assert shown in terminal.file.getvalue()
    assert "5.0/10.0 MB" in terminal.file.getvalue()


def test_a_summary_names_the_largest_topics_only(tmp_path, capsys):
    result = LandingResult(landed=465, seconds=2.0)
    result.by_topic.update({(f"[t{number}]", "auto"): number for number in range(31)})
    print_summary(result, tmp_path, tmp_path)
    output = capsys.readouterr().out
    assert "[t30]" in output
    assert "[t10]" not in output
    assert "11 more topics" in output
    assert "465 records landed in 2.0 s (232 records/s)" in output
