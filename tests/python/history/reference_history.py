"""The fold from change events to row history in plain Python: what `cdc_row_history` must equal, event by event, without Spark.

Numbers in round brackets are those of the rules in the decisions on the row history. An event is a row of `cdc_events` as a dict, with
`order_by` and `load_time` of its registry rule. Texts compare by code point, which is the order of their UTF-8 bytes.

In one file, though long: it is a model that is read beside the rules from its first line to its last.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from rosetta_cdc.formats import declared_formats

Event = dict[str, Any]
Pairs = dict[str, list[Event]]  # event_id of a half -> all halves of its pair in the order of their places

SKEW_BOUND = timedelta(days=1)

# Format -> columns that an event needs to have an identity.
IDENTITIES = {code: declared["identity"] for code, declared in declared_formats().items() if "identity" in declared}
# Formats in which equal rows of a table without a key may have one number.
SHARED_NUMBERS = {code for code, declared in declared_formats().items() if declared.get("rows_share_numbers")}
COPY_COLUMNS = (
    "op", "event_kind", "committed_at", "sequence_number", "source_position", "transaction_id", "transaction_order", "row_index", "row_key",
    "previous_row_key", "ddl_text", "before", "after",
)  # fmt: skip

# What an event does to a row (7).
ARRIVAL, OPENING, DEPARTURE, CLOSING = "arrival", "opening", "departure", "closing"

UNKNOWN = ()  # An unknown part of a mark: lower than every known part, which is a tuple of one.


@dataclass
class History:
    """Versions of all rows, and the events that made none."""

    versions: list[dict[str, Any]]
    unapplied: list[dict[str, str]]

    @property
    def current(self) -> list[dict[str, Any]]:
        """Return the rows as they are now."""
        return [version for version in self.versions if version["is_current"] and not version["is_deleted"]]


@dataclass(eq=False)
class Part:
    """What an event is to one row; of a move the old or the new side."""

    event: Event
    side: str = "whole"
    mark: tuple = ()
    is_copy: bool = False
    effect: str | None = None
    is_counted: bool = False  # Of a row of a table without a key.


@dataclass(eq=False)
class Row:
    """A source row with the parts of its events and its versions."""

    row_id: str
    table_id: str
    row_key: str
    parts: list[Part] = field(default_factory=list)
    versions: list[Version] = field(default_factory=list)


@dataclass(eq=False)
class Version:
    """A version of a row. `former` is the version before it in the row, `base` the version that gives absent columns."""

    part: Part
    equal_rows: int
    former: Version | None
    base: Version | None = None
    image: dict[str, str | None] | None = None
    encodings: dict[str, str] = field(default_factory=dict)
    image_complete: bool = False
    is_linked: bool = False  # Whether the base is a version of another row.

    @property
    def is_deleted(self) -> bool:
        """Tell whether no row is left."""
        return self.equal_rows == 0


def fold(events: list[Event]) -> History:
    """Fold events, in whatever order they are listed, to the history of their rows."""
    events = sorted(events, key=place)
    pairs = find_pairs(events)
    events = [move_of_half(event, pairs) for event in events]
    rows = collect_rows(events)
    for row in rows:
        sort_parts(row)
        find_copies(row.parts)
        is_counted = any(part.event["key_basis"] == "all_columns" for part in row.parts)
        for part in row.parts:
            part.effect, part.is_counted = effect_of(part, pairs), is_counted
        row.versions = build_versions(settle_swaps([part for part in row.parts if part.effect and not part.is_copy], pairs))
    versions = [version for row in rows for version in row.versions]
    find_bases(versions, pairs)
    cut_circles(versions)
    fill_images(versions, pairs)
    described = [version for row in rows for version in describe_versions(row)]
    return History(
        versions=sorted(described, key=lambda version: (version["row_id"], version["version_number"])),
        unapplied=sorted(find_unapplied(events, rows, pairs), key=lambda entry: entry["event_id"]),
    )


# Rows and their events


def row_id_of(table_id: str, row_key: str) -> str:
    """Return the identity of a row (1)."""
    return table_id.replace("/", "\\/") + "/" + row_key


def own_row_id(event: Event) -> str | None:
    """Return the identity of the row that a row change or tombstone belongs to, of a move the new row (1)."""
    if event["table_id"] is None or event["row_key"] is None:
        return None
    return row_id_of(event["table_id"], event["row_key"])


def is_table_event(event: Event) -> bool:
    """Tell whether an event may concern whole tables (3)."""
    return event["event_kind"] in ("truncate", "ddl")


def is_move(event: Event) -> bool:
    """Tell whether a row change took its row to another key."""
    return event["previous_row_key"] is not None and event["previous_row_key"] != event["row_key"]


def collect_rows(events: list[Event]) -> list[Row]:
    """Return all rows that a row change or tombstone names, each with its events and those of its table."""
    rows: dict[str, Row] = {}
    rows_of_target: dict[Hashable, list[Row]] = defaultdict(list)

    def add(event: Event, row_key: str, side: str) -> None:
        row_id = row_id_of(event["table_id"], row_key)
        if row_id not in rows:
            rows[row_id] = Row(row_id, event["table_id"], row_key)
            rows_of_target["table", event["table_id"]].append(rows[row_id])
            rows_of_target["database", event["source_name"], event["database_name"]].append(rows[row_id])
        rows[row_id].parts.append(Part(event, side))

    for event in events:
        if event["event_kind"] in ("row_change", "tombstone") and own_row_id(event) is not None:
            add(event, event["row_key"], "new" if is_move(event) else "whole")
            if is_move(event):
                add(event, event["previous_row_key"], "old")
    for event in filter(is_table_event, events):
        for target in find_targets(event) or ():
            for row in rows_of_target[target]:
                row.parts.append(Part(event))
    return list(rows.values())


# Table events (3)

TOKEN = re.compile(
    r"""
    (?: /\*.*?(?:\*/|\Z) | --[^\n]* | \#[^\n]* )                                    # a comment: no group
    | `(?P<back>(?:[^`]|``)*)` | "(?P<double>(?:[^"]|"")*)" | \[(?P<bracket>(?:[^\]]|\]\])*)\]
    | (?P<word> (?: (?!/\*|--) [^\s.,;`"\[\]\#] )+ )
    | (?P<mark> [.,;] )
    """,
    re.VERBOSE | re.DOTALL,
)
CLOSING_QUOTES = {"back": "`", "double": '"', "bracket": "]"}

# The longer before those that they begin with.
HEADS = {
    "TRUNCATE TABLE": "truncate",
    "TRUNCATE": "truncate",
    "DROP TABLE IF EXISTS": "drop table",
    "DROP TABLE": "drop table",
    "DROP DATABASE IF EXISTS": "drop database",
    "DROP DATABASE": "drop database",
    "DROP SCHEMA IF EXISTS": "drop database",
    "DROP SCHEMA": "drop database",
}


def tokenise(text: str) -> list[tuple[str, str]]:
    """Return the tokens of the first statement of a text as (kind, text): `word`, `quoted` (without its quotes) or `mark`."""
    tokens: list[tuple[str, str]] = []
    for match in TOKEN.finditer(text):
        if match["mark"] == ";":
            break
        if match.lastgroup in CLOSING_QUOTES:
            quote = CLOSING_QUOTES[match.lastgroup]
            tokens.append(("quoted", match[match.lastgroup].replace(quote * 2, quote)))
        elif match.lastgroup is not None:
            tokens.append((match.lastgroup, match[match.lastgroup]))
    return tokens


def name_parts(tokens: list[tuple[str, str]]) -> list[str]:
    """Return the parts of the dotted name that tokens begin with; nothing if they begin with none or it has more than three parts."""
    parts: list[str] = []
    for position, (kind, text) in enumerate(tokens):
        if position % 2 == 0 and kind != "mark":
            parts.append(text)
        elif position % 2 == 0:
            return []
        elif (kind, text) != ("mark", "."):
            break
    return parts if len(parts) <= 3 else []


def read_statement(text: str) -> tuple[str | None, list[list[str]]]:
    """Return what a statement does, if it is one that concerns whole tables, and the names in it, each as its parts."""
    tokens = tokenise(text)
    for head, action in HEADS.items():
        words = [("word", word) for word in head.split()]
        if [(kind, text.upper()) for kind, text in tokens[: len(words)]] == words:
            names: list[list[tuple[str, str]]] = [[]]
            for token in tokens[len(words) :]:
                if token == ("mark", ","):
                    names.append([])
                else:
                    names[-1].append(token)
            return action, [parts for parts in map(name_parts, names) if parts]
    return None, []


def changes_rows(text: str) -> bool:
    """Tell whether a statement that is not applied may have changed rows or names (those of the random logs alone)."""
    words = [word.upper() for kind, word in tokenise(text) if kind == "word"]
    altered = words[2:] if words[:2] == ["ALTER", "TABLE"] else []
    return words[:1] == ["RENAME"] or bool({"RENAME", "DROP", "DEFAULT"} & set(altered))


def named_table_id(event: Event, parts: list[str]) -> str:
    """Return the table_id of a table that a statement names; what the name leaves out comes from the message."""
    *qualifiers, table = parts
    database, schema = event["database_name"], event["schema_name"]
    if qualifiers and schema is not None:
        schema = qualifiers.pop()
    if qualifiers:
        database = qualifiers.pop()
    if database is None and schema is not None:
        database = ""
    names = [event["source_name"], database, schema, table]
    return ".".join(name.replace("\\", "\\\\").replace(".", "\\.") for name in names if name is not None)


def find_targets(event: Event) -> set[Hashable] | None:
    """Return the tables or databases whose rows a table event closes; None if it is a statement that is not applied."""
    action, names = read_statement(event["ddl_text"] or "")
    is_ddl = event["event_kind"] == "ddl"
    if is_ddl and action == "drop database":
        return {("database", event["source_name"], parts[-1]) for parts in names}
    if action != ("drop table" if is_ddl else "truncate"):
        if is_ddl and (event["ddl_text"] or (event["source_op"] or "").upper() not in ("ERASE", "DROP-TABLE", "DROPTABLE", "TABLE-DROP")):
            return None
        names = []
    if event["table_id"] is not None and len(names) <= 1:
        return {("table", event["table_id"])}
    return {("table", named_table_id(event, parts)) for parts in names}


# Order (2)


def line_of(event: Event) -> tuple:
    """Return the line that an event stands in."""
    return event["kafka_cluster"], event["kafka_topic"], event["kafka_partition"]


def position_in_line(event: Event) -> tuple:
    """Return the place of an event in its line."""
    return event["kafka_topic_incarnation"], event["kafka_offset"], event["row_index"]


def place(event: Event) -> tuple:
    """Return line and position."""
    return line_of(event) + position_in_line(event)


def is_beyond_skew_bound(event: Event) -> bool:
    """Tell whether an event's commit time is more than a day later than its message."""
    committed_at, kafka_timestamp = event["committed_at"], event["kafka_timestamp"]
    return committed_at is not None and kafka_timestamp is not None and committed_at - kafka_timestamp > SKEW_BOUND


def known_time(event: Event) -> datetime | None:
    """Return an event's commit time where it can be trusted: not of a snapshot row, not beyond the skew bound (12)."""
    return None if event["op"] == "snapshot" or is_beyond_skew_bound(event) else event["committed_at"]


def own_time(event: Event) -> datetime | None:
    """Return the time by which an event is ordered: its load's for a snapshot row, else its commit time."""
    return event["load_time"] if event["op"] == "snapshot" else known_time(event)


def mark_part(value: Any) -> tuple:
    """Return a value as a part of a mark."""
    return UNKNOWN if value is None else (value,)


def own_mark(event: Event) -> tuple:
    """Return the own mark of an event: lead, time, number, rank, written."""
    time, number, written = (mark_part(value) for value in (own_time(event), event["sequence_number"], event["kafka_timestamp"]))
    rank = 0 if number and (event["op"] == "delete" or is_table_event(event)) else 1
    if event["order_by"] == "sequence":
        return number, time, UNKNOWN, rank, written
    return UNKNOWN, time, number, rank, written


def order_in_row(part: Part) -> tuple:
    """Return by what the parts of a row are sorted."""
    lead = mark_part(own_time(part.event)) if part.event["order_by"] == "commit_time" else UNKNOWN
    return lead, part.mark, place(part.event)


def sort_parts(row: Row) -> None:
    """Give each part of a row the greatest own mark of its line so far, and sort them by it."""
    greatest: dict[tuple, tuple] = {}
    for part in sorted(row.parts, key=lambda part: place(part.event)):
        line = line_of(part.event)
        greatest[line] = part.mark = max(greatest.get(line, ()), own_mark(part.event))
    row.parts.sort(key=order_in_row)


# Copies (4) and halves (5)


def has_identity(event: Event) -> bool:
    """Tell whether an event's format gives every change an identity of its own."""
    if event["source_format"] in SHARED_NUMBERS and event["key_basis"] == "all_columns":
        return False
    identity = IDENTITIES.get(event["source_format"])
    return identity is not None and event["sequence_number"] != 0 and all(event[name] is not None for name in identity)


def find_copies(parts: list[Part]) -> None:
    """Mark the parts of a row that repeat an earlier one."""
    seen = set()
    for part in parts:
        if has_identity(part.event):
            with_order = "transaction_order" in IDENTITIES[part.event["source_format"]]
            values = (part.event[column] for column in COPY_COLUMNS if with_order or column != "transaction_order")
            identity = tuple(frozenset(value.items()) if isinstance(value, dict) else value for value in values)
            part.is_copy = identity in seen
            seen.add(identity)


def find_pairs(events: list[Event]) -> Pairs:
    """Return the halves of each half's pair: those of its `pair_id`, or an update_before and the update_after next to it in its line."""
    halves: dict[Hashable, list[Event]] = defaultdict(list)
    pairs: Pairs = {}
    latest: dict[Hashable, Event] = {}
    for event in events:
        if event["event_kind"] != "row_change":
            continue
        previous = latest.get((line_of(event), event["table_id"]))
        latest[line_of(event), event["table_id"]] = event
        if event["op"] not in ("update_before", "update_after"):
            continue
        if event["pair_id"] is not None:
            pair = ("pair_id", event["pair_id"])
        elif event["op"] == "update_after" and previous and previous["op"] == "update_before" and previous["pair_id"] is None:
            pair = ("event_id", previous["event_id"])
        else:
            pair = ("event_id", event["event_id"])
        halves[pair].append(event)
        pairs[event["event_id"]] = halves[pair]
    return pairs


def leaves(event: Event, pairs: Pairs) -> bool:
    """Tell whether an update_before left its key: whether a half of its pair belongs to another row."""
    return any(own_row_id(half) not in (None, own_row_id(event)) for half in pairs[event["event_id"]])


def names_other_row(event: Event) -> bool:
    """Tell whether a half says that the other one has another key."""
    return event.get("other_row_key") not in (None, event["row_key"])


def move_of_half(event: Event, pairs: Pairs) -> Event:
    """Return a second half whose first one is missing as the move that it tells of by itself; any other event as it is."""
    is_half = event["event_kind"] == "row_change" and event["op"] == "update_after" and event["row_key"] is not None
    if not is_half or not names_other_row(event) or any(half["op"] != "update_after" for half in pairs[event["event_id"]]):
        return event
    return event | {"previous_row_key": event["other_row_key"]}


def is_one_more(event: Event, pairs: Pairs) -> bool:
    """Tell whether an update_after of a table without a key is not the same row as its other half."""
    return len(pairs[event["event_id"]]) == 1 or leaves(event, pairs)


# Folding (7, 8)


def effect_of(part: Part, pairs: Pairs) -> str | None:
    """Return what a part does to its row; None for a half without effect."""
    event = part.event
    if event["event_kind"] != "row_change":
        return CLOSING
    if part.side == "old" or event["op"] == "delete":
        return DEPARTURE
    if part.side == "new" or event["op"] == "insert":
        return ARRIVAL
    if event["key_basis"] == "all_columns" and (event["op"] == "snapshot" or (event["op"] == "update_after" and is_one_more(event, pairs))):
        return ARRIVAL
    if event["op"] == "update_before":
        return DEPARTURE if leaves(event, pairs) or names_other_row(event) else None
    if event["op"] == "update_after" and leaves(event, pairs):
        return ARRIVAL
    return OPENING


def transaction_of(event: Event) -> tuple:
    """Return the transaction of an event: by its id, else by line and commit time, else its record (6)."""
    if event["transaction_id"]:
        return "id", event["source_name"], event["transaction_id"]
    if event["committed_at"] is not None:
        return "time", line_of(event), event["committed_at"]
    return "record", line_of(event), event["kafka_topic_incarnation"], event["kafka_offset"]


def agrees(before: dict[str, str | None] | None, image: dict[str, str | None] | None) -> bool:
    """Tell whether a before image and the image of a row, if there is one, are equal in every column that both have."""
    return image is not None and all(image[column] == value for column, value in (before or {}).items() if column in image)


def settle_swaps(parts: list[Part], pairs: Pairs) -> list[Part]:
    """Place departures that concern a row set aside before the arrival that set it aside; an event of another transaction ends that (7)."""
    if any(part.is_counted for part in parts):
        return parts
    settled: list[Part] = []
    present: dict[str, str | None] | None = None  # Image of the open row as its message, or the two halves of its update, gave it.
    aside: tuple[dict[str, str | None], Part] | None = None  # Image set aside, arrival that did it.
    arrived: list[dict[str, str | None] | None] = []  # Images of the arrivals of the transaction since its last departure.
    transaction: tuple | None = None
    for part in parts:
        event = part.event
        if transaction != transaction_of(event):
            aside, arrived, transaction = None, [], transaction_of(event)
        if part.effect == DEPARTURE and aside is not None:
            image, arrival = aside
            if agrees(event["before"], image) or not agrees(event["before"], present):
                aside, arrived = None, []
                settled.insert(settled.index(arrival), part)
                continue
        # An equal arrival is the same one sent again.
        if part.effect == ARRIVAL and present is not None and sent_after(event, pairs) not in arrived:
            aside = present, part
        present = sent_after(event, pairs) if part.effect in (ARRIVAL, OPENING) else None
        if part.effect == ARRIVAL:
            arrived = [*arrived, present]
        elif part.effect != OPENING:
            arrived = []
        settled.append(part)
    return settled


def build_versions(parts: list[Part]) -> list[Version]:
    """Return the versions that the parts of a row make one after another, without their images (8)."""
    versions: list[Version] = []
    former: Version | None = None
    for part in parts:
        count = 0 if former is None else former.equal_rows
        if part.effect in (ARRIVAL, OPENING) or count > 0 or part.event["op"] == "delete":
            former = Version(part, count_after(part, count), former)
            versions.append(former)
    return versions


def count_after(part: Part, count: int) -> int:
    """Return how many equal rows there are after a part; one or none where the table has a key."""
    if part.effect == ARRIVAL and part.is_counted:
        return count + 1
    if part.effect == DEPARTURE and part.is_counted:
        return max(count - 1, 0)
    return max(count, 1) if part.effect in (ARRIVAL, OPENING) else 0


# Images (9, 10)


def own_image(version: Version, pairs: Pairs) -> tuple[dict[str, str | None], bool]:
    """Return the image that the event itself gives a version, and whether the two halves make it complete."""
    event = version.part.event
    side = "before" if version.part.effect in (DEPARTURE, CLOSING) else "after"
    if event["event_kind"] != "row_change" or event[side] is None:
        return {}, False
    other = first_half(event, pairs)
    return event[side], event[f"{side}_complete"] is True or (other is not None and other["before_complete"] is True)


def find_bases(versions: list[Version], pairs: Pairs) -> None:
    """Give each version the one that its absent columns come from."""
    old_sides = {
        version.part.event["event_id"]: version
        for version in versions
        if version.is_deleted and (version.part.side == "old" or version.part.event["op"] == "update_before")
    }
    for version in versions:
        event, former = version.part.event, version.former
        if own_image(version, pairs)[1] or event["op"] in ("insert", "snapshot"):
            continue
        if version.part.side == "new":
            version.base, version.is_linked = old_sides.get(event["event_id"]), True
        elif (other := first_half(event, pairs)) is not None and own_row_id(other) not in (None, own_row_id(event)):
            version.base, version.is_linked = old_sides.get(other["event_id"]), True
        elif version.is_deleted or (former is not None and not former.is_deleted):
            version.base = former


def cut_circles(versions: list[Version]) -> None:
    """Take their bases from moves that would give each other columns in a circle."""
    seen: set[Version] = set()
    for version in versions:
        path: list[Version] = []
        step: Version | None = version
        while step is not None and step not in seen:
            seen.add(step)
            path.append(step)
            step = step.base
        if step in path:
            for member in path[path.index(step) :]:
                if member.is_linked:
                    member.base = None


def fill_images(versions: list[Version], pairs: Pairs) -> None:
    """Fill the images of all versions, bases first."""
    for version in versions:
        chain: list[Version] = []
        step: Version | None = version
        while step is not None and step.image is None:
            chain.append(step)
            step = step.base
        for member in reversed(chain):
            fill_image(member, pairs)


def first_half(event: Event, pairs: Pairs) -> Event | None:
    """Return the other half of a split update, which gives the columns that an incomplete second half lacks."""
    if event["op"] != "update_after" or event["after_complete"]:
        return None
    return next((half for half in pairs[event["event_id"]] if half["op"] == "update_before"), None)


def sent_after(event: Event, pairs: Pairs) -> dict[str, str | None]:
    """Return the image after a change as its message, or the two halves of its update, gave it."""
    other = first_half(event, pairs)
    return ((other["before"] or {}) if other else {}) | (event["after"] or {})


def fill_image(version: Version, pairs: Pairs) -> None:
    """Build the image of a version of its own, the other half's and its base's columns, in this order of preference."""
    event = version.part.event
    image, is_complete = own_image(version, pairs)
    sources = [(event, image)]
    other = first_half(event, pairs)
    sources += [(other, other["before"] or {})] if other and not version.is_deleted else []
    version.image = {}
    for source, columns in sources:
        for column, value in columns.items():
            if column not in version.image:
                version.image[column] = value
                version.encodings[column] = encoding(source, column)
    if version.base is not None:
        version.image = version.base.image | version.image
        version.encodings = version.base.encodings | version.encodings
    version.image_complete = is_complete or (version.base is not None and version.base.image_complete)


def encoding(event: Event, column: str) -> str:
    """Return in which format and declared type an event sends a column."""
    return f"{event['source_format']}:{(event['column_types'] or {}).get(column) or ''}"


def differing_columns(image: dict[str, str | None], other: dict[str, str | None], names: Iterable[str]) -> list[str]:
    """Return those of the names whose value differs or that only one image has, sorted."""
    return sorted(name for name in names if (name in image, image.get(name)) != (name in other, other.get(name)))


def changed_columns(version: Version) -> list[str] | None:
    """Return the columns in which a version differs from the one before it, or a move from its before image (11)."""
    if version.is_deleted:
        return None
    if version.part.side == "new":
        before = version.part.event["before"]
        return None if before is None else differing_columns(before, version.image, before)
    if version.former is None or version.former.is_deleted:
        return None
    return differing_columns(version.former.image, version.image, version.former.image | version.image)


# Output (12, 13, 14)


def latest_of(*times: datetime | None) -> datetime | None:
    """Return the latest of the times that are known."""
    return max((time for time in times if time is not None), default=None)


def earliest_of(*times: datetime | None) -> datetime | None:
    """Return the earliest of the times that are known."""
    return min((time for time in times if time is not None), default=None)


def start_times(versions: list[Version]) -> list[datetime | None]:
    """Return from when each version of a row is valid (12)."""
    known = [known_time(version.part.event) for version in versions]
    next_known: list[datetime | None] = [None] * len(versions)
    for index in range(len(versions) - 2, -1, -1):
        next_known[index] = next_known[index + 1] if known[index + 1] is None else known[index + 1]
    starts: list[datetime | None] = []
    start = greatest_known = None
    for index, version in enumerate(versions):
        if known[index] is not None:
            candidate = greatest_known = latest_of(greatest_known, known[index])
        else:
            candidate = earliest_of(version.part.event["kafka_timestamp"], next_known[index])
        start = latest_of(start, candidate)
        starts.append(start)
    return starts


def version_op(event: Event) -> str:
    """Return the operation of a version (8)."""
    return {"tombstone": "tombstone", "ddl": "drop"}.get(event["event_kind"], event["op"])


def primary_key_of(version: Version) -> dict[str, str | None] | None:
    """Return the key as the event gives it on the row's side; a table event takes it from the version before."""
    if version.part.event["event_kind"] in ("truncate", "ddl"):
        return primary_key_of(version.former)
    key = version.part.event["previous_primary_key" if version.part.side == "old" else "primary_key"]
    return primary_key_of(version.former) if key is None and version.former else key


def key_basis_of(version: Version) -> str | None:
    """Return where the key comes from; a table event takes it from the version before."""
    return key_basis_of(version.former) if version.part.event["event_kind"] in ("truncate", "ddl") else version.part.event["key_basis"]


def describe_versions(row: Row) -> list[dict[str, Any]]:
    """Return the versions of a row as rows of the history."""
    starts = start_times(row.versions)
    return [
        {
            "row_id": row.row_id,
            "table_id": row.table_id,
            "row_key": row.row_key,
            "primary_key": primary_key_of(version),
            "key_basis": key_basis_of(version),
            "version_number": number,
            "op": version_op(version.part.event),
            "row_image": version.image,
            "column_encodings": version.encodings,
            "image_complete": version.image_complete,
            "changed_columns": changed_columns(version),
            "is_deleted": version.is_deleted,
            "equal_rows": version.equal_rows,
            "is_current": number == len(row.versions),
            "valid_from": starts[number - 1],
            "valid_to": starts[number] if number < len(row.versions) else None,
            "committed_at": version.part.event["committed_at"],
            "event_id": version.part.event["event_id"],
        }
        for number, version in enumerate(row.versions, start=1)
    ]


def find_unapplied(events: list[Event], rows: list[Row], pairs: Pairs) -> list[dict[str, str]]:
    """Return the row changes and table events that made no version, each with its reason (14)."""
    applied = {version.part.event["event_id"] for row in rows for version in row.versions}
    parts: dict[str, list[Part]] = defaultdict(list)
    for row in rows:
        for part in row.parts:
            parts[part.event["event_id"]].append(part)
    unapplied = []
    for event in events:
        if event["event_id"] in applied:
            continue
        is_copy = event["event_id"] in parts and all(part.is_copy for part in parts[event["event_id"]])
        if event["event_kind"] == "row_change":
            unapplied.append({"event_id": event["event_id"], "reason": row_change_reason(event, is_copy, pairs)})
        elif is_table_event(event):
            unapplied.append({"event_id": event["event_id"], "reason": table_event_reason(event)})
    return unapplied


def row_change_reason(event: Event, is_copy: bool, pairs: Pairs) -> str:
    """Return why a row change made no version."""
    if event["table_id"] is None:
        return "no_table"
    if event["row_key"] is None and event["key_basis"] == "none":
        return "no_key"
    if event["row_key"] is None:
        return "null_in_key" if None in (event["primary_key"] or {}).values() else "key_column_absent"
    if is_copy or event["op"] != "update_before":
        return "copy"  # Also of a move that is a copy in one of its rows, and in the other finds nothing open.
    return "half_without_effect" if len(pairs[event["event_id"]]) > 1 else "half_waiting"


def table_event_reason(event: Event) -> str:
    """Return why a table event made no version; a copy of one finds nothing open, too."""
    targets = find_targets(event)
    if targets is None:
        return "rows_changed_by_ddl" if changes_rows(event["ddl_text"] or "") else "ddl_not_applied"
    if not targets:
        return "no_table"
    return "nothing_open"
