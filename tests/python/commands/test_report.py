"""The report: what it says of DDL statements, hostile names in it, and what a browser makes of it."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from collections import Counter
from datetime import datetime, timedelta, timezone
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from rosetta_cdc.errors import UserError
from rosetta_cdc.report.__main__ import write_report
from rosetta_cdc.report.data import QUERIES, Data
from rosetta_cdc.report.page import page
from rosetta_cdc.report.statements import summary
from rosetta_cdc.sandbox import Sandbox

NOW = datetime(2024, 5, 6, 16, 30)
HOSTILE = """</td></table><script>alert("x")</script><img src=x onerror=alert(1)> {{ 7 * 7 }} $\\frac{1}{2}$ \'"`"""


@pytest.mark.parametrize(
    ("text", "source_format", "meant"),
    [
        ("ALTER TABLE `orders` ADD COLUMN `channel` varchar(20)", "canal", "adds `channel` VARCHAR(20)"),
        ("ALTER TABLE `orders` DROP COLUMN `channel`, ADD n int", "canal", "drops column `channel`, adds n INT"),
        ("alter table t rename column a to b", "canal", "renames a to b"),
        ("alter table t change a b int", "oms_canal", "changes a to b INT"),
        ("alter table t modify column a bigint", "canal", "changes a BIGINT"),
        ("alter table t rename to u", "canal", "renames the table to u"),
        ("create table t (a int, b text)", "canal", "creates table with 2 columns"),
        ("DROP INDEX `by_status` ON `orders`", "canal", "drops index"),
        ("truncate table x", "dts_shareplex", "empties the table"),
        ("DROP TABLE `vouchers`", "oms_shareplex", "drops table"),
        ('alter table "S"."T" rename column "A" to "B"', "dts_shareplex", 'renames "A" to "B"'),
        ("RENAME TABLE `coupons` TO `vouchers`", "canal", "renames a table"),
        ("set names utf8mb4", "canal", ""),
        ("no statement; at all (", "canal", ""),
        ("(" * 5000, "canal", ""),
        ("", "canal", ""),
    ],
)
def test_statements_in_words(text: str, source_format: str, meant: str) -> None:
    """What cannot be told in words is left to the statement itself."""
    assert summary(text, source_format) == meant


def data(name: str) -> Data:
    """Return a report's data in which every name is the given text."""
    sources = [name, *(f"{name} {number}" for number in range(20))]
    hours = [NOW.replace(minute=0) - timedelta(hours=number) for number in range(30)]
    rows = {
        "totals": [
            dict(
                records=10**6, events=2 * 10**6, dead_letters=1, topics=3, sources=21, tables=4, rows=5, missing_offsets=0,
                newest=NOW, landed_at=None,
            )
        ],
        "alerts": [dict(check="cast_errors", level="warn", value=1.5, about=name, threshold=0)],
        "flow": [dict(topic=source, source=source, target=name, events=number + 1) for number, source in enumerate(sources)],
        "volume": [dict(hour=hour, source=source, events=3) for hour in hours for source in sources],
        "delays": [dict(hour=hour, source=source, seconds=10.0**number - 2) for hour in hours for number, source in enumerate(sources)],
        "health": [
            dict(
                source=name, format="canal", topics=1, tables=1, events=1, dead_letters=0, newest=NOW,
                silence_seconds=0, capture_seconds=None, landing_seconds=5e6, heartbeat_seconds=130,
            )
        ],
        "dead_letters": [dict(code="empty_value", events=1, newest=NOW, cause=name, cure=name)],
        "drift": [
            dict(table_id=name, kind="column_added", column=name, former_type=None, type=name, model=None, valid_from=NOW, ddl_text=name)
        ],
        "ddl": [dict(seen_at=NOW, table_id=name, format="canal", ddl_text=f"alter table t add `{name}` int")],
        "largest": [dict(table_id=name, rows=1, deleted=0, versions=2, contradictions=0)],
        "cast_errors": [dict(model="m", column=name, data_type="int", encoding=name, error="empty", rows=1)],
    }  # fmt: skip
    assert set(rows) == {file.stem for file in QUERIES.glob("*.sql")}
    return Data(rows, datetime.now(timezone.utc))


def test_a_page_by_itself() -> None:
    """Names are text whatever they hold, nothing is loaded from elsewhere, and no two pictures share an id."""
    text = page(data(HOSTILE))
    assert "<script" not in text and "<img" not in text
    assert text.count(html.escape("<script>alert(")) > 8
    # Neither a template of Jinja nor a formula of matplotlib.
    assert "{{ 7 * 7 }}" in text and "frac{1}{2}" in text
    assert re.findall(r"""(?:src|href)="(?!#|data:,)[^"]*""", re.sub(r'xlink:href="#[^"]*"', "", text)) == []
    assert not re.search(r"url\((?!#)", text)
    ids = Counter(re.findall(r'\bid="([^"]*)"', text))
    assert [name for name, count in ids.items() if count > 1] == []
    used = set(re.findall(r'(?:href="#|url\(#)([^")]*)', text))
    assert used and used <= set(ids)
    assert len(text) < 2_000_000
    assert not re.search("#0[0a]0[1-9b]", text), "a colour that the style sheet should choose"


def test_a_page_of_nothing() -> None:
    """Says so under each heading."""
    empty = {name: rows if name == "totals" else [] for name, rows in data("x").rows.items()}
    empty["totals"] = [{**empty["totals"][0], "newest": None}]
    text = page(Data(empty, datetime.now(timezone.utc)))
    assert text.count("Nothing to draw.") == 3
    assert "No check is above its threshold." in text


def test_nothing_was_built(rosetta_home: Path) -> None:
    """Named in one line, before Spark starts."""
    with pytest.raises(UserError, match="has no hourly_counts; run `dbt build` first"):
        write_report(rosetta_home / "report.html")


def browsed(profile: Path, address: str) -> tuple[str, list[str]]:
    """Return what a headless browser makes of a page, as HTML, and the lines of its console."""
    quiet = ["background-networking", "component-update", "sync", "quic", "gpu"]
    command = [
        "chromium", "--headless", "--no-sandbox", "--no-first-run", "--enable-logging=stderr", "--window-size=1600,1000", "--dump-dom",
        "--virtual-time-budget=15000", f"--user-data-dir={profile}", *(f"--disable-{what}" for what in quiet),
    ]  # fmt: skip
    ran = subprocess.run([*command, address], capture_output=True, text=True, timeout=120, check=True)
    return ran.stdout, [line for line in ran.stderr.splitlines() if "CONSOLE" in line]


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("chromium"), reason="needs chromium")
@pytest.mark.parametrize("width", [390, 1440])
def test_in_a_browser(tmp_path: Path, width: int) -> None:
    """No word on the console, nothing wider than the screen, the pictures of the width, and tables that are cards on a phone."""
    frame = f"""<!DOCTYPE html>
        <iframe style="width:{width}px;height:900px;border:0" srcdoc="{html.escape(page(data(HOSTILE)))}"></iframe>
        <script>onload = () => {{
            const page = document.querySelector("iframe").contentDocument, root = page.documentElement;
            const shown = [...page.querySelectorAll("svg")].filter(picture => picture.checkVisibility());
            const inside = what => [...what].every(one => one.getBoundingClientRect().right <= root.clientWidth);
            const cards = [...page.querySelectorAll("td")].every(cell => getComputedStyle(cell).display != "table-cell");
            const fits = inside(shown) && (!cards || inside(page.querySelectorAll("td")));
            document.title = [root.scrollWidth <= root.clientWidth, shown.length, fits, cards].join();
        }}</script>"""
    file = tmp_path / "frame.html"
    file.write_text(frame, encoding="utf-8")
    made, console = browsed(tmp_path / "profile", file.as_uri())
    assert re.search("<title>(.*?)</title>", made).group(1) == f"true,3,true,{str(width < 640).lower()}"
    assert console == []


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("chromium"), reason="needs chromium")
def test_docs_site_in_a_browser(warehouse: Sandbox, tmp_path: Path) -> None:
    """The overview and pages of models are drawn, without a word on the console."""
    warehouse.dbt("docs", "generate", "--static")
    [site] = warehouse.home.rglob("static_index.html")

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site.parent))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        for number, (place, said) in enumerate(
            [
                ("overview", "Every digit of every value"),
                ("model/model.rosetta_cdc.cdc_pipeline_alerts", "topics that match the variable"),
                ("model/model.rosetta_cdc.example_orders", "order_id"),
                ("macro/macro.rosetta_cdc.cdc_table", "with typed columns"),
            ]
        ):
            address = f"http://127.0.0.1:{server.server_port}/static_index.html#!/{place}"
            made, console = browsed(tmp_path / f"profile {number}", address)
            assert said in made, place
            assert console == [], place
        server.shutdown()
