# One process at a time on an embedded warehouse. Sourced by scripts/bin/dbt and the scripts that build.
# take_lock NAME: takes $ROSETTA_HOME/.dbt.lock on file descriptor 9 for this process and what it starts, or says in one line who has it and
# ends with code 2.
take_lock() {
    if ! mkdir -p "$ROSETTA_HOME" 2>/dev/null || [ ! -w "$ROSETTA_HOME" ]; then
        echo "$1: no permission to write $ROSETTA_HOME (ROSETTA_HOME)" >&2
        exit 2
    fi
    exec 9>>"$ROSETTA_HOME/.dbt.lock"
    if ! flock -n 9; then
        echo "$1: $ROSETTA_HOME is in use by $(cat "$ROSETTA_HOME/.dbt.lock"); an embedded warehouse serves one process at a time" >&2
        exit 2
    fi
    printf '%s (process %s, since %s)\n' "$1" "$$" "$(date '+%Y-%m-%d %H:%M:%S')" >"$ROSETTA_HOME/.dbt.lock"
    export ROSETTA_LOCK_HELD=1
}

# lock_is_held: whether a process has the lock.
lock_is_held() {
    [ -e "$ROSETTA_HOME/.dbt.lock" ] && ! flock -n "$ROSETTA_HOME/.dbt.lock" true
}

# target_of ARGUMENTS...: prints dbt's target, of `--target`, else of DBT_TARGET.
target_of() {
    local argument previous= target=${DBT_TARGET:-local}
    for argument in "$@"; do
        case $previous in
            --target | -t) target=$argument ;;
        esac
        case $argument in
            --target=*) target=${argument#*=} ;;
        esac
        previous=$argument
    done
    printf '%s\n' "$target"
}
