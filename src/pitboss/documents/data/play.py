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
    return convert(_data("compliance.toml")["place"], tuple[CompliancePlace, ...])


class Remedy(Struct, frozen=True):
    """What can go wrong at any table, and what is done then."""

    happens: str
    remedy: str
    clause: str
    when: str = ""
    """"shoe" or "fresh" if it can happen only with a shoe, or only if every round has a fresh pack."""


@cache
def remedies(has_shoe: bool) -> tuple[Remedy, ...]:
    """Return the irregularities that can happen at any table of this kind."""
    found = convert(_data("remedies.toml")["cases"], tuple[Remedy, ...])
    return tuple(each for each in found if each.when in ("", "shoe" if has_shoe else "fresh"))


@cache
def glossary() -> Mapping[str, str]:
    """Return the words that reports use, with their meanings."""
    return convert(_data("glossary.toml")["terms"], dict[str, str])


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files("pitboss.documents.data") / name).read_text(encoding="utf-8"))
