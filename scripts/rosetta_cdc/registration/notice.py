"""What people are told of topics without a row in the registry: names, numbers and formats, never a record's content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rosetta_cdc import arguments as parsing
from rosetta_cdc.errors import reason_of
from rosetta_cdc.formats import declared_formats
from rosetta_cdc.loop.report import counted
from rosetta_cdc.registration.proposal import Proposal, proposals
from rosetta_cdc.registration.unregistered import Topic, look_at, unregistered_topics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from pyspark.sql import SparkSession

    from rosetta_cdc.registry import Registry

SHOWN = 10


def advice(spark: SparkSession, registry: Callable[[], Registry], among: Iterable[tuple[str, str]], path: Path | None = None) -> str:
    """Return what `notice` does, or in a line why it cannot: nothing depends on it, so no failure of it counts.

    Args:
        spark, among, path: See `notice`.
        registry: Returns the registry by which the topics landed.
    """
    try:
        return notice(spark, registry(), among, path)
    except Exception as error:
        return f"topics without a row could not be looked at: {reason_of(error)}"


def notice(spark: SparkSession, registry: Registry, among: Iterable[tuple[str, str]], path: Path | None = None) -> str:
    """Return what to tell of topics that have just landed; blank where all of them are registered.

    Args:
        spark: Session with Delta; it needs no metastore.
        registry: The registry by which they landed.
        among: Their clusters and names.
        path: The file to add rows to, where the registry is a copy of it.
    """
    topics = unregistered_topics(spark, registry, among)
    if not topics:
        return ""
    look_at(spark, topics)
    path = path or registry.path
    return f"{described(proposals(topics, path), path)}\n{parsing.CALLED_AS}register adds the rows."


def described(made: list[Proposal], path: Path) -> str:
    """Return topics, what they look like, and the rows to paste, as lines of text.

    Args:
        made: What `proposals` returned.
        path: The registry.
    """
    topics = sum(len(proposal.topics) for proposal in made)
    lines = [f"{'1 topic has' if topics == 1 else f'{topics:,} topics have'} no row in {path}:"]
    for proposal in made:
        for topic in proposal.topics[:SHOWN]:
            lines.append(f"  {topic.name}{_of_cluster(topic)}, {counted(topic.records, 'record')}: {_looks(proposal)}{_different(topic)}")
            if topic.near is not None:
                pattern = topic.near.values["topic_pattern"]
                lines.append(f"    row {topic.near.match_order} ({pattern}) would match but for upper and lower case")
        if len(proposal.topics) > SHOWN:
            lines.append(f"  and {len(proposal.topics) - SHOWN:,} more that begin alike: {_looks(proposal)}")
    rows = [proposal for proposal in made if proposal.values]
    if rows:
        lines += ["", "Rows for them:", "", f"  {','.join(rows[0].values)}", *(f"  {proposal.line}" for proposal in rows), ""]
        lines += [
            f"  {code}: {declared_formats()[code].get('description', '')}" for code in dict.fromkeys(proposal.format for proposal in rows)
        ]
    return "\n".join(lines)


def _of_cluster(topic: Topic) -> str:
    return "" if topic.cluster == "default" else f" (cluster {topic.cluster})"


def _different(topic: Topic) -> str:
    """Return how many of a topic's sampled records are of another format; blank if none is."""
    number = topic.contradicting if topic.formats else 0
    if not number:
        return ""
    would = "looks different and would be a dead letter" if number == 1 else "look different and would be dead letters"
    return f"; {number} of the sampled records {would}"


def _looks(proposal: Proposal) -> str:
    """Return what a proposal's messages look like."""
    if not proposal.format:
        return proposal.hint or "choose the format by hand"
    said = f"looks like {proposal.format}"
    if proposal.others:
        said += f" (or {', '.join(proposal.others)}: only you can know)"
    return f"{said}; {proposal.hint}" if proposal.hint else said
