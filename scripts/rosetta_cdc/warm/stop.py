"""`rosetta stop`: ends the warm session."""

from __future__ import annotations

import signal
import time

from rosetta_cdc.arguments import Parser
from rosetta_cdc.daemon import Daemon
from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import home
from rosetta_cdc.warehouse_lock import SECONDS_TO_END
from rosetta_cdc.warm.state import process_file

DESCRIPTION = """\
Ends the Spark session that stays for the next commands, once no command is using it. It ends by itself after some idle minutes
(ROSETTA_WARM_MINUTES, by default 15). With ROSETTA_WARM=0 a command neither uses nor starts one.
"""
# In the command line of its process.
MARKER = "rosetta_cdc.warm.server"


def main(given: list[str] | None = None) -> int:
    """End the session, and return the exit code.

    Args:
        given: What follows the command's name.

    Raises:
        UserError: It is at work.
    """
    Parser(prog="stop", description=DESCRIPTION).parse_args(given)
    is_told = end_when_idle()
    deadline = time.monotonic() + SECONDS_TO_END
    while session().is_running():
        if time.monotonic() > deadline:
            raise UserError(f"a command is using the session of {home()}; it ends with that command")
        time.sleep(0.1)
    print("the session has ended" if is_told else "no session is running")
    return 0


def end_when_idle() -> bool:
    """Tell the session to end once no command uses it, and return whether there is one."""
    return session().tell(signal.SIGTERM)


def session() -> Daemon:
    """Return the session's process, whose number its server writes."""
    return Daemon(process_file().parent, process_file().stem, "the session", MARKER)
