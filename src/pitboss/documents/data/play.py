"""A game's data on play for its report, from `report.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct, convert

from pitboss.games import GAMES


class PlayWay(Struct, frozen=True):
    """A strategy, by name or as the contents of a strategy file, with a description."""

    way: str | dict[str, Any]
    words: str


class PlayFacts(Struct, frozen=True):
    """The stakes that are priced, common errors and situations."""

    stakes: Mapping[str, int] = {}
    errors: tuple[PlayWay, ...] = ()
    decide: tuple[dict[str, tuple[str, ...]], ...] = ()
    asks: bool = True
    """Whether the dealer asks for decisions; without any, there is no random play."""


@cache
def play_of(game: str) -> PlayFacts:
    """Return the data of this game; empty defaults for an external game."""
    return convert(tomllib.loads(GAMES[game].provides.report_play or ""), PlayFacts)


class ComplianceRow(Struct, frozen=True):
    """One requirement of a regulation."""

    clause: str
    asks: str
    section: str = ""
    who: str = ""


class CompliancePlace(Struct, frozen=True):
    """One regulation, its source and its requirements."""

    name: str
    source: str
    rows: tuple[ComplianceRow, ...]


@cache
def compliance() -> tuple[CompliancePlace, ...]:
    """Return every regulation."""
    text = (resources.files("pitboss.documents.data") / "compliance.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text)["place"], tuple[CompliancePlace, ...])
