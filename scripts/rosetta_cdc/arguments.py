"""How the commands take their arguments."""

from __future__ import annotations

import argparse
from typing import NoReturn

from rosetta_cdc.errors import UserError

# What stands before a command's name where it is called: that of a clone's scripts, or `rosetta `.
CALLED_AS = "scripts/"


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong. Takes what `argparse.ArgumentParser` takes; texts are shown as they are written."""

    def __init__(self, **settings: object) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Raise the error of a wrong argument.

        Raises:
            UserError: Always.
        """
        raise UserError(f"{message}; see {CALLED_AS}{self.prog} --help")
