"""Fetches the jars of a list in `jar_locks` with Spark's own resolver, checks them and puts them into a folder."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from rosetta_cdc import arguments as parsing
from rosetta_cdc.errors import UserError

LOCKS = Path(__file__).parent / "jar_locks"
SPARKS = "jars.txt"
# Only the listed files, no transitive ones.
RESOLVER = (
    '<ivysettings><settings defaultResolver="central"/><resolvers>'
    '<ibiblio name="central" m2compatible="true" usepoms="false"/></resolvers></ivysettings>'
)


def spark_jars() -> Path:
    """Return the folder of the jars that are on Spark's class path.

    Raises:
        UserError: PySpark is not installed.
    """
    found = find_spec("pyspark")
    if found is None or found.origin is None:
        raise UserError(f"PySpark is not installed in {sys.prefix}")
    return Path(found.origin).parent / "jars"


def check_jars() -> None:
    """Check that the jars that Spark needs beside its own are there, by their names.

    Raises:
        UserError: One is missing.
    """
    folder = spark_jars()
    if not all((folder / file_name(coordinates)).exists() for coordinates in locked_jars(SPARKS)):
        raise UserError(f"the jars of Delta Lake are not in {folder} yet: run {parsing.CALLED_AS}setup")


def locked_jars(lock: str) -> dict[str, str]:
    """Return the coordinates of a lock file, named without its folder, and their SHA-256 digests."""
    lines = [line.split() for line in (LOCKS / lock).read_text().splitlines() if line and line[0] != "#"]
    return {coordinates: digest for coordinates, digest in lines}


def file_name(coordinates: str) -> str:
    """Return the name under which Spark's resolver stores `group:artifact:version`."""
    group, artifact, version = coordinates.split(":")
    return f"{group}_{artifact}-{version}.jar"


def digest_of(path: Path) -> str:
    """Return the SHA-256 digest of a file, as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fetch(coordinates: list[str], folder: Path) -> Path:
    """Fetch jars into a cache below `folder` and return the folder that holds them.

    Raises:
        RuntimeError: The resolver could not get them.
    """
    import pyspark

    settings = folder / "ivysettings.xml"
    settings.write_text(RESOLVER)
    os.environ["PYSPARK_SUBMIT_ARGS"] = (
        f"--packages {','.join(coordinates)} --conf spark.jars.ivy={folder} "
        f"--conf spark.jars.ivySettings={settings} --conf spark.ui.enabled=false pyspark-shell"
    )
    # Spark's own settings only: the project's name classes that are in the jars yet to come.
    os.environ["SPARK_CONF_DIR"] = str(folder)
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    try:
        pyspark.SparkContext.getOrCreate(pyspark.SparkConf().setMaster("local[1]")).stop()
    except Exception as error:
        raise RuntimeError("the jars could not be fetched; is Maven Central reachable?") from error
    return folder / "jars"


def missing_jars(lock: str, target: Path) -> list[str]:
    """Return the coordinates of a lock file whose jars are not in a folder, or are other files."""
    return [
        coordinates
        for coordinates, digest in locked_jars(lock).items()
        if not (target / file_name(coordinates)).exists()
        or digest_of(target / file_name(coordinates)) != digest
    ]


def install(lock: str, target: Path) -> None:
    """Put every jar of a lock file into a folder, fetching those that are not there.

    Args:
        lock: Name of the file in `jar_locks`.
        target: The folder; it exists.

    Raises:
        RuntimeError: A jar could not be fetched or its digest is not the locked one.
    """
    locked, missing = locked_jars(lock), missing_jars(lock, target)
    if not missing:
        return
    with tempfile.TemporaryDirectory(prefix="rosetta-jars-") as name:
        fetched = fetch(missing, Path(name))
        for coordinates in missing:
            jar = fetched / file_name(coordinates)
            if not jar.exists() or digest_of(jar) != locked[coordinates]:
                raise RuntimeError(f"{coordinates} was not fetched, or its digest is not the one in {lock}")
            shutil.copy2(jar, target / jar.name)


def cached_jars(lock: str, name: str, title: str) -> Path:
    """Return a folder of the virtual environment with the jars of a lock file; fetch those that are missing.

    Args:
        lock: Name of the file in `jar_locks`.
        name: Name of the folder.
        title: What messages call them.

    Raises:
        UserError: They could not be fetched.
    """
    folder = Path(sys.prefix) / name
    if not folder.exists() or missing_jars(lock, folder):
        print(f"fetching {title} from Maven Central ...", file=sys.stderr)
        folder.mkdir(exist_ok=True)
        # In a process of its own: Spark's resolver takes the process's one Spark context.
        command = [sys.executable, "-m", "rosetta_cdc.jars", lock, str(folder)]
        fetching = subprocess.run(command, capture_output=True, text=True, check=False)
        if fetching.returncode:
            raise UserError(f"{title} could not be fetched: {fetching.stderr.strip().splitlines()[-1]}")
    return folder


if __name__ == "__main__":
    lock, target = sys.argv[1:] or (SPARKS, spark_jars())
    try:
        install(lock, Path(target))
    except RuntimeError as error:
        sys.exit(f"setup: {error}")
