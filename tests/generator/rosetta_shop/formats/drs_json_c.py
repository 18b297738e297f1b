"""Huawei DRS, JSON-C.

As JSON, but the row of a DELETE is in `data` and timestamps are wall clocks.
"""

from __future__ import annotations

from rosetta_shop.encodings import as_text, byte_list
from rosetta_shop.formats.drs_json import DrsJson
from rosetta_shop.jsontext import Json
from rosetta_shop.model import Column, Value


class DrsJsonC(DrsJson):
    """DRS JSON-C. Its zone is not documented; these timestamps are UTC."""

    code = "drs_json_c"
    deleted_row_in = "data"

    def encode(self, column: Column, value: Value) -> Json:
        """Return text: `[106, -1]` for bytes, `yyyy-MM-dd HH:mm:ss` for timestamps."""
        return byte_list(value) if isinstance(value, bytes) else as_text(column.kind, value)
