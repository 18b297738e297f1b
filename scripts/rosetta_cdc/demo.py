"""`scripts/demo`: lands the vendors' samples and a stored day of a small shop, builds everything and tells what there is."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from rosetta_cdc.arguments import Parser
from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.environment import java_writes_to_log
from rosetta_cdc.paths import PROJECT, home
from rosetta_cdc.report.__main__ import write_report

DESCRIPTION = """\
Runs the whole project on sample records: lands the vendors' samples and a day of a small shop, builds and tests everything, makes
the docs site and a report, and prints a summary. Running it again adds nothing.
"""
CONSOLE = Console()
FIXTURES = PROJECT / "tests" / "fixtures"
RECORDS = [FIXTURES / "vendor_samples" / "records.jsonl", FIXTURES / "shop_day" / "records.jsonl.gz"]
KINDS = {
    "row_change": "rows",
    "truncate": "trunc.",
    "ddl": "ddl",
    "transaction": "trans.",
    "heartbeat": "beats",
    "tombstone": "tombs",
    "marker": "marks",
    "dead_letter": "dead",
}


def step(what: str, action: Callable[[], Any]) -> Any:
    """Run an action with a line that says what it is and how long it took; return its result."""
    began = time.monotonic()
    with CONSOLE.status(what):
        result = action()
    CONSOLE.print(f"[green]✓[/] {what} [dim]{time.monotonic() - began:.0f} s[/]")
    return result


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


def build() -> None:
    """Build and test everything and make the docs site."""
    from rosetta_cdc.dbt_command import dbt

    step("dbt build: seeds, models, unit tests, data tests", lambda: dbt("build"))
    step("dbt docs generate", lambda: dbt("docs", "generate", "--static"))


def land_from_kafka(spark: SparkSession, files: list[Path]) -> tuple[int, int]:
    """Write files to the broker of `scripts/kafka`, once, and land its topics; return how many records landed and how many were there.

    A broker that does not run is started, and stopped again.

    Raises:
        UserError: The broker does not start or take the records, or Kafka cannot be read.
    """
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
        step("Kafka", broker.start)
    try:
        step("writing the records to Kafka", lambda: load(broker.address, [str(file) for file in files], goes_on=True))
        with landing_lock("kafka"):
            landing = KafkaLanding(spark, "kafka", read_settings(spark, None, broker.address), Wanted(pattern=".*"), Pace(), Reporter())
            progress = step("landing all topics of Kafka", landing.run)
    finally:
        if starts:
            broker.stop()
    raw = spark.read.format("delta").load(str(home() / "raw" / "kafka_messages"))
    return progress.records, raw.count() - progress.records


def land_from_files(spark: SparkSession, files: list[Path]) -> tuple[int, int]:
    """Land files, and return how many records landed and how many were there."""
    from rosetta_cdc.landing import land_files

    landed = step("landing the vendors' 38 samples and a day of a small shop", lambda: land_files(spark, files))
    return landed.landed, landed.repeated


def print_summary(spark: SparkSession, landed: int, repeated: int) -> None:
    """Print what landed, the events by format and kind, the dead letters and where to go on."""
    tables = home() / "warehouse" / "cdc.db"
    spark.read.format("delta").load(str(home() / "raw" / "kafka_messages")).createOrReplaceTempView("messages")
    for name in ("cdc_events", "cdc_error_codes"):
        spark.read.format("delta").load(str(tables / name)).createOrReplaceTempView(name)

    def counts(query: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in spark.sql(query).collect()]

    records = counts("select count(*), count(distinct kafka_topic) from messages")[0]
    CONSOLE.rule("[bold]Rosetta CDC")
    CONSOLE.print(
        f"[bold]{records[0]:,}[/] records in raw.kafka_messages, of {records[1]} topics"
        f" [dim](this run added {landed:,}; {repeated:,} were already there)[/]\n"
    )
    events = Table(title="Events in cdc_events, by format and kind", title_justify="left", padding=0, box=SIMPLE_HEAD)
    events.add_column("format", no_wrap=True)
    for kind in (*KINDS.values(), "all"):
        events.add_column(kind, justify="right", no_wrap=True)
    found = {
        (form, kind): number
        for form, kind, number in counts(
            "select source_format, event_kind, count(*) from cdc_events group by 1, 2"
        )
    }
    for form in sorted({form for form, _ in found}):
        numbers = [found.get((form, kind), 0) for kind in KINDS]
        events.add_row(
            form, *(f"{number:,}" if number else "·" for number in (*numbers, sum(numbers)))
        )
    totals = [
        sum(found.get((form, kind), 0) for form in {form for form, _ in found}) for kind in KINDS
    ]
    events.add_section()
    events.add_row("all", *(f"{number:,}" for number in (*totals, sum(totals))), style="bold")
    CONSOLE.print(events)

    letters = Table(title="Dead letters, by reason", title_justify="left", box=SIMPLE_HEAD)
    for name in ("error_code", "records", "cause"):
        letters.add_column(name, justify="right" if name == "records" else "left")
    query = """
        select error_code, count(*), any_value(cause)
        from cdc_events
        left join cdc_error_codes using (error_code)
        where event_kind = 'dead_letter'
        group by 1
        order by 2 desc, 1
    """
    for code, number, cause in counts(query):
        letters.add_row(code, f"{number:,}", cause)
    CONSOLE.print(letters)

    place = Table.grid(padding=(0, 2))
    place.add_row("tables", str(home() / "warehouse"))
    place.add_row("raw records", str(home() / "raw"))
    place.add_row("docs site", str(site()))
    place.add_row("report", str(home() / "report.html"))
    CONSOLE.print(place, soft_wrap=True)
    CONSOLE.print(
        "\nNext:\n"
        "  [cyan]source scripts/activate[/]\n"
        '  [cyan]dbt show --inline "select * from cdc.cdc_row_changes" --limit 5[/]\n'
        '  [cyan]dbt show --inline "select error_code, error_detail, message_text from cdc.cdc_dead_letter_messages"[/]\n'
        "  [cyan]scripts/land FILE...[/]  then  [cyan]dbt build[/]   your own records; register their topics in seeds/cdc_topics.csv",
        soft_wrap=True,
    )


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

    way = home() / "demo" / "way"
    chosen = "kafka" if through_kafka else "files"
    if way.exists() and way.read_text() != chosen:
        raise UserError(f"{home()} already has the demo's records, landed from {way.read_text()}; set ROSETTA_HOME to another folder")
    with java_writes_to_log("demo.log"):
        spark = step("Spark", lambda: session("rosetta-demo"))
    way.parent.mkdir(parents=True, exist_ok=True)
    way.write_text(chosen)
    landed, repeated = (land_from_kafka if through_kafka else land_from_files)(spark, RECORDS)
    stamp = home() / "demo" / "built"
    digest = project_digest()
    if landed or not site().exists() or not stamp.exists() or stamp.read_text() != digest:
        # dbt starts a session of its own, with the metastore; it reuses the JVM.
        spark._jvm.java.lang.System.setProperty("derby.stream.error.file", str(home() / "derby.log"))
        spark.stop()
        build()
        # dbt's session, which knows its tables by name.
        spark = SparkSession.builder.getOrCreate()
        step("a report of the pipeline", lambda: write_report(home() / "report.html", spark))
        stamp.write_text(digest)
    print_summary(spark, landed, repeated)
