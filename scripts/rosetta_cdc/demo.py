"""`scripts/demo`: lands the vendors' samples and a stored day of a small shop, builds the tables, shows what is in them, and tests them."""

from __future__ import annotations

import hashlib
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pyspark.sql import SparkSession
from rich.table import Table

from rosetta_cdc.arguments import Parser
from rosetta_cdc.demo_summary import CONSOLE, print_answers, print_summary
from rosetta_cdc.errors import UserError
from rosetta_cdc.extras import SETUP, need
from rosetta_cdc.landing.environment import check_home, check_java, java_writes_to_log
from rosetta_cdc.paths import PROJECT, home
from rosetta_cdc.report.__main__ import write_report

DESCRIPTION = """\
Runs the whole project on sample records: lands the vendors' samples and a day of a small shop, builds all tables, prints a summary and
answers two questions, then tests the data and makes the docs site and a report. Running it again adds nothing.
"""
FIXTURES = PROJECT / "tests" / "fixtures"
RECORDS = [FIXTURES / "vendor_samples" / "records.jsonl", FIXTURES / "shop_day" / "records.jsonl.gz"]
# Seconds since 1970 when scripts/demo was called.
BEGAN = "ROSETTA_DEMO_BEGAN"
SECONDS: dict[str, float] = {}


@contextmanager
def step(part: str, what: str) -> Iterator[Callable[[str], None]]:
    """Show what goes on, and at its end how long it took. Yields a function that shows how far it is.

    Args:
        part: Short name of the step.
        what: What is done.
    """
    began = time.time()
    with CONSOLE.status(f"{part}: {what}") as status:
        yield lambda text: status.update(f"{part}: {text}")
    SECONDS[part] = time.time() - began
    CONSOLE.print(f"[green]✓[/] {part}: {what} [dim]{SECONDS[part]:.0f} s[/]")


def site() -> Path:
    """Return the docs site's one file."""
    return home() / "dbt" / "target" / "static_index.html"


def project_digest() -> str:
    """Return a digest of all that dbt builds from, so that an unchanged project is not built again."""
    digest = hashlib.sha256()
    files = [PROJECT / "dbt_project.yml"]
    for name in ("models", "macros", "seeds", "tests/singular"):
        files += sorted((PROJECT / name).rglob("*.*"))
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def dbt_step(part: str, what: str, *arguments: str) -> None:
    """Run a dbt command as a step.

    Args:
        part: Short name of the step.
        what: What is done.
        arguments: Of dbt, as on the command line.
    """
    from rosetta_cdc.dbt_command import dbt

    with step(part, what) as show:
        dbt(*arguments, on_progress=show)


def land_from_kafka(spark: SparkSession, files: list[Path]) -> tuple[int, int]:
    """Write files to the broker of `scripts/kafka`, once, and land its topics; return how many records landed and how many were there.

    A broker that does not run is started, and stopped again.

    Raises:
        UserError: The broker does not start or take the records, or Kafka cannot be read.
    """
    need("kafka")
    from rosetta_cdc.broker import Broker
    from rosetta_cdc.broker.load import load
    from rosetta_cdc.landing.kafka.plan import Wanted
    from rosetta_cdc.landing.kafka.report import Reporter
    from rosetta_cdc.landing.kafka.settings import read_settings
    from rosetta_cdc.landing.kafka.stream import KafkaLanding, Pace
    from rosetta_cdc.landing.lock import landing_lock

    broker = Broker(home() / "kafka")
    starts = not broker.is_running()
    if starts:
        with step("Kafka", "a broker on 127.0.0.1"):
            broker.start()
    try:
        with step("load", "the records into Kafka"):
            load(broker.address, [str(file) for file in files], goes_on=True)
        with landing_lock("kafka"), step("landing", "all topics of Kafka"):
            landing = KafkaLanding(spark, "kafka", read_settings(spark, None, broker.address), Wanted(pattern=".*"), Pace(), Reporter())
            progress = landing.run()
    finally:
        if starts:
            broker.stop()
    raw = spark.read.format("delta").load(str(home() / "raw" / "kafka_messages"))
    return progress.records, raw.count() - progress.records


def land_from_files(spark: SparkSession, files: list[Path]) -> tuple[int, int]:
    """Land files, and return how many records landed and how many were there."""
    from rosetta_cdc.landing import land_files

    with step("landing", "the vendors' 38 samples and a day of a small shop"):
        landed = land_files(spark, files)
    return landed.landed, landed.repeated


def print_end(began: float, answered: float) -> None:
    """Print where everything lies, how to go on, and how long the parts took.

    Args:
        began: When the command was called, in seconds since 1970.
        answered: When the answers were printed.
    """
    place = Table.grid(padding=(0, 2))
    place.add_row("tables", str(home() / "warehouse"))
    place.add_row("raw records", str(home() / "raw"))
    place.add_row("docs site", str(site()))
    place.add_row("report", str(home() / "report.html"))
    CONSOLE.print(place, soft_wrap=True)
    CONSOLE.print(
        "\nNext:\n"
        "  [cyan]source scripts/activate[/]\n"
        "  [cyan]scripts/sql[/]   a prompt for questions such as those above\n"
        '  [cyan]dbt show --inline "select error_code, error_detail, message_text from cdc.cdc_dead_letter_messages"[/]\n'
        "  [cyan]scripts/land FILE...[/]  then  [cyan]dbt build[/]   your own records; register their topics in seeds/cdc_topics.csv\n",
        soft_wrap=True,
    )
    parts = ", ".join(f"{part} {seconds:.0f} s" for part, seconds in SECONDS.items())
    CONSOLE.print(f"{parts}; answers after {answered - began:.0f} s, all in {time.time() - began:.0f} s", soft_wrap=True, highlight=False)


def main(given: list[str] | None = None) -> int:
    """Run the demo; a call that finds nothing to do only prints the summary. Returns the exit code.

    Raises:
        UserError: A step failed for a reason that the user can mend.
    """
    parser = Parser(prog="demo", description=DESCRIPTION)
    parser.add_argument("--kafka", action="store_true", help="write the records to a Kafka broker on 127.0.0.1 and land them from there")
    options = parser.parse_args(given)
    _run(through_kafka=options.kafka)
    return 0


def _run(*, through_kafka: bool) -> None:
    from rosetta_cdc.spark import session

    began = float(os.environ.get(BEGAN) or time.time())
    SECONDS["setup"] = time.time() - began
    check_java()
    check_home()
    way = home() / "demo" / "way"
    chosen = "kafka" if through_kafka else "files"
    if way.exists() and way.read_text() != chosen:
        raise UserError(f"{home()} already has the demo's records, landed from {way.read_text()}; set ROSETTA_HOME to another folder")
    with step("Spark", "a session"), java_writes_to_log("demo-java.log"):
        # dbt takes this session, too.
        spark = session("rosetta-demo", metastore=True)
    way.parent.mkdir(parents=True, exist_ok=True)
    way.write_text(chosen)
    landed, repeated = (land_from_kafka if through_kafka else land_from_files)(spark, RECORDS)
    stamp = home() / "demo" / "built"
    digest = project_digest()
    is_done = not landed and site().exists() and stamp.exists() and stamp.read_text() == digest
    if not is_done:
        without_tests = ("--exclude-resource-type", "test", "--exclude-resource-type", "unit_test")
        dbt_step("tables", "seeds, models and a snapshot", "build", *without_tests)
    print_summary(spark, landed, repeated)
    print_answers(spark)
    answered = time.time()
    if not is_done:
        # The report's packages, beside the tests.
        with subprocess.Popen([SETUP, "report"], stderr=subprocess.DEVNULL):
            dbt_step("tests", "all data tests", "test", "--exclude-resource-type", "unit_test")
        dbt_step("docs", "the docs site", "docs", "generate", "--static")
        need("report")
        with step("report", "a page on what the pipeline holds and how it is"):
            write_report(home() / "report.html", spark)
        stamp.write_text(digest)
    print_end(began, answered)
