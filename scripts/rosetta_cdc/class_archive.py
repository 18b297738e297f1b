"""An archive of Spark's classes: Java maps it into memory and need not load, check and link twenty thousand classes one by one.

`scripts/setup` makes it (Java's "class data sharing"): it runs the project once, on a few stored records, has Java write down what it
loads, and lets it archive that. Where the archive is missing, or does not fit (another Java, other jars), Java loads from the jars as ever.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pyspark import SparkContext

from rosetta_cdc.daemon import java
from rosetta_cdc.jars import spark_jars

ARCHIVE = Path(sys.prefix) / "spark-classes.jsa"
# What is read for the list of classes, as tests/python/shop/test_stored_records.py writes it, and how many of the records land each time.
MESSAGES = Path(__file__).with_name("class_archive_messages.jsonl.gz")
TOPICS = Path(__file__).with_name("class_archive_topics.csv")
RECORDS = 300
SECONDS_TO_END = 60


def class_path() -> str:
    """Return Java's class path of Spark's jars. An archive fits if the class path of a process begins with it."""
    return str(spark_jars() / "*")


def with_archive(settings: Mapping[str, str]) -> dict[str, str]:
    """Return settings of Spark with those that let Java use the archive, if there is one."""
    if not ARCHIVE.exists():
        return dict(settings)
    options = "spark.driver.extraJavaOptions"
    shared = f'-XX:SharedArchiveFile="{ARCHIVE}"'
    # Spark puts this before its folder of settings, which may not come first: Java refuses archives of folders.
    return {**settings, options: f"{settings.get(options, '')} {shared}".strip(), "spark.driver.extraClassPath": class_path()}


def fits(archive: Path) -> bool:
    """Return whether Java can use an archive together with Spark's jars."""
    # What Spark starts Java with that an archive depends on.
    command = [java(), "-Xshare:on", f"-XX:SharedArchiveFile={archive}", "-cp", class_path(), "-version"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def list_classes(class_list: Path, folder: Path) -> None:
    """Run all models and then the hot path in a session of its own, and write the classes that Java loads for it to a file.

    Args:
        class_list: The file, written when the session's Java process has ended.
        folder: For the project's copy and its tables; exists.
    """
    os.environ["ROSETTA_HOME"] = str(folder / "home")
    os.environ["SPARK_SUBMIT_OPTS"] = f'-XX:DumpLoadedClassList="{class_list}"'
    # Imported here: the session asks this module for the archive, and the others are needed for nothing but the list.
    from rosetta_cdc.landing.kcat import record_of
    from rosetta_cdc.sandbox import Sandbox
    from rosetta_cdc.spark import session

    with gzip.open(MESSAGES, "rt", encoding="utf-8", newline="\n") as lines:
        records = [record_of(line) for line in lines]
    spark = session("rosetta-classes", metastore=True)
    sandbox = Sandbox(spark, folder)
    sandbox.reset()
    sandbox.registry(TOPICS.read_text(encoding="utf-8"))
    sandbox.land(records[:RECORDS])
    sandbox.dbt("seed")
    sandbox.dbt("run")
    sandbox.land(records[RECORDS:])
    sandbox.dbt("run", "--selector", "hot")
    process = SparkContext._gateway.proc
    spark.stop()
    process.stdin.close()
    process.wait(SECONDS_TO_END)


def is_generated(line: str) -> bool:
    """Return whether a line of the list is of classes that Java itself writes for calls by method handle.

    Archived, they have no file; where a recording (JFR) or an agent wants to see each class as it is loaded, Java 17 then crashes.
    """
    return line.startswith(("@lambda-form-invoker", "java/lang/invoke/BoundMethodHandle$Species_"))


def make(archive: Path) -> None:
    """Make the archive, in place of a former one.

    Raises:
        RuntimeError: Java did not make one that fits.
    """
    archive.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="rosetta-classes-") as name:
        folder = Path(name)
        # No process may find half an archive.
        class_list, made = folder / "classes.txt", archive.with_suffix(".partial")
        list_classes(class_list, folder)
        listed = class_list.read_text(encoding="utf-8").splitlines(keepends=True)
        class_list.write_text("".join(line for line in listed if not is_generated(line)), encoding="utf-8")
        command = [java(), "-Xshare:dump", f"-XX:SharedClassListFile={class_list}", f"-XX:SharedArchiveFile={made}", "-cp", class_path()]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not fits(made):
            made.unlink(missing_ok=True)
            raise RuntimeError(f"Java made no archive of Spark's classes: {done.stdout[-500:]}{done.stderr[-500:]}")
        made.rename(archive)


if __name__ == "__main__":
    make(ARCHIVE)
