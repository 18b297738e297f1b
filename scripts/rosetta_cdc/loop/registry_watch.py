"""The topic registry as the loop uses it: loaded where its file has changed, and left as it was where the file cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rosetta_cdc.loop.dbt_run import run_dbt
from rosetta_cdc.loop.project import Built, kept_registry, registry_digest, registry_file
from rosetta_cdc.registry import RegistryError, read_registry, seed_name

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rosetta_cdc.loop.sources import Source


class RegistryWatch:
    """Loads the registry into dbt's seed and hands it to the landing.

    Args:
        spark: Session whose Java compiles the patterns; without one, dbt's own check when it loads the seed has to do.
        source: The landing.
        built: What was loaded the last time.
    """

    def __init__(self, spark: SparkSession | None, source: Source, built: Built) -> None:
        self._spark = spark
        self._source = source
        self._built = built
        self._tried: str | None = None
        self.is_usable = True
        # Whether there is nothing that an earlier registry has given a format.
        self.is_first = built.registry is None

    def load_if_changed(self) -> bool:
        """Load the registry if its file is not the one that was looked at last, and return whether it was loaded.

        Raises:
            UserError: It cannot be used; the one of before stays in use, if there is one.
        """
        digest = registry_digest()
        if digest == self._tried:
            return False
        self._tried = digest
        if digest == self._built.registry and kept_registry().exists():
            self.is_usable = True
            return False
        self.is_usable = False
        if self._spark is not None:
            self._source.use_registry(read_registry(self._spark, registry_file()))
        loaded = run_dbt("seed", "--select", seed_name())
        if not loaded.is_good:
            if self._spark is not None and kept_registry().exists():
                self._source.use_registry(read_registry(self._spark, kept_registry()))
            self._tried = None if loaded.error else digest
            raise RegistryError(f"{registry_file()}: {loaded.error or next(iter(loaded.failed.values()))}")
        try:
            self._keep(digest)
        except OSError as error:
            self._tried = None
            raise RegistryError(f"{kept_registry()}: {error.strerror}") from error
        return True

    def _keep(self, digest: str) -> None:
        kept = kept_registry()
        partial = kept.with_suffix(".partial")
        partial.write_bytes(registry_file().read_bytes())
        partial.replace(kept)
        self.is_usable = True
        self._built.registry = digest
        self._built.keep()

    @property
    def may_begin(self) -> bool:
        """Tell whether there is a registry to land by: this one, or one of before."""
        return self.is_usable or kept_registry().exists()
