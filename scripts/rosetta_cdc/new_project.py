"""`scripts/init`: makes a dbt project of the user's own that has this clone as its package."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.waiting import waits_for

DESCRIPTION = """\
Makes a dbt project of your own, which has Rosetta CDC as a package: your topic registry, your Avro schemas and your models lie in it, and
an update of Rosetta CDC is a `git pull` in its clone. Everything that a run writes lies in its folder .rosetta, unless ROSETTA_HOME is set.
"""
EPILOG = """\
example:
  scripts/init ~/rosetta && source ~/rosetta/activate
"""
REGISTRY, SCHEMAS = "topics", "avro_schemas"
# What our own seeds are configured with; the adapter would damage empty cells and backslashes.
PROJECT_YML = """\
name: {name}
config-version: 2
profile: rosetta_cdc

flags:
  send_anonymous_usage_stats: false
  require_generic_test_arguments_property: true

models:
  {name}:
    +file_format: delta
  rosetta_cdc:
    # Tables of the demo.
    examples:
      +enabled: false

snapshots:
  rosetta_cdc:
    examples:
      +enabled: false

# Unit tests of Rosetta CDC's macros and models: its own project runs them.
unit_tests:
  rosetta_cdc:
    +enabled: false

seeds:
  {name}:
    +file_format: delta
    +pre-hook: "{{{{ rosetta_cdc.check_seed() }}}}"
    +post-hook: "{{{{ rosetta_cdc.load_exactly() }}}}"
    {registry}:
      +column_types: {{{registry_types}}}
    {schemas}:
      +column_types: {{{schema_types}}}

vars:
  rosetta_cdc:
    cdc_registry_seed: {registry}
    cdc_avro_seed: {schemas}
"""
ACTIVATE = """\
# Prepares a shell for this project: `source activate` (bash or zsh).
_rosetta_users_project={project}
. {clone}/scripts/activate
unset _rosetta_users_project
"""


def main(given: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        given: What follows the command's name; by default the arguments of the process.

    Raises:
        UserError: The folder is not empty, or cannot be written.
    """
    parser = Parser(prog="init", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to make it; it must be empty, or not be there yet")
    folder = parser.parse_args(given).folder.expanduser().absolute()
    make_project(folder)
    print(
        f"{folder} is a dbt project with its registry in seeds/{REGISTRY}.csv. Next:\n"
        f"  source {shlex.quote(str(folder / 'activate'))}\n"
        "  rosetta land FILE...          or rosetta land kafka --servers HOST:PORT --topic TOPIC"
    )
    return 0


def make_project(folder: Path) -> None:
    """Make the project.

    Args:
        folder: Where; it must be empty, or not be there yet.

    Raises:
        UserError: The folder is not empty, or cannot be written, or dbt cannot install the package.
    """
    from rosetta_cdc.avro.folder import write_seed
    from rosetta_cdc.registry import TOPIC_COLUMNS

    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UserError(f"{folder} is not empty")
        for name in ("models", "seeds"):
            (folder / name).mkdir()
        (folder / "models" / ".gitkeep").touch()
        _write(folder / "dbt_project.yml", _project_yml(folder))
        _write(folder / "packages.yml", f"packages:\n  - local: {_quoted(str(PROJECT))}\n")
        _write(folder / ".gitignore", ".rosetta/\ndbt_packages/\npackage-lock.yml\ntarget/\nlogs/\n.user.yml\n")
        _write(folder / "activate", ACTIVATE.format(project=shlex.quote(str(folder)), clone=shlex.quote(str(PROJECT))))
        _write(folder / "seeds" / f"{REGISTRY}.csv", ",".join(TOPIC_COLUMNS) + "\n")
        write_seed(folder / "seeds" / f"{SCHEMAS}.csv", [])
    except OSError as error:
        raise UserError(f"{error.filename or folder}: {error.strerror}") from error
    _install(folder)


def _project_yml(folder: Path) -> str:
    import yaml

    seeds = yaml.safe_load((PROJECT / "dbt_project.yml").read_text(encoding="utf-8"))["seeds"]["rosetta_cdc"]
    types = {
        seed: ", ".join(f"{name}: {kind}" for name, kind in seeds[seed]["+column_types"].items())
        for seed in ("cdc_topics", "cdc_avro_schemas")
    }
    return PROJECT_YML.format(
        name=_project_name(folder.name),
        registry=REGISTRY,
        schemas=SCHEMAS,
        registry_types=types["cdc_topics"],
        schema_types=types["cdc_avro_schemas"],
    )


def _project_name(text: str) -> str:
    """Return a name that dbt takes for a project, and that is not this one's."""
    name = re.sub(r"\W", "_", text, flags=re.ASCII).lower().strip("_")
    if not name:
        return "my_project"
    return name if re.match("[a-z]", name) and name != "rosetta_cdc" else f"my_{name}"


def _quoted(text: str) -> str:
    """Return a text as a literal of YAML."""
    return "'" + text.replace("'", "''") + "'"


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _install(folder: Path) -> None:
    waits_for("init", "installing Rosetta CDC as the project's package")
    from rosetta_cdc.dbt_command import invoke

    outcome = invoke("deps", "--project-dir", str(folder), "--profiles-dir", str(PROJECT / "profiles"), "--quiet")
    if not outcome.success:
        raise UserError(f"dbt deps failed in {folder}: {outcome.reason}", exit_code=1)


if __name__ == "__main__":
    sys.exit(main())
