"""The archive of Spark's classes: Spark's Java process really uses it, and one that is missing or does not fit harms nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from rosetta_cdc import class_archive
from rosetta_cdc.class_archive import ARCHIVE, fits, with_archive
from rosetta_cdc.daemon import java
from rosetta_cdc.paths import PROJECT

# Java prints its version and ends.
VERSION = "-version"


def command_of(spark: SparkSession) -> list[str]:
    """Return the command line of a session's Java process up to its main class."""
    pid = spark._jvm.java.lang.ProcessHandle.current().pid()
    words = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")
    return words[: words.index("org.apache.spark.deploy.SparkSubmit")]


def test_sparks_java_process_uses_the_archive(spark: SparkSession) -> None:
    """Java is asked with the session's own command line to end at once where it cannot use the archive."""
    command = [*command_of(spark), "-Xshare:on", VERSION]
    assert f"-XX:SharedArchiveFile={ARCHIVE}" in command
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_java_can_be_recorded(tmp_path: Path) -> None:
    """A recording looks at each class that Java loads, as agents do. Java 17 crashes on archived classes that have no file."""
    options = f"-XX:StartFlightRecording=filename={tmp_path}/java.jfr,settings=profile"
    environment = {**os.environ, "SPARK_SUBMIT_OPTS": options, "ROSETTA_HOME": str(tmp_path), "PYTHONPATH": str(PROJECT / "scripts")}
    work = "from rosetta_cdc.spark import session; print(session('recorded').range(7).groupBy('id').count().count())"
    done = subprocess.run([sys.executable, "-c", work], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["7"], done.stdout[-1000:] + done.stderr[-1000:]
    assert not list(tmp_path.glob("hs_err*"))


def test_an_archive_of_something_else_does_not_fit_and_says_nothing(tmp_path: Path) -> None:
    wrong = tmp_path / "spark-classes.jsa"
    wrong.write_bytes(b"no archive" * 1000)
    assert not fits(wrong)
    done = subprocess.run([java(), f"-XX:SharedArchiveFile={wrong}", VERSION], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout == "" and "archive" not in done.stderr


def test_without_an_archive_the_settings_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_archive, "ARCHIVE", tmp_path / "missing.jsa")
    settings = {"spark.driver.extraJavaOptions": "-Dname=value"}
    assert with_archive(settings) == settings


def test_the_archive_is_added_to_javas_other_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "a folder.jsa"
    archive.touch()
    monkeypatch.setattr(class_archive, "ARCHIVE", archive)
    added = with_archive({"spark.driver.extraJavaOptions": "-Dname=value"})
    assert added["spark.driver.extraJavaOptions"] == f'-Dname=value -XX:SharedArchiveFile="{archive}"'
    assert added["spark.driver.extraClassPath"].endswith("/jars/*")
