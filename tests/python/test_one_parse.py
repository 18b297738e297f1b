"""Every message is parsed once: the plan of each staging model."""

from __future__ import annotations

import re

from rosetta_cdc.sandbox import Sandbox
from rosetta_cdc.shop.traffic import ALL, JSON, registry_rows, shop_day

CANAL = {"drs_json", "drs_json_c", "oms_canal", "dts_canal", "dts_canal_legacy", "canal"}


def optimized_plan(warehouse: Sandbox, query: str) -> str:
    """Return the optimized logical plan of a query, whole."""
    warehouse.spark.conf.set("spark.sql.debug.maxToStringFields", "10000")
    frame = warehouse.spark.sql(query)
    return frame._jdf.queryExecution().optimizedPlan().toString()


def parses_of(plan: str) -> list[str]:
    """Return the argument of every from_json in a plan, as far as it tells parses of the message from others."""
    return [text[:400] for text in re.split(r"from_json\(", plan)[1:]]


def test_plans(warehouse: Sandbox) -> None:
    """One parse of the message, however many columns and filters are used; quoting only where images hold JSON numbers."""
    warehouse.registry(registry_rows(ALL))
    warehouse.land(shop_day(seed=3, messages=1))
    warehouse.dbt("seed")
    warehouse.dbt("run", "--select", "+path:models/staging")
    for code in JSON:
        vendor = code.split("_")[0].removesuffix("1") if code.startswith("dataworks") else code.split("_")[0]
        model = f"cdc.stg_{vendor}__{code}"
        plan = optimized_plan(
            warehouse,
            f"select * from {model} where format_basis = 'registry' and landing_id = 'x' and event_kind = 'row_change' "
            f"and table_name = 'orders' and op <> 'delete'",
        )
        whole = [text for text in parses_of(plan) if "StructField(elements," in text]
        assert len(whole) == 1, f"{code}: the message is parsed {len(whole)} times"
        others = len(parses_of(plan)) - 1
        # Canal: a message with a broken row is parsed again, by rows (7 more, all behind that condition).
        # The types of DefaultExtendColumnType are the text of one column, only parsed in such messages; dtle's key is another text.
        allowed = {**dict.fromkeys(CANAL, 7), "oms_default": 1, "oms_default_extend": 1, "dtle": 1}.get(code, 0)
        assert others <= allowed, f"{code}: {others} other parses"
        if code in CANAL:
            for text in plan.split("from_json(")[2:]:
                assert "isnotnull(malformed" in plan[: plan.index(text)], code
        assert "recognised_format" not in plan and "op_type" not in plan, f"{code}: a registered topic is recognised"
        scans = len(re.findall(r"Relation spark_catalog\.raw\.kafka_messages", plan))
        assert scans == 1, f"{code}: raw is read {scans} times"
        quoted = plan.count("regexp_replace(cast(kafka_value") + plan.count('\\G((?>[^"')
        guarded = "RLIKE(" in plan
        if code in {"drs_json", "drs_json_c", "dts_canal", "dts_canal_legacy", "dts_shareplex", "canal"}:
            assert guarded, code
        assert quoted >= 1, code
    plan = optimized_plan(warehouse, "select * from cdc.stg_dts__dts_avro where landing_id = 'x' and op <> 'delete' and error_code is null")
    assert plan.count("from_avro(") == plan.count("Relation spark_catalog.raw.kafka_messages") == 1
