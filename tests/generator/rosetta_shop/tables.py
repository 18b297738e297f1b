"""The tables of the shop.

Every kind of column, a text key, a composite key, a table without a key, one name twice.
"""

from __future__ import annotations

from rosetta_shop.model import Column, Table

CUSTOMERS = Table(
    "shop",
    "customers",
    (
        Column("id", "bigint"),
        Column("name", "varchar", 100),
        Column("email", "varchar", 200),
        Column("vip", "boolean"),
        Column("credit", "decimal", 12, 2),
        Column("discount", "double"),
        Column("birthday", "date"),
        Column("profile", "json"),
        Column("note", "text"),
        Column("created_at", "datetime"),
        Column("updated_at", "timestamp"),
    ),
    ("id",),
)

PRODUCTS = Table(
    "shop",
    "products",
    (
        Column("sku", "varchar", 40),
        Column("title", "varchar", 200),
        Column("price", "decimal", 12, 2),
        Column("weight", "float"),
        Column("serial", "ubigint"),
        Column("mass", "decimal", 38, 10),
        Column("picture", "binary", 200),
        Column("ships_after", "time"),
    ),
    ("sku",),
)

ORDERS = Table(
    "shop",
    "orders",
    (
        Column("id", "bigint"),
        Column("customer_id", "bigint"),
        Column("status", "varchar", 20),
        Column("total", "decimal", 12, 2),
        Column("placed_at", "datetime"),
        Column("paid_at", "timestamp"),
        Column("comment", "text"),
    ),
    ("id",),
)

ORDER_ITEMS = Table(
    "shop",
    "order_items",
    (
        Column("order_id", "bigint"),
        Column("line", "int"),
        Column("sku", "varchar", 40),
        Column("quantity", "int"),
        Column("price", "decimal", 12, 2),
    ),
    ("order_id", "line"),
)

PAYMENTS = Table(
    "shop",
    "payments",
    (
        Column("id", "ubigint"),
        Column("order_id", "bigint"),
        Column("amount", "decimal", 12, 2),
        Column("fee", "double"),
        Column("method", "varchar", 20),
        Column("token", "binary", 40),
        Column("settled_on", "date"),
        Column("confirmed_at", "timestamp"),
    ),
    ("id",),
    product="PostgreSQL",
    schema="public",
)

AUDIT_COLUMNS = (
    Column("logged_at", "datetime"),
    Column("actor", "varchar", 40),
    Column("action", "varchar", 40),
    Column("detail", "json"),
    Column("备注", "varchar", 200),
)

AUDIT_LOG = Table("shop", "audit_log", AUDIT_COLUMNS)

ARCHIVED_LOG = Table("archive", "audit_log", AUDIT_COLUMNS, product="Oracle", schema="ARCHIVE")

COUPONS = Table("shop", "coupons", (Column("code", "varchar", 20),), ("code",))

TABLES = (CUSTOMERS, PRODUCTS, ORDERS, ORDER_ITEMS, PAYMENTS, AUDIT_LOG, ARCHIVED_LOG)

BENCH = Table(
    "shop",
    "parcels",
    (
        Column("id", "bigint"),
        Column("customer", "varchar", 40),
        Column("state", "varchar", 20),
        Column("fee", "decimal", 12, 2),
        Column("weight", "double"),
        Column("pieces", "int"),
        Column("fragile", "boolean"),
        Column("sent_on", "date"),
        Column("sent_at", "datetime"),
        Column("seen_at", "timestamp"),
        Column("label", "binary", 20),
        Column("note", "text"),
    ),
    ("id",),
)

NARROW_BENCH = Table(
    "shop",
    "parcels",
    tuple(column for column in BENCH.columns if column.name in ("id", "state", "fee", "note")),
    ("id",),
)
