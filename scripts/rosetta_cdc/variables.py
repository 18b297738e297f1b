"""The project's variables as `dbt_project.yml` has them, for the commands that need no dbt."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import package_folder, project_folder

PACKAGE = "rosetta_cdc"


class VariableError(UserError):
    """Variables that cannot be read. The message names the file."""


def variable(name: str, project_yml: Path | str | None = None) -> Any:
    """Return the value of a variable: that of the project for this package, else that of the project, else the default of this project.

    Args:
        name: One of the variables in this project's `dbt_project.yml`.
        project_yml: By default that of the project that commands work with.

    Raises:
        VariableError: A file cannot be read, or is no YAML with variables.
    """
    path, ours = Path(project_yml or project_folder() / "dbt_project.yml"), package_folder() / "dbt_project.yml"
    variables = _variables(path)
    defaults = variables if path == ours else _variables(ours)
    return next((found[name] for found in (variables.get(PACKAGE), variables, defaults) if isinstance(found, dict) and name in found), None)


def _variables(path: Path) -> dict[str, Any]:
    try:
        state = path.stat()
        return _parsed(path, (state.st_mtime_ns, state.st_size))
    except OSError as error:
        raise VariableError(f"{path}: {error.strerror}") from error


@lru_cache(maxsize=8)
def _parsed(path: Path, state: tuple[int, int]) -> dict[str, Any]:
    """Return the variables of a file in a state: a loop asks in each round, and parsing YAML takes tens of milliseconds."""
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise VariableError(f"{path}: not YAML") from error
    variables = (found or {}).get("vars", {}) if isinstance(found, dict | None) else None
    if not isinstance(variables, dict):
        raise VariableError(f"{path}: not YAML with variables")
    return variables
