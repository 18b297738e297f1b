"""Starts a command from the clone: `python scripts/lib/rosetta.py COMMAND ...`. Modules in the current folder are never taken."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from rosetta_cdc.cli import main  # noqa: E402

sys.exit(main(clone=True))
