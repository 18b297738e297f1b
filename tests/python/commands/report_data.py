"""What a report shows, made up: of a pipeline in which nothing is wrong, and of one in which every name is hostile."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.report.data import QUERIES, Data
from rosetta_cdc.report.freshness import Freshness

NOW = datetime(2024, 5, 6, 16, 30)
HOSTILE = """</td></table><script>alert("x")</script><img src=x onerror=alert(1)> {{ 7 * 7 }} $\\frac{1}{2}$ \'"`"""
# Everything has been read and counted.
UP_TO_DATE = Freshness(monitored_at=NOW)


def names_of_checks() -> list[str]:
    """Return the names of all checks of `cdc_pipeline_alerts`."""
    model = (PROJECT / "models" / "monitoring" / "cdc_pipeline_alerts.sql").read_text(encoding="utf-8")
    told = model[model.index("for relation, checks in {") : model.index("}.items() %}")]
    return re.findall(r"'(\w+)': '", told)


def alert(check: str, level: str, value: float, threshold: float, about: str = "shop.orders") -> dict[str, Any]:
    """Return a row of the query `alerts`."""
    return dict(check_name=check, level=level, source="shop", table_id=None, value=value, about=about, threshold=threshold)


def healthy(**rows: Any) -> Data:
    """Return a report's data of a pipeline in which nothing is wrong, without what its pictures show.

    `rows`: those of a query instead of its own; `total`: values of the query `totals`; `fresh`.
    """
    fresh = rows.pop("fresh", UP_TO_DATE)
    totals = dict(
        records=10**6, events=2 * 10**6, dead_letters=0, topics=1, sources=1, tables=1, newest=NOW, row_count=5, landed_at=NOW,
        raw_bytes=1_234_567, event_bytes=999,
    )  # fmt: skip
    source = dict(
        source="shop", format="canal", topics=1, tables=1, events=1, dead_letters=0, newest=NOW, silence_seconds=0, capture_seconds=None,
        landing_seconds=5e6, heartbeat_seconds=130,
    )  # fmt: skip
    table = dict(
        table_id="shop.orders", source="shop", row_count=1234, deleted_row_count=0, changes=2, changes_a_day=0.5, newest=NOW,
        models="orders", lag=[],
    )  # fmt: skip
    found = {
        "totals": [{**totals, **rows.pop("total", {})}],
        "alerts": [],
        "measures": [dict(check_name="cast_errors", value=0), dict(check_name="copies", value=3)],
        "flow": [],
        "volume": [],
        "delays": [],
        "sources": [source],
        "tables": [table],
        "dead_letters": [],
        "drift": [],
        "ddl": [],
        "cast_errors": [],
        **rows,
    }
    assert set(found) == {file.stem for file in QUERIES.glob("*.sql")}
    return Data(found, set(), fresh, datetime.now(timezone.utc))


def named(name: str) -> Data:
    """Return a report's data in which every name is the given text, and something stands in every table."""
    names = [name, *(f"{name} {number}" for number in range(20))]
    base = healthy()
    hours = [NOW.replace(minute=0) - timedelta(hours=number) for number in range(30)]
    return replace(
        base,
        rows={
            **base.rows,
            "totals": [{**base["totals"][0], "dead_letters": 1}],
            "alerts": [alert("cast_errors", "warn", 1.5, 0, name)],
            "measures": [dict(check_name=name, value=2)],
            "flow": [dict(topic=source, source=source, target=name, events=number + 1) for number, source in enumerate(names)],
            "volume": [dict(hour=hour, source=source, events=3) for hour in hours for source in names],
            "delays": [dict(hour=hour, source=source, seconds=10.0**number - 2) for hour in hours for number, source in enumerate(names)],
            "sources": [{**base["sources"][0], "source": name}, {**base["sources"][0], "source": "another"}],
            "tables": [{**base["tables"][0], "table_id": name, "source": name, "models": name, "lag": names}],
            "dead_letters": [
                dict(
                    code=name, events=1, newest=NOW, topics=[dict(topic=one, events=1) for one in names], sources=names, cause=name,
                    cure=name,
                )
            ],
            "drift": [
                dict(
                    table_id=name, source=name, kind="column_added", column_name=name, former_type=None, type=name, model=name,
                    valid_from=NOW, ddl_text=name,
                )
            ],
            "ddl": [dict(seen_at=NOW, ddl_text=f"alter table t add `{name}` int", format="canal", events=2, sources=names, tables=names)],
            "cast_errors": [dict(model=name, table_id=name, column_name=name, data_type="int", encoding=name, error="empty", row_count=1)],
        },
    )  # fmt: skip
