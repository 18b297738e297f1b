"""The demo as a newcomer calls it: in a fresh clone, with no packages and no cache. Prints what its parts took."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from rosetta_cdc.paths import PROJECT

PARTS = ["setup", "Spark", "landing", "tables", "tests", "docs", "report"]


def parts_of(printed: str) -> list[str]:
    """Return the names of the parts in the last line of the demo."""
    return re.findall(r"(\w+) \d+ s", printed.splitlines()[-1].split(";")[0])


@pytest.mark.demo
def test_the_demo_of_a_fresh_clone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The answers come before the tests; a second call adds and builds nothing."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", PROJECT, clone], check=True)
    own = ("ROSETTA_", "DBT_", "SPARK_", "PYTHON", "VIRTUAL_ENV")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    environment = {**plain, "PIP_CACHE_DIR": str(tmp_path / "pip")}

    def demo() -> str:
        """Return what the demo prints."""
        done = subprocess.run([clone / "scripts" / "demo"], env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    first = demo()
    with capsys.disabled():
        print(f"\n{first.splitlines()[-1]}")
    assert parts_of(first) == PARTS
    places = [first.index(text) for text in ("✓ tables", "Dead letters", "select order_id", "| delete |", "✓ tests", "✓ report")]
    assert places == sorted(places)
    assert (clone / ".rosetta" / "report.html").stat().st_size > 100_000

    second = demo()
    assert parts_of(second) == PARTS[:3]
    assert "this run added 0;" in second and "| delete |" in second
    subprocess.run([clone / "scripts" / "stop"], env=environment, check=True)
