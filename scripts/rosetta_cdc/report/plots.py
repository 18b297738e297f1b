"""The report's plots as SVG text: drawn once wide and once narrow, in colours that the page's style sheet decides."""

from __future__ import annotations

import bisect
import io
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta

import matplotlib
from matplotlib.axes import Axes
from matplotlib.dates import HOURLY, MINUTELY, AutoDateLocator, ConciseDateFormatter
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

from rosetta_cdc.report.data import Rows

# Colours that stand for variables of the style sheet, so that one picture fits light and dark.
INK, QUIET = "#010203", "#040506"
SERIES = [f"#0a0b{number:02x}" for number in range(9)]
VARIABLES = {INK: "var(--ink)", QUIET: "var(--line)", **{colour: f"var(--series-{number})" for number, colour in enumerate(SERIES)}}
# Inches of the wide and of the narrow picture.
WIDE, NARROW = (10.4, 3.4), (4.2, 3.4)
OTHERS = "others"
MINUTE, HOUR, DAY, YEAR = 60, 3600, 86400, 365 * 86400
# Seconds that an axis of durations may name, from a microsecond to a hundred years.
DURATIONS = {
    **{step * unit: f"{step} {name}" for unit, name in ((1e-6, "µs"), (1e-3, "ms")) for step in (1, 2, 5, 10, 20, 50, 100, 200, 500)},
    **{step * 1.0: f"{step} s" for step in (1, 2, 5, 10, 30)},
    **{step * MINUTE: f"{step} min" for step in (1, 2, 5, 10, 30)},
    **{step * HOUR: f"{step} h" for step in (1, 2, 6, 12)},
    **{step * DAY: f"{step} d" for step in (1, 2, 5, 10, 30, 100)},
    **{step * YEAR: f"{step} y" for step in (1, 2, 5, 10, 20, 50, 100)},
}
# Ticks of such an axis at most.
TICKS = 7

matplotlib.rcParams.update(
    {
        "svg.fonttype": "none", "svg.hashsalt": "rosetta", "font.family": "sans-serif", "font.size": 10, "text.parse_math": False,
        "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.edgecolor": QUIET,
        "axes.spines.top": False, "axes.spines.right": False,
    }
)  # fmt: skip


def both(draw: Callable[[Axes, bool], None], *, heights: tuple[float, float] = (WIDE[1], NARROW[1])) -> tuple[str, str]:
    """Return a plot as SVG, wide and narrow. `draw` gets the axes and whether they are narrow; `heights`: inches of the two."""
    return tuple(_svg(draw, (size[0], height), size is NARROW) for size, height in zip((WIDE, NARROW), heights, strict=True))  # type: ignore[return-value]


def _svg(draw: Callable[[Axes, bool], None], size: tuple[float, float], is_narrow: bool) -> str:
    figure = Figure(figsize=size, layout="constrained")
    draw(figure.subplots(), is_narrow)
    file = io.StringIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    text = text[text.index("<svg") :]
    for colour, variable in VARIABLES.items():
        text = text.replace(colour, variable)
    # The page sets the font; ids must differ between the pictures of one page.
    text = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", text)
    salt = f"{abs(hash((text, size))):x}"
    text = re.sub(r'(\bid="|xlink:href="#|url\(#)', lambda match: f"{match.group(1)}{salt}-", text)
    return re.sub(r'width="[\d.]+pt" height="[\d.]+pt"', 'role="img"', text, count=1)


def short(text: str, length: int) -> str:
    """Return a text cut in its middle to a length."""
    return text if len(text) <= length else f"{text[: length // 2 - 1]}…{text[-(length // 2) :]}"


def _number(value: float, _: object = None) -> str:
    """Return a number as an axis shows it: 1.2k, 3M."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if abs(value) >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"


def _time_axis(axes: Axes, rows: Rows) -> None:
    """Make the x axis one of time that holds the hours of the rows, with few names."""
    hours = [row["hour"] for row in rows]
    axes.set_xlim(min(hours) - timedelta(minutes=30), max(hours) + timedelta(minutes=90))
    locator = AutoDateLocator(maxticks=6)
    # Its own intervals leave ranges of a few hours, or days, with more ticks than that, and a warning.
    locator.intervald |= {MINUTELY: [1, 5, 10, 15, 30, 60], HOURLY: [1, 2, 3, 6, 12, 24]}
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))
    axes.yaxis.set_major_formatter(FuncFormatter(_number))
    axes.grid(axis="y", color=QUIET, linewidth=0.6)
    axes.set_axisbelow(True)


def _duration_axis(axes: Axes, seconds: list[float]) -> None:
    """Make the y axis one of durations: logarithmic, from a named duration to another, with few names between.

    `seconds`: what is drawn; zero and less has no place.
    """
    named = sorted(DURATIONS)
    positive = [value for value in seconds if value > 0]
    least, most = (min(positive), max(positive)) if positive else (1.0, 1.0)
    first = max(bisect.bisect_right(named, least) - 1, 0)
    last = max(min(bisect.bisect_left(named, most), len(named) - 1), first + 1)
    if last == len(named):
        first, last = first - 1, last - 1
    between = math.log(named[last] / named[first]) / (TICKS - 1)
    ticks = [named[first]]
    for value in named[first + 1 : last]:
        if math.log(value / ticks[-1]) >= between and math.log(named[last] / value) >= between * 0.7:
            ticks.append(value)
    ticks.append(named[last])
    axes.set_yscale("log")
    axes.set_ylim(min(least, named[first]) * 0.93, max(most, named[last]) * 1.07)
    axes.set_yticks(ticks, [DURATIONS[tick] for tick in ticks])
    axes.yaxis.set_minor_locator(NullLocator())


def largest(rows: Rows, name: str, count: int) -> list[str]:
    """Return the values of a column with the most events."""
    sums: Counter[str] = Counter()
    for row in rows:
        sums[row[name] or ""] += row["events"]
    return [value for value, _ in sums.most_common(count)]


def _legend(axes: Axes, is_narrow: bool) -> None:
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.14) if is_narrow else (1.01, 1), ncols=1, frameon=False, fontsize=8, labelcolor=INK)


def volume(rows: Rows) -> tuple[str, str]:
    """Draw events an hour as stacked bars, a colour a source. `rows`: hour, source, events."""

    def draw(axes: Axes, is_narrow: bool) -> None:
        shown = largest(rows, "source", 8)
        hours = sorted({row["hour"] for row in rows})
        counts: dict[str, Counter[datetime]] = defaultdict(Counter)
        for row in rows:
            counts[row["source"] if row["source"] in shown else OTHERS][row["hour"]] += row["events"]
        base = [0] * len(hours)
        for number, source in enumerate([*shown, OTHERS] if OTHERS in counts else shown):
            heights = [counts[source][hour] for hour in hours]
            axes.bar(hours, heights, bottom=base, width=1 / 26, align="edge", color=SERIES[number], label=short(source, 30))
            base = [below + height for below, height in zip(base, heights, strict=True)]
        _time_axis(axes, rows)
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_ylabel("events an hour")
        _legend(axes, is_narrow)

    return both(draw, heights=(WIDE[1], 5.2))


def delays(rows: Rows) -> tuple[str, str]:
    """Draw the mean seconds from change to Kafka, a line a source. `rows`: hour, source, seconds."""

    def draw(axes: Axes, is_narrow: bool) -> None:
        worst: dict[str, float] = {}
        for row in rows:
            worst[row["source"]] = max(worst.get(row["source"], 0), row["seconds"])
        shown = sorted(worst, key=lambda name: -worst[name])[:8]
        for number, source in enumerate(shown):
            # A mean below zero, of clocks that differ, has no place on this axis: a gap.
            points = sorted((row["hour"], row["seconds"] if row["seconds"] > 0 else math.nan) for row in rows if row["source"] == source)
            axes.plot(*zip(*points, strict=True), color=SERIES[number], marker="o", markersize=3, linewidth=1.4, label=short(source, 30))
        _time_axis(axes, rows)
        _duration_axis(axes, [row["seconds"] for row in rows if row["source"] in shown])
        _legend(axes, is_narrow)

    return both(draw, heights=(WIDE[1], 5.2))
