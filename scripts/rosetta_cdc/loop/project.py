"""What the loop runs: the user's dbt project, its topic registry, and what of both the warehouse was last made of."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from rosetta_cdc.file_state import PACKAGES, files_of, state_of_files
from rosetta_cdc.paths import home, project_folder, replace_text
from rosetta_cdc.registry import seed_path

FILES = ("dbt_project.yml", "selectors.yml", "packages.yml")
FOLDERS = ("models", "macros", "seeds", "snapshots", PACKAGES)
BUILT = "built.json"


def loop_folder() -> Path:
    """Return the folder with what the loop keeps."""
    return home() / "loop"


def registry_file() -> Path:
    """Return the file of the topic registry."""
    return seed_path()


def kept_registry() -> Path:
    """Return the copy of the registry that was loaded last: landing reads it, so that an unusable one never reaches it."""
    return loop_folder() / "cdc_topics.csv"


def registry_digest() -> str:
    """Return a digest of the registry's content; blank where there is none."""
    try:
        return hashlib.sha256(registry_file().read_bytes()).hexdigest()
    except OSError:
        return ""


def project_digest() -> str:
    """Return a digest of when the project's files, but the registry, were changed."""
    registry = registry_file()
    return state_of_files(path for path in files_of(project_folder(), FILES, FOLDERS) if path != registry)


def kept(name: str, target: str) -> dict[str, Any]:
    """Return what a file of the loop's folder has of a target; nothing if it cannot be read, or has another target.

    Args:
        name: Of the file.
        target: dbt's target and schema, as one text.
    """
    try:
        known = json.loads((loop_folder() / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if known.pop("target", None) == target else {}


def keep(name: str, target: str, content: dict[str, Any]) -> None:
    """Write such a file.

    Args:
        name: Of the file.
        target: dbt's target and schema, as one text.
        content: What it has of the target.

    Raises:
        OSError: It cannot be written.
    """
    replace_text(loop_folder() / name, json.dumps({"target": target, **content}))


class Built:
    """Of which project and registry a target's views and seeds were made the last time; other processes may have changed them since.

    Args:
        target: dbt's target and schema, as one text.
    """

    def __init__(self, target: str) -> None:
        self._target = target
        found = kept(BUILT, target)
        self.project: str | None = found.get("project")
        self.registry: str | None = found.get("registry")

    @property
    def made_of(self) -> str:
        """Return project and registry as one text."""
        return f"{self.project} {self.registry}"

    def keep(self) -> None:
        """Write it down.

        Raises:
            OSError: It cannot be written.
        """
        keep(BUILT, self._target, {"project": self.project, "registry": self.registry})
