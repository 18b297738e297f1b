"""Checks that everything in the dbt project is described, and that the YAML fits the SQL.

    python -m rosetta_cdc.checks.documentation [manifest.json]

Reads the manifest that `dbt parse` wrote, by default the one in `DBT_TARGET_PATH`, else in
`dbt/target` under `ROSETTA_HOME`. Prints one line a problem and ends with 1 if there is one:

- a model, seed, snapshot, source, macro, exposure, group, column or argument without a description;
- a model, seed or snapshot whose YAML lists other columns than it returns, as far as its text tells:
  staging models return the columns of the macro `staged_columns`, `cdc_events` those of
  `event_columns`, other models what their last `select` names, seeds the columns of their
  `column_types`, snapshots those of the model that they read, and dbt's;
- a macro whose YAML lists other arguments than its signature; those of `default__x` stand with `x`;
- a macro that another project can override and whose description does not say so, or the reverse.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from rosetta_cdc.checks.manifest import Json, report

EVENT_MODEL = "cdc_events"
DISPATCHES = "return(adapter.dispatch("
OVERRIDABLE = "A project of yours can override it."
# What dbt adds to the columns of a snapshot's relation.
SNAPSHOT_COLUMNS = ["dbt_scd_id", "dbt_updated_at", "dbt_valid_from", "dbt_valid_to"]
# A line of a plain select list: a column, or anything named by `as`.
SELECTED = re.compile(r"^(?:.+ as |(?:\w+\.)?)`?(\w+)`?,?$")


def main(arguments: list[str]) -> int:
    """Check the manifest; print the problems.

    Args:
        arguments: At most the manifest's path.

    Returns:
        0 if there is no problem, else 1.
    """
    return report(documentation_problems, arguments)


def documentation_problems(manifest: Json) -> Iterator[str]:
    """Yield one line for each problem of the project's own resources."""
    project = manifest["metadata"]["project_name"]
    resources = [
        resource
        for kind in ("nodes", "sources", "exposures", "groups", "macros")
        for resource in manifest[kind].values()
        if resource["package_name"] == project
    ]
    macros = {item["name"]: item for item in resources if item["resource_type"] == "macro"}
    event_columns, staged_columns = (literal_keys(macros[name]) for name in ("event_columns", "staged_columns"))
    for resource in sorted(resources, key=lambda item: item["original_file_path"]):
        kind = resource["resource_type"]
        if kind in ("model", "seed", "source"):
            yield from description_problems(resource)
            yield from column_problems(resource, returned_columns(resource, event_columns, staged_columns))
        elif kind == "snapshot":
            read = manifest["nodes"][resource["depends_on"]["nodes"][0]]
            yield from description_problems(resource)
            yield from column_problems(resource, [*read["columns"], *SNAPSHOT_COLUMNS])
        elif kind == "macro":
            yield from description_problems(resource)
            yield from argument_problems(resource)
            if (DISPATCHES in resource["macro_sql"]) != (resource["description"] or "").strip().endswith(OVERRIDABLE):
                yield f"{label(resource)}: the description of an overridable macro, and of no other, must end with '{OVERRIDABLE}'"
        elif kind in ("exposure", "group"):
            yield from description_problems(resource)


def description_problems(resource: Json) -> Iterator[str]:
    """Yield a line if the resource has no description."""
    if not (resource["description"] or "").strip():
        yield f"{label(resource)}: no description"


def column_problems(resource: Json, returned: list[str] | None) -> Iterator[str]:
    """Yield a line for each column that is not described, and for each difference from what is returned, if that is known."""
    columns = resource["columns"]
    if not columns:
        yield f"{label(resource)}: no columns in YAML"
        return
    for column in columns.values():
        if not (column["description"] or "").strip():
            yield f"{label(resource)}: column {column['name']} has no description"
    if returned is not None:
        yield from differences(label(resource), "column", list(columns), returned)


def returned_columns(resource: Json, event_columns: list[str], staged_columns: list[str]) -> list[str] | None:
    """Return the columns of a model or seed in their order, None where its text does not tell."""
    if resource["resource_type"] == "seed":
        return list(resource["config"]["column_types"])
    if resource["resource_type"] != "model":
        return None
    if resource["name"] == EVENT_MODEL:
        return event_columns
    if "staged_rows(" in resource["raw_code"]:
        return staged_columns
    return selected_columns(resource["raw_code"])


def selected_columns(sql: str) -> list[str] | None:
    """Return what the last `select` of a model names, None where it is no plain list."""
    lines = [line.strip() for line in sql.splitlines()]
    if "select" not in lines:
        return None
    first = len(lines) - lines[::-1].index("select")
    names = []
    for line in lines[first:]:
        if line.startswith("from "):
            return names
        match = SELECTED.match(line)
        if match is None:
            return None
        names.append(match.group(1))
    return None


def argument_problems(macro: Json) -> Iterator[str]:
    """Yield a line for each argument without type or description, and for each difference; dbt takes none for generic tests."""
    if macro["name"].startswith(("test_", "default__")):
        return
    for argument in macro["arguments"]:
        for field in ("type", "description"):
            if not (argument[field] or "").strip():
                yield f"{label(macro)}: argument {argument['name']} has no {field}"
    listed = [argument["name"] for argument in macro["arguments"]]
    yield from differences(label(macro), "argument", listed, signature(macro))


def differences(where: str, what: str, listed: list[str], real: list[str]) -> Iterator[str]:
    """Yield a line for each name that only one of two lists has, or one for another order."""
    for name in real:
        if name not in listed:
            yield f"{where}: {what} {name} is not in YAML"
    for name in listed:
        if name not in real:
            yield f"{where}: {what} {name} is in YAML only"
    if sorted(listed) == sorted(real) and listed != real:
        yield f"{where}: YAML has the {what}s in a different order"


def signature(macro: Json) -> list[str]:
    """Return the names of a macro's arguments as its text has them."""
    tree = get_environment(None).parse(macro["macro_sql"])
    return [argument.name for argument in next(tree.find_all(nodes.Macro)).args]


def literal_keys(macro: Json) -> list[str]:
    """Return the keys of the dict that a macro's text holds."""
    tree = get_environment(None).parse(macro["macro_sql"])
    return list(next(tree.find_all(nodes.Dict)).as_const())


def label(resource: Json) -> str:
    """Return how a problem names its resource: file, kind and name."""
    name = resource["name"]
    if resource["resource_type"] == "source":
        name = f"{resource['source_name']}.{name}"
    return f"{resource['original_file_path']}: {resource['resource_type']} {name}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
