"""One warehouse for the messages of many tests: each contributes a page and looks at what has become of its own.

Nearly all of a run's time is the same for one message and for thousands, so the pages are landed and read together. A page's topics lie
in a Kafka cluster of its own, and its sources have names that no other page's have: no message of one page says anything of another's.
"""

from __future__ import annotations

import csv
import io
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from comparison import assert_a_loss_is_found, in_order
from kept_sandbox import work_in
from landed_together import land_together

from rosetta_cdc.avro.folder import SUFFIX, read_folder, write_seed
from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.registry import TOPIC_COLUMNS
from rosetta_cdc.sandbox import LOAD_COLUMNS, Sandbox

Rows = list[dict[str, Any]]
Portion = Sequence[Record] | Mapping[int, Sequence[Record]]
# What tests look at, by its name; all have the id of an event, which begins with the cluster.
TABLES = (
    "cdc_row_history", "cdc_current_rows", "cdc_unapplied_events", "cdc_row_contradictions", "cdc_history_removed", "cdc_dead_letters",
)  # fmt: skip
# Versions whose columns stand in another order than in their events: asked of Spark, for a map arrives here in any order.
MOVED_COLUMNS = """
    select event_id
    from cdc.cdc_row_history as versions
    join cdc.cdc_events as events using (event_id)
    where not versions.is_deleted and events.after_complete and map_keys(versions.row_image) <> map_keys(events.after)
"""
RELATIONS = {name: f"select * from cdc.{name}" for name in TABLES} | {"moved_columns": MOVED_COLUMNS}
SEED = 63
# Schemas of all pages are more than a view of Derby's holds; the tests' catalog is in memory.
DRIVER = "spark.hadoop.javax.jdo.option.ConnectionDriverName"


@dataclass(frozen=True, eq=False)
class Page:
    """What one test contributes.

    `name` is the Kafka cluster in which its records are landed, `registry` the rows of the registry for it (their `cluster_pattern` is
    left to the atlas), `portions` the records of the first run and, perhaps, of those that follow (by the incarnation of their topics, if
    it is not 0), `models` the SQL of models by their names, `asked` which rows of further tables are its own, as conditions by the tables'
    names, and `schemas` Avro schemas by the names of their files. `is_refreshed`: a full refresh of the history follows the runs.
    """

    name: str
    registry: str
    portions: Sequence[Portion]
    models: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, str] = field(default_factory=dict)
    schemas: Mapping[str, str] = field(default_factory=dict)
    is_refreshed: bool = False

    def tables(self) -> dict[str, str]:
        """Return which rows are this page's own in tables that other pages do not look at: conditions by the tables' names."""
        return dict.fromkeys(self.models, "true") | dict(self.asked)


@dataclass(frozen=True)
class Found:
    """What has become of a page: its events without the load columns, sorted by their id, and rows by the name of their relation.

    `earlier` is what had become of it after the run of each of its portions but the last, `refreshed` what a full refresh has made of it.
    """

    events: Rows
    relations: Mapping[str, Rows]
    earlier: tuple[Found, ...] = ()
    refreshed: Found | None = None

    def of_topic(self, topic: str) -> Rows:
        """Return the events of a topic in the order of its messages and their rows."""
        found = [event for event in self.events if event["kafka_topic"] == topic]
        return sorted(found, key=lambda event: (event["kafka_offset"], event["row_index"]))

    def rows(self, relation: str, *columns: str) -> list[tuple[Any, ...]]:
        """Return some columns of a relation's rows, sorted as SQL sorts them."""
        found = [tuple(row[name] for name in columns) for row in self.relations[relation]]
        return sorted(found, key=lambda row: [(cell is not None, in_order(cell) if isinstance(cell, dict) else cell) for cell in row])

    def doubts(self) -> list[tuple[str, str]]:
        """Return what tells of an event that it is a dead letter, not applied, or contradicts: its id and the doubt."""
        dead = [(event["event_id"], event["error_code"]) for event in self.events if event["error_code"] is not None]
        listed = self.rows("cdc_unapplied_events", "event_id", "reason")
        return dead + listed + self.rows("cdc_row_contradictions", "event_id", "contradiction")


class Atlas:
    """Gives what has become of pages: of all in one warehouse or, if they are to be `apart`, of each in a warehouse of its own.

    A page that is not among those of the beginning has a warehouse of its own, too.
    """

    def __init__(self, sandbox: Sandbox, pages: Iterable[Page], *, apart: bool) -> None:
        """Build the warehouse of all pages, unless they are to be apart."""
        self.sandbox = sandbox
        self.apart = apart
        self.found = {} if apart else build(sandbox, list(pages))

    def of(self, page: Page) -> Found:
        """Return what has become of a page."""
        if page not in self.found:
            alone = page
            if self.apart:
                print(f"seed {SEED}")
                rng = random.Random(SEED)
                alone = replace(page, portions=[in_other_order(portion, rng) for portion in page.portions])
            [self.found[page]] = build(self.sandbox, [alone]).values()
        return self.found[page]


def pages_of(items: Iterable[pytest.Item]) -> list[Page]:
    """Return the pages in the modules of those tests that use the atlas, each once."""
    modules = dict.fromkeys(item.module for item in items if "atlas" in getattr(item, "fixturenames", ()))
    return list(dict.fromkeys(given for module in modules for given in vars(module).values() if isinstance(given, Page)))


def in_other_order(portion: Portion, rng: random.Random) -> Portion:
    """Return a portion with its topics in another order."""
    result: dict[int, list[Record]] = {}
    for incarnation, records in by_incarnation(portion).items():
        topics: dict[str, list[Record]] = defaultdict(list)
        for record in records:
            topics[record.topic].append(record)
        shuffled = list(topics.values())
        rng.shuffle(shuffled)
        result[incarnation] = [record for topic in shuffled for record in topic]
    return result


def registry_of(pages: Iterable[Page]) -> str:
    """Return the registry of all pages: the rows of each in their order, for its cluster alone."""
    text = io.StringIO()
    writer = csv.DictWriter(text, TOPIC_COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    number = 0
    for page in pages:
        rules = list(csv.DictReader(io.StringIO(page.registry)))
        assert not any(rule["cluster_pattern"] for rule in rules), f"the cluster of the page {page.name} is its name"
        for rule in sorted(rules, key=lambda rule: int(rule["match_order"])):
            number += 1
            writer.writerow(rule | {"match_order": str(number), "cluster_pattern": re.escape(page.name)})
    return text.getvalue()


def build(sandbox: Sandbox, pages: Sequence[Page]) -> dict[Page, Found]:
    """Land the pages in an emptied warehouse, run after each of their portions, and return what has become of each.

    The data tests that guard completeness and the history find nothing amiss in them, and a full refresh makes the same events.
    """
    assert len({page.name for page in pages}) == len(pages), "two pages have one name"
    with pytest.MonkeyPatch.context() as patch, ExitStack() as at_the_end:
        work_in(sandbox, patch)
        sandbox.reset()
        models = {name: sql for page in pages for name, sql in page.models.items()}
        for name, sql in models.items():
            (sandbox.project / "models" / "typed" / f"{name}.sql").write_text(sql, encoding="utf-8")
        sandbox.registry(registry_of(pages))
        write_schemas(sandbox, pages)
        sandbox.dbt("seed")
        sandbox.spark.conf.set(DRIVER, "of another metastore")
        at_the_end.callback(sandbox.spark.conf.unset, DRIVER)
        runs = []
        began = datetime.now(timezone.utc)
        last = max(len(page.portions) for page in pages) - 1
        for number in range(last + 1):
            # Later ones are prepared before the first, and in raw after it: no clock may decide what is read.
            landed_at = began - timedelta(days=3) if number else began
            portions = {page: page.portions[number] for page in pages if number < len(page.portions)}
            land(sandbox, portions, landed_at)
            tables = dict.fromkeys(name for page in portions for name in page.tables())
            sandbox.dbt("run", "--select", "+rosetta_cdc.state", "cdc_dead_letters", *(f"+{name}" for name in tables))
            runs.append(read(sandbox, [page for page in pages if number == last or len(page.portions) > number + 1]))
        # Some pages have rows without the columns of their keys.
        sandbox.dbt("test", "--select", "test_type:singular", "--exclude", "registered_key_columns_are_sent")
        refresh_events(sandbox)
        refreshed: dict[Page, Found] = {}
        if wanted := [page for page in pages if page.is_refreshed]:
            sandbox.dbt("run", "--full-refresh", "--select", "path:models/state")
            refreshed = read(sandbox, wanted)
        assert_a_loss_is_found(sandbox)
        found = runs.pop()
        return {
            page: replace(found[page], earlier=tuple(run[page] for run in runs if page in run), refreshed=refreshed.get(page))
            for page in pages
        }


def write_schemas(sandbox: Sandbox, pages: Iterable[Page]) -> None:
    """Put the Avro schemas of pages into the seed, each for its page's cluster."""
    with TemporaryDirectory() as folder:
        for page in pages:
            for name, text in page.schemas.items():
                path = Path(folder, page.name, f"{name}{SUFFIX}")
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
        if any(page.schemas for page in pages):
            write_seed(sandbox.project / "seeds" / "cdc_avro_schemas.csv", read_folder(Path(folder)))


def by_incarnation(portion: Portion) -> Mapping[int, Sequence[Record]]:
    """Return the records of a portion by the incarnation of their topics."""
    return portion if isinstance(portion, Mapping) else {0: portion}


def land(sandbox: Sandbox, portions: Mapping[Page, Portion], landed_at: datetime) -> None:
    """Land a portion of each page in its cluster: of one page by a landing, of many without its seconds for each."""
    batches = [(page.name, *batch) for page, portion in portions.items() for batch in sorted(by_incarnation(portion).items())]
    if len(portions) > 1:
        land_together(sandbox, batches, landed_at)
        return
    for cluster, incarnation, records in batches:
        assert sandbox.land(records, cluster=cluster, incarnation=incarnation, landed_at=landed_at).landed == len(records), cluster


def refresh_events(sandbox: Sandbox) -> None:
    """Read all records anew, and compare the events with those of the runs."""
    version = sandbox.spark.sql("describe history cdc.cdc_events limit 1").first().version
    sandbox.run_events("--full-refresh")
    rows = f"select to_json(struct(*)) as event from (select * except ({', '.join(LOAD_COLUMNS)}) from cdc.cdc_events%s)"
    grown, anew = (sandbox.spark.sql(rows % which) for which in (f" version as of {version}", ""))
    differences = [frame.limit(5).collect() for frame in (grown.exceptAll(anew), anew.exceptAll(grown))]
    assert differences == [[], []], differences


def read(sandbox: Sandbox, pages: Sequence[Page]) -> dict[Page, Found]:
    """Return what is in a warehouse of some pages.

    Raises:
        AssertionError: A table has rows or events of two pages.
    """
    if not pages:
        return {}
    clusters = ", ".join(f"'{page.name}'" for page in pages)
    is_wanted = f"substring_index(event_id, '/', 1) in ({clusters})"
    events = by_cluster(sandbox.events(is_wanted))
    relations = {name: by_cluster(rows_of(sandbox, f"select * from ({query}) where {is_wanted}")) for name, query in RELATIONS.items()}
    owners: dict[str, set[str]] = defaultdict(set)
    for parts in (events, *relations.values()):
        for cluster, rows in parts.items():
            for table_id in {row.get("table_id") for row in rows} - {None}:
                owners[table_id].add(cluster)
    shared = {table_id: clusters for table_id, clusters in owners.items() if len(clusters) > 1}
    assert not shared, f"pages of the atlas share tables, so a source of one needs another name: {shared}"
    return {
        page: Found(
            events[page.name],
            {name: parts[page.name] for name, parts in relations.items()}
            | {name: rows_of(sandbox, f"select * from cdc.{name} where {condition}") for name, condition in page.tables().items()},
        )
        for page in pages
    }


def by_cluster(rows: Iterable[dict[str, Any]]) -> dict[str, Rows]:
    """Return rows by the cluster with which the ids of their events begin."""
    parts: dict[str, Rows] = defaultdict(list)
    for row in rows:
        parts[row["event_id"].partition("/")[0]].append(row)
    return parts


def rows_of(sandbox: Sandbox, query: str) -> Rows:
    """Return the rows of a query."""
    return [row.asDict(recursive=True) for row in sandbox.spark.sql(query).collect()]
