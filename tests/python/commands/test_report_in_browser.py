"""The report and the docs site: what a browser makes of them."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from report_data import HOSTILE, named

from rosetta_cdc.report.page import page
from rosetta_cdc.sandbox import Sandbox

# What the page looks like in a frame of a width, and what its script does, as the title of the page around it.
LOOK = """
    const page = document.querySelector("iframe").contentDocument, root = page.documentElement;
    const all = what => [...page.querySelectorAll(what)], sections = all("details.section");
    const title = [sections.filter(one => one.open).length, root.scrollHeight < 2500];
    sections.forEach(one => { one.open = true; });
    const pictures = all("svg").filter(picture => picture.checkVisibility());
    const inside = what => what.every(one => one.getBoundingClientRect().right <= root.clientWidth);
    title.push(root.scrollWidth <= root.clientWidth, pictures.length, inside(pictures), inside(all(".scroll")), inside(all(".cards td")));
    const sources = () => all("#sources tbody tr").filter(row => !row.hidden).map(row => row.cells[0].textContent.slice(0, 7));
    const [heading] = all("#sources th button");
    heading.click();
    title.push(sources().at(0));
    heading.click();
    title.push(sources().at(-1));
    const [filter] = all("#filter select");
    filter.value = "another";
    filter.dispatchEvent(new Event("change"));
    title.push(sources().length, all("#age").map(one => one.checkVisibility())[0]);
    document.title = title.join();
"""


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
    """No word on the console, nothing wider than the screen; short on a phone; a heading sorts, the filter leaves the rows of a source."""
    frame = f"""<!DOCTYPE html>
        <iframe style="width:{width}px;height:900px;border:0" srcdoc="{html.escape(page(named(HOSTILE)))}"></iframe>
        <script>onload = () => {{{LOOK}}}</script>"""
    file = tmp_path / "frame.html"
    file.write_text(frame, encoding="utf-8")
    made, console = browsed(tmp_path / "profile", file.as_uri())
    is_phone = width < 640
    seen = html.unescape(re.search("<title>(.*?)</title>", made).group(1)).split(",")
    assert seen[:7] == [str(0 if is_phone else 10), str(is_phone).lower(), "true", "3", "true", "true", "true"]
    assert seen[7:] == ["</td></", "</td></", "1", "false"]
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
