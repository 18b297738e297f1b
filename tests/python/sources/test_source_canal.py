"""Canal's server and its producer for Kafka, run against MariaDB: typed tables of what it wrote hold what the source held at moments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from change_engines import SOURCES, Canal
from mariadb_agreements import CANAL
from source_servers import MariaDB
from sourced_tables import Moment, as_of, broker_of, compare, generate, landed, removed
from test_source_mariadb import DATABASE, LEFT_OUT, Captured, keys_of, moment_of

from rosetta_cdc.sandbox import Sandbox

pytestmark = pytest.mark.sources

TOPIC = "canal"


def follow_with_canal(server: MariaDB, address: str, folder: Path) -> list[Moment]:
    """Run Canal from the first statement through all changes, with a kill, and return what the tables held at moments."""
    canal, tables = Canal(folder, address, TOPIC), rf"{DATABASE}\..*"
    before_kill, after_kill = (SOURCES / "mariadb_changes.sql").read_text(encoding="utf-8").split("-- kill\n")
    *stages, last = before_kill.split("-- moment\n")
    moments = []
    try:
        canal.run(server, tables)
        server.execute((SOURCES / "mariadb.sql").read_text(encoding="utf-8"))
        canal.caught_up(server)
        for stage in stages:
            # Without a store of its own for them, Canal reads a table's columns when it needs them: those of now, not those of the event.
            for statements in re.split("(?m)^(?=alter )", stage):
                server.execute(statements)
                canal.caught_up(server)
            moments.append(moment_of(server))
        seen = len(canal.messages())
        server.execute(last)
        canal.wait(lambda: len(canal.messages()) > seen)
        canal.kill()
        server.execute(after_kill)
        canal.run(server, tables)
        canal.caught_up(server)
        canal.stop()
    finally:
        canal.kill()
    return [*moments, moment_of(server)]


@pytest.fixture(scope="module")
def captured(_warehouse: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Captured]:
    """Give what Canal followed, landed and run."""
    folder = tmp_path_factory.mktemp("canal")
    with broker_of(folder) as broker, removed(MariaDB()) as server:
        moments = follow_with_canal(server, broker.address, folder)
        keys = keys_of(server)
        with landed(_warehouse, f"1,,{TOPIC},,canal,ca,,,,,\n", broker.address, TOPIC):
            yield Captured(moments, keys)


def test_typed_tables_hold_what_the_source_holds(captured: Captured, _warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """Every value of every table, at four moments."""
    tables = generate(_warehouse, capfd, source="ca", history=True)
    chosen = {name.removeprefix(f"{DATABASE}."): table for name, table in tables.items()}
    chosen = {name: table for name, table in chosen.items() if name not in LEFT_OUT}
    _warehouse.dbt("run", "--select", *(table.name for table in chosen.values()))
    lines = []
    for number, kept in enumerate(captured.moments):
        for name, table in chosen.items():
            found = compare(_warehouse, table, kept.rows.get(name, []), captured.keys.get(name, ["id"]), CANAL.get(name, {}), as_of(kept))
            lines += [f"moment {number}, {name}: {line}" for line in found]
    assert not lines, "\n".join(lines[:60])


def test_nothing_is_lost(captured: Captured, _warehouse: Sandbox) -> None:
    """Every message is read."""
    assert _warehouse.spark.sql("select event_id, error_code, error_detail from cdc.cdc_dead_letters").collect() == []
