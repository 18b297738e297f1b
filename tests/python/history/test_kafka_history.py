"""From a real broker to the row history: a topic that was deleted and created again, and upkeep beside a landing."""

from __future__ import annotations

import json
import random
import threading
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from kafka_topics import Topics, landing_of
from test_maintain import maintain

from rosetta_cdc.broker import Broker
from rosetta_cdc.landing.kcat import Record
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

    def messages(self, incarnation: int, count: int, first: int = 0) -> list[bytes]:
        """Return the messages of some changes, numbered from `first`."""
        written = []
        for position in range(first, first + count):
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
            landing_of(warehouse.spark, broker.address, TOPIC).run()
            topics.delete(TOPIC)
            warehouse.dbt("run")
            check(warehouse, source)
    finally:
        broker.remove()
    warehouse.dbt("run", "--full-refresh")
    check(warehouse, source)
    warehouse.dbt("test", "--select", "test_type:singular")


def test_upkeep_beside_a_landing(warehouse: Sandbox, tmp_path: Path) -> None:
    """Records that were trimmed do not come back from Kafka; what lands while the upkeep runs is there once."""
    warehouse.registry(f"1,,{TOPIC},,dts_canal,again,,,,,\n")
    broker = Broker(tmp_path / "node")
    broker.start()
    try:
        topics, source = Topics(broker.address), Source()
        topics.create(TOPIC)
        topics.produce(TOPIC, source.messages(0, 60))
        sent = topics.read(TOPIC)[TOPIC, 0]
        long_ago = datetime.now(timezone.utc) - timedelta(days=100)
        warehouse.land((Record(TOPIC, 0, one.offset, one.timestamp, "create", one.key, one.value) for one in sent), landed_at=long_ago)
        warehouse.dbt("seed")
        warehouse.dbt("run")
        maintain(warehouse, raw_days=30)
        assert warehouse.raw_count() == 0
        assert landing_of(warehouse.spark, broker.address, TOPIC).run().records == 0

        landing = landing_of(warehouse.spark, broker.address, TOPIC, follows=True, seconds=0.2)
        thread = threading.Thread(target=landing.run, daemon=True)
        thread.start()
        for upkeep in range(3):
            messages = source.messages(0, 30, first=60 + 30 * upkeep)
            writer = threading.Thread(target=lambda: [(topics.produce(TOPIC, [one]), time.sleep(0.3)) for one in messages])  # noqa: B023
            writer.start()
            maintain(warehouse, raw_days=30)
            writer.join()
        deadline = time.monotonic() + 60
        while warehouse.raw_count() < 90 and thread.is_alive() and time.monotonic() < deadline:
            time.sleep(0.5)
        landing.stop.set()
        thread.join(60)
        assert not thread.is_alive()
    finally:
        broker.remove()
    rows = warehouse.spark.sql("select kafka_offset, landing_id from raw.kafka_messages").collect()
    assert sorted(row.kafka_offset for row in rows) == list(range(60, 150))
    assert len({row.landing_id for row in rows}) > 10
    warehouse.dbt("run")
    check(warehouse, source)
    warehouse.dbt("test", "--select", "test_type:singular")
