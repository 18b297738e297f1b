"""Sharded tables as one: the target of 64 shards with colliding keys equals their union at every step."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from rosetta_cdc.landing.run import land_files
from rosetta_cdc.loop.concerned import Model
from rosetta_cdc.sandbox import Sandbox

SHARDS = [(f"shop_{database:02}", f"orders_{table:02}") for database in range(8) for table in range(8)]
HEADER = (
    "match_order,cluster_pattern,topic_pattern,table_pattern,format,source_name,primary_key,source_time_zone,order_by,load_time,"
    "target_table,description\n"
)
REGISTRY = (
    HEADER
    + r"1,,shards,shop_[0-9]+\.orders_[0-9]+,canal,erp.eu,,,,,shop.orders,"
    + "\n"
    + r"2,,shards,shop_00\.items,canal,erp.eu,,,,,,"
    + "\n"
)
MODELS = ("--select", "path:models/state", "path:models/typed", "cdc_topic_rules", "cdc_events")
COLUMNS = {"id": "bigint", "total": "decimal(12,2)", "note": "string"}
TYPES = {"id": "int", "total": "decimal(12,2)", "note": "varchar(20)"}


class Source:
    """Sharded tables as a database has them, and the messages of Canal that tell of their changes."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], dict[int, dict[str, str]]] = {shard: {} for shard in SHARDS}
        self.columns = {shard: ["id", "total"] for shard in SHARDS}
        self.offset = 0
        self.lines: list[str] = []

    def _send(self, shard: tuple[str, str], kind: str, **fields: object) -> None:
        types = {name: TYPES[name] for name in self.columns.get(shard, ["id"])}
        message = {
            "id": self.offset, "database": shard[0], "table": shard[1], "pkNames": ["id"], "isDdl": False, "type": kind, "sql": "",
            "es": 1700000000000 + self.offset, "ts": 1700000000000 + self.offset, "mysqlType": types, "data": None, "old": None, **fields,
        }  # fmt: skip
        record = {
            "topic": "shards",
            "partition": 0,
            "offset": self.offset,
            "ts": 1700000000000 + self.offset,
            "payload": json.dumps(message),
        }
        self.lines.append(json.dumps(record))
        self.offset += 1

    def put(self, shard: tuple[str, str], number: int, rng: random.Random) -> None:
        """Insert a row, or update the one that is there."""
        row = {"id": str(number), "total": f"{rng.randrange(10000) / 100:.2f}", "note": rng.choice("abc")}
        row = {name: row[name] for name in self.columns[shard]}
        former = self.rows[shard].get(number)
        if former is None:
            self._send(shard, "INSERT", data=[row])
        else:
            self._send(shard, "UPDATE", data=[row], old=[{name: former.get(name) for name in row if former.get(name) != row[name]}])
        self.rows[shard][number] = row

    def delete(self, shard: tuple[str, str], number: int) -> None:
        row = self.rows[shard].pop(number, None)
        if row is not None:
            self._send(shard, "DELETE", data=[{name: row.get(name) for name in self.columns[shard]}])

    def statement(self, shard: tuple[str, str], kind: str, sql: str) -> None:
        self._send(shard, kind, isDdl=True, sql=sql)

    def traffic(self, rng: random.Random, count: int, shards: list[tuple[str, str]] = SHARDS) -> None:
        for _ in range(count):
            shard = rng.choice(shards)
            if rng.random() < 0.25:
                self.delete(shard, rng.randrange(1, 8))
            else:
                self.put(shard, rng.randrange(1, 8), rng)

    def union(self) -> set[tuple[str, str, str, str | None]]:
        return {
            (f"erp\\.eu.{database}.{table}", row["id"], row["total"], row.get("note"))
            for (database, table), rows in self.rows.items()
            for row in rows.values()
        }


def check(warehouse: Sandbox, source: Source, folder: Path) -> None:
    """Land what the source has sent, build, and compare the target with the union."""
    path = folder / "lines.jsonl"
    path.write_text("\n".join(source.lines) + "\n", encoding="utf-8")
    source.lines.clear()
    land_files(warehouse.spark, [path])
    warehouse.dbt("run", *MODELS)
    found = warehouse.spark.sql("select table_id, id, total, note from cdc.orders").collect()
    assert {(row.table_id, str(row.id), f"{row.total:.2f}", row.note) for row in found} == source.union()
    assert len(found) == len(source.union())


@pytest.mark.thorough
def test_the_target_is_the_union_of_its_shards(warehouse: Sandbox, tmp_path: Path) -> None:
    """Colliding keys, DDL in waves, a TRUNCATE of one shard, a DROP of another: each concerns its shard alone."""
    rng = random.Random(7)
    source = Source()
    warehouse.registry(REGISTRY)
    for name, history in (("orders", ""), ("orders_history", ", history=true")):
        path = warehouse.project / "models" / "typed" / f"{name}.sql"
        call = f"cdc_table('erp.eu', 'shop.orders', {json.dumps(COLUMNS)}{history}, shards=true)"
        path.write_text("{{ rosetta_cdc." + call + " }}", encoding="utf-8")
    warehouse.build()
    for shard in SHARDS:
        for number in (1, 2, 3):
            source.put(shard, number, rng)
    source.columns["shop_00", "items"] = ["id", "total"]
    source.rows["shop_00", "items"] = {}
    source.put(("shop_00", "items"), 1, rng)
    del source.rows["shop_00", "items"]
    check(warehouse, source, tmp_path)

    source.traffic(rng, 100)
    check(warehouse, source, tmp_path)

    # The first wave: half of the shards have the column, and one is emptied meanwhile.
    for shard in SHARDS[:32]:
        source.statement(shard, "ALTER", f"ALTER TABLE {shard[1]} ADD COLUMN note varchar(20)")
        source.columns[shard] = ["id", "total", "note"]
    source.traffic(rng, 60)
    emptied = SHARDS[5]
    source.statement(emptied, "TRUNCATE", f"TRUNCATE TABLE {emptied[1]}")
    source.rows[emptied].clear()
    source.put(emptied, 3, rng)
    check(warehouse, source, tmp_path)

    # The second wave; a shard goes, another loses a column again.
    for shard in SHARDS[32:]:
        source.statement(shard, "ALTER", f"ALTER TABLE {shard[1]} ADD COLUMN note varchar(20)")
        source.columns[shard] = ["id", "total", "note"]
    dropped = SHARDS[40]
    source.statement(dropped, "ERASE", f"DROP TABLE {dropped[1]}")
    source.rows[dropped].clear()
    source.traffic(rng, 60, [shard for shard in SHARDS if shard != dropped])
    check(warehouse, source, tmp_path)

    versions = warehouse.spark.sql("select count(*) from cdc.cdc_row_history where table_id like 'erp%orders_%'").collect()[0][0]
    assert warehouse.spark.sql("select count(*) from cdc.orders_history").collect()[0][0] == versions

    # What monitoring says: no shard is unknown to the models, and none is said to lack a column of theirs.
    warehouse.dbt("run", "--select", "+cdc_schema_drift")
    kinds = warehouse.spark.sql("select kind, count(*) as n from cdc.cdc_schema_drift where model_name is not null group by kind").collect()
    assert not kinds, kinds

    # A shard more in the registry, or one less, is another table.
    warehouse.registry(REGISTRY.replace("shop_[0-9]+", "shop_0[0-3]"))
    warehouse.dbt("seed", "--select", "cdc_topics")
    warehouse.dbt("run", "--select", "path:models/typed")
    found = warehouse.spark.sql("select distinct table_id from cdc.orders").collect()
    assert {row.table_id for row in found} == {table_id for table_id, *_ in source.union() if table_id < "erp\\.eu.shop_04"}


@pytest.mark.parametrize(("touched", "is_concerned"), [({"erp\\.eu.shop_01.orders_02"}, True), ({"erp.eu.x"}, False), (set(), False)])
def test_a_loop_knows_which_models_a_shard_concerns(touched: set[str], is_concerned: bool) -> None:
    assert Model("orders", table_id="erp\\.eu.shop.orders", source="erp.eu").holds(touched) is is_concerned
