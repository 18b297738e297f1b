"""How values of MariaDB agree with columns of typed tables, where a tool writes them as something else than the text that MariaDB shows."""

from __future__ import annotations

import base64
import json
import re
from decimal import Decimal

from postgresql_agreements import of, or_null
from source_comparison import Agreement, equal, moment

SHAPES = ("c_point", "c_geometry", "c_linestring", "c_polygon", "c_multipoint", "c_collection")
TIMES = ("c_time", "c_time_3", "c_time_6")
DATETIMES = ("c_date", "c_datetime", "c_datetime_3", "c_datetime_6")
TIMESTAMPS = ("c_timestamp", "c_timestamp_3", "c_timestamp_6")


def well_known_binary(text: str) -> str:
    """Return the geometry of Debezium's structure as hexadecimal digits of its WKB."""
    return base64.b64decode(json.loads(text)["wkb"]).hex().upper()


def without_srid(text: str) -> str:
    """Return hexadecimal digits of a geometry without those of its SRID, which stands before its WKB."""
    return text[8:]


def without_zeros(text: str) -> bytes:
    """Return bytes without zeros at the end."""
    return bytes.fromhex(text).rstrip(b"\0")


def signed(text: str) -> int:
    """Return an unsigned number of 64 bits as a signed one: "this might overflow" (bigint.unsigned.handling.mode, long)."""
    number = int(text)
    return number - 2**64 if number >= 2**63 else number


def or_zero_date(text: str | None, found: str | None) -> bool:
    """Tell whether times are one; a day 0 is null, of a TIMESTAMP the begin of 1970."""
    if text is not None and text.startswith("0000-00-00"):
        return found is None or moment(found).startswith("1970-01-01 00:00:00")
    return equal(text, found, "timestamp")


def within_a_day(milliseconds: bool) -> Agreement:
    """Return the agreement of spans of hours, which are null where they are no time of a day."""

    def agree(text: str | None, found: str | None) -> bool:
        if text is not None and (text.startswith("-") or not re.match(r"[01]\d|2[0-3]", text)):
            return found is None
        return equal(text and text[:12] if milliseconds else text, found, "timestamp")

    return agree


def in_milliseconds(text: str | None, found: str | None) -> bool:
    """Tell whether times are one but for what is less than a millisecond."""
    return or_zero_date(text and text[:23], found)


COMMON: dict[str, dict[str, Agreement | None]] = {
    "type_numbers": {"c_bigint_unsigned": of(signed, int), "c_widest": of(Decimal, Decimal)},
    "type_times": {**{name: or_zero_date for name in (*DATETIMES, *TIMESTAMPS)}, **{name: of(moment, moment) for name in TIMES}},
    "type_shapes": {name: of(str, well_known_binary) for name in SHAPES},
    # A comma in a member has a backslash before it in the binlog's rows, not in those of the snapshot.
    "type_texts": {"c_enum": of(str, lambda text: text.replace("\\,", ","))},
    # A column that came or changed its name is known of a row since its next event.
    "altered": {"renamed": or_null, "defaulted": or_null, "b": of(signed, int), "gone": None, "a": None},
}
OF_MODES: dict[str, dict[str, dict[str, Agreement | None]]] = {
    "ma_text": {
        "type_numbers": {"c_bigint_unsigned": of(int, int)},
        "type_times": {name: within_a_day(False) for name in TIMES},
    },
    "ma_double": {
        "type_numbers": {"c_widest": of(float, float)},
        "type_times": {**{name: within_a_day(True) for name in TIMES}, **{name: in_milliseconds for name in DATETIMES}},
        # The type that is declared is string: `declared` makes bytes of it.
        "type_bytes": {
            name: of(str, str.upper) for name in ("c_binary", "c_varbinary", "c_tinyblob", "c_blob", "c_mediumblob", "c_longblob")
        },
    },
    "ma_micro": {"type_numbers": {"c_bigint_unsigned": of(int, int)}},
    # A NULL of a column with a default is sent as the default: Apicurio's converter knows no other way.
    "ma_avro": {"orders": {"note": lambda text, found: equal(text or "none", found, "string")}},
    # A count of nanoseconds reaches from 1677 to 2262.
    "ma_nano": {"type_times": dict.fromkeys(DATETIMES[1:])},
}
CANAL: dict[str, dict[str, Agreement | None]] = {
    # It leaves out zeros behind the 27th digit of a fraction.
    "type_numbers": {"c_widest": of(Decimal, Decimal)},
    "type_times": {**{name: or_zero_date for name in (*DATETIMES, *TIMESTAMPS)}, **{name: of(moment, moment) for name in TIMES}},
    # Texts of another character set than UTF-8, and UUIDs, of which it knows no bytes, are damaged: it reads all in that of its connection.
    "type_texts": {"c_latin1": None, "c_uuid": None},
    # The binlog has no zeros at the end of a BINARY.
    "type_bytes": {"c_binary": of(without_zeros, without_zeros)},
    "type_shapes": {name: of(str, without_srid) for name in SHAPES},
    "altered": {"renamed": or_null, "defaulted": or_null, "gone": None, "a": None},
}
