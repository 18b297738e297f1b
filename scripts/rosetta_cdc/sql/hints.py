"""Advice on statements that fail or find nothing: models, tables and ids of tables that are not there."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from rosetta_cdc.sql.sessions import Session

COMPARED = re.compile(r"""\b(table_id|row_id)\s*=\s*(?:r?'((?:[^'\\]|\\.)*)'|r?"((?:[^"\\]|\\.)*)")""", re.IGNORECASE)
KNOWN_AT_MOST = 10_000


def unknown_tables(statement: str, session: Session) -> list[str]:
    """Return a line for each `table_id`, alone or in a `row_id`, that a statement compares with and no table of the row history has.

    Args:
        statement: The rendered statement.
        session: Executes the question which tables there are. If it cannot, there is no advice.
    """
    compared = [(column, one or other) for column, one, other in COMPARED.findall(statement)]
    # A slash ends the table's id in that of a row, where it is not escaped.
    named = list(dict.fromkeys(re.split(r"(?<!\\)/", text)[0] if column.lower() == "row_id" else text for column, text in compared))
    if not named:
        return []
    try:
        answer = session.execute(f"select distinct table_id from {schema()}.cdc_row_history order by table_id", KNOWN_AT_MOST)
    except UserError:
        return []
    known = [str(row[0]) for row in answer.rows]
    if answer.is_cut:
        return []
    return [_advice(name, known) for name in named if name not in known and name.replace("\\\\", "\\") not in known]


def _advice(name: str, known: list[str]) -> str:
    return f"no table has the table_id {name!r}; {meant(name, known)}"


def meant(name: str, known: list[str]) -> str:
    """Return which of the known names is likely meant by another, or which there are."""
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]!r}?"
    if known:
        return f"there are {', '.join(known[:5])}{', ...' if len(known) > 5 else ''}"
    return "there are none"


def absent_table(message: str, names: Callable[[], list[str]]) -> str:
    """Return a message of Spark's, with what to do instead of its own advice where a table is not there.

    Args:
        message: The message.
        names: Returns the names of the models.
    """
    absent = re.search(r"\[TABLE_OR_VIEW_NOT_FOUND\][^`]*((?:`[^`]*`\.?)+)", message)
    if absent is None:
        return message
    *database, table = re.findall("`([^`]*)`", absent[1])
    known = names()
    if database and table in known:
        return f"{table} has not been built yet: run scripts/run or dbt build"
    if table in known:
        return f"there is no table {table}; write {{{{ ref('{table}') }}}}"
    return f"there is no table {'.'.join([*database, table])}; {meant(table, known)}"
