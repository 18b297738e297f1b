"""How source values look as text or numbers in the vendors' messages."""

from __future__ import annotations

import base64
import struct
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
SHANGHAI = timezone(timedelta(hours=8))


def base64_text(value: bytes) -> str:
    """Return bytes in base64."""
    return base64.b64encode(value).decode("ascii")


def byte_list(value: bytes) -> str:
    """Return bytes as DRS writes them: signed numbers in brackets, `[106, -1]`."""
    return "[" + ", ".join(str(byte - 256 if byte > 127 else byte) for byte in value) + "]"


def plain(value: Decimal) -> str:
    """Return a decimal without exponent, with its trailing zeros."""
    return format(value, "f")


def expanded(value: float, scientific: bool = False) -> str:
    """Return the exact decimal value of a double, to the last of its up to 1,074 digits."""
    return str(Decimal(value)) if scientific else plain(Decimal(value))


def shortest_float(value: float) -> float:
    """Return the double whose shortest text is the shortest text of a 32-bit float.

    Raises:
        OverflowError: the value does not fit 32 bits.
    """
    single = struct.pack(">f", value)
    for digits in range(1, 10):
        candidate = float(f"{value:.{digits}g}")
        if struct.pack(">f", candidate) == single:
            return candidate
    return struct.unpack(">f", single)[0]


def java_double(value: float) -> str:
    """Return a double as Java's `Double.toString` writes it: `100.0`, `1.2510357E7`, `1.0E-4`."""
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return plain(Decimal(repr(value)))
    sign, digits, exponent = Decimal(repr(value)).as_tuple()
    text = "".join(map(str, digits)).rstrip("0")
    power = len(digits) - 1 + int(exponent)
    return f"{'-' if sign else ''}{text[0]}.{text[1:] or '0'}E{power}"


def epoch_ms(value: datetime | date, zone: timezone = SHANGHAI) -> int:
    """Return milliseconds since 1970 UTC of an instant, a wall clock or a midnight in the zone."""
    if not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    if value.tzinfo is None:
        value = value.replace(tzinfo=zone)
    return (value - EPOCH) // timedelta(milliseconds=1)


def fraction(microseconds: int) -> str:
    """Return a fraction of a second with its point, without trailing zeros; empty for none."""
    return f".{microseconds:06d}".rstrip("0") if microseconds else ""


def epoch_seconds(value: datetime, *, digits: int | None = None) -> str:
    """Return `seconds.fraction` since 1970 UTC.

    Args:
        digits: digits of the fraction, further ones cut off; None writes those that are no
            trailing zeros.
    """
    seconds, rest = divmod((value - EPOCH) // timedelta(microseconds=1), 1_000_000)
    return f"{seconds}{fraction(rest)}" if digits is None else f"{seconds}.{f'{rest:06d}'[:digits]}"


def wall_clock(value: datetime) -> str:
    """Return `yyyy-MM-dd HH:mm:ss[.fraction]` without a zone."""
    return value.strftime("%Y-%m-%d %H:%M:%S") + fraction(value.microsecond)


def iso_seconds(at: int, zone: timezone = timezone.utc) -> str:
    """Return `yyyy-MM-ddTHH:mm:ss` in the zone; `at` is milliseconds since 1970 UTC."""
    return datetime.fromtimestamp(at // 1000, zone).strftime("%Y-%m-%dT%H:%M:%S")


def clock(value: timedelta) -> str:
    """Return a MySQL TIME, `[-]HH:mm:ss[.fraction]`; hours may pass 24."""
    total = value // timedelta(microseconds=1)
    seconds, rest = divmod(abs(total), 1_000_000)
    hours, seconds = divmod(seconds, 3600)
    sign = "-" if total < 0 else ""
    return f"{sign}{hours:02d}:{seconds // 60:02d}:{seconds % 60:02d}{fraction(rest)}"


def as_text(kind: str, value: object) -> str | None:
    """Return a value as the vendors write it that send every value as text.

    Bytes and timestamps are their own matter.

    Args:
        kind: kind of the column.
        value: anything but bytes; timestamps come out as UTC wall clock.
    """
    if value is None:
        return None
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, Decimal):
        return plain(value)
    if isinstance(value, float):
        return java_double(shortest_float(value) if kind == "float" else value)
    if isinstance(value, datetime):
        return wall_clock(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return clock(value)
    return str(value)
