"""Checks that no macro of the project takes the place of one of dbt or its adapter, in this project or in one that has it as a package.

    python -m rosetta_cdc.checks.adapter_macros [manifest.json]

Reads the manifest that `dbt parse` wrote (see `documentation`). Prints one line a macro that has a name of theirs, be it of a
macro, a generic test or a materialization, also behind `default__` or `spark__`, by which dbt finds the
macro of an adapter. Ends with 1 if there is one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from rosetta_cdc.checks.documentation import label
from rosetta_cdc.checks.manifest import Json, report

# What dbt itself answers to unless a macro has the name.
BUILT_IN = {"ref", "source", "config", "function"}
ADAPTERS = "default|spark"


def main(arguments: list[str]) -> int:
    """Check the manifest; print the problems.

    Args:
        arguments: At most the manifest's path.

    Returns:
        0 if there is no problem, else 1.
    """
    return report(overridden_macros, arguments)


def overridden_macros(manifest: Json) -> Iterator[str]:
    """Yield a line for each macro of the project that has the name of one of dbt or the adapter."""
    project = manifest["metadata"]["project_name"]
    packages = {"dbt", f"dbt_{manifest['metadata']['adapter_type']}"}
    theirs = {called(macro["name"]) for macro in manifest["macros"].values() if macro["package_name"] in packages} | BUILT_IN
    for macro in sorted(manifest["macros"].values(), key=label):
        if macro["package_name"] == project and called(macro["name"]) in theirs:
            yield f"{label(macro)} has the same name as a macro of dbt or its adapter; rename it"


def called(name: str) -> str:
    """Return how a macro is called: without the adapter that it is for."""
    return re.sub(f"^(?:{ADAPTERS})__|(?<=^materialization_)(.+)_(?:{ADAPTERS})$", r"\1", name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
