"""What a DDL statement does, in words: parsed by sqlglot, shown beside the statement as sent."""

from __future__ import annotations

import logging

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

# A statement that it cannot parse is no news for the log; it is shown as sent.
logging.getLogger("sqlglot").setLevel(logging.CRITICAL)
# The SQL that sources speak, tried in this order: SharePlex copies Oracle, the other tools mostly MySQL.
DIALECTS = ("mysql", "oracle", "")
ORACLE_FORMATS = {"dts_shareplex", "oms_shareplex"}


def summary(text: str, source_format: str) -> str:
    """Return what a statement does, such as `adds note varchar(20)`; empty where it cannot be told."""
    for dialect in sorted(DIALECTS, key=lambda dialect: source_format in ORACLE_FORMATS and dialect != "oracle"):
        try:
            statement = sqlglot.parse_one(text, dialect=dialect)
        except (SqlglotError, RecursionError):
            continue
        said = _said(statement, dialect)
        if said:
            return said
    return ""


def _said(statement: exp.Expression, dialect: str) -> str:
    """Return the words for a parsed statement, empty for one that is no DDL."""
    if isinstance(statement, exp.Create):
        columns = [column.sql(dialect) for column in statement.find_all(exp.ColumnDef)]
        return f"creates {str(statement.kind).lower()}" + (
            f" with {len(columns)} column{'s' if len(columns) > 1 else ''}" if columns else ""
        )
    if isinstance(statement, exp.Drop):
        return f"drops {str(statement.args.get('kind')).lower()}"
    if isinstance(statement, exp.TruncateTable):
        return "empties the table"
    if isinstance(statement, exp.Command) and statement.name.upper() == "RENAME":
        return "renames a table"
    if isinstance(statement, exp.Alter):
        return ", ".join(filter(None, (_action(action, dialect) for action in statement.args.get("actions") or [])))
    return ""


def _action(action: exp.Expression, dialect: str) -> str:
    """Return the words for one action of an ALTER TABLE."""
    if isinstance(action, exp.ColumnDef):
        return f"adds {action.sql(dialect)}"
    if isinstance(action, exp.Drop):
        names = [name.sql(dialect) for name in action.args.get("tables") or []]
        return " ".join(["drops", str(action.args.get("kind")).lower(), ", ".join(names)]).strip()
    if isinstance(action, exp.RenameColumn):
        return f"renames {action.this.sql(dialect)} to {action.args['to'].sql(dialect)}"
    if isinstance(action, exp.AlterColumn):
        kind = action.args.get("dtype")
        return f"changes {action.this.sql(dialect)}" + (f" to {kind.sql(dialect)}" if kind else "")
    if isinstance(action, exp.ModifyColumn):
        former = action.args.get("rename_from")
        return f"changes {former.sql(dialect) + ' to ' if former else ''}{action.this.sql(dialect)}"
    if isinstance(action, exp.AlterRename):
        return f"renames the table to {action.this.sql(dialect)}"
    return ""
