"""Messages that nobody can read as they stand, with the error code that each must get."""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from decimal import Decimal

from rosetta_shop.formats import writer
from rosetta_shop.formats.base import Message, Writer
from rosetta_shop.formats.canal_family import CanalWriter
from rosetta_shop.formats.dts_avro import DtsAvro
from rosetta_shop.formats.dts_avro_schema import record_bytes
from rosetta_shop.formats.dts_avro_schema import value as avro_value
from rosetta_shop.formats.events import dead_letter
from rosetta_shop.jsontext import Json, Pairs, json_text
from rosetta_shop.model import Change, Column, Table

# The broken rows have a table of their own, so that their good siblings are in nobody's way.
RETURNS = Table(
    "shop",
    "returns",
    (Column("id", "bigint"), Column("amount", "decimal", 12, 2), Column("note", "varchar", 40)),
    ("id",),
)
NOTE = "returned unopened"

Path = tuple[str, ...]

CANAL_FAMILY = ("drs_json", "drs_json_c", "oms_canal", "dts_canal", "dts_canal_legacy", "canal")


@dataclass(frozen=True)
class Places:
    """Where a format keeps the operation, the image after an insert, the image's columns, and the
    time.
    """

    operation: Path
    image: Path
    columns: Path
    time: Path


PLACES = {
    "dataworks_v1": Places(
        ("payload", "op"),
        ("payload", "after"),
        ("payload", "after", "dataColumn"),
        ("payload", "timestamp", "eventTime"),
    ),
    "oms_dataworks_v2": Places(
        ("payload", "op"),
        ("payload", "after"),
        ("payload", "after", "data"),
        ("payload", "timestamp", "eventTime"),
    ),
    "oms_default": Places(
        ("recordType",), ("postStruct",), ("postStruct",), ("allMetaData", "timestamp")
    ),
    "oms_default_extend": Places(
        ("recordType",), ("postStruct",), ("postStruct",), ("allMetaData", "timestamp")
    ),
    "oms_shareplex": Places(("meta", "op"), ("data",), ("data",), ("meta", "time")),
    "dts_shareplex": Places(("meta", "op"), ("data",), ("data",), ("meta", "time")),
    "dtle": Places(
        ("payload", "op"),
        ("payload", "after"),
        ("payload", "after"),
        ("payload", "source", "ts_sec"),
    ),
    "debezium": Places(
        ("payload", "op"),
        ("payload", "after"),
        ("payload", "after"),
        ("payload", "source", "ts_us"),
    ),
    "aws_dms": Places(("metadata", "operation"), ("data",), ("data",), ("metadata", "commit-timestamp")),
    "maxwell": Places(("type",), ("data",), ("data",), ("ts",)),
    "ogg": Places(("op_type",), ("after",), ("after",), ("op_ts",)),
    **dict.fromkeys(CANAL_FAMILY, Places(("type",), ("data",), ("data",), ("es",))),
}

UNRECOGNISED = {
    "other_object": '{"hello":"world"}',
    "empty_object": "{}",
    "shareplex_of_nobody": '{"meta":{"op":"ins","table":"SHOP.ORDERS"},"data":{"ID":"1"}}',
}


@dataclass(frozen=True)
class Broken:
    """A broken message.

    Args:
        name: what is wrong with it.
        error_code: the code of the dead letter; of a message of several rows, that of the
            broken row.
        message: the message with all its events.
    """

    name: str
    error_code: str
    message: Message


def changed(document: Json, path: Path, value: Json) -> Json:
    """Return a copy of a JSON document with another value at a path.

    `KeyError` as the value takes the member away.
    """
    document = copy.deepcopy(document)
    inner = document
    for name in path[:-1]:
        inner = inner[name]
    if value is KeyError:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return document


def inserted(number: int, at: int) -> Change:
    """Return the insert of a returned parcel; `at` is milliseconds since 1970 UTC."""
    row = {"id": number, "amount": Decimal("1.10"), "note": NOTE}
    return Change("insert", at, 900_000 + number, 900_000, table=RETURNS, after=row)


def bytes_cases(good: bytes) -> list[tuple[str, str, bytes]]:
    """Return (name, error code, value) of values that break any format, made of a good one."""
    return [
        ("no_bytes", "empty_value", b""),
        ("blanks", "empty_value", b" \t\n "),
        ("json_null", "empty_value", b"null"),
        ("bad_utf8", "invalid_utf8", good.replace(NOTE.encode(), b"caf\xe9 \xff")),
        (
            "half_surrogate",
            "unpaired_surrogate",
            good.replace(NOTE.encode(), rb"half \ud83d emoji"),
        ),
        ("cut_off", "invalid_json", good[: len(good) * 2 // 3]),
        ("closed_twice", "invalid_json", good + b"}"),
        ("two_messages", "invalid_json", good + good),
        ("array", "not_a_json_object", b"[" + good + b"]"),
        ("number", "not_a_json_object", b"17"),
        ("text", "not_a_json_object", b'"text"'),
    ]


def document_cases(code: str, document: Json) -> list[tuple[str, str, Json]]:
    """Return (name, error code, document) of one-row messages whose JSON is sound and whose content
    is not.
    """
    places = PLACES[code]
    cases = [
        ("no_operation", "missing_field", changed(document, places.operation, KeyError)),
        ("strange_operation", "unknown_operation", changed(document, places.operation, "MERGE")),
        ("no_image", "missing_image", changed(document, places.image, None)),
        ("strange_time", "invalid_field", changed(document, places.time, "yesterday")),
        ("text_for_rows", "wrong_type", changed(document, places.columns, "not a row")),
    ]
    if code not in CANAL_FAMILY:
        row = document
        for name in places.columns:
            row = row[name]
        twice = Pairs([*row.items(), next(iter(row.items()))])
        cases.append(("column_twice", "duplicate_column", changed(document, places.columns, twice)))
    return cases


def avro_cases(made: DtsAvro, change: Change) -> list[tuple[str, str, bytes]]:
    """Return (name, error code, value) of broken records in DTS's Avro format."""
    content = made.row_content(change)
    image, fields = content["afterImages"], content["fields"]
    good = record_bytes(content)
    odd_text = avro_value("Character", charset="utf8mb4", value=b"caf\xe9 \xff")
    return [
        ("no_bytes", "invalid_avro", b""),
        ("bad_text", "invalid_characters", record_bytes({**content, "afterImages": [*image[:-1], odd_text]})),
        ("no_record", "invalid_avro", b'{"operation":"INSERT"}'),
        ("cut_off", "invalid_avro", good[: len(good) * 2 // 3]),
        ("bad_utf8", "invalid_utf8", good.replace(b"mysql-bin", b"mysql\xffbin")),
        ("no_image", "missing_image", record_bytes({**content, "afterImages": None})),
        ("strange_time", "invalid_field", record_bytes({**content, "sourceTimestamp": -5})),
        ("a_value_too_many", "invalid_field", record_bytes({**content, "afterImages": [*image, None]})),
        ("column_twice", "duplicate_column", record_bytes({**content, "fields": [*fields[:-1], fields[0]]})),
    ]


def batch_cases(made: CanalWriter, changes: list[Change]) -> list[Broken]:
    """Return messages of three rows, the one in the middle broken; its siblings are good."""
    (message,) = CanalWriter.rows(made, changes)
    row = message.document["data"][1]
    twice = Pairs([*row.items(), ("id", "0")])
    cases = [
        ("row_is_a_number", "row_not_an_object", 5),
        ("row_is_null", "row_not_an_object", None),
        ("row_has_a_column_twice", "duplicate_column", twice),
    ]
    broken = []
    for name, error_code, value in cases:
        rows = list(message.document["data"])
        rows[1] = value
        document = changed(message.document, ("data",), rows)
        events = (message.events[0], dead_letter(error_code), message.events[2])
        value = json_text(document, made.style).encode()
        broken.append(
            Broken(
                name, error_code, replace(message, document=document, value=value, events=events)
            )
        )
    return broken


def broken_messages(code: str, at: int, *, made: Writer | None = None) -> list[Broken]:
    """Return one message of every way in which a message of the format can be broken.

    Args:
        code: the format's code, or `auto` for a topic that the registry does not know.
        at: the source's clock, milliseconds since 1970 UTC.
        made: a writer of the format; by default a new one for registered topics.

    Raises:
        ValueError: there is no writer of that format.
    """
    registered = code != "auto"
    made = made or writer(code if registered else "oms_default", registered=registered)
    good = next(iter(made.row(inserted(1, at))))

    if isinstance(made, DtsAvro):
        values = avro_cases(made, inserted(1, at))
    elif registered:
        values = bytes_cases(good.value)
        if code == "ogg":
            # A record of a transaction: both of these can be read.
            values = [case for case in values if case[0] not in ("two_messages", "array")]
        # It has no field of the same name as one of the format, with another type.
        other = writer("drs_json" if code.startswith("oms_default") else "oms_default")
        foreign = next(iter(other.row(inserted(1, at)))).value
        values.append(("other_format", "format_mismatch", foreign))
        values += [
            (name, error_code, json_text(document, made.style).encode())
            for name, error_code, document in document_cases(code, good.document)
        ]
    else:
        values = bytes_cases(good.value)
        values += [
            (name, "unrecognised_format", text.encode()) for name, text in UNRECOGNISED.items()
        ]
    broken = [
        Broken(
            name,
            error_code,
            replace(good, document=None, value=value, events=(dead_letter(error_code),)),
        )
        for name, error_code, value in values
    ]
    if code in CANAL_FAMILY:
        broken += batch_cases(made, [inserted(number, at) for number in (2, 3, 4)])
    return broken
