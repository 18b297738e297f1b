"""OceanBase OMS, DefaultExtendColumnType.

As Default, with the columns' types inside every image.
"""

from __future__ import annotations

from rosetta_shop.formats.oms_default import OmsDefault
from rosetta_shop.formats.oms_values import LIGHT_TYPES
from rosetta_shop.jsontext import Json
from rosetta_shop.model import Row, Table


class OmsDefaultExtend(OmsDefault):
    """The types are no column: a reader takes `__light_type` out of the image."""

    code = "oms_default_extend"

    def struct(self, table: Table, row: Row | None) -> dict[str, Json] | None:
        """Return a row image and, in it, the types."""
        image = self.image(table, row)
        if image is not None:
            image["__light_type"] = {
                name: {"schemaType": kind} for name, kind in self.types(table).items()
            }
        return image

    def types(self, table: Table) -> dict[str, str]:
        """Return the column types."""
        return {column.name: LIGHT_TYPES[column.kind] for column in table.columns}

    def statement_image(self, text: str) -> dict[str, Json]:
        """Return the image that holds a statement, with its type."""
        return {"ddl": text, "__light_type": {"ddl": {"schemaType": "VARCHAR"}}}
