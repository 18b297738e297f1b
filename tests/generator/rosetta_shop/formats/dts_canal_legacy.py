"""Alibaba DTS, Canal layout, instances created before 2022-03-20.

`data` and `old` change places.
"""

from __future__ import annotations

from rosetta_shop.formats.canal_family import CanalWriter
from rosetta_shop.formats.dts_canal import DtsCanal
from rosetta_shop.jsontext import Json
from rosetta_shop.model import Change


class DtsCanalLegacy(CanalWriter):
    """Whole rows on both sides; two rows a message.

    Rows of the full load without an execution time.
    """

    code = "dts_canal_legacy"
    kinds = DtsCanal.kinds
    fields = ("old", *DtsCanal.fields[1:7], "data", *DtsCanal.fields[8:])
    absent_if_null = DtsCanal.absent_if_null
    batch = 2
    old_is_whole = True
    deleted_row_in = "old"

    def images(self, changes: list[Change]) -> tuple[list[Json] | None, list[Json] | None]:
        """Return `data` and `old`: for updates the row before and the row after."""
        data, old = super().images(changes)
        return (old, data) if changes[0].kind == "update" else (data, old)

    def executed_at(self, change: Change) -> int:
        """Return the time of the change, the sentinel 0 for a row of the full load."""
        return 0 if change.kind == "snapshot" else change.at
