"""Errors that are the user's to mend: shown as one line, never as a stack trace."""

from __future__ import annotations


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
