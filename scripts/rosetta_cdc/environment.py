"""The environment of a command: the dbt project that it works with, and the variables that dbt and Spark read of it.

`scripts/activate` and the commands take it from here. Imports nothing that has to be installed, and little: every command does it first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import PACKAGE, PROJECT, package_folder

PROJECT_FILE, PROFILES_FILE = "dbt_project.yml", "profiles.yml"
# Reads seeds for dbt, and warns of the columns that a registry may lack.
READER_OF_SEEDS = "agate.type_tester"


def users_project() -> Path:
    """Return the folder of the user's dbt project: `DBT_PROJECT_DIR`, else the nearest one from the current folder upwards.

    Raises:
        UserError: There is none.
    """
    named, here = os.environ.get("DBT_PROJECT_DIR"), Path.cwd()
    for folder in [Path(named).absolute()] if named else [here, *here.parents]:
        if (folder / PROJECT_FILE).is_file():
            return folder
    if named:
        raise UserError(f"DBT_PROJECT_DIR is {named}, which has no {PROJECT_FILE}")
    raise UserError(f"{here} is not in a dbt project: go to your project's folder, or set DBT_PROJECT_DIR to it")


def project_of_clone(*, keeps: bool) -> Path:
    """Return the folder that a script of the clone works with: `DBT_PROJECT_DIR` where it has this project as a package, else the clone."""
    named = os.environ.get("DBT_PROJECT_DIR")
    return Path(named).absolute() if named and (keeps or (Path(named) / PACKAGE).exists()) else PROJECT


def prepare(*, clone: bool, keeps: bool, needs: str = "package") -> None:
    """Set the variables of this process.

    Args:
        clone: Whether a script of the clone was called: without another word it works with the clone.
        keeps: Of a script of the clone, whether the variables that are set stay so. The others do what `scripts/activate` does anew, so
            that `ROSETTA_HOME` may differ from that of the shell. Of the user's own project they always stay.
        needs: What the command cannot do without: `package` (this project's dbt files), `project` or `nothing`. Without a project
            nothing is set.

    Raises:
        UserError: There is no dbt project, it lacks this one as a package, or `ROSETTA_HOME` is relative.
    """
    try:
        project = project_of_clone(keeps=keeps) if clone else users_project()
    except UserError:
        if needs == "nothing":
            return
        raise
    found = variables(os.environ, project, needs_package=needs == "package")
    stays = keeps or project != PROJECT
    os.environ.update({name: value for name, value in found.items() if not (stays and name in os.environ)})
    path = _path(with_scripts=clone or project == PROJECT)
    os.environ.update(DBT_PROJECT_DIR=str(project), ROSETTA_HOME=found["ROSETTA_HOME"], PATH=path)


def variables(given: Mapping[str, str], project: Path, *, needs_package: bool = True) -> dict[str, str]:
    """Return the variables of a project by their names.

    Args:
        given: The environment; what it has of `ROSETTA_HOME` and `ROSETTA_VENV` counts.
        project: Folder of the dbt project.
        needs_package: Whether a project without this project's dbt files is an error; else what lies there is left out.

    Raises:
        UserError: `ROSETTA_HOME` is relative, or the project lacks this one as a package.
    """
    home = Path(given.get("ROSETTA_HOME") or project / ".rosetta")
    if not home.is_absolute():
        raise UserError(f"ROSETTA_HOME is {home}; it must be an absolute path, so that it is the same folder everywhere")
    found = {
        "ROSETTA_HOME": str(home),
        "ROSETTA_VENV": given.get("ROSETTA_VENV") or sys.prefix,
        "DBT_PROJECT_DIR": str(project),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYTHONWARNINGS": _warnings(given.get("PYTHONWARNINGS", "")),
        **dbt_folders(home),
    }
    try:
        package = package_folder(project)
    except UserError:
        if needs_package:
            raise
        return found
    return {**found, "DBT_PROFILES_DIR": str(profiles_folder(project, package)), "SPARK_CONF_DIR": spark_folder(package)}


def _warnings(given: str) -> str:
    """Return Python's filters of warnings with ours, which leaves out those of the reader of seeds. `given`: the filters that are set."""
    filters = [text for text in given.split(",") if text]
    ours = f"ignore::RuntimeWarning:{READER_OF_SEEDS}"
    return ",".join(filters if ours in filters else [*filters, ours])


def dbt_folders(home: Path) -> dict[str, str]:
    """Return the variables of the folders that dbt writes. `home`: `ROSETTA_HOME`."""
    return {"DBT_TARGET_PATH": str(home / "dbt" / "target"), "DBT_LOG_PATH": str(home / "dbt" / "logs")}


def profiles_folder(project: Path, package: Path) -> Path:
    """Return the folder with dbt's profile: the project's, `~/.dbt` where that has the project's profile, else this project's own.

    Args:
        project: Folder of the dbt project.
        package: Folder of this project's dbt files.
    """
    if project in (PROJECT, package):
        return package / "profiles"
    users = Path.home() / ".dbt"
    if (project / PROFILES_FILE).is_file():
        return project
    return users if _has_profile(users / PROFILES_FILE, project / PROJECT_FILE) else package / "profiles"


def _has_profile(profiles: Path, project: Path) -> bool:
    if not profiles.is_file():
        return False
    import yaml

    try:
        name = yaml.safe_load(project.read_text(encoding="utf-8")).get("profile")
        return name in yaml.safe_load(profiles.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, AttributeError, TypeError):
        return False  # dbt reads both and says what is wrong


def spark_folder(package: Path) -> str:
    """Return the folder of Spark's settings, by a link to it if its name has blanks: Spark's start script cannot read such a name.

    Args:
        package: Folder of this project's dbt files.
    """
    folder = str(package / "profiles" / "spark")
    if not any(character.isspace() for character in folder):
        return folder
    import hashlib
    import tempfile

    digest = hashlib.sha256(folder.encode()).hexdigest()[:12]
    link = Path(tempfile.gettempdir(), f"rosetta-conf-{os.getuid()}-{digest}")
    if not (link.is_symlink() and os.readlink(link) == folder):
        # In one step: another command may read it.
        partial = link.with_name(f"{link.name}.{os.getpid()}")
        partial.symlink_to(folder)
        partial.replace(link)
    return str(link)


def _path(*, with_scripts: bool) -> str:
    """Return `PATH` with the programs of this Python in front, and before them the clone's commands, where one of them was called."""
    path = os.environ.get("PATH", os.defpath)
    programs = str(Path(os.environ["ROSETTA_VENV"], "bin"))
    scripts = PROJECT / "scripts"
    wanted = [str(scripts / "bin"), str(scripts), programs] if with_scripts else [programs]
    return path if wanted[0] in path.split(":") else ":".join([*wanted, path])


def exports() -> str:
    """Return the variables of this process as lines of a shell."""
    import shlex

    names = ("ROSETTA_HOME", "ROSETTA_VENV", "DBT_PROJECT_DIR", "DBT_TARGET_PATH", "DBT_LOG_PATH", "DBT_PROFILES_DIR")
    names += ("SPARK_CONF_DIR", "SPARK_LOCAL_IP", "PYTHONWARNINGS", "PATH")
    return "\n".join(f"export {name}={shlex.quote(os.environ[name])}" for name in names)


def main(given: list[str]) -> int:
    """Print the variables for a shell to evaluate. Returns the exit code; the caller has called `prepare`."""
    from rosetta_cdc.arguments import Parser

    description = 'Prints the environment variables that a shell needs to call dbt directly. Example: eval "$(rosetta activate)"'
    parser = Parser(prog="activate", description=description)
    parser.parse_args(given)
    # A shell that was prepared before may have been given another ROSETTA_HOME.
    os.environ.update(dbt_folders(Path(os.environ["ROSETTA_HOME"])))
    print(exports())
    return 0
