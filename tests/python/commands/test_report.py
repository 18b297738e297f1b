"""The report: what it says of a healthy, an unhealthy and a stale pipeline, of DDL statements, and of hostile names."""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from report_data import HOSTILE, NOW, UP_TO_DATE, alert, healthy, named, names_of_checks

from rosetta_cdc.errors import UserError
from rosetta_cdc.report.__main__ import write_report
from rosetta_cdc.report.data import LIMIT, QUERIES, Data
from rosetta_cdc.report.freshness import Freshness
from rosetta_cdc.report.page import page
from rosetta_cdc.report.plots import DURATIONS, delays
from rosetta_cdc.report.statements import summary
from rosetta_cdc.report.status import HARMLESS, duration, measure, sentences, size, worst
from rosetta_cdc.report.tables import MONITORING


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


def colours(text: str) -> set[str]:
    """Return the levels that something of the page is coloured with."""
    body = text[text.index("<body>") :].replace('<p class="bad" id="age" hidden>', "")
    return {name for given in re.findall(r'class="([^"]*)"', body) for name in given.split()} & {"good", "warn", "bad", "fails"}


def shown(text: str, id: str) -> str:
    """Return a section of the page."""
    return text[text.index(f'id="{id}"') :].split('<details class="section"')[0]


def test_a_page_by_itself() -> None:
    """Names are text whatever they hold, nothing is loaded from elsewhere, and no two pictures share an id."""
    text = page(named(HOSTILE))
    assert text.count("<script") == text.count("</script>") == 1 and "<img" not in text
    assert text.count(html.escape("<script>alert(")) > 8
    # Neither a template of Jinja nor a formula of matplotlib.
    assert "{{ 7 * 7 }}" in text and "frac{1}{2}" in text
    assert re.findall(r"""(?:src|href)="(?!#|data:,)[^"]*""", re.sub(r'xlink:href="#[^"]*"', "", text)) == []
    assert not re.search(r"url\((?!#)|\bimport\b|fetch\(|https?://(?!www\.w3\.org)", re.sub("<svg.*?</svg>", "", text, flags=re.DOTALL))
    ids = Counter(re.findall(r'\bid="([^"]*)"', text))
    assert [name for name, count in ids.items() if count > 1] == []
    used = set(re.findall(r'(?:href="#|url\(#)([^")]*)', text))
    assert used and used <= set(ids)
    assert len(text) < 2_000_000
    assert not re.search("#0[0a]0[1-9b]", text), "a colour that the style sheet should choose"


def test_no_payload() -> None:
    """No query reads keys, images or messages: of what sources sent, the page holds the text of DDL statements alone."""
    payload = (
        r"before|after|row_image|primary_key|previous_\w*key|row_key|source_metadata|error_detail|example_event_id|line_\w+"
        r"|kafka_(?:key|value|headers)"
    )
    for file in QUERIES.glob("*.sql"):
        assert not re.search(rf"\b(?:{payload})\b", re.sub("--.*", "", file.read_text(encoding="utf-8"))), file.name


def test_nothing_was_built(rosetta_home: Path) -> None:
    """Named in one line, before Spark starts."""
    with pytest.raises(UserError, match="has no cdc_events; run `dbt build` first"):
        write_report(rosetta_home / "report.html")


def test_a_page_of_nothing() -> None:
    """Says so under each heading, and is not green."""
    empty = {name: [] for name in healthy().rows}
    empty["totals"] = [{**healthy()["totals"][0], "events": 0, "newest": None, "raw_bytes": None}]
    text = page(Data(empty, set(), UP_TO_DATE, NOW))
    assert text.count("Nothing to draw.") == 3
    assert 'class="status warn"' in text and "No event has been made yet." in text


def test_healthy_is_green() -> None:
    """And nothing else is: redelivered copies, which are harmless, are no reason for another colour."""
    text = page(healthy())
    assert 'class="status good"' in text and "Healthy" in text
    assert colours(text) == {"good"}
    assert "Every message could be read." in text and "1.23 MB" in text and "1,234" in text


@pytest.mark.parametrize("check", names_of_checks())
@pytest.mark.parametrize("level", ["warn", "fail"])
def test_an_unhealthy_one_is_red(check: str, level: str) -> None:
    """Whichever check is above a threshold, warning or failure: it stands at the top and in the table of checks."""
    text = page(healthy(alerts=[alert(check, level, 90.0, 60.0, "the topic")]))
    assert 'class="status bad"' in text and "Healthy" not in text
    name = check.replace("_", " ")
    assert f"1 check is above a threshold: {name}." in text
    assert all(said in shown(text, "checks") for said in (name, "the topic", measure(check, 90.0), f"{level}s"))


def test_what_is_below_a_threshold_is_amber() -> None:
    """Each check that counts, and dead letters: neither green nor red."""
    text = page(healthy(total={"dead_letters": 43}))
    assert 'class="status warn"' in text and "43 dead letters" in text
    assert "bad" not in colours(text)
    told = set(re.findall(r"'(\w+)' as check_name", (QUERIES / "measures.sql").read_text(encoding="utf-8")))
    times = {name for name in names_of_checks() if name.endswith(("_minutes", "_seconds"))}
    assert told == set(names_of_checks()) - times - {"dead_letter_percent"}
    for check in told - HARMLESS:
        text = page(healthy(measures=[dict(check_name=check, value=2)]))
        said = f"1 check has counted something, below every threshold: {check.replace('_', ' ')}."
        assert 'class="status warn"' in text and said in text
    # Where the thresholds are not known, it is not said to be below them.
    text = page(healthy(measures=[dict(check_name="rejected_lines", value=2)], fresh=Freshness(missing=frozenset(MONITORING))))
    assert "rejected lines" in text and "below every threshold: rejected" not in text
    # A check that is above a threshold is not told twice.
    both = sentences(healthy(measures=[dict(check_name="cast_errors", value=2)], alerts=[alert("cast_errors", "warn", 2, 0)]))
    assert [sentence.level for sentence in both] == ["bad"]


@pytest.mark.parametrize(
    ("behind", "said"),
    [
        (
            dict(unread_records=1204, unread_since=NOW),
            ["1,204 records have landed that no run has read, since 2024-05-06 16:30.", "<code>dbt run</code>"],
        ),
        (dict(unfolded_events=230), ["230 events are not in the row history", "Rows: 230 newer events are not in them yet."]),
        (
            dict(uncounted_events=1230),
            ["at 2024-05-06 16:30, 1,230 events ago", "dbt run --select path:models/monitoring", "As of 2024-05-06 16:30"],
        ),
        (
            dict(is_monitoring_torn=True),
            ["brought up to date at 2024-05-06 16:30, before that of which they are made", "As of 2024-05-06"],
        ),
        (
            dict(missing=frozenset(MONITORING), monitored_at=None),
            ["The monitoring tables were never made", "dbt run --select path:models/monitoring", "Not known"],
        ),
        (dict(missing=frozenset({"row_states", "history_runs"})), ["The row history was never made", "Rows: not known."]),
    ],
)
def test_a_stale_one_says_so(behind: dict[str, Any], said: list[str]) -> None:
    """In red, at the top and where it matters, with the command that helps; what it does not know it does not call good."""
    text = page(healthy(fresh=replace(UP_TO_DATE, **behind)))
    assert 'class="status bad"' in text and "Healthy" not in text
    assert [one for one in said if one not in text] == []
    if Freshness(**{**behind, "monitored_at": NOW}).monitoring_is_behind:
        assert "Nothing is above a threshold" not in text and "Every table has the columns" not in text


def test_dead_letters() -> None:
    """Topics, cause, cure, and a command that can be copied as it is."""
    topics = [dict(topic="a.b", events=1200)]
    row = dict(code="invalid_json", events=1200, newest=NOW, topics=topics, sources=["a"], cause="cut", cure="mend it")
    text = html.unescape(shown(page(healthy(dead_letters=[row], total={"dead_letters": 1200})), "dead-letters"))
    assert all(said in text for said in ("a.b (1,200)", "cut", "mend it", "2024-05-06 16:30"))
    [command] = re.findall(r'scripts/sql "select ([^"$`\\]*)" --limit 20<', text)
    assert "from {{ ref('cdc_dead_letters') }} where error_code = 'invalid_json' order by kafka_timestamp desc" in command
    # A name that is no plain word is not put into a command.
    hostile = html.unescape(shown(page(named("$(rm -r /)'`")), "dead-letters"))
    assert "where error_code is not null" in hostile and "error_code = '$" not in hostile


def test_rows_that_are_left_out() -> None:
    """Are told."""
    base = healthy()
    text = page(replace(base, rows={**base.rows, "tables": base["tables"] * LIMIT}, cut={"tables"}))
    assert f"These are the first {LIMIT}; there are more." in shown(text, "tables")


def texts_of_delays(*seconds: float) -> list[list[str]]:
    """Return the texts of the wide and the narrow picture of delays."""
    rows = [dict(hour=datetime(2024, 5, 6, number), source="the source", seconds=value) for number, value in enumerate(seconds)]
    return [re.findall(r"<text[^>]*>([^<]*)</text>", picture) for picture in delays(rows)]


@pytest.mark.parametrize("most", [10.0**power * 2.6 for power in range(-6, 9)])
def test_the_axis_of_durations_can_be_read(most: float) -> None:
    """Two to seven plain names that hold all delays: equal ones, those of one decade, and from microseconds to years."""
    values = {text: seconds for seconds, text in DURATIONS.items()}
    for least in (most / 1.05, most / 2.6, 1e-6):
        for texts in texts_of_delays(least, most):
            on_axis = [text for text in texts if text != "the source" and not re.fullmatch(r"\d\d:\d\d|.*May.*", text)]
            named = [values[text] for text in on_axis]
            assert 2 <= len(named) <= 7 and named == sorted(named)
            assert named[0] <= least * 1.001 and named[-1] >= most * 0.999


def test_delays_that_have_no_place() -> None:
    """Clocks that differ give delays of zero and below."""
    for seconds in ((0.61, -5.0), (0.61, 0.0), (0.61, 0.65)):
        assert all({"500 ms", "1 s"} < set(texts) for texts in texts_of_delays(*seconds))
    rows = [dict(hour=NOW, source="s", seconds=-1.0)]
    assert "Nothing to draw." in shown(page(healthy(delays=rows)), "delays")


def test_units() -> None:
    """As people read them."""
    said = [duration(value) for value in (None, 0, 2e-5, 0.004, 0.61, 90, 119, 300, 7300, 86400 * 3, 86400 * 365 * 12, -5)]
    assert said == ["-", "0 s", "20 µs", "4 ms", "0.61 s", "90 s", "119 s", "5 min", "2.03 h", "3 d", "12 y", "-5 s"]
    assert [size(value) for value in (None, 999, 1_234_567, 5e15)] == ["-", "999 B", "1.23 MB", "5,000.0 TB"]
    assert measure("silence_minutes", 1440) == "24 h" and measure("dead_letter_percent", 50.0) == "50 %"
    assert worst([]) == "good"
