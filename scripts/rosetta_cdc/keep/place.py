"""Where a ROSETTA_HOME was when its metastore was made: the metastore names every table by its absolute path."""

from __future__ import annotations

from pathlib import Path

from rosetta_cdc import arguments as parsing
from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import home

METASTORE = "metastore"
NOTE = ".metastore-place"


def check_place() -> None:
    """Check that the home is where its metastore says, and note the place of one that has no metastore yet.

    Raises:
        UserError: It was moved or copied.
    """
    try:
        noted = (home() / NOTE).read_text(encoding="utf-8").strip()
    except OSError:
        note_place()
        return
    if noted == str(home()):
        return
    if not (home() / METASTORE).exists():
        note_place()
        return
    raise UserError(f"{home()} (ROSETTA_HOME) was {noted} when its tables were made; call {parsing.CALLED_AS}relocate once")


def note_place() -> None:
    """Note where the home is. Where it cannot be written, whatever needs it says so."""
    note: Path = home() / NOTE
    try:
        note.write_text(f"{home()}\n", encoding="utf-8")
    except OSError:
        return
