"""One landing from files at a time on one `ROSETTA_HOME`."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import home


@contextmanager
def landing_lock() -> Iterator[None]:
    """Hold the lock of `ROSETTA_HOME`. The system frees it also when the process is killed.

    Raises:
        UserError: Another landing holds it (the message names its process), or the folder cannot be
            written.
    """
    path = home() / ".landing.lock"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+", encoding="utf-8")
    except (FileExistsError, NotADirectoryError) as error:
        raise UserError(f"ROSETTA_HOME: {error.filename} is a file where a folder is needed") from error
    except OSError as error:
        raise UserError(f"cannot write in {home()}: {error.strerror}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            holder = file.read().strip() or "another process"
            raise UserError(f"another landing works on {home()}: {holder}; wait until it ends") from error
        file.truncate(0)
        file.write(f"process {os.getpid()} since {datetime.now(timezone.utc):%Y-%m-%d %H:%M:%S} UTC")
        file.flush()
        yield
        file.truncate(0)
