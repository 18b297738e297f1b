"""A dbt project as it was parsed: commands in one process parse it again only when something that it is parsed from has changed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from dbt.artifacts.resources.types import NodeType
from dbt.cli.main import dbtRunner
from dbt.contracts.graph.manifest import Manifest
from dbt.parser.read_files import load_seed_source_file

from rosetta_cdc.file_state import PACKAGES, files_of, state_of_files

# Commands that change nothing of what was parsed but what `_forget_compiled` takes back.
COMMANDS = frozenset({"run", "seed", "test", "snapshot", "compile", "run-operation"})
# Options that parsing depends on; each has a value.
PARSED_BY = frozenset({"--vars", "--target", "-t", "--profile", "--profiles-dir", "--project-dir", "--target-path"})
FILES = ("dbt_project.yml", "selectors.yml", "packages.yml", "dependencies.yml", "package-lock.yml", "profiles.yml")
FOLDERS = ("models", "macros", "seeds", "snapshots", "tests", "analyses", PACKAGES)


# Projects that are kept: a command with variables of its own comes between others.
KEPT = 2


class ParsedProject:
    """Keeps the parsed projects of the last commands. A process's first command parses for itself; what the others parse is kept."""

    def __init__(self) -> None:
        self._is_asked = False
        # What a project was parsed from -> the project, and the states of its seeds; the last used is the last.
        self._kept: dict[tuple[str, ...], tuple[Manifest, dict[Path, str]]] = {}

    def manifest(self, arguments: Sequence[str]) -> Manifest | None:
        """Return the manifest for a command, or none where the command has to parse for itself.

        Args:
            arguments: Of the command, as on the command line.
        """
        if not arguments or arguments[0] not in COMMANDS:
            return None
        if not self._is_asked:
            self._is_asked = True
            return None
        words = [word for text in arguments for word in (text.split("=", 1) if text.startswith("--") else [text])]
        options = [word for pair in pairwise(words) if pair[0] in PARSED_BY for word in pair]
        state, rows = self._state(options)
        manifest, rows_before = self._kept.pop(state, (None, {}))
        if manifest is None:
            manifest = dbtRunner().invoke(["parse", *options, "--no-write-json", "--log-level", "none"]).result
        else:
            _forget_compiled(manifest)
            _tell_of_rows(manifest, {path for path, found in rows.items() if rows_before.get(path) != found})
        if not isinstance(manifest, Manifest):
            return None
        self._kept[state] = manifest, rows
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return manifest

    @staticmethod
    def _state(options: list[str]) -> tuple[tuple[str, ...], dict[Path, str]]:
        """Return what parsing depends on, and the states of the seeds: their rows are read when they are loaded."""
        given = dict(zip(options[::2], options[1::2], strict=True))
        folder = Path(given.get("--project-dir") or os.environ.get("DBT_PROJECT_DIR") or ".")
        profiles = Path(given.get("--profiles-dir") or os.environ.get("DBT_PROFILES_DIR") or folder)
        found = [*files_of(folder, FILES, FOLDERS), *files_of(profiles, ["profiles.yml"], [])]
        seeds = (path for path in files_of(folder, (), ("seeds", PACKAGES)) if path.suffix == ".csv")
        rows = {path: state_of_files([path]) for path in seeds}
        files = [path for path in found if path not in rows]
        environment = sorted(f"{name}={value}" for name, value in os.environ.items())
        digest = hashlib.sha256("\n".join(environment).encode()).hexdigest()
        return (*options, state_of_files(files), *map(str, sorted(rows)), digest), rows


def _tell_of_rows(manifest: Manifest, changed: set[Path]) -> None:
    """Give the seeds whose files have changed the checksums of their rows, by which dbt tells what was modified."""
    resolved = {path.resolve() for path in changed}
    for node in manifest.nodes.values():
        if node.resource_type == NodeType.Seed and Path(node.root_path or "", node.original_file_path).resolve() in resolved:
            file = manifest.files[node.file_id]
            node.checksum = load_seed_source_file(file.path, file.project_name).checksum


def _forget_compiled(manifest: Manifest) -> None:
    """Bring a manifest back to what was parsed: dbt does not put ephemeral models into a query that it holds for compiled."""
    for node in list(manifest.nodes.values()):
        # A query of the command line that failed: there can be no second one.
        if node.resource_type == NodeType.SqlOperation:
            del manifest.nodes[node.unique_id]
        if getattr(node, "compiled", False):
            node.compiled = False
            node.compiled_code = None
            node.extra_ctes_injected = False
            node.extra_ctes = []
