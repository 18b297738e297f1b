"""Where the loop's records come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rosetta_cdc.registry import Registry


class LandingFailed(Exception):
    """A landing has failed that is tried again; the message is one line."""


class Source(Protocol):
    """What lands records."""

    def start(self) -> None:
        """Begin to land.

        Raises:
            UserError: Something that trying again does not mend.
        """

    def land(self) -> None:
        """Land what is there, where this is not done all the time.

        Raises:
            LandingFailed: Something that may pass.
            UserError: Something that trying again does not mend.
        """

    def use_registry(self, registry: Registry) -> None:
        """Stamp the records that land from now on by a registry.

        Raises:
            RegistryError: A topic that is being landed has more than one format by it.
        """

    def go_on(self) -> None:
        """Be told that a round has taken all that has landed, or that there is nothing for one: what lands from now on is for the next."""

    def lag(self) -> int | None:
        """Return how many records wait to land; None where it is unknown."""

    def stop(self) -> None:
        """End, with the batch in work."""


class NoSource:
    """Nothing lands here: `scripts/land`, or another service, does."""

    def start(self) -> None:
        """Do nothing."""

    def land(self) -> None:
        """Do nothing."""

    def use_registry(self, registry: Registry) -> None:
        """Do nothing."""

    def go_on(self) -> None:
        """Do nothing."""

    def lag(self) -> int | None:
        """Return None."""
        return None

    def stop(self) -> None:
        """Do nothing."""
