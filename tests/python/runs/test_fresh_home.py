"""A short run where nothing has been built yet."""

from __future__ import annotations

import pytest

from rosetta_cdc.sandbox import DbtFailed, Sandbox


def test_it_says_what_to_do(warehouse: Sandbox) -> None:
    """In a line, and not with a screen of Spark's plan."""
    warehouse.registry("")
    warehouse.dbt("seed")
    said = r"cdc_events reads \w+, which has not been built in .*: run dbt build once, or scripts/run"
    with pytest.raises(DbtFailed, match=said) as failure:
        warehouse.run_events()
    assert "LogicalPlan" not in str(failure.value)
