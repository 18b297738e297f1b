"""The picture of how events flow from topics over sources to tables: boxes in three columns, bands between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from rosetta_cdc.report.data import Rows
from rosetta_cdc.report.plots import INK, SERIES, both, largest, short

PARTS = {"topic": "other topics", "source": "other sources", "target": "other tables"}
# Where the three columns of boxes stand, and how broad a box is; the picture is 1 wide and high.
PLACES, WIDTH = (0.0, 0.49, 0.98), 0.02
Band = tuple[str, str, str]


@dataclass
class Box:
    """A box: its upper edge, its height, and where the next band leaves and arrives."""

    top: float
    height: float
    leaves: float
    arrives: float


def flow(rows: Rows) -> tuple[str, str]:
    """Draw the flow of events, wide and narrow. `rows`: topic, source, target, events."""

    most = max(len({row[part] for row in rows}) for part in PARTS)

    def draw(axes: Axes, is_narrow: bool) -> None:
        bands = _bands(rows, 10 if is_narrow else 14)
        columns = [_boxes(bands, place) for place in range(3)]
        colours = {source: SERIES[number % len(SERIES)] for number, source in enumerate(columns[1])}
        total = sum(bands.values())
        for place in (0, 1):
            _draw_bands(axes, bands, columns, place, colours, total)
        for place, boxes in enumerate(columns):
            for name, box in boxes.items():
                corner = (PLACES[place], box.top - box.height)
                axes.add_patch(Rectangle(corner, WIDTH, max(box.height, 0.002), facecolor=INK, edgecolor="none"))
                if place != 1 or not is_narrow:
                    _label(axes, place, box, name, is_narrow)
        margin = 0.42 if is_narrow else 0.24
        axes.set_xlim(-margin, 1 + margin)
        axes.set_ylim(-0.02, 1.02)
        axes.axis("off")

    return both(draw, heights=(min(6.2, 1.2 + 0.5 * most), min(5.4, 1.2 + 0.5 * most)))


def _bands(rows: Rows, count: int) -> Counter[Band]:
    """Return events by topic, source and target; of each the `count` largest by name."""
    shown = {part: set(largest(rows, part, count)) for part in PARTS}
    bands: Counter[Band] = Counter()
    for row in rows:
        topic, source, target = (row[part] if row[part] in shown[part] else others for part, others in PARTS.items())
        bands[topic, source, target] += row["events"]
    return bands


def _boxes(bands: Counter[Band], place: int) -> dict[str, Box]:
    """Return the boxes of a column from above, the largest first, the others last."""
    sums: Counter[str] = Counter()
    for band, events in bands.items():
        sums[band[place]] += events
    names = sorted(sums, key=lambda name: (name in PARTS.values(), -sums[name], name))
    # Gaps take three eighths of the height.
    unit = 0.625 / max(sum(sums.values()), 1)
    gap = 0.375 / len(names)
    top, boxes = 1 - gap / 2, {}
    for name in names:
        height = sums[name] * unit
        boxes[name] = Box(top, height, top, top)
        top -= height + gap
    return boxes


def _draw_bands(axes: Axes, bands: Counter[Band], columns: list[dict[str, Box]], place: int, colours: dict[str, str], total: int) -> None:
    """Draw the bands from a column to the next, in the colour of their source."""
    links: Counter[Band] = Counter()
    for band, events in bands.items():
        links[band[place], band[place + 1], band[1]] += events
    left, right = columns[place], columns[place + 1]
    for start, end, source in sorted(links, key=lambda link: (list(left).index(link[0]), list(right).index(link[1]))):
        height = 0.625 * links[start, end, source] / total
        y0, y1 = left[start].leaves, right[end].arrives
        left[start].leaves -= height
        right[end].arrives -= height
        x0, x1 = PLACES[place] + WIDTH, PLACES[place + 1]
        bend = (x0 + x1) / 2
        above = [(x0, y0), (bend, y0), (bend, y1), (x1, y1)]
        below = [(x1, y1 - height), (bend, y1 - height), (bend, y0 - height), (x0, y0 - height)]
        curve = [Path.CURVE4] * 3
        path = Path([*above, *below, (x0, y0)], [Path.MOVETO, *curve, Path.LINETO, *curve, Path.CLOSEPOLY])
        axes.add_patch(PathPatch(path, facecolor=colours[source], edgecolor="none", alpha=0.35))


def _label(axes: Axes, place: int, box: Box, name: str, is_narrow: bool) -> None:
    """Write a box's name beside it: on the left of the first column, on the right of the others."""
    x = PLACES[place] - 0.01 if place == 0 else PLACES[place] + WIDTH + 0.01
    size, length = (6.5, 17) if is_narrow else (8, 34)
    axes.text(x, box.top - box.height / 2, short(name, length), ha="right" if place == 0 else "left", va="center", fontsize=size)
