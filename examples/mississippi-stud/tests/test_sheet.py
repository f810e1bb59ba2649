"""Mississippi Stud's rulings: rounds typed as records, and what they must pay."""

from __future__ import annotations

import pytest
from pitboss.kit import Refused, won_by

from mississippi_stud import GAME


def won(pack: str, answers: str = "", rules: str = "", bets: str = "ante $10") -> dict[str, int]:
    """Return what seat 1 wins on each bet, in cents; the pack begins with these cards."""
    return won_by(GAME, pack, bets, answers, rules)


def test_MS_1_one_deck_and_up_to_seven_seats() -> None:
    assert len(GAME.whole_pack(GAME.rules())) == 52
    assert GAME.seats(GAME.rules()) == 7


def test_MS_2_a_fold_loses_all_and_a_bet_is_one_to_three_antes() -> None:
    jacks = "Jc Jh 2d 3c 5h"
    assert won(jacks, "fold") == {"ante": -1000}
    assert won(jacks, "1x fold") == {"ante": -1000, "third": -1000}
    assert won(jacks, "3x 2x 1x") == {"ante": 1000, "third": 3000, "fourth": 2000, "fifth": 1000}
    with pytest.raises(Refused, match="4x"):
        won(jacks, "4x")


def test_MS_3_all_bets_pay_by_the_table() -> None:
    assert won("6c 6h 2d 3c 5h", "1x 1x 1x") == {"ante": 0, "third": 0, "fourth": 0, "fifth": 0}
    assert won("5c 5h 2d 3c 6h", "1x 1x 1x") == {"ante": -1000, "third": -1000, "fourth": -1000, "fifth": -1000}
    assert won("Tc Jc Qc Kc Ac", "3x 3x 3x")["fifth"] == 1500000
