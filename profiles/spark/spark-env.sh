# Read by Spark before it starts a JVM. Where the scripts/bin/dbt wrapper was not used, this takes its lock, so that two JVMs never share one
# embedded metastore. The JVM inherits the lock and keeps it as long as it lives. Tools without a metastore set ROSETTA_LOCK_HELD.
if [ -z "${ROSETTA_LOCK_HELD:-}" ] && [ -n "${ROSETTA_HOME:-}" ] && [ -d "$ROSETTA_HOME" ]; then
    exec 9>>"$ROSETTA_HOME/.dbt.lock"
    # A killed dbt's JVM lives on for some seconds.
    if ! flock -w 15 9; then
        echo "dbt: $ROSETTA_HOME is in use by $(cat "$ROSETTA_HOME/.dbt.lock"); an embedded warehouse serves one process at a time" >&2
        exit 2
    fi
fi
