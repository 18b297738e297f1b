"""What a staging model makes of the records of a file: landed and staged in a folder of their own, which is gone afterwards."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rosetta_cdc.errors import UserError
from rosetta_cdc.formats import declared_formats
from rosetta_cdc.registry import TOPIC_COLUMNS

# Of a record's landing, the same for all rows here.
LANDED = ("kafka_cluster", "kafka_topic_incarnation", "landing_id", "landed_at", "landed_date", "format_basis", "key_may_be_null")


class FormatUnknown(UserError):
    """A format that no model reads. The message names it, and those that can be tried."""


def model_of(code: str) -> str:
    """Return the name of the model that has the rows of a format.

    Raises:
        FormatUnknown: The format is not declared, or nothing reads it.
    """
    models = {name: given["model"] for name, given in declared_formats().items() if given.get("model")}
    if code not in models:
        raise FormatUnknown(f"format '{code}' has no model; formats with a model are {', '.join(sorted(models))}")
    return str(models[code])


@contextmanager
def home_of_trial(code: str) -> Iterator[Path]:
    """Make an empty `ROSETTA_HOME` for this process, in which every topic is registered with a format.

    dbt's target stays where it is, in a folder of trials, so that the next one need not parse the project.
    """
    with tempfile.TemporaryDirectory(prefix="rosetta-try.") as folder:
        topics = Path(folder) / "topics.csv"
        row = dict(match_order="1", topic_pattern=".*", format=code)
        topics.write_text(f"{','.join(TOPIC_COLUMNS)}\n{','.join(row.get(name, '') for name in TOPIC_COLUMNS)}\n", encoding="utf-8")
        os.environ |= {
            "ROSETTA_HOME": folder,
            "ROSETTA_TOPICS_CSV": str(topics),
            "DBT_TARGET_PATH": str(Path(os.environ["DBT_TARGET_PATH"]).parent / "try"),
            "DBT_LOG_PATH": folder,
        }
        yield Path(folder)


def shown(row: dict[str, Any]) -> dict[str, Any]:
    """Return what there is to see of a staged row: its columns without nulls, and without what all rows of a trial share."""
    return {name: value for name, value in row.items() if value is not None and name not in LANDED}
