"""Macros that another project can override: each hands its arguments on to the one that `adapter.dispatch` finds.

By default that is `default__<name>`, which stands below it in the same file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rosetta_cdc.paths import PROJECT

PACKAGE = "rosetta_cdc"
WRITTEN = re.compile(
    r"\{% macro (?P<name>\w+)\((?P<arguments>.*?)\) -%\}\s*"
    rf"\{{\{{ return\(adapter\.dispatch\('(?P=name)', '{PACKAGE}'\)\((?P<given>[\w, ]*)\)\) \}}\}}\s*"
    r"\{%- endmacro %\}\s*"
    r"\{#- What `(?P=name)` does where no project overrides it\. -#\}\s*"
    r"\{% macro default__(?P=name)\((?P=arguments)\) -?%\}"
)
CALLED = re.compile(r"adapter\.dispatch\([^)]*\)\(")
OWN = re.compile(r"\bmacro default__\w+\(|\w\.default__\w+\(")
ARGUMENT = re.compile(r"(?:^|, )(\w+)(?==|,|$)")


def dispatched_macros(project: Path = PROJECT) -> dict[str, list[str]]:
    """Return the macros of a project that can be overridden, with the names of their arguments."""
    return {match["name"]: ARGUMENT.findall(match["arguments"]) for _, match in _written(project)}


def dispatch_problems(project: Path) -> Iterator[str]:
    """Yield a line for each file whose macro dispatches with another name, place or arguments, or that calls one past the dispatch."""
    written = dict(_written(project))
    for path in sorted((project / "macros").rglob("*.sql")):
        text = path.read_text(encoding="utf-8")
        match = written.get(path)
        if len(CALLED.findall(text)) != bool(match) or len(OWN.findall(text)) != bool(match):
            yield f"{path.relative_to(project)}: write a macro that can be overridden like macros/keys/row_key.sql, and call it by its name"
        elif match and (match["name"] != path.stem or match["given"] != ", ".join(ARGUMENT.findall(match["arguments"]))):
            yield f"{path.relative_to(project)}: passes on ({match['given']}) of {match['name']}({match['arguments']})"


def _written(project: Path) -> Iterator[tuple[Path, re.Match[str]]]:
    for path in sorted((project / "macros").rglob("*.sql")):
        match = WRITTEN.search(path.read_text(encoding="utf-8"))
        if match:
            yield path, match
