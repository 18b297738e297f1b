"""Forms of images with forms of the Kafka key and wrappers: the rows in the end are those of the source, in any portions.

The short suite has each form of images with each of the key, and each of these with each wrapper; `-m long` has all combinations.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from atlas import Atlas, Page
from comparison import in_order
from registry_text import registry_row, registry_text
from sent_by_vendors import vendor_forms
from sent_changes import KEYS, WRAPPERS, Change, Form, as_texts, changes, reference, without_nulls
from sent_forms import FORMS, KEYED, UNKEYED

from rosetta_cdc.landing.kcat import Record

SEED = 52
START = 1_704_067_202_000


def as_bytes(content: Any, wrapped: Callable[[Any], bytes]) -> bytes | None:
    """Return what a record has of a content, which may be its bytes."""
    return content if content is None or isinstance(content, bytes) else wrapped(content)


class Topic(NamedTuple):
    """A topic with one log in one form; its name is the table's, and its group has one row of the registry."""

    group: str
    name: str
    form: Form
    key: str
    wrapper: str
    log: list[Change]

    def records(self) -> Iterator[Record]:
        """Yield the records of the log."""
        key_of, _ = KEYS[self.key]
        wrapped = WRAPPERS[self.wrapper]
        sent = [message for change in self.log for message in self.form.write(change)]
        for offset, message in enumerate(sent):
            key = message.key if message.key is None or isinstance(message.key, bytes) else key_of(message.key, f"s.d.{self.name}")
            value = message.value
            if value is not None and self.form.code == "debezium" and "source" in value:
                value = value | {"source": value["source"] | {"table": self.name}}
            headers = tuple((name, wrapped({"id": moved})) for name, moved in message.headers.items())
            yield Record(
                f"sent.{self.group}.{self.name}",
                0,
                offset,
                START + 1000 * offset,
                "create",
                as_bytes(key.encode() if isinstance(key, str) else key, wrapped),
                as_bytes(value, wrapped),
                headers,
            )

    def told(self, image: dict[str, str | None]) -> str:
        """Return an image as text that compares; without its NULLs, if the form leaves them out."""
        lower = {name.lower(): value for name, value in image.items()}
        return in_order(without_nulls(lower) if self.form.omits_nulls else lower)

    def expected(self) -> tuple[list[str], dict[str, int]]:
        """Return the rows in the end and how many changes are listed as unapplied, with the reason."""
        images = [self.told(as_texts(row)) for row in reference(self.log, self.form)]
        lost = sum(1 for change in self.log if self.form.lost(change))
        return sorted(images), {"key_column_absent": lost} if lost else {}


def topics(every: bool) -> list[Topic]:
    """Return the topics of all forms, each with a log of its own: of every combination of key and wrapper, or of a fifth of them."""
    found: list[Topic] = []
    groups: dict[tuple[str, str, bool], str] = {}
    named = [key for key in KEYS if key != "none"]
    for forms, keys, wrappers in (
        (FORMS, KEYS, WRAPPERS), (KEYED, named, WRAPPERS), (UNKEYED, ["none"], ["bare", "confluent"]), (vendor_forms(), ["none"], ["bare"]),
    ):  # fmt: skip
        for (row, (name, form)), (place, key), (number, wrapper) in product(enumerate(forms.items()), enumerate(keys), enumerate(wrappers)):
            if every or len(wrappers) < len(WRAPPERS) or (row + place + number) % len(WRAPPERS) == 0:
                group = groups.setdefault((form.code, form.options, KEYS[key][1]), f"g{len(groups)}")
                log = list(changes(SEED + len(found)))
                found.append(Topic(group, f"{name}__{key}__{wrapper}", form, key, wrapper, log))
    return found


def key_column(topic: Topic) -> str:
    """Return the key column that the registry names, as the format spells it."""
    return ("ID" if topic.form.code == "dts_shareplex" else "id") if KEYS[topic.key][1] else ""


def registered(found: list[Topic]) -> str:
    """Return the registry: a row for each group of topics."""
    groups = {topic.group: topic for topic in found}
    return registry_text(
        registry_row(
            number, f"sent[.]{group}[.](?<table>.+)", topic.form.code, "sent", key_column(topic), topic.form.options
        )
        for number, (group, topic) in enumerate(groups.items(), 1)
    )


def page_of(found: list[Topic]) -> Page:
    """Return the page of topics, each cut in two portions at random."""
    rng = random.Random(SEED)
    first: list[Record] = []
    later: list[Record] = []
    for topic in found:
        records = list(topic.records())
        cut = rng.randrange(len(records))
        first += records[:cut]
        later += records[cut:]
    return Page("sent", registered(found), [first, later])


TOPICS = topics(False)
PAGE = page_of(TOPICS)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_rows_of_the_source(atlas: Atlas, every: bool) -> None:
    """The current rows of each topic, and what is listed of its changes, after two runs of random portions."""
    print(f"seed {SEED}")
    found = topics(True) if every else TOPICS
    page = atlas.of(page_of(found) if every else PAGE)
    images = defaultdict(list)
    for table_id, image in page.rows("cdc_current_rows", "table_id", "row_image"):
        images[table_id.rpartition(".")[2].lower()].append(image)
    listed: dict[str, Counter[str]] = defaultdict(Counter)
    for event_id, doubt in page.doubts():
        listed[event_id.split("/")[1].rpartition(".")[2]][doubt] += 1

    wrong: dict[str, Any] = {}
    for topic in found:
        meant = topic.expected()
        got = (sorted(map(topic.told, images[topic.name])), listed[topic.name])
        if got != meant:
            wrong[topic.name] = {"found": got, "meant": meant}
    assert not wrong, f"{len(wrong)} of {len(found)} topics: {json.dumps(wrong, indent=1)}"
