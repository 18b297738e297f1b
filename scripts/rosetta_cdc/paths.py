"""Where things lie: the project's own folders and the folder that holds everything a run writes."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

PROJECT = Path(__file__).resolve().parents[2]


def project_folder() -> Path:
    """Return the folder of the dbt project that commands work with: `DBT_PROJECT_DIR`, by default this one."""
    return Path(os.environ.get("DBT_PROJECT_DIR") or PROJECT)


def home() -> Path:
    """Return the folder named by `ROSETTA_HOME`, by default `.rosetta` in the project. It need not exist yet."""
    return Path(os.environ.get("ROSETTA_HOME") or PROJECT / ".rosetta").absolute()


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
