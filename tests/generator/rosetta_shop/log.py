"""The source's log: the transactions of a day, and endless ones for random tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random

from rosetta_shop.ledger import Part, statement
from rosetta_shop.model import Transaction
from rosetta_shop.simulate import Shop
from rosetta_shop.tables import ARCHIVED_LOG, COUPONS, ORDERS


def script(shop: Shop) -> list[Callable[[], list[Part]]]:
    """Return what happens every day, in its order; `random_actions` fill the time between."""
    ddl = [
        (COUPONS, COUPONS.create_statement, "CREATE"),
        (ORDERS, "CREATE INDEX `by_status` ON `orders` (`status`)", "CINDEX"),
        (ORDERS, "DROP INDEX `by_status` ON `orders`", "DINDEX"),
        (COUPONS, "RENAME TABLE `coupons` TO `vouchers`", "RENAME"),
        (replace(COUPONS, name="vouchers"), "DROP TABLE `vouchers`", "ERASE"),
    ]
    statements = [lambda given=given: [statement("ddl", *given)] for given in ddl]
    return [
        shop.order,
        statements[0],
        shop.reprice,
        lambda: [statement("heartbeat", None, "")],
        shop.move_sku,
        lambda: [shop.add(ARCHIVED_LOG, actor="archiver", action="copy")],
        shop.add_channel,
        shop.swap_lines,
        statements[1],
        shop.correct_log,
        lambda: [statement("query", ORDERS, "UPDATE `orders` SET `status` = 'lost' WHERE 1 = 0")],
        shop.pay,
        statements[2],
        shop.truncate_archive,
        shop.refund,
        lambda: [statement("heartbeat", None, "")],
        lambda: [shop.add(ARCHIVED_LOG, actor="archiver", action="copy again")],
        statements[3],
        shop.cancel,
        shop.drop_channel,
        statements[4],
        shop.order,
    ]


def shop_transactions(seed: int, changes: int, start: int) -> Iterator[Transaction]:
    """Yield a full load and then about 18 hours of changes, in the order of the source's log.

    Args:
        seed: the same seed gives the same transactions.
        changes: about how many changes follow the full load; the scripted ones (some 50) always
            happen.
        start: the source's clock at the load, milliseconds since 1970 UTC, in whole seconds.
    """
    shop = Shop(Random(f"shop {seed}"), start)
    yield from shop.load()
    plan = script(shop)
    scripted = len(plan)
    every = max(1, changes // scripted)
    # About two changes a transaction; some days are busier and end before midnight all the same.
    step = timedelta(hours=18).total_seconds() / (max(changes, 2 * scripted) / 2)
    done = 0
    while plan or done < changes:
        shop.now += int(shop.rng.uniform(0.5, 1.5) * step) * 1000
        parts = plan.pop(0)() if plan and done >= every * (scripted - len(plan)) else shop.random_action()
        done += len(parts)
        yield shop.commit(parts)


def random_transactions(seed: int, start: int, *, backward: float = 0.05) -> Iterator[Transaction]:
    """Yield a small full load and then, without end, everything that can happen, in any order.

    Args:
        seed: the same seed gives the same transactions.
        start: the source's clock at the load, milliseconds since 1970 UTC, in whole seconds.
        backward: share of transactions before which the source's clock steps back by up to five
            minutes.
    """
    shop = Shop(Random(f"random shop {seed}"), start)
    yield from shop.load(customers=1)
    plan = script(shop)
    while True:
        shop.now += shop.rng.choice((0, 1, 1, 2, 30)) * 1000
        if shop.rng.random() < backward:
            shop.now -= shop.rng.randint(1, 300) * 1000
        parts = shop.rng.choice(plan)() if shop.rng.random() < 0.4 else shop.random_action()
        yield shop.commit(parts)
