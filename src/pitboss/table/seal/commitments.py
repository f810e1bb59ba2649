"""
Provably fair dealing: the commitment before the bets, and the proof after the round.

Every card of a shuffle gets its own salt, and the cards are linked from the last to the first. The link of a card
commits to the card, its position, the size of the deck and every card after it. It is published before the bets of
the round that begins there. After the round its cards are revealed with their salts. When the deck or shoe is used
up, the house seed is revealed too, from which the order, the salts and all links follow. See `docs/honest-deal.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert, to_builtins

from pitboss.cards import Card, CardError, parse_cards, show_cards
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.table.seal.seeded_shuffle import LINK, MAX_SEED_LENGTH, SALT, house_seal, keyed, shuffled

END = bytes(32)
"""The link after the last card of a deck."""
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Count = Annotated[int, Meta(ge=0, le=65_535)]
SeatText = Annotated[str, Meta(pattern=r"\A[1-9][0-9]?\Z")]
SeedText = Annotated[str, Meta(pattern=rf"\A[ -~]{{1,{MAX_SEED_LENGTH}}}\Z")]


def salts_of(seed: bytes, size: int) -> list[bytes]:
    """Return the salts of all cards of a deck, in order. One salt reveals nothing about the others."""
    salt = keyed(seed, SALT)
    return [salt(place.to_bytes(4, "big")) for place in range(size)]


def link(
    size: int, start: int, cards: Sequence[Card], salts: Sequence[bytes], after: bytes = END
) -> list[bytes]:  # fmt: skip
    """Return the links of these cards, the first at position `start` in a deck of `size` cards, followed by `after`."""
    links, whole = [after], LINK + size.to_bytes(4, "big")
    for place in range(len(cards) - 1, -1, -1):
        at, card = (start + place).to_bytes(4, "big"), bytes([cards[place].code])
        after = sha256(whole + at + card + salts[place] + after).digest()
        links.append(after)
    return links[::-1]


@lru_cache(maxsize=4)  # an opened deck is needed for its own round and for those before it
def all_links(order: str, seed: str) -> Sequence[bytes]:
    """Return the links of a whole deck with a known order and house seed."""
    cards = parse_cards(order)
    return link(len(cards), 0, cards, salts_of(bytes.fromhex(seed), len(cards)))


class Proof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The data revealed after a round: its cards, their salts, and the commitments."""

    version: Literal[2]
    commitment: Hash
    """The link of the round's first card, published before the bets."""
    house: Hash
    """The hash of the house seed, published before the previous deck was shuffled."""
    next: Hash
    """The hash of the house seed for the next deck or shoe."""
    seeds: dict[SeatText, SeedText]
    """The players' seeds at the time of the shuffle, by seat."""
    size: Count
    """The number of cards in the whole deck or shoe."""
    start: Count
    """The position of the round's first card, counted from 0."""
    cards: str
    after: Hash
    """The link of the next card, which is the commitment of the next round from the same shoe."""
    salts: tuple[Hash, ...] | None = None
    """The salts of the cards. Omitted if the seed is revealed, because they follow from it."""
    seed: Hash | None = None
    """The house seed, revealed when nothing more is dealt from the deck or shoe."""
    order: str | None = None
    """The whole order from first card to last, revealed with the seed."""

    @property
    def end(self) -> int:
        """Return the position after the round's last card."""
        return self.start + len(parse_cards(self.cards))

    @property
    def is_opened(self) -> bool:
        """Whether the whole deck is revealed."""
        return self.seed is not None

    def as_data(self) -> dict[str, object]:
        """Return the proof as JSON data."""
        data: dict[str, object] = to_builtins(self)
        return data

    @classmethod
    def read(cls, data: Any) -> Proof:
        """Read a proof from JSON data. Raise `Refused` if anything is missing, unknown or malformed."""
        try:
            proof = convert(data, cls)
            for text in (proof.cards, proof.order):
                if text is not None and show_cards(parse_cards(text)) != text:
                    raise CardError(f"cards are separated by one space, not {text[:40]!r}")
        except (ValidationError, CardError) as error:
            raise Refused("bad-proof", f"the proof cannot be read: {error}") from None
        if (proof.salts is None) == (proof.seed is None) or (proof.seed is None) != (proof.order is None):
            raise Refused("bad-proof", "a proof holds either salts, or the house's seed and the whole order")
        return proof

    def faults(self, game: Game, rules: Any) -> Iterator[str]:
        """Yield a sentence for each reason why these are not the committed cards."""
        whole = sorted(game.whole_pack(rules))
        if self.size != len(whole):
            yield f"the proof is of {self.size} cards, and the whole pack has {len(whole)}"
        if self.end > self.size:
            yield f"the proof ends at card {self.end} of {self.size}"
        elif self.is_opened:
            yield from self._opened_faults(whole)
        else:
            yield from self._salted_faults()

    def _salted_faults(self) -> Iterator[str]:
        cards, salts = parse_cards(self.cards), [bytes.fromhex(salt) for salt in self.salts or ()]
        if len(cards) != len(salts):
            yield f"there are {len(cards)} cards and {len(salts)} salts: each card has its own"
        elif link(self.size, self.start, cards, salts, bytes.fromhex(self.after))[0].hex() != self.commitment:
            yield "the cards and salts do not give the commitment: this is not the order that was sealed"

    def _opened_faults(self, whole: Sequence[Card]) -> Iterator[str]:
        assert self.seed is not None
        assert self.order is not None
        seed, order = bytes.fromhex(self.seed), parse_cards(self.order)
        if house_seal(seed) != self.house:
            yield "the house's seed is not the one that was sealed"
        if sorted(order) != whole:
            yield "the whole order does not have the cards of the pack, each in the right number"
            return
        if order != shuffled(whole, seed, {int(seat): text for seat, text in self.seeds.items()}):
            yield "the order of the cards is not the one that the seeds of the house and the players give"
        if parse_cards(self.cards) != order[self.start : self.end]:
            yield "the round's cards are not at their place in the whole order"
        links = all_links(self.order, self.seed)
        if links[self.start].hex() != self.commitment or links[self.end].hex() != self.after:
            yield "the whole order does not give the commitment: this is not the order that was sealed"
