"""Messages of DTS Canal, sent when the day of the shop is over."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any

from rosetta_cdc.landing.kcat import Record

LATER = datetime(2024, 5, 9, tzinfo=timezone.utc)


def record(
    topic: str, offset: int, columns: dict[str, str | None], *, at: datetime = LATER, age: timedelta = timedelta(seconds=1), **fields: Any
) -> Record:
    """Return a DTS Canal message of one row of a table named as the topic's last part; `age`: how long before Kafka it was changed."""
    message = {
        "data": [columns], "database": "d", "table": topic.split(".")[-1], "type": "INSERT", "isDdl": False, "old": None, "sql": "",
        "es": round((at - age).timestamp() * 1000), "ts": round(at.timestamp() * 1000), "id": offset, "pkNames": ["id"],
        "mysqlType": {name: "varchar(20)" for name in columns}, "sqlType": {name: 12 for name in columns}, **fields,
    }  # fmt: skip
    return Record(topic, 0, offset, round(at.timestamp() * 1000) + offset, "create", None, json.dumps(message).encode(), None)
