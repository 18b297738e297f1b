"""What the tests' warehouse keeps from one test to the next, and what it does not."""

from __future__ import annotations

import os

import pytest
from kept_sandbox import SEEDS, KeptSandbox
from test_spared_statements import edit

from rosetta_cdc.sandbox import Sandbox

VIEWS = {"recognised_messages", "stg_unclaimed__messages"}
RUN = ("run", "--select", "+path:models/staging/unclaimed", "--exclude", "cdc_topic_rules")


@pytest.fixture
def kept(fresh_warehouse: Sandbox) -> KeptSandbox:
    """Give a warehouse that has kept nothing yet."""
    if not isinstance(fresh_warehouse, KeptSandbox):
        pytest.skip("nothing is kept")
    return fresh_warehouse


def made(kept: KeptSandbox, *arguments: str) -> set[str]:
    """Run a command; return the names of the nodes that it made."""
    return {result.node.name for result in kept.dbt(*arguments).results if result.node.resource_type != "operation"}


@pytest.mark.thorough
def test_what_is_kept_and_what_is_not(kept: KeptSandbox) -> None:
    """Views and seeds are left over a reset as long as they are what their files say; an empty start is copied.

    What somebody has replaced is made again, and all of it where the project has changed.
    """
    replaced = "create or replace view cdc.stg_unclaimed__messages as select 1 as other"
    assert made(kept, "seed") == {*SEEDS, "cdc_topics"}
    kept.start_empty()
    tables = sorted(kept.names())
    versions = [kept.spark.sql(f"describe history cdc.{name}").count() for name in tables]
    # What a test has written into the tables of another start is not in it.
    kept.spark.sql("insert into cdc.cdc_topic_rules select * from cdc.cdc_topic_rules")
    assert made(kept, *RUN) == VIEWS
    kept.reset()
    assert set(kept.names()) == {*VIEWS, *SEEDS}
    before = os.environ["ROSETTA_TOPICS_CSV"]
    kept.start_empty()
    assert set(kept.names()) == {*tables, *VIEWS} and os.environ["ROSETTA_TOPICS_CSV"] == before
    assert [kept.spark.sql(f"describe history cdc.{name}").count() for name in tables] == versions

    # The registry is loaded by each command that loads seeds.
    assert made(kept, "seed") == {"cdc_topics"}
    kept.spark.sql(f"delete from cdc.{SEEDS[0]}")
    assert made(kept, "seed") == {SEEDS[0], "cdc_topics"}
    assert kept.spark.table(f"cdc.{SEEDS[0]}").count() > 0

    assert made(kept, *RUN) == set()
    kept.spark.sql(replaced)
    assert made(kept, *RUN) == {"stg_unclaimed__messages"}
    assert kept.spark.table("cdc.stg_unclaimed__messages").columns != ["other"]
    assert made(kept, *RUN, "--vars", "{cdc_keep_events: true}") == VIEWS
    edit(kept.project / "macros" / "values" / "epoch_timestamp.sql", "timestamp_millis(", "timestamp_millis(60000 + ")
    assert made(kept, *RUN) == VIEWS
    kept.spark.sql(replaced)
    kept.spark.sql(f"delete from cdc.{SEEDS[0]}")
    kept.reset()
    assert set(kept.names()) == {"recognised_messages", SEEDS[1]}
