"""The pages of the docs site that show the tools' settings: one docs block a tool, made from models/docs/settings.csv."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

# A row of the table, by column.
Row = dict[str, str]

INTRODUCTION = """\
What these settings change in the messages, and what this project makes of them. "Lost at the source": the message has another
value than the source, and nothing in it tells; avoid the setting. "Not documented": the tool's documentation does not tell what
its messages look like; try it before you rely on it. "Not handled": left to do. "No test yet": only read in the code.

**Read in:** {references}."""
# Kinds of answers that name something, joined by commas.
NAMING = ("read with option", "dead letter", "cannot be known: shown by")
# Kinds of answers that say in a sentence why a setting is not read.
UNREAD = ("lost at the source", "not documented", "not handled")
# What the table says of a setting whose values do not matter.
ANY_VALUE = ("any", "always")
# A setting's name as a configuration file has it; anything else is text.
NAME = re.compile(r"[^\s,()]*[._=$][^\s,()]*|[a-z]+[A-Z]\w*|(?:[A-Z][a-z]+){2,}\w*|[A-Z][A-Z_]+")


def folder(project: Path) -> Path:
    """Return the folder of the pages."""
    return project / "models" / "docs" / "settings"


def block_of(tool: str) -> str:
    """Return the name of a tool's docs block."""
    return f"settings_{_name_of(tool)}"


def pages(rows: list[Row]) -> dict[str, str]:
    """Return the pages by their file names.

    Args:
        rows: The table's rows, sorted by tool and part.
    """
    tools = groupby(rows, key=lambda row: row["tool"])
    return {f"{_name_of(tool)}.md": "\n".join(_page(tool, list(settings))) + "\n" for tool, settings in tools}


def _page(tool: str, rows: list[Row]) -> Iterator[str]:
    references = sorted({row["reference"] for row in rows})
    yield f"{{% docs {block_of(tool)} %}}"
    yield f"### Settings of {_text(tool)}"
    yield ""
    yield INTRODUCTION.format(references=_text("; ".join(references)))
    for part, settings in groupby(rows, key=lambda row: row["part"]):
        yield from ("", f"**{_text(part)}**", "", "| setting | in the messages | in this project |", "|---|---|---|")
        yield from (f"| {_setting(row)} | {_text(row['effect'])} | {_answer(row)} |" for row in settings)
    yield "{% enddocs %}"


def _name_of(tool: str) -> str:
    return re.sub(r"\W+", "_", tool.lower())


def _setting(row: Row) -> str:
    """The name, in code where it is one, and the values if they matter."""
    parts = re.split(r"(, | / )", row["setting"])
    name = "".join(f"`{_cell(part)}`" if NAME.fullmatch(part) else _text(part) for part in parts)
    return name if row["values"] in ANY_VALUE else f"{name}: {_text(row['values'])}"


def _answer(row: Row) -> str:
    """What the project does, with names in code; and whether no test shows it."""
    match = re.fullmatch(f"({'|'.join(NAMING)}) (.+)", row["answer"])
    kind, _, reason = row["answer"].partition(": ")
    if kind in UNREAD:
        return f"**{kind}**: {_text(reason)}"
    said = f"{match[1]} {', '.join(f'`{_cell(name)}`' for name in match[2].split(', '))}" if match else _text(row["answer"])
    return said if row["test"] else f"{said}; no test yet"


def _text(text: str) -> str:
    """Text for Markdown: nothing in it is a mark."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace("*", "\\*").replace("`", "\\`")
    # An underscore within a word is none either.
    return _cell(re.sub(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])", r"\\_", text))


def _cell(text: str) -> str:
    """Text for a cell of a table in a docs block: a pipe would end the cell, two braces would begin Jinja."""
    return re.sub(r"\{(?=[{%#])", "{ ", text.replace("|", "\\|"))
