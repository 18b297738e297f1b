"""Records as the lines that `kcat -J` prints, and back."""

from __future__ import annotations

import base64
import gzip
import io
import json
import sys
from collections.abc import Iterable
from json.encoder import encode_basestring
from pathlib import Path
from typing import NamedTuple

Headers = tuple[tuple[str, bytes | None], ...]


class Record(NamedTuple):
    """A Kafka record as kcat prints it.

    `ts` is milliseconds since 1970 UTC, -1 for none; `tstype` is create, logappend or unknown.
    """

    topic: str
    partition: int
    offset: int
    ts: int
    tstype: str
    key: bytes | None
    value: bytes | None
    headers: Headers = ()


def member(name: str, content: bytes | None) -> str:
    """Return the JSON member of a key or value.

    Text if it is UTF-8, else base64 under `<name>_base64`.
    """
    if content is None:
        return f'"{name}":null'
    try:
        return f'"{name}":{encode_basestring(content.decode())}'
    except UnicodeDecodeError:
        return f'"{name}_base64":"{base64.b64encode(content).decode("ascii")}"'


def line(record: Record) -> str:
    """Return a record as one line without its end.

    Raises:
        UnicodeDecodeError: a header's value is not UTF-8; kcat has no form for it.
    """
    headers = ""
    if record.headers:
        flat = [
            part
            for name, value in record.headers
            for part in (name, None if value is None else value.decode())
        ]
        headers = f'"headers":{json.dumps(flat, ensure_ascii=False)},'
    place = f'"partition":{record.partition},"offset":{record.offset}'
    return (
        f'{{"topic":{encode_basestring(record.topic)},{place},'
        f'"tstype":"{record.tstype}","ts":{record.ts},{headers}'
        f"{member('key', record.key)},{member('payload', record.value)}}}"
    )


def record_of(text: str) -> Record:
    """Return the record of a line.

    Raises:
        ValueError: the line is not JSON.
        KeyError: a member is missing.
    """
    found = json.loads(text)

    def content(name: str) -> bytes | None:
        """Return the bytes of a member, None for null."""
        if f"{name}_base64" in found:
            return base64.b64decode(found[f"{name}_base64"])
        return None if found[name] is None else found[name].encode()

    flat = found.get("headers") or []
    headers = tuple(
        (flat[place], None if flat[place + 1] is None else flat[place + 1].encode())
        for place in range(0, len(flat), 2)
    )
    return Record(
        found["topic"],
        found["partition"],
        found["offset"],
        found["ts"],
        found["tstype"],
        content("key"),
        content("payload"),
        headers,
    )


def write_file(path: str | Path, records: Iterable[Record]) -> int:
    """Write records to a file, one a line.

    Args:
        path: the file, compressed if its name ends in `.gz`; `-` is standard output.
        records: read one by one, never all in memory.

    Returns:
        The number of records.

    Raises:
        OSError: the file cannot be written.
    """
    if str(path) == "-":
        return write_lines(sys.stdout, records)
    with open(path, "wb") as file:
        if not str(path).endswith(".gz"):
            with io.TextIOWrapper(file, encoding="utf-8", newline="\n") as lines:
                return write_lines(lines, records)
        # Without a time and a name inside: the same records give the same bytes.
        with (
            gzip.GzipFile("", "wb", 6, file, mtime=0) as packed,
            io.TextIOWrapper(packed, "utf-8", newline="\n") as lines,
        ):
            return write_lines(lines, records)


def write_lines(file: io.TextIOBase, records: Iterable[Record]) -> int:
    """Write records to an open text file and return their number."""
    count = 0
    for record in records:
        file.write(line(record) + "\n")
        count += 1
    return count
