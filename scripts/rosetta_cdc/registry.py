"""The topic registry, by default `seeds/cdc_topics.csv`: read, checked, and asked for the format of a topic."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosetta_cdc.errors import UserError
from rosetta_cdc.formats import declared_formats
from rosetta_cdc.paths import PROJECT, package_folder, project_folder
from rosetta_cdc.variables import variable

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

AUTO = "auto"
ORDERS = ("", "arrival", "sequence", "commit_time")
PATTERNS = ("cluster_pattern", "topic_pattern", "table_pattern")
# Named groups of a topic_pattern, by which it gives names that messages lack.
GROUPS = ("database", "schema", "table")
TOPIC_COLUMNS = (
    "match_order",
    "cluster_pattern",
    "topic_pattern",
    "table_pattern",
    "format",
    "source_name",
    "primary_key",
    "source_time_zone",
    "order_by",
    "load_time",
    "options",
    "target_table",
    "description",
)
# A registry may lack them; then they are blank.
OPTIONAL_COLUMNS = ("options", "target_table")
NULL_CELLS = ("", "null")  # what dbt's reader of seeds takes for NULL


class RegistryError(UserError):
    """A registry that cannot be used. The message names the file, the line and the value."""


@dataclass(frozen=True)
class Rule:
    """One row of the registry: `line` is where it begins, the patterns are compiled by Java."""

    line: int
    match_order: int
    format: str
    values: dict[str, str]
    cluster_pattern: Any
    topic_pattern: Any
    topic_pattern_of_any_case: Any

    def matches(self, topic: str, *, ignores_case: bool = False) -> bool:
        """Return whether the topic's pattern matches a name wholly; a blank one matches all.

        Args:
            topic: Name of the topic.
            ignores_case: Whether upper and lower case of the topic are one.
        """
        return _matches(self.topic_pattern_of_any_case if ignores_case else self.topic_pattern, topic)


def _matches(compiled: Any, name: str) -> bool:
    return compiled is None or compiled.matcher(name).matches()


class Registry:
    """The rules in the order in which they are tried."""

    def __init__(self, path: Path, rules: list[Rule]) -> None:
        self.path = path
        self.rules = sorted(rules, key=lambda rule: rule.match_order)
        # Java is asked once for each cluster, not for each topic.
        self._rules_of: dict[str, list[Rule]] = {}

    def rules_of(self, cluster: str) -> list[Rule]:
        """Return the rules for a Kafka cluster, in the order in which they are tried."""
        if cluster not in self._rules_of:
            self._rules_of[cluster] = [rule for rule in self.rules if _matches(rule.cluster_pattern, cluster)]
        return self._rules_of[cluster]

    def format_of(self, cluster: str, topic: str) -> str:
        """Return the format code of a topic, `auto` if no row names it.

        Rows count up to the first without a `table_pattern`. A topic has one format, whatever
        tables it holds.

        Raises:
            RegistryError: The rows that match the topic name different formats.
        """
        considered: list[Rule] = []
        for rule in self.rules_of(cluster):
            if rule.matches(topic):
                considered.append(rule)
                if not rule.values["table_pattern"]:
                    break
        formats = list(dict.fromkeys(rule.format for rule in considered))
        if len(formats) > 1:
            lines = ", ".join(f"line {rule.line} ({rule.format})" for rule in considered)
            raise RegistryError(
                f"{self.path}: topic {topic!r} of cluster {cluster!r} has more than one format:"
                f" {lines}; all rows of a topic must name the same format"
            )
        return formats[0] if formats else AUTO

    def is_registered(self, cluster: str, topic: str) -> bool:
        """Return whether a row matches a topic."""
        return any(rule.matches(topic) for rule in self.rules_of(cluster))

    def missed_by_case(self, cluster: str, topic: str) -> Rule | None:
        """Return the first row that would match a topic if upper and lower case were one."""
        return next((rule for rule in self.rules_of(cluster) if rule.matches(topic, ignores_case=True)), None)


def read_registry(spark: SparkSession, topics_csv: Path | str | None = None) -> Registry:
    """Read and check the registry.

    Args:
        spark: Session whose Java compiles the patterns, so that they mean the same here and in the
            models.
        topics_csv: The registry; by default that of `topics_path_of`.

    Raises:
        RegistryError: The registry cannot be read, or a row of it cannot be used.
        FormatError: The declarations cannot be read.
    """
    topics_path = topics_path_of(topics_csv)
    formats = declared_formats()
    rules = [_rule(spark, topics_path, line, row, formats) for line, row in read_rows(topics_path, TOPIC_COLUMNS, OPTIONAL_COLUMNS)]
    seen: dict[int, Rule] = {}
    for rule in rules:
        first = seen.setdefault(rule.match_order, rule)
        if first is not rule:
            raise _error(
                topics_path,
                rule.line,
                f"match_order {rule.match_order} is already used in line {first.line}",
            )
    _check_one_order_a_source(topics_path, rules)
    return Registry(topics_path, rules)


def topics_path_of(topics_csv: Path | str | None = None) -> Path:
    """Return the registry's file: the argument, else `ROSETTA_TOPICS_CSV`, else that of the seed."""
    given = topics_csv or os.environ.get("ROSETTA_TOPICS_CSV")
    return Path(given) if given else seed_path()


def seed_name() -> str:
    """Return the name of the seed that is the registry, of the variable `cdc_registry_seed`."""
    return str(variable("cdc_registry_seed"))


def avro_seed_name() -> str:
    """Return the name of the seed with the Avro schemas, of the variable `cdc_avro_seed`."""
    return str(variable("cdc_avro_seed"))


def seed_path() -> Path:
    """Return the file of the seed that is the registry: see `seed_file`."""
    return seed_file(seed_name())


def seed_file(name: str) -> Path:
    """Return a seed's file: in the folder `seeds` of the commands' project, else in that of this one.

    Raises:
        UserError: The project has none, and lacks this one as a package.
    """
    file = f"{name}.csv"
    theirs = next(iter(sorted((project_folder() / "seeds").rglob(file))), None)
    return theirs or package_folder() / "seeds" / file


def check_own(path: Path, variable_name: str) -> None:
    """Check that a seed's file that a command writes is the user's.

    Args:
        path: The file.
        variable_name: Variable that names the seed.

    Raises:
        UserError: It is a file of this package, which the next version of the package would replace.
    """
    if project_folder() != PROJECT and path.resolve().is_relative_to(package_folder()):
        raise UserError(f"{path} belongs to the package: give your project a seed of its own and name it in the variable {variable_name}")


def read_rows(path: Path, columns: tuple[str, ...], optional: tuple[str, ...] = ()) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of a CSV file with the lines on which they begin, the header's line being 1.

    Args:
        path: A CSV file in UTF-8 with a header.
        columns: The names that the header holds, in any order.
        optional: Those of them that it may lack; the rows have them blank.

    Raises:
        RegistryError: The file cannot be read, the header differs, or a row has too many or too few
            cells.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, strict=True)
            begins, header = 1, next(reader, [])
            lacking = [name for name in optional if name not in header]
            if sorted(header + lacking) != sorted(columns):
                raise _error(path, 1, _header_difference(header + lacking, columns))
            begins = reader.line_num + 1
            for cells in reader:
                if cells:
                    if len(cells) != len(header):
                        raise _error(path, begins, f"{len(cells)} cells, but the header has {len(header)}")
                    blank = ("" if cell.strip().lower() in NULL_CELLS else cell for cell in cells)
                    yield begins, dict(zip(header, blank, strict=True)) | dict.fromkeys(lacking, "")
                begins = reader.line_num + 1
    except OSError as error:
        raise RegistryError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RegistryError(f"{path}: not UTF-8 ({error.reason} at byte {error.start})") from error
    except csv.Error as error:
        raise _error(path, begins, str(error)) from error


def header_of(path: Path, columns: tuple[str, ...], optional: tuple[str, ...] = ()) -> list[str]:
    """Return the names of a CSV file's columns, in its order. Arguments and errors: see `read_rows`."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        header = next(csv.reader(file), [])
    lacking = [name for name in optional if name not in header]
    if sorted(header + lacking) != sorted(columns):
        raise _error(path, 1, _header_difference(header + lacking, columns))
    return header


def _header_difference(header: list[str], columns: tuple[str, ...]) -> str:
    missing = [name for name in columns if name not in header]
    extra = [name for name in header if name not in columns]
    if missing:
        return f"column {missing[0]!r} is missing"
    return f"column {extra[0]!r} is unknown" if extra else "a column appears twice"


def _rule(spark: SparkSession, path: Path, line: int, row: dict[str, str], formats: dict[str, dict[str, Any]]) -> Rule:
    order = row["match_order"]
    if not (order.isascii() and order.isdigit() and len(order) < 10):
        raise _error(path, line, f"match_order {order!r} is not a whole number")
    if row["format"] not in (*formats, AUTO):
        raise _error(
            path,
            line,
            f"unknown format {row['format']!r}; known formats are {', '.join(sorted((*formats, AUTO)))}",
        )
    if not row["topic_pattern"]:
        raise _error(path, line, "topic_pattern is blank; write .* for any topic")
    if row["order_by"] not in ORDERS:
        raise _error(path, line, f"order_by {row['order_by']!r} is not one of {', '.join(ORDERS[1:])}")
    lasting = [code for code, declared in formats.items() if declared.get("order_by_sequence")]
    if row["order_by"] == "sequence" and row["format"] not in lasting:
        raise _error(
            path,
            line,
            f"order_by 'sequence' needs a number that never restarts, which format '{row['format']}' does not have;"
            f" formats that have one are {', '.join(lasting)}",
        )
    _check_options(path, line, row, formats)
    key = [name.strip() for name in row["primary_key"].split("|")]
    if "*" in key and key != ["*"]:
        raise _error(path, line, f"primary_key '{row['primary_key']}' has * beside columns; * alone says that the table has no key")
    if row["target_table"] and not (row["source_name"] and row["table_pattern"]):
        raise _error(path, line, f"target_table '{row['target_table']}' needs a source_name and a table_pattern")
    _check_zone(spark, path, line, row["source_time_zone"])
    compiled = {name: _compile(spark, path, line, name, row[name]) for name in PATTERNS}
    _check_groups(spark, path, line, row["topic_pattern"])
    return Rule(
        line=line,
        match_order=int(order),
        format=row["format"],
        values=row,
        cluster_pattern=compiled["cluster_pattern"],
        topic_pattern=compiled["topic_pattern"],
        topic_pattern_of_any_case=_compile(spark, path, line, "topic_pattern", f"(?iu){row['topic_pattern']}"),
    )


def _check_one_order_a_source(path: Path, rules: list[Rule]) -> None:
    """Raise an error for two rows that are surely of one source and order its events differently.

    Without a `source_name` the source is the topic, which rows with the same patterns share. Which
    other patterns match a common topic, only the topics tell: see the data test `sources_have_one_order`.
    """
    seen: dict[tuple[str, ...], Rule] = {}
    for rule in rules:
        named, topics = rule.values["source_name"], rule.values["topic_pattern"]
        key = (named,) if named else (rule.values["cluster_pattern"], topics)
        first = seen.setdefault(key, rule)
        order, first_order = (one.values["order_by"] or "arrival" for one in (rule, first))
        if order != first_order:
            source = f"source_name '{named}'" if named else f"topic_pattern '{topics}' without a source_name"
            raise _error(
                path, rule.line, f"order_by of {source} is '{order}' here, but '{first_order}' in line {first.line}; a source has one order"
            )


def _compile(spark: SparkSession, path: Path, line: int, name: str, pattern: str) -> Any:
    if not pattern:
        return None
    try:
        return spark._jvm.java.util.regex.Pattern.compile(pattern)
    except Exception as error:  # Py4JJavaError, or pyspark's own class around it
        raise _error(path, line, f"{name} '{pattern}' is not a regular expression: {_java_message(error)}") from error


def _check_groups(spark: SparkSession, path: Path, line: int, pattern: str) -> None:
    """Raise an error for a named group that gives no name. Java tells a group from characters that only look like one."""
    for name in dict.fromkeys(re.findall("[?]<([a-zA-Z][a-zA-Z0-9]*)>", pattern)):
        if name not in GROUPS and _compiles(spark, rf"(?:{pattern})\k<{name}>"):
            raise _error(path, line, f"topic_pattern '{pattern}' has a group '{name}', which is not one of {', '.join(GROUPS)}")


def _compiles(spark: SparkSession, pattern: str) -> bool:
    try:
        spark._jvm.java.util.regex.Pattern.compile(pattern)
    except Exception:  # Py4JJavaError, or pyspark's own class around it
        return False
    return True


def _check_options(path: Path, line: int, row: dict[str, str], formats: dict[str, dict[str, Any]]) -> None:
    """Raise an error for an option that neither the row's format nor all formats have, or that has no value or an unknown one."""
    known = list(formats.get(row["format"], {}).get("options", {}))
    common = variable("cdc_common_options")
    for option in row["options"].split("|") if row["options"] else ():
        name, equals, value = option.partition("=")
        if name in common:
            if value not in common[name]:
                values = ", ".join(f"{name}={one}" for one in common[name])
                raise _error(path, line, f"option '{option}' is not one of {values}")
        elif not equals or name not in known:
            advice = f"write name=value, where name is one of {', '.join([*known, *common])}"
            raise _error(path, line, f"option '{option}' is not an option of format '{row['format']}'; {advice}")


def _check_zone(spark: SparkSession, path: Path, line: int, zone: str) -> None:
    if not zone:
        return
    try:
        spark._jvm.java.time.ZoneId.of(zone)
    except Exception as error:
        raise _error(path, line, f"source_time_zone {zone!r} is not a time zone: {_java_message(error)}") from error


def _java_message(error: Exception) -> str:
    java = getattr(error, "java_exception", None)
    text = java.getMessage() if java is not None else str(error)
    return (text or type(error).__name__).splitlines()[0]


def _error(path: Path, line: int, what: str) -> RegistryError:
    return RegistryError(f"{path}, line {line}: {what}")
