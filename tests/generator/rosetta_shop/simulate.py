"""A day in the shop: what customers and staff do, as transactions of the source databases."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from rosetta_shop.ledger import Ledger, Part, statement
from rosetta_shop.model import Column, Transaction
from rosetta_shop.tables import (
    ARCHIVED_LOG,
    AUDIT_LOG,
    CUSTOMERS,
    ORDER_ITEMS,
    ORDERS,
    PAYMENTS,
    PRODUCTS,
    TABLES,
)
from rosetta_shop.values import SKUS, TITLES, moment, random_decimal, random_text, random_value


class Shop(Ledger):
    """The shop at work.

    Every method but `load` and `script` returns the parts of one transaction.
    """

    def load(self, customers: int = 5) -> Iterator[Transaction]:
        """Fill the shop.

        The statements of the full load, then its rows, one transaction a table.
        """
        yield self.commit([statement("load_ddl", None, "SET NAMES utf8mb4")])
        for table in TABLES:
            yield self.commit([statement("load_ddl", table, table.create_statement, "CREATE")])
        parts = [part for _ in range(customers) for part in self.register()]
        for sku, title in zip(SKUS[:5], TITLES, strict=False):
            parts.append(self.add(PRODUCTS, sku=sku, title=title, price=Decimal("1.10")))
        for _ in range(1 + customers // 2):
            parts += self.order_parts(1)
        parts += [self.add(AUDIT_LOG, actor="loader", action="load") for _ in range(2)]
        parts += [self.add(ARCHIVED_LOG, actor="loader", action="load")]
        for table in TABLES:
            rows = [part for part in parts if part[1] == table]
            if rows:
                yield self.commit([("snapshot", *part[1:]) for part in rows])

    def order_parts(self, items: int) -> list[Part]:
        """Place an order with that many items."""
        number = self.next_id()
        customer = self.rng.choice(self.stock(CUSTOMERS))["id"]
        placed = moment("datetime", self.now)
        parts = [
            self.add(
                ORDERS,
                id=number,
                customer_id=customer,
                status="placed",
                placed_at=placed,
                paid_at=None,
            )
        ]
        for line in range(1, items + 1):
            sku = self.rng.choice(self.stock(PRODUCTS))["sku"]
            parts.append(
                self.add(
                    ORDER_ITEMS,
                    order_id=number,
                    line=line,
                    sku=sku,
                    quantity=self.rng.randint(1, 9),
                )
            )
        return parts

    def order(self) -> list[Part]:
        """Place an order of one to three items and log it."""
        return [
            *self.order_parts(self.rng.randint(1, 3)),
            self.add(AUDIT_LOG, actor="web", action="order"),
        ]

    def pay(self) -> list[Part]:
        """Pay an order: a payment and the order's new state."""
        row = self.rng.choice(self.stock(ORDERS))
        payment = self.add(PAYMENTS, id=2**63 + self.next_id(), order_id=row["id"], method="card")
        paid_at = moment("timestamp", self.now)
        comment = f"paid by {payment[3]['id']}"
        return [payment, self.set(ORDERS, row, status="paid", paid_at=paid_at, comment=comment)]

    def refund(self) -> list[Part]:
        """Delete a payment, or make one if there is none."""
        rows = self.stock(PAYMENTS)
        return [self.drop(PAYMENTS, self.rng.choice(rows))] if rows else self.pay()

    def register(self) -> list[Part]:
        """Register a customer."""
        number = self.next_id()
        return [
            self.add(
                CUSTOMERS,
                id=number,
                name=f"customer {number}",
                email=f"customer{number}@example.com",
            )
        ]

    def change_customer(self) -> list[Part]:
        """Change one or two columns of a customer, at least one of them really."""
        row = self.rng.choice(self.stock(CUSTOMERS))
        columns = self.rng.sample(
            [c for c in self.table(CUSTOMERS).columns if c.name not in ("id", "note")], 2
        )
        values = {
            column.name: random_value(self.rng, column, self.now, nulls=0.3)
            for column in columns[1:]
        }
        note = random_text(self.rng, 0)
        values["note"] = note if note != row["note"] else f"{note}!"
        return [self.set(CUSTOMERS, row, **values)]

    def reprice(self) -> list[Part]:
        """Change the prices of three products at once."""
        rows = self.rng.sample(self.stock(PRODUCTS), 3)
        price = self.table(PRODUCTS).column("price")
        return [
            self.set(
                PRODUCTS, row, price=random_decimal(self.rng, price), serial=2**63 + self.next_id()
            )
            for row in rows
        ]

    def cancel(self) -> list[Part]:
        """Delete an order and its items, but keep one order in the shop."""
        rows = self.stock(ORDERS)
        if len(rows) < 2:
            return self.order()
        row = self.rng.choice(rows)
        items = [item for item in self.stock(ORDER_ITEMS) if item["order_id"] == row["id"]]
        return [*(self.drop(ORDER_ITEMS, item) for item in items), self.drop(ORDERS, row)]

    def correct_log(self) -> list[Part]:
        """Change one row of the table without a key, and delete another."""
        if len(self.stock(AUDIT_LOG)) < 2:
            return [self.add(AUDIT_LOG, actor="web", action=f"visit {n}") for n in range(2)]
        first, second = self.rng.sample(self.stock(AUDIT_LOG), 2)
        return [
            self.set(AUDIT_LOG, first, action=f"corrected {self.next_id()}"),
            self.drop(AUDIT_LOG, second),
        ]

    def move_sku(self) -> list[Part]:
        """Give a product another key, and its items the new one."""
        row = self.rng.choice(self.stock(PRODUCTS))
        old, new = row["sku"], f"{self.rng.choice(SKUS)}#{self.next_id()}"
        items = [item for item in self.stock(ORDER_ITEMS) if item["sku"] == old]
        return [
            self.set(PRODUCTS, row, sku=new),
            *(self.set(ORDER_ITEMS, item, sku=new) for item in items),
        ]

    def swap_lines(self) -> list[Part]:
        """Let two items of one order change places, through a free line, in one transaction."""
        parts = self.order_parts(2)
        first, second = self.stock(ORDER_ITEMS)[-2:]
        parts.append(self.set(ORDER_ITEMS, first, line=99))
        parts.append(self.set(ORDER_ITEMS, second, line=1))
        moved = next(row for row in self.stock(ORDER_ITEMS) if row["line"] == 99)
        return [*parts, self.set(ORDER_ITEMS, moved, line=2)]

    def add_channel(self) -> list[Part]:
        """Give the orders a new column, or take it away if they have it."""
        if self.table(ORDERS) != ORDERS:
            return self.drop_channel()
        table = self.table(ORDERS).with_column(Column("channel", "varchar", 20))
        self.tables[table.database, table.name] = table
        return [
            statement(
                "ddl", table, "ALTER TABLE `orders` ADD COLUMN `channel` varchar(20)", "ALTER"
            )
        ]

    def drop_channel(self) -> list[Part]:
        """Take the new column away again."""
        self.tables[ORDERS.database, ORDERS.name] = ORDERS
        return [statement("ddl", ORDERS, "ALTER TABLE `orders` DROP COLUMN `channel`", "ALTER")]

    def truncate_archive(self) -> list[Part]:
        """Empty the archived log."""
        self.stock(ARCHIVED_LOG).clear()
        return [statement("truncate", ARCHIVED_LOG, "/* monthly */ TRUNCATE TABLE `audit_log`")]

    def random_action(self) -> list[Part]:
        """Do one of the things that happen many times a day."""
        actions = [
            self.order,
            self.pay,
            self.register,
            self.change_customer,
            self.reprice,
            self.cancel,
            self.refund,
        ]
        return self.rng.choices(actions, (3, 3, 2, 4, 1, 1, 1))[0]()
