"""Saving and restoring a table: everything except the time and the connections."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from pitboss.cards import show_cards
from pitboss.play.game import Game
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.table.seal.sealed_shoe import OPEN, SealedShoe
from pitboss.table.seal.seed_vault import Vault
from pitboss.table.seats import Clocks, SeatedPlayer, Setup
from pitboss.table.states import State
from pitboss.table.table import Table
from pitboss.table.transfers import Bank

log = logging.getLogger(__name__)

NOT_AGAIN = "the round could not be dealt again after a restart"


def saved(table: Table, vault: Vault = OPEN) -> dict[str, object]:
    """Return the live state: seats, chips and the answers so far, from which the round is dealt again."""
    dealt = table.round
    live = (
        {} if dealt is None or table.state is not State.DEALING else {"answers": dealt.answers, "said": dealt.answered}
    )
    return {
        "state": str(table.state),
        "number": table.number,
        "next_seed": vault.lock(table.house_seeds.next, table.setup.id),
        "shoe": table.shoe is not None,
        "dealt": table.dealt,
        "drawn": table.shoe.drawn if table.shoe else 0,
        "board": show_cards(table.shoe.board) if table.shoe else "",
        "seats": table.seats,
        "owners": table.chips.owners,
        "bets": table.chips.bets,
        "brought": table.chips.brought,
        "ready": sorted(table.ready),
        "spoke": sorted(table.spoke),
        "last_bets": table.last_bets,
        "opened_on": table.opened_on,
        **({"closing": table.closing} if table.closing else {}),
        **live,
    }


def setup_from(data: Any, games: Mapping[str, Game]) -> Setup:
    """Read a stored setup."""
    game = game_called(data["game"], games)
    return Setup(data["id"], game, game.rules.read(data["rules"]), Clocks(**data["clocks"]), data["private"])


def restored(
    setup: Setup, live: Any, shoe: Any, bank: Bank, rng: Random | None = None, vault: Vault = OPEN,
    today: Callable[[], str] = lambda: "",
) -> Table:  # fmt: skip
    """Restore a table. If its round can't be dealt again, the round is void and the stakes are returned."""
    table = Table(setup, bank, rng, today)
    table.opened_on = live.get("opened_on", table.opened_on)
    table.story.state, table.number = State(live["state"]), live["number"]
    table.house_seeds.next = vault.unlock(live["next_seed"], setup.id)
    if shoe and live.get("shoe", True):  # an opened or voided shoe is not used again
        table.shoe = SealedShoe.read(setup, shoe, live["drawn"], live["board"], vault)
    table.dealt = live.get("dealt", 0)
    table.seats.update(_seated_players(live["seats"]))
    table.chips.owners = _seated_players(live["owners"])
    table.chips.bets = {Seat(int(seat)): bets for seat, bets in live["bets"].items()}
    table.chips.brought = {Seat(int(seat)): chips for seat, chips in live["brought"].items()}
    table.ready, table.spoke = set(live["ready"]), set(live["spoke"])
    table.last_bets, table.closing = live["last_bets"], live.get("closing", "")
    table.away = set(table.seats.people())
    if table.state in (State.BETTING, State.DEALING):
        _redeal(table, live)
    return table


def _seated_players(data: Mapping[str, Any]) -> dict[Seat, SeatedPlayer]:
    return {Seat(int(seat)): SeatedPlayer(*held) for seat, held in data.items()}


def _redeal(table: Table, live: Any) -> None:
    """Deal the round again as it was. Its events don't count as new."""
    assert table.shoe is not None
    dealt = table.next_round(table.shoe)
    table.story.replace_events(table.shoe.announcement(table.number))
    try:
        if table.state is State.DEALING:
            dealt.place(table.chips.dealt_in())
            dealt.apply_answers(_numbered(answers) for answers in live["answers"])
            for seat, answer in _numbered(live["said"]).items():
                dealt.say(seat, answer)
    except Refused as fault:
        log.error("%s, round %d: %s", table.setup.id, table.number, fault.reason)
        table.call_off(f"{NOT_AGAIN}: {fault.reason}")
        return
    table.story.show_round(dealt)
    table.story.take_change()


def _numbered(answers: Mapping[str, str]) -> dict[Seat, str]:
    return {Seat(int(seat)): answer for seat, answer in answers.items()}
