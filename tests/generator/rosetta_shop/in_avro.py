"""The messages of a JSON format in the Avro of its tool."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from rosetta_cdc.landing.kcat import Record
from rosetta_shop.avro_schemas import AvroSchemas
from rosetta_shop.connect_avro import ConnectAvro
from rosetta_shop.ogg_avro import OggAvro

WRITERS: dict[str, type[AvroSchemas]] = {"debezium_avro": ConnectAvro, "ogg_avro": OggAvro}
# Format in Avro -> the JSON format that has the same messages.
JSON_OF = {code: code.removesuffix("_avro") for code in WRITERS}


def json_formats(codes: Sequence[str]) -> list[str]:
    """Return formats, in the place of those in Avro the JSON formats with the same messages."""
    return [JSON_OF.get(code, code) for code in codes]


def in_avro(records: Iterable[Record], codes: Sequence[str], folder: Path) -> list[Record]:
    """Return records of `json_formats(codes)`, those of the formats in Avro in Avro, in topics of the format's own.

    Args:
        records: Records of the shop, in topics in whose names the format is a part.
        codes: Codes of formats, some of them in Avro.
        folder: Where the schemas are written, as `scripts/register_avro` reads them.
    """
    written = list(records)
    first_id = 1
    for code in (code for code in codes if code in WRITERS):
        writer = WRITERS[code](first_id=first_id)
        part = re.compile(rf"(?<=[.]){JSON_OF[code]}(?=[.]|$)")
        topics = {record.topic: part.sub(code, record.topic) for record in written if part.search(record.topic)}
        written = list(writer.records(written, topics))
        writer.write(folder)
        first_id += len(writer.schemas)
    return written
