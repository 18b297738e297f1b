# Read by Spark before it starts a JVM. Where the scripts/bin/dbt wrapper was not used, this takes its lock, so that two JVMs never share one
# embedded metastore. The JVM inherits the lock and keeps it as long as it lives. Tools without a metastore set ROSETTA_LOCK_HELD.
if [ -z "${ROSETTA_LOCK_HELD:-}" ] && [ -n "${ROSETTA_HOME:-}" ] && [ -d "$ROSETTA_HOME" ]; then
    exec 9>>"$ROSETTA_HOME/.dbt.lock"
    # A warm session that is idle ends for others (scripts/rosetta_cdc/warm/stop.py).
    if ! flock -n 9 && rosetta_session=$(cat "$ROSETTA_HOME/warm/session.pid" 2>/dev/null) \
        && grep -qs rosetta_cdc.warm.server "/proc/$rosetta_session/cmdline"; then
        kill -TERM "$rosetta_session"
    fi
    # A killed dbt's JVM lives on for some seconds.
    if ! flock -w 15 9; then
        echo "dbt: $ROSETTA_HOME is in use by $(cat "$ROSETTA_HOME/.dbt.lock"); an embedded warehouse serves one process at a time" >&2
        exit 2
    fi
fi

# The same for a landing: the Java process of one that was killed may still commit.
if [ -n "${ROSETTA_LANDING_JAVA_LOCK:-}" ]; then
    exec 8>>"$ROSETTA_LANDING_JAVA_LOCK"
    if ! flock -w 60 8; then
        echo "land: the Java process of a killed landing is still running and holds $ROSETTA_LANDING_JAVA_LOCK; wait until it ends" >&2
        exit 2
    fi
fi

# Java takes no notice of a signal that is ignored when it starts.
if [ -n "${ROSETTA_JAVA_IGNORES_SIGTERM:-}" ]; then
    trap '' TERM
fi
