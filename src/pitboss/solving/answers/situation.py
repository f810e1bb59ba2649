"""Situations described by options: those of `pitboss advise`, parsed and validated the same way for every game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from pitboss.cards import RANKS, SUITS, Card, CardError, card_words, parse_card, parse_cards
from pitboss.play.refused import Refused, one_of, rather

_RANK = re.compile(r"10|[2-9TJQKA]", re.IGNORECASE)
_RANKS = re.compile(f"(?:{_RANK.pattern})+", re.IGNORECASE)
_STAKE = re.compile(r"\d{1,6}(\.\d{1,6})?|\d{1,6}/[1-9]\d{0,5}", re.ASCII)


class Ask(Struct, frozen=True):
    """One option of `advise`: --name, its argument, and its meaning."""

    name: str
    takes: str
    """The placeholder of its argument, as in CARDS or N; empty for a flag."""
    meaning: str
    required: bool = False
    any_suit: bool = False
    """Whether a card may be given by its rank alone, because suits do not matter."""


class Situation:
    """
    A described situation: the text of each option by name.

    `written` turns a name into what the caller wrote, for messages: an option of the command line, or a parameter.
    """

    def __init__(
        self,
        asks: Iterable[Ask],
        texts: Mapping[str, str | bool | None],
        written: Callable[[str], str] = "--{}".format,
    ) -> None:
        self.written = written
        self.asks = {ask.name: ask for ask in asks}
        self.texts = {name: text for name, text in texts.items() if text is not None and text is not False}
        self._named_cards = Counter(_suited_cards(self.texts.values()))
        for name in self.texts:
            if name not in self.asks:
                raise Refused("bad-situation", f"unknown situation {written(name)}: {rather(name, self.asks, written)}")
        for ask in self.asks.values():
            if ask.required and ask.name not in self.texts:
                raise Refused("bad-situation", f"{written(ask.name)} is missing: {ask.meaning}")

    def has(self, name: str) -> bool:
        """Whether the option was given."""
        return name in self.texts

    def cards(self, name: str, counts: Iterable[int] = ()) -> tuple[Card, ...]:
        """Return the cards given for an option. Their number must be in `counts`, if that is given."""
        text = str(self.texts.get(name, ""))
        try:
            cards = parse_cards(self._with_suits(text) if self.asks[name].any_suit else text)
        except CardError as error:
            raise Refused("bad-card", f"in {self.written(name)}, {error}") from None
        allowed = list(counts)
        if name in self.texts and allowed and len(cards) not in allowed:
            wanted = one_of(map(str, allowed))
            raise Refused(
                "bad-situation", f"{self.written(name)} takes {wanted} card{'s' * (wanted != '1')}, not {len(cards)}"
            )
        return cards

    def _with_suits(self, text: str) -> str:
        """Give each card without a suit the suit that was given least often with its rank."""
        words = (_RANK.findall(word) if _RANKS.fullmatch(word) else [word] for word in card_words(text))
        return " ".join(self._with_suit(card) for cards in words for card in cards)

    def _with_suit(self, word: str) -> str:
        rank = word.upper().replace("10", "T")
        if len(rank) != 1 or rank not in RANKS:
            return word
        card = min((parse_card(rank + suit) for suit in SUITS), key=lambda card: self._named_cards[card])
        self._named_cards[card] += 1
        return str(card)

    def number(self, name: str, least: int, most: int, default: int) -> int:
        """Return the whole number given for an option; raise `Refused` if it is out of bounds."""
        text = str(self.texts.get(name, default)).strip()
        if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
            wanted = f"a whole number from {least} to {most}" if least < most else f"{least} here"
            raise Refused("bad-situation", f"{self.written(name)} must be {wanted}, not {text!r}")
        return int(text)

    def stake(self, name: str, unit: str) -> Fraction:
        """Return the stake given for an option, in units of another bet; 0 if not given."""
        text = str(self.texts.get(name, "0")).strip()
        if not _STAKE.fullmatch(text):
            raise Refused(
                "bad-situation", f"{self.written(name)} is a stake in {unit}, as in 1, 0.5 or 1/4, not {text!r}"
            )
        return Fraction(text)


def _suited_cards(texts: Iterable[object]) -> Iterator[Card]:
    for word in (word for text in texts if isinstance(text, str) for word in card_words(text)):
        try:
            yield parse_card(word)
        except CardError:  # a rank alone, or not a card: `Situation.cards` reports it
            continue


def refuse_twice(cards: Iterable[Card], whole: Mapping[Card, int] | None = None) -> None:
    """Raise Refused if a card appears more often than in the pack (once, if no pack is given)."""
    left: dict[Card, int] = {}
    for card in cards:
        holds = 1 if whole is None else whole.get(card, 0)
        if card.is_joker and whole is None:
            raise Refused("bad-situation", "there is no joker in this pack")
        left[card] = left.get(card, holds) - 1
        if left[card] < 0:
            raise Refused("card-twice", f"{card} appears more often than in the pack ({holds})")


def read_words(asks: Iterable[Ask], words: Sequence[str]) -> Mapping[str, str | bool]:
    """Parse the situation options on the command line."""
    known = {ask.name: ask for ask in asks}
    situation: dict[str, str | bool] = {}
    left = list(words)
    while left:
        name, equals, value = left.pop(0).partition("=")
        ask = known.get(name.removeprefix("--"))
        if not name.startswith("--"):
            example = next((f"--{one.name}" for one in known.values() if one.takes), "--help")
            raise Refused(
                "bad-situation",
                f"unexpected {name!r}: start with an option such as {example}, and put several cards in quotes",
            )
        if ask is None:
            names = [f"--{one}" for one in known]
            raise Refused("bad-situation", f"unknown option {name}: {rather(name, names, str)}")
        if ask.name in situation:
            raise Refused("bad-situation", f"{name} is given twice")
        situation[ask.name] = _value(ask, value if equals else None, left)
    return situation


def _value(ask: Ask, value: str | None, left: list[str]) -> str | bool:
    if not ask.takes:
        if value is not None:
            raise Refused("bad-situation", f"--{ask.name} takes no value")
        return True
    if value is None:
        if not left or left[0].startswith("--"):
            raise Refused("bad-situation", f"--{ask.name} takes {ask.takes}: {ask.meaning}")
        value = left.pop(0)
    return value
