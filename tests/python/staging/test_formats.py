"""Formats are declared once: one that cannot be used is named, and a format of one's own has all that those of the project have."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from asked_macros import answers
from example_project import rows
from test_changed_rules import held

from rosetta_cdc.formats import declared_formats, main
from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import DbtFailed, Sandbox
from rosetta_shop.traffic import bench_messages

WRONG: list[tuple[str, object, str]] = [
    ("qlik", {"structure": "true"}, ": model is missing; it must be the name of a model, or null"),
    ("qlik", {"model": None, "modle": "x"}, ": unknown key 'modle'; known keys are model, description, structure, "),
    ("dtle", {"model": None}, ": cdc_formats already declares this code"),
    ("qlik", "stg_qlik", ": model is missing"),
    ("auto", {"model": None}, ": a code must consist of lower-case letters, digits and _, start with a letter, and not be one of auto, "),
    ("Qlik", {"model": None}, ": a code must consist of lower-case letters"),
    ("qlik", {"model": 5}, ".model is '5'; it must be the name of a model, or null"),
    ("qlik", {"model": None, "structure": ""}, ".structure is ''; it must be a SQL condition over message"),
    ("qlik", {"model": None, "binary": "yes"}, ".binary is 'yes'; it must be true or false"),
    ("qlik", {"model": None, "identity": []}, ".identity is '[]'; it must be a list of columns"),
    ("qlik", {"model": None, "identity": ["sequence_number", "scn"]}, ".identity is '['sequence_number', 'scn']'; it must be a list of"),
    ("qlik", {"model": None, "encodings": {"base 64": ["blob"]}}, ".encodings is '{'base 64': ['blob']}'; it must be a dict of notation"),
    ("qlik", {"model": None, "encodings": {"base64": "blob"}}, ".encodings is '{'base64': 'blob'}'; it must be a dict of notation to"),
]

# Qlik Replicate writes an update as one message with both images, and numbers the changes of a task.
MODEL = (PROJECT / "tests" / "package" / "models" / "staging" / "stg_qlik__qlik_json.sql").read_text(encoding="utf-8")
DECODER = PROJECT / "tests" / "package" / "decoders" / "decode_signed_behind.sql"
DECLARATION: dict[str, Any] = {
    "model": "stg_qlik__qlik_json",
    "structure": "message.message.headers.operation is not null",
    "order_by_sequence": True,
    "identity": ["sequence_number"],
    "encodings": {"hex": ["bytes"]},
}


def test_wrong_declarations_are_named(warehouse: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    """With their key and value, and what it must be; nothing is said of those that the project declares."""
    declared = [["cdc_formats", code, declaration] for code, declaration in declared_formats().items()]
    values = [*declared, *(["cdc_own_formats", code, declaration] for code, declaration, _ in WRONG)]
    said = answers(warehouse, capfd, "variable, code, declaration", "rosetta_cdc.wrong_declaration(variable, code, declaration)", values)
    assert said[: len(declared)] == [""] * len(declared)
    wanted = [what for *_, what in WRONG]
    assert [text[: len(start)] for text, start in zip(said[len(declared) :], wanted, strict=True)] == wanted


@pytest.mark.parametrize(
    ("declaration", "what"),
    [
        ({"model": None, "modle": "x"}, ": unknown key 'modle'"),
        pytest.param({"model": None, "types": {"number": "numeric"}}, ".types.number: 'numeric' is not one of ", marks=pytest.mark.long),
    ],
)
def test_a_command_stops_at_a_wrong_declaration(warehouse: Sandbox, declaration: object, what: str) -> None:
    """With project, file and key, before anything is read."""
    with pytest.raises(DbtFailed) as failure:
        warehouse.dbt("parse", "--vars", json.dumps({"cdc_own_formats": {"qlik": declaration}}))
    assert f"dbt_project.yml of rosetta_cdc, cdc_own_formats.qlik{what}" in " ".join(str(failure.value).split())


def test_a_model_that_does_not_exist_is_named(warehouse: Sandbox) -> None:
    """By dbt itself, before anything is read."""
    with pytest.raises(DbtFailed, match="depends on a node named 'stg_qlik__qlik_json'"):
        warehouse.dbt("parse", "--vars", json.dumps({"cdc_own_formats": {"qlik_json": DECLARATION}}))


def test_a_structure_that_is_no_condition_is_named(warehouse: Sandbox) -> None:
    """By the command that would make the view of it, before anything is read."""
    declare(warehouse, {"qlik_json": {"model": None, "structure": "message.headers.operation is is null"}})
    with pytest.raises(DbtFailed, match=r"cdc_own_formats.qlik_json.structure is 'message.headers.operation is is null'; it must be a SQL"):
        warehouse.dbt("run", "--select", "recognised_messages")


def test_a_column_that_is_none_is_named(warehouse: Sandbox) -> None:
    """A misspelt column of a staging model, and one of another type, when its view would be made, though nothing has landed."""
    declare(warehouse, {"qlik_json": {"model": "stg_qlik__qlik_json"}})
    complete = "message.message.beforeData is not null as before_complete"
    write_model(warehouse, {" as table_name": " as tabel_name", complete: "'yes' as before_complete"})
    with pytest.raises(DbtFailed, match=r"stg_qlik__qlik_json: no column that staged_rows takes.*tabel_name:string,before_complete:string"):
        warehouse.dbt("run", "--empty", "--select", "+stg_qlik__qlik_json")
    write_model(warehouse, {"array_sort(map_keys(key_values)) as declared_key": "'id' as declared_key"})
    with pytest.raises(DbtFailed, match=r"stg_qlik__qlik_json: no column that staged_rows takes.*: declared_key:string`"):
        warehouse.dbt("run", "--select", "stg_qlik__qlik_json")


def declare(warehouse: Sandbox, declarations: dict[str, dict[str, Any]]) -> None:
    """Put formats of one's own into the sandbox's project."""
    path = warehouse.project / "dbt_project.yml"
    text = path.read_text(encoding="utf-8")
    assert text.count("cdc_own_formats: {}") == 1
    path.write_text(text.replace("cdc_own_formats: {}", f"cdc_own_formats: {json.dumps(declarations)}"), encoding="utf-8")


def message(offset: int, operation: str, topic: str, key: dict[str, Any] | None = None, **parts: Any) -> Record:
    """Return a record of the format, whose Kafka key is by default that of the row before the change."""
    at = 1_767_225_600_000 + offset
    image = parts.get("beforeData") or parts.get("data")
    key = key or (image and {"id": image["id"]})
    headers = {"operation": operation, "changeSequence": str(20260101000000000000000000000000000 + offset), "timestamp": at}
    value = json.dumps({"magic": "atMSG", "message": {**parts, "headers": headers}}).encode()
    return Record(topic, 0, offset, at, "create", key and json.dumps(key).encode(), value)


def write_model(warehouse: Sandbox, replaced: dict[str, str] | None = None) -> None:
    """Put the example's staging model into the sandbox's project, with other texts in the place of some that it has."""
    text = MODEL
    for former, present in (replaced or {}).items():
        assert former in text
        text = text.replace(former, present)
    folder = warehouse.project / "models" / "staging" / "qlik"
    folder.mkdir(exist_ok=True)
    (folder / "stg_qlik__qlik_json.sql").write_text(text, encoding="utf-8")


@pytest.mark.thorough
def test_a_format_of_ones_own(warehouse: Sandbox) -> None:
    """Is registered, recognised, read, folded, typed and replayed like those of the project. One without a model loses nothing."""
    declare(warehouse, {"qlik_json": DECLARATION, "qlik_avro": {"model": None}})
    write_model(warehouse)
    columns = "{'id': 'int', 'content': 'binary', 'weight': 'decimal(38,20)'}"
    (warehouse.project / "models" / "parcels.sql").write_text(f"{{{{ cdc_table('qlik', 'parcels', {columns}) }}}}", encoding="utf-8")
    warehouse.registry("1,,d[.]parcels,,qlik_json,qlik,,,sequence,,\n2,,unread,,qlik_avro,,,,,,\n")
    warehouse.dbt("seed")
    first = {"id": 1, "content": "00ff", "weight": 1.10}
    changes = [
        ("INSERT", {"data": first}),
        ("UPDATE", {"data": first | {"content": "0a"}, "beforeData": first}),
    ]
    topics = ("d.parcels", "unknown.parcels")
    records = [message(offset, operation, topic, **parts) for topic in topics for offset, (operation, parts) in enumerate(changes)]
    # The first change again, and one without an operation.
    records += [
        message(0, "INSERT", "d.parcels", data=first)._replace(offset=2),
        Record("d.parcels", 0, 3, 0, "create", None, b"{}"),
        message(0, "INSERT", "unread", data=first),
    ]
    warehouse.land(records)
    warehouse.dbt("run")

    events = warehouse.events()
    assert [(event["source_format"], event["format_basis"], event["op"]) for event in events] == [
        *[("qlik_json", "registry", op) for op in ("insert", "update", "insert", None)],
        *[("qlik_json", "structure", op) for op in ("insert", "update")],
        ("qlik_avro", "registry", None),
    ]
    assert [event["error_code"] for event in events] == [None, None, None, "format_mismatch", None, None, "unsupported_format"]
    history = warehouse.spark.sql("select version_number, op from cdc.cdc_row_history where table_id = 'qlik.parcels' order by 1").collect()
    assert [tuple(row) for row in history] == [(1, "insert"), (2, "update")]
    [row] = warehouse.spark.sql("select id, hex(content) as content, cast(weight as string) as weight from cdc.parcels").collect()
    assert tuple(row) == (1, "0A", "1.10000000000000000000")

    for what in ("{formats: [qlik_json]}", "{dead_letters: true}"):
        warehouse.dbt("run-operation", "replay_records", "--args", what)
        assert warehouse.events() == events


@pytest.mark.long
def test_what_only_kafka_keys_topics_and_own_macros_tell(warehouse: Sandbox) -> None:
    """A row's key before a change of it, its table, and what the values of a type stand for: all as if the messages said it."""
    declare(warehouse, {"qlik_json": DECLARATION | {"encodings": {"hex": ["bytes"], "signed_behind": ["comp3"]}}})
    write_model(warehouse, {"{{ rosetta_cdc.topic_part(-1) }} as table_name,": ""})
    shutil.copy(DECODER, warehouse.project / "macros")
    columns = "{'id': 'int', 'content': 'binary', 'price': 'decimal(9,2)'}"
    table = f"{{{{ cdc_table('qlik', 'd.parcels', {columns}, history=true) }}}}"
    (warehouse.project / "models" / "parcels.sql").write_text(table, encoding="utf-8")
    warehouse.registry(r"1,,(?<database>[^.]+)\.(?<table>[^.]+),d[.]parcels,qlik_json,qlik,,,sequence,," + "\n")
    warehouse.dbt("seed")
    topic = "d.parcels"
    sent = [
        message(0, "INSERT", topic, data={"id": 1, "content": "00ff", "price": "12.5-"}),
        message(1, "UPDATE", topic, key={"id": 1}, data={"id": 2}),
        message(2, "UPDATE", topic, key={"id": 2}, data={"id": 2, "price": "7"}),
        message(3, "HEARTBEAT", topic),
        message(4, "INSERT", topic, data={"id": 3, "content": "", "price": "1+"}),
        message(5, "DELETE", topic, key={"id": 3}),
        Record(topic, 0, 6, 1_767_225_600_006, "create", b'{"id":2}', None),
    ]
    warehouse.land(sent)
    warehouse.dbt("run")

    events = warehouse.events()
    assert [(event["event_kind"], event["table_id"], event["row_key"], event["previous_row_key"]) for event in events] == [
        ("row_change", "qlik.d.parcels", "id=1", None),
        ("row_change", "qlik.d.parcels", "id=2", "id=1"),
        ("row_change", "qlik.d.parcels", "id=2", None),
        ("heartbeat", None, None, None),
        ("row_change", "qlik.d.parcels", "id=3", None),
        ("row_change", "qlik.d.parcels", "id=3", None),
        ("tombstone", "qlik.d.parcels", "id=2", None),
    ]
    assert {(event["key_basis"], event["database_name"]) for event in events if event["table_id"]} == {("kafka_key", "d")}
    assert str(events[0]["sequence_number"]) == events[0]["source_position"] == "20260101000000000000000000000000000"
    made = "select row_key, version_number, op, is_deleted, id, hex(content), cast(price as string), cast_errors.error from cdc.parcels"
    history = f"{made} inner join cdc.cdc_row_history using (row_id, version_number, op, is_deleted) order by row_key, version_number"
    first, moved = (1, "00FF", "-12.50", None), (2, "00FF", "-12.50", None)
    assert [tuple(row) for row in warehouse.spark.sql(history).collect()] == [
        ("id=1", 1, "insert", False, *first),
        ("id=1", 2, "update", True, *first),
        ("id=2", 1, "update", False, *moved),
        ("id=2", 2, "update", False, 2, "00FF", None, ["unreadable"]),
        ("id=2", 3, "tombstone", True, 2, "00FF", None, ["unreadable"]),
        ("id=3", 1, "insert", False, 3, "", "1.00", None),
        ("id=3", 2, "delete", True, 3, "", "1.00", None),
    ]
    warehouse.dbt("run-operation", "replay_records", "--args", "{formats: [qlik_json]}")
    assert warehouse.events() == events


def take_out(project: Path, code: str) -> set[str]:
    """Take a format of ours out of a copy of the project, and return the files that this changed: what they were before puts it back."""
    [model] = (path for path in (project / "models" / "staging").glob(f"*/stg_*__{code}.sql") if path.parent.name != "layouts")
    page = project / "models" / "docs" / f"{code}.md"
    model.unlink()
    page.unlink()
    described, declared = project / "models" / "staging" / "_formats.yml", project / "dbt_project.yml"
    for path, entry in ((described, rf"(?m)^  - name: {model.stem}\n(?:    .*\n|\n)*"), (declared, rf"(?m)^    {code}:\n(?:      .*\n)*")):
        text, number = re.subn(entry, "", path.read_text(encoding="utf-8"))
        assert number == 1
        path.write_text(text, encoding="utf-8")
    return {str(path.relative_to(project)) for path in (model, page, described, declared)}


@pytest.mark.long
def test_a_format_of_ours_out_and_in_again(warehouse: Sandbox) -> None:
    """Four files, and that of its values by hand. Without it its messages are dead letters, which a replay reads once it is there."""
    files = take_out(warehouse.project, "canal") | {"tests/fixtures/type_values/canal.yml"}
    assert len(files) == 5 and all((PROJECT / file).is_file() for file in files)
    warehouse.registry("")
    warehouse.land([*bench_messages(20, ["canal"]), *bench_messages(20, ["dts_shareplex"])])
    warehouse.dbt("seed")
    warehouse.dbt("run", "--select", "+rosetta_cdc.state")
    kinds = "select kafka_topic, source_format, event_kind, error_code, count(*) from cdc.cdc_events group by all order by 1"
    others = ("bench.dts_shareplex", "dts_shareplex", "row_change", None, 20)
    assert rows(warehouse, kinds) == [("bench.canal", "auto", "dead_letter", "unrecognised_format", 20), others]
    for file in files:
        if not file.startswith("tests"):
            shutil.copyfile(PROJECT / file, warehouse.project / file)
    warehouse.dbt("run", "--select", "+cdc_events", "--exclude", "cdc_events")
    warehouse.dbt("run-operation", "replay_records", "--args", "{dead_letters: true}")
    warehouse.dbt("run", "--select", "+rosetta_cdc.state")
    assert rows(warehouse, kinds) == [("bench.canal", "canal", "row_change", None, 20), others]
    found = held(warehouse)
    warehouse.dbt("run", "--select", "+rosetta_cdc.state", "--full-refresh")
    assert held(warehouse) == found


def test_the_list_of_formats(capsys: pytest.CaptureFixture[str]) -> None:
    """Every declared one with its description and options; of those that nothing reads it says so, after the others."""
    assert main([]) == 0
    listed = " ".join(capsys.readouterr().out.split())
    places = {code: f"{listed} ".find(f"{code} {given['description']}"[:60].rstrip()) for code, given in declared_formats().items()}
    assert min(places.values()) >= 0, places
    assert "no model reads it" not in listed
    options = [name for given in declared_formats().values() for name in given.get("options", {})]
    assert options and all(f"Option {name}: " in listed for name in options)


def test_a_format_that_nothing_reads_is_listed_last(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """And it says so."""
    declared = {"qlik_avro": {"model": None, "description": "Qlik."}, "canal": declared_formats()["canal"]}
    monkeypatch.setattr("rosetta_cdc.formats.declared_formats", lambda: declared)
    assert main([]) == 0
    assert "qlik_avro Qlik. (no model reads it" in " ".join(capsys.readouterr().out.split("\n")[-2].split())


def test_the_readme_lists_every_variable() -> None:
    """Each with a default of its own."""
    text = (PROJECT / "macros/README.md").read_text(encoding="utf-8")
    section = text[text.index("## Variables") : text.index("## How an update")]
    variables = yaml.safe_load((PROJECT / "dbt_project.yml").read_text(encoding="utf-8"))["vars"]
    assert re.findall(r"(?m)^\| `(\w+)` \|", section) == sorted(variables, key=re.findall(r"`(cdc_\w+)`", section).index)
