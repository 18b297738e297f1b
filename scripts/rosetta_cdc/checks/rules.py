"""The rules that `project_rules.py` checks the project by: each yields what breaks it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from rosetta_cdc.checks.graph import PREFIXES, Finding, Graph

LEAF_CHILDREN = 3
PARENTS = 7
CHAINED_VIEWS = 5
# After from or join: a.b, a.b.c, a quoted name, or a variable.
HARD_CODED = re.compile(
    r"""(?<!distinct\s)\b(?:from|join)\s+((?:[\[`"']?\w+[\]`"']?\.){1,2}[\[`"']?\w+[\]`"']?(?=\s|$)|[\[`"']\w+[\]`"'](?=\s|$)|\{\{\s*var\s*\([^)]*\)\s*\}\})""",
    re.IGNORECASE,
)


def direct_join_to_source(graph: Graph) -> Iterator[Finding]:
    """Models that read both a source and a model."""
    for parent, child in graph.edges("model"):
        if {"model", "source"} <= {graph.kind(other) for other in graph.parents[child]} and graph.kind(parent) in ("model", "source"):
            yield graph.relation(parent, child)


def duplicate_sources(graph: Graph) -> Iterator[Finding]:
    """Tables that are declared as several sources."""
    places = {key: graph.resources[key]["relation_name"] for key in graph.of_kind("source")}
    for place, count in Counter(places.values()).items():
        if count > 1:
            yield {"source_db_location": place, "source_names": ", ".join(graph.name(key) for key in places if places[key] == place)}


def hard_coded_references(graph: Graph) -> Iterator[Finding]:
    """Models that name a table themselves."""
    for key in graph.of_kind("model"):
        found = HARD_CODED.findall(graph.resources[key]["raw_code"])
        if found:
            yield {"model": graph.name(key), "hard_coded_references": ", ".join(sorted(set(found)))}


def marts_or_intermediate_dependent_on_source(graph: Graph) -> Iterator[Finding]:
    """Models behind staging that read a source."""
    for parent, child in graph.edges("model"):
        if graph.kind(parent) == "source" and graph.model_type(child) in ("marts", "intermediate"):
            yield graph.relation(parent, child)


def model_fanout(graph: Graph) -> Iterator[Finding]:
    """Resources with many models that nothing reads."""
    for parent, children in graph.children.items():
        leaves = [graph.name(child) for child in children if graph.kind(child) == "model" and not graph.children[child]]
        if len(leaves) >= LEAF_CHILDREN:
            yield {"parent": graph.name(parent), "leaf_children": ", ".join(leaves)}


def multiple_sources_joined(graph: Graph) -> Iterator[Finding]:
    """Models that read several sources."""
    for child in graph.of_kind("model"):
        sources = [graph.name(parent) for parent in graph.parents[child] if graph.kind(parent) == "source"]
        if len(sources) > 1:
            yield {"child": graph.name(child), "source_parents": ", ".join(sources)}


def rejoining_of_upstream_concepts(graph: Graph) -> Iterator[Finding]:
    """Models between a parent and a child of theirs alone, where the child reads the parent, too."""
    for between, children in graph.children.items():
        for parent in graph.parents[between]:
            if len(children) == 1 and children[0] in graph.children[parent] and graph.kind(children[0]) != "exposure":
                yield graph.relation(parent, children[0]) | {"parent_and_child": graph.name(between)}


def root_models(graph: Graph) -> Iterator[Finding]:
    """Models that read nothing."""
    yield from ({"child": graph.name(key)} for key in graph.of_kind("model") if not graph.parents[key])


def source_fanout(graph: Graph) -> Iterator[Finding]:
    """Sources that several models read."""
    for parent in graph.of_kind("source"):
        children = [graph.name(child) for child in graph.children[parent] if graph.kind(child) == "model"]
        if len(children) > 1:
            yield {"parent": graph.name(parent), "model_children": ", ".join(children)}


def staging_dependent_on_marts_or_intermediate(graph: Graph) -> Iterator[Finding]:
    """Staging models that read one behind staging."""
    for parent, child in graph.edges("model"):
        if graph.model_type(child) == "staging" and graph.model_type(parent) in ("marts", "intermediate"):
            yield graph.relation(parent, child)


def staging_dependent_on_staging(graph: Graph) -> Iterator[Finding]:
    """Staging models that read another."""
    for parent, child in graph.edges("model"):
        if graph.model_type(child) == graph.model_type(parent) == "staging":
            yield graph.relation(parent, child)


def too_many_joins(graph: Graph) -> Iterator[Finding]:
    """Models that read very many resources."""
    for key in graph.of_kind("model"):
        if len(graph.parents[key]) >= PARENTS:
            yield {"resource_name": graph.name(key), "join_count": str(len(graph.parents[key]))}


def unused_sources(graph: Graph) -> Iterator[Finding]:
    """Sources that nothing reads."""
    yield from ({"parent": graph.name(key)} for key in graph.of_kind("source") if not graph.children[key])


def undocumented_models(graph: Graph) -> Iterator[Finding]:
    """Models without a description."""
    yield from ({"resource_name": graph.name(key)} for key in graph.of_kind("model") if not graph.resources[key]["description"])


def undocumented_source_tables(graph: Graph) -> Iterator[Finding]:
    """Tables of sources without a description."""
    yield from ({"resource_name": graph.name(key)} for key in graph.of_kind("source") if not graph.resources[key]["description"])


def undocumented_sources(graph: Graph) -> Iterator[Finding]:
    """Sources without a description."""
    bare = {graph.resources[key]["source_name"] for key in graph.of_kind("source") if not graph.resources[key]["source_description"]}
    yield from ({"source_name": name} for name in sorted(bare))


def public_models_without_contract(graph: Graph) -> Iterator[Finding]:
    """Public models whose contract is not enforced."""
    for key in graph.of_kind("model"):
        if graph.resources[key]["access"] == "public" and not graph.resources[key]["contract"]["enforced"]:
            yield {"resource_name": graph.name(key)}


def undocumented_public_models(graph: Graph) -> Iterator[Finding]:
    """Public models without a description, their own or of a column."""
    for key in graph.of_kind("model"):
        model = graph.resources[key]
        texts = [model["description"], *(column["description"] for column in model["columns"].values())]
        if model["access"] == "public" and not (all(texts) and model["columns"]):
            yield {"resource_name": graph.name(key)}


def exposures_dependent_on_private_models(graph: Graph) -> Iterator[Finding]:
    """Exposures of models that are not public."""
    for parent, child in graph.edges("exposure"):
        if graph.kind(parent) == "model" and graph.resources[parent]["access"] != "public":
            yield {"exposure_name": graph.name(child), "parent_resource_name": graph.name(parent)}


def chained_views_dependencies(graph: Graph) -> Iterator[Finding]:
    """Models above a long chain of views; the longest is told."""
    for child, chain in graph.view_chains.items():
        if len(chain) - 1 > CHAINED_VIEWS:
            yield graph.relation(chain[0], child) | {"distance": str(len(chain) - 1)}


def exposure_parents_materializations(graph: Graph) -> Iterator[Finding]:
    """Exposures of sources and views."""
    for parent, child in graph.edges("exposure"):
        if graph.kind(parent) == "source" or graph.is_view(parent):
            yield {"parent_resource_name": graph.name(parent), "exposure_name": graph.name(child)}


def model_directories(graph: Graph) -> Iterator[Finding]:
    """Staging models outside the folder of their source, and models in the folder of another type."""
    for key in graph.of_kind("model"):
        sources = {graph.resources[parent]["source_name"] for parent in graph.parents[key] if graph.kind(parent) == "source"}
        is_staging = graph.model_type(key) == "staging"
        misplaced = is_staging and any(source not in graph.folder(key) for source in sources)
        if misplaced or graph.folder_type(key) not in (None, graph.model_type(key)):
            yield {"resource_name": graph.name(key), "current_file_path": graph.resources[key]["original_file_path"]}


def model_naming_conventions(graph: Graph) -> Iterator[Finding]:
    """Models without a prefix of their type."""
    for key in graph.of_kind("model"):
        model_type = graph.model_type(key) or ""
        if not graph.name(key).startswith(PREFIXES[model_type]):
            yield {"resource_name": graph.name(key), "model_type": model_type}


def source_directories(graph: Graph) -> Iterator[Finding]:
    """Sources outside a folder of their name."""
    for key in graph.of_kind("source"):
        if graph.resources[key]["source_name"] not in graph.folder(key):
            yield {"resource_name": graph.name(key), "current_file_path": graph.resources[key]["original_file_path"]}


def test_directories(graph: Graph) -> Iterator[Finding]:
    """Tests declared outside the folder of their model."""
    for test in graph.tests:
        tested = test.get("attached_node")
        if tested in graph.resources and graph.kind(tested) == "model":
            place = str(Path(test["original_file_path"]).parent)
            if place != graph.folder(tested):
                yield {"test_name": test["name"], "model_name": graph.name(tested), "current_test_directory": place}


def missing_primary_key_tests(graph: Graph) -> Iterator[Finding]:
    """Models without a column that is tested to be unique and not null, or whose contract says the latter."""
    tested: dict[tuple[str, str], set[str]] = {}
    for test in graph.tests:
        if test.get("attached_node") and test.get("column_name"):
            tested.setdefault((test["attached_node"], test["column_name"]), set()).add(test["test_metadata"]["name"])
    for key in graph.of_kind("model"):
        columns = graph.resources[key]["columns"].values()
        for column in columns:
            if any(constraint["type"] == "not_null" for constraint in column.get("constraints", [])):
                tested.setdefault((key, column["name"]), set()).add("not_null")
        if not any({"unique", "not_null"} <= tested.get((key, column["name"]), set()) for column in columns):
            yield {"resource_name": graph.name(key)}


def sources_without_freshness(graph: Graph) -> Iterator[Finding]:
    """Sources of which nobody says how old they may be."""
    for key in graph.of_kind("source"):
        freshness = graph.resources[key]["freshness"] or {}
        if not any((freshness.get(limit) or {}).get("count") for limit in ("warn_after", "error_after")):
            yield {"resource_name": graph.name(key)}


RULES: tuple[Callable[[Graph], Iterator[Finding]], ...] = (
    # Modeling.
    direct_join_to_source,
    duplicate_sources,
    hard_coded_references,
    marts_or_intermediate_dependent_on_source,
    model_fanout,
    multiple_sources_joined,
    rejoining_of_upstream_concepts,
    root_models,
    source_fanout,
    staging_dependent_on_marts_or_intermediate,
    staging_dependent_on_staging,
    too_many_joins,
    unused_sources,
    # Documentation.
    undocumented_models,
    undocumented_source_tables,
    undocumented_sources,
    # Governance.
    public_models_without_contract,
    undocumented_public_models,
    exposures_dependent_on_private_models,
    # Performance.
    chained_views_dependencies,
    exposure_parents_materializations,
    # Structure.
    model_directories,
    model_naming_conventions,
    source_directories,
    test_directories,
    # Testing.
    missing_primary_key_tests,
    sources_without_freshness,
)
