"""Typed tables of the demo: the printed models of all its tables build unchanged, and rows of every format are those of the source."""

from __future__ import annotations

from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any

import pytest
from test_generated_tables import KEPT, generate

from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.formats import ALL
from rosetta_shop.traffic import shop_day

SAMPLES = PROJECT / "tests" / "fixtures" / "vendor_samples" / "records.jsonl"

Row = dict[str, Any]
# Declare no types, so that numbers and times are what the texts look like.
UNDECLARED = ("oms_default", "oms_shareplex")
# Do not say how they write bytes; the shop's writers choose base64.
BYTES_AS_TEXT = ("dts_canal", "dts_canal_legacy", "dts_shareplex", "maxwell", "ogg", *UNDECLARED)
# Write an instant by the clock of a zone that they do not name.
LOCAL = ("canal", "drs_json_c", "dts_canal", "dts_canal_legacy", "dts_shareplex", "maxwell")
OMS = ("oms_canal", "oms_dataworks_v2", "oms_default", "oms_default_extend", "oms_shareplex")


def utc(*fields: int) -> datetime:
    """Return an instant."""
    return datetime(*fields, tzinfo=timezone.utc)


# Table, key column and key of a row -> its values, and those that formats have in their place.
CUSTOMER: Row = {
    "id": 29, "name": "customer 29", "email": "customer29@example.com", "vip": 0, "credit": Decimal("-3127850.67"),
    "discount": 0.30000000000000004, "birthday": date(2037, 5, 11), "profile": '{"a": 1.10, "b": [null, "中"]}', "note": " ",
    "created_at": datetime(2024, 5, 6, 17, 9, 59, 12345), "updated_at": utc(2024, 5, 5, 18, 12, 38, 12345),
}  # fmt: skip
PAYMENT: Row = {
    "id": Decimal("9223372036854775832"), "order_id": 9, "amount": Decimal("954.10"), "fee": 12510357.0, "method": "card",
    "token": b"\xf7\xceV3\xf4\"\xf2)\xe8L\xa9\xd2\xf2~\x05\xd4", "settled_on": date(2028, 11, 16),
    "confirmed_at": utc(2024, 5, 5, 8, 6, 55, 120000),
}  # fmt: skip
PRODUCT: Row = {
    "sku": "茶-7", "title": 'tray 12" oak', "price": Decimal("842.80"), "weight": 16777216.0, "serial": Decimal("9223372036854775839"),
    "mass": Decimal("9999999999999999999999999999.9999999999"), "picture": b"\x0b,w1\n", "ships_after": None,
}  # fmt: skip
OTHER_PRODUCT: Row = {
    "sku": "ABC-1#16", "title": "铁壶", "price": Decimal("-2.83"), "weight": 0.10000000149011612, "serial": Decimal("9223372036854775838"),
    "mass": None, "picture": b"\x93", "ships_after": "23:59:59.012345",
}  # fmt: skip


def variants(name: str) -> dict[str, Row]:
    """Return what differs in each format."""
    found: dict[str, Row] = {code: {} for code in ALL}
    if name == "customers":
        for code in LOCAL:
            found[code]["updated_at"] = datetime(2024, 5, 5, 18, 12, 38, 12345)
        for code in UNDECLARED:
            found[code]["updated_at"] = Decimal("1714932758.012345")
            found[code]["discount"] = "0.3000000000000000444089209850062616169452667236328125"
        for code in ("dts_shareplex", "ogg", "maxwell", "aws_dms"):
            found[code]["discount"] = "0.30000000000000004"
        # JSON as Maxwell's parser writes it; of DMS every time with a date is an instant.
        found["maxwell"]["profile"] = '{"a":1.10,"b":[null,"中"]}'
        found["aws_dms"]["created_at"] = utc(2024, 5, 6, 17, 9, 59, 12345)
        found["drs_json"]["updated_at"] = utc(2024, 5, 5, 18, 12, 38, 12000)
        found["dtle"] |= {"created_at": datetime(2024, 5, 6, 17, 9, 59, 12000), "updated_at": utc(2024, 5, 5, 18, 12, 38)}
        found["oms_dataworks_v2"]["vip"] = False
        # A DOUBLE for a decimal; a DATE in milliseconds, also for a day, which begins at 16:00 UTC in the source's zone.
        found["dataworks_v1"] |= {
            "vip": False, "credit": -3127850.67, "birthday": utc(2037, 5, 10, 16), "created_at": utc(2024, 5, 6, 9, 9, 59, 12000),
            "updated_at": utc(2024, 5, 5, 18, 12, 38, 12000),
        }  # fmt: skip
    if name == "payments":
        for code in LOCAL:
            found[code]["confirmed_at"] = datetime(2024, 5, 5, 8, 6, 55, 120000)
        for code in BYTES_AS_TEXT:
            found[code]["token"] = "985WM/Qi8inoTKnS8n4F1A=="
        for code in UNDECLARED:
            found[code] |= {"confirmed_at": Decimal("1714896415.120000"), "fee": "12510357"}
        for code in ("dts_shareplex", "ogg", "maxwell"):
            found[code]["fee"] = "1.2510357E7"
        found["aws_dms"] |= {"fee": "12510357.0", "token": "0xf7ce5633f422f229e84ca9d2f27e05d4"}
        found["debezium"]["id"] = -9223372036854775784
        found["dtle"] |= {"id": -9223372036854775784, "confirmed_at": utc(2024, 5, 5, 8, 6, 55)}
        found["dataworks_v1"] |= {"amount": 954.1, "settled_on": utc(2028, 11, 15, 16)}
    if name == "products":
        for code in BYTES_AS_TEXT:
            found[code]["picture"] = "Cyx3MQo="
        # As MySQL shows a FLOAT.
        for code in OMS:
            found[code]["weight"] = Decimal("16777220.0") if code in UNDECLARED else 16777220.0
        for code in ("dts_shareplex", "ogg", "maxwell", "aws_dms"):
            found[code]["weight"] = Decimal("16777216.0")
        found["aws_dms"]["picture"] = "0x0b2c77310a"
        found["dtle"]["serial"] = found["debezium"]["serial"] = -9223372036854775777
        found["dataworks_v1"] |= {"price": 842.8, "mass": 1e28}
    if name == "other products":
        for code in BYTES_AS_TEXT:
            found[code]["picture"] = "kw=="
        # A FLOAT may be Oracle's, with more digits than one of MySQL's.
        for code in ("drs_json", "drs_json_c", *OMS):
            found[code]["weight"] = 0.1
        for code in (*UNDECLARED, "dts_shareplex", "ogg", "maxwell", "aws_dms"):
            found[code]["weight"] = Decimal("0.1")
        found["aws_dms"]["picture"] = "0x93"
        found["dtle"]["serial"] = found["debezium"]["serial"] = -9223372036854775778
        found["dataworks_v1"] |= {"price": -2.83, "weight": 0.1}
    return found


MEANT = {
    "customers": ("customers", "id = 29", CUSTOMER),
    "payments": ("payments", "order_id = 9", PAYMENT),
    "products": ("products", "sku = '茶-7'", PRODUCT),
    "other products": ("products", "sku = 'ABC-1#16'", OTHER_PRODUCT),
}


def typed(row: Row) -> Row:
    """Return values with the names of their types, so that 1, 1.0 and a decimal are three."""
    return {name: (type(value).__name__, value) for name, value in row.items()}


def row_of(warehouse: Sandbox, model: str, condition: str) -> Row:
    """Return the row of a typed table for which a condition holds, column names in lower case, instants with their zone."""
    table = warehouse.spark.sql(f"select * except ({KEPT}) from cdc.`{model}` where {condition}")
    [row] = table.collect()
    found = {name.lower(): bytes(value) if isinstance(value, bytearray) else value for name, value in row.asDict().items()}
    instants = [field.name.lower() for field in table.schema.fields if field.dataType.simpleString() == "timestamp"]
    return found | {name: found[name] and found[name].replace(tzinfo=timezone.utc) for name in instants}


@pytest.mark.long
def test_the_tables_of_the_demo(warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """The demo's records, all its tables, `dbt build` with contracts and tests; then rows of every format against those written by hand."""
    warehouse.registry((PROJECT / "seeds" / "cdc_topics.csv").read_text(encoding="utf-8"))
    warehouse.land(SAMPLES)
    warehouse.land(shop_day(seed=1))
    warehouse.dbt("seed")
    warehouse.dbt("run", "--select", "+cdc_events", "path:models/state", "cdc_cast_errors")
    names = generate(warehouse, capfd)
    assert len(names) > 80
    warehouse.dbt("build", "--select", *names)

    for name, (table, condition, row) in MEANT.items():
        for code, other in variants(name).items():
            model = next(one for one in names if one.startswith(f"shop_{code}__shop__") and one.endswith(f"__{table}"))
            assert typed(row_of(warehouse, model, condition)) == typed(row | other), (code, name)
    # What the messages declare is too narrow for none of it.
    assert warehouse.spark.table("cdc.cdc_cast_errors").where("table_id like 'shop_%'").collect() == []
