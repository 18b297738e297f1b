"""The generated traffic as files: the same bytes in any process, lines as kcat writes them, bulk for benchmarks, the command."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_shop import SEED, strict_json

from rosetta_cdc.landing import kcat
from rosetta_cdc.paths import PROJECT
from rosetta_shop.__main__ import main
from rosetta_shop.formats import JSON
from rosetta_shop.traffic import bench_messages, random_log, shop_day

PATHS = [str(PROJECT / "scripts"), str(PROJECT / "tests" / "generator")]


@pytest.mark.parametrize("traffic", ["day", "random", "bench"])
def test_same_seed_gives_same_bytes_in_any_process(traffic: str) -> None:
    """Nothing depends on hashes, clocks or the process."""
    command = [sys.executable, "-m", "rosetta_shop", traffic, "--seed", "5", "--count", "30"]
    outputs = {
        subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(PATHS), "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert next(iter(outputs))


@pytest.mark.parametrize("name", ["records.jsonl", "records.jsonl.gz"])
def test_kcat_round_trip(name: str, tmp_path: Path) -> None:
    """Lines give back the records, also bytes that are no UTF-8; the file is the same each time."""
    path = tmp_path / name
    records = [*random_log(SEED, operations=80), *shop_day(SEED)]
    assert kcat.write_file(path, records) == len(records)
    first = path.read_bytes()
    kcat.write_file(path, iter(records))
    assert path.read_bytes() == first
    text = gzip.decompress(first) if name.endswith(".gz") else first
    assert [kcat.record_of(line) for line in text.decode().split("\n")[:-1]] == records
    assert any('"payload_base64"' in kcat.line(record) for record in records)


@pytest.mark.parametrize("code", JSON)
def test_bench_messages_of_a_format(code: str) -> None:
    """About 1 KB, sound JSON, mostly inserts and updates, keys that return."""
    records = list(bench_messages(600, [code], seed=3))
    values = [strict_json(record.value) for record in records]
    assert all(isinstance(value, dict) for value in values)
    assert not any(b"%(" in record.value for record in records)
    sizes = sorted(len(record.value) for record in records)
    assert 900 <= sizes[len(sizes) // 2] <= {"dtle": 2200, "debezium": 2600}.get(code, 1400)
    assert [record.offset for record in records] == list(range(600))
    assert len({record.value for record in records}) == 600
    assert 200 < len({record.key for record in records} - {None}) < 600 or records[0].key is None


def test_bench_mix_is_even_and_fast_enough_to_stream() -> None:
    """The formats take turns, and records come one by one, however many are wanted."""
    stream = bench_messages(10**12)
    first = [next(stream).topic for _ in range(3 * len(JSON))]
    assert first == 3 * [f"bench.{code}" for code in JSON]


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It writes file and registry; a wrong format is an error that names those that are known."""
    out, registry = tmp_path / "day.jsonl", tmp_path / "topics.csv"
    given = [
        "day",
        "--formats",
        "dtle,canal",
        "--count",
        "100",
        "-o",
        str(out),
        "--registry",
        str(registry),
    ]
    assert main(given) == 0
    assert len(out.read_text().splitlines()) > 200
    assert "shop_dtle" in registry.read_text()
    with pytest.raises(SystemExit):
        main(["day", "--formats", "xml"])
    assert "unknown format xml" in capsys.readouterr().err
    assert main(["bench", "--count", "1", "-o", str(tmp_path / "none" / "x")]) == 1
