"""Any batching gives the same table: random portions, repeated and late ones, against a full refresh."""

from __future__ import annotations

import random
from datetime import datetime, timedelta, timezone

from comparison import assert_same_events

from rosetta_cdc.sandbox import Sandbox
from rosetta_cdc.shop.traffic import random_log, registry_rows

SEED = 20260101
# One of each family of layouts; planning all thirteen for every run would take most of the time.
FORMATS = ("dataworks_v1", "drs_json", "oms_default_extend", "oms_shareplex", "dts_canal", "dtle")


def test_random_portions_equal_a_full_refresh(warehouse: Sandbox) -> None:
    """Records land in random portions out of order, some twice; a landing is stamped early and committed late; runs come between."""
    rng = random.Random(SEED)
    print(f"seed {SEED}")
    log = random_log(SEED, FORMATS, 40)
    warehouse.registry(registry_rows(FORMATS, "random"))
    warehouse.dbt("seed")
    rng.shuffle(log)
    cuts = sorted(rng.sample(range(1, len(log)), 3))
    portions = [log[start:end] for start, end in zip([0, *cuts], [*cuts, len(log)], strict=True)]
    late = portions.pop()
    stamped_early = datetime.now(timezone.utc) - timedelta(days=3)
    for number, portion in enumerate(portions):
        repeated = rng.sample(log, 40) if number else []
        warehouse.land([*portion, *repeated])
        if number == 0:
            warehouse.dbt("run")
        elif rng.random() < 0.7:
            warehouse.run_events()
    # Prepared before all others, in raw after them: no clock may decide what is read.
    warehouse.land(late, landed_at=stamped_early)
    warehouse.run_events()
    incremental = warehouse.events()
    assert {e["kafka_offset"] for e in incremental}
    warehouse.run_events("--full-refresh")
    assert_same_events(incremental, warehouse.events())
    records = {
        tuple(e[k] for k in ("kafka_topic", "kafka_partition", "kafka_offset")) for e in incremental
    }
    assert len(records) == warehouse.raw_count()
