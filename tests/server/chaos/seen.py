"""The events shown to one client in each round, checked against what the rules let it see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.play.steps import Event
from pitboss.table import states

Data = dict[str, Any]
TABLE_EVENTS = {
    re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
    for name, kind in vars(states).items()
    if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == states.__name__
}
"""Table events outside a round. They contain no card."""
_WRITTEN = re.compile(r"(?:[2-9TJQKA][cdhs]|Jk)")
_DRAWN = re.compile(r"(10|[2-9TJQKA])([♣♦♥♠])")
_SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))
_SECRET = re.compile(r"\b[0-9a-f]{64}\b")


def cards_in(data: object) -> set[str]:
    """Return every card anywhere in this data, encoded (`Ah`) or drawn (`A♥`)."""
    if isinstance(data, str):
        words = data.split()
        written = set(words) if words and all(map(_WRITTEN.fullmatch, words)) else set()
        return written | {f"{'T' if rank == '10' else rank}{_SUITS[suit]}" for rank, suit in _DRAWN.findall(data)}
    parts = data.values() if isinstance(data, Mapping) else data if isinstance(data, (list, tuple)) else ()
    return {card for part in parts for card in cards_in(part)}


def may_see(event: Data, seat: str | None) -> Data:
    """Return the event as this seat may see it: no burned or face-down card, no one else's own cards."""
    hidden = event["event"] == "burned"
    if event["event"] == "dealt":
        hidden = event["face"] == "down" or (event["face"] == "own" and str(event.get("seat")) != seat)
    return {**event, "card": "??"} if hidden else event


@dataclass
class Shown:
    """All events of one round as sent to one connection."""

    table: str
    number: int
    player: str
    events: list[Data] = field(default_factory=list)
    beside: list[tuple[int, set[str]]] = field(default_factory=list)
    """Cards elsewhere in a frame, with the number of events sent by then."""

    def faults(self, body: Mapping[str, Any], seat: str | None) -> Iterator[str]:
        """Yield what this client should not have been shown, given every card of the round."""
        whole = f"{self.table}, round {self.number}: the client {self.player[:8]} in seat {seat}"
        seen = cards_in(body["record"].get("board", ""))
        visible = [set(seen)]
        for place, (sent, event) in enumerate(zip(self.events, body["events"], strict=False), 1):
            allowed = may_see(event, seat)
            seen |= cards_in({**allowed, "text": ""})
            visible.append(set(seen))
            if _without_text(sent) != _without_text(allowed):
                yield f"{whole} was told event {place} as {sent}, and may see {allowed}"
            elif not cards_in(sent["text"]) <= seen:
                yield f"{whole} was told a hidden card in the words of event {place}: {sent['text']}"
        if len(self.events) > len(body["events"]):
            yield f"{whole} was told {len(self.events)} events of {len(body['events'])}"
        for sent_by_then, cards in self.beside:
            if more := cards - visible[min(sent_by_then, len(visible) - 1)]:
                yield f"{whole} was shown {sorted(more)} after {sent_by_then} events, and may not see them"


def _without_text(event: Data) -> Data:
    return {name: value for name, value in event.items() if name != "text"}


class ClientView:
    """A log of what one client is shown at one table."""

    def __init__(self, table: str, player: str) -> None:
        self._table, self._player = table, player
        self._now: Shown | None = None
        self._number = 0
        self.rounds: list[Shown] = []
        self.ended: list[tuple[int, dict[str, int]]] = []
        """The rounds that it saw end, with their results."""
        self.secrets: set[str] = set()
        """Every hash or seed that was sent."""
        self.faults: list[str] = []

    def look(self, raw: str, frame: Data) -> list[tuple[int, Data]]:
        """Process one frame and return its events, each with its round number."""
        self.secrets.update(_SECRET.findall(raw))
        if frame["type"] not in ("hello", "update"):
            return []
        if frame["type"] == "hello":
            self._now, self._number = None, frame["table"]["number"]
        events = [(self._follow(event), event) for event in frame["events"]]
        if self._now:
            other_cards = cards_in({"table": frame["table"], "you": frame["you"]})
            self._now.beside.append((len(self._now.events), other_cards))
        return events

    def _follow(self, event: Data) -> int:
        match event["event"]:
            case "bets-opened":
                self._number = event["number"]
                self._now = Shown(self._table, self._number, self._player)
                self.rounds.append(self._now)
            case "round-ended":
                self.ended.append((event["number"], event["net"]))
                self._now = None
            case kind if kind in TABLE_EVENTS:
                pass
            case _ if self._now:
                self._now.events.append(event)
            case _ if cards_in(event):
                self.faults.append(f"{self._table}: cards were shown between two rounds: {event}")
        return self._number

    def take(self) -> tuple[Sequence[Shown], Sequence[tuple[int, dict[str, int]]]]:
        """Return the rounds that ended for this client and their results, and forget them."""
        over, self.rounds = self.rounds, [self._now] if self._now else []
        ended, self.ended = self.ended, []
        return [shown for shown in over if shown is not self._now], ended
