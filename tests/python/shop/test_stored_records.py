"""The file of generated messages that is read without the generator: it holds what the generator writes today.

`ROSETTA_WRITE_RECORDS=1 scripts/test tests/python/shop/test_stored_records.py` writes the file again.
"""

from __future__ import annotations

import gzip
import os
from pathlib import Path

from rosetta_cdc import demo
from rosetta_cdc.landing.kcat import write_file
from rosetta_shop.traffic import shop_day


def test_the_day_that_the_demo_lands(tmp_path: Path) -> None:
    """The files are compared unpacked, for how they are packed depends on Python's zlib."""
    stored, made = demo.RECORDS[1], tmp_path / "day.jsonl.gz"
    write_file(made, shop_day(seed=1))
    if os.environ.get("ROSETTA_WRITE_RECORDS"):
        stored.write_bytes(made.read_bytes())
    texts = [gzip.decompress(path.read_bytes()).split(b"\n") for path in (stored, made)]
    assert texts[0] == texts[1]
