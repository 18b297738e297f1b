"""Fixtures shared by all tests: one Spark session, and a fresh ROSETTA_HOME for each test."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from shared_java import SIGN, SharedJava
from suite_costs import SuiteCosts

NAME = "PYTEST_CURRENT_TEST"

# No deadline for an example: machines are shared. No database: nothing is written here.
settings.register_profile("rosetta", deadline=None, database=None)
settings.load_profile("rosetta")

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

if TYPE_CHECKING:
    from atlas import Atlas
    from pyspark.sql import SparkSession

    from rosetta_cdc.sandbox import Sandbox


def pytest_configure(config: pytest.Config) -> None:
    """Let the workers share Java, and the suite print at its end what it has cost."""
    config.pluginmanager.register(SharedJava())
    config.pluginmanager.register(SuiteCosts())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give files to processes as `--dist loadfile` does, but all files of the atlas to one, which builds it.

    `--dist loadgroup` groups nothing with pytest 9.2 (pytest-xdist, issue 1386).
    """
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        """Knows which tests share something that is made once."""

        def _split_scope(self, nodeid: str) -> str:
            """Return a name that only tests of one process have."""
            file = super()._split_scope(nodeid)
            return "atlas" if imports_atlas(config.rootpath / file) else file

    return Scheduling(config, log)


@cache
def imports_atlas(file: Path) -> bool:
    """Return whether a file of tests imports the atlas."""
    return "\nfrom atlas import " in file.read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _nameless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take pytest's name of the test out of what fixtures do: to dbt each variable of the environment is a reason to parse again."""
    monkeypatch.delenv(NAME, raising=False)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Iterator[None]:
    """Do the same for the test itself, for which pytest has set the variable again."""
    environment = os.environ
    name = environment.pop(NAME, "")
    try:
        return (yield)
    finally:
        environment[NAME] = name


@pytest.fixture(scope="session")
def spark(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """Give the session of the command line tools, with a scratch folder of its own."""
    from rosetta_cdc.spark import session
    from rosetta_cdc.warm.door import enter

    sign = getattr(request.config, "workerinput", {}).get(SIGN)
    if sign is not None:
        yield enter(sign.encode(), {"spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("spark") / "warehouse")})
        return
    before = os.environ.get("ROSETTA_HOME")
    os.environ["ROSETTA_HOME"] = str(tmp_path_factory.mktemp("spark"))
    try:
        started = session("rosetta-tests")
    finally:
        if before is None:
            del os.environ["ROSETTA_HOME"]
        else:
            os.environ["ROSETTA_HOME"] = before
    yield started
    started.stop()


@pytest.fixture(autouse=True)
def _interpreted(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let Spark interpret its expressions: to compile them is a sixth of the work on a few rows.

    The atlas, the shop's day and the tests that are run by name compile as users do.
    """
    uses = set(request.fixturenames)
    if "spark" not in uses or uses & {"atlas", "day"} or any(request.node.get_closest_marker(name) for name in ("thorough", "long")):
        yield
        return
    from kept_sandbox import FACTORY

    conf = request.getfixturevalue("spark").conf
    conf.set(FACTORY, "NO_CODEGEN")
    yield
    conf.unset(FACTORY)


@pytest.fixture
def rosetta_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty ROSETTA_HOME."""
    home = tmp_path / "home"
    monkeypatch.setenv("ROSETTA_HOME", str(home))
    return home


@pytest.fixture(scope="session")
def _warehouse(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    from kept_sandbox import KeptSandbox

    from rosetta_cdc.sandbox import Sandbox

    made = Sandbox if os.environ.get("ROSETTA_FRESH_WAREHOUSES") == "1" else KeptSandbox
    return made(spark, tmp_path_factory.mktemp("warehouse"))


@pytest.fixture
def warehouse(_warehouse: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """Give an empty warehouse: the project's own registry, nothing landed, no table."""
    from kept_sandbox import work_in

    work_in(_warehouse, monkeypatch)
    _warehouse.reset()
    return _warehouse


@pytest.fixture(scope="session")
def atlas(_warehouse: Sandbox, request: pytest.FixtureRequest) -> Atlas:
    """Give what has become of the pages of all tests that are run."""
    from atlas import Atlas, pages_of

    return Atlas(_warehouse, pages_of(request.session.items), apart=os.environ.get("ROSETTA_FRESH_WAREHOUSES") == "1")


@pytest.fixture
def fresh_warehouse(warehouse: Sandbox) -> Sandbox:
    """Give a warehouse that has never been used, without the views and seeds that others keep."""
    from kept_sandbox import KeptSandbox

    if isinstance(warehouse, KeptSandbox):
        warehouse.forget()
    return warehouse


@pytest.fixture
def theirs(warehouse: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandbox]:
    """Give an empty warehouse whose commands work with the example project in tests/package."""
    from example_project import their_project

    monkeypatch.setattr(warehouse, "project", their_project(tmp_path / "their_shop"))
    monkeypatch.setenv("DBT_PROJECT_DIR", str(warehouse.project))
    yield warehouse
    # dbt would go on from it: it looks at the packages' files, not at which of them is the root now.
    (warehouse.home / "dbt" / "target" / "partial_parse.msgpack").unlink(missing_ok=True)
