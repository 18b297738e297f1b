"""Files become lines: block ends, line ends, compression, damage."""

from __future__ import annotations

import gzip
import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosetta_cdc.errors import UserError
from rosetta_cdc.landing.lines import Line, LineFile, Splitter, UnreadableInput, check_readable


def lines_of(path, *, longest=1000, kept=10) -> list[Line]:
    return [found for block in LineFile(str(path), longest=longest, kept=kept).blocks() for found in block]


@given(st.lists(st.binary(max_size=12)), st.integers(1, 9), st.integers(1, 20))
def test_the_place_of_block_ends_does_not_matter(parts, size, longest):
    content = b"\n".join(parts)
    splitter = Splitter(longest, 1)
    found = []
    for start in range(0, len(content), size):
        found += splitter.feed(content[start : start + size])
    found += splitter.end()
    expected = content.split(b"\n")
    if expected[-1] == b"":
        expected.pop()
    assert [each.number for each in found] == list(range(1, len(expected) + 1))
    for each, text in zip(found, expected, strict=True):
        text = text.removesuffix(b"\r")
        assert each.text == (text if len(text) <= longest else text[:1])
        assert (each.length > longest) == (len(text) > longest)


def test_line_ends_and_byte_order_mark(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\n\n\r\nc\rd")
    assert [(each.number, each.text) for each in lines_of(path)] == [
        (1, b"a"),
        (2, b"b"),
        (3, b""),
        (4, b""),
        (5, b"c\rd"),
    ]
    path.write_bytes(b"")
    assert lines_of(path) == []


def test_a_line_that_is_too_long_is_cut(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"a" * 1000 + b"\r\n" + b"b" * 5_000_000 + b"\n" + b"c" * 1001 + b"\nd\n")
    assert lines_of(path) == [
        Line(1, b"a" * 1000, 1000),
        Line(2, b"b" * 10, 5_000_000),
        Line(3, b"c" * 10, 1001),
        Line(4, b"d", 1),
    ]


def test_gzip_is_seen_by_its_content(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(gzip.compress(b"a\nb") + gzip.compress(b"c\nd\n"))
    assert [each.text for each in lines_of(path)] == [b"a", b"bc", b"d"]


def test_standard_input(monkeypatch):
    class Slow(io.RawIOBase):
        """A pipe that gives one byte at a time."""

        content = gzip.compress(b"a\nb\n")

        def readable(self):
            return True

        def readinto(self, buffer):
            count = min(1, len(self.content))
            buffer[:count], self.content = self.content[:count], self.content[count:]
            return count

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Slow())))
    assert [each.text for each in lines_of("-")] == [b"a", b"b"]
    assert not sys.stdin.closed
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(UnreadableInput, match="standard input is closed"):
        lines_of("-")


def test_a_cut_gzip_file_gives_what_could_be_read(tmp_path):
    content = gzip.compress(b"".join(b"%d\n" % (i * 7919) for i in range(100_000)))
    path = tmp_path / "x"
    path.write_bytes(content[: len(content) // 2])
    file = LineFile(str(path), longest=1000, kept=10)
    found = []
    with pytest.raises(UnreadableInput, match=r"x: the gzip file is truncated; [0-9,]+ lines were read") as raised:
        for block in file.blocks():
            found += block
    assert [each.text for each in found] == [b"%d" % (i * 7919) for i in range(len(found))]
    assert len(found) > 10_000
    assert f"{len(found):,} lines" in str(raised.value)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (gzip.compress(b"a\n", mtime=0) + b"trailing", "the gzip file is damaged"),
        ("a\n".encode("utf-16"), "UTF-16 text"),
        (b"\x28\xb5\x2f\xfd....", "compressed by zstd"),
        (b"PK\x03\x04....", "a zip archive"),
    ],
)
def test_files_of_other_kinds_are_refused(tmp_path, content, expected):
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(UnreadableInput, match=expected):
        lines_of(path)


def test_files_are_checked_before_anything_lands(tmp_path):
    (tmp_path / "x").write_bytes(b"abc")
    assert check_readable([str(tmp_path / "x")] * 2) == 6
    assert check_readable([str(tmp_path / "x"), "-"]) is None
    for names, expected in (
        (["-", "-"], "given twice"),
        ([str(tmp_path)], "is a folder"),
        ([str(tmp_path / "y")], "No such file"),
        (["a\0b"], "null"),
    ):
        with pytest.raises(UserError, match=expected):
            check_readable(names)
