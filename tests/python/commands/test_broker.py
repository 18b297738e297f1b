"""The broker to try things with: what needs no broker."""

from __future__ import annotations

import uuid

import pytest

from rosetta_cdc.broker import server


def test_no_cluster_id_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = [uuid.UUID(bytes=bytes([first]) + bytes(15)) for first in (0xF8, 0xFB, 0x10)]
    monkeypatch.setattr(server.uuid, "uuid4", lambda: drawn.pop(0))
    assert server.cluster_id() == "EAAAAAAAAAAAAAAAAAAAAA"
    assert not drawn
