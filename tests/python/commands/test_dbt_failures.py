"""Commands of dbt that fail, as each caller in the scripts meets them: its message names the cause."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from dbt.cli.main import dbtRunner, dbtRunnerResult
from dbt_common.events.base_types import EventLevel
from dbt_common.exceptions import CompilationError, DbtDatabaseError

from rosetta_cdc import new_project
from rosetta_cdc.checks import strict_parse
from rosetta_cdc.dbt_command import dbt
from rosetta_cdc.errors import UserError
from rosetta_cdc.generated import update
from rosetta_cdc.keep import relocate
from rosetta_cdc.loop import dbt_run, registry_watch
from rosetta_cdc.loop.concerned import listed_models
from rosetta_cdc.loop.project import Built
from rosetta_cdc.loop.registry_watch import RegistryWatch
from rosetta_cdc.loop.rounds import Rounds
from rosetta_cdc.paths import PROJECT
from rosetta_cdc.sandbox import DbtFailed, Sandbox
from rosetta_cdc.sql.render import Renderer

CAUSE = "column 'total': 'decimal(0,0)' is not one of tinyint"
STACK = "\n\n  > in macro type_family (macros/types/type_family.sql)\n  > called by macro cdc_table"


def told(text: str) -> SimpleNamespace:
    """Return an error that dbt logs."""
    return SimpleNamespace(
        info=SimpleNamespace(level=EventLevel.ERROR.value, name="RunningOperationCaughtError", msg=text), data=SimpleNamespace(exc=text)
    )


def of_node(status: str, message: str | None) -> dbtRunnerResult:
    node = SimpleNamespace(name="orders", resource_type="model")
    return dbtRunnerResult(success=False, result=SimpleNamespace(results=[SimpleNamespace(status=status, message=message, node=node)]))


# What dbt returns, and what it has logged as errors before.
FAILURES: dict[str, tuple[dbtRunnerResult, list[str]]] = {
    "compilation error": (dbtRunnerResult(success=False, exception=CompilationError(CAUSE + STACK)), []),
    "database error": (dbtRunnerResult(success=False, exception=DbtDatabaseError(f"Runtime Error\n  {CAUSE}")), [CAUSE]),
    "other exception without result": (dbtRunnerResult(success=False, exception=ValueError(CAUSE)), []),
    "failing node": (of_node("error", f"Compilation Error in model orders (models/orders.sql)\n  {CAUSE}{STACK}"), []),
    "failing test": (of_node("fail", CAUSE), []),
    # An operation's result has no message, what has ended it is only logged.
    "failing operation": (of_node("error", None), [f"Compilation Error in macro propose_cdc_tables\n  {CAUSE}{STACK}"]),
    "failure without result": (dbtRunnerResult(success=False), [f"Compilation Error\n  {CAUSE}"]),
}
# A command that fails and says nothing at all is named, and where to look.
SILENT: dict[str, dbtRunnerResult] = {
    "nothing": dbtRunnerResult(success=False),
    "empty exception": dbtRunnerResult(success=False, exception=ValueError()),
}
# Their messages are of several lines.
OF_DEVELOPERS = ("sandbox", "checks/strict_parse")


def caught(call: Callable[[], object]) -> str:
    """Return the message of the error that a call raises."""
    with pytest.raises((UserError, DbtFailed)) as error:
        call()
    return str(error.value)


def of_command(capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        dbt("run-operation", "maintain")
    return capsys.readouterr().err


def of_sandbox(tmp_path: Path) -> str:
    sandbox = Sandbox.__new__(Sandbox)
    sandbox.home, sandbox.project, sandbox.profiles = tmp_path, PROJECT, PROJECT / "profiles"
    return caught(lambda: sandbox.dbt("run"))


def of_run(*arguments: str) -> str:
    run = dbt_run.run_dbt(*arguments)
    assert not run.is_good
    return "; ".join([run.error or "", *run.failed.values()])


def of_registry(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(registry_watch, "registry_digest", lambda: "another one")
    watch = RegistryWatch.__new__(RegistryWatch)
    watch._tried, watch._built, watch._spark, watch.is_usable = "", Built("local cdc"), None, True
    return caught(watch.load_if_changed)


def rounds() -> Rounds:
    registry = SimpleNamespace(is_usable=True)
    return Rounds(lambda _: [], SimpleNamespace(), registry, Built("local cdc"), lambda _: None)  # type: ignore[arg-type]


def of_round() -> str:
    done = rounds().run()
    assert not done.is_good
    return "; ".join([done.error or "", *done.failed.values()])


def of_chore() -> str:
    done = rounds().chore("tests")
    return "; ".join([done.error or "", *done.failed.values()])


def callers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> dict[str, Callable[[], str]]:
    """Return how each file of the scripts that calls dbt is called, and the message that it gives, by the file's name."""
    return {
        "dbt_command": lambda: of_command(capsys),
        "sandbox": lambda: of_sandbox(tmp_path),
        "new_project": lambda: caught(lambda: new_project._install(tmp_path)),
        "sql/render": lambda: caught(lambda: Renderer().render("select 1")),
        "generated/update": lambda: caught(lambda: update.update_models(tmp_path)),
        "checks/strict_parse": lambda: "; ".join(strict_parse.parse_problems()),
        "loop/dbt_run": lambda: of_run("run"),
        "loop/registry_watch": lambda: of_registry(monkeypatch),
        "loop/rounds": of_round,
        "loop/concerned": lambda: caught(listed_models),
        "keep/relocate": lambda: _of_views(),
    }


def _of_views() -> str:
    try:
        return "; ".join(relocate._make_views()[1].values())
    except UserError as error:
        return str(error)


@pytest.fixture
def failing(rosetta_home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dbtRunnerResult, list[str]], None]:
    """Give a way to let each command of dbt fail."""
    (rosetta_home / "dbt" / "target").mkdir(parents=True)
    (rosetta_home / "loop").mkdir()
    monkeypatch.setenv("DBT_PROJECT_DIR", str(PROJECT))
    monkeypatch.setenv("DBT_PROFILES_DIR", str(PROJECT / "profiles"))

    def fail(result: dbtRunnerResult, logged: list[str]) -> None:
        def invoke(runner: dbtRunner, _: list[str]) -> dbtRunnerResult:
            for text in logged:
                for callback in runner.callbacks:
                    callback(told(text))  # type: ignore[arg-type]
            return result

        monkeypatch.setattr(dbtRunner, "invoke", invoke)

    return fail


def test_the_cause_is_named(
    failing: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the way in which the command fails, in a line, without the macros that called each other, and never the word None."""
    wrong = []
    for caller, call in callers(tmp_path, monkeypatch, capsys).items():
        for kind, (result, logged) in FAILURES.items():
            failing(result, logged)
            message = call()
            is_line = "> in macro" not in message and len(message.strip().splitlines()) == 1
            if CAUSE not in message or "None" in message or not (is_line or caller in OF_DEVELOPERS):
                wrong.append(f"{caller}, {kind}: {message!r}")
        for kind, result in SILENT.items():
            failing(result, [])
            message = call()
            if not re.search("see dbt/logs/dbt.log|Java ended", message):
                wrong.append(f"{caller}, {kind}: {message!r}")
    assert not wrong, "\n".join(wrong)


def test_every_caller_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each file of the scripts that calls dbt is one of `callers`, or only passes on what `dbt` raises, or what the loop's rounds say."""
    scripts = PROJECT / "scripts" / "rosetta_cdc"
    called = re.compile(r"(?<!def )\b(invoke|run_dbt|dbtRunner\([^)]*\)\.invoke)\(")
    found = {
        str(file.relative_to(scripts).with_suffix("")) for file in scripts.rglob("*.py") if called.search(file.read_text(encoding="utf-8"))
    }
    # Its failure is that of the command that it parses for, which then parses by itself.
    assert found - {"parsed_project"} == set(callers(tmp_path, monkeypatch, capsys))
