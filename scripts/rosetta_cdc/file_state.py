"""Whether files were changed, told without reading them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

PACKAGES = "dbt_packages"


def state_of_files(paths: Iterable[Path]) -> str:
    """Return a digest of when files were changed: asked often, so they are not read."""
    digest = hashlib.sha256()
    for path in paths:
        state = path.stat()
        digest.update(f"{path} {state.st_mtime_ns} {state.st_size}\n".encode())
    return digest.hexdigest()


def files_of(folder: Path, names: Sequence[str], folders: Sequence[str]) -> Iterator[Path]:
    """Yield the files of a project by their names, and all that lie in its folders and are not hidden; the same of its packages."""
    yield from (folder / name for name in names if (folder / name).exists())
    for name in folders:
        if name == PACKAGES and (folder / name).is_dir():
            others = [other for other in folders if other != PACKAGES]
            for package in sorted((folder / name).iterdir()):
                yield from files_of(package.resolve(), names, others)
            continue
        yield from (path for path in sorted((folder / name).rglob("*")) if path.is_file() and not path.name.startswith("."))
