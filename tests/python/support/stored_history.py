"""Row history put into its tables by hand, so that what reads it is tested without the fold."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import Any

from rosetta_cdc.sandbox import Sandbox

Version = dict[str, Any]


def image_hash(image: dict[str, str | None]) -> str:
    """Return a hash that two images share if they are equal, whatever the order of their columns."""
    return hashlib.sha256(json.dumps(sorted(image.items())).encode()).hexdigest()


def compiled(warehouse: Sandbox, text: str) -> str:
    """Return what Jinja renders."""
    return warehouse.dbt("compile", "--inline", text).results[0].node.compiled_code


class StoredHistory:
    """The tables `closed_versions` and `row_states` with versions as the reference model returns them."""

    def __init__(self, warehouse: Sandbox) -> None:
        """Take the columns and types of the tables from the project."""
        self.warehouse = warehouse
        self.types: dict[str, str] = json.loads(compiled(warehouse, "{{ tojson(state_columns()) }}"))
        warehouse.spark.sql("create schema if not exists cdc")
        self.schema = ", ".join(f"{name} {kind}" for name, kind in self.types.items())

    def store(self, versions: list[Version], run_id: str = "run", applied_at: datetime | None = None) -> None:
        """Replace what the tables hold; closed versions lie in files by the time at which they end."""
        written = {"run_id": run_id, "applied_at": applied_at}
        for table, is_current in (("closed_versions", False), ("row_states", True)):
            rows = [
                tuple({**version, **written, "row_hash": image_hash(version["row_image"])}.get(name) for name in self.types)
                for version in versions
                if version["is_current"] is is_current
            ]
            frame = self.warehouse.spark.createDataFrame(rows, self.schema).repartitionByRange(4, "valid_to")
            frame.write.format("delta").mode("overwrite").saveAsTable(f"cdc.{table}")
