"""Registries that landing and dbt refuse in the same words; `{row}` is what each calls a row of the file."""

from __future__ import annotations

from rosetta_cdc.formats import declared_formats

# Format codes whose number never restarts, so that `order_by: sequence` may go by it.
LASTING = [code for code, declared in declared_formats().items() if declared.get("order_by_sequence")]

NEEDS_NUMBER = (
    "order_by 'sequence' needs a number that never restarts, which format '%s' does not have; formats that have one are "
    + ", ".join(LASTING)
)

# What an option of every format may say of images.
ROW_IMAGES = "row_image=full, row_image=partial, row_image=partial_as_null"

# The rows of a file, and the error.
REFUSED = [
    (["1,,a,,dtle,,,,arrival,,", "2,,b,,dts_canal,,,,sequence,,"], "{row} 3: " + NEEDS_NUMBER % "dts_canal"),
    (
        ["1,,a,,oms_default,erp,,,sequence,,", "2,,b,,oms_default,erp,,,sequence,,", "3,west,c,,dtle,erp,,,,,"],
        "{row} 4: order_by of source_name 'erp' is 'arrival' here, but 'sequence' in {row} 2; a source has one order",
    ),
    (
        [r"1,,a\..*,x,oms_default,,,,,,", r"2,,a\..*,,oms_default,,,,commit_time,,"],
        r"{row} 3: order_by of topic_pattern 'a\..*' without a source_name is 'commit_time' here, but 'arrival' in {row} 2;"
        " a source has one order",
    ),
    (
        [r"1,,(?<table>a),,dtle,,,,,,", r"2,,\(?<table>(?<tabel>b)(?<x>c),,dtle,,,,,,"],
        r"{row} 3: topic_pattern '\(?<table>(?<tabel>b)(?<x>c)' has a group 'tabel', which is not one of database, schema, table",
    ),
    (
        [r"1,,(?<Table>a),,dtle,,,,,,"],
        "{row} 2: topic_pattern '(?<Table>a)' has a group 'Table', which is not one of database, schema, table",
    ),
]

# What only looks like a group of another name, beside groups that give names.
GROUPS = [
    r"1,,erp[.](?<database>[^.]+)[.](?<schema>[^.]+)[.](?<table>.+),,oms_default,,,,,,",
    r"2,,\(\?<a>x(?=b)(?<!c)(?:d)[(?<e>],,oms_default,,,,,,",
    r"3,,\Q(?<f>\E(?<table>.*),(?<g>x),oms_default,,,,,,",
]

# One order a source: blank is arrival; the same topic of two clusters is two sources, and one with a name is another.
ACCEPTED = [
    "1,,a,,oms_default,erp,,,,,",
    "2,,b,,oms_default,erp,,,arrival,,",
    "3,west,c,x,oms_default,,,,sequence,,",
    "4,west,c,,oms_default,,,,sequence,,",
    "5,east,c,,oms_default,,,,commit_time,,",
    "6,,c,,oms_default,rest,,,,,",
]

# The rows of a file with all columns, and the error.
OPTIONS = [
    (
        ["1,,a,,debezium,,,,,,unavailable_value=gone,,", "2,,b,,dtle,,,,,,unavailable_value=gone,,"],
        "{row} 3: option 'unavailable_value=gone' is not an option of format 'dtle'; write name=value, where name is one of row_image,"
        " key_values, table_names",
    ),
    (
        ["1,,a,,debezium,,,,,,unavailable_value=a=b|placeholder=c,,"],
        "{row} 2: option 'placeholder=c' is not an option of format 'debezium'; write name=value, where name is one of "
        + ", ".join([*declared_formats()["debezium"].get("options", {}), "row_image", "key_values", "table_names"]),
    ),
    (["1,,a,,canal,,,,,,row_image=minimal,,"], f"{{row}} 2: option 'row_image=minimal' is not one of {ROW_IMAGES}"),
    (["1,,a,,auto,,,,,,row_image,,"], f"{{row}} 2: option 'row_image' is not one of {ROW_IMAGES}"),
    (
        ["1,,a,,canal,,*,,,,,,", "2,,b,,canal,,id | *,,,,,,"],
        "{row} 3: primary_key 'id | *' has * beside columns; * alone says that the table has no key",
    ),
    (
        ["1,,a,d[.]t_[0-9]+,canal,erp,,,,,,d.t,", "2,,a,d[.]u,canal,,,,,,,d.t,"],
        "{row} 3: target_table 'd.t' needs a source_name and a table_pattern",
    ),
    (["1,,a,,canal,erp,,,,,,d.t,"], "{row} 2: target_table 'd.t' needs a source_name and a table_pattern"),
]
