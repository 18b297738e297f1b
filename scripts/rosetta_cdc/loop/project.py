"""What the loop runs: the user's dbt project, its topic registry, and what of both the warehouse was last made of."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from rosetta_cdc.parsed_project import PACKAGES, files_of, state_of_files
from rosetta_cdc.paths import home, project_folder
from rosetta_cdc.registry import seed_path

FILES = ("dbt_project.yml", "selectors.yml", "packages.yml")
FOLDERS = ("models", "macros", "seeds", "snapshots", PACKAGES)


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


class Built:
    """Of which project and registry a target's views and seeds were made the last time; other processes may have changed them since.

    Args:
        target: dbt's target and schema, as one text.
    """

    def __init__(self, target: str) -> None:
        self._target = target
        self._file = loop_folder() / "built.json"
        try:
            known = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            known = {}
        found = known if known.get("target") == target else {}
        self.project: str | None = found.get("project")
        self.registry: str | None = found.get("registry")

    def keep(self) -> None:
        """Write it down.

        Raises:
            OSError: It cannot be written.
        """
        text = json.dumps({"target": self._target, "project": self.project, "registry": self.registry})
        partial = self._file.with_suffix(".partial")
        partial.write_text(text, encoding="utf-8")
        partial.replace(self._file)
