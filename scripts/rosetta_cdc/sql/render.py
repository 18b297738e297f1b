"""Statements with `ref()` and the project's macros, rendered by dbt in this process. No table is asked for it."""

from __future__ import annotations

import contextlib
import re
import shutil

from rosetta_cdc.dbt_command import invoke
from rosetta_cdc.errors import UserError, reason_of
from rosetta_cdc.paths import home
from rosetta_cdc.sql.hints import meant

QUIET = ("--log-level", "none", "--log-level-file", "none")


class Renderer:
    """Renders statements. Its folder is its own, so that a loop or a dbt command beside it is not disturbed."""

    def __init__(self) -> None:
        self._folder = home() / "sql"
        self._folder.mkdir(parents=True, exist_ok=True)
        parsed = self._folder / "target" / "partial_parse.msgpack"
        if not parsed.exists():
            # What a dbt command has read of the project need not be read again.
            parsed.parent.mkdir(exist_ok=True)
            with contextlib.suppress(OSError):
                shutil.copy2(home() / "dbt" / "target" / "partial_parse.msgpack", parsed)

    def render(self, statement: str) -> str:
        """Return a statement as the warehouse takes it.

        Raises:
            UserError: dbt cannot render it.
        """
        outcome = invoke(
            "compile", "--inline", statement, "--no-introspect", "--no-populate-cache", "--no-write-json", *QUIET, *self._places()
        )
        if outcome.exception is not None:
            raise UserError(self._reason(outcome.exception), exit_code=1)
        if not outcome.success:
            raise UserError(_message(outcome.message), exit_code=1)
        [result] = outcome.result.results
        return result.node.compiled_code

    def names(self) -> list[str]:
        """Return the names that `ref()` knows; none where dbt cannot read the project."""
        kinds = [word for kind in ("model", "seed", "snapshot") for word in ("--resource-type", kind)]
        return list(invoke("list", "--output", "name", *kinds, *QUIET, *self._places()).result or [])

    def _places(self) -> tuple[str, ...]:
        return "--target-path", str(self._folder / "target"), "--log-path", str(self._folder / "logs")

    def _reason(self, error: BaseException) -> str:
        """Return in a line why dbt could not render a statement."""
        # dbt raises one error in the handling of another.
        while (cause := error.__cause__ or error.__context__) is not None:
            error = cause
        absent = re.search(r"depends on a (?:node|source) named '([^']*)' which was not found", str(error))
        if absent is None:
            return _message(str(error) or reason_of(error))
        return f"ref({absent[1]!r}): there is no such model; {meant(absent[1], self.names())}"


def _message(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith(">")]
    return " ".join(lines) if lines else "dbt cannot render the statement"
