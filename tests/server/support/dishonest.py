"""Dishonest servers: one method changed, everything else unmodified."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace as changed

from pitboss.cards import Card
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event
from pitboss.server.http import log_routes
from pitboss.server.store import batch
from pitboss.server.store.store import Store
from pitboss.server.tables import present, viewers
from pitboss.server.tables.present import EventEncoder
from pitboss.table.audit.merkle import entry_leaves
from pitboss.table.seal.sealed_shoe import HouseSeeds, SealedShoe
from pitboss.table.seal.seeded_shuffle import SEED_BYTES, PlayersSeeds, house_seal, shuffled
from pitboss.table.states import BetsClosed, BetsOpened
from pitboss.table.table import Table

Evil = Callable[[pytest.MonkeyPatch], None]


def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stack each shoe in the server's favour, claim the seed of another order, and never open it."""
    honest = HouseSeeds.shuffle

    def shuffle(self: HouseSeeds, game: Game, rules: Any, seeds: PlayersSeeds) -> SealedShoe:
        shoe = honest(self, game, rules, seeds)
        return SealedShoe(
            tuple(sorted(shoe.order)), shoe.drawn, seed=shoe.seed, seeds=shoe.seeds, next_seal=shoe.next_seal
        )  # fmt: skip

    monkeypatch.setattr(HouseSeeds, "shuffle", shuffle)


def never_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables end without revealing the seed of their stacked shoe."""

    def refuse(_table: Table, _seat: object) -> None:
        raise Refused("too-soon", "not yet")

    stacked(monkeypatch)
    monkeypatch.setattr(Table, "_open_shoe", lambda _table, _why: None)
    monkeypatch.setattr(Table, "new_shoe", refuse)


def ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discard the sealed seed once the players' seeds are known, and pick the most favourable of several."""

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


def reused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the players' seeds of the first shuffle in every later one. The server knew them when it sealed its own."""
    honest, known = HouseSeeds.shuffle, dict[HouseSeeds, PlayersSeeds]()

    def shuffle(self: HouseSeeds, game: Game, rules: Any, seeds: PlayersSeeds) -> SealedShoe:
        return honest(self, game, rules, known.setdefault(self, dict(seeds)))

    monkeypatch.setattr(HouseSeeds, "shuffle", shuffle)


def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Acknowledge new seeds and ignore them."""
    honest = Table.say_ready
    monkeypatch.setattr(Table, "set_seed", lambda _table, _seat, _seed: None)
    monkeypatch.setattr(Table, "say_ready", lambda table, seat, now, _seed="": honest(table, seat, now))


def swapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Announce a different seal for the next shuffle with each round."""
    honest = SealedShoe.announcement

    def announcement(self: SealedShoe, number: int) -> Any:
        object.__setattr__(self, "next_seal", house_seal(bytes([number % 256]) * SEED_BYTES))
        return honest(self, number)

    monkeypatch.setattr(SealedShoe, "announcement", announcement)


def unannounced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Announce rounds without the players' seeds, so that the announcement can't be checked."""
    honest = SealedShoe.announcement
    monkeypatch.setattr(
        SealedShoe, "announcement", lambda self, number: changed(honest(self, number), seeds=None)
    )  # fmt: skip


def _change_events(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Sequence[Event]], Sequence[Event]]
) -> None:  # fmt: skip
    honest = EventEncoder.__init__
    monkeypatch.setattr(EventEncoder, "__init__", lambda self, events, words: honest(self, change(events), words))


def sealed_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Announce the seals of a round only once its bets are closed."""
    honest = present.shared_state
    monkeypatch.setattr(viewers, "shared_state", lambda table: changed(honest(table), next_seal=""))
    held: Event | None = None

    def change(events: Sequence[Event]) -> Sequence[Event]:
        nonlocal held
        shown = list[Event]()
        for event in events:
            if isinstance(event, BetsOpened):
                held = event
            else:
                shown += [held, event] if held and isinstance(event, BetsClosed) else [event]
        return shown

    _change_events(monkeypatch, change)


def other_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the players cards other than the sealed ones, and publish the sealed ones."""

    def shown(event: Event) -> Event:
        if not isinstance(event, Dealt) or event.card.is_hidden:
            return event
        return changed(event, card=Card((event.card.code + 4) % 52))

    _change_events(monkeypatch, lambda events: [shown(event) for event in events])


def withheld(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never publish the proof of a round."""
    monkeypatch.setattr(Store, "round", lambda _store, _table, _number: None)


def other_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish the first round in place of every other."""
    honest = Store.round
    monkeypatch.setattr(Store, "round", lambda store, table, _number: honest(store, table, 1))


def skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip a round number now and then, and with it unwelcome cards in the shoe."""
    honest = Table._open_bets

    def open_bets(table: Table) -> None:
        if table.shoe is not None and table.number:
            table.shoe, table.number = replace(table.shoe, drawn=table.shoe.drawn + 2), table.number + 1
        honest(table)

    monkeypatch.setattr(Table, "_open_bets", open_bets)


def left_out_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write something other than the rounds to the log."""
    monkeypatch.setattr(batch, "entry_leaves", lambda rounds, *others: entry_leaves(["{}"] * len(rounds), *others))


def withheld_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every request for the log."""

    def refuse(*_about: object) -> None:
        raise Refused("not-read", "ask again later")

    monkeypatch.setattr(log_routes, "signed_head", refuse)


EVIL: dict[str, Evil] = {
    "stacked shoe": stacked, "stacked shoe never opened": never_opened, "ground seed": ground,
    "dropped player's seed": dropped, "reused player's seed": reused, "ignored new seed": deaf,
    "swapped next seal": swapped, "unreadable seal": unannounced, "late seal": sealed_late,
    "other cards shown": other_cards, "withheld proof": withheld, "another round's proof": other_proof,
    "skipped round": skipped, "round left out of the log": left_out_of_the_log, "withheld log": withheld_log,
}  # fmt: skip
