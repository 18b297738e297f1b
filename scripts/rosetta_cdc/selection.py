"""The selectors of `selectors.yml` as options of a dbt command: dbt knows those of its own project only, not those of a package."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import package_folder, project_folder

FILE, OPTION = "selectors.yml", "--selector"


def selection(name: str) -> tuple[str, ...]:
    """Return the options that select what a selector selects: its name where the commands' project has it, else what ours is made of.

    Raises:
        UserError: Neither project has it.
    """
    if name in _selectors(project_folder()):
        return "--selector", name
    selectors = _selectors(package_folder())
    if name not in selectors:
        raise UserError(f"{package_folder() / FILE}: selector {name!r} is missing")
    taken, left_out = _criteria(selectors[name], selectors)
    return "--select", *taken, *(("--exclude", *left_out) if left_out else ())


def with_selectors(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of a dbt command, in which a selector that only our project has stands as the options that it is made of."""
    words = [word for text in arguments for word in (text.split("=", 1) if text.startswith(f"{OPTION}=") else [text])]
    if OPTION not in words[:-1]:
        return list(arguments)
    place = words.index(OPTION)
    try:
        chosen = selection(words[place + 1])
    except UserError:
        return list(arguments)  # dbt names the selectors that there are
    return [*words[:place], *chosen, *words[place + 2 :]]


def _selectors(project: Path) -> dict[str, Any]:
    """Return the definitions of a project's selectors by their names; none where the file cannot be read, of which dbt tells."""
    try:
        found = yaml.safe_load((project / FILE).read_text(encoding="utf-8"))
        return {selector["name"]: selector["definition"] for selector in found["selectors"]}
    except (OSError, UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError):
        return {}


def _criteria(definition: dict[str, Any], selectors: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return what a definition takes and what it leaves out, as words of the command line.

    Args:
        definition: A criterion, or a union of definitions in which `exclude` may stand.
        selectors: Definitions that others name.
    """
    if "union" in definition:
        parts = [_criteria(part, selectors) for part in definition["union"]]
        return [word for taken, _ in parts for word in taken], [word for _, left_out in parts for word in left_out]
    if "exclude" in definition:
        return [], [word for part in definition["exclude"] for word in _criteria(part, selectors)[0]]
    if definition["method"] == "selector":
        return _criteria(selectors[definition["value"]], selectors)
    return [f"{definition['method']}:{definition['value']}{'+' if definition.get('children') else ''}"], []
