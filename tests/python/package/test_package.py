"""The project as a package of another one: what is theirs stays as the adapter has it, their format and tables are made as ours are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml
from example_project import rows, their_project
from test_changed_rules import held
from test_formats import message
from test_vendor_samples import FIXTURES

from rosetta_cdc.checks.adapter_macros import overridden_macros
from rosetta_cdc.checks.dispatch import dispatch_problems, dispatched_macros
from rosetta_cdc.checks.manifest import read_manifest
from rosetta_cdc.checks.project_rules import EXCEPTIONS, read_exceptions, rule_problems
from rosetta_cdc.dbt_command import invoke
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import DbtFailed, Sandbox


def override(project: Path, **macros: tuple[str, str]) -> None:
    """Make macros, names with arguments and bodies, the only ones of a project."""
    folder = project / "macros"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, (arguments, body) in macros.items():
        (folder / f"{name}.sql").write_text(f"{{% macro {name}({arguments}) -%}}{body}{{%- endmacro %}}\n", encoding="utf-8")


def test_what_is_theirs_stays_so(theirs: Sandbox) -> None:
    """Seeds without types of columns, the adapter's incremental strategies, --empty: none of ours has a say."""
    theirs.dbt("seed", "--select", "colors")
    theirs.dbt("run", "--select", "counted_colors")
    theirs.dbt("run", "--select", "counted_colors")
    assert rows(theirs, "select * from cdc.counted_colors order by name") == [("blue", 3), ("red", 2)]
    theirs.dbt("build", "--empty", "--select", "counted_colors")
    assert not theirs.spark.catalog.tableExists("raw.kafka_messages"), "a command that concerns none of ours makes nothing"
    theirs.dbt("run-operation", "maintain")
    assert rows(theirs, "select * from cdc.colors order by name") == [("blue", 2), ("red", 1)], "no table of Delta's, which is left alone"


def configure(project: Path, **settings: object) -> None:
    """Set what the example's `dbt_project.yml` has of this project's nodes, by their kinds."""
    path = project / "dbt_project.yml"
    known = yaml.safe_load(path.read_text(encoding="utf-8"))
    for kind, setting in settings.items():
        known.setdefault(kind, {})["rosetta_cdc"] = setting
    path.write_text(yaml.safe_dump(known, sort_keys=False), encoding="utf-8")


@pytest.mark.thorough
@pytest.mark.usefixtures("fresh_warehouse")
def test_what_they_set_for_our_nodes(theirs: Sandbox) -> None:
    """Schemas of theirs, tags, a format that is switched off; a refresh of a part of the history is refused there, too."""
    configure(
        theirs.project,
        models={
            "+tags": ["theirs"], "canonical": {"+schema": "events"}, "state": {"+schema": "rows", "internal": {"+schema": "inside"}},
            "staging": {"dtle": {"+enabled": False}},
        },
        seeds={"+schema": "registry"},
        vars={"cdc_raw_schema": "landed", "cdc_own_formats": {}},
    )  # fmt: skip
    (theirs.project / "models" / "parcels.sql").unlink()
    (theirs.project / "models" / "staging" / "stg_qlik__qlik_json.sql").unlink()
    theirs.dbt("seed")
    theirs.land(FIXTURES / "records.jsonl")
    history = ("run", "--select", "+rosetta_cdc.state")
    theirs.dbt(*history)
    with pytest.raises(DbtFailed, match="building only row_states would damage the history"):
        theirs.dbt("run", "--full-refresh", "--select", "row_states")
    theirs.dbt(*history)
    versions = rows(theirs, "select count(*), count(distinct row_id) from cdc_rows.cdc_row_history")
    assert versions[0][0] > 10
    assert rows(theirs, "select mode from cdc_inside.history_runs") == [("full",)]
    dead = rows(theirs, "select distinct error_code from cdc_events.cdc_events where source_format = 'dtle'")
    assert dead == [("unsupported_format",)], "a format that is switched off makes dead letters"
    assert not theirs.spark.catalog.tableExists("cdc.stg_dtle__dtle")
    assert theirs.spark.catalog.tableExists("landed.kafka_messages")
    tagged = theirs.dbt("list", "--select", "tag:theirs", "--resource-type", "model")
    assert any("cdc_events" in name for name in tagged)


@pytest.mark.long
def test_their_format_and_table(theirs: Sandbox) -> None:
    """Messages of their format are recognised by its structure, read and folded, and a typed table of theirs follows."""
    theirs.dbt("seed")
    first = {"id": 1, "content": "00ff", "weight": 1.10}
    theirs.land([message(0, "INSERT", "d.parcels", data=first)])
    theirs.dbt("run", "--select", "+rosetta_cdc.state", "+parcels")
    theirs.land([message(1, "UPDATE", "d.parcels", data=first | {"content": "0a"}, beforeData=first)])
    theirs.dbt("run", "--select", "+rosetta_cdc.state", "+parcels")
    assert rows(theirs, "select id, hex(content), cast(weight as string) from cdc.parcels") == [(1, "0A", "1.10000000000000000000")]
    assert rows(theirs, "select version_number, op from cdc.cdc_row_history order by 1") == [(1, "insert"), (2, "update")]
    registered = rows(theirs, "select count_if(topic_pattern like '%\\\\\\\\.%'), count_if(primary_key = 'None') from cdc.cdc_topics")
    assert registered[0][0] > 0, "backslashes of the registry are kept"
    assert registered[0][1] == 0


def test_the_rules_of_a_project_find_only_exceptions(rosetta_home: Path, tmp_path: Path) -> None:
    """Those of dbt-project-evaluator, on their project with ours; so are exceptions without a finding or a reason."""
    folder = their_project(tmp_path / "their_shop")
    (folder / "models" / "hidden.sql").write_text("select 1 as one from cdc.colors", encoding="utf-8")
    parsed = invoke(
        "parse", "--project-dir", str(folder), "--profiles-dir", str(PROJECT / "profiles"), "--quiet",
        "--target-path", str(rosetta_home / "target"), "--log-path", str(rosetta_home / "logs"),
    )  # fmt: skip
    assert parsed.success, parsed.exception
    manifest = read_manifest(rosetta_home / "target" / "manifest.json")
    exceptions = read_exceptions(EXCEPTIONS, folder / "project_rules_exceptions.csv")
    unused = {"fct_name": "fct_root_models", "column_name": "child", "id_to_exclude": "parcels", "comment": ""}
    assert list(rule_problems(manifest, [*exceptions, unused])) == [
        "fct_hard_coded_references: model hidden, hard_coded_references cdc.colors",
        "fct_root_models: child hidden",
        "fct_undocumented_models: resource_name hidden",
        "fct_model_naming_conventions: resource_name hidden, model_type other",
        "fct_missing_primary_key_tests: resource_name hidden",
        "exception fct_root_models parcels excludes nothing",
        "exception fct_root_models parcels gives no reason",
    ]
    for model in manifest["nodes"].values():
        if model["resource_type"] == "model" and model["package_name"] == "rosetta_cdc":
            is_internal, is_public = "/internal/" in model["path"], model["name"].startswith("cdc_")
            assert model["access"] == ("private" if is_internal else "public" if is_public else "protected"), model["name"]
            assert model["contract"]["enforced"] or not is_public, model["name"]
            assert all(column["data_type"] for column in model["columns"].values()) or not is_public, model["name"]
            assert model["group"] == "change_events" or model["path"].startswith("examples/"), model["name"]


def test_each_public_macro_can_be_overridden(rosetta_home: Path, tmp_path: Path) -> None:
    """What their project has in its place is called, by either name that dbt looks for, and gets all arguments in their order."""
    macros = dispatched_macros()
    assert {"cdc_table", "cdc_messages", "row_key", "row_hash"} <= set(macros)
    folder = their_project(tmp_path / "their_shop")
    names = {name: f"{('default', 'spark')[number % 2]}__{name}" for number, name in enumerate(macros)}
    override(folder, **{names[name]: ("", f"{{{{ return(['{name}'] + varargs | list) }}}}") for name in macros})
    given = {name: list(range(len(arguments))) for name, arguments in macros.items()}
    calls = ", ".join(f"'{name}': rosetta_cdc.{name}({', '.join(map(str, values))})" for name, values in given.items())
    (folder / "models" / "calls.sql").write_text("{{ config(meta={" + calls + "}) }} select 1 as one", encoding="utf-8")
    parsed = invoke(
        "parse", "--project-dir", str(folder), "--profiles-dir", str(PROJECT / "profiles"), "--quiet", "--no-write-json",
        "--target-path", str(rosetta_home / "target"), "--log-path", str(rosetta_home / "logs"),
    )  # fmt: skip
    assert parsed.success, parsed.exception
    assert parsed.result.nodes["model.their_shop.calls"].config.meta == {name: [name, *values] for name, values in given.items()}


@pytest.mark.long
def test_an_overridden_macro_is_a_changed_rule(theirs: Sandbox) -> None:
    """One that reads messages stops the run, one that folds rows refolds all, one that makes a table makes it anew; so does its going."""
    everything = ("run", "--select", "+rosetta_cdc.state", "+parcels")
    theirs.dbt("seed")
    sent = [
        message(number, "INSERT", "d.parcels", data={"id": number, "content": "00", "weight": 1}) for number in range(6)
    ]
    theirs.land(sent[:2])
    theirs.dbt(*everything)
    events, versions = theirs.events(), held(theirs)["cdc_row_history"]

    theirs.land(sent[2:4])
    body = "{{ rosetta_cdc.default__operation_columns(operation, dict(meanings, insert=['I'], upsert=['INSERT'])) }}"
    override(theirs.project, default__operation_columns=("operation, meanings", body))
    with pytest.raises(DbtFailed, match=r"the SQL that reads .*qlik_json.* has changed since their events were written"):
        theirs.dbt(*everything)
    assert (theirs.events(), held(theirs)["cdc_row_history"]) == (events, versions)

    arguments = "source, table, columns, history, time_zone, shards"
    override(
        theirs.project,
        spark__row_hash=("", "concat('theirs ', {{ rosetta_cdc.default__row_hash() }})"),
        default__cdc_table=(arguments, f"select * from ({{{{ rosetta_cdc.default__cdc_table({arguments}) }}}}) where id <> 1"),
    )
    theirs.dbt(*everything)
    assert rows(theirs, "select count(*), count_if(row_hash like 'theirs %') from cdc.cdc_row_history") == [(4, 4)]
    assert rows(theirs, "select id from cdc.parcels order by 1") == [(0,), (2,), (3,)]
    theirs.land(sent[4:])
    theirs.dbt(*everything)
    modes = [row for (row,) in rows(theirs, "select mode from cdc.history_runs order by applied_at")]
    assert modes == ["full", "full", "incremental"]
    found = held(theirs), rows(theirs, "select * except (applied_at) from cdc.parcels order by id")
    theirs.dbt(*everything, "--full-refresh")
    assert (held(theirs), rows(theirs, "select * except (applied_at) from cdc.parcels order by id")) == found
    override(theirs.project)
    theirs.dbt(*everything)
    assert rows(theirs, "select id from cdc.parcels order by 1") == [(number,) for number in range(6)]
    assert rows(theirs, "select count_if(row_hash like 'theirs %') from cdc.cdc_row_history") == [(0,)]


def test_what_the_checks_of_macros_find(tmp_path: Path) -> None:
    """Names of dbt and its adapter, and macros that hand on something else than they are given."""
    names = {
        "rosetta_cdc": ["row_key", "default__row_key", "spark__drop_table", "test_unique", "materialization_view_spark", "ref", "drop_it"],
        "dbt": ["drop_table", "test_unique", "materialization_view_default"],
        "dbt_spark": ["spark__file_format_clause"],
    }
    macros = {
        f"{package}.{name}": {"package_name": package, "name": name, "resource_type": "macro", "original_file_path": "macros/a.sql"}
        for package, of_package in names.items()
        for name in of_package
    }
    problems = overridden_macros({"metadata": {"project_name": "rosetta_cdc", "adapter_type": "spark"}, "macros": macros})
    assert [line.split()[2] for line in problems] == ["materialization_view_spark", "ref", "spark__drop_table", "test_unique"]

    text = (PROJECT / "macros" / "keys" / "row_key.sql").read_text(encoding="utf-8")
    (tmp_path / "macros").mkdir()
    for former, present in [
        ("", ""),
        ("(primary_key, column_types)) }}", "(column_types, primary_key)) }}"),
        ("default__row_key(primary_key, column_types)", "default__row_key(primary_key, column_types=none)"),
        ("dispatch('row_key', 'rosetta_cdc')", "dispatch('row_id', 'rosetta_cdc')"),
        ("rosetta_cdc.escape_key_text(name)", "rosetta_cdc.default__escape_key_text(name)"),
    ]:
        (tmp_path / "macros" / "row_key.sql").write_text(text.replace(former, present, 1), encoding="utf-8")
        assert len(list(dispatch_problems(tmp_path))) == bool(former), present
