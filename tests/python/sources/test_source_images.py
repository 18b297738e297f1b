"""Row images of MariaDB: Canal with each binlog_row_image, on a server with names in small letters, and Debezium, which asks for FULL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from change_engines import SOURCES, Canal, Debezium
from kafka_topics import Topics
from registry_text import registry_row, registry_text
from source_comparison import Row
from source_servers import MariaDB
from sourced_tables import broker_of, landed, removed
from test_source_mariadb import connection

from rosetta_cdc.sandbox import Sandbox

pytestmark = pytest.mark.sources

TOPIC = "images"
IMAGES = ("full", "noblob", "minimal")
TABLES = ("orders", "order_lines", "coupons", "emptied", "visits")
REGISTRY = registry_text(
    # Statements name tables as they were typed, rows in small letters.
    registry_row(number, TOPIC, "canal", "ca", key, "table_names=lower", table=table)
    # Canal knows a primary key, no unique one; and who logs minimal images of a table without a key cannot be believed that they are whole.
    for number, (table, key) in enumerate([(".*[.]coupons", "code"), ("(full|noblob)[.]visits", "*"), ("", "")], 1)
)
Rows = dict[tuple[str, str], list[Row]]


def script() -> tuple[str, str]:
    """Return the statements that make the tables, and those that change them."""
    tables, changes = (SOURCES / "mariadb_images.sql").read_text(encoding="utf-8").split("-- moment\n")
    return tables, changes


def in_image(image: str, statements: str) -> str:
    """Return statements that are written with row images of a kind."""
    return f"set session binlog_row_image = '{image}';\n{statements}"


def shown(row: Row) -> Row:
    """Return a row of the source as Canal writes it: a character for each byte."""
    return {name: text and bytes.fromhex(text).decode("latin-1") if name == "attachment" else text for name, text in row.items()}


@pytest.fixture(scope="module")
def source(_warehouse: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rows]:
    """Give the rows of the source, by image and table, of what Canal followed, landed and run."""
    folder = tmp_path_factory.mktemp("images")
    with broker_of(folder) as broker, removed(MariaDB({"lower-case-table-names": 1})) as server:
        canal = Canal(folder, broker.address, TOPIC)
        created, changes = script()
        for image in IMAGES:
            server.execute(f"create database {image}")
            server.execute(in_image(image, created), database=image)
        server.execute("create table finished (id int primary key)")
        try:
            canal.run(server, "(shop|full|noblob|minimal)[.].*")
            # Without a store of its own for them, Canal reads a table's columns when it needs them: before one is dropped.
            canal.caught_up(server)
            for image in IMAGES:
                server.execute(in_image(image, changes), database=image)
            canal.caught_up(server)
            canal.stop()
        finally:
            canal.kill()
        rows = {(image, table): [shown(row) for row in server.rows(table, image)] for image in IMAGES for table in TABLES}
        with landed(_warehouse, REGISTRY, broker.address, TOPIC):
            yield rows


def found_rows(warehouse: Sandbox, image: str, table: str) -> list[Row]:
    """Return the current rows of a table, each as often as it is there."""
    query = f"select row_image, equal_rows from cdc.cdc_current_rows where table_id = 'ca.{image}.{table}'"
    return [dict(row.row_image) for row in warehouse.spark.sql(query).collect() for _ in range(row.equal_rows)]


def counted(rows: list[Row]) -> Counter[frozenset[tuple[str, str | None]]]:
    """Return how often each row is there; an INSERT without a LOB has no column of it where images are NOBLOB."""
    return Counter(frozenset((name, text) for name, text in row.items() if text is not None) for row in rows)


@pytest.mark.parametrize("image", ["full", "noblob"])
def test_rows_are_those_of_the_source(source: Rows, _warehouse: Sandbox, image: str) -> None:
    """Images that have the key give every row."""
    for table in TABLES:
        assert counted(found_rows(_warehouse, image, table)) == counted(source[image, table]), table


def test_updates_without_a_key_are_listed(source: Rows, _warehouse: Sandbox) -> None:
    """Canal leaves the key out of an update's data where the image is minimal: each is listed, and no row has a value that it never had."""
    query = "select table_id, op, count(*) as n from cdc.cdc_unapplied_events where reason in ('no_key', 'key_column_absent') group by all"
    assert {(row.table_id, row.op): row.n for row in _warehouse.spark.sql(query).collect()} == {
        ("ca.minimal.orders", "update"): 5,
        ("ca.minimal.order_lines", "update"): 2,
        ("ca.minimal.coupons", "update"): 1,
        # The registry does not say that they have no key.
        ("ca.minimal.visits", "insert"): 3,
        ("ca.minimal.visits", "update"): 1,
        ("ca.minimal.visits", "delete"): 1,
    }
    # The key of an inserted, moved or deleted row is there.
    assert {row["id"] for row in found_rows(_warehouse, "minimal", "orders")} == {row["id"] for row in source["minimal", "orders"]}
    # A column of a key that moved, without the other: nothing says so, and nobody has seen the row that moved.
    contradictions = _warehouse.spark.sql("select row_id, contradiction from cdc.cdc_row_contradictions").collect()
    assert [tuple(row) for row in contradictions] == [("ca.minimal.order_lines/line=7", "update_of_closed_row")]


def test_emptied_tables_are_empty(source: Rows, _warehouse: Sandbox) -> None:
    """A statement that names tables in another case than their rows empties them."""
    for image in IMAGES:
        for table in ("carts", "tmpcarts"):
            assert found_rows(_warehouse, image, table) == []


@pytest.mark.parametrize(
    ("of_server", "of_session", "message"),
    [("MINIMAL", "MINIMAL", "binlog_row_image"), ("FULL", "NOBLOB", "row size"), ("FULL", "MINIMAL", "row size")],
)
def test_debezium_ends_at_images_that_lack_columns(tmp_path: Path, of_server: str, of_session: str, message: str) -> None:
    """Of a server that writes such images it reads nothing; where a session does, it ends at the first update: none reaches Kafka."""
    with broker_of(tmp_path) as broker, removed(MariaDB({"binlog-row-image": of_server})) as server:
        server.execute("create table orders (id int primary key, n int, doc text); insert into orders values (1, 1, 'long')")
        engine = Debezium(tmp_path, broker.address, {"de": {**connection(server), "database.server.id": "7"}}, {})
        topics = Topics(broker.address)

        def messages() -> list[bytes]:
            return [message.value or b"" for sent in topics.read("de.shop.orders").values() for message in sent]

        try:
            engine.run()
            if of_server == "FULL":
                engine.wait(lambda: len(messages()) == 1)
            server.execute(in_image(of_session, "insert into orders values (2, 2, 'x'); update orders set n = 10 where id = 1"))
            with pytest.raises(AssertionError, match=message):
                engine.wait(lambda: any(b'"op":"u"' in text for text in messages()))
        finally:
            engine.kill()
        assert not any(b'"op":"u"' in text for text in messages())
