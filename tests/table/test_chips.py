"""Chips at a table: valid bets, their owners, and where the chips go."""

from __future__ import annotations

import json

import pytest

from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.table.saved_table import saved
from pitboss.table.states import BetsReturned, State
from pitboss.table.transfers import purse
from table.purses import START, Purses, new_table

ONE, TWO = Seat(1), Seat(2)


def test_chips_leave_the_bankroll_and_come_back() -> None:
    bank = Purses("ann")
    table = new_table("flop22", bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    table.bet(ONE, {"ante-1": 1000, "ante-2": 500}, 0.0)
    bank.take(table)
    assert bank.balance(purse("ann")) == START - 1500
    table.bet(ONE, {"ante-1": 1000}, 0.0)
    bank.take(table)
    assert bank.balance(purse("ann")) == START - 1000
    table.stand(ONE, 0.0)
    bank.take(table)
    assert bank.balance(purse("ann")) == START


def test_invalid_bets_are_returned_when_the_clock_runs_out() -> None:
    bank = Purses("ann", "bea")
    table = new_table("flop22", bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    table.sit(TWO, "bea", "Bea", 0.0)
    table.bet(ONE, {"field": 500}, 0.0)
    table.bet(TWO, {"ante-1": 500}, 0.0)
    with pytest.raises(Refused, match="Ante, hand 1") as fault:
        table.say_ready(ONE, 0.0)
    assert fault.value.code == "bet-needs"
    table.tick(40.0)
    events = bank.take(table).events
    assert [event.amount for event in events if isinstance(event, BetsReturned)] == [500]
    assert bank.balance(purse("ann")) == START
    assert table.state is State.DEALING


@pytest.mark.parametrize(
    ("placed", "code"),
    [
        ({"ante-9": 100}, "no-such-bet"),
        ({"match-1": 100}, "not-yet"),
        ({"ante-1": 150}, "not-in-chips"),
        ({"ante-1": -100}, "not-an-amount"),
        ({"ante-1": 1100}, "over-limit"),
    ],
)
def test_invalid_chips_are_refused_and_nothing_moves(placed: dict[str, int], code: str) -> None:
    bank = Purses("ann")
    table = new_table("flop22", bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    bank.take(table)
    before = saved(table)
    with pytest.raises(Refused) as refused:
        table.bet(ONE, placed, 0.0)
    assert refused.value.code == code
    assert saved(table) == before
    assert not table.story.take_change().transfers


def test_bets_cannot_exceed_the_bankroll_before_or_during_the_deal() -> None:
    bank = Purses("ann")
    bank.accounts[purse("ann")] = 1500
    bank.accounts["grants"] = -1500
    table = new_table("flop22", bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    with pytest.raises(Refused, match=r"\$20.*\$15") as fault:
        table.bet(ONE, {"ante-1": 1000, "ante-2": 1000}, 0.0)
    assert fault.value.code == "over-bankroll"
    table.bet(ONE, {"ante-1": 1000}, 0.0)
    bank.take(table)
    table.say_ready(ONE, 0.0)
    bank.take(table)
    with pytest.raises(Refused, match=r"\$10.*\$5") as fault:
        table.say(ONE, "double", 0.0)
    assert fault.value.code == "over-bankroll"
    assert not table.story.take_change().events


def test_FB_9_return_on_a_toke_goes_to_the_dealers() -> None:
    bank = Purses("ann")
    table = new_table("free-bet", bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    for _ in range(12):
        before = bank.balance(purse("ann")), bank.balance("dealers")
        table.bet(ONE, {"main": 500, "toke": 100}, 0.0)
        bank.take(table)
        table.say_ready(ONE, 0.0)
        change = bank.take(table)
        while not change.finished:
            assert table.pending is not None
            table.say(ONE, table.pending.options[ONE][0].name, 0.0)
            change = bank.take(table)
        body = json.loads(change.finished[0].body)
        back = sum(e["back"] for e in body["events"] if e["event"] == "settled" and e["bet"] == "toke")
        assert bank.balance("dealers") == before[1] + back
        assert bank.balance(purse("ann")) == before[0] + body["net"]["1"] - back
        assert change.finished[0].players["ann"] == (1, body["net"]["1"] - back)
    assert bank.balance("dealers") > 0
