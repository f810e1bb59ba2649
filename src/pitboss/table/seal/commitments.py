"""
The honest deal: what is sealed before the bets, and its proof.

Every card of a shuffle gets a salt of its own, and the cards are linked from the last to the first. The link of a card
commits to it, to its place, to the size of the pack and to every card after it. It is published before the wagers of
the round that begins there. After the round its cards are revealed with their salts; when the pack or shoe is used up
the house's seed is revealed too, from which the order, the salts and all links follow. See `docs/honest-deal.md`.
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
from pitboss.table.seal.seeded_shuffle import LINK, LONGEST_SEED, SALT, house_seal, keyed, shuffled

END = bytes(32)
"""What the last card of a pack is linked to."""
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Count = Annotated[int, Meta(ge=0, le=65_535)]
SeatText = Annotated[str, Meta(pattern=r"\A[1-9][0-9]?\Z")]
SeedText = Annotated[str, Meta(pattern=rf"\A[ -~]{{1,{LONGEST_SEED}}}\Z")]


def salts_of(seed: bytes, size: int) -> list[bytes]:
    """The salts of the cards of a pack, from the first place on; one salt tells nothing of the others."""
    salt = keyed(seed, SALT)
    return [salt(place.to_bytes(4, "big")) for place in range(size)]


def link(
    size: int, start: int, cards: Sequence[Card], salts: Sequence[bytes], after: bytes = END
) -> list[bytes]:  # fmt: skip
    """The links of these cards of a pack of this size, the first of which lies at `start`, and `after` at the end."""
    links, whole = [after], LINK + size.to_bytes(4, "big")
    for place in range(len(cards) - 1, -1, -1):
        at, card = (start + place).to_bytes(4, "big"), bytes([cards[place].code])
        after = sha256(whole + at + card + salts[place] + after).digest()
        links.append(after)
    return links[::-1]


@lru_cache(maxsize=4)  # a pack that was opened is asked for by its own round and by those before it
def whole_links(order: str, seed: str) -> Sequence[bytes]:
    """The links of a whole pack whose order and house's seed are known."""
    cards = parse_cards(order)
    return link(len(cards), 0, cards, salts_of(bytes.fromhex(seed), len(cards)))


class Proof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is revealed after a round: its cards, their salts, and what they were sealed with."""

    version: Literal[2]
    commitment: Hash
    """The link of the round's first card, published before the bets."""
    house: Hash
    """The seal of the house's seed, published before the pack before this one was shuffled."""
    next: Hash
    """The seal of the house's seed for the next pack or shoe."""
    seeds: dict[SeatText, SeedText]
    """The players' seeds when the pack was shuffled, by seat."""
    size: Count
    """How many cards the whole pack or shoe has."""
    start: Count
    """The place of the round's first card in it, counted from 0."""
    cards: str
    after: Hash
    """The link of the next card: the commitment of the next round of the same shoe."""
    salts: tuple[Hash, ...] | None = None
    """Of each of the cards; not written where the seed is opened, for they follow from it."""
    seed: Hash | None = None
    """The house's seed, opened when nothing more is dealt from the pack or shoe."""
    order: str | None = None
    """With it the whole order, from the first card to the last."""

    @property
    def end(self) -> int:
        """The place after the round's last card."""
        return self.start + len(parse_cards(self.cards))

    @property
    def is_opened(self) -> bool:
        """Whether the whole pack is revealed."""
        return self.seed is not None

    def as_data(self) -> dict[str, object]:
        """The proof as JSON holds it."""
        data: dict[str, object] = to_builtins(self)
        return data

    @classmethod
    def read(cls, data: Any) -> Proof:
        """A proof from JSON; anything missing, unknown or misshapen is `Refused`."""
        try:
            proof = convert(data, cls)
            for text in (proof.cards, proof.order):
                if text is not None and show_cards(parse_cards(text)) != text:
                    raise CardError(f"cards are written with one blank between, not {text[:40]!r}")
        except (ValidationError, CardError) as error:
            raise Refused("bad-proof", f"the proof cannot be read: {error}") from None
        if (proof.salts is None) == (proof.seed is None) or (proof.seed is None) != (proof.order is None):
            raise Refused("bad-proof", "a proof holds either salts, or the house's seed and the whole order")
        return proof

    def faults(self, game: Game, rules: Any) -> Iterator[str]:
        """Why these are not the cards that were sealed, in sentences."""
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
            yield "the whole order does not hold the cards of the pack, each as often as it belongs"
            return
        if order != shuffled(whole, seed, {int(seat): text for seat, text in self.seeds.items()}):
            yield "the order of the cards is not the one that the seeds of the house and the players give"
        if parse_cards(self.cards) != order[self.start : self.end]:
            yield "the round's cards do not lie at their place in the whole order"
        links = whole_links(self.order, self.seed)
        if links[self.start].hex() != self.commitment or links[self.end].hex() != self.after:
            yield "the whole order does not give the commitment: this is not the order that was sealed"
