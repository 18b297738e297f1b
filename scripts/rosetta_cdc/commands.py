"""The commands of `rosetta`: which module each of them is, and when it takes the lock of the warehouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rosetta_cdc.local_socket import answers
from rosetta_cdc.paths import loop_socket
from rosetta_cdc.warehouse_lock import target_of

# Commands that read only, and work beside another one in a warm session.
READING = ("sql",)
# Commands of dbt that touch no warehouse.
WITHOUT_WAREHOUSE = ("", "parse", "list", "ls", "clean", "deps", "init")


def asks_for_help(arguments: list[str]) -> bool:
    """Return whether a command is only asked what it does."""
    return "-h" in arguments or "--help" in arguments


def never(arguments: list[str]) -> bool:
    """Return that a command works beside others."""
    return False


def always(arguments: list[str]) -> bool:
    """Return that a command works with the embedded warehouse, whatever its arguments are."""
    return True


def on_local(arguments: list[str]) -> bool:
    """Return whether dbt's target is the embedded warehouse."""
    return target_of(arguments) == "local"


def without_loop(arguments: list[str]) -> bool:
    """Return whether a question needs the warehouse for itself: a loop has the lock, and answers on its socket."""
    return on_local(arguments) and not answers(loop_socket())


def dbt_needs_warehouse(arguments: list[str]) -> bool:
    """Return whether a command of dbt works with the embedded warehouse."""
    command = dbt_command(arguments)
    if command in WITHOUT_WAREHOUSE or asks_for_help(arguments) or "--version" in arguments or not on_local(arguments):
        return False
    return (command, True) not in (("debug", "--config-dir" in arguments), ("docs", "serve" in arguments))


def dbt_command(arguments: list[str]) -> str:
    """Return the name of a command of dbt, blank where there is none."""
    return next((argument for argument in arguments if not argument.startswith("-")), "")


class Command(NamedTuple):
    """A command.

    Attributes:
        name: As it is typed; blanks of a name are dashes, of the script underscores.
        help: What it does, in a line.
        module: Has `main`, which takes the arguments and returns the exit code, or nothing.
        takes_lock: Whether a call with these arguments takes the lock.
        first: Arguments that come before those of the user.
        needs: `package` if it reads this project's dbt files, `project` if it works with a dbt project, else `nothing`.
        needs_jars: Whether it starts Spark, even where it does not take the lock.
        keeps: Whether the script of the clone leaves the variables that are set as they are: see `environment.prepare`.
        alone: Whether it works in a process of its own always, which a warm session ends for.
        clone_only: Whether it works in a clone of this project alone.
        extra: What it needs beside the core, one of `extras.MODULES`.
    """

    name: str
    help: str
    module: str
    takes_lock: Callable[[list[str]], bool] = never
    first: tuple[str, ...] = ()
    needs: str = "package"
    needs_jars: bool = False
    keeps: bool = False
    alone: bool = False
    clone_only: bool = False
    extra: str = ""

    @property
    def script(self) -> str:
        """Return the name of the script, by which the command names itself."""
        return self.name.replace("-", "_")

    def is_for_session(self, arguments: list[str]) -> bool:
        """Return whether a call with these arguments uses Spark on the embedded warehouse, and ends by itself."""
        uses_spark = self.needs_jars or self.takes_lock(arguments)
        return not self.alone and uses_spark and on_local(arguments) and "--follow" not in arguments


COMMANDS = (
    Command("land", "land Kafka records from files or from a broker", "rosetta_cdc.landing.cli", needs_jars=True, keeps=True),
    Command("run", "land records and bring all tables up to date, once or in a loop", "rosetta_cdc.loop.cli", on_local, needs_jars=True),
    Command("sql", "query the tables in SQL", "rosetta_cdc.sql.cli", without_loop),
    Command("replay", "read records again after a parser has been fixed", "rosetta_cdc.replay", always),
    Command("register", "add rows to the topic registry", "rosetta_cdc.registration.__main__", needs_jars=True, keeps=True),
    Command("generate", "write typed models, and keep them in step with the source", "rosetta_cdc.generated.__main__", always),
    Command("apply-registry", "apply a changed topic registry to landed records", "rosetta_cdc.replay", always, first=("registry",)),
    Command("register-avro", "put Avro schemas into the seed cdc_avro_schemas", "rosetta_cdc.avro.__main__", extra="avro"),
    Command("maintain", "compact and clean up all tables; run it once a night", "rosetta_cdc.maintain", on_local),
    Command("backup", "copy all tables into a folder", "rosetta_cdc.keep.backup", always, alone=True),
    Command("relocate", "make the metastore again, after the home was moved or restored", "rosetta_cdc.keep.relocate", always, alone=True),
    Command("report", "write an HTML page on the pipeline's content and health", "rosetta_cdc.report.__main__", always, extra="report"),
    Command("formats", "list the formats a topic can be registered as", "rosetta_cdc.formats"),
    Command(
        "try",
        "show the rows a staging model makes of a file, without landing it",
        "rosetta_cdc.trial.__main__",
        needs_jars=True,
        alone=True,
    ),
    Command("dbt", "run dbt, holding the warehouse lock", "rosetta_cdc.dbt_cli", dbt_needs_warehouse, needs="project", keeps=True),
    Command("stop", "end the Spark session that stays for the next commands", "rosetta_cdc.warm.stop", needs="project"),
    Command("setup", "fetch the jars that Spark needs, and extras", "rosetta_cdc.setup_command", needs="nothing"),
    Command("activate", "print the environment variables for calling dbt directly", "rosetta_cdc.environment"),
    Command("kafka", "run a Kafka broker on this machine, to try things out", "rosetta_cdc.broker.__main__"),
    Command("cluster", "run a Spark cluster on this machine, to try things out", "rosetta_cdc.cluster.__main__"),
    Command("init", "make a dbt project of your own", "rosetta_cdc.new_project", needs="nothing", clone_only=True),
    Command("demo", "run the whole project on sample records", "rosetta_cdc.demo", always, clone_only=True),
)


def find(name: str, *, clone: bool) -> Command | None:
    """Return the command of a name, with dashes or underscores. `clone`: whether those that work in a clone alone count."""
    wanted = name.replace("_", "-")
    return next((command for command in COMMANDS if command.name == wanted and (clone or not command.clone_only)), None)
