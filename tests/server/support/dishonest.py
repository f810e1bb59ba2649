"""A dishonest house: one method changed, everything else as it is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.table.seal.sealed_shoe import HouseSeeds, SealedShoe
from pitboss.table.seal.seeded_shuffle import SEED_BYTES, PlayersSeeds, house_seal, shuffled
from pitboss.table.table import Table

Evil = Callable[[pytest.MonkeyPatch], None]


def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay the cards of each shoe as it suits the house, with the seed of another order, and never open it."""
    honest = HouseSeeds.shuffle

    def shuffle(self: HouseSeeds, game: Game, rules: Any, seeds: PlayersSeeds) -> SealedShoe:
        shoe = honest(self, game, rules, seeds)
        return SealedShoe(
            tuple(sorted(shoe.order)), shoe.drawn, seed=shoe.seed, seeds=shoe.seeds, next_seal=shoe.next_seal
        )  # fmt: skip

    monkeypatch.setattr(HouseSeeds, "shuffle", shuffle)


def never_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables end without the seed of their stacked shoe."""

    def refuse(_table: Table, _seat: object) -> None:
        raise Refused("too-soon", "not yet")

    stacked(monkeypatch)
    monkeypatch.setattr(Table, "_open_shoe", lambda _table, _why: None)
    monkeypatch.setattr(Table, "new_shoe", refuse)


def ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discard the sealed seed once the players' seeds are known, and take the one of several that suits the house."""

    def shuffle(self: HouseSeeds, game: Game, rules: Any, seeds: PlayersSeeds) -> SealedShoe:
        tried = [Random(f"{self.seal} {n}").randbytes(SEED_BYTES) for n in range(4)]
        seed = min(tried, key=lambda seed: shuffled(game.whole_pack(rules), seed, seeds))
        self.next = self._rng.randbytes(SEED_BYTES)
        order = shuffled(game.whole_pack(rules), seed, seeds)
        return SealedShoe(order, game.burns, seed=seed, seeds=seeds, next_seal=self.seal)

    monkeypatch.setattr(HouseSeeds, "shuffle", shuffle)


def dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the players' seeds out of every shuffle."""
    honest = HouseSeeds.shuffle
    monkeypatch.setattr(HouseSeeds, "shuffle", lambda self, game, rules, _seeds: honest(self, game, rules, {}))


def swapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Announce with each round another seal for the next shuffle."""
    honest = SealedShoe.told

    def told(self: SealedShoe, number: int) -> Any:
        object.__setattr__(self, "next_seal", house_seal(bytes([number % 256]) * SEED_BYTES))
        return honest(self, number)

    monkeypatch.setattr(SealedShoe, "told", told)


EVIL: dict[str, Evil] = {
    "stacked shoe": stacked, "stacked shoe never opened": never_opened, "ground seed": ground,
    "dropped player's seed": dropped, "swapped next seal": swapped,
}  # fmt: skip
