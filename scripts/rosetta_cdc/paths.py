"""Where things lie: the dbt project that commands work with, this project's own files, and the folder with all that a run writes."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

from rosetta_cdc.errors import UserError

# The clone that this Python package is part of. Where it was installed without one, nothing is there: see `package_folder`.
PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = Path("dbt_packages", "rosetta_cdc")
SOURCES = Path("models", "staging", "_sources.yml")


def project_folder() -> Path:
    """Return the folder of the dbt project that commands work with: `DBT_PROJECT_DIR`, by default the clone."""
    return Path(os.environ.get("DBT_PROJECT_DIR") or PROJECT)


def package_folder(project: Path | None = None) -> Path:
    """Return the folder of this project's dbt files: what the project has of it as a dbt package, else the clone, else the project itself.

    Args:
        project: Folder of the dbt project; by default the one that commands work with.

    Raises:
        UserError: There is none.
    """
    project = project or project_folder()
    for folder in (project / PACKAGE, PROJECT, project):
        if (folder / SOURCES).is_file():
            return folder.resolve()
    raise UserError(f"{project} has no {PACKAGE}: add Rosetta CDC to its packages.yml and run dbt deps")


def home() -> Path:
    """Return the folder named by `ROSETTA_HOME`, by default `.rosetta` in the project. It need not exist yet."""
    return Path(os.environ.get("ROSETTA_HOME") or project_folder() / ".rosetta").absolute()


def loop_socket() -> Path:
    """Return the socket by which the loop answers `scripts/sql`."""
    return home() / "loop" / "sql.socket"


def session_socket() -> Path:
    """Return the socket by which a warm session takes commands."""
    return home() / "warm" / "session.socket"


def file_name(text: str) -> str:
    """Return any text, such as the name of a cluster, as part of a file's name: no slash in it, of bounded length."""
    return quote(text, safe="")[:150]


def raw_table(name: str) -> Path:
    """Return the folder of a table of the `raw` schema, for instance `kafka_messages`."""
    return home() / "raw" / name


def schema() -> str:
    """Return the schema of dbt's tables, by default `cdc`."""
    return os.environ.get("ROSETTA_SCHEMA") or "cdc"


def built_table(name: str) -> Path:
    """Return the folder of a table that dbt builds, for instance `cdc_events`."""
    return home() / "warehouse" / f"{schema()}.db" / name


def replace_text(file: Path, text: str) -> None:
    """Write a file in one step, whole or not at all; one that is there keeps its mode.

    Raises:
        OSError: It cannot be written.
    """
    partial = file.with_name(f".{file.name}.partial")
    partial.write_text(text, encoding="utf-8")
    if file.exists():
        partial.chmod(file.stat().st_mode & 0o777)
    partial.replace(file)
