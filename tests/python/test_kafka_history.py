"""The row history of a topic that was deleted and created again, read from a real broker."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from kafka_topics import Topics

from rosetta_cdc.broker import Broker
from rosetta_cdc.landing.kafka.plan import Wanted
from rosetta_cdc.landing.kafka.report import Reporter
from rosetta_cdc.landing.kafka.settings import read_settings
from rosetta_cdc.landing.kafka.stream import KafkaLanding, Pace
from rosetta_cdc.sandbox import Sandbox

pytestmark = pytest.mark.long

TOPIC = "shop.again"
ENVELOPE = {"database": "d", "table": "t", "isDdl": False, "sql": "", "pkNames": ["id"], "mysqlType": {"id": "bigint", "n": "varchar"}}


class Source:
    """A table whose changes are written as DTS writes them, with the versions that each row goes through.

    Each incarnation of the topic begins with offset 0 and with smaller positions than the one before had.
    """

    def __init__(self) -> None:
        self.rng = random.Random(5)
        self.rows: dict[str, dict[str, str]] = {}
        self.versions: dict[str, list[tuple[int, str, dict[str, str]]]] = {}

    def messages(self, incarnation: int, count: int) -> list[bytes]:
        """Return the messages of some changes."""
        written = []
        for position in range(count):
            key = str(self.rng.randint(1, 6))
            before, after = self.rows.get(key), {"id": key, "n": f"{incarnation}.{position}"}
            kind = "INSERT" if before is None else self.rng.choice(("UPDATE", "UPDATE", "DELETE"))
            image = before if kind == "DELETE" else after
            message = {**ENVELOPE, "type": kind, "id": position, "es": 1_700_000_000_000 + position, "ts": 1_700_000_000_000 + position}
            message |= {"data": [image], "old": [before] if kind == "UPDATE" else None, "sqlType": {"id": -5, "n": 12}}
            written.append(json.dumps(message).encode())
            self.versions.setdefault(key, []).append((incarnation, kind.lower(), image))
            if kind == "DELETE":
                del self.rows[key]
            else:
                self.rows[key] = after
        return written


def check(warehouse: Sandbox, source: Source) -> None:
    """Compare the history and the current rows with what the source's rows went through."""
    rows = warehouse.spark.sql(
        """
        select primary_key['id'] as id, kafka_topic_incarnation as incarnation, op, row_image
        from cdc.cdc_row_history
        order by version_number
        """
    ).collect()
    found: dict[str, list[tuple[int, str, dict[str, str]]]] = {}
    for row in rows:
        found.setdefault(row.id, []).append((row.incarnation, row.op, row.row_image))
    assert found == source.versions
    current = warehouse.spark.sql("select primary_key['id'] as id, row_image from cdc.cdc_current_rows").collect()
    assert {row.id: row.row_image for row in current} == source.rows


def test_three_incarnations_make_one_history(warehouse: Sandbox, tmp_path: Path) -> None:
    """With fewer and with more records than before; the history is right after each, and folded anew from all."""
    warehouse.registry(f"1,,{TOPIC},,dts_canal,again,,,,,\n")
    broker = Broker(tmp_path / "node")
    broker.start()
    try:
        topics, source = Topics(broker.address), Source()
        warehouse.dbt("seed")
        for incarnation, count in enumerate((30, 12, 60)):
            topics.create(TOPIC)
            topics.produce(TOPIC, source.messages(incarnation, count))
            properties = read_settings(warehouse.spark, None, broker.address)
            KafkaLanding(warehouse.spark, "default", properties, Wanted((TOPIC,), None), Pace(), Reporter()).run()
            topics.delete(TOPIC)
            warehouse.dbt("run")
            check(warehouse, source)
    finally:
        broker.remove()
    warehouse.dbt("run", "--full-refresh")
    check(warehouse, source)
    warehouse.dbt("test", "--select", "test_type:singular")
