"""Errors that are the user's to mend: shown as one line, never as a stack trace."""

from __future__ import annotations

import re

REASON_LENGTH = 300
# Conditions that only say that a task failed, for a reason that follows.
WRAPPERS = ("TASK_WRITE_FAILED", "FAILED_EXECUTE_UDF")


class UserError(Exception):
    """Something the user can mend: a wrong argument, environment, registry or folder.

    Args:
        message: One line that names the thing and what to do about it.
        exit_code: What the command ends with: 2 for usage and environment, 1 for unreadable input.
    """

    def __init__(self, message: str, *, exit_code: int = 2) -> None:
        super().__init__(" ".join(message.split()))
        self.exit_code = exit_code


def reason_of(error: BaseException) -> str:
    """Return in one line why something failed that the user cannot mend by an argument."""
    try:
        text = str(error)
    except Exception:  # the text of an error of Java is asked of Java, which may have ended
        text = ""
    if "No space left on device" in text:
        return "no space left on device"
    if "OutOfMemoryError" in text:
        return "Java ran out of memory; give it more with ROSETTA_DRIVER_MEMORY=6g"
    if isinstance(error, ConnectionError) or type(error).__name__ == "Py4JNetworkError" or not text:
        return "Java ended unexpectedly; if it ran out of memory, give it more with ROSETTA_DRIVER_MEMORY=6g"
    return f"{type(error).__name__}: {next((line for line in text.splitlines() if line.strip()), '')}"


def plain_reason(message: str) -> str:
    """Return an error's message in one line, without data.

    Spark's errors of execution name values of rows: of these only the condition is kept, such as `[CAST_INVALID_INPUT]`. Errors of analysis
    (SQLSTATE 42...), which name columns and models, and those that are not Spark's are kept in their first line.
    """
    if "No space left on device" in message:
        return "no space left on device"
    conditions = re.findall(r"\[([A-Z][A-Z0-9_]+(?:\.[A-Z0-9_]+)*)\]", message)
    if conditions and "SQLSTATE: 42" not in message:
        telling = next((condition for condition in conditions if condition not in WRAPPERS), conditions[0])
        return f"[{telling}] (details in dbt/logs/dbt.log)"
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    # dbt names the kind of error and the model in first lines, and what is wrong in the next.
    while len(lines) > 1 and re.match(r"\w+ Error\b", lines[0]):
        lines = lines[1:]
    return lines[0][:REASON_LENGTH] if lines else "no reason given"
