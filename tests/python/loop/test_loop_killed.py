"""A loop that follows a broker: killed at random moments, and its broker gone and back, it ends in the tables of a full refresh."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rosetta_cdc.bench.loop_process import LoopProcess
from rosetta_cdc.bench.traffic import Traffic
from rosetta_cdc.broker import Broker
from rosetta_cdc.broker.load import create_topics

pytestmark = pytest.mark.long

SEED, KILLS, SECONDS = 23, 6, 1800
CODES = ["dts_canal", "drs_json", "oms_default", "dataworks_v1", "dtle"]
TYPED = ["dts_canal", "oms_default", "dtle"]
QUERIES = {
    "events": "select to_json(struct(* except (load_id, loaded_at))) as row from {{ ref('cdc_events') }}",
    "history": "select to_json(struct(* except (applied_at, run_id))) as row from {{ ref('cdc_row_history') }}",
    **{code: f"select to_json(struct(* except (applied_at))) as row from {{{{ ref('parcels_{code}') }}}}" for code in TYPED},
}


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """Give a broker with the topics."""
    started = Broker(tmp_path / "node")
    started.start()
    create_topics(started.address, {f"bench.{code}": 1 for code in CODES})
    yield started
    started.remove()


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[LoopProcess]:
    """Give a loop that is not started."""
    made = LoopProcess(tmp_path / "loop", CODES, TYPED)
    yield made
    if made.is_running():
        made.stop(signal.SIGKILL)


def options(broker: Broker) -> list[str]:
    """Return the loop's options."""
    return ["--follow", "--pattern", "bench[.].*", "--servers", broker.address, "--monitoring", "never", "--tests", "never"]


def contents(loop: LoopProcess) -> dict[str, list[str]]:
    """Return the rows of the tables, without what tells of the run, sorted."""
    found = {}
    for name, query in QUERIES.items():
        command = [sys.executable, "-m", "rosetta_cdc.sql", query, "--format", "json", "--limit", "1000000"]
        output = subprocess.run(command, env=loop.environment, check=True, capture_output=True, text=True).stdout
        found[name] = sorted(json.loads(line)["row"] for line in output.splitlines())
    return found


def refresh(loop: LoopProcess) -> None:
    """Make all tables anew, by hand."""
    command = [str(Path(sys.executable).parent / "dbt"), "run", "--full-refresh", "--selector", "round"]
    subprocess.run(command, env=loop.environment, check=True, capture_output=True)


def test_killed_at_random_moments(broker: Broker, loop: LoopProcess) -> None:
    print(f"seed {SEED}")
    rng = random.Random(SEED)
    traffic = Traffic(broker.address, CODES, 50, 1_000_000)
    traffic.start()
    loop.start(*options(broker))
    loop.wait_for(lambda event: event["event"] == "round" and event["error"] is None, SECONDS)
    for _ in range(KILLS):
        time.sleep(rng.uniform(5, 60))
        loop.stop(signal.SIGKILL)
        before = len(loop.events)
        loop.start(*options(broker))
        # The next round heals what was left.
        healed = loop.wait_for(lambda event: event["event"] == "round", SECONDS, since=before)
        assert healed["error"] is None, healed
    traffic.end.set()
    traffic.join()
    loop.settle(SECONDS)
    assert loop.stop() == 0
    of_loop = contents(loop)
    assert len(of_loop["events"]) == traffic.written.total()
    refresh(loop)
    assert contents(loop) == of_loop


def test_the_broker_goes_and_comes_back(broker: Broker, loop: LoopProcess) -> None:
    traffic = Traffic(broker.address, CODES, 20, 400)
    traffic.run()
    loop.start(*options(broker))
    loop.wait_for(lambda event: event["event"] == "round" and event["records"] > 0, SECONDS)
    broker.kill()
    failed = loop.wait_for(lambda event: event["event"] == "landing", SECONDS)
    assert "trying again in" in failed["text"]
    broker.start()
    more = Traffic(broker.address, CODES, 20, 400, first=400)
    more.run()
    loop.settle(SECONDS)
    assert loop.stop() == 0
    assert len(contents(loop)["events"]) == traffic.written.total() + more.written.total() == 800
