"""Casino War's rulings: rounds typed as records, and what they must pay."""

from __future__ import annotations

import pytest
from pitboss.kit import Refused, won_by

from casino_war import GAME


def won(pack: str, answer: str = "", rules: str = "", bets: str = "ante $10 tie $5") -> dict[str, int]:
    """Return what seat 1 wins on each bet, in cents."""
    return won_by(GAME, pack, bets, answer, rules)


def test_CW_1_six_decks_and_seven_seats() -> None:
    rules = GAME.rules()
    assert len(GAME.whole_pack(rules)) == 312
    assert GAME.seats(rules) == 7


def test_CW_2_only_ranks_are_compared_the_ace_high() -> None:
    assert won("Ac Kh")["ante"] == 1000
    assert won("2c Ah")["ante"] == -1000
    assert won("Ts Jc")["ante"] == -1000


def test_CW_3_an_ante_is_compulsory_and_settled_at_once() -> None:
    with pytest.raises(Refused, match="ante"):
        won("Ac Kh", bets="tie $5")


def test_CW_4_a_tie_pays_ten_to_one() -> None:
    assert won("8c 8h", "surrender")["tie"] == 5000
    assert won("8c 8h", "surrender", "tie_pays=11")["tie"] == 5500
    assert won("8c 9h")["tie"] == -500


def test_CW_5_a_surrender_gives_half_the_ante_back() -> None:
    assert won("8c 8h", "surrender")["ante"] == -500
    assert won("8c 8h 2c 2d 2h Kc 3d", "", "surrender=no")["war"] == 1000  # nobody is asked
    with pytest.raises(Refused, match="even number of cents"):
        GAME.rules.read({"chip": "$0.25"})


def test_CW_6_a_war_is_won_or_lost_after_three_burned_cards() -> None:
    assert won("8c 8h 2c 2d 2h Kc 3d", "war") == {"ante": 0, "tie": 5000, "war": 1000}
    assert won("8c 8h 2c 2d 2h 3c Kd", "war") == {"ante": -1000, "tie": 5000, "war": -1000}


def test_CW_7_a_tied_war_pays_a_bonus_on_the_ante() -> None:
    tied = "8c 8h 2c 2d 2h Kc Kd"
    assert won(tied, "war") == {"ante": 1000, "tie": 5000, "war": 1000}
    assert won(tied, "war", "tied_war_pays=push") == {"ante": 0, "tie": 5000, "war": 1000}
