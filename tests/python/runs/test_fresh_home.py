"""A short run where nothing has been built yet."""

from __future__ import annotations

import pytest

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.sandbox import DbtFailed, Sandbox


def test_it_says_what_to_do(fresh_warehouse: Sandbox) -> None:
    """In a line, and not with a screen of Spark's plan; where nothing has landed there is nothing to say."""
    fresh_warehouse.registry("")
    fresh_warehouse.dbt("seed")
    fresh_warehouse.run_events()
    fresh_warehouse.land([Record("shop.orders", 0, 0, 1_700_000_000_000, "create", None, b"{}")])
    said = (
        r"nothing has been built in .* yet, and this command leaves out the views that cdc_events reads: run dbt build once, or scripts/run"
    )
    with pytest.raises(DbtFailed, match=said) as failure:
        fresh_warehouse.run_events()
    assert "LogicalPlan" not in str(failure.value)
