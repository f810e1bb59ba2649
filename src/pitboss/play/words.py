"""The wording of events: neutral for records, or addressed to one viewer as "you"."""

from __future__ import annotations

import re
from collections.abc import Mapping

_RULING = r"[A-Z][A-Z0-9]*-\d+"


class Words:
    """The wording of seats, bets, answers and rulings in sentences: by default, seat numbers and slugs."""

    def __init__(
        self, titles: Mapping[str, str] | None = None, you: int | None = None, answers: Mapping[str, str] | None = None
    ) -> None:
        self._titles = titles
        self.you = you
        self._answers = answers or {}
        self._quotes = titles is None

    def quoting(self) -> Words:
        """Return the same wording with rulings quoted in brackets."""
        words = Words(self._titles, self.you, self._answers)
        words._quotes = True
        return words

    def seat(self, seat: int, does: str, do: str) -> str:
        """Return subject and verb for the start of a sentence: "Seat 3 folds", or "You fold"."""
        return f"You {do}" if seat == self.you else f"Seat {seat} {does}"

    def to(self, seat: int) -> str:
        """Return the seat within a sentence: "seat 3", or "you"."""
        return "you" if seat == self.you else f"seat {seat}"

    def possessive(self, seat: int | None) -> str:
        """Return the possessive within a sentence: "seat 3's", "your", or "the dealer's" if None."""
        return "the dealer's" if seat is None else "your" if seat == self.you else f"seat {seat}'s"

    def place(self, seat: int | None, at: str) -> str:
        """Return a place on the layout: "seat 3's hand 2", "your hand 2", "flop 1"."""
        spot = place_words(at)
        return spot if seat is None else f"{self.possessive(seat)} {spot}"

    def the_place(self, seat: int | None, at: str) -> str:
        """Return a place, with its article if it is a card of the dealer's: "the hole card", "flop 1"."""
        place = self.place(seat, at)
        return f"the {place}" if seat is None and place.endswith("card") else place

    def bet(self, name: str, hand: int | None = None) -> str:
        """Return the title of a bet, with its hand if given."""
        title = name if self._titles is None else self._titles.get(name, name.replace("-", " "))
        return f"{title} on hand {hand}" if hand else title

    def bet_of(self, seat: int, name: str, hand: int | None = None) -> str:
        """Return a seat's bet for the start of a sentence: "Your Pot of Gold", or by default "Seat 3 pot-of-gold"."""
        bet = self.bet(name, hand)
        return f"Seat {seat} {bet}" if self._titles is None else f"{capital(self.possessive(seat))} {bet}"

    def answer(self, seat: int, name: str) -> str:
        """Return a seat's answer as a sentence without its full stop: "You hit", or by default "Seat 3: hit"."""
        if self._titles is None:
            return f"{'You' if seat == self.you else f'Seat {seat}'}: {name}"
        does = self._answers.get(name) or (f"bet {self._titles[name]}" if name in self._titles else None)
        does = does or _VERBS.get(name) or name.replace("-", " ")
        return self.seat(seat, third_person(does), does)

    def clause(self, ruling: str) -> str:
        """Return the ruling in brackets, or an empty string if this wording leaves rulings out."""
        return f" ({ruling})" if self._quotes else ""


def place_words(at: str) -> str:
    """
    Return a place on the layout without its owner, in words.

    >>> place_words("up-card"), place_words("two-card-hand-2"), place_words("hole-1"), place_words("dealer-2")
    ('up card', 'two-card hand 2', 'hole card 1', 'dealer card 2')
    """
    spot = re.sub(r"^(hole|dealer)-(?=\d)", r"\1-card-", at)
    return spot.replace("-", " ").replace(" card hand", "-card hand")


_VERBS = {"no": "decline", "yes": "accept", "none": "decline"}
"""Verbs for answers whose names are not verbs."""


def third_person(does: str) -> str:
    """
    Return a verb phrase in the third person.

    >>> third_person("match and double down")
    'matches and doubles down'
    """
    parts = [part.split(" ") for part in does.split(" and ")]
    for words in parts:
        words[0] += "es" if words[0].endswith(("s", "sh", "ch", "x", "o")) else "s"
    return " and ".join(" ".join(words) for words in parts)


PLAIN = Words()
"""The default wording of records: seats by number, bets by slug, rulings in brackets."""


def capital(text: str) -> str:
    """
    Capitalise the first letter and change nothing else.

    >>> capital("seat 3's A♠")
    "Seat 3's A♠"
    """
    return text[:1].upper() + text[1:]


def rulings(text: str) -> list[str]:
    """
    Return the ruling numbers mentioned in a text.

    >>> rulings("the flip card makes a paying hand (FI-5, FI-6)")
    ['FI-5', 'FI-6']
    """
    return re.findall(rf"\b{_RULING}\b", text)


def without_rulings(text: str) -> str:
    """
    Remove rulings in brackets from a text.

    >>> without_rulings("they beat the dealer's (BD-3), with a straight or better")
    "they beat the dealer's, with a straight or better"
    """
    return re.sub(rf" \({_RULING}(?:, {_RULING})*\)", "", text)
