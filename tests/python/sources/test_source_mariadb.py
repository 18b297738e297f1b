"""Debezium's connector for MariaDB, run against a server: typed tables of what it wrote hold what the source held at moments."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pytest
from change_engines import Debezium, in_registry
from followed_changes import follow
from mariadb_agreements import COMMON, OF_MODES
from schema_registry import SchemaRegistry
from source_comparison import Agreement
from source_servers import PASSWORD, MariaDB
from sourced_tables import Moment, Table, as_of, broker_of, compare, declare, generate, landed, removed

from rosetta_cdc.sandbox import Sandbox

pytestmark = pytest.mark.sources

# Connectors by the prefix of their topics: what each does other than by default.
MODES: dict[str, dict[str, str]] = {
    "ma": {
        "signal.data.collection": "shop.signals",
        "incremental.snapshot.chunk.size": "16",
        "provide.transaction.metadata": "true",
        "heartbeat.interval.ms": "500",
        "notification.enabled.channels": "sink",
        "notification.sink.topic.name": "ma.notifications",
        # Else a NULL of a column with a default is sent as the default.
        "value.converter.replace.null.with.default": "false",
    },
    "ma_plain": {"value.converter.replace.null.with.default": "false"},
    "ma_text": {"decimal.handling.mode": "string", "time.precision.mode": "isostring", "bigint.unsigned.handling.mode": "precise"},
    "ma_double": {"decimal.handling.mode": "double", "time.precision.mode": "connect", "binary.handling.mode": "hex"},
    "ma_micro": {"time.precision.mode": "microseconds", "bigint.unsigned.handling.mode": "precise"},
    "ma_nano": {"time.precision.mode": "nanoseconds", "column.propagate.source.type": ".*"},
    "ma_flat": {},
    "ma_avro": {},
}
WRITERS = {"ma_plain": "json", "ma_flat": "flat", "ma_avro": "avro"}
FORMATS = {"flat": "debezium_flat", "avro": "debezium_avro"}
# Their messages do not say how values are written.
WITHOUT_SCHEMA = ("ma_plain",)
DATABASE = MariaDB.database
# Schema changes are not flattened.
REGISTRY = "1,,ma_flat,,debezium,ma_flat,,,,,\n" + "".join(
    f"{number},,(__debezium-heartbeat[.])?{prefix}([.].*)?,,{FORMATS.get(WRITERS.get(prefix, ''), 'debezium')},{prefix},,,,,\n"
    for number, prefix in enumerate(MODES, 2)
)
# Tables that are the tests', and one whose new name its old rows do not have: RENAME is not followed.
LEFT_OUT = {"signals", "finished", "renamed_before", "renamed_after"}
# Connectors of which only these tables are compared.
OF_TYPES = {prefix: {"type_numbers", "type_times", "type_bytes"} for prefix in ("ma_text", "ma_double", "ma_micro", "ma_nano")}


class Captured(NamedTuple):
    """What became of the source: its rows at moments, the last of them the end."""

    moments: list[Moment]
    keys: dict[str, list[str]]


def connection(server: MariaDB) -> dict[str, str]:
    """Return the settings that say where the connector reads."""
    return {
        "connector.class": "io.debezium.connector.mariadb.MariaDbConnector",
        "database.hostname": "127.0.0.1",
        "database.port": str(server.port),
        "database.user": "cdc",
        "database.password": PASSWORD,
        "database.include.list": server.database,
    }


def connectors(server: MariaDB, schema_registry: str) -> dict[str, dict[str, str]]:
    """Return the settings of all connectors."""
    # By default a TRUNCATE is not sent. After a kill a connector may read a statement again that its history of schemas has: it would stop.
    common = {**connection(server), "skipped.operations": "none", "schema.history.internal.skip.unparseable.ddl": "true"}
    types = "shop[.]type_.*,shop[.]finished"
    # Of the connectors that write otherwise: tables whose changes have all that messages differ by.
    forms = f"{types},shop[.](orders|order_lines|moved|decimal_keys|altered)"
    whole = ("ma", "ma_plain")
    return {
        prefix: {
            **common,
            "database.server.id": str(number),
            **({} if prefix in whole else {"table.include.list": forms if WRITERS.get(prefix) in FORMATS else types}),
            **(in_registry(schema_registry) if WRITERS.get(prefix) == "avro" else {}),
            **given,
        }
        for number, (prefix, given) in enumerate(MODES.items(), 100)
    }


def keys_of(server: MariaDB) -> dict[str, list[str]]:
    """Return the columns by which the connector keys its records, by table: those of the primary key, else of a unique one."""
    query = f"""
        select concat('=', table_name), concat('=', column_name) from information_schema.key_column_usage
        where table_schema = '{DATABASE}' and constraint_name = 'PRIMARY' or table_name = 'unique_key' order by table_name, ordinal_position
    """
    found: dict[str, list[str]] = {}
    for table, column in server.query(query):
        found.setdefault(str(table), []).append(str(column))
    return {**found, "keyless": []}


def moment_of(server: MariaDB) -> Moment:
    """Return what all tables hold now. The binlog has whole seconds: what comes next belongs to a later one."""
    ((now,),) = server.query("select concat('=', now(6))")
    tables = server.query(f"select concat('=', table_name) from information_schema.tables where table_schema = '{DATABASE}'")
    kept = Moment(str(now), {str(name): server.rows(str(name)) for (name,) in tables})
    time.sleep(1.1)
    return kept


def position(source: Mapping[str, object]) -> object:
    """Return the place of a change in the binlog."""
    return None if source["snapshot"] not in (None, "false") else (source["file"], source["pos"], source["row"])


@pytest.fixture(scope="module")
def captured(_warehouse: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Captured]:
    """Give what the connectors followed, landed and run."""
    folder = tmp_path_factory.mktemp("mariadb")
    with broker_of(folder) as broker, removed(MariaDB()) as server, SchemaRegistry() as schemas:
        engine = Debezium(folder, broker.address, connectors(server, schemas.address), WRITERS)
        moments = follow(server, engine, DATABASE, lambda: moment_of(server), script="mariadb", position=position)
        keys = keys_of(server)
        schemas.write(folder / "schemas")
        with landed(_warehouse, REGISTRY, broker.address, "ma.*|__debezium-heartbeat.*", folder / "schemas"):
            yield Captured(moments, keys)


def agreements(prefix: str, table: str) -> dict[str, Agreement | None]:
    """Return how the columns of a table agree with what a connector wrote of it."""
    return {**COMMON.get(table, {}), **OF_MODES.get(prefix, {}).get(table, {})}


def test_typed_tables_hold_what_the_source_holds(captured: Captured, _warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """Every value of every table, of all connectors at the end, of one at four moments."""
    tables: dict[str, dict[str, Table]] = {
        prefix: generate(_warehouse, capfd, source=prefix) for prefix in MODES if prefix not in WITHOUT_SCHEMA
    }
    tables["ma_plain"] = declare(_warehouse, tables["ma"], "ma", "ma_plain")
    histories = generate(_warehouse, capfd, source="ma", history=True)
    chosen = {
        (prefix, name): table
        for prefix, found in tables.items()
        for name, table in ((name.removeprefix(f"{DATABASE}."), table) for name, table in found.items())
        if name not in LEFT_OUT and (prefix not in OF_TYPES or name in OF_TYPES[prefix])
    }
    versions = {name.removeprefix(f"{DATABASE}."): table for name, table in histories.items() if ".type_" not in name}
    versions = {name: table for name, table in versions.items() if name not in LEFT_OUT}
    _warehouse.dbt("run", "--select", *(table.name for table in [*chosen.values(), *versions.values()]))
    lines = []
    for (prefix, name), table in chosen.items():
        found = compare(
            _warehouse, table, captured.moments[-1].rows.get(name, []), captured.keys.get(name, ["id"]), agreements(prefix, name)
        )
        lines += [f"{prefix} {name}: {line}" for line in found]
    for number, kept in enumerate(captured.moments):
        for name, table in versions.items():
            found = compare(
                _warehouse, table, kept.rows.get(name, []), captured.keys.get(name, ["id"]), agreements("ma", name), as_of(kept)
            )
            lines += [f"moment {number}, {name}: {line}" for line in found]
    assert not lines, "\n".join(lines[:60])


def test_nothing_is_lost_or_contradicts(captured: Captured, _warehouse: Sandbox) -> None:
    """Every message is read, none contradicts another; what came twice is known as a copy."""
    sql = _warehouse.spark.sql
    assert sql("select event_id, error_code, error_detail from cdc.cdc_dead_letters").collect() == []
    contradictions = sql("select row_id, contradiction from cdc.cdc_row_contradictions order by row_id").collect()
    # RENAME is not followed: nobody has seen the row under the table's new name.
    assert [tuple(row) for row in contradictions] == [
        (f"{prefix}.shop.renamed_after/id=1", "update_of_closed_row") for prefix in ("ma", "ma_plain")
    ]
    reasons = {row.reason for row in sql("select distinct reason from cdc.cdc_unapplied_events").collect()}
    assert reasons <= {"no_key", "nothing_open", "copy", "ddl_not_applied", "rows_changed_by_ddl"} and "copy" in reasons
