"""What a kept round says of cards and money, whatever words and clauses its version of pitboss told it with."""

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
    """Every card in the order it was dealt, and every movement of money; versions may settle in another order (C-8)."""
    told = list(events)
    return _of(told, CARDS), sorted(_of(told, MONEY), key=repr)


def _of(events: Iterable[Mapping[str, Any]], kinds: Mapping[str, tuple[str, ...]]) -> list[Fact]:
    return [(event["event"], *map(event.get, kinds[event["event"]])) for event in events if event.get("event") in kinds]
