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
