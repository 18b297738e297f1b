"""The page: tables and plots put into the template `page.html.j2`, every text escaped."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from rosetta_cdc.report import plots
from rosetta_cdc.report.data import HOURS, Data
from rosetta_cdc.report.flow import flow
from rosetta_cdc.report.statements import summary


def page(data: Data) -> str:
    """Return the page as HTML."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(time=_time, duration=_duration, count=_count)
    drawn = {"flow": flow, "volume": plots.volume, "delays": plots.delays}
    pictures = {name: draw(data[name]) if data[name] else None for name, draw in drawn.items()}
    return environment.get_template("page.html.j2").render(
        data=data,
        totals=data["totals"][0],
        days=HOURS // 24,
        pictures={name: tuple(map(Markup, both)) if both else None for name, both in pictures.items()},
        statements=[{**row, "summary": summary(row["ddl_text"], row["format"])} for row in data["ddl"]],
    )


def _time(moment: datetime | None) -> str:
    """Return a time as the page shows it, to the minute, UTC."""
    return moment.strftime("%Y-%m-%d %H:%M") if moment else "-"


def _duration(seconds: float | None) -> str:
    """Return seconds as a person says them: 0.3 s, 5 min, 2 h, 3 d."""
    if seconds is None:
        return "-"
    value = float(seconds)
    for unit, size in (("d", timedelta(days=2)), ("h", timedelta(hours=2)), ("min", timedelta(minutes=2))):
        if abs(value) >= size.total_seconds():
            return f"{value / (size.total_seconds() / 2):,.1f} {unit}"
    return f"{value:.1f} s"


def _count(number: float | None) -> str:
    """Return a number with separators."""
    return "-" if number is None else f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"
