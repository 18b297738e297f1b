"""Generated Kafka traffic.

A day of the shop for the demo, bulk for the benchmark, random logs for property tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rosetta_cdc.landing.kcat import Record
from rosetta_shop import bench
from rosetta_shop.day import DAY_START, sent_day
from rosetta_shop.formats import ALL, JSON
from rosetta_shop.oddities import sent_random
from rosetta_shop.topics import registry_rows

__all__ = ["ALL", "JSON", "Record", "bench_messages", "random_log", "registry_rows", "shop_day"]


def shop_day(
    seed: int = 1,
    formats: Sequence[str] = ALL,
    messages: int = 150,
    *,
    start: int = DAY_START,
    broken: bool = True,
    unregistered: bool = True,
) -> Iterator[Record]:
    """Yield the Kafka records of one day of the shop, the same day in every format, in the order of
    their times.

    A full load, then inserts, updates, deletes, moved keys, DDL, TRUNCATE, heartbeats and
    transaction marks, as far as a format has them. `registry_rows(formats)` describes the topics,
    all but `shop.unregistered`.

    Args:
        seed: the same arguments give the same records, byte by byte.
        formats: codes of the formats.
        messages: about how many messages a format; some 80 come anyway.
        start: when the full load happens, milliseconds since 1970 UTC, in whole seconds.
        broken: with some messages that nobody can read.
        unregistered: with the topic `shop.unregistered`, in which several formats are mixed.

    Raises:
        ValueError: there is no writer of a format.
    """
    day = sent_day(seed, formats, messages, start=start, broken=broken, unregistered=unregistered)
    return (found.record for found in day)


def bench_messages(
    count: int,
    formats: Sequence[str] = JSON,
    seed: int = 1,
    size: int = 1000,
    *,
    start: int = DAY_START,
    first: int = 0,
) -> Iterator[Record]:
    """Yield records for benchmarks.

    The formats in turn, each to the one partition of its topic `bench.<format>`.

    Half of the changes are inserts, four in ten updates, the rest deletes, of rows of 12 columns
    (dtle and Debezium: 4, and 2 KB a message, for the schema alone fills 1.5 KB). Messages are made from a few
    hundred templates that the formats' own writers wrote; from message to message vary key, number,
    times, pieces and fee. Images before a change are not those of an earlier message.

    Args:
        count: number of records.
        formats: codes of formats whose messages are text.
        seed: the same arguments give the same records.
        size: bytes of a value, about; formats with more of their own exceed it.
        start: the source's clock at record 0, milliseconds since 1970 UTC.
        first: number of the first record; keys, offsets and times go on from the records before it.

    Raises:
        ValueError: there is no writer of a format.
    """
    return bench.bench_messages(count, formats, seed, size, start=start, first=first)


def random_log(seed: int, formats: Sequence[str] = ALL, operations: int = 100) -> list[Record]:
    """Return a random log for property tests, in the order of arrival.

    Whatever the formats can say, and: broken messages, batches with one broken row, null values,
    repeated messages, gaps in the offsets, clocks that step back, records without a timestamp,
    headers, a topic without a registry row. `registry_rows(formats, "random")` describes the other
    topics.

    Args:
        seed: the same arguments give the same records, byte by byte.
        formats: codes of the formats.
        operations: messages a format, without the oddities; the first 20 or so are a full load.

    Raises:
        ValueError: there is no writer of a format.
    """
    return [found.record for found in sent_random(seed, formats, operations)]
