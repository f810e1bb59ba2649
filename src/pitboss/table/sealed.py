"""A sealed shoe: a shuffled pack whose order is committed to before anyone bets."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from dataclasses import dataclass, field
from functools import cached_property
from os import urandom
from random import Random, SystemRandom
from typing import Any, Self

from pitboss.cards import parse_cards, show_cards
from pitboss.play.game import Game
from pitboss.play.round import Round
from pitboss.table.honest import Proof, link, salts_of
from pitboss.table.shoe import Shuffle

_WORDS = 1 << 32


class TrueRandom(SystemRandom):
    """The operating system's generator, asked once for a whole shuffle."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Every order is as likely as any other: a draw that would favour some places is thrown away."""
        drawn = _words(len(x))
        for last in range(len(x) - 1, 0, -1):
            fair = _WORDS - _WORDS % (last + 1)
            while (word := next(drawn)) >= fair:
                pass
            other = word % (last + 1)
            x[last], x[other] = x[other], x[last]


def _words(many: int) -> Iterator[int]:
    """Random numbers below 2 to the 32, without end, so many from the system at a time."""
    while True:
        yield from memoryview(urandom(4 * many)).cast("I")


@dataclass(frozen=True)
class SealedShoe(Shuffle):
    """A shuffle with the secret that seals it."""

    secret: str = field(kw_only=True)

    @classmethod
    def shuffled(cls, game: Game, rules: Any, rng: Random) -> Self:
        """A shuffle and a secret from the same generator."""
        return cls(Shuffle.shuffled(game, rules, rng).order, game.burns, secret=rng.randbytes(32).hex())

    @cached_property
    def salts(self) -> tuple[str, ...]:
        """Of every card of the shuffle."""
        return salts_of(self.secret, 0, len(self.order))

    @cached_property
    def links(self) -> list[str]:
        """`links[i]` commits to every card from the i-th on."""
        return link(self.salts, self.order)

    @property
    def commitment(self) -> str:
        """The commitment to the cards that are left."""
        return self.links[self.drawn]

    def after(self, dealt: Round) -> Self | None:
        """As of any shuffle; the links are those of the same one."""
        later = super().after(dealt)
        if later:
            later.__dict__.update(salts=self.salts, links=self.links)
        return later

    def proof(self, game: Game, used: int) -> Proof:
        """What may be revealed after a round that used so many cards: a whole pack, or a shoe's used cards."""
        whole = game.cut_card is None
        end = len(self.order) if whole else self.drawn + used
        cards, salts = self.order[self.drawn : end], self.salts[self.drawn : end]
        return Proof(self.commitment, cards, salts, self.links[end], self.secret if whole else None, self.drawn)

    def as_data(self) -> dict[str, object]:
        """The shuffle as the store keeps it, written once; never sent to anyone."""
        return {"order": show_cards(self.order), "secret": self.secret}

    @classmethod
    def read(cls, data: Any, drawn: int, board: str) -> Self:
        """The shoe that the store kept, and how far the dealer has come."""
        return cls(parse_cards(data["order"]), drawn, parse_cards(board), secret=data["secret"])
