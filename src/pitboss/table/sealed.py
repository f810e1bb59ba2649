"""A sealed shoe: a shuffled pack whose order is committed to before anyone bets."""

from __future__ import annotations

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


class TrueRandom(SystemRandom):
    """The operating system's generator, asked for a page at a time: a shuffle takes hundreds of small draws."""

    _page, _at = b"", 0

    def getrandbits(self, k: int) -> int:
        """An integer of so many random bits; no byte serves twice."""
        start, size = self._at, (k + 7) // 8
        if start + size > len(self._page):
            start, self._page = 0, urandom(max(4096, size))
        self._at = start + size
        return int.from_bytes(self._page[start : self._at], "big") >> (size * 8 - k)

    def randbytes(self, n: int) -> bytes:
        """So many random bytes."""
        return self.getrandbits(n * 8).to_bytes(n, "big")


@dataclass(frozen=True)
class SealedShoe(Shuffle):
    """A shuffle with the secret that seals it."""

    secret: str = field(kw_only=True)

    @classmethod
    def shuffled(cls, game: Game, rules: Any, rng: Random) -> Self:
        """A shuffle and a secret from the same generator."""
        return cls(Shuffle.shuffled(game, rules, rng).order, secret=rng.randbytes(32).hex())

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
