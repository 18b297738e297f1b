"""Where a landing starts: which topics there are, and from which offset each partition is read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.chunk import Stamp
from rosetta_cdc.landing.kafka.cluster import Cluster, Place, Topic
from rosetta_cdc.landing.kafka.ledger import GONE, TRUNCATED, Ledger, Range


class TopicGone(UserError):
    """A topic that has landed is no longer there. It may be just being created again."""


@dataclass(frozen=True)
class Wanted:
    """What the user wants to land.

    Attributes:
        topics: Names of topics, if no pattern.
        pattern: Java regular expression over whole topic names, if no names.
        begin: Where partitions begin that were never read: `earliest`, `latest`, a time, or offsets by topic and partition.
        goes_on: Whether records that Kafka lost before they landed are noted, instead of being an error.
    """

    topics: tuple[str, ...] = ()
    pattern: str | None = None
    begin: str | datetime | dict[Place, int] = "earliest"
    goes_on: bool = False


@dataclass
class Plan:
    """Where to read from.

    Attributes:
        topics: The topics.
        offsets: First offset of each partition.
        again: Topics that were created again since they last landed.
        lost: Ranges that Kafka lost before they landed.
    """

    topics: dict[str, Topic]
    offsets: dict[Place, int] = field(default_factory=dict)
    again: list[str] = field(default_factory=list)
    lost: list[Range] = field(default_factory=list)


def parse_begin(text: str) -> str | datetime | dict[Place, int]:
    """Return what `--from` names: `earliest`, `latest`, a time with its zone, or a file of offsets.

    Raises:
        UserError: It is none of these.
    """
    if text in ("earliest", "latest"):
        return text
    if text.endswith(".json"):
        return _offsets_of(text)
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        known = "earliest, latest, a time such as 2026-01-31T12:00:00Z, or a .json file of offsets"
        raise UserError(f"--from {text}: it must be {known}") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)


def make_plan(cluster: Cluster, ledger: Ledger, wanted: Wanted, matches: Any, stamp: Stamp, *, is_first: bool) -> Plan:
    """Return where to read from, and note what was met and lost.

    Args:
        cluster: The cluster.
        ledger: What has landed.
        wanted: What the user wants.
        matches: Function that tells whether a topic's name matches the pattern.
        stamp: Of the rows that are noted.
        is_first: Whether the landing begins: only then a topic that is missing is an error.

    Raises:
        TopicGone: A topic that has landed is missing, and the landing shall not go on.
        UserError: A topic was never there or none matches; or Kafka lost records and the landing shall not go on.
    """
    names = list(wanted.topics) if wanted.pattern is None else [name for name in cluster.names() if matches(name)]
    topics = cluster.topics(names) if names else {}
    known = ledger.known_topics()
    missing = [name for name in names if name not in topics]
    never_there = [name for name in missing if name not in known]
    if never_there:
        raise UserError(f"--topic {never_there[0]}: Kafka at {cluster.servers} has no such topic")
    if wanted.pattern is not None:
        missing += [name for name in sorted(known) if name not in topics and matches(name)]
    missing = [name for name in missing if not ledger.is_gone(name)]
    if missing and not wanted.goes_on:
        raise TopicGone(
            f"topic {missing[0]} has landed before but is gone from Kafka at {cluster.servers}; records may be lost;"
            " to go on without it, use --data-loss continue"
        )
    if not topics and is_first:
        what = f"--pattern {wanted.pattern} matches no topic" if wanted.pattern is not None else "the topics are no longer there"
        raise UserError(f"{what}; Kafka at {cluster.servers}")
    plan = Plan(topics)
    plan.again = ledger.meet(topics, stamp)
    places = [(name, partition) for name, topic in topics.items() for partition in topic.partitions]
    earliest, latest = cluster.offsets(places, "earliest"), cluster.offsets(places, "latest")
    began: list[Range] = []
    fresh = [place for place in places if ledger.position(place) is None]
    begins = _begins(cluster, fresh, known, wanted, earliest, latest)
    for place in places:
        if place not in earliest or place not in latest:
            continue  # deleted in this moment
        position = ledger.position(place)
        if position is None:
            position = begins[place]
            began.append(Range(place, "start", position, position))
        elif position < earliest[place]:
            plan.lost.append(Range(place, "lost", position, earliest[place], reason=TRUNCATED))
            position = earliest[place]
        elif position > latest[place]:
            _refuse(wanted, place, f"ends at offset {latest[place]:,} but was read up to {position:,}: its end has been cut off")
            position = latest[place]
        plan.offsets[place] = position
    for one in plan.lost:
        _refuse(wanted, one.place, f"lost offsets {one.start:,} to {one.end - 1:,} before they landed")
    for place in sorted(place for place in ledger.places() if place[0] in missing):
        position = ledger.position(place) or 0
        plan.lost.append(Range(place, "lost", position, position, reason=GONE))
    ledger.note(began + plan.lost, stamp)
    return plan


def _refuse(wanted: Wanted, place: Place, what: str) -> None:
    if not wanted.goes_on:
        raise UserError(f"topic {place[0]}, partition {place[1]}, {what}; to note this and go on, use --data-loss continue")


def _begins(
    cluster: Cluster, fresh: list[Place], known: set[str], wanted: Wanted, earliest: dict[Place, int], latest: dict[Place, int]
) -> dict[Place, int]:
    """Return where partitions begin that were never read: those of a topic that has been read before at their first record."""
    begins = {place: earliest.get(place, 0) for place in fresh}
    chosen = [place for place in fresh if place[0] not in known and place in earliest]
    if isinstance(wanted.begin, dict):
        begins.update({place: min(max(wanted.begin.get(place, earliest[place]), earliest[place]), latest[place]) for place in chosen})
    elif wanted.begin != "earliest":
        begins.update(cluster.offsets(chosen, wanted.begin))
    return begins


def _offsets_of(name: str) -> dict[Place, int]:
    shape = 'an object such as {"topic": {"0": 123}}'
    try:
        found = json.loads(Path(name).read_text(encoding="utf-8"))
        offsets = {(topic, int(partition)): offset for topic, of_topic in found.items() for partition, offset in of_topic.items()}
    except OSError as error:
        raise UserError(f"--from {name}: {error.strerror}") from error
    except (ValueError, AttributeError) as error:
        raise UserError(f"--from {name}: not {shape}") from error
    if not all(type(offset) is int and offset >= 0 for offset in offsets.values()):
        raise UserError(f"--from {name}: not {shape}")
    return offsets


def java_pattern(spark: Any, pattern: str) -> Any:
    """Return a function that tells whether a Java regular expression matches a whole name.

    Raises:
        UserError: It is none.
    """
    try:
        compiled = spark._jvm.java.util.regex.Pattern.compile(pattern)
    except Exception as error:
        raise UserError(f"--pattern {re.sub(r'[^ -~]', '?', pattern)} is not a Java regular expression") from error
    return lambda name: compiled.matcher(name).matches()
