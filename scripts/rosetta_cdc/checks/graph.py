"""The resources of a manifest and which reads which, for the project's rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from rosetta_cdc.checks.manifest import Json

# A line of a rule's result, by the package's names of columns.
Finding = dict[str, str]

# What the package's variables <type>_prefixes and <type>_folder_name are for this project.
PREFIXES = {"staging": ("stg_", "decoded_", "recognised_"), "intermediate": ("int_",), "marts": ("cdc_", "example_"), "other": ("rpt_",)}
FOLDERS = {"staging": "staging", "intermediate": "internal", "marts": "marts"}
VIEWS = ("view", "ephemeral", "cdc_view", "run_view")


class Graph:
    """The models, seeds, snapshots, sources and exposures of a manifest, and which reads which."""

    def __init__(self, manifest: Json) -> None:
        found = [*manifest["nodes"].values(), *manifest["sources"].values(), *manifest["exposures"].values()]
        kinds = ("model", "seed", "snapshot", "source", "exposure")
        found.sort(key=lambda resource: resource["unique_id"])
        self.resources = {resource["unique_id"]: resource for resource in found if resource["resource_type"] in kinds}
        self.tests = [resource for resource in found if resource["resource_type"] == "test"]
        self.parents: dict[str, list[str]] = {}
        self.children: dict[str, list[str]] = {key: [] for key in self.resources}
        for key, resource in self.resources.items():
            read = resource.get("depends_on", {}).get("nodes", [])
            self.parents[key] = sorted(parent for parent in set(read) if parent in self.resources)
            for parent in self.parents[key]:
                self.children[parent].append(key)

    def of_kind(self, *kinds: str) -> list[str]:
        """Return the ids of all resources of some kinds."""
        return [key for key in self.resources if self.kind(key) in kinds]

    def kind(self, key: str) -> str:
        """Return the kind of a resource, such as `model`."""
        return self.resources[key]["resource_type"]

    def name(self, key: str) -> str:
        """Return the name of a resource, of a source with the source before."""
        resource = self.resources[key]
        return f"{resource['source_name']}.{resource['name']}" if self.kind(key) == "source" else resource["name"]

    def folder(self, key: str) -> str:
        """Return the folder of the file that declares a resource."""
        return str(Path(self.resources[key]["original_file_path"]).parent)

    def folder_type(self, key: str) -> str | None:
        """Return the type of model that the nearest folder of a name in `FOLDERS` holds."""
        types = {folder: model_type for model_type, folder in FOLDERS.items()}
        return next((types[part] for part in reversed(Path(self.folder(key)).parts) if part in types), None)

    def model_type(self, key: str) -> str | None:
        """Return the type of a model or snapshot: by its prefix, else by its folder."""
        if self.kind(key) not in ("model", "snapshot"):
            return None
        by_prefix = (model_type for model_type, prefixes in PREFIXES.items() if self.name(key).startswith(prefixes))
        return next(by_prefix, None) or self.folder_type(key) or "other"

    def is_view(self, key: str) -> bool:
        """Whether reading a model means to work it out."""
        return self.kind(key) == "model" and self.resources[key]["config"]["materialized"] in VIEWS

    def edges(self, *kinds: str) -> Iterator[tuple[str, str]]:
        """Yield parent and child for all children of some kinds."""
        for child in self.of_kind(*kinds):
            for parent in self.parents[child]:
                yield parent, child

    @cached_property
    def view_chains(self) -> dict[str, list[str]]:
        """For each model the longest chain of views that it reads, itself last."""
        chains: dict[str, list[str]] = {}

        def chain(key: str) -> list[str]:
            if key not in chains:
                above = [chain(parent) for parent in self.parents[key] if self.is_view(parent)]
                chains[key] = [*max(above, key=len, default=[]), key]
            return chains[key]

        return {key: chain(key) for key in self.of_kind("model")}

    def relation(self, parent: str, child: str) -> Finding:
        """Return what most rules tell of a parent and its child."""
        return {"parent": self.name(parent), "child": self.name(child)}
