"""The topic registry as the landing reads it; errors name file, line and value."""

from __future__ import annotations

import re

import pytest
from registry_cases import ACCEPTED, GROUPS, LASTING, OPTIONS, REFUSED

from rosetta_cdc.errors import UserError
from rosetta_cdc.formats import declared_formats
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.registry import OPTIONAL_COLUMNS, TOPIC_COLUMNS, RegistryError, read_registry

# A registry may lack the columns that came later.
HEADER = ",".join(name for name in TOPIC_COLUMNS if name not in OPTIONAL_COLUMNS)


@pytest.fixture
def registry(spark, tmp_path):
    """Give a function that reads a registry of the given rows."""
    path = tmp_path / "topics.csv"

    def read(*rows: str, header: str = HEADER):
        path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
        return read_registry(spark, path)

    return read


def test_the_projects_own_registry_can_be_read(spark):
    registry = read_registry(spark)
    assert registry.path == PROJECT / "seeds" / "cdc_topics.csv"
    assert registry.format_of("nosuch", "no.such.topic") == "auto"
    assert {"dts_canal", "drs_avro", "dtle"} < set(declared_formats())


def test_the_lowest_match_order_wins(registry):
    found = registry(
        "20,,shop\\..*,,dtle,,,,,,",
        "9,west,shop\\.orders,,canal,,,,,,any",
        "",
        '30,,"a{1,2}|b",,dts_canal,,,,,,"two\nlines"',
        "40,null,.*, ,auto,,,,,,",
    )
    assert found.format_of("west", "shop.orders") == "canal"
    assert found.format_of("east", "shop.orders") == "dtle"
    assert found.format_of("west", "shop.orders.x") == "dtle"
    assert found.format_of("west", "myshop.orders") == "auto"
    assert [found.format_of("west", topic) for topic in ("a", "aa", "aaa", "b")] == [
        "dts_canal",
        "dts_canal",
        "auto",
        "dts_canal",
    ]
    assert [rule.line for rule in found.rules] == [3, 2, 5, 7]


def test_patterns_are_those_of_java(registry):
    found = registry(
        r"1,,(?i)\QA.b\E\p{Alpha}++,,dtle,,,,,,",
        r"2,,o'neil\x2d[a-z&&[^x]],,canal,,,,,,",
        r"""3,,"quote""\$\{x\}",,maxwell,,,,,,""",
    )
    assert found.format_of("c", "a.Bcd") == "dtle"
    assert found.format_of("c", "aXBcd") == "auto"
    assert found.format_of("c", "o'neil-y") == "canal"
    assert found.format_of("c", "o'neil-x") == "auto"
    assert found.format_of("c", 'quote"${x}') == "maxwell"


def test_rows_of_one_topic_must_agree(registry):
    rows = [
        "1,,t,db\\.a,dtle,,id,,,,",
        "2,,t,,dtle,,,,,,",
        "3,,t,,canal,,,,,,",
        "4,,u,x,dtle,,,,,,",
    ]
    assert registry(*rows).format_of("c", "t") == "dtle"
    assert registry(*rows).format_of("c", "u") == "dtle"
    found = registry("1,,t,db\\.a,dtle,,id,,,,", "2,,t,,canal,,,,,,")
    expected = r"topic 't' of cluster 'c' has more than one format: line 2 \(dtle\), line 3 \(canal\)"
    with pytest.raises(RegistryError, match=expected):
        found.format_of("c", "t")


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("1,,t,,dts_cannal,,,,,,", "unknown format 'dts_cannal'; known formats are auto, aws_dms"),
        ("1,,t,,,,,,,,", "unknown format ''"),
        ("1,,t(,,dtle,,,,,,", r"topic_pattern 't\(' is not a regular expression: Unclosed group"),
        # The value as it stands in the file, so that it can be searched for.
        (r"1,,t\.(,,dtle,,,,,,", r"topic_pattern 't\\\.\(' is not a regular expression: Unclosed group"),
        ("1,,(?<table>t)(?<table>u),,dtle,,,,,,", r"topic_pattern '.*' is not a regular expression: Named capturing group <table>"),
        ("1,[,t,,dtle,,,,,,", r"cluster_pattern '\[' is not a regular expression"),
        ("1,,t,*,dtle,,,,,,", r"table_pattern '\*' is not a regular expression: Dangling meta"),
        ("1,,,,dtle,,,,,,", "topic_pattern is blank"),
        ("x,,t,,dtle,,,,,,", "match_order 'x' is not a whole number"),
        (",,t,,dtle,,,,,,", "match_order '' is not a whole number"),
        ("0,,t,,dtle,,,,,,", "match_order 0 is already used in line 2"),
        ("1,,t,,dtle,,,Mars/Base,,,", "source_time_zone 'Mars/Base' is not a time zone"),
        ("1,,t,,dtle,,,,sideways,,", "order_by 'sideways' is not one of arrival, sequence"),
        ("1,,t,,dtle", "5 cells, but the header has 11"),
        ('1,,t,,dtle,,,,,,"x"y', "',' expected after"),
    ],
)
def test_an_error_names_file_line_and_value(registry, row, expected):
    with pytest.raises(RegistryError, match=rf"topics\.csv, line 4: {expected}") as raised:
        registry("0,,x,,auto,,,Asia/Shanghai,commit_time,,", "", row)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("code", ["auto", *declared_formats()])
def test_only_numbers_that_last_order_a_source(registry, code):
    row = f"1,,t,,{code},,,,sequence,,"
    if code in LASTING:
        assert registry(row).format_of("c", "t") == code
    else:
        with pytest.raises(RegistryError, match=f"line 2: order_by 'sequence' needs .* which format '{code}' does not have"):
            registry(row)


@pytest.mark.parametrize(("rows", "said"), REFUSED)
def test_an_order_that_cannot_be_is_refused(registry, rows, said):
    with pytest.raises(RegistryError, match=re.escape(f"topics.csv, {said.format(row='line')}") + "$"):
        registry(*rows)


@pytest.mark.parametrize(("rows", "said"), OPTIONS)
def test_columns_that_a_registry_may_lack_are_checked(registry, rows, said):
    with pytest.raises(RegistryError, match=re.escape(f"topics.csv, {said.format(row='line')}") + "$"):
        registry(*rows, header=",".join(TOPIC_COLUMNS))


def test_a_source_has_one_order(registry):
    assert [rule.line for rule in registry(*ACCEPTED).rules] == [2, 3, 4, 5, 6, 7]


def test_groups_that_give_names(registry):
    assert [rule.line for rule in registry(*GROUPS).rules] == [2, 3, 4]


def test_files_that_cannot_be_read(spark, registry, tmp_path):
    with pytest.raises(RegistryError, match=r"nosuch.csv: No such file"):
        read_registry(spark, tmp_path / "nosuch.csv")
    with pytest.raises(RegistryError, match=r"line 1: column 'formatt' is unknown|column 'format' is missing"):
        registry(header=HEADER.replace("format", "formatt"))
    with pytest.raises(RegistryError, match=r"line 1: column 'match_order' is missing"):
        registry(header="")
    (tmp_path / "latin.csv").write_bytes(HEADER.encode() + b"\n1,,\xff,,dtle,,,,,,\n")
    with pytest.raises(RegistryError, match=r"latin.csv: not UTF-8"):
        read_registry(spark, tmp_path / "latin.csv")


def test_declarations_that_cannot_be_read(tmp_path):
    path = tmp_path / "project.yml"
    for text, said in {
        "vars: {cdc_formats: [dtle]}": "the variable cdc_formats must be a dict of format code to declaration",
        "vars: {rosetta_cdc: {cdc_own_formats: {qlik: stg_qlik}}}": "the variable cdc_own_formats must be a dict of format code .*",
        "- vars": "not YAML with variables",
        "vars: [": "not YAML",
    }.items():
        path.write_text(text + "\n")
        with pytest.raises(UserError, match=rf"project.yml: {said}$"):
            declared_formats(path)
    with pytest.raises(UserError, match=r"nosuch.yml: No such file"):
        declared_formats(tmp_path / "nosuch.yml")


def test_formats_of_another_project(registry, tmp_path):
    """Stand before ours, whose own declarations need not be repeated; its registry may name them."""
    path = tmp_path / "project.yml"
    for scope in ("{rosetta_cdc: %s}", "%s"):
        path.write_text("vars: " + scope % "{cdc_own_formats: {qlik: {model: stg_qlik, order_by_sequence: true}}}" + "\n")
        assert list(declared_formats(path)) == ["qlik", *declared_formats()]
    path.write_text("name: theirs\n")
    assert declared_formats(path) == declared_formats()
