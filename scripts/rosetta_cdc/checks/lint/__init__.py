"""What sqlfluff sees in place of macros that return a value: `library_path` in .sqlfluff. Those that render SQL stand there as macros."""

from __future__ import annotations

from configparser import ConfigParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment


def run_of() -> dict[str, Any]:
    """Return a run of the history that meets everything, so that every part of a model is linted."""
    flags = dict.fromkeys(("tables", "halves", "neighbours", "inherited"), True)
    return {
        "run_id": "lint", "mode": "incremental", "events_id": "lint", "events_committed_at": "lint", "rules_digest": "lint",
        "from_version": 1, "to_version": 2, "events": 1, "replaced": True, "loads": ["lint"], "loaded_since": 0,
        "applied_micros": 0, "refolded_micros": 0, "rows": 1, "refolded": 1, "reasons": {}, "touched_tables": [],
        "closed": 1, "versions": 1, "unapplied": 1, "links": 1, "ever": flags, **flags,
    }  # fmt: skip


def history_run() -> dict[str, Any]:
    """Return the same."""
    return run_of()


def history_flags() -> dict[str, str]:
    """Return no oddity."""
    return {}


def tojson(value: Any) -> str:
    """Return no text."""
    return ""


def closed_columns() -> dict[str, str]:
    """Return a column of `closed_versions`."""
    return {"row_id": "string"}


def state_columns() -> dict[str, str]:
    """Return a column of `row_states`."""
    return {"row_id": "string"}


def debezium_fields(images: str) -> dict[str, str]:
    """Return some fields of a message."""
    return {"before": images, "after": images, "op": "string"}


def record_columns() -> list[str]:
    """Return some columns of a Kafka record."""
    return ["kafka_topic", "kafka_partition", "kafka_offset"]


def _rendering_macros() -> dict[str, Any]:
    """Return the macros of .sqlfluff by their names."""
    settings = ConfigParser(interpolation=None)
    settings.read(Path(__file__).resolve().parents[4] / ".sqlfluff", encoding="utf-8")
    macros = settings["sqlfluff:templater:jinja:macros"]
    module = Environment(autoescape=False).from_string("".join(macros.values())).module
    return {name: getattr(module, name) for name in macros}


# Models call macros by the project's name.
rosetta_cdc = SimpleNamespace(
    **_rendering_macros(),
    **{
        macro.__name__: macro
        for macro in (run_of, history_run, history_flags, closed_columns, state_columns, record_columns, debezium_fields)
    },
)
