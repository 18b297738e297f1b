"""Locks of landings on one `ROSETTA_HOME`: one landing at a time of a Kafka cluster's records, and none while the registry changes."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone

from rosetta_cdc import warm
from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import file_name, home
from rosetta_cdc.warehouse_lock import await_end_of_session

# Names the file that a landing's Java process locks.
JAVA_LOCK = "ROSETTA_LANDING_JAVA_LOCK"


@contextmanager
def landing_lock(cluster: str) -> Iterator[None]:
    """Hold the lock of a cluster. Landings of other clusters may run beside: their records cannot be the same.

    A Java process started meanwhile holds a lock of its own. It outlives a killed Python process by some seconds, in which it may commit;
    the Java process of the next landing waits for it (profiles/spark/spark-env.sh). A killed fork takes its session with it, for which
    the next landing waits.

    Args:
        cluster: Name of the cluster.

    Raises:
        UserError: Another landing of the cluster, or `no_landing`, holds it (the message names its process), or the folder cannot be
            written.
    """
    if not warm.IS_FORK:
        await_end_of_session()
    name = f".landing-{file_name(cluster)}"
    with (
        _lock(".landings.lock", fcntl.LOCK_SH, f"the topic registry is being applied to {home()}"),
        _lock(f"{name}.lock", fcntl.LOCK_EX, f"another landing of cluster {cluster} is using {home()}"),
    ):
        os.environ[JAVA_LOCK] = str(home() / f"{name}.java.lock")
        try:
            yield
        finally:
            del os.environ[JAVA_LOCK]


@contextmanager
def no_landing() -> Iterator[None]:
    """Keep all landings away.

    Raises:
        UserError: A landing is at work, or the folder cannot be written.
    """
    with _lock(".landings.lock", fcntl.LOCK_EX, f"a landing is using {home()}"):
        yield


@contextmanager
def loop_lock() -> Iterator[None]:
    """Hold the lock of the resident loop: one for a `ROSETTA_HOME`, whatever dbt's target is.

    Raises:
        UserError: Another loop holds it (the message names its process), or the folder cannot be written.
    """
    with _lock(".loop.lock", fcntl.LOCK_EX, f"another loop is using {home()}"):
        yield


@contextmanager
def _lock(name: str, kind: int, taken: str) -> Iterator[None]:
    """Hold a lock; the system frees it also when the process is killed. `taken` is the message where another process has it."""
    try:
        home().mkdir(parents=True, exist_ok=True)
        file = (home() / name).open("a+", encoding="utf-8")
    except (FileExistsError, NotADirectoryError) as error:
        raise UserError(f"ROSETTA_HOME: {error.filename} is a file where a folder is needed") from error
    except OSError as error:
        raise UserError(f"cannot write in {home()}: {error.strerror}") from error
    with file:
        try:
            fcntl.flock(file, kind | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            holder = file.read().strip()
            raise UserError(f"{taken}{f': {holder}' if holder else ''}; wait until it ends, or stop it") from error
        if kind == fcntl.LOCK_EX:
            file.truncate(0)
            file.write(f"process {os.getpid()} since {datetime.now(timezone.utc):%Y-%m-%d %H:%M:%S} UTC")
            file.flush()
        yield
        if kind == fcntl.LOCK_EX:
            file.truncate(0)
