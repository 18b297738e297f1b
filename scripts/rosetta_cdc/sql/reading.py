"""Tells statements that only read from those that change something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rosetta_cdc.errors import UserError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

READING = ("select", "with", "from", "values", "table", "show", "describe", "desc", "explain")
# Of Spark's parser: what does something, and INSERT, which may also stand behind WITH and FROM.
LOGICAL = "org.apache.spark.sql.catalyst.plans.logical"
COMMAND, INSERT = f"{LOGICAL}.Command", f"{LOGICAL}.InsertIntoStatement"
REFUSAL = "only statements that read are accepted; use dbt to change tables"
BLANK = re.compile(r"(?s:\s|--[^\n]*(?:\n|$)|/\*.*?\*/|\()*")
TEXT = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`|--[^\n]*|/\*(?s:.*?)\*/")


def check_reads(statement: str, spark: SparkSession | None = None) -> None:
    """Check that a statement only reads.

    Args:
        statement: In SQL, rendered.
        spark: A session whose parser decides; without one, the words of the statement do.

    Raises:
        UserError: It does not, or is no SQL.
    """
    first = re.match(r"[a-z]*", statement[BLANK.match(statement).end() :].lower())[0]
    if first not in READING:
        raise UserError(REFUSAL, exit_code=1)
    if first in ("show", "describe", "desc", "explain"):
        return
    if spark is None:
        if re.search(r"\binsert\s+(into|overwrite)\b", TEXT.sub(" ", statement), re.IGNORECASE):
            raise UserError(REFUSAL, exit_code=1)
        return
    try:
        plan = spark._jsparkSession.sessionState().sqlParser().parsePlan(statement)
    except Exception as error:
        raise UserError(message_of(error), exit_code=1) from error
    if _does_something(spark, plan):
        raise UserError(REFUSAL, exit_code=1)


def _does_something(spark: SparkSession, plan: Any) -> bool:
    is_a = spark._jvm.java.lang.Class.forName
    if any(is_a(name).isInstance(plan) for name in (COMMAND, INSERT)):
        return True
    children = plan.children()
    return any(_does_something(spark, children.apply(number)) for number in range(children.size()))


def message_of(error: Exception) -> str:
    """Return what an error of Spark says, without the statement and the plan that follow."""
    text = str(getattr(error, "desc", None) or error)
    return next((line.strip() for line in text.splitlines() if line.strip()), type(error).__name__)
