"""Guided registration: topics without a row are named, with the format that their messages have and the row to add."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from test_vendor_samples import FIXTURES, wrapped

from rosetta_cdc.landing.run import land_files
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.registration import __main__ as register
from rosetta_cdc.registration.notice import notice
from rosetta_cdc.registration.proposal import Proposal, proposals
from rosetta_cdc.registration.unregistered import Topic, look_at, unregistered_topics
from rosetta_cdc.registration.watch import UnregisteredWatch
from rosetta_cdc.registry import read_registry, topics_path_of
from rosetta_cdc.sandbox import REGISTRY_HEADER, Sandbox

# What the samples cannot tell apart: the others of a list are what only a person can know.
TOLD = {
    "dts_canal_legacy": ["dts_canal_legacy", "drs_json"],
    "dts_canal": ["dts_canal", "drs_json_c"],
    "drs_json": ["drs_json"],
    "dts_shareplex": ["dts_shareplex"],
    "oms_default_extend": ["oms_default_extend"],
}


def samples(folder: Path, **names: str) -> Path:
    """Write the vendors' samples to a file, in topics that no row matches: `new.CODE`, or one that is given."""
    lines = []
    for text in (FIXTURES / "records.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(text)
        code = record["topic"].removeprefix("samples.")
        lines.append(json.dumps({**record, "topic": names.get(code, f"new.{code}")}))
    path = folder / "records.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def line(topic: str, offset: int, payload: object) -> str:
    """Return a record as `kcat -J` prints it."""
    text = payload if isinstance(payload, str) or payload is None else json.dumps(payload)
    return json.dumps({"topic": topic, "partition": 0, "offset": offset, "ts": 1700000000000 + offset, "key": None, "payload": text})


def land(warehouse: Sandbox, folder: Path, *lines: str) -> None:
    path = folder / "lines.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    land_files(warehouse.spark, [path])


def canal(kind: str, **fields: object) -> dict:
    return {
        "id": 1,
        "database": "d",
        "table": "t",
        "isDdl": False,
        "type": kind,
        "es": 1,
        "ts": 1,
        "mysqlType": {"a": "int"},
        "data": None,
        "old": None,
    } | fields


def check_that_each_row_is_the_first_of_its_topics(warehouse: Sandbox, made: list[Proposal]) -> None:
    """Rows that are added as they are proposed give each topic its own format and key, and leave a topic without a proposal alone."""
    rows = [proposal for proposal in made if proposal.values]
    warehouse.registry("\n".join([",".join(rows[0].values), *(proposal.line for proposal in rows)]) + "\n")
    registry = read_registry(warehouse.spark)
    for proposal in made:
        for topic in proposal.topics:
            first = next((rule for rule in registry.rules_of(topic.cluster) if rule.matches(topic.name)), None)
            if proposal.values:
                assert first is not None, topic.name
                assert first.values | {"match_order": ""} == proposal.values | {"match_order": ""}, topic.name
                assert registry.format_of(topic.cluster, topic.name) == proposal.format, topic.name
            else:
                assert first is None or not (topic.looks or topic.schema_ids), topic.name


def test_topics_that_begin_alike_have_one_row_that_fits_all(warehouse: Sandbox) -> None:
    """What one topic's messages do not tell, those beside it do; a topic of another format, or of none, is named by itself."""
    any_canal, dts = "canal or dts_canal or dts_canal_legacy", "dts_canal or dts_canal_legacy"

    def topic(name: str, *looks: str, cluster: str = "default") -> Topic:
        return Topic(cluster, name, records=1, looks=Counter(looks))

    def rows(*topics: Topic) -> list[tuple[str, str]]:
        made = proposals(list(topics), path)
        assert sorted(one.name for proposal in made for one in proposal.topics) == sorted(one.name for one in topics)
        check_that_each_row_is_the_first_of_its_topics(warehouse, made)
        return [(proposal.format, proposal.values["topic_pattern"]) for proposal in made if proposal.values]

    path = topics_path_of()
    assert rows(topic("a.t", any_canal), topic("a.u", dts), topic("a.v", any_canal)) == [("dts_canal", r"a\..*")]
    assert rows(topic("a.t", any_canal), topic("a.u", any_canal), topic("a.v", "maxwell")) == [("maxwell", r"a\.v"), ("canal", r"a\..*")]
    assert rows(topic("a.t", "debezium"), topic("a.u", "debezium"), topic("a.v", "unknown")) == [("debezium", r"(?:a\.t|a\.u)")]
    assert rows(topic("a.t", "debezium"), topic("a.u", "debezium"), topic("a.b.t", "unknown")) == [("debezium", r"(?:a\.t|a\.u)")]
    assert rows(topic("a.t", "debezium"), topic("a.u", "debezium"), topic("a.v")) == [("debezium", r"a\..*")]
    assert rows(
        topic("a.t", "debezium"), topic("a.u", "debezium"), topic("a.b.t", "maxwell"), topic("a.b.u", "maxwell"), topic("a.c.t", "ogg")
    ) == [("ogg", r"a\.c\.t"), ("maxwell", r"a\.b\..*"), ("debezium", r"a\..*")]  # fmt: skip
    bare = "debezium without table"
    assert rows(topic("t", bare), topic("u", bare), topic("v", "maxwell")) == [
        ("debezium", "(?<table>t)"), ("debezium", "(?<table>u)"), ("maxwell", "v")
    ]  # fmt: skip
    assert rows(topic("a.t", "debezium"), topic("a.u", bare)) == [("debezium", r"a\.t"), ("debezium", r"a\.(?<table>[^.]+)")]
    assert rows(topic("a.t", "debezium"), topic("a.t", "maxwell", cluster="x")) == [("maxwell", r"a\.t"), ("debezium", r"a\.t")]


def test_each_format_is_told(warehouse: Sandbox, tmp_path: Path) -> None:
    """The vendors' own samples look like the format that they are of, also behind the id of a schema."""
    land_files(warehouse.spark, [samples(tmp_path)])
    warehouse.land(wrapped("behind", b"\0\0\0\0\xff"))
    topics = unregistered_topics(warehouse.spark, read_registry(warehouse.spark))
    look_at(warehouse.spark, topics)
    behind = {topic.name.removeprefix("behind.samples."): topic for topic in topics if topic.name.startswith("behind.")}
    topics = [topic for topic in topics if topic.name.startswith("new.")]
    assert {topic.name.removeprefix("new."): topic.formats for topic in topics} == {code: topic.formats for code, topic in behind.items()}
    assert not any(topic.schema_ids for topic in behind.values())
    told = {topic.name.removeprefix("new."): topic.formats for topic in topics}
    assert told == {code: TOLD.get(code, [code]) for code in told}
    assert len(told) >= 10
    assert all(topic.records for topic in topics)
    made = proposals(topics, topics_path_of())
    assert sum(len(proposal.topics) for proposal in made) == len(topics)
    assert {proposal.format for proposal in made} >= {"dtle", "oms_canal", "dataworks_v1"}


@pytest.mark.thorough
def test_the_layout_of_canal_is_told_by_what_a_tool_alone_writes(warehouse: Sandbox, tmp_path: Path) -> None:
    row, stamp = [{"a": "1"}], {"c": "timestamp"}
    cases = {
        "all": [canal("INSERT", data=row)],
        "open_source": [canal("ALTER", isDdl=True, sql="alter table t add b int")],
        "not_open_source": [canal("DDL", isDdl=True, sql="alter table t add b int")],
        "drs": [canal("INIT_DDL", isDdl=True, sql="create table t (a int)")],
        "bytes": [canal("INSERT", data=[{"b": "[1, -2]"}], mysqlType={"b": "varbinary(3)"})],
        "delete_in_old": [canal("DELETE", old=row)],
        "delete_in_data": [canal("DELETE", data=row)],
        "seconds": [canal("INSERT", data=[{"c": "1600000000.5"}], mysqlType=stamp)],
        "two_of_one": [canal("DELETE", old=row), canal("INSERT", data=[{"b": "[]"}], mysqlType={"b": "blob"})],
        "no_row": [None, "null"],
        # The sinks of Flink SQL and SeaTunnel.
        "flink.canal": [{"data": [{"a": 1}], "type": "INSERT"}],
        "flink.canal_too": [{"data": {"a": 1}, "type": "DELETE"}],
        "flink.maxwell": [{"data": {"a": 1}, "type": "insert"}],
        "flink.debezium": [{"before": None, "after": {"a": 1}, "op": "c"}, {"before": {"a": 1}, "after": None, "op": "d"}],
        "flink.ogg": [{"before": None, "after": {"a": 1}, "op_type": "I"}],
        "flink.named": [{"old": None, "data": [{"a": 1}], "type": "INSERT", "database": "d", "table": "t", "ts": 1}],
        "flink.none": [{"data": "a", "type": "INSERT"}, {"op": "c"}],
    }
    land(warehouse, tmp_path, *(line(f"c.{name}", offset, one) for name, messages in cases.items() for offset, one in enumerate(messages)))
    topics = unregistered_topics(warehouse.spark, read_registry(warehouse.spark))
    look_at(warehouse.spark, topics)
    assert {topic.name.removeprefix("c."): topic.formats for topic in topics} == {
        "all": ["canal", "dts_canal", "dts_canal_legacy", "drs_json", "drs_json_c"],
        "open_source": ["canal"],
        "not_open_source": ["dts_canal", "dts_canal_legacy", "drs_json", "drs_json_c"],
        "drs": ["drs_json", "drs_json_c"],
        "bytes": ["drs_json", "drs_json_c"],
        "delete_in_old": ["dts_canal_legacy", "drs_json"],
        "delete_in_data": ["canal", "dts_canal", "drs_json_c"],
        "seconds": ["drs_json"],
        "two_of_one": ["drs_json"],
        "no_row": [],
        "flink.canal": ["canal"],
        "flink.canal_too": ["canal"],
        "flink.maxwell": ["maxwell"],
        "flink.debezium": ["debezium"],
        "flink.ogg": ["ogg"],
        "flink.named": ["canal", "dts_canal", "dts_canal_legacy", "drs_json", "drs_json_c"],
        "flink.none": [],
    }
    rows = {proposal.line: proposal.hint for proposal in proposals([topic for topic in topics if topic.lacks_table], topics_path_of())}
    lines = [re.sub("^[0-9]+", "", line) for line in rows]
    tables = {"debezium": "(?<table>debezium)", "maxwell": "(?<table>maxwell)", "canal": "(?<table>[^.]+)"}
    assert lines == [rf",,c\.flink\.{pattern},,{code},c,,,,,,," for code, pattern in tables.items()]
    assert all("add a group database" in hint for hint in rows.values())
    check_that_each_row_is_the_first_of_its_topics(warehouse, proposals(topics, topics_path_of()))


@pytest.mark.thorough
def test_topics_are_named_with_their_rows(warehouse: Sandbox, tmp_path: Path) -> None:
    """Topics of one prefix and format share a row; a row missed by case alone is named; bad messages are no format."""
    warehouse.registry(REGISTRY_HEADER + "7,,Erp[.].*,,canal,,,,,,\n8,,known,,auto,,,,,,\n")
    debezium = {"op": "c", "source": {"connector": "mysql", "db": "d", "table": "t"}, "after": {"a": 1}}
    land(
        warehouse, tmp_path,
        line("shop.d.t", 0, debezium), line("shop.d.u", 0, debezium), line("shop.d.u", 1, "damaged"),
        line("erp.x", 0, canal("ALTER", isDdl=True, sql="alter table t add b int")),
        line("known", 0, debezium), line("odd (1)", 0, "damaged"),
    )  # fmt: skip
    told = notice(
        warehouse.spark,
        read_registry(warehouse.spark),
        [("default", name) for name in ("shop.d.t", "shop.d.u", "erp.x", "known", "odd (1)")],
    )
    assert "4 topics have no row in" in told
    assert "row 7 (Erp[.].*) would match but for upper and lower case" in told
    assert r"10,,shop\.d\..*,,debezium,shop,,,,," in told
    assert r"9,,erp\.x,,canal,erp,,,,," in told
    assert "odd (1), 1 record: not JSON" in told
    assert "known" not in told
    assert "damaged" not in told


def test_a_table_without_a_key_is_proposed_so(warehouse: Sandbox, tmp_path: Path) -> None:
    """Where its messages tell; a record without its Kafka key tells it only beside others that have theirs."""
    canal_row, maxwell = {"data": [{"a": "1"}]}, {"database": "d", "table": "t", "type": "insert", "ts": 1, "data": {"a": 1}}
    debezium = {"op": "c", "source": {"connector": "mysql", "db": "d", "table": "t"}, "before": None, "after": {"a": 1}}
    records = [
        ("k.canal.keyed", None, canal("INSERT", pkNames=["a"], **canal_row)),
        ("k.canal.log", None, canal("INSERT", **canal_row)),
        ("k.canal.visits", None, canal("INSERT", **canal_row)),
        ("k.canal.unknown", None, canal("UPDATE", old=[{"a": "0"}], **canal_row)),
        ("k.maxwell.log", '{"database":"d","table":"t","_uuid":"x"}', maxwell),
        ("k.debezium.keyed", '{"a":1}', debezium),
        ("k.debezium.log", None, debezium),
    ]
    lines = [json.loads(line(topic, offset, value)) | {"key": key} for offset, (topic, key, value) in enumerate(records)]
    land(warehouse, tmp_path, *map(json.dumps, lines))
    topics = unregistered_topics(warehouse.spark, read_registry(warehouse.spark))
    look_at(warehouse.spark, topics)
    made = proposals(topics, topics_path_of())
    assert {(proposal.values["topic_pattern"], proposal.values["primary_key"]) for proposal in made} == {
        (r"(?:k\.canal\.log|k\.canal\.visits)", "*"),
        (r"k\.maxwell\.log", "*"),
        (r"k\.debezium\.log", "*"),
        (r"k\.canal\..*", ""),
        (r"k\.debezium\.keyed", ""),
    }
    assert [bool(proposal.values["primary_key"]) for proposal in made] == [True] * 3 + [False] * 2
    assert all(("no row names a key" in proposal.hint) == bool(proposal.values["primary_key"]) for proposal in made)
    (alone,) = proposals([topic for topic in topics if topic.name == "k.debezium.log"], topics_path_of())
    assert alone.values["primary_key"] == ""


def test_rows_are_added_after_asking(
    warehouse: Sandbox, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    warehouse.registry(REGISTRY_HEADER + "1,,a,,canal,,,,,,")
    path = topics_path_of()
    land(warehouse, tmp_path, line("b.c", 0, canal("ALTER", isDdl=True, sql="alter table t add b int")))
    before = path.read_text(encoding="utf-8")
    assert register.main([]) == 1
    assert path.read_text(encoding="utf-8") == before
    assert "nothing was added" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: "n")
    assert register.main([]) == 1
    monkeypatch.setattr("builtins.input", lambda _: "y")
    assert register.main(["--source", "mine"]) == 0
    assert path.read_text(encoding="utf-8") == before + "\n" + r"2,,b\.c,,canal,mine,,,,," + "\n"
    assert register.main([]) == 0
    assert "every topic" in capsys.readouterr().out


def test_a_watch_tells_of_a_topic_once(warehouse: Sandbox, tmp_path: Path) -> None:
    watch = UnregisteredWatch(warehouse.spark, lambda: read_registry(warehouse.spark))
    land(warehouse, tmp_path, line("b.c", 0, canal("INSERT")))
    assert "1 topic has no row" in watch.news()
    land(warehouse, tmp_path, line("b.c", 1, canal("INSERT")))
    assert watch.news() == ""
    land(warehouse, tmp_path, line("b.d", 1, canal("INSERT")))
    news = watch.news()
    assert "b.d" in news
    assert "b.c" not in news


def test_an_avro_schema_that_is_registered_tells_the_format(warehouse: Sandbox) -> None:
    topic = Topic("default", "t", schema_ids=Counter({7: 3}))
    seed = warehouse.project / "seeds" / "cdc_avro_schemas.csv"
    kept = seed.read_text(encoding="utf-8")
    try:
        seed.write_text(kept.rstrip("\n") + '\n,schema_id,7,debezium,"{}",\n', encoding="utf-8")
        [made] = proposals([topic], topics_path_of())
        assert made.format == "debezium_avro"
    finally:
        seed.write_text(kept, encoding="utf-8")
    [made] = proposals([topic], topics_path_of())
    assert not made.values
    assert "register_avro" in made.hint


def test_a_registry_of_the_package_is_not_written(warehouse: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next version of the package would replace it."""
    project = tmp_path / "theirs"
    shutil.copytree(PROJECT / "tests" / "package", project)
    monkeypatch.setenv("DBT_PROJECT_DIR", str(project))
    monkeypatch.delenv("ROSETTA_TOPICS_CSV", raising=False)
    with pytest.raises(Exception, match="belongs to the package"):
        register.main(["--yes"])
