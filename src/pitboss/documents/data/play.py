"""How a game is played for its report, from its `report.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct, convert

from pitboss.games import GAMES


class PlayWay(Struct, frozen=True):
    """A way to play: the name of a strategy or what a strategy file says, in words."""

    way: str | dict[str, Any]
    words: str


class PlayFacts(Struct, frozen=True):
    """The bets that are priced, common errors, situations."""

    stakes: Mapping[str, int] = {}
    errors: tuple[PlayWay, ...] = ()
    decide: tuple[dict[str, tuple[str, ...]], ...] = ()
    asks: bool = True
    """Whether the dealer asks anything: a game that asks nothing cannot be played by chance."""


@cache
def play_of(game: str) -> PlayFacts:
    """What is known of this game; of one from outside, nothing."""
    return convert(tomllib.loads(GAMES[game].provides.report_play or ""), PlayFacts)


class ComplianceRow(Struct, frozen=True):
    """One thing that a text asks for."""

    clause: str
    asks: str
    section: str = ""
    who: str = ""


class CompliancePlace(Struct, frozen=True):
    """One text, where it was read, and what it asks for."""

    name: str
    source: str
    rows: tuple[ComplianceRow, ...]


@cache
def compliance() -> tuple[CompliancePlace, ...]:
    """Every text."""
    text = (resources.files("pitboss.documents.data") / "compliance.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text)["place"], tuple[CompliancePlace, ...])
