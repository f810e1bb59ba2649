"""The cards and money of a stored round, independent of the wording used by the version that stored it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

CARDS = {"dealt": ("card", "seat")}
MONEY = {
    "wagered": ("seat", "bet", "amount"),
    "settled": ("seat", "bet", "stake", "back"),
    "returned": ("seat", "bet", "amount"),
}

Fact = tuple[Any, ...]


def facts(events: Iterable[Mapping[str, Any]]) -> tuple[list[Fact], list[Fact]]:
    """Return the cards in dealing order, and the money moved, sorted because versions settle differently (C-8)."""
    listed = list(events)
    return _of(listed, CARDS), sorted(_of(listed, MONEY), key=repr)


def _of(events: Iterable[Mapping[str, Any]], kinds: Mapping[str, tuple[str, ...]]) -> list[Fact]:
    return [(event["event"], *map(event.get, kinds[event["event"]])) for event in events if event.get("event") in kinds]
