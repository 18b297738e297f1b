"""`rosetta setup`: fetches the jars that Spark needs, and makes an archive of its classes, with which it starts sooner."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError
from rosetta_cdc.jars import SPARKS, missing_jars, spark_jars
from rosetta_cdc.landing.environment import check_java
from rosetta_cdc.paths import package_folder

DESCRIPTION = """\
Fetches the jars of Delta Lake and of Spark's Kafka source from Maven Central into PySpark's folder, and archives Spark's classes for
this Java, so that Spark starts faster. What is already there is left as it is.
"""
LAST_LINES = 20


def main(given: list[str] | None = None) -> int:
    """Set up what is missing. Returns the exit code.

    Raises:
        UserError: There is no Java, a folder cannot be written, or a jar cannot be fetched.
    """
    parser = Parser(prog="setup", description=DESCRIPTION)
    parser.add_argument("--anew", action="store_true", help="rebuild the archive even if there is one")
    chosen = parser.parse_args(given)
    check_java()
    if missing_jars(SPARKS, spark_jars()):
        if not os.access(spark_jars(), os.W_OK):
            raise UserError(f"no permission to write {spark_jars()}")
        if not _step("Delta Lake for Spark", "rosetta_cdc.jars"):
            return 1
    try:
        if chosen.anew or not _has_archive():
            if "DBT_PROJECT_DIR" not in os.environ:
                raise UserError("call rosetta setup in a dbt project that has Rosetta CDC as a package")
            package_folder()
            # The embedded Spark, whatever target is set, and tables where the archive's run expects them.
            other = ("DBT_TARGET", "ROSETTA_SCHEMA")
            if not _step("archive of Spark's classes (a minute or two)", "rosetta_cdc.class_archive", without=other):
                raise UserError("Java did not write one")
    except UserError as error:
        advice = "everything works without it, but Spark starts a few seconds more slowly"
        print(f"setup: no archive of Spark's classes: {error}; {advice}", file=sys.stderr)
    return 0


def _has_archive() -> bool:
    from rosetta_cdc.class_archive import ARCHIVE, fits

    return ARCHIVE.exists() and fits(ARCHIVE)


def _step(what: str, module: str, without: tuple[str, ...] = ()) -> bool:
    """Run a module in a process of its own, with a line that says what it is; its output is shown only if it fails.

    Args:
        what: What the line says.
        module: The module.
        without: Variables that it must not see.

    Returns:
        Whether it succeeded.
    """
    print(f"setup: {what} ...", end="", file=sys.stderr, flush=True)
    began = time.monotonic()
    environment = {name: value for name, value in os.environ.items() if name not in without}
    # This package, from where it is; no module of the current folder.
    paths = [str(Path(__file__).parents[1]), *filter(None, [environment.get("PYTHONPATH")])]
    environment |= {"PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"}
    # In a process of its own: Spark's resolver takes the process's one Spark context.
    done = subprocess.run([sys.executable, "-m", module], env=environment, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        print(f" done ({time.monotonic() - began:.0f} s)", file=sys.stderr)
        return True
    print(" failed", file=sys.stderr)
    print("\n".join((done.stdout + done.stderr).splitlines()[-LAST_LINES:]), file=sys.stderr)
    return False
