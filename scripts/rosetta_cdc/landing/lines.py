"""Files become lines: plain or gzip, of any size, a block at a time."""

from __future__ import annotations

import gzip
import io
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from rosetta_cdc.errors import UserError

STDIN = "-"
BLOCK = 1 << 20
GZIP = b"\x1f\x8b"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# What files of other kinds begin with. Line by line all would be rejected, so they are refused.
OTHER_KINDS = {
    b"\xff\xfe": "UTF-16 text; convert it to UTF-8",
    b"\xfe\xff": "UTF-16 text; convert it to UTF-8",
    b"\x28\xb5\x2f\xfd": "compressed by zstd; decompress it first",
    b"BZh": "compressed by bzip2; decompress it first",
    b"\xfd7zXZ\x00": "compressed by xz; decompress it first",
    b"\x04\x22\x4d\x18": "compressed by lz4; decompress it first",
    b"PK\x03\x04": "a zip archive; unpack it first",
}
LONGEST_MAGIC = max(map(len, OTHER_KINDS))


class UnreadableInput(Exception):
    """A file that could not be read, or not to its end. What came before landed."""


class Line(NamedTuple):
    """A line without its end. `length` exceeds the text's where the line was too long to keep."""

    number: int
    text: bytes
    length: int


def check_readable(names: list[str]) -> int | None:
    """Check that every file is there, and return the size of all in bytes, None if unknown.

    Raises:
        UserError: A file is missing, a folder, or may not be read; or standard input is named
            twice.
    """
    if names.count(STDIN) > 1:
        raise UserError("standard input (-) is given twice")
    total: int | None = 0
    for name in names:
        if name == STDIN:
            total = None
            continue
        try:
            status = Path(name).stat()
        except (OSError, ValueError) as error:
            raise UserError(f"{name}: {getattr(error, 'strerror', None) or error}") from error
        if stat.S_ISDIR(status.st_mode):
            raise UserError(f"{name} is a folder; name its files")
        if not os.access(name, os.R_OK):
            raise UserError(f"{name}: Permission denied")
        regular = stat.S_ISREG(status.st_mode)
        total = total + status.st_size if total is not None and regular else None
    return total


class LineFile:
    """One file, read line by line.

    Args:
        name: Path of the file, or `-` for standard input.
        longest: Bytes that a line may have.
        kept: Bytes that are kept of a longer one.
    """

    def __init__(self, name: str, *, longest: int, kept: int) -> None:
        self.name = name
        self.longest = longest
        self.kept = kept
        self.bytes_read = 0

    def blocks(self) -> Iterator[list[Line]]:
        """Yield the lines, as many together as one read brought.

        Raises:
            UnreadableInput: The file cannot be opened or read to its end. All whole lines before
                were yielded; of a damaged gzip file the last, cut line is left out.
        """
        splitter = Splitter(self.longest, self.kept)
        try:
            with _open(self.name) as source:
                stream = _decompressed(source, self.name)
                while block := stream.read1(BLOCK):
                    lines = splitter.feed(block)
                    self.bytes_read = source.position
                    yield _without_byte_order_mark(lines)
            yield _without_byte_order_mark(splitter.end())
        except (EOFError, zlib.error, OSError) as error:
            raise UnreadableInput(self._describe(error, splitter.number)) from error

    def _describe(self, error: Exception, number: int) -> str:
        name = "standard input" if self.name == STDIN else self.name
        if isinstance(error, OSError) and error.errno is not None:
            what = error.strerror
        elif isinstance(error, EOFError):
            what = "the gzip file is truncated"
        else:
            what = f"the gzip file is damaged ({error})"
        return f"{name}: {what}; {number:,} lines were read before that"


class Splitter:
    """Cuts blocks of bytes into lines, whatever place the blocks end at."""

    def __init__(self, longest: int, kept: int) -> None:
        self.longest = longest
        self.kept = kept
        self.number = 0
        self._parts: list[bytes] = []
        self._length = 0

    def feed(self, block: bytes) -> list[Line]:
        """Return the lines that end in this block."""
        first, *others = block.split(b"\n")
        if not others:
            self._begin(first)
            return []
        last = others.pop()
        lines = [self._finish(first)]
        number, longest = self.number, self.longest
        for text in others:
            number += 1
            if text.endswith(b"\r"):
                text = text[:-1]
            length = len(text)
            lines.append(Line(number, text if length <= longest else text[: self.kept], length))
        self.number = number
        self._begin(last)
        return lines

    def end(self) -> list[Line]:
        """Return the last line if it has no line end."""
        return [self._finish(b"")] if self._length else []

    def _begin(self, text: bytes) -> None:
        self._length += len(text)
        self._parts.append(text)
        # One byte more than allowed may still be the carriage return of a line end.
        if self._length > self.longest + 1:
            self._parts = [b"".join(self._parts)[: self.kept]]

    def _finish(self, text: bytes) -> Line:
        self._begin(text)
        whole, length = b"".join(self._parts), self._length
        self._parts, self._length = [], 0
        self.number += 1
        if len(whole) == length and whole.endswith(b"\r"):
            whole, length = whole[:-1], length - 1
        return Line(self.number, whole if length <= self.longest else whole[: self.kept], length)


class _Source(io.RawIOBase):
    """A raw stream that shows its head before it is read, and counts what was read of it."""

    def __init__(self, raw: BinaryIO, *, owned: bool) -> None:
        self._raw = raw
        self._owned = owned
        self.head = b""
        self.position = 0
        while len(self.head) < LONGEST_MAGIC and (more := raw.read1(LONGEST_MAGIC - len(self.head))):
            self.head += more
        self._pending = self.head

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:
        if self._pending:
            count = min(len(buffer), len(self._pending))
            buffer[:count] = self._pending[:count]
            self._pending = self._pending[count:]
        else:
            count = self._raw.readinto1(buffer)
        self.position += count
        return count

    def close(self) -> None:
        if self._owned:
            self._raw.close()
        super().close()


def _open(name: str) -> _Source:
    if name == STDIN:
        if sys.stdin is None:
            raise UnreadableInput("standard input is closed")
        return _Source(sys.stdin.buffer, owned=False)
    file = Path(name).open("rb")  # noqa: SIM115  (closed with its _Source)
    try:
        return _Source(file, owned=True)
    except BaseException:
        file.close()
        raise


def _decompressed(source: _Source, name: str) -> io.BufferedReader | gzip.GzipFile:
    buffered = io.BufferedReader(source, BLOCK)
    if source.head.startswith(GZIP):
        return gzip.GzipFile(fileobj=buffered, mode="rb")
    for magic, kind in OTHER_KINDS.items():
        if source.head.startswith(magic):
            raise UnreadableInput(f"{name}: {kind}")
    return buffered


def _without_byte_order_mark(lines: list[Line]) -> list[Line]:
    if lines and lines[0].number == 1 and lines[0].text.startswith(BYTE_ORDER_MARK):
        text, mark = lines[0].text, len(BYTE_ORDER_MARK)
        lines[0] = Line(1, text[mark:], lines[0].length - mark)
    return lines
