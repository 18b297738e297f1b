"""The topic registry as a seed: exact to the last character, and refused with file, row and value where it cannot be used."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from registry_cases import ACCEPTED, GROUPS, OPTIONS, REFUSED

from rosetta_cdc.registry import TOPIC_COLUMNS
from rosetta_cdc.sandbox import REGISTRY_HEADER, DbtFailed, Sandbox

# What the adapter's loading of seeds damages or cannot take: quotes, backslashes, blanks, dollars, percents, Jinja, big integers, NULL.
HOSTILE = r"""(?i) 's ''\s\u0041"\\\d{2,}%s%%\Q${env:HOME} {{ 1+1 }} .*\E[^\p{L}]|订单 """


def registry(*rows: tuple[str, ...]) -> str:
    """Return a registry's CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return REGISTRY_HEADER + text.getvalue()


def test_a_seed_is_exact(warehouse: Sandbox) -> None:
    """Cells arrive as they stand in the file; an empty cell is NULL; 9007199254740993 stays odd."""
    texts = [
        "it's", "'", "''", "\\", "a\\", "\\'", "'); drop table cdc.precious; --", "$1 ${x} `id`", "%s %(a)s %", "{{ 1/0 }} {# #}",
        "a\nb", '"',
    ]  # fmt: skip
    others = [(str(number), "", "a", "", "dtle", "", "", "", "", "", text) for number, text in enumerate(texts, 2)]
    warehouse.registry(registry(("1", "", HOSTILE, "", "dtle", "O'Neil\n\\ ", "a|b", "UTC", "", "", "9007199254740993"), *others))
    warehouse.dbt("seed", "--select", "cdc_topics")
    row, *rest = warehouse.spark.sql("select * from cdc.cdc_topics order by match_order").collect()
    assert row.topic_pattern == HOSTILE
    assert row.source_name == "O'Neil\n\\ "
    assert [row.description for row in rest] == texts
    assert row.description == "9007199254740993"
    assert row.cluster_pattern is None
    assert row.order_by is None
    assert row.match_order == 1


def test_a_registry_of_many_rows(warehouse: Sandbox) -> None:
    """Is loaded whole; what cannot be in it is named, however many rows precede it."""
    rows = [(str(number), "", rf"shop[.]t{number}", "", "dtle", f"s{number}", "", "", "", "", "") for number in range(1200)]
    warehouse.registry(registry(*rows))
    warehouse.dbt("seed", "--select", "cdc_topics")
    assert warehouse.spark.table("cdc.cdc_topics").count() == len(rows)
    warehouse.registry(registry(*rows, ("1200", "", "(?<tabel>a)", "", "dtle", "", "", "", "", "", "")))
    with pytest.raises(DbtFailed, match=r"row 1202: topic_pattern '\(\?<tabel>a\)' has a group 'tabel'"):
        warehouse.dbt("seed", "--select", "cdc_topics")


UNUSABLE = [
    (("1", "", "a", "", "drs_jsn", "", "", "", "", "", ""), "row 3: unknown format 'drs_jsn'"),
    (("1", "", "a(", "", "dtle", "", "", "", "", "", ""), "row 3: topic_pattern 'a(' is not a Java regular expression"),
    (("0", "", "a", "", "dtle", "", "", "", "", "", ""), "row 3: match_order '0' appears twice"),
    (
        ("1", "", "(?<table>a)(?<table>b)", "", "dtle", "", "", "", "", "", ""),
        "row 3: topic_pattern '(?<table>a)(?<table>b)' is not a Java regular expression",
    ),
]
# Each costs a parse of the project.
UNUSABLE_TOO = [
    (("1", "", "a", "[", "dtle", "", "", "", "", "", ""), "row 3: table_pattern '[' is not a Java regular expression"),
    (("1", "", "a", "", "dtle", "", "", "Mars/Phobos", "", "", ""), "row 3: source_time_zone 'Mars/Phobos' is not a time zone"),
    (("1", "", "a", "", "dtle", "", "", "", "by luck", "", ""), "row 3: order_by 'by luck' is not one of arrival"),
    (("1", "", "a", "", "dtle", "", "", "", "", "soon", ""), "row 3: load_time 'soon' is not a timestamp"),
    (("1", "", "a", "", "dtle", "", "", "", "", "yesterday", ""), "row 3: load_time 'yesterday' is not a timestamp"),
    (("1", "", "a", "", "dtle", "", "", "", "", "12:00:00", ""), "row 3: load_time '12:00:00' is not a timestamp"),
]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        *UNUSABLE[:2],
        *(pytest.param(*one, marks=pytest.mark.thorough) for one in UNUSABLE[2:]),
        *(pytest.param(*one, marks=pytest.mark.long) for one in UNUSABLE_TOO),
    ],
)
def test_an_unusable_row_is_named(warehouse: Sandbox, row: tuple[str, ...], said: str) -> None:
    """The error names file, row and value, and the registry that was there stays."""
    warehouse.registry(registry(("0", "", "good", "", "dtle", "", "", "", "", "", ""), row))
    with pytest.raises(DbtFailed) as failure:
        warehouse.dbt("seed", "--select", "cdc_topics")
    assert f"seeds/cdc_topics.csv {said}" in str(failure.value)


@pytest.mark.parametrize(
    ("rows", "said"), [pytest.param(*one, marks=pytest.mark.long if number % 3 else ()) for number, one in enumerate(REFUSED + OPTIONS)]
)
def test_an_order_that_cannot_be_is_refused(warehouse: Sandbox, rows: list[str], said: str) -> None:
    """In the words of the landing."""
    header = "" if len(rows[0].split(",")) < len(TOPIC_COLUMNS) else ",".join(TOPIC_COLUMNS) + "\n"
    warehouse.registry(header + "\n".join(rows) + "\n")
    with pytest.raises(DbtFailed) as failure:
        warehouse.dbt("seed", "--select", "cdc_topics")
    assert f"seeds/cdc_topics.csv {said.format(row='row')}" in str(failure.value)


def test_a_source_has_one_order(warehouse: Sandbox) -> None:
    """Rows whose sources differ may differ in their order."""
    for accepted in (ACCEPTED, GROUPS):
        warehouse.registry("\n".join(accepted) + "\n")
        warehouse.dbt("seed", "--select", "cdc_topics")
        assert warehouse.spark.table("cdc.cdc_topics").count() == len(accepted)


def test_patterns_match_whole_names_and_the_first_row_wins(warehouse: Sandbox, tmp_path: Path) -> None:
    """Clusters, topics and tables are matched whole; the lowest match_order wins, table by table."""
    warehouse.registry(
        registry(
            ("3", "", "shop.*", "", "dtle", "rest", "", "", "", "", ""),
            ("1", "west", r"shop\.a", "", "dtle", "west", "", "", "", "", ""),
            ("2", "", r"shop\.a", "d.t", "dtle", "table", "k|l", "", "", "", ""),
        )
    )
    lines = [f'{{"topic":"{topic}","partition":0,"offset":0,"payload":"x"}}' for topic in ("shop.a", "shop.ab", "myshop.a")]
    path = tmp_path / "lines.jsonl"
    path.write_text("\n".join(lines))
    for cluster in ("west", "east"):
        warehouse.land(path, cluster=cluster)
    warehouse.dbt("seed")
    warehouse.dbt("run", "--select", "cdc_topic_rules")
    rules = {
        (row.kafka_cluster, row.kafka_topic): [rule.source_name for rule in row.topic_rules]
        for row in warehouse.spark.sql("select * from cdc.cdc_topic_rules").collect()
    }
    assert rules == {
        ("west", "shop.a"): ["west", "table", "rest"],
        ("west", "shop.ab"): ["rest"],
        ("east", "shop.a"): ["table", "rest"],
        ("east", "shop.ab"): ["rest"],
    }
