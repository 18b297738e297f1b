"""Many messages of about 1 KB, fast.

Templates made by the formats' own writers, with a few places to fill.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from decimal import Decimal
from random import Random

from rosetta_cdc.landing.kcat import Record
from rosetta_shop.day import DAY_START
from rosetta_shop.encodings import SHANGHAI, iso_seconds
from rosetta_shop.formats import JSON, writer
from rosetta_shop.model import Change, Row, Table, Transaction
from rosetta_shop.tables import BENCH, NARROW_BENCH
from rosetta_shop.values import random_row

# Stand-ins that occur nowhere else; the generator finds them in a written message and fills their
# places.
ID = 7_700_000_177
SEQUENCE = 777_123
PIECES = 77_345
SECONDS = 1_711_111_111
FEE = Decimal("7771.29")

VARIANTS = 8
WORDS = (
    "parcel",
    "1.10",
    "<late>",
    "left at door",
    "no",
    "ring twice",
    "fragile",
    "42",
    "signed for",
)
OPERATIONS = ("insert",) * 5 + ("update",) * 4 + ("delete",)
STEP = 3
"""Milliseconds of the source's clock from one message to the next of the same format."""

FILL = {
    str(ID): b"%(id)d",
    str(SEQUENCE): b"%(sequence)d",
    str(SEQUENCE % 100_000): b"%(counter)d",
    str(PIECES): b"%(pieces)d",
    str(FEE): b"%(fee)d.%(cents)02d",
    str(SECONDS): b"%(seconds)d",
    # DTS SharePlex: the addresses of a new row and of one that the writer never saw.
    "AAATGpAAIAAI000001": b"AAATGpAA%(id)010d",
    "AAATGpAAIAAI000000": b"AAATGpAA%(id)010d",
    iso_seconds(SECONDS * 1000): b"%(utc)s",
    iso_seconds(SECONDS * 1000 + 1000): b"%(utc)s",
    iso_seconds(SECONDS * 1000).replace("T", " "): b"%(clock)s",
    iso_seconds(SECONDS * 1000, SHANGHAI): b"%(local)s",
    iso_seconds(SECONDS * 1000 + 1000, SHANGHAI): b"%(local)s",
}
PLACES = re.compile("|".join(re.escape(text) for text in sorted(FILL, key=len, reverse=True)))


def template(text: bytes | None) -> bytes | None:
    """Return a written key or value as a bytes format, its stand-ins turned into places."""
    if text is None:
        return None
    escaped = text.decode().replace("%", "%%")
    return PLACES.sub(lambda found: FILL[found[0]].decode(), escaped).encode()


def bench_row(rng: Random, table: Table, note: str) -> Row:
    """Return a row with stand-ins where messages differ and random values elsewhere."""
    row = random_row(rng, table, DAY_START, id=ID, note=note)
    given = {
        "customer": f"customer {rng.randint(1, 5000)}",
        "state": rng.choice(("packed", "sent", "customs", "delivered")),
        "fee": FEE,
        "weight": rng.choice((0.5, 1.25, 12.75)),
        "pieces": PIECES,
        "sent_on": datetime.fromtimestamp(DAY_START // 1000, timezone.utc).date(),
        "label": bytes(rng.randrange(256) for _ in range(12)),
    }
    return {**row, **{name: value for name, value in given.items() if name in row}}


def written(
    code: str, kind: str, table: Table, before: Row | None, after: Row | None
) -> tuple[bytes | None, bytes]:
    """Return (key, value) of the first message that a format writes for a change."""
    at = SECONDS * 1000
    change = Change(kind, at, SEQUENCE, SEQUENCE, table=table, before=before, after=after)
    transaction = Transaction(SEQUENCE, at, (change,))
    message = next(iter(writer(code, prefix="bench").write(transaction)))
    return message.key, message.value


def sample(code: str, kind: str, seed: str, length: int) -> tuple[bytes | None, bytes]:
    """Return (key, value) of a change of a random row whose note has `length` characters."""
    rng = Random(seed)
    table = NARROW_BENCH if code in ("dtle", "debezium") else BENCH
    words = "".join(f"{rng.choice(WORDS)} " for _ in range(length // 3 + 1))
    after = bench_row(rng, table, words[:length])
    before = {**after, "state": "new", "note": words[:length].upper()}
    given = {"insert": (None, after), "update": (before, after), "delete": (before, None)}
    return written(code, kind, table, *given[kind])


def templates(code: str, kind: str, size: int, seed: int) -> list[tuple[bytes | None, bytes]]:
    """Return (key, value) templates of a format and kind of change.

    Args:
        size: bytes that a value should have; the row's note is as long as it takes, and empty
            if other columns and the format's own fields already fill more.
        seed: chooses the values that do not vary within a template.
    """
    made = []
    for variant in range(VARIANTS):
        name = f"{seed} {kind} {variant}"
        # A note may stand in both images, and cost more than one byte a character where it is
        # escaped.
        empty, longer = (len(sample(code, kind, name, length)[1]) for length in (0, 500))
        length = max(0, (size - empty) * 500 // (longer - empty))
        key, value = sample(code, kind, name, length)
        made.append((template(key), template(value)))
    return made


def bench_messages(
    count: int,
    formats: Sequence[str] = JSON,
    seed: int = 1,
    size: int = 1000,
    *,
    start: int = DAY_START,
    first: int = 0,
) -> Iterator[Record]:
    """Yield records of about `size` bytes, the formats in turn, each to the topic `bench.<format>`;
    see `traffic`.
    """
    rng = Random(f"bench {seed}")
    kinds_of_change = ("insert", "update", "delete")
    topics = [
        (f"bench.{code}", {kind: templates(code, kind, size, seed) for kind in kinds_of_change})
        for code in formats
    ]
    operations = [rng.choice(OPERATIONS) for _ in range(997)]
    picks = [rng.randrange(VARIANTS) for _ in range(991)]
    chance = rng.random
    last_second, utc, local = -1, b"", b""
    for number in range(first, first + count):
        turn, place = divmod(number, len(topics))
        topic, kinds = topics[place]
        kind = operations[(turn + place) % 997]
        at = start + turn * STEP
        second = at // 1000
        if second != last_second:
            last_second = second
            utc, local = iso_seconds(at).encode(), iso_seconds(at, SHANGHAI).encode()
        # Half of all messages are inserts, so most numbers below `turn` are those of earlier ones.
        identity = turn + 1 if kind == "insert" else int(chance() * turn) + 1
        values = {
            b"id": identity,
            b"sequence": 100_000 + turn,
            b"counter": turn % 100_000,
            b"pieces": identity % 97,
            b"fee": turn % 9973,
            b"cents": turn % 100,
            b"seconds": second,
            b"utc": utc,
            b"clock": utc.replace(b"T", b" "),
            b"local": local,
        }
        key, value = kinds[kind][picks[number % 991]]
        # One partition: the order of a row's messages is the order of the log, and offsets are the
        # turns.
        yield Record(topic, 0, turn, at + 400, "create", key and key % values, value % values)
