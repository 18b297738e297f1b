"""Check that every call of a macro names the project: in a node of another project dbt looks for other names among that one's macros.

And that macros which another project can override hand on what they are given (see `dispatch`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment

from rosetta_cdc.checks.dispatch import dispatch_problems
from rosetta_cdc.paths import PROJECT

PACKAGE = "rosetta_cdc"
FOLDERS = ("macros", "models", "tests/generic", "tests/singular")
DEFINED = re.compile(r"\{%-?\s*macro\s+(\w+)\s*\(")
ENVIRONMENT = Environment(extensions=["jinja2.ext.do"], autoescape=False)


def unqualified_calls(project: Path) -> Iterator[str]:
    """Yield a line for each call of a macro of the project that does not name the project: file, line and macro."""
    files = sorted(path for folder in FOLDERS for path in (project / folder).rglob("*.sql"))
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    names = {name for text in texts.values() for name in DEFINED.findall(text)}
    for path, text in texts.items():
        for line, name in _calls(text, names):
            yield f"{path.relative_to(project)}:{line}: {name}() is called without {PACKAGE}."


def _calls(text: str, names: set[str]) -> Iterator[tuple[int, str]]:
    """Yield line and name of each call of one of some macros that names no project, those in hooks, which dbt renders later, included."""
    tokens = [token for token in ENVIRONMENT.lex(text) if token[1] != "whitespace"]
    for before, (line, kind, value), after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if kind == "name" and value in names and after[2] == "(" and before[2] not in (".", "macro"):
            yield line, value
        elif kind == "string" and value[1:3] == "{{" and value[-3:-1] == "}}":
            yield from ((line, name) for _, name in _calls(value[1:-1], names))


def main() -> None:
    """Print all such calls, if there are any, and exit with 1."""
    found = [*unqualified_calls(PROJECT), *dispatch_problems(PROJECT)]
    for line in found:
        print(line)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
