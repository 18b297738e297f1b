"""A database whose changes Debezium's connectors follow, from its script of tables through one of changes, in stages, with a kill."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from change_engines import SOURCES, Debezium, inserted
from kafka_topics import Topics
from source_servers import MariaDB, PostgreSQL
from sourced_tables import Moment


def follow(
    server: PostgreSQL | MariaDB,
    engine: Debezium,
    schema: str,
    moment_of: Callable[[], Moment],
    *,
    script: str,
    position: Callable[[Mapping[str, object]], object],
    folder: Path = SOURCES,
) -> list[Moment]:
    """Run the connectors through all changes and return what the tables held at moments, the last of them the end.

    Args:
        server: The source; `SCRIPT.sql` makes its tables, `SCRIPT_changes.sql` its changes.
        engine: The connectors; the first sends notifications, takes signals and writes with a schema.
        schema: What its topics have between prefix and table.
        moment_of: Reads all tables.
        script: Name of the scripts.
        position: Place of a change in the log, by its `source`; none of a snapshot's rows.
        folder: Folder of the scripts.
    """
    topics = Topics(engine.broker)
    first = next(iter(engine.connectors))
    lines = f"{first}.{schema}.order_lines"
    marks = 0

    def caught_up() -> None:
        """Wait until every connector has written what has happened."""
        nonlocal marks
        marks += 1
        server.execute(f"insert into finished values ({marks})")
        waiting = set(engine.connectors)

        def all_there() -> bool:
            for prefix in list(waiting):
                rows = topics.read(f"{prefix}.{schema}.finished").values()
                wanted = inserted(marks, engine.writers.get(prefix, ""))
                if any(wanted in (message.value or b"") for messages in rows for message in messages):
                    waiting.discard(prefix)
            return not waiting

        engine.wait(all_there)

    def is_snapshot_over() -> bool:
        rows = topics.read(f"{first}.notifications").values()
        return any(
            b"Incremental" in (message.value or b"") and b'"COMPLETED"' in (message.value or b"")
            for messages in rows
            for message in messages
        )

    def count() -> int:
        return sum(map(len, topics.read(lines).values()))

    def is_redelivered() -> bool:
        """Tell whether a change of a table came twice."""
        values = [json.loads(message.value)["payload"]["source"] for message in topics.read(lines)[lines, 0] if message.value]
        places = [position(source) for source in values if position(source) is not None]
        return len(places) > len(set(places))

    server.execute((folder / f"{script}.sql").read_text(encoding="utf-8"))
    before_kill, after_kill = (folder / f"{script}_changes.sql").read_text(encoding="utf-8").split("-- kill\n")
    *stages, last = before_kill.split("-- moment\n")
    moments = []
    try:
        engine.run()
        caught_up()
        for stage in stages:
            server.execute(stage)
            if "execute-snapshot" in stage:
                engine.wait(is_snapshot_over)
            caught_up()
            moments.append(moment_of())
        # Killed before it has noted how far it came, once at least: from there it sends again. It notes that with the first records after
        # some seconds.
        again = "update order_lines set quantity = quantity + 1 where order_id = 50"
        for attempt in range(8):
            for statements in (last if attempt == 0 else again, again):
                seen = count()
                server.execute(statements)
                engine.wait(lambda seen=seen: count() >= seen + 250)
            engine.kill()
            engine.run()
            caught_up()
            if is_redelivered():
                break
        assert is_redelivered()
        server.execute(after_kill)
        caught_up()
        engine.stop()
    finally:
        engine.kill()
    return [*moments, moment_of()]
