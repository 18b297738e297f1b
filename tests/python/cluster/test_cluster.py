"""The project on a Spark cluster, over Thrift: what it makes equals what one machine makes, whatever is killed meanwhile."""

from __future__ import annotations

import random
import re
import subprocess
import time
from collections.abc import Iterator

import pytest
from cluster_side import ClusterSide
from test_mutations import DAMAGES

from rosetta_cdc.cluster.server import SparkCluster
from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.sandbox import Sandbox
from rosetta_shop.formats import ALL, JSON
from rosetta_shop.traffic import bench_messages, registry_rows, shop_day

pytestmark = pytest.mark.cluster

SEED = 23
KINDS = ("model", "seed", "snapshot")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkCluster]:
    """Give a running cluster."""
    started = SparkCluster(tmp_path_factory.mktemp("cluster"))
    started.start()
    yield started
    started.stop()


@pytest.fixture
def side(cluster: SparkCluster, warehouse: Sandbox) -> ClusterSide:
    """Give both warehouses, empty, with a registry that knows all formats."""
    warehouse.registry(registry_rows(ALL) + registry_rows(ALL, "bench", first=5001).partition("\n")[2])
    side = ClusterSide(cluster, warehouse, cluster.folder / "dbt")
    side.sql(*(f"drop schema if exists {schema} cascade" for schema in ("cdc", "raw", "cdc_dbt_test__audit", "compared")))
    return side


def damaged(count: int) -> Iterator[Record]:
    """Yield messages of all formats, half of them damaged."""
    rng = random.Random(SEED)
    for record in bench_messages(count, JSON, SEED, size=500):
        value = record.value
        if value and rng.random() < 0.5:
            value = rng.choice(DAMAGES)(rng, value)
        yield record._replace(value=value)


def test_the_cluster_makes_what_one_machine_makes(side: ClusterSide) -> None:
    """Seeds, models, tests, snapshots and docs, in two runs, damaged messages among them.

    dbt-spark turns ANSI mode off in a session of its own and leaves it on over Thrift, so that both modes are compared, too.
    """
    assert side.sql("set spark.sql.ansi.enabled")[0][1] == "true"
    assert side.sandbox.spark.sql("set spark.sql.ansi.enabled").first()[1] == "true"
    day = list(shop_day(seed=5, messages=60))
    half = len(day) // 2
    # Damage also takes key columns away, which a data test would report.
    all_but_keys = ("build", "--exclude", "registered_key_columns_are_sent")
    for records, commands in ((day[:half], [("seed",), ("run",), ("snapshot",)]), ([*day[half:], *damaged(4_000)], [all_but_keys])):
        side.sandbox.land(records)
        for command in commands:
            side.sandbox.dbt(*command)
            assert side.sandbox.spark.sql("set spark.sql.ansi.enabled").first()[1] == "false"
            output = side.dbt(*command)
            assert "ERROR=0" in output
        differences = side.differences(*KINDS)
        assert not differences, differences
    assert len(side.relations(*KINDS)) > 30
    side.dbt("docs", "generate")
    catalog = (side.folder / "target" / "catalog.json").read_text()
    for _, name in side.relations(*KINDS):
        assert f'"name": "{name}"' in catalog, name


def run_and_kill(side: ClusterSide, kill: object, wait: float) -> int:
    """Start `dbt run`, call `kill` so many seconds after its first model began, and return dbt's exit code."""
    process = side.start("run")
    assert process.stdout is not None
    for line in process.stdout:
        if re.search(r"1 of \d+ START", line):
            break
    time.sleep(wait)
    assert process.poll() is None, "the run ended before anything was killed"
    kill()
    rest, _ = process.communicate(timeout=500)
    print(f"killed after {wait:.1f} s, exit code {process.returncode}: {rest.strip().splitlines()[-1]}")
    return process.returncode


def rerun(side: ClusterSide) -> None:
    """Run again as the user of a killed command does: where it still holds the run lock, the error names how to release it."""
    process = side.start("run")
    output, _ = process.communicate()
    held = re.search(r"release_run_lock --target cluster --args '(\{owner: [^}]+\})'", output)
    if process.returncode and held:
        side.dbt("run-operation", "release_run_lock", "--args", held.group(1))
        side.dbt("run")
        return
    assert process.returncode == 0, output[-8000:]


def test_kills_in_the_middle_of_runs(side: ClusterSide) -> None:
    """A worker and the Thrift server are killed in the middle of `dbt run`: tables stay whole, the rerun equals an undisturbed machine."""
    rng = random.Random(SEED)
    sandbox = side.sandbox
    messages = list(bench_messages(6_000, JSON, SEED, size=500))
    portion = len(messages) // 6
    sandbox.land(messages[:portion])
    sandbox.dbt("seed")
    sandbox.dbt("run")
    side.dbt("seed")
    side.dbt("run")
    failed = 0
    for number in range(1, 6):
        sandbox.land(messages[number * portion : (number + 1) * portion])
        if number <= 2:
            assert run_and_kill(side, side.cluster.workers[number % 2].kill, rng.uniform(6, 18)) == 0, "the other worker goes on"
            side.cluster.start()
        else:
            failed += run_and_kill(side, side.cluster.thrift.kill, rng.uniform(3, 18)) != 0
            side.cluster.start()
            # What is there can be read whole, whether or not the run's statements were executed.
            identities = side.sql("select count(*), count(distinct event_id) from cdc.cdc_events")[0]
            assert identities[0] == identities[1]
        rerun(side)
        sandbox.dbt("run")
        differences = side.differences("model")
        assert not differences, differences
    assert failed


def test_a_server_that_is_not_there_is_named(cluster: SparkCluster, side: ClusterSide) -> None:
    """dbt says within seconds where it looked for a Thrift server; a second start names the first."""
    from rosetta_cdc.daemon import free_port
    from rosetta_cdc.errors import UserError

    with pytest.raises(UserError, match=f"is already running.*{cluster.port}"):
        cluster.start()
    port = free_port()
    nowhere = ClusterSide(type("Nowhere", (), {"port": port})(), side.sandbox, side.folder)
    began = time.monotonic()
    process: subprocess.Popen[str] = nowhere.start("seed")
    output, _ = process.communicate(timeout=120)
    assert process.returncode and str(port) in output, output
    assert time.monotonic() - began < 60
