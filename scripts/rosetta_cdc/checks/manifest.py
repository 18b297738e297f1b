"""What the checks of the manifest share: where it is, how it is read, and how its problems are told."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import PROJECT, home

Json = dict[str, Any]


def report(problems_of: Callable[[Json], Iterable[str]], arguments: list[str]) -> int:
    """Print the problems of a manifest, a line each.

    Args:
        problems_of: Finds them.
        arguments: At most the manifest's path.

    Returns:
        0 if there is no problem, 1 if there is one, or the code of the error if the manifest cannot be read.
    """
    try:
        manifest = read_manifest(Path(arguments[0]) if arguments else default_manifest())
    except UserError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    problems = list(problems_of(manifest))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def default_manifest() -> Path:
    """Return where dbt writes the manifest of this project."""
    target = os.environ.get("DBT_TARGET_PATH") or home() / "dbt" / "target"
    return PROJECT / target / "manifest.json"


def read_manifest(path: Path) -> Json:
    """Read a manifest.

    Raises:
        UserError: There is none, or it is no JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}; run dbt parse first") from error
    except ValueError as error:
        raise UserError(f"{path}: not JSON ({error})") from error
