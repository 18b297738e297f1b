"""Fetches the jars of a list in `jar_locks` with the resolver that comes with Spark, checks them and puts them into a folder."""

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
from rosetta_cdc.daemon import java
from rosetta_cdc.errors import UserError

LOCKS = Path(__file__).parent / "jar_locks"
SPARKS = "jars.txt"
# Only the listed files, no transitive ones.
RESOLVER = (
    '<ivysettings><settings defaultResolver="central"/><resolvers>'
    '<ibiblio name="central" m2compatible="true" usepoms="false"/></resolvers></ivysettings>'
)
DEPENDENCIES = '<ivy-module version="2.0"><info organisation="rosetta" module="jars"/><dependencies>{}</dependencies></ivy-module>'
STORED_AS = "[organisation]_[artifact]-[revision].[ext]"


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
    """Return the name under which the jar of `group:artifact:version` is stored."""
    group, artifact, version = coordinates.split(":")
    return f"{group}_{artifact}-{version}.jar"


def digest_of(path: Path) -> str:
    """Return the SHA-256 digest of a file, as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fetch(coordinates: list[str], folder: Path) -> None:
    """Fetch jars from Maven Central into a folder with Ivy, the resolver that comes with Spark.

    Args:
        coordinates: `group:artifact:version` of each.
        folder: The folder, for the resolver's own files, too.

    Raises:
        UserError: The resolver could not get them.
    """
    (folder / "settings.xml").write_text(RESOLVER)
    dependencies = "".join(
        '<dependency org="{}" name="{}" rev="{}" transitive="false"/>'.format(*each.split(":")) for each in coordinates
    )
    (folder / "ivy.xml").write_text(DEPENDENCIES.format(dependencies))
    ivy = next(spark_jars().glob("ivy-*.jar"))
    options = ["-settings", "settings.xml", "-ivy", "ivy.xml", "-cache", "cache", "-retrieve", STORED_AS, "-warn"]
    command = [java(), "-cp", str(ivy), "org.apache.ivy.Main", *options]
    if subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode:
        raise UserError("the jars could not be fetched; is Maven Central reachable?", exit_code=1)


def missing_jars(lock: str, target: Path) -> list[str]:
    """Return the coordinates of a lock file whose jars are not in a folder, or are other files."""
    return [
        coordinates
        for coordinates, digest in locked_jars(lock).items()
        if not (target / file_name(coordinates)).exists()
        or digest_of(target / file_name(coordinates)) != digest
    ]


def install(lock: str, target: Path, title: str) -> None:
    """Put every jar of a lock file into a folder, fetching those that are not there.

    Args:
        lock: Name of the file in `jar_locks`.
        target: The folder; it exists.
        title: What messages call them.

    Raises:
        UserError: A jar could not be fetched, its digest is not the locked one, or the folder cannot be written.
    """
    locked, missing = locked_jars(lock), missing_jars(lock, target)
    if not missing:
        return
    if not os.access(target, os.W_OK):
        raise UserError(f"no permission to write {target}")
    print(f"fetching {title} from Maven Central ...", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="rosetta-jars-") as name:
        fetch(missing, Path(name))
        for coordinates in missing:
            jar = Path(name, file_name(coordinates))
            if not jar.exists() or digest_of(jar) != locked[coordinates]:
                raise UserError(f"{coordinates} was not fetched, or its digest is not the one in {lock}", exit_code=1)
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
    folder.mkdir(exist_ok=True)
    install(lock, folder, title)
    return folder
