"""Values of every kind of column: ordinary ones mostly, and those that break careless parsers."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from random import Random

from rosetta_shop.model import Column, Row, Table, Value

ORDINARY_TEXTS = ("leave at the door", "ring twice", "gift wrap, please", "call first", "请放门口")
TITLES = ("tea pot", "tea for two", "铁壶", "cup, small", 'tray 12" oak', "spoon & fork <set>")

TEXTS = (
    "",
    " ",
    "null",
    r"\N",
    "plain text",
    'said "now"',
    "back\\slash \\n \\u0041",
    "it's 5 < 6 & 7 > 3 = true",
    "中文、标点。",
    "emoji 😀 and 👩‍👩‍👧",
    "tab\tline\nreturn\rbell\x07 nul\x00 unit\x1f del\x7f",
    "line separators \u2028 \u2029",
    "ends with a backslash \\",
    '{"looks": "like", "json": [1.10, null]}',
    "[106, 103]",
    "1.10",
    "a=b&c=d;e,f|g",
    "${env:HOME} {{ 1 + 1 }} %s",
    "trailing blank ",
)

DOUBLES = (
    0.1,
    1.10,
    -0.0,
    100.0,
    0.30000000000000004,
    12510357.0,
    9.9999999999999990932e-308,
    1.7976931348623157e308,
    -2.5e-7,
    123456789.125,
)

LARGE_DECIMALS = (
    Decimal("0.0000000001"),
    Decimal("9999999999999999999999999999.9999999999"),
    Decimal("-1234567890123456789012345678.0000000000"),
    Decimal("1.1000000000"),
)

SKUS = ("ABC-1", "a=b&c", "back\\slash", "dot.dot", "茶-7", "0012", "1E3", "blank inside")

FIRST_DATE = date(1969, 12, 1)
SHANGHAI = timezone(timedelta(hours=8))


def random_text(rng: Random, size: int) -> str:
    """Return a text of at most `size` characters (0: no bound), often an awkward one."""
    chance = rng.random()
    if chance < 0.5:
        text = rng.choice(ORDINARY_TEXTS)
    elif chance < 0.9:
        text = rng.choice(TEXTS)
    else:
        text = "".join(
            chr(rng.choice((rng.randint(32, 126), rng.randint(32, 0x2FF)))) for _ in range(12)
        )
    return text[:size] if size else text


def random_decimal(rng: Random, column: Column) -> Decimal:
    """Return a decimal with exactly the column's scale, so that trailing zeros stay to be seen."""
    if column.size > 30 and rng.random() < 0.7:
        return rng.choice(LARGE_DECIMALS)
    digits = rng.randint(1, min(column.size, 9))
    number = rng.choice((1, 1, 1, -1)) * rng.randint(0, 10**digits)
    if rng.random() < 0.5:
        number = number // 10 * 10
    return Decimal(number).scaleb(-column.scale)


def random_value(rng: Random, column: Column, now: int, *, nulls: float = 0.15) -> Value:
    """Return a value for a column that is no key column.

    Args:
        now: the source's clock, milliseconds since 1970 UTC; datetimes and timestamps lie near it.
        nulls: share of NULL values.

    Raises:
        ValueError: the column has an unknown kind.
    """
    if rng.random() < nulls:
        return None
    kind = column.kind
    if kind in ("int", "bigint"):
        limit = 2**31 - 1 if kind == "int" else 2**63 - 1
        return rng.choice((0, 1, -1, rng.randint(0, 100_000), limit, -limit - 1))
    if kind == "ubigint":
        return rng.choice((0, 2**63 + rng.randint(1, 10**9), 2**64 - 1, 10223372036854775806))
    if kind == "decimal":
        return random_decimal(rng, column)
    if kind == "double":
        return rng.choice(DOUBLES)
    if kind == "float":
        return rng.choice((1.5, 0.1, 16777216.0, 1.2222, -3.0e-5, 10357.0))
    if kind == "boolean":
        return rng.random() < 0.5
    if kind in ("varchar", "text"):
        return random_text(rng, column.size)
    if kind == "json":
        return rng.choice(
            ('{"a": 1.10, "b": [null, "中"]}', "[]", '{"q": "say \\"hi\\""}', '"text"', "null")
        )
    if kind == "binary":
        return bytes(rng.randrange(256) for _ in range(rng.choice((0, 1, 5, 16))))
    if kind == "date":
        return FIRST_DATE + timedelta(days=rng.randint(0, 25_000))
    if kind == "time":
        return timedelta(
            seconds=rng.choice((0, 1, 86_399, 45_296, -3_723, 3_020_399)),
            microseconds=rng.choice((0, 0, 500_000, 12_345)),
        )
    if kind in ("datetime", "timestamp"):
        return moment(
            kind, now - rng.randint(0, 86_400) * 1000, rng.choice((0, 0, 12_345, 120_000))
        )
    raise ValueError(f"unknown kind of column: {kind}")


def moment(kind: str, at: int, microseconds: int = 0) -> datetime:
    """Return the datetime value of an instant.

    Args:
        kind: `datetime` gives the wall clock of the source (UTC+8) without a zone, `timestamp`
            the instant in UTC.
        at: milliseconds since 1970 UTC; what is below a second is dropped.
        microseconds: fraction of the second.
    """
    value = datetime.fromtimestamp(at // 1000, SHANGHAI if kind == "datetime" else timezone.utc)
    value = value.replace(microsecond=microseconds)
    return value.replace(tzinfo=None) if kind == "datetime" else value


def random_row(rng: Random, table: Table, now: int, **given: Value) -> Row:
    """Return a row of the table in the order of its columns.

    Args:
        now: the source's clock, milliseconds since 1970 UTC.
        given: values of columns that are not left to chance, key columns among them.
    """
    return {
        column.name: given[column.name] if column.name in given else random_value(rng, column, now)
        for column in table.columns
    }
