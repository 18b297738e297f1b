"""Debezium's connector for PostgreSQL, run against a server: typed tables of what it wrote hold what the source held at moments."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

import pytest
from change_engines import Debezium, in_registry
from followed_changes import follow
from postgresql_agreements import COMMON, as_text, interval_parts, iso_interval, money, of, or_null, without_fractions
from registry_text import registry_row, registry_text
from schema_registry import SchemaRegistry
from source_comparison import Agreement, elements, equal, moment
from source_servers import PostgreSQL
from sourced_tables import Moment, Table, as_of, broker_of, compare, declare, generate, landed, removed

from rosetta_cdc.sandbox import Sandbox

pytestmark = pytest.mark.sources

# Connectors by the prefix of their topics: what each does other than by default.
MODES: dict[str, dict[str, str]] = {
    "pg": {
        "signal.data.collection": "public.signals",
        "incremental.snapshot.chunk.size": "16",
        "provide.transaction.metadata": "true",
        "heartbeat.interval.ms": "500",
        "notification.enabled.channels": "sink",
        "notification.sink.topic.name": "pg.notifications",
        # Else a NULL of a column with a default is sent as the default.
        "value.converter.replace.null.with.default": "false",
    },
    "pg_plain": {},
    "pg_text": {
        "decimal.handling.mode": "string",
        "time.precision.mode": "isostring",
        "binary.handling.mode": "base64",
        "interval.handling.mode": "string",
        "hstore.handling.mode": "map",
    },
    "pg_double": {"decimal.handling.mode": "double", "time.precision.mode": "connect", "binary.handling.mode": "hex"},
    "pg_micro": {"time.precision.mode": "microseconds", "binary.handling.mode": "base64-url-safe", "include.unknown.datatypes": "true"},
    "pg_nano": {"time.precision.mode": "nanoseconds", "column.propagate.source.type": ".*"},
    # Kafka keys that are the bare value of the one key column.
    "pg_bare": {
        "transforms": "key",
        "transforms.key.type": "org.apache.kafka.connect.transforms.ExtractField$Key",
        "transforms.key.field": "id",
        "provide.transaction.metadata": "true",
        "value.converter.replace.null.with.default": "false",
    },
    "pg_flat": {},
    "pg_avro": {},
}
WRITERS = {"pg_plain": "json", "pg_flat": "flat", "pg_avro": "avro"}
FORMATS = {"flat": "debezium_flat", "avro": "debezium_avro"}
PRIMARY_KEYS = {"pg_bare": "id"}
# Connectors of all tables; that some have no key says the registry.
WHOLE = ("pg", "pg_plain")
# Their messages do not say how values are written.
WITHOUT_SCHEMA = ("pg_plain",)
DATABASE = PostgreSQL.database
TYPES = "public[.]type_.*,public[.]finished"
# Of the connectors that write otherwise: tables whose changes have all that messages differ by.
FORMS = f"{TYPES},public[.](orders|order_lines|toasted|moved|moved_full|altered|by_index|date_keys)"
# Of the one with bare keys: those whose key is id.
OF_ID = f"{TYPES},public[.](orders|toasted|moved|altered)"


REGISTRY = registry_text(
    [
        *(registry_row(number, f"{prefix}[.]public[.]keyless.*", "debezium", prefix, "*", "") for number, prefix in enumerate(WHOLE, 1)),
        # Where the default of a column stands for NULL, it does so in the image before a change, too.
        registry_row(3, "pg_plain[.]public[.]orders", "debezium", "pg_plain", "", "replica_identity=default"),
        registry_row(4, "pg_avro[.]public[.]orders", "debezium_avro", "pg_avro", "", "replica_identity=default"),
        *(
            registry_row(
                number,
                f"(__debezium-heartbeat[.])?{prefix}([.].*)?",
                FORMATS.get(WRITERS.get(prefix, ""), "debezium"),
                prefix,
                PRIMARY_KEYS.get(prefix, ""),
                "",
            )
            for number, prefix in enumerate(MODES, 10)
        ),
    ]
)


class Captured(NamedTuple):
    """What became of the source: its rows at moments, the last of them the end."""

    moments: list[Moment]
    keys: dict[str, list[str]]


def connectors(server: PostgreSQL, schema_registry: str) -> dict[str, dict[str, str]]:
    """Return the settings of all connectors."""
    common = {
        "connector.class": "io.debezium.connector.postgresql.PostgresConnector",
        "database.hostname": "127.0.0.1",
        "database.port": str(server.port),
        "database.user": server.user,
        "database.password": "",
        "database.dbname": server.database,
        "plugin.name": "pgoutput",
        "publication.name": "everything",
        "publication.autocreate.mode": "disabled",
        # By default a TRUNCATE is not sent.
        "skipped.operations": "none",
    }
    parts = {"pg_flat": FORMS, "pg_avro": FORMS, "pg_bare": OF_ID}
    return {
        prefix: {
            **common,
            "slot.name": prefix,
            **({} if prefix in WHOLE else {"table.include.list": parts.get(prefix, TYPES)}),
            **(in_registry(schema_registry) if WRITERS.get(prefix) == "avro" else {}),
            **given,
        }
        for prefix, given in MODES.items()
    }


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
        select n.nspname || '.' || c.relname as name, a.attname as key
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
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


@pytest.fixture(scope="module")
def captured(_warehouse: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Captured]:
    """Give what the connectors followed, landed and run."""
    folder = tmp_path_factory.mktemp("postgresql")
    with broker_of(folder) as broker, removed(PostgreSQL()) as server, SchemaRegistry() as schemas:
        engine = Debezium(folder, broker.address, connectors(server, schemas.address), WRITERS, "debezium-postgresql-jars")
        moments = follow(server, engine, "public", lambda: moment_of(server), script="postgresql", position=position)
        keys = keys_of(server)
        schemas.write(folder / "schemas")
        with landed(_warehouse, REGISTRY, broker.address, "pg.*|__debezium-heartbeat.*", folder / "schemas"):
            yield Captured(moments, keys)


def position(source: Mapping[str, object]) -> object:
    """Return the place of a change in PostgreSQL's log."""
    # The default, false, is null where the converter does not write defaults.
    return None if source["snapshot"] not in (None, "false") else source["sequence"]


# What a connector writes otherwise than the others.
OF_MODES: dict[str, dict[str, dict[str, Agreement | None]]] = {
    "pg_plain": {
        # The converter's default: a NULL of a column with a default is sent as the default.
        "public.orders": {"note": lambda text, found: equal(text or "none", found, "string")},
        "public.altered": {"renamed": or_null, "defaulted": or_null},
    },
    # So does Apicurio's, which has no such setting.
    "pg_avro": {"public.orders": {"note": lambda text, found: equal(text or "none", found, "string")}},
    "pg_text": {
        "public.type_numbers": {"c_money": of(money, Decimal)},
        # The type that is declared is string: `declared` makes bytes of it.
        "public.type_bytes": {"c_bytea": of(lambda text: base64.b64encode(bytes.fromhex(text[2:])).decode())},
        "public.type_special": {
            name: lambda text, found: equal(text and text.upper(), found and found.upper(), "string") for name in ("c_numeric", "c_decimal")
        },
        # It has no hour 24.
        "public.type_times": {"c_interval": of(interval_parts, iso_interval), "c_time": of(lambda text: text.replace("24:", "00:"))},
    },
    "pg_double": {
        "public.type_numbers": {"c_money": of(money, Decimal), "c_wider": of(float, float), "c_numeric": of(float, float)},
        "public.type_bytes": {"c_bytea": of(lambda text: text[2:])},
        # Milliseconds: "truncates" (time.precision.mode, connect).
        "public.type_times": {
            name: of(lambda text: moment(text[:23] if text[4] == "-" else text[:12])) for name in ("c_time", "c_timestamp")
        },
        "public.type_special": {
            "c_timestamp": None,
            **{name: lambda text, found: equal(text, found, "double") for name in ("c_numeric", "c_decimal")},
        },
        "public.type_arrays": {"c_timestamp": of(lambda text: [e and moment(e[:23]) for e in elements(text)], elements)},
    },
    "pg_micro": {
        "public.type_bytes": {"c_bytea": of(lambda text: base64.urlsafe_b64encode(bytes.fromhex(text[2:])).decode())},
        # The snapshot shows geometries by another library than the log.
        "public.type_unknown": {
            **{name: of(lambda text: text, as_text) for name in ("c_multirange", "c_tsquery", "c_pair", "c_pg_lsn", "c_regclass")},
            **{
                name: of(without_fractions, lambda text: without_fractions(as_text(text)))
                for name in ("c_line", "c_box", "c_path", "c_polygon", "c_circle")
            },
        },
    },
    "pg_nano": {
        # A count of nanoseconds ends in 2262.
        "public.type_special": {"c_timestamp": None},
    },
}
# Tables that have no rows of their own, or are the tests'.
LEFT_OUT = {"public.parted", "public.signals", "public.finished"}


def agreements(prefix: str, table: str) -> dict[str, Agreement | None]:
    """Return how the columns of a table agree with what a connector wrote of it."""
    return {**COMMON.get(table, {}), **OF_MODES.get(prefix, {}).get(table, {})}


def test_typed_tables_hold_what_the_source_holds(captured: Captured, _warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """Every value of every table, of all connectors at the end, of one at four moments; rows of tables without a key as often."""
    tables: dict[str, dict[str, Table]] = {
        prefix: generate(_warehouse, capfd, source=prefix) for prefix in MODES if prefix not in WITHOUT_SCHEMA
    }
    tables["pg_plain"] = declare(_warehouse, tables["pg"], "pg", "pg_plain")
    histories = generate(_warehouse, capfd, source="pg", history=True)
    left_out = {f"{DATABASE}.{name}" for name in LEFT_OUT}
    chosen = {(prefix, name): table for prefix, found in tables.items() for name, table in found.items() if name not in left_out}
    versions = {name: table for name, table in histories.items() if name not in left_out and ".type_" not in name}
    _warehouse.dbt("run", "--select", *(table.name for table in [*chosen.values(), *versions.values()]))
    lines = []
    for (prefix, name), table in chosen.items():
        name = name.removeprefix(f"{DATABASE}.")
        found = compare(_warehouse, table, captured.moments[-1].rows[name], captured.keys.get(name, []), agreements(prefix, name))
        lines += [f"{prefix} {name}: {line}" for line in found]
    for number, kept in enumerate(captured.moments):
        for name, table in versions.items():
            name = name.removeprefix(f"{DATABASE}.")
            found = compare(_warehouse, table, kept.rows[name], captured.keys.get(name, []), agreements("pg", name), as_of(kept))
            lines += [f"moment {number}, {name}: {line}" for line in found]
    assert not lines, "\n".join(lines[:60])
    with_rows = set(captured.moments[-1].rows) - LEFT_OUT - {"public.never_filled"}
    assert {name.removeprefix(f"{DATABASE}.") for name in tables["pg"]} - LEFT_OUT == with_rows


def test_rows_as_of_are_those_of_the_typed_history(captured: Captured, _warehouse: Sandbox) -> None:
    """`cdc_rows_as_of` has as many rows of each table as the source had."""
    for kept in captured.moments:
        query = (
            f"select table_id, sum(equal_rows) as n from {{{{ cdc_rows_as_of('{kept.at}') }}}} "
            "where startswith(table_id, 'pg.') group by table_id"
        )
        code = _warehouse.dbt("compile", "--inline", query).results[0].node.compiled_code
        found = {row.table_id.replace("\\", "").removeprefix(f"pg.{DATABASE}."): row.n for row in _warehouse.spark.sql(code).collect()}
        wanted = {name: len(rows) for name, rows in kept.rows.items() if rows}
        assert {name: n for name, n in found.items() if name not in LEFT_OUT} == {
            name: n for name, n in wanted.items() if name not in LEFT_OUT
        }


def test_nothing_is_lost_or_contradicts(captured: Captured, _warehouse: Sandbox) -> None:
    """Every message is read; what makes no version has a reason."""
    sql = _warehouse.spark.sql
    assert sql("select event_id, error_code, error_detail from cdc.cdc_dead_letters").collect() == []
    assert sql("select * from cdc.cdc_row_contradictions").collect() == []
    unapplied = {
        (row.reason, row.table)
        for row in sql("select reason, regexp_extract(table_id, '[^.]*$', 0) as table from cdc.cdc_unapplied_events").collect()
    }
    # A TRUNCATE of what is empty; the second sending of what came already.
    of_tables = {("nothing_open", "emptied"), ("nothing_open", "never_filled")}
    assert of_tables <= unapplied
    assert {reason for reason, _ in unapplied - of_tables} <= {"copy"}
    events = sql(
        "select op, before['n'] as before, after['n'] as after from cdc.cdc_events "
        "where table_id = 'pg.shop.public.keyless' order by kafka_offset"
    )
    assert [tuple(row) for row in events.collect()] == [
        ("snapshot", None, "1"),
        ("snapshot", None, "2"),
        ("snapshot", None, "2"),
        ("insert", None, "3"),
        ("update", "3", "4"),
        ("delete", "1", None),
    ]
    kinds = {row.event_kind for row in sql("select distinct event_kind from cdc.cdc_events").collect()}
    assert kinds == {"row_change", "tombstone", "truncate", "transaction", "heartbeat", "marker"}
