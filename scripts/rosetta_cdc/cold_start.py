"""dbt's command line with Spark starting beside it: each needs seconds to start, and either leaves a core idle.

Spark does what dbt and the first model would wait for: it starts a Java process and a session with the settings of the
project's profile, opens the metastore, and loads Delta's classes. What fails here fails again where dbt does it, and is told there.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from rosetta_cdc.commands import dbt_needs_warehouse, on_local
from rosetta_cdc.daemon import java
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.environment import java_writes_to_log
from rosetta_cdc.paths import home, package_folder, raw_table

# A command is over before most of what Java's second compiler does pays off: it takes a method five times as late as usual.
LATE_COMPILATION = (
    "-XX:Tier4InvocationThreshold=25000 -XX:Tier4MinInvocationThreshold=3000 "
    "-XX:Tier4CompileThreshold=75000 -XX:Tier4BackEdgeThreshold=200000"
)


def profiles() -> Path:
    """Return the folder of this project's profile."""
    return package_folder() / "profiles"


def has_projects_profile(arguments: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Return whether a dbt command works with the profile of the project, and not with one of the user's."""
    folder = environment.get("DBT_PROFILES_DIR")
    is_named = any(argument.startswith("--profile") for argument in arguments)
    return not is_named and folder is not None and Path(folder).resolve() == profiles()


def settings_of_profile() -> dict[str, str]:
    """Return Spark's settings of the target `local` in the project's profile, as dbt renders them."""
    import jinja2
    import yaml

    profile = yaml.safe_load((profiles() / "profiles.yml").read_text(encoding="utf-8"))
    parameters = profile["rosetta_cdc"]["outputs"]["local"]["server_side_parameters"]
    templates = jinja2.Environment()
    return {name: templates.from_string(str(value)).render(env_var=os.environ.get) for name, value in parameters.items()}


def start_spark() -> None:
    """Start the session that dbt will find, open the metastore, and read a record meanwhile."""
    from pyspark.sql import SparkSession

    settings = settings_of_profile()
    settings["spark.driver.extraJavaOptions"] += f" {LATE_COMPILATION}"
    (home() / "logs").mkdir(parents=True, exist_ok=True)
    with java_writes_to_log("dbt-java.log"):
        spark = SparkSession.builder.enableHiveSupport().config(map=settings).getOrCreate()
    messages = raw_table("kafka_messages")
    if (messages / "_delta_log").is_dir():
        beside(lambda: spark.read.format("delta").load(str(messages)).limit(1).collect())
    spark.sql("show databases").collect()


def start_for_dbt(*options: str) -> None:
    """Start the session of the dbt commands that this process is about to run, so that Java's warnings go to a log.

    Args:
        options: Of the commands, as on the command line.
    """
    if on_local(list(options)) and has_projects_profile(options, os.environ):
        start_spark()


def beside(action: Callable[[], object]) -> None:
    """Do something in a thread of its own, for whose end the process does not wait, and drop what it raises."""

    def act() -> None:
        with suppress(Exception):
            action()

    threading.Thread(target=act, daemon=True).start()


def main(given: list[str] | None = None) -> None:
    """Run dbt. Of a command that works with the embedded warehouse the caller holds the lock.

    Args:
        given: dbt's arguments; by default those of the process.

    Raises:
        UserError: There is no Java.
        SystemExit: Always, with dbt's code.
    """
    arguments = sys.argv[1:] if given is None else given
    if dbt_needs_warehouse(arguments):
        if shutil.which(java()) is None:
            where = f"JAVA_HOME={os.environ['JAVA_HOME']}" if os.environ.get("JAVA_HOME") else "the PATH"
            raise UserError(f"Java 17 or newer is needed, but there is none {'in' if '=' in where else 'on'} {where}")
        os.environ["ROSETTA_SESSION_ENDS"] = "1"
        if has_projects_profile(arguments, os.environ):
            beside(start_spark)
    from dbt.cli.main import cli

    sys.argv = ["dbt", *arguments]
    sys.exit(cli(arguments, prog_name="dbt"))
