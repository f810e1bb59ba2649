"""Configuration of the limits: valid settings, rejected ones, and documentation."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from pitboss.play.refused import Refused
from pitboss.server.gate.rate_limits import NAMES, Limits, limits_from

DOCS = Path(__file__).resolve().parents[3] / "docs" / "server.md"


def test_every_limit_is_documented_with_its_default() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d+) \| \S", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [(name, str(field.default)) for name, field in zip(NAMES, fields(Limits), strict=True)]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("sockts=3", "there is no limit 'sockts': did you mean 'sockets'?"),
        ("sockets", "--limit sockets must be a whole number from 1 to 1,000,000, not ''"),
        ("sockets=0", "--limit sockets must be a whole number from 1 to 1,000,000, not '0'"),
        ("sockets=many", "--limit sockets must be a whole number from 1 to 1,000,000, not 'many'"),
    ],
)
def test_invalid_limit_is_rejected(said: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        limits_from([said])
    assert refused.value.reason == sentence


def test_given_limits_are_applied() -> None:
    assert limits_from(["sockets=3", "player-tables = 2"]) == Limits(sockets=3, player_tables=2)
