"""The formats as `dbt_project.yml` declares them: what the macro `declared_formats` reads, for the commands that need no dbt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import package_folder, project_folder

PACKAGE = "rosetta_cdc"
# Variables that declare formats, in the order in which a message's structure is compared with theirs.
OWN, OURS = "cdc_own_formats", "cdc_formats"


class FormatError(UserError):
    """Declarations that cannot be read. The message names the file."""


def declared_formats(project_yml: Path | str | None = None) -> dict[str, dict[str, Any]]:
    """Return what is declared of each format by its code, the user's own first; keys that a declaration leaves out are absent.

    Args:
        project_yml: By default that of the project that commands work with. Where it does not set a variable, for itself or
            for this package, the value of this project counts.

    Raises:
        FormatError: The file cannot be read, or its variables declare no formats.
    """
    path, ours = Path(project_yml or project_folder() / "dbt_project.yml"), package_folder() / "dbt_project.yml"
    variables = _variables(path)
    defaults = variables if path == ours else _variables(ours)
    declared: dict[str, dict[str, Any]] = {}
    for name in (OWN, OURS):
        scoped = variables.get(PACKAGE)
        value = next((found[name] for found in (scoped, variables, defaults) if isinstance(found, dict) and name in found), None)
        if not isinstance(value, dict) or not all(isinstance(code, str) and isinstance(given, dict) for code, given in value.items()):
            raise FormatError(f"{path}: the variable {name} does not declare formats by their codes")
        declared |= value
    return declared


def _variables(path: Path) -> dict[str, Any]:
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FormatError(f"{path}: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise FormatError(f"{path}: no YAML") from error
    variables = (found or {}).get("vars", {}) if isinstance(found, dict | None) else None
    if not isinstance(variables, dict):
        raise FormatError(f"{path}: no YAML with variables")
    return variables
