"""JSON text that keeps every digit, every spelling and, on demand, repeated names."""

from __future__ import annotations

from json.encoder import encode_basestring, encode_basestring_ascii

# What Google's Gson escapes beside the usual, so that JSON can stand in HTML; DRS writes with it.
HTML_SAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&='"}


class RawNumber(str):
    """A JSON number that is written as this text, to the last digit."""

    __slots__ = ()


class Pairs(list):
    """A JSON object as a list of (name, value), for objects that repeat a name."""

    __slots__ = ()


Json = bool | int | str | dict | list | None


def quoted(text: str, style: str = "plain") -> str:
    """Return a JSON string.

    Args:
        style: `plain` escapes what JSON demands; `ascii` also all that is not ASCII; `html`
            also < > & = '.
    """
    if style == "ascii":
        return encode_basestring_ascii(text)
    written = encode_basestring(text)
    return written.translate(HTML_SAFE) if style == "html" else written


def json_text(value: Json, style: str = "plain") -> str:
    """Write a value as JSON without blanks, the names of objects in their order.

    Args:
        value: None, bool, int, RawNumber, str, dict, Pairs, list or tuple.
        style: see `quoted`.

    Raises:
        TypeError: the value, or one inside it, is of another type; floats are, for their text
            is nobody's choice.
    """
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, RawNumber):
        return str(value)
    if isinstance(value, str):
        return quoted(value, style)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict | Pairs):
        items = value.items() if isinstance(value, dict) else value
        return (
            "{"
            + ",".join(f"{quoted(name, style)}:{json_text(item, style)}" for name, item in items)
            + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ",".join(json_text(item, style) for item in value) + "]"
    raise TypeError(f"no JSON value: {type(value).__name__}")


def image_text(value: Json) -> str | None:
    """Return the text that a JSON value of a row image stands for.

    A string's content, a number as written.
    """
    if value is None:
        return None
    return str(value) if isinstance(value, str) else json_text(value)


def image_texts(image: dict[str, Json] | None) -> dict[str, str | None] | None:
    """Return the texts of a row image, None for none."""
    return None if image is None else {name: image_text(value) for name, value in image.items()}
