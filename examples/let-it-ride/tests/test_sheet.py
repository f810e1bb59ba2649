"""Let It Ride's rulings: rounds typed as records, and what they must pay."""

from __future__ import annotations

import pytest
from pitboss.kit import Refused, won_by

from let_it_ride import GAME

BETS = "bet-1 $10 bet-2 $10 bet-3 $10"


def won(pack: str, answers: str = "", rules: str = "", bets: str = BETS) -> dict[str, int]:
    """Return what seat 1 wins on each bet, in cents; the pack begins with these cards."""
    return won_by(GAME, pack, bets, answers, rules)


def test_LR_1_one_deck_and_up_to_seven_seats() -> None:
    assert len(GAME.whole_pack(GAME.rules())) == 52
    assert GAME.seats(GAME.rules()) == 7


def test_LR_2_a_bet_rides_or_is_taken_back() -> None:
    tens = "Tc Th 2d 3c 5h"
    assert won(tens, "ride ride") == {"bet-1": 1000, "bet-2": 1000, "bet-3": 1000}
    assert won(tens, "take-back ride") == {"bet-1": 0, "bet-2": 1000, "bet-3": 1000}
    assert won("9c 9h 2d 3c 5h", "take-back take-back") == {"bet-1": 0, "bet-2": 0, "bet-3": -1000}
    with pytest.raises(Refused) as refused:
        won(tens, "ride ride", bets="bet-1 $10 bet-2 $5 bet-3 $10")
    assert refused.value.code == "not-equal"


def test_LR_3_every_bet_that_rides_is_paid_by_the_table() -> None:
    assert won("Tc Jc Qc Kc Ac", "ride ride") == {"bet-1": 1000000, "bet-2": 1000000, "bet-3": 1000000}
    assert won("2c 2h 3d 3c Ah", "ride take-back") == {"bet-1": 2000, "bet-2": 0, "bet-3": 2000}
    assert won("2c 2h 3d 3c Ah", "ride ride", "pay_table.Two Pair=3:1")["bet-3"] == 3000
    assert GAME.edge_of_one_bet
