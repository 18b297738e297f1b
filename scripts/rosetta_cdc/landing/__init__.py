"""Landing from files: `kcat -J` lines become rows of `raw.kafka_messages`.

`land_files` is the library's door, `scripts/land` the user's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rosetta_cdc.landing.result import LandingResult
    from rosetta_cdc.landing.run import Limits, land_files

__all__ = ["LandingResult", "Limits", "land_files"]


def __getattr__(name: str) -> Any:
    """Import Spark only for those who land: `scripts/land --help` and its checks answer at once."""
    if name in ("land_files", "Limits"):
        from rosetta_cdc.landing import run

        return getattr(run, name)
    if name == "LandingResult":
        from rosetta_cdc.landing.result import LandingResult

        return LandingResult
    raise AttributeError(name)
