"""
The honest deal: a commitment to the order of the cards, made before the wagers, and its proof.

Every card of a shuffled pack gets a salt of its own, and the cards are linked from the last to the first:

    link[i] = SHA-256("salt[i] card[i] link[i+1]")        salt[i] = SHA-256("secret i")

`link[i]` commits to the order of all cards from the i-th on. It is published before the wagers of the round that
begins there. After the round the cards it used are revealed with their salts, and `link` of the first unused card:
anyone can link them up again. What remains in a shoe stays hidden behind that link, which is the commitment of the
next round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from pitboss.cards import Card, CardError, parse_cards, show_cards
from pitboss.play.refused import Refused

END = "0" * 64
"""What the last card of a pack is linked to."""


def digest(text: str) -> str:
    """SHA-256 of an ASCII text, in hex."""
    return sha256(text.encode("ascii")).hexdigest()


def link(salts: Sequence[str], cards: Sequence[Card], after: str = END) -> list[str]:
    """The links of these cards, first to last, and `after` at the end."""
    links = [after]
    for salt, card in zip(reversed(salts), map(str, reversed(cards)), strict=True):
        after = digest(f"{salt} {card} {after}")
        links.append(after)
    return links[::-1]


@dataclass(frozen=True, slots=True)
class Proof:
    """What is revealed after a round: its cards, their salts, and the commitment to the cards that are left."""

    commitment: str
    cards: tuple[Card, ...]
    salts: tuple[str, ...]
    after: str
    secret: str | None = None
    """Of a pack that is used up: then the salts follow from it and need not be written down."""
    start: int = 0
    """The place of the first of these cards in its pack."""

    def fault(self) -> str | None:
        """Why the cards are not the ones committed to, or nothing."""
        if link(self.salts, self.cards, self.after)[0] != self.commitment:
            return "the cards and salts do not give the commitment: this is not the order that was sealed"
        return None

    def as_data(self) -> dict[str, object]:
        """The proof as JSON holds it."""
        opened = {"secret": self.secret} if self.secret else {"salts": list(self.salts)}
        return {
            "commitment": self.commitment, "start": self.start, "cards": show_cards(self.cards),
            **opened, "after": self.after,
        }  # fmt: skip

    @classmethod
    def read(cls, data: Any) -> Proof:
        """A proof from JSON; anything missing or misshapen is `Refused`."""
        try:
            cards, start, secret = parse_cards(data["cards"]), int(data["start"]), data.get("secret")
            salts = tuple(data["salts"]) if secret is None else salts_of(secret, start, len(cards))
            proof = cls(data["commitment"], cards, salts, data["after"], secret, start)
            proof.fault()
        except (CardError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise Refused("bad-proof", f"the proof cannot be read: {error}") from None
        return proof


def salts_of(secret: str, start: int, cards: int) -> tuple[str, ...]:
    """The salts of a stretch of a pack, its places counted from 0; one salt tells nothing of the others."""
    return tuple([digest(f"{secret} {place}") for place in range(start, start + cards)])
