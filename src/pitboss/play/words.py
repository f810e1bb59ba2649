"""The words in which events are told: plain for a record, or for one viewer, who is "you"."""

from __future__ import annotations

import re
from collections.abc import Mapping

_RULING = r"[A-Z][A-Z0-9]*-\d+"


class Words:
    """How a sentence names seats, bets and rulings; the plain words number seats and call bets by their slugs."""

    def __init__(self, titles: Mapping[str, str] | None = None, you: int | None = None) -> None:
        self._titles = titles
        self.you = you
        self._quotes = titles is None

    def quoting(self) -> Words:
        """The same words, with the rulings in brackets."""
        words = Words(self._titles, self.you)
        words._quotes = True
        return words

    def seat(self, seat: int, does: str, do: str) -> str:
        """Who does something, at the head of a sentence: "Seat 3 folds", or "You fold"."""
        return f"You {do}" if seat == self.you else f"Seat {seat} {does}"

    def to(self, seat: int) -> str:
        """The seat inside a sentence: "seat 3", or "you"."""
        return "you" if seat == self.you else f"seat {seat}"

    def whose(self, seat: int | None) -> str:
        """The seat's, inside a sentence: "seat 3's", or "your"; no seat is the dealer's side."""
        return "the dealer's" if seat is None else "your" if seat == self.you else f"seat {seat}'s"

    def place(self, seat: int | None, at: str) -> str:
        """Where on the layout: "seat 3's hand 2", "your hand 2", "flop 1"."""
        spot = at.replace("-", " ")
        return spot if seat is None else f"{self.whose(seat)} {spot}"

    def bet(self, name: str, hand: int | None = None) -> str:
        """A bet by its title, and the hand it rides on."""
        title = name if self._titles is None else self._titles.get(name, name.replace("-", " "))
        return f"{title} on hand {hand}" if hand else title

    def bet_of(self, seat: int, name: str, hand: int | None = None) -> str:
        """A seat's bet, at the head of a sentence: "Your Pot of Gold", in plain words "Seat 3 pot-of-gold"."""
        bet = self.bet(name, hand)
        return f"Seat {seat} {bet}" if self._titles is None else f"{capital(self.whose(seat))} {bet}"

    def clause(self, ruling: str) -> str:
        """The ruling behind a sentence, in brackets; a viewer who wants none finds it in the event's own data."""
        return f" ({ruling})" if self._quotes else ""


PLAIN = Words()
"""Seats by number, bets by slug, rulings in brackets: how a record is told."""


def capital(text: str) -> str:
    """
    The text with a capital at its head, and nothing else changed.

    >>> capital("seat 3's A♠")
    "Seat 3's A♠"
    """
    return text[:1].upper() + text[1:]


def rulings(text: str) -> list[str]:
    """
    The rulings that a text names.

    >>> rulings("the flip card makes a paying hand (FI-5, FI-6)")
    ['FI-5', 'FI-6']
    """
    return re.findall(rf"\b{_RULING}\b", text)


def without_rulings(text: str) -> str:
    """
    The text without the rulings that stand in brackets.

    >>> without_rulings("they beat the dealer's (BD-3), with a straight or better")
    "they beat the dealer's, with a straight or better"
    """
    return re.sub(rf" \({_RULING}(?:, {_RULING})*\)", "", text)
