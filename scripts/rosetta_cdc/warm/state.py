"""Where a session is found, and what it has to be started anew for."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from rosetta_cdc.daemon import java
from rosetta_cdc.environment import spark_folder
from rosetta_cdc.file_state import state_of_files
from rosetta_cdc.paths import home, package_folder, session_socket

# Variables that Java, Hadoop's clients or Python read when they start.
PREFIXES = ("AWS_", "HADOOP_", "JAVA_", "JDK_", "LC_", "PYSPARK_", "PYTHON", "SPARK_")
NAMES = ("LANG", "ROSETTA_DRIVER_MEMORY", "ROSETTA_SPARK_MASTER", "ROSETTA_WARM_MINUTES", "TZ")

# Of the installed packages, what is written anew with each of their versions, and the folder of the jars.
PACKAGES = ("pyspark/version.py", "pyspark/jars", "dbt/version.py", "dbt/adapters/spark/__version__.py")


def process_file() -> Path:
    """Return the file with the number of the session's process, which profiles/spark/spark-env.sh reads, too."""
    return session_socket().with_name("session.pid")


def session_log() -> Path:
    """Return the file that takes what the session and its Java process write."""
    return home() / "logs" / "session.log"


def state_of_session() -> str:
    """Return a digest of this package's code, the installed packages and jars, Spark's settings, Java, and the variables that they read.

    And of the mode bits that Java's files do not get.
    """
    mask = os.umask(0)
    os.umask(mask)
    packages = Path(find_spec("pyspark").origin).parents[1]
    program = shutil.which(java())
    files = [
        *sorted(Path(__file__).parents[1].rglob("*.py")),
        *sorted(Path(spark_folder(package_folder())).iterdir()),
        *(packages / name for name in PACKAGES),
        *([Path(program).resolve()] if program else []),
    ]
    read = sorted(f"{name}={value}" for name, value in os.environ.items() if name in NAMES or name.startswith(PREFIXES))
    return hashlib.sha256("\n".join([sys.version, oct(mask), state_of_files(files), *read]).encode()).hexdigest()
