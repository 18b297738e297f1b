"""What `scripts/demo` prints of its tables: what there is, and two questions with their answers."""

from __future__ import annotations

from typing import Any

from pyspark.sql import SparkSession
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from rosetta_cdc.sql.answer import Answer, plain, print_answer

CONSOLE = Console()
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
QUESTIONS = {
    "Some orders as they are now, in a typed table": """\
select order_id, customer_id, status, total, placed_at
from cdc.example_orders
order by order_id
limit 5""",
    "One order at all times, from its insert to its delete": """\
select version_number, op, valid_from, row_image['status'] as status, row_image['total'] as total, changed_columns
from cdc.cdc_row_history
where row_id = 'shop_dts_canal.shop.orders/id=17'
order by version_number""",
}


def print_summary(spark: SparkSession, landed: int, repeated: int) -> None:
    """Print what landed, the events by format and kind, and the dead letters.

    Args:
        spark: Session that knows the tables by name.
        landed: Number of records that this call added.
        repeated: Number of those that were there.
    """

    def counts(query: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in spark.sql(query).collect()]

    records = counts("select count(*), count(distinct kafka_topic) from raw.kafka_messages")[0]
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
            "select source_format, event_kind, count(*) from cdc.cdc_events group by 1, 2"
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
        from cdc.cdc_events
        left join cdc.cdc_error_codes using (error_code)
        where event_kind = 'dead_letter'
        group by 1
        order by 2 desc, 1
    """
    for code, number, cause in counts(query):
        letters.add_row(code, f"{number:,}", cause)
    CONSOLE.print(letters)


def print_answers(spark: SparkSession) -> None:
    """Print each question with its answer.

    Args:
        spark: Session that knows the tables by name.
    """
    for title, statement in QUESTIONS.items():
        CONSOLE.print(f"[bold]{title}[/]:\n")
        CONSOLE.print(statement, style="cyan", markup=False, highlight=False, soft_wrap=True)
        asked = spark.sql(statement)
        print_answer(Answer(asked.columns, [[plain(value) for value in row] for row in asked.collect()]), "table", CONSOLE.file)
        CONSOLE.print()
