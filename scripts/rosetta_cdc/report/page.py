"""The page: tables and plots put into the template `page.html.j2`, every text escaped."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from rosetta_cdc.report import plots, status
from rosetta_cdc.report.data import HOURS, LIMIT, Data, Rows
from rosetta_cdc.report.flow import flow
from rosetta_cdc.report.statements import summary

TEMPLATES = Path(__file__).parent / "templates"
# Asks for the dead letters of a reason, the newest first.
DEAD_LETTERS = """\
scripts/sql "select kafka_timestamp, kafka_topic, kafka_partition, kafka_offset, error_detail from {{{{ ref('cdc_dead_letters') }}}} \
where error_code {condition} order by kafka_timestamp desc" --limit 20"""


def page(data: Data) -> str:
    """Return the page as HTML."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(time=status.moment, duration=status.duration, count=status.count, bytes=status.size)
    # Clocks that differ give delays below zero, which have no place on the axis.
    delays = data["delays"] if any(row["seconds"] > 0 for row in data["delays"]) else []
    drawn = {"flow": (flow, data["flow"]), "volume": (plots.volume, data["volume"]), "delays": (plots.delays, delays)}
    pictures = {name: draw(rows) if rows else None for name, (draw, rows) in drawn.items()}
    said = status.sentences(data)
    tables = _tables(data)
    return environment.get_template("page.html.j2").render(
        tables=tables,
        names=sorted({name for rows in tables.values() for row in rows for name in row["sources"]}),
        cut=data.cut,
        limit=LIMIT,
        fresh=data.fresh,
        read_at=data.read_at,
        totals=data["totals"][0],
        days=HOURS // 24,
        sentences=said,
        level=status.worst(said),
        title=status.title(said),
        pictures={name: tuple(map(Markup, both)) if both else None for name, both in pictures.items()},
    )


def _tables(data: Data) -> dict[str, Rows]:
    """Return the rows of each table of the page by its name, each with `sources`: names of the sources that it is about, none for all."""
    of_topic: dict[Any, set[str]] = defaultdict(set)
    of_table: dict[Any, set[str]] = defaultdict(set)
    for row in data["flow"]:
        of_topic[row["topic"]].add(row["source"])
        of_table[row["target"]].add(row["source"])

    def sources(row: dict[str, Any]) -> list[str]:
        if "sources" in row:
            found = set(row["sources"])
        elif row.get("source"):
            found = {row["source"]}
        else:
            found = of_table.get(row.get("table_id"), set()) or of_topic.get(row.get("about"), set())
        return sorted(name for name in found if name)

    tables = {
        "checks": [
            {
                **row,
                "shown": status.measure(row["check_name"], row["value"]),
                "limit": status.measure(row["check_name"], row["threshold"]) if row["threshold"] is not None else "",
            }
            for row in status.checks(data)
        ],
        "dead_letters": [
            {
                **row,
                "topics": [f"{topic['topic']} ({status.count(topic['events'])})" for topic in row["topics"]],
                "advice": [row["cause"], row["cure"]],
                "command": _command(row["code"]),
            }
            for row in data["dead_letters"]
        ],
        "ddl": [{**row, "summary": summary(row["ddl_text"], row["format"])} for row in data["ddl"]],
        **{name: data[name] for name in ("sources", "tables", "drift", "cast_errors")},
    }
    return {name: [{**row, "sources": sources(row)} for row in rows] for name, rows in tables.items()}


def _command(code: str | None) -> str:
    """Return the command that shows the dead letters of a reason. A code that is no plain word is not put into it."""
    return DEAD_LETTERS.format(condition=f"= '{code}'" if re.fullmatch(r"\w+", code or "", re.ASCII) else "is not null")
