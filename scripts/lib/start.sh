# Common start of the scripts: sourced by them.
#   rosetta COMMAND ARGUMENTS...   sets up what is missing, and becomes a command of scripts/rosetta_cdc/cli.py
#   become COMMAND ARGUMENTS...    the same without setting up
#   prepare EXTRA...               sets up what is missing, extras too, and prepares this shell as scripts/activate does
project=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
become() {
    export PYTHONPATH=$project/scripts${PYTHONPATH:+:$PYTHONPATH}
    exec "${ROSETTA_VENV:-$project/.venv}/bin/python" "$project/scripts/lib/rosetta.py" "$@"
}
rosetta() {
    "$project/scripts/setup" || exit
    become "$@"
}
prepare() {
    "$project/scripts/setup" "$@" || exit
    . "$project/scripts/activate"
    export PYTHONPATH=$project/scripts
}
