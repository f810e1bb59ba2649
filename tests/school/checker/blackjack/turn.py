"""The state of a round of blackjack: the felt, the last motions, and the cards still to be dealt."""

from __future__ import annotations

import re
from typing import Any

from school.checker import hands
from school.checker.felt import DOWN, Fact, Felt
from school.checker.shown import SeenCard

ACE = 14
MAIN = {"free-bet": "Blackjack wager", "blackjack": "Main wager", "roll-your-own": "Two-card hand"}
CHIP = 100
NATURAL = re.compile(": blackjack( pays|,)")
EARLY = re.compile(r"Two-card hand: blackjack( pays|,)|: double blackjack( pays|,)")
"""A blackjack that Roll Your Own pays before the hands are played."""


class Seatless:
    """A motion that belongs to no seat."""

    seat = hand = 0


class Turn:
    """The state of a round of blackjack, from the felt and the last motions."""

    def __init__(self, felt: Felt) -> None:
        self.felt, self.game = felt, felt.game
        core = [fact for fact in felt.past if fact.kind != "cut card"]
        self.last = core[-1] if core else Fact("")
        while (
            core and core[-1].kind == "settled" and core[-1].at == "Pot of Gold" and "token" not in core[-1].text[20:]
        ):
            core.pop()
        self.core = core
        self.act = core[-1] if core else Fact("")
        """The last motion other than picking up a Pot of Gold."""
        up = felt.up(0, "up card")
        self.up = up[0] if up else DOWN
        self.hole = felt.up(0, "hole card")
        self.has_hole = (0, "hole card") in felt.cards
        self.dealer = [*up, *self.hole, *felt.up(0, "dealer")]
        self.seen = [fact.cards[0] for fact in felt.past[-3:] if fact.kind == "seen"]

    def __getattr__(self, name: str) -> Any:
        """Look up rules defined in the other files: all are parts of one class."""
        raise AttributeError(name)

    def was(self, *kinds: str) -> bool:
        return self.last.kind in kinds

    def next_card(self) -> str:
        """Return the next card to deal: one each, the up card, one each, the hole card."""
        many = [sum(map(len, self.felt.hands(seat).values())) for seat in self.felt.seats]
        if not self.was("closed", "card") or self.game == "roll-your-own":
            return ""
        if min(many) < 1:
            return "deal-first-card"
        if self.up == DOWN:
            return "deal-up-card"
        if min(many) < 2:
            return "deal-second-card"
        return "" if self.has_hole else "deal-hole-card"

    def close_bets(self, _: Any) -> bool:
        return self.was("bets") and self.last.at != "Insurance" and not any(seat for seat, _ in self.felt.cards)

    def deal_first_card(self, _: Any) -> bool:
        return self.next_card() == "deal-first-card"

    def deal_up_card(self, _: Any) -> bool:
        return self.next_card() == "deal-up-card"

    def deal_second_card(self, _: Any) -> bool:
        return self.next_card() == "deal-second-card"

    def deal_hole_card(self, _: Any) -> bool:
        return self.next_card() == "deal-hole-card"


def may_earn(cards: list[SeenCard]) -> bool:
    """Return whether two cards qualify for a free bet: a pair below tens, or a hard 9, 10 or 11."""
    if len(cards) != 2:
        return False
    is_pair = cards[0].rank == cards[1].rank and cards[0].points != 10
    return is_pair or (not hands.is_soft(cards) and hands.total(cards) in (9, 10, 11))


def title_of(at: str) -> str:
    return "Two-card hand" if at.startswith("two") else "One-card hand"


def is_hand(at: str) -> bool:
    return at.startswith(("hand", "two-card", "one-card"))


def place_of(fact: Fact) -> str:
    """Return the hand that a sentence is about."""
    if fact.kind != "asked":
        return fact.at
    place = fact.at.partition(",")[0]
    return place if place.startswith("hand") else place.removesuffix(" 1")


def place_of_bet(fact: Fact) -> str:
    if fact.at in ("Two-card hand", "One-card hand"):
        row = fact.at.lower()
        return f"{row} {fact.hand}" if fact.hand > 1 else row
    return f"hand {fact.hand or 1}"


def key_of(seat: int, at: str) -> tuple[int, int, int]:
    number = int(at[-1]) if at[-1].isdigit() else 1
    return seat, int(at.startswith("one")), number
