"""A landing that is killed anywhere adds nothing twice when it runs again, and loses nothing."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys

import pytest
from landing_lines import line, read, write

from rosetta_cdc.landing import Limits, land_files
from rosetta_cdc.landing.store import Store
from rosetta_cdc.paths import PROJECT

LINES = [
    line(0, "a"),
    b"not json",
    line(1, "a"),
    line(1, "b"),
    b"{}",
    line(2, "a"),
    line(0, "a"),
    line(0, "c"),
    line(0, "a", topic="late"),
]
SMALL = Limits(chunk_lines=5)
# Before each commit of the second chunk, and after the last one.
PLACES = [
    ("add_topics", True),
    ("add_rejected", True),
    ("add_messages", True),
    ("add_messages", False),
]
LAND = PROJECT / "scripts" / "land"


class Killed(Exception):
    """Stands for the end of the process."""


def check(spark, home, files: dict[str, str]) -> None:
    """Check that all lines are where they belong, once, for each cluster and its file."""
    messages, rejected, topics = (read(spark, home, table) for table in ("kafka_messages", "rejected_lines", "kafka_topics"))
    for cluster, file in files.items():
        rows = [row for row in messages if row.kafka_cluster == cluster]
        assert [(row.kafka_topic, row.kafka_offset, bytes(row.kafka_value)) for row in rows] == [
            ("late", 0, b"a"),
            ("shop.orders", 0, b"a"),
            ("shop.orders", 1, b"a"),
            ("shop.orders", 2, b"a"),
        ]
        assert [(row.line_number, row.reason) for row in rejected if row.file == file] == [
            (2, "not_json"),
            (4, "offset_reused"),
            (5, "not_a_kafka_record"),
            (8, "offset_reused"),
        ]
        assert [row.kafka_topic for row in topics if row.kafka_cluster == cluster] == [
            "late",
            "shop.orders",
        ]


def test_killed_around_every_commit(spark, rosetta_home, tmp_path, monkeypatch):
    files = {}
    for place, before in PLACES:
        name = f"{place}-{before}"
        path = write(tmp_path / name, *LINES)
        original, calls = getattr(Store, place), []

        def killed(self, *arguments, calls=calls, original=original, before=before):
            calls.append(1)
            if len(calls) == 2 and before:
                raise Killed
            answer = original(self, *arguments)
            if len(calls) == 2:
                raise Killed
            return answer

        with monkeypatch.context() as patch:
            patch.setattr(Store, place, killed)
            with pytest.raises(Killed):
                land_files(spark, [path], cluster=name, limits=SMALL)
        result = land_files(spark, [path], cluster=name)
        assert (result.landed, result.repeated) == ((2, 3) if before else (0, 5))
        files[name] = str(path)
    check(spark, rosetta_home, files)


@pytest.mark.long
def test_killed_by_the_system(spark, rosetta_home, tmp_path, monkeypatch):
    """The command, run in another folder through a link, is killed before it adds records."""
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal\n"
        "from rosetta_cdc.landing.store import Store\n"
        "Store.add_messages = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    (tmp_path / "land it").symlink_to(os.path.relpath(LAND, tmp_path))
    content = b"\n".join(LINES)
    ended = subprocess.run(
        [tmp_path / "land it", "--quiet", "-"],
        input=content,
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(tmp_path),
            "ROSETTA_VENV": sys.prefix,
            "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1",  # starts faster
        },
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    assert len(read(spark, rosetta_home, "rejected_lines")) == 4
    assert read(spark, rosetta_home, "kafka_messages") == []
    assert list((rosetta_home / "tmp" / "landing-default").iterdir())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    land_files(spark, ["-"])
    check(spark, rosetta_home, {"default": "-"})
    assert not (rosetta_home / "tmp" / "landing-default").exists()
