"""`scripts/backup`: copies what cannot be made again, or only with much work, while records may land."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import home
from rosetta_cdc.waiting import waits_for

# What a home needs to go on: records, tables (snapshots among them), and what the loop has noted. The metastore is made again.
KEPT = ("raw", "warehouse", "loop")
LOG = "_delta_log"
DESCRIPTION = """\
Copies the tables of ROSETTA_HOME into a folder: raw records, which exist nowhere else once Kafka has deleted them, snapshots, and all
other tables. A second call copies only what is new, and deletes from the backup what no table has any more. Records may land meanwhile;
dbt and the loop have to wait. Keep your dbt project (registry, Avro schemas, models) in version control.
"""
EPILOG = """\
The backup is a ROSETTA_HOME without its metastore. To restore it, copy it to where it shall be, and call scripts/relocate:
  cp -a /backup/rosetta /data/rosetta; export ROSETTA_HOME=/data/rosetta; scripts/relocate

exit codes: 0 done, 2 wrong usage or environment, another process uses the warehouse, or a file cannot be copied
"""


def main(given: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        given: What follows the command's name; by default the arguments of the process.

    Raises:
        UserError: There is nothing to copy, the folder cannot be used, or a file cannot be copied.
    """
    parser = Parser(prog="backup", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the backup is; it is made if it is not there")
    target = parser.parse_args(given).folder.absolute()
    waits_for("backup", "copying the tables")
    copied, size, removed = back_up(home(), target)
    print(f"{copied:,} files ({size / 1e6:,.1f} MB) copied to {target}, {removed:,} removed there")
    return 0


def back_up(source: Path, target: Path) -> tuple[int, int, int]:
    """Make a folder a copy of a home's tables, as they are when the call begins.

    The logs are copied before the files that they name: what a landing commits meanwhile is not in the copy, and what is in it has its
    files, for no file that a log names is deleted within a week.

    Args:
        source: The home.
        target: The folder.

    Returns:
        The number of files copied, their bytes, and the number of files removed from the folder.

    Raises:
        UserError: The folder is part of the home or is no backup, there is nothing to copy, or a file cannot be copied.
    """
    if target == source or source in target.parents or target in source.parents:
        raise UserError(f"{target} must be outside {source} (ROSETTA_HOME)")
    if target.exists() and not target.is_dir():
        raise UserError(f"{target} is not a folder")
    strange = {path.name for path in target.iterdir()} - set(KEPT) if target.is_dir() else set()
    if strange:
        raise UserError(f"{target} is not a backup: it holds {sorted(strange)[0]}")
    if not any((source / name).is_dir() for name in KEPT):
        raise UserError(f"{source} (ROSETTA_HOME) holds no tables")
    try:
        return _copy(source, target)
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}") from error


def _copy(source: Path, target: Path) -> tuple[int, int, int]:
    files = (path for name in KEPT for path in (source / name).rglob("*"))
    found = [path.relative_to(source) for path in files if path.is_file() and not path.is_symlink()]
    # Of a log, older commits first: a copy that is cut short ends with a whole version.
    logs_first = sorted(found, key=lambda path: (LOG not in path.parts, str(path)))
    copied = size = 0
    for path in logs_first:
        state = (source / path).stat()
        if _is_same(target / path, state):
            continue
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        partial = (target / path).with_name(f".{path.name}.partial")
        shutil.copy2(source / path, partial)
        partial.replace(target / path)
        copied, size = copied + 1, size + state.st_size
    kept = set(found)
    gone = [path for name in KEPT for path in (target / name).rglob("*") if path.is_file() and path.relative_to(target) not in kept]
    for path in gone:
        path.unlink()
    return copied, size, len(gone)


def _is_same(copy: Path, state: os.stat_result) -> bool:
    """Return whether a file was copied already: size and time of change are the same."""
    try:
        found = copy.stat()
    except OSError:
        return False
    return (found.st_size, found.st_mtime_ns) == (state.st_size, state.st_mtime_ns)
