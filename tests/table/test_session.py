"""Bankrolls of a session: each seat holds what the events say, and tokes are separate."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.games import GAMES
from pitboss.money import Cents
from pitboss.play.records.ledger import bank, net, purses
from pitboss.play.steps import Seat
from pitboss.table.session import BoughtIn, Session

ALONE = (Seat(1),)


@pytest.mark.parametrize("name", GAMES)
def test_money_is_conserved_between_seats_dealers_and_house(name: str) -> None:
    game = GAMES[name]
    seats = [Seat(seat) for seat in range(1, game.seats(game.rules()) + 1)]
    table = Session(game, game.rules(), seats, seats, Cents(10_000), Random(1), Random(2))
    brought = 10_000 * len(seats)
    house = dealers = 0
    for _ in range(200):
        brought += sum(event.amount for event in table.open_round() if isinstance(event, BoughtIn))
        assert table.place({})
        while table.round.pending:
            table.let_bots_answer()
        dealers += purses(table.round.events, game.tokes(game.rules()))[1]
        house += bank(net(table.round.events))
        table.close_round()
        assert all(table.held(seat) >= 0 for seat in seats)
    assert sum(map(table.held, seats)) + dealers + house == brought
    assert bool(dealers) == bool(game.tokes(game.rules()))


def test_FB_9_return_on_a_toke_goes_to_the_dealers() -> None:
    game = GAMES["free-bet"]
    for seed in range(30):
        table = Session(game, game.rules(), ALONE, (), Cents(10_000), Random(seed), Random(0))
        table.open_round()
        table.place({ALONE[0]: {"main": Cents(1000), "toke": Cents(500)}})
        while table.round.pending:
            table.round.close_offer()
        mine = net(table.round.events)[ALONE[0]]["main"]
        table.close_round()
        assert table.held(ALONE[0]) == 10_000 + mine - 500


def test_C_4_void_returns_a_toke_too() -> None:
    game = GAMES["free-bet"]
    table = Session(game, game.rules(), ALONE, (), Cents(10_000), Random(1), Random(0))
    table.open_round()
    table.place({ALONE[0]: {"main": Cents(1000), "toke": Cents(500)}})
    assert table.held(ALONE[0]) == 8500
    table.round.void("a fouled pack")
    assert table.held(ALONE[0]) == 10_000
    table.close_round()
    assert table.held(ALONE[0]) == 10_000
