"""The formats as `dbt_project.yml` declares them: what the macro `declared_formats` reads, for the commands that need no dbt."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import project_folder
from rosetta_cdc.variables import variable

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
        VariableError: The file cannot be read.
        FormatError: Its variables declare no formats.
    """
    declared: dict[str, dict[str, Any]] = {}
    for name in (OWN, OURS):
        value = variable(name, project_yml)
        if not isinstance(value, dict) or not all(isinstance(code, str) and isinstance(given, dict) for code, given in value.items()):
            path = project_yml or project_folder() / "dbt_project.yml"
            raise FormatError(f"{path}: the variable {name} must be a dict of format code to declaration")
        declared |= value
    return declared


def main(arguments: list[str] | None = None) -> int:
    """Run `scripts/formats`: print each format's code with its description, those that a model reads first."""
    description = "Lists the formats a topic can be registered as: the code, the tool that writes it, and what is special about it."
    Parser(prog="formats", description=description).parse_args(arguments)
    print("Options of any format:")
    for name, values in variable("cdc_common_options").items():
        for value, meaning in values.items():
            print(textwrap.fill(f"  {name}={value}: {meaning}", 118, subsequent_indent="    ", break_on_hyphens=False))
    print()
    declared = declared_formats()
    width = max(map(len, declared)) + 2
    for code, given in sorted(declared.items(), key=lambda item: not item[1].get("model")):
        unread = "" if given.get("model") else " (no model reads it: its records become dead letters, unsupported_format)"
        options = "".join(f" Option {name}: {meaning}." for name, meaning in given.get("options", {}).items())
        text = f"{code:{width}}{given.get('description') or ''}{unread}{options}".rstrip()
        print(textwrap.fill(text, 118, subsequent_indent=" " * width, break_on_hyphens=False))
    return 0
