"""One line of `kcat -J` becomes one Kafka record, bytes as sent, or is rejected with a reason."""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any, NamedTuple

NOT_JSON = "not_json"
NOT_A_RECORD = "not_a_kafka_record"
BAD_ENCODING = "bad_encoding"
LINE_TOO_LONG = "line_too_long"
OFFSET_REUSED = "offset_reused"

MAX_PARTITION = 2**31 - 1
MAX_OFFSET = 2**63 - 1
MAX_TOPIC = 1000
LAST_TIMESTAMP = 253_402_300_799_999  # the last millisecond of the year 9999
TIMESTAMP_TYPES = {"create": "create", "append": "append", "logappend": "append"}

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# `topic~1` is how events name incarnation 1 of a topic, so no topic may end like that itself.
INCARNATION_END = re.compile(r"~[0-9]+\Z")
ESCAPES = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)


class Rejection(Exception):
    """A line that is no Kafka record.

    Args:
        reason: A value of `rejected_lines.reason`.
        detail: What is wrong. It names fields, never their content.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


class Record(NamedTuple):
    """A Kafka record. `timestamp` counts milliseconds since 1970; None is SQL's NULL everywhere."""

    topic: str
    partition: int
    offset: int
    timestamp: int | None
    timestamp_type: str
    key: bytes | None
    value: bytes | None
    headers: list[tuple[str, bytes | None]] | None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Rejection(NOT_A_RECORD, "a field appears twice")
    return found


def _refuse_constant(name: str) -> None:
    raise Rejection(NOT_JSON, f"{name} is not JSON")


_decode = json.JSONDecoder(strict=False, object_pairs_hook=_unique, parse_constant=_refuse_constant).decode


def parse_line(line: bytes) -> Record:
    """Return the record that a line holds.

    kcat writes keys and values as they are, so a line need not be UTF-8. Such bytes are carried
    through the JSON parser as lone surrogates (U+DC80 to U+DCFF) and turned back afterwards.

    Args:
        line: The line without its end.

    Raises:
        Rejection: The line is not JSON, no Kafka record, or cannot be turned back into bytes.
    """
    try:
        text, errors = line.decode(), "strict"
    except UnicodeDecodeError:
        text, errors = line.decode("utf-8", "surrogateescape"), "surrogateescape"
        if b"\\u" in line and _escapes_look_like_bytes(line):
            raise Rejection(BAD_ENCODING, "the line is not UTF-8 and has \\u escapes that look like its bytes") from None
    fields = _fields(text)
    topic = fields.get("topic")
    partition = fields.get("partition")
    offset = fields.get("offset")
    _check_topic(topic)
    if type(partition) is not int or not 0 <= partition <= MAX_PARTITION:
        raise Rejection(NOT_A_RECORD, _why_no_integer(fields, "partition", MAX_PARTITION))
    if type(offset) is not int or not 0 <= offset <= MAX_OFFSET:
        raise Rejection(NOT_A_RECORD, _why_no_integer(fields, "offset", MAX_OFFSET))
    headers = fields.get("headers")
    return Record(
        topic,
        partition,
        offset,
        _timestamp(fields.get("ts")),
        _timestamp_type(fields.get("tstype")),
        _bytes(fields, "key", "key_base64", errors),
        _bytes(fields, "payload", "payload_base64", errors),
        _headers(headers, errors) if headers else _no_headers(headers),
    )


def _fields(text: str) -> dict[str, Any]:
    try:
        fields = _decode(text)
    except json.JSONDecodeError as error:
        raise Rejection(NOT_JSON, f"{error.msg} (character {error.pos + 1})") from None
    except RecursionError:
        raise Rejection(NOT_JSON, "nested too deeply") from None
    except ValueError:  # Python's bound on the digits of an integer
        raise Rejection(NOT_A_RECORD, "a number has too many digits") from None
    if type(fields) is not dict:
        raise Rejection(NOT_JSON, "JSON, but not an object")
    return fields


def _check_topic(topic: Any) -> None:
    if type(topic) is not str:
        raise Rejection(NOT_A_RECORD, "topic is missing" if topic is None else "topic is not text")
    if not topic:
        raise Rejection(NOT_A_RECORD, "topic is empty")
    if not topic.isascii():
        try:
            topic.encode()
        except UnicodeEncodeError:
            raise Rejection(BAD_ENCODING, "topic is not UTF-8") from None
    if not topic.isprintable() and CONTROL.search(topic):
        raise Rejection(NOT_A_RECORD, "topic has a control character")
    if len(topic) > MAX_TOPIC:
        raise Rejection(NOT_A_RECORD, f"topic is longer than {MAX_TOPIC} characters")
    if "~" in topic and INCARNATION_END.search(topic):
        raise Rejection(NOT_A_RECORD, "topic ends with ~ and a number, as only incarnations of a topic do")


def _why_no_integer(fields: dict[str, Any], name: str, greatest: int) -> str:
    value = fields.get(name)
    if value is None:
        return f"{name} is missing"
    if type(value) is not int:
        return f"{name} is not an integer"
    return f"{name} is negative" if value < 0 else f"{name} is greater than {greatest}"


def _timestamp(value: Any) -> int | None:
    if value is None:
        return None
    if type(value) is not int:
        raise Rejection(NOT_A_RECORD, "ts is not an integer")
    return value if 0 <= value <= LAST_TIMESTAMP else None


def _timestamp_type(value: Any) -> str:
    if value is not None and type(value) is not str:
        raise Rejection(NOT_A_RECORD, "tstype is not text")
    return TIMESTAMP_TYPES.get(value, "unknown")


def _bytes(fields: dict[str, Any], name: str, base64_name: str, errors: str) -> bytes | None:
    text = fields.get(name)
    encoded = fields.get(base64_name)
    if encoded is None:
        return None if text is None else _encode(text, name, errors)
    if text is not None:
        raise Rejection(NOT_A_RECORD, f"{name} and {base64_name} are both set")
    return _from_base64(encoded, base64_name)


def _encode(text: Any, name: str, errors: str) -> bytes:
    if type(text) is not str:
        raise Rejection(NOT_A_RECORD, f"{name} is not text")
    try:
        return text.encode("utf-8", errors)
    except UnicodeEncodeError:
        raise Rejection(BAD_ENCODING, f"{name} has a \\u escape of half a surrogate pair") from None


def _from_base64(text: Any, name: str) -> bytes:
    if type(text) is not str:
        raise Rejection(NOT_A_RECORD, f"{name} is not text")
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Rejection(NOT_A_RECORD, f"{name} is not base64") from None


def _no_headers(headers: Any) -> None:
    if headers is not None and headers != []:
        raise Rejection(NOT_A_RECORD, "headers is not a list")


def _headers(headers: Any, errors: str) -> list[tuple[str, bytes | None]]:
    if type(headers) is not list:
        raise Rejection(NOT_A_RECORD, "headers is not a list")
    first = type(headers[0])
    if first is list:
        pairs = headers
    elif first is dict:
        return [_header_object(header, errors) for header in headers]
    elif len(headers) % 2:
        raise Rejection(NOT_A_RECORD, "headers: a name without a value")
    else:
        pairs = list(zip(headers[::2], headers[1::2], strict=True))
    return [_header_pair(pair, errors) for pair in pairs]


def _header_pair(pair: Any, errors: str) -> tuple[str, bytes | None]:
    if type(pair) not in (list, tuple) or len(pair) != 2:
        raise Rejection(NOT_A_RECORD, "headers: not every element is a pair")
    name, value = pair
    return _header_name(name), None if value is None else _encode(value, "headers: a value", errors)


def _header_object(header: Any, errors: str) -> tuple[str, bytes | None]:
    if type(header) is not dict:
        raise Rejection(NOT_A_RECORD, "headers: not every element is an object")
    if not header.keys() <= {"key", "value", "value_base64"}:
        raise Rejection(NOT_A_RECORD, "headers: a field other than key, value, value_base64")
    name = _header_name(header.get("key"))
    try:
        return name, _bytes(header, "value", "value_base64", errors)
    except Rejection as rejection:
        raise Rejection(rejection.reason, f"headers: {rejection.detail}") from None


def _header_name(name: Any) -> str:
    if type(name) is not str:
        raise Rejection(NOT_A_RECORD, "headers: a name is not text")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise Rejection(BAD_ENCODING, "headers: a name is not UTF-8") from None
    return name


def _escapes_look_like_bytes(line: bytes) -> bool:
    """Return whether a `\\udc80` to `\\udcff` stands alone, not as the second half of a pair."""
    pair_may_end_at = -1
    for escape in ESCAPES.finditer(line):
        if escape[1] is None:
            continue
        code = int(escape[1], 16)
        if 0xDC80 <= code <= 0xDCFF and escape.start() != pair_may_end_at:
            return True
        # A second half ends its pair; only a first half can begin one.
        pair_may_end_at = escape.end() if 0xD800 <= code <= 0xDBFF else -1
    return False
