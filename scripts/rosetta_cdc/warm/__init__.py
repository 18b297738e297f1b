"""A warm session behind the commands: one process for each `ROSETTA_HOME` keeps Java, Spark and dbt, and each command is a fork of it.

`client` is the command that a user has called: it hands itself over and waits. `server` is the process that stays: it starts Java, takes
commands, and ends when it is idle or out of date. `fork` becomes the command, in the folder, terminal and environment of its caller, and
speaks to Java by a gateway of its own (`door`). `state` tells when a session has to be started anew, `stop` ends it.
"""

from __future__ import annotations

# Whether this process is a fork of a session: it has the warehouse, and shares Java with other commands.
IS_FORK = False
