# Common start of the commands: sets up what is missing, prepares the environment, runs a module of scripts/rosetta_cdc.
# Sourced with $0 of the command. run_module MODULE ARGUMENTS...
project=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
"$project/scripts/setup" || exit
. "$project/scripts/activate"
. "$project/scripts/lib/lock.sh"
run_module() {
    PYTHONPATH=$project/scripts exec "$ROSETTA_VENV/bin/python" -m "$@"
}
