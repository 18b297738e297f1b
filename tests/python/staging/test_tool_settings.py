"""Messages of tools that are set in some way: those of tests/fixtures/settings.yml, all in one run."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import yaml
from atlas import Atlas, Page
from comparison import in_order
from registry_text import registry_row, registry_text

from rosetta_cdc.landing.kcat import Record
from rosetta_cdc.paths import PROJECT

CASES = yaml.safe_load((PROJECT / "tests" / "fixtures" / "settings.yml").read_text(encoding="utf-8"))["cases"]
START = 1_704_067_202_000


def content(value: Any) -> bytes | None:
    """Return the bytes of a value or key: of an object its JSON, of a text that begins with `hex:` the bytes, else the text."""
    if value is None:
        return None
    if not isinstance(value, str):
        return json.dumps(value, separators=(",", ":")).encode()
    return bytes.fromhex(value[4:]) if value.startswith("hex:") else value.removeprefix("text:").encode()


def records_of(case: dict[str, Any]) -> list[Record]:
    """Return the records of a case; its own topic has its name."""
    found: list[Record] = []
    for number, given in enumerate(case["records"]):
        place = (given.get("topic", case.get("topic", case["name"])), given.get("partition", 0))
        offset = sum(1 for record in found if (record.topic, record.partition) == place)
        headers = tuple((name, text.encode()) for name, text in given.get("headers", {}).items())
        time = given.get("time", START + 1000 * number)
        found.append(Record(*place, offset, time, "create", content(given.get("key")), content(given["value"]), headers))
    return found


def registered(number: int, case: dict[str, Any]) -> str:
    """Return the registry's row of a case."""
    pattern = case.get("pattern", case["name"].replace(".", "[.]"))
    more = {name: case[name] for name in ("zone", "order_by", "load_time") if name in case}
    return registry_row(number, pattern, case["format"], case["name"], case.get("key", ""), case.get("options", ""), **more)


RECORDS = {case["name"]: records_of(case) for case in CASES}
PAGE = Page(
    "settings",
    registry_text(registered(number, case) for number, case in enumerate(CASES, 1)),
    [[record for of_case in RECORDS.values() for record in of_case]],
)


def test_messages_of_settings(atlas: Atlas) -> None:
    """The rows in the end, what is not applied or contradicts, and what the events say."""
    page = atlas.of(PAGE)
    images = defaultdict(list)
    for table_id, image in page.rows("cdc_current_rows", "table_id", "row_image"):
        images[table_id.partition(".")[0]].append(image)
    events = {(event["kafka_topic"], event["kafka_partition"], event["kafka_offset"]): event for event in page.events}
    doubts = defaultdict(list)
    for event_id, doubt in page.doubts():
        doubts[event_id.rpartition("/")[0]].append(doubt)

    wrong = {}
    for case in CASES:
        places = [(record.topic, record.partition, record.offset) for record in RECORDS[case["name"]]]
        found: dict[str, Any] = {
            "rows": sorted(images[case["name"]], key=in_order),
            "doubts": [
                f"{number} {doubt}"
                for number, (topic, partition, offset) in enumerate(places)
                for doubt in sorted(doubts[f"settings/{topic}/{partition}/{offset}"])
            ],
            "events": {number: {name: events[places[number]][name] for name in of} for number, of in case.get("events", {}).items()},
            "metadata": {
                number: {name: (events[places[number]]["source_metadata"] or {}).get(name) for name in of}
                for number, of in case.get("metadata", {}).items()
            },
            "kept_headers": {
                number: {header["key"]: bytes(header["value"]).decode() for header in events[places[number]]["kafka_headers"]}
                for number in case.get("kept_headers", {})
            },
        }
        meant = {name: case.get(name, type(found[name])()) for name in found}
        meant["rows"] = sorted(meant["rows"], key=in_order)
        if found != meant:
            wrong[case["name"]] = {name: (found[name], meant[name]) for name in found if found[name] != meant[name]}
    assert not wrong, json.dumps(wrong, indent=1, default=str)
