"""How values of PostgreSQL agree with typed columns, where Debezium writes them as something else than the text that PostgreSQL shows."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

from source_comparison import Agreement, equal

DAY = 86_400_000_000


def of(meant: Callable[[str], Any], seen: Callable[[str], Any] = lambda text: text) -> Agreement:
    """Return the agreement of what both texts stand for; NULL agrees with NULL."""
    return lambda text, found: text is found if text is None or found is None else meant(text) == seen(found)


def or_null(text: str | None, found: str | None) -> bool:
    """Tell whether a value is as in the source or not known."""
    return found is None or found == text


def bits(text: str) -> int:
    """Return the number that bits stand for."""
    return int(text or "0", 2)


def bit_bytes(text: str) -> str:
    """Return bits as hexadecimal digits of bytes, the lowest first, without zeros at the end."""
    number = bits(text)
    return number.to_bytes((number.bit_length() + 7) // 8, "little").hex().upper()


def money(text: str) -> Decimal:
    """Return an amount without its sign of currency."""
    return Decimal(text.replace("$", "").replace(",", ""))


def utc_time(text: str) -> str:
    """Return a time with a zone in UTC: "the timezone is GMT" (Debezium, PostgreSQL connector, TIMETZ)."""
    at, sign, hours, minutes = re.fullmatch(r"(.*?)([+-])(\d+)(?::(\d+))?", text).groups()  # type: ignore[union-attr]
    offset = timedelta(hours=int(hours), minutes=int(minutes or 0)) * (1 if sign == "+" else -1)
    shifted = datetime.fromisoformat(f"2000-01-01T{at.ljust(15, '0') if '.' in at else at}") - offset
    return f"{shifted.time().isoformat().rstrip('0') if shifted.microsecond else shifted.time().isoformat()}Z"


PARTS = {"year": 12, "mon": 1}


def interval_parts(text: str) -> tuple[int, int, int]:
    """Return months, days and microseconds."""
    months = sum(int(number) * PARTS[unit] for number, unit in re.findall(r"([+-]?\d+) (year|mon)s?", text))
    days = sum(int(number) for number in re.findall(r"([+-]?\d+) days?", text))
    clock = re.search(r"([+-]?)(\d+):(\d+):([\d.]+)$", text)
    if clock is None:
        return months, days, 0
    sign, hours, minutes, seconds = clock.groups()
    micros = (int(hours) * 3600 + int(minutes) * 60) * 1_000_000 + int(Decimal(seconds) * 1_000_000)
    return months, days, -micros if sign == "-" else micros


def interval_microseconds(text: str) -> int:
    """Return an interval as the connector counts it: "using the 365.25 / 12.0 formula for days per month average" (INTERVAL)."""
    months, days, micros = interval_parts(text)
    return int((Fraction(36525, 1200) * months + days) * DAY + micros)


def iso_interval(text: str) -> tuple[int, int, int]:
    """Return months, days and microseconds of `P1Y2M3DT4H5M6.789012S`."""
    day, _, clock = text.removeprefix("P").partition("T")
    found = {unit: Decimal(number) for number, unit in re.findall(r"([+-]?[\d.]+)([YMD])", day)}
    of_clock = {unit: Decimal(number) for number, unit in re.findall(r"([+-]?[\d.]+)([HMS])", clock)}
    micros = (of_clock.get("H", 0) * 3600 + of_clock.get("M", 0) * 60 + of_clock.get("S", 0)) * 1_000_000
    return int(found.get("Y", 0) * 12 + found.get("M", 0)), int(found.get("D", 0)), int(micros)


def hstore(text: str) -> dict[str, str | None]:
    """Return the pairs of an hstore."""
    pairs = re.findall(r'"((?:[^"\\]|\\.)*)"=>(?:"((?:[^"\\]|\\.)*)"|(NULL))', text)
    return {re.sub(r"\\(.)", r"\1", key): None if null else re.sub(r"\\(.)", r"\1", value) for key, value, null in pairs}


def point(text: str) -> tuple[float, ...]:
    """Return the coordinates of a point."""
    return tuple(float(part) for part in text.strip("()").split(","))


def struct_point(text: str) -> tuple[float, ...]:
    """Return the coordinates of Debezium's point."""
    found = json.loads(text)
    return float(found["x"]), float(found["y"])


def beyond(kind: str) -> Agreement:
    """Return the agreement of dates and times of which some are none of Spark's: infinite ones, years before 1 and after 9999.

    Debezium sends what is infinite as a number that is out of range (or wraps, in nanoseconds). Snapshots read days before 1582-10-15
    in the Julian calendar (java.sql), and dates without their BC.
    """
    in_snapshots = {"1582-10-10": "1582-10-20", "0001-01-01": "0000-12-30"}

    def agree(text: str | None, found: str | None) -> bool:
        if text is None:
            return found is None
        if "infinity" in text:
            return found is None or found[:10] in ("1969-12-31", "1970-01-01")
        if text.endswith("BC") or re.match(r"\d{5}", text):
            return found is None or found == text.removesuffix(" BC")
        shifted = in_snapshots.get(text[:10])
        return equal(text, found, kind) or (shifted is not None and (found is None or equal(shifted + text[10:], found, kind)))

    return agree


def as_text(text: str) -> str:
    """Return the text that is sent in base64, in the alphabet of URLs."""
    return base64.urlsafe_b64decode(text).decode()


def without_fractions(text: str) -> str:
    """Return coordinates without `.0`."""
    return re.sub(r"[.]0\b", "", text)


def or_left_behind(agree: Agreement) -> Agreement:
    """Return an agreement that holds also where nothing is known."""
    return lambda text, found: found is None or agree(text, found)


# By table, what all connectors have in common.
COMMON: dict[str, dict[str, Agreement | None]] = {
    "public.type_numbers": {"c_money": of(money, Decimal), "c_wider": of(Decimal, Decimal), "c_numeric": of(Decimal, Decimal)},
    "public.type_times": {"c_timetz": of(utc_time), "c_interval": of(interval_microseconds, int)},
    # `name` is null in the log's rows, whatever its value: the connector knows the type in snapshots only.
    "public.type_texts": {"c_name": or_null},
    "public.type_bytes": {
        **{name: of(bits, int) for name in ("c_bit_8", "c_bit_40", "c_bit_64", "c_bit_70", "c_varbit")},
        # Of any length: bytes. How many zeros stood before the first 1 is not sent.
        "c_varbit_any": of(bit_bytes),
    },
    "public.type_ranges": {"c_point": of(point, struct_point), "c_hstore": of(hstore, json.loads)},
    "public.type_unknown": {
        # Left out by default (include.unknown.datatypes); an array has one dimension.
        **{
            name: None
            for name in (
                "c_line",
                "c_box",
                "c_path",
                "c_polygon",
                "c_circle",
                "c_multirange",
                "c_tsquery",
                "c_pair",
                "c_regclass",
                "c_pg_lsn",
            )
        },
        "c_matrix": None,
    },
    "public.type_special": {
        # NaN of a numeric is null unless the mode is `string`.
        "c_numeric": lambda text, found: found is None if text == "NaN" else equal(text, found, "decimal"),
        "c_decimal": lambda text, found: found is None if text == "NaN" else equal(text, found, "decimal"),
        "c_date": beyond("date"),
        "c_timestamp": beyond("timestamp"),
        "c_timestamptz": beyond("timestamp"),
    },
    # A stored generated column is not in the log of PostgreSQL 15.
    "public.generated": {"doubled": or_null},
    # An update that leaves a TOAST value alone sends a placeholder, but for arrays of numeric: these are null, which nobody can tell
    # from NULL. A row whose key such an update changes begins anew, with what its message has (`image_complete` is false).
    "public.toasted": {
        **{name: or_null for name in ("c_text", "c_jsonb", "c_xml")},
        "c_bytea": or_left_behind(lambda text, found: equal(text, found, "binary")),
        "c_texts": or_left_behind(lambda text, found: equal(text, found, "array<string>")),
        "c_ints": or_left_behind(lambda text, found: equal(text, found, "array<int>")),
        "c_numerics": or_left_behind(lambda text, found: equal(text, found, "array<decimal>")),
        "c_hstore": or_left_behind(of(hstore, json.loads)),
    },
    # PostgreSQL's log has no DDL: columns that came or changed their name are known of a row since its next event.
    "public.altered": {"renamed": or_null, "defaulted": or_null, "gone": None, "a": None},
}
