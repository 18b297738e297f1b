"""The extras: packages that only some commands need, so that the first command does not wait for them."""

from __future__ import annotations

import importlib
import subprocess
from importlib.util import find_spec

from rosetta_cdc.errors import UserError
from rosetta_cdc.paths import PROJECT

# The modules of its packages, as pyproject.toml declares them.
MODULES = {"report": ("matplotlib", "sqlglot"), "avro": ("fastavro",), "kafka": ("confluent_kafka",)}
SETUP = PROJECT / "scripts" / "setup"


def missing(extra: str) -> list[str]:
    """Return the modules of an extra that are not installed."""
    return [module for module in MODULES[extra] if find_spec(module) is None]


def need(extra: str) -> None:
    """Install an extra into the clone's virtual environment unless it is there.

    Args:
        extra: A name in `MODULES`.

    Raises:
        UserError: It cannot be installed, or this process runs from an installed package, which is left to its user.
    """
    if not missing(extra):
        return
    command = f"scripts/setup {extra}" if SETUP.exists() else f"pip install 'rosetta-cdc[{extra}]'"
    if SETUP.exists() and subprocess.run([SETUP, extra], check=False).returncode == 0:
        importlib.invalidate_caches()
    if missing(extra):
        raise UserError(f"{' and '.join(missing(extra))} not installed: run {command}")
