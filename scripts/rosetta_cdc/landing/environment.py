"""What a landing needs of the machine, checked before Spark starts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rosetta_cdc import warm
from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import home

OLDEST_JAVA = 17
# A landing is over before Java's second compiler pays: without it 300,000 records take 20 s instead
# of 34 s on two busy cores, and 900,000 still 63 s instead of 88 s.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1"


def check_java() -> None:
    """Check that Spark will find a Java that it can use. A fork of a warm session has one that runs.

    Raises:
        UserError: Java is missing or too old.
    """
    if warm.IS_FORK:
        return
    java_home = os.environ.get("JAVA_HOME")
    java = str(Path(java_home, "bin", "java")) if java_home else shutil.which("java")
    try:
        if java is None:
            raise FileNotFoundError
        answer = subprocess.run([java, "-version"], capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        where = f"JAVA_HOME is {java_home}, which has no bin/java" if java_home else "none is on the PATH"
        raise UserError(f"Java {OLDEST_JAVA} or newer is needed; {where}") from error
    version = re.search(r'version "(?:1\.)?([0-9]+)', answer.stderr)
    if version and int(version[1]) < OLDEST_JAVA:
        raise UserError(f"Java {OLDEST_JAVA} or newer is needed; {java} is Java {version[1]}")


def check_home() -> None:
    """Make the folders of `ROSETTA_HOME` that a landing writes.

    Raises:
        UserError: `ROSETTA_HOME` is relative, or a folder cannot be made or written.
    """
    given = os.environ.get("ROSETTA_HOME")
    if given and not Path(given).is_absolute():
        raise UserError(f"ROSETTA_HOME is {given}; it must be an absolute path, so that it is the same folder everywhere")
    for folder in (home(), home() / "raw", home() / "tmp", home() / "logs"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError) as error:
            raise UserError(f"{folder} cannot be created: a file is where a folder is needed") from error
        except OSError as error:
            raise UserError(f"{folder} cannot be created: {error.strerror}") from error
        if not os.access(folder, os.W_OK | os.X_OK):
            raise UserError(f"cannot write in {folder}: Permission denied")


def java_log(name: str = "land.log") -> Path:
    """Return the file that takes what Java writes to standard error."""
    return home() / "logs" / name


@contextmanager
def java_writes_to_log(name: str = "land.log") -> Iterator[None]:
    """Let a Java process started meanwhile write its standard error to a file for its whole life.

    Java's own warnings and stack traces would bury the one line that helps. `ROSETTA_DEBUG=1`
    leaves them. A fork of a warm session starts no Java process.
    """
    if os.environ.get("ROSETTA_DEBUG") or warm.IS_FORK:
        yield
        return
    sys.stderr.flush()
    java_log(name).parent.mkdir(parents=True, exist_ok=True)
    kept = os.dup(2)
    log = os.open(java_log(name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        os.dup2(log, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(log)
