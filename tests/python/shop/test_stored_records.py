"""Files of generated messages that are read without the generator: they hold what it writes today.

`ROSETTA_WRITE_RECORDS=1 scripts/test tests/python/shop/test_stored_records.py` writes the files again.
"""

from __future__ import annotations

import gzip
import os
from pathlib import Path

from rosetta_cdc import class_archive, demo
from rosetta_cdc.landing.kcat import write_file
from rosetta_shop.traffic import bench_messages, registry_rows, shop_day

# The formats whose messages are read for the archive of Spark's classes.
FORMATS = ("dts_canal", "drs_json", "oms_default")


def compare(stored: Path, made: Path) -> None:
    """Compare a stored file, written first where asked, with one made now; unpacked, for how files are packed depends on Python's zlib."""
    if os.environ.get("ROSETTA_WRITE_RECORDS"):
        stored.write_bytes(made.read_bytes())
    texts = [gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes() for path in (stored, made)]
    assert texts[0].split(b"\n") == texts[1].split(b"\n")


def test_the_day_that_the_demo_lands(tmp_path: Path) -> None:
    made = tmp_path / "day.jsonl.gz"
    write_file(made, shop_day(seed=1))
    compare(demo.RECORDS[1], made)


def test_what_is_read_for_the_archive_of_classes(tmp_path: Path) -> None:
    """Records for two landings, and the rows of the registry for their topics."""
    made = tmp_path / "messages.jsonl.gz"
    write_file(made, bench_messages(2 * class_archive.RECORDS, FORMATS))
    compare(class_archive.MESSAGES, made)
    topics = tmp_path / "topics.csv"
    topics.write_text(registry_rows(FORMATS, "bench"), encoding="utf-8")
    compare(class_archive.TOPICS, topics)
