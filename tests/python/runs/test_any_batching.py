"""Any batching gives the same table: random portions, repeated and late ones, against a full refresh."""

from __future__ import annotations

import random
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from comparison import SUMMARIES, assert_a_loss_is_found, assert_same_events, assert_summaries_hold

from rosetta_cdc.avro.folder import read_folder, write_seed
from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.in_avro import JSON_OF, in_avro, json_formats
from rosetta_shop.traffic import ALL, random_log, registry_rows

# (seed, formats, number of cuts between portions)
SOME = ("dataworks_v1", "oms_shareplex", "dts_avro")
IN_AVRO = tuple(JSON_OF)
RECORD = ("kafka_topic", "kafka_partition", "kafka_offset")
CASES = [
    pytest.param(20260101, SOME, 2, marks=pytest.mark.thorough),
    *(pytest.param(seed, ALL, 8, marks=pytest.mark.long) for seed in range(1, 6)),
    *(pytest.param(seed, IN_AVRO, 4, marks=pytest.mark.long) for seed in (6, 7)),
]  # fmt: skip


@pytest.mark.parametrize(("seed", "formats", "number_of_cuts"), CASES)
def test_random_portions_equal_a_full_refresh(
    warehouse: Sandbox, tmp_path: Path, seed: int, formats: tuple[str, ...], number_of_cuts: int
) -> None:
    """Records land in random portions out of order, some twice; a landing is stamped early and committed late; runs come between."""
    rng = random.Random(seed)
    log = in_avro(random_log(seed, json_formats(formats), 40), formats, tmp_path)
    warehouse.registry(registry_rows(formats, "random"))
    if formats == IN_AVRO:
        write_seed(warehouse.project / "seeds" / "cdc_avro_schemas.csv", read_folder(tmp_path))
    warehouse.dbt("seed")
    rng.shuffle(log)
    cuts = sorted(rng.sample(range(1, len(log)), number_of_cuts))
    portions = [log[start:end] for start, end in zip([0, *cuts], [*cuts, len(log)], strict=True)]
    late = portions.pop()
    stamped_early = datetime.now(timezone.utc) - timedelta(days=3)
    for number, portion in enumerate(portions):
        repeated = rng.sample(log, 40) if number else []
        warehouse.land([*portion, *repeated])
        if number == 0:
            warehouse.dbt("run", "--select", "+cdc_events", *SUMMARIES)
        elif rng.random() < 0.7:
            warehouse.run_events(*SUMMARIES)
    # Prepared before all others, in raw after them: no clock may decide what is read.
    warehouse.land(late, landed_at=stamped_early)
    warehouse.run_events()
    assert_summaries_hold(warehouse)
    incremental = warehouse.events()
    if formats == IN_AVRO:
        changes = Counter(event["source_format"] for event in incremental if event["event_kind"] == "row_change")
        assert all(changes[code] > 20 for code in formats), changes
    assert {e["kafka_offset"] for e in incremental}
    warehouse.run_events("--full-refresh")
    assert_same_events(incremental, warehouse.events())
    records = {tuple(event[name] for name in RECORD) for event in incremental}
    assert len(records) == warehouse.raw_count()
    # The data tests that guard completeness find nothing, and find a record that is taken away.
    warehouse.dbt("test", "--select", "test_type:singular", "--exclude", "path:models/state")
    assert_a_loss_is_found(warehouse)
