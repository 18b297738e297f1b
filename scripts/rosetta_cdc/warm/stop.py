"""`rosetta stop`: ends the warm session."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import home
from rosetta_cdc.warehouse_lock import SECONDS_TO_END
from rosetta_cdc.warm.state import process_file

DESCRIPTION = """\
Ends the Spark session that stays for the next commands, once no command is using it. It ends by itself after some idle minutes
(ROSETTA_WARM_MINUTES, by default 15). With ROSETTA_WARM=0 a command neither uses nor starts one.
"""
MARKER = b"rosetta_cdc.warm.server"


def main(given: list[str] | None = None) -> int:
    """End the session, and return the exit code.

    Args:
        given: What follows the command's name.

    Raises:
        UserError: It is at work.
    """
    Parser(prog="stop", description=DESCRIPTION).parse_args(given)
    process = end_when_idle()
    deadline = time.monotonic() + SECONDS_TO_END
    while process is not None and _is_session(process):
        if time.monotonic() > deadline:
            raise UserError(f"a command is using the session of {home()}; it ends with that command")
        time.sleep(0.1)
    print("no session is running" if process is None else "the session has ended")
    return 0


def end_when_idle() -> int | None:
    """Tell the session to end once no command uses it, and return its process, None where there is no session."""
    try:
        process = int(process_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    # The number may belong to another process by now.
    if not _is_session(process):
        return None
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGTERM)
    return process


def _is_session(process: int) -> bool:
    try:
        return MARKER in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
