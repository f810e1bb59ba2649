"""Situations in words: the options of `pitboss advise`, read and checked the same way for every game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from pitboss.cards import Card, CardError, parse_cards
from pitboss.play.refused import Refused, one_of, rather

_STAKE = re.compile(r"\d{1,6}(\.\d{1,6})?|\d{1,6}/[1-9]\d{0,5}", re.ASCII)


class Ask(Struct, frozen=True):
    """One option of `advise`: --name, what it takes, and what it means."""

    name: str
    takes: str
    """What follows it on the command line, as in CARDS or N; nothing: it is there or not."""
    meaning: str
    required: bool = False


class Situation:
    """What a person says of the table: each option's text by its name."""

    def __init__(self, asks: Iterable[Ask], said: Mapping[str, str | bool | None]) -> None:
        self.asks = {ask.name: ask for ask in asks}
        self.said = {name: text for name, text in said.items() if text is not None and text is not False}
        for name in self.said:
            if name not in self.asks:
                raise Refused("bad-situation", f"there is no --{name}: {rather(name, self.asks, '--{}'.format)}")
        for ask in self.asks.values():
            if ask.required and ask.name not in self.said:
                raise Refused("bad-situation", f"--{ask.name} is missing: {ask.meaning}")

    def has(self, name: str) -> bool:
        """Whether this was said at all."""
        return name in self.said

    def cards(self, name: str, counts: Iterable[int] = ()) -> tuple[Card, ...]:
        """The cards of an option, as many as `counts` allows (any number where it says nothing)."""
        try:
            cards = parse_cards(str(self.said.get(name, "")))
        except CardError as error:
            raise Refused("bad-card", f"in --{name}, {error}") from None
        allowed = list(counts)
        if name in self.said and allowed and len(cards) not in allowed:
            wanted = one_of(map(str, allowed))
            raise Refused("bad-situation", f"--{name} takes {wanted} card{'s' * (wanted != '1')}, not {len(cards)}")
        return cards

    def number(self, name: str, least: int, most: int, default: int) -> int:
        """The whole number of an option, within its bounds."""
        text = str(self.said.get(name, default)).strip()
        if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
            wanted = f"a whole number from {least} to {most}" if least < most else f"{least} here"
            raise Refused("bad-situation", f"--{name} must be {wanted}, not {text!r}")
        return int(text)

    def stake(self, name: str, unit: str) -> Fraction:
        """What is held on a bet, in units of another; nothing where it is not said."""
        text = str(self.said.get(name, "0")).strip()
        if not _STAKE.fullmatch(text):
            raise Refused("bad-situation", f"--{name} is a stake in {unit}, as in 1, 0.5 or 1/4, not {text!r}")
        return Fraction(text)


def refuse_twice(cards: Iterable[Card], whole: Mapping[Card, int] | None = None) -> None:
    """Refuse a card that is there more often than the pack holds it (once, where no pack is said)."""
    left: dict[Card, int] = {}
    for card in cards:
        holds = 1 if whole is None else whole.get(card, 0)
        if card.is_joker and whole is None:
            raise Refused("bad-situation", "there is no joker in this pack")
        left[card] = left.get(card, holds) - 1
        if left[card] < 0:
            times = "once" if holds == 1 else f"{holds} times" if holds else "not at all"
            raise Refused("card-twice", f"{card} is there more often than the pack holds it, which is {times}")
