"""Debezium's connector for PostgreSQL, run against a server: typed tables of what it wrote hold what the source holds, at the end and at moments before."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from change_engines import SOURCES, Debezium
from kafka_topics import Topics
from source_comparison import Row
from source_servers import PostgreSQL
from sourced_tables import Moment, as_of, compare, generate, land

from rosetta_cdc.broker import Broker
from rosetta_cdc.sandbox import Sandbox

pytestmark = pytest.mark.sources

# Connectors by the prefix of their topics: what each does other than by default.
MODES: dict[str, dict[str, str]] = {
    "pg": {
        "signal.data.collection": "public.signals", "incremental.snapshot.chunk.size": "16", "provide.transaction.metadata": "true", "heartbeat.interval.ms": "500",
        "notification.enabled.channels": "sink", "notification.sink.topic.name": "pg.notifications",
    },
    "pg_plain": {},
    "pg_text": {
        "decimal.handling.mode": "string", "time.precision.mode": "isostring", "binary.handling.mode": "base64", "interval.handling.mode": "string", "hstore.handling.mode": "map",
        "money.fraction.digits": "2",
    },
    "pg_double": {"decimal.handling.mode": "double", "time.precision.mode": "connect", "binary.handling.mode": "hex"},
    "pg_micro": {"time.precision.mode": "microseconds", "binary.handling.mode": "base64-url-safe", "include.unknown.datatypes": "true"},
    "pg_nano": {"time.precision.mode": "nanoseconds"},
}  # fmt: skip
WRITERS = {"pg_plain": "json"}
TYPES = "public[.]type_.*,public[.]finished"


class Captured(NamedTuple):
    """What became of the source: its rows at moments, the last of them the end."""

    moments: list[Moment]
    keys: dict[str, list[str]]


def connectors(server: PostgreSQL) -> dict[str, dict[str, str]]:
    """Return the settings of all connectors."""
    common = {
        "connector.class": "io.debezium.connector.postgresql.PostgresConnector", "database.hostname": "127.0.0.1", "database.port": str(server.port),
        "database.user": server.user, "database.password": "", "database.dbname": server.database, "plugin.name": "pgoutput",
        "publication.name": "everything", "publication.autocreate.mode": "disabled",
        # By default a TRUNCATE is not sent.
        "skipped.operations": "none",
    }  # fmt: skip
    whole = ("pg", "pg_plain")
    return {prefix: {**common, "slot.name": prefix, **({} if prefix in whole else {"table.include.list": TYPES}), **given} for prefix, given in MODES.items()}


def tables_of(server: PostgreSQL) -> dict[str, str]:
    """Return the tables that hold rows, by the rest of their `table_id`, as SQL names them."""
    query = """
        select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('public', 'Other Schema')
    """
    return {str(row["name"]): str(row["quoted"]) for row in server.rows(" ".join(query.split()))}


def keys_of(server: PostgreSQL) -> dict[str, list[str]]:
    """Return the columns of the primary keys by table."""
    query = """
        select n.nspname || '.' || c.relname as name, a.attname as key from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) where i.indisprimary or i.indisreplident
    """
    found: dict[str, list[str]] = {}
    for row in server.rows(" ".join(query.split())):
        found.setdefault(str(row["name"]), []).append(str(row["key"]))
    return found


def moment_of(server: PostgreSQL) -> Moment:
    """Return what all tables hold now."""
    time.sleep(0.05)
    (now,) = server.rows("select clock_timestamp()::timestamp as at")
    kept = Moment(str(now["at"]), {name: server.rows(f"select * from {quoted}") for name, quoted in tables_of(server).items()})
    time.sleep(0.05)
    return kept


def capture(broker: str, server: PostgreSQL, folder: Path) -> Captured:
    """Run the connectors through all changes."""
    server.execute((SOURCES / "postgresql.sql").read_text())
    topics, engine = Topics(broker), Debezium(folder)
    marks = 0

    def caught_up() -> None:
        nonlocal marks
        marks += 1
        server.execute(f"insert into finished values ({marks})")
        waiting = set(MODES)

        def all_there() -> bool:
            for prefix in list(waiting):
                rows = topics.read(f"{prefix}.public.finished").values()
                if any(b'"after":{"id":%d}' % marks in (message.value or b"") for messages in rows for message in messages):
                    waiting.discard(prefix)
            return not waiting

        engine.wait(all_there)

    def is_snapshot_over() -> bool:
        rows = topics.read("pg.notifications").values()
        return any(b"Incremental" in (message.value or b"") and b'"COMPLETED"' in (message.value or b"") for messages in rows for message in messages)

    before_kill, after_kill = (SOURCES / "postgresql_changes.sql").read_text().split("-- kill\n")
    moments = []
    try:
        engine.run(broker, connectors(server), writers=WRITERS)
        caught_up()
        for stage in before_kill.split("-- moment\n"):
            server.execute(stage)
            if "execute-snapshot" in stage:
                engine.wait(is_snapshot_over)
            if stage is not before_kill.split("-- moment\n")[-1]:
                caught_up()
                moments.append(moment_of(server))
        topic = "pg.public.order_lines"
        engine.wait(lambda: sum(map(len, topics.read(topic).values())) > 300)
        engine.kill()
        server.execute(after_kill)
        engine.run(broker, connectors(server), writers=WRITERS)
        caught_up()
        engine.stop()
    finally:
        engine.kill()
    moments.append(moment_of(server))
    return Captured(moments, keys_of(server))
