"""JSON messages in Avro: schemas by the ids that they get, and records with Confluent's or Apicurio's prefix in them."""

from __future__ import annotations

import io
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import fastavro

from rosetta_cdc.avro.schema import SchemaError, parse, plain
from rosetta_cdc.landing.kcat import Record


class AvroSchemas(ABC):
    """Writes JSON messages in Avro, and keeps the schemas of what is written.

    Args:
        id_bytes: Of the prefix: 4 of Confluent's, 8 of Apicurio's.
        first_id: Id of the first schema.
    """

    # What becomes of a JSON number with a point.
    parse_float: Callable[[str], Any] = float

    def __init__(self, id_bytes: int = 4, first_id: int = 1) -> None:
        self.id_bytes, self.first_id = id_bytes, first_id
        # Text -> id, and the schema as the writer takes it.
        self.schemas: dict[str, tuple[int, Any]] = {}

    @abstractmethod
    def encode(self, document: dict[str, Any], *, is_key: bool = False) -> bytes:
        """Return a JSON message in Avro."""

    def records(self, records: Iterable[Record], topics: Mapping[str, str]) -> Iterator[Record]:
        """Yield records, those of some topics with key and value in Avro. A message that has no Avro, such as a broken one, stays as it is.

        Args:
            records: Any records.
            topics: The topic of the Avro by that of the JSON.
        """
        for record in records:
            if record.topic in topics:
                key, value = self._encoded(record.key, is_key=True), self._encoded(record.value, is_key=False)
                yield record._replace(topic=topics[record.topic], key=key, value=value)
            else:
                yield record

    def _encoded(self, text: bytes | None, *, is_key: bool) -> bytes | None:
        if text is None:
            return None
        try:
            return self.encode(json.loads(text, parse_float=self.parse_float), is_key=is_key)
        except (SchemaError, ValueError, TypeError, LookupError, AttributeError):
            return text

    def written(self, schema: Any, value: Any) -> bytes:
        """Return a record in a schema, behind the prefix with its id.

        Raises:
            SchemaError: The schema is one that cannot be registered.
        """
        text = json.dumps(schema)
        if text not in self.schemas:
            parse(text)
            # The writer would make numbers of a logical type from Python's values.
            self.schemas[text] = self.first_id + len(self.schemas), fastavro.parse_schema(plain(schema))
        number, parsed = self.schemas[text]
        file = io.BytesIO()
        file.write(b"\0" + number.to_bytes(self.id_bytes, "big"))
        fastavro.schemaless_writer(file, parsed, value)
        return file.getvalue()

    def texts(self) -> dict[str, str]:
        """Return the schemas by their ids."""
        return {str(number): schema for schema, (number, _) in self.schemas.items()}

    def write(self, folder: Path) -> None:
        """Write the schemas as the files that `scripts/register_avro` reads."""
        folder.mkdir(exist_ok=True)
        for number, schema in self.texts().items():
            (folder / f"{number}.avsc").write_text(schema, encoding="utf-8")
