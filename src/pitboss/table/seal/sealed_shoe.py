"""A sealed shoe: shuffled with seeds from both sides, and committed to before anyone bets."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Self

from pitboss.cards import parse_cards, show_cards
from pitboss.play.game import Game
from pitboss.play.round import Round
from pitboss.table.seal.commitments import Proof, link, salts_of
from pitboss.table.seal.seed_vault import OpenVault, Vault
from pitboss.table.seal.seeded_shuffle import SEED_BYTES, PlayersSeeds, house_seal, shuffled
from pitboss.table.seal.shoe import Shuffle
from pitboss.table.seats import Setup
from pitboss.table.states import BetsOpened

OPEN: Vault = OpenVault()


@dataclass(frozen=True)
class SealedShoe(Shuffle):
    """A shuffle with the seeds that determine it."""

    seed: bytes = field(kw_only=True)
    """The house seed, kept secret until the shoe is used up."""
    seeds: PlayersSeeds = field(kw_only=True)
    next_seal: str = field(kw_only=True)
    """The hash of the house seed for the next shoe, published with this one."""

    @cached_property
    def seal(self) -> str:
        """Return the hash of the house seed."""
        return house_seal(self.seed)

    @cached_property
    def salts(self) -> list[bytes]:
        """Return the salt of every card of the shuffle."""
        return salts_of(self.seed, len(self.order))

    @cached_property
    def links(self) -> list[bytes]:
        """Return the links: `links[i]` commits to every card from position i on."""
        return link(len(self.order), 0, self.order, self.salts)

    @property
    def commitment(self) -> str:
        """Return the commitment to the remaining cards."""
        return self.links[self.drawn].hex()

    def announcement(self, number: int) -> BetsOpened:
        """Return the event that publishes the commitments before the bets of this round."""
        return BetsOpened(number, self.commitment, self.seal, _by_seat(self.seeds), self.next_seal)

    def after(self, dealt: Round) -> Self | None:
        """Return the shoe after a round, reusing the links, or None after a void round."""
        later = super().after(dealt)
        if later:
            later.__dict__.update(seal=self.seal, salts=self.salts, links=self.links)
        return later

    def proof(self, dealt: Round) -> Proof:
        """Return the proof of a round: its cards, or the whole shoe if nothing more is dealt from it."""
        end, later = self.drawn + dealt.pack.drawn, self.after(dealt)
        goes_on = later is not None and dealt.game.cut_card is not None and later.serves(dealt.game, dealt.rules)
        return Proof(
            version=2, commitment=self.commitment, house=self.seal, next=self.next_seal,
            seeds=_by_seat(self.seeds), size=len(self.order), start=self.drawn,
            cards=show_cards(self.order[self.drawn : end]), after=self.links[end].hex(),
            salts=tuple(salt.hex() for salt in self.salts[self.drawn : end]) if goes_on else None,
            seed=None if goes_on else self.seed.hex(), order=None if goes_on else show_cards(self.order),
        )  # fmt: skip

    def opened(self) -> Proof:
        """Return the proof that reveals the seed and the whole order now, with no round in between."""
        return Proof(
            version=2, commitment=self.commitment, house=self.seal, next=self.next_seal, seeds=_by_seat(self.seeds),
            size=len(self.order), start=self.drawn, cards="", after=self.commitment, seed=self.seed.hex(),
            order=show_cards(self.order),
        )  # fmt: skip

    def as_data(self, vault: Vault = OPEN, table: str = "") -> dict[str, object]:
        """Return the shuffle as stored, with its seed encrypted. It is written once and never sent to anyone."""
        return {"seed": vault.lock(self.seed, table), "seeds": self.seeds, "next": self.next_seal}

    @classmethod
    def read(cls, setup: Setup, data: Any, drawn: int, board: str, vault: Vault = OPEN) -> Self:
        """Read a stored shoe and the dealer's position in it."""
        seeds = {int(seat): text for seat, text in data["seeds"].items()}
        seed = vault.unlock(data["seed"], setup.id)
        order = shuffled(setup.game.whole_pack(setup.rules), seed, seeds)
        return cls(order, drawn, parse_cards(board), seed=seed, seeds=seeds, next_seal=data["next"])


def _by_seat(seeds: PlayersSeeds) -> dict[str, str]:
    return {str(seat): text for seat, text in seeds.items()}


class HouseSeeds:
    """The house seeds of one table, always one ahead: the hash is published before the players choose their seeds."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.next = rng.randbytes(SEED_BYTES)

    @property
    def seal(self) -> str:
        """Return the hash of the seed for the next shuffle."""
        return house_seal(self.next)

    def shuffle(self, game: Game, rules: Any, seeds: PlayersSeeds) -> SealedShoe:
        """Shuffle a new deck with the house seed and the players' seeds, and draw the next house seed."""
        seed, self.next = self.next, self._rng.randbytes(SEED_BYTES)
        order = shuffled(game.whole_pack(rules), seed, seeds)
        return SealedShoe(order, game.burns, seed=seed, seeds=seeds, next_seal=self.seal)
