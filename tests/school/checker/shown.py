"""A question as a trainee sees it, and the table that its words describe."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

RANKS = {**{str(number): number for number in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14}
CARD = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])|\b(Jk)\b")
MONEY = r"\$([\d,]+(?:\.\d\d)?)"


class SeenCard(NamedTuple):
    """A card by rank, 2 to 14, and suit; a joker has rank 0."""

    rank: int
    suit: str

    @property
    def points(self) -> int:
        """Return its value in blackjack, counting an ace as 1."""
        return 1 if self.rank == 14 else min(self.rank, 10)

    @property
    def is_red(self) -> bool:
        return self.suit in "♥♦" and bool(self.suit)


@dataclass
class Shown:
    """A question as shown: game, text, options by name and text, and the lines of a round."""

    game: str
    skill: str
    text: str
    options: list[tuple[str, str]] = field(default_factory=list)
    told: list[tuple[str, str]] = field(default_factory=list)
    """The lines of a round: the motion and the sentence of each."""


@dataclass
class SeenTable:
    """Cards by place and chips by spot, parsed from the words of a question."""

    seats: dict[int, dict[str, list[SeenCard]]] = field(default_factory=dict)
    chips: dict[int, dict[str, int]] = field(default_factory=dict)
    dealer: dict[str, list[SeenCard]] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    """The dealer's face-down places."""
    answers: dict[int, list[str]] = field(default_factory=dict)


def cents(text: str) -> int:
    """
    Parse an amount of money into cents.

    >>> cents("1,057.50")
    105750
    """
    whole, _, rest = text.replace(",", "").replace("$", "").partition(".")
    return int(whole) * 100 + int((rest + "00")[:2])


def cards_in(text: str) -> list[SeenCard]:
    """Return the cards named in a text, in order."""
    return [SeenCard(0, "") if joker else SeenCard(RANKS[rank], suit) for rank, suit, joker in CARD.findall(text)]


def table_in(text: str) -> SeenTable:
    """Parse the table that a text describes."""
    table = SeenTable()
    for seat, body in re.findall(r"(?:^|(?<=[.:] ))Seat (\d): ([^.]*(?:\.\d\d[^.]*)*)\.", text):
        parts = body.split("; ")
        if not any(MARK.search(part) for part in parts):
            continue
        places = table.seats.setdefault(int(seat), {})
        spots = table.chips.setdefault(int(seat), {})
        for part in parts:
            if found := re.fullmatch(rf"{MONEY} on (.+)", part):
                spots[found[2]] = cents(found[1])
            elif found := PLACE.match(part):
                places[found[1].strip()] = cards_in(part)
    if found := re.search(r"Dealer: ([^.]*)\.", text):
        for part in found[1].split("; "):
            place = PLACE.match(part)
            if place:
                table.dealer[place[1].strip()] = cards_in(part)
                if "face down" in part:
                    table.hidden.add(place[1].strip())
    for seat, words in re.findall(rf"Seat (\d) ({'|'.join(SAID)})\.", text):
        table.answers.setdefault(int(seat), []).append(SAID[words])
    return table


SAID = {"folds": "fold", "splits": "split", "splits for free": "free-split", "takes even money": "even-money"}
"""The answers that affect the result of a bet, by the words that describe them."""
MARK = re.compile(r"[♠♥♦♣]|face down|\$")
PLACE = re.compile(r"([a-z][a-z -]*?(?: \d)?) (?=10|[2-9JQKA][♠♥♦♣]|face down|Jk)")
