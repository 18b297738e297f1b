"""How the commands take their arguments, and how they are called."""

from __future__ import annotations

import argparse
import re
from typing import NoReturn

from rosetta_cdc.errors import UserError

# What stands before a command's name where it is called: that of a clone's scripts, or `rosetta `.
CALLED_AS = "scripts/"


def as_called(text: str) -> str:
    """Return a text of help or of an error, in which commands are called by `scripts/`, with the commands as this process was called."""
    return re.sub(r"(?<![\w/.])scripts/(?=[a-z_]+\b(?![/.]))", CALLED_AS, text)


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong. Takes what `argparse.ArgumentParser` takes; texts are shown as they are written."""

    def __init__(self, **settings: object) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **settings)

    def format_help(self) -> str:
        """Return the help, with the commands as they are called."""
        return as_called(super().format_help())

    def error(self, message: str) -> NoReturn:
        """Raise the error of a wrong argument.

        Raises:
            UserError: Always.
        """
        raise UserError(f"{message}; see {CALLED_AS}{self.prog} --help")
