"""Ctrl-C in a command that works by Spark: dbt would wait for the end of the statement, however long it takes."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import suppress
from typing import NoReturn

CODE = 130
SECONDS_BETWEEN_CANCELS = 0.5
_SEEN = threading.Event()


def cancel_on_interrupt() -> None:
    """Let an interrupt cancel Spark's jobs, so that the statement in progress fails, and then be the usual `KeyboardInterrupt`."""
    signal.signal(signal.SIGINT, _cancel)


def was_interrupted() -> bool:
    """Return whether this process was interrupted since `cancel_on_interrupt`."""
    return _SEEN.is_set()


def _cancel(number: int, frame: object) -> NoReturn:
    _SEEN.set()
    # In another thread: this one may be in the middle of a call of Java.
    threading.Thread(target=_cancel_jobs, daemon=True).start()
    raise KeyboardInterrupt


def _cancel_jobs() -> None:
    from pyspark import SparkContext

    # To the end of the process: a statement may be about to start its next job.
    while True:
        context = SparkContext._active_spark_context
        if context is not None:
            with suppress(Exception):  # Java may have ended
                context.cancelAllJobs()
        time.sleep(SECONDS_BETWEEN_CANCELS)
