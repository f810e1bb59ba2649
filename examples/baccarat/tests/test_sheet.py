"""Baccarat's rulings: rounds typed as records, and what they must pay."""

from __future__ import annotations

import pytest
from pitboss.kit import Refused, won_by

from baccarat import GAME


def won(pack: str, answers: str = "", rules: str = "", bets: str = "player $20") -> dict[str, int]:
    """Return what seat 1 wins on each bet, in cents; the pack begins with these cards."""
    return won_by(GAME, pack, bets, answers, rules)


def test_BA_1_eight_decks_or_fewer() -> None:
    assert len(GAME.whole_pack(GAME.rules())) == 416
    assert len(GAME.whole_pack(GAME.rules.read({"decks": 6}))) == 312


def test_BA_2_player_first_and_third_cards_by_the_table() -> None:
    assert won("9c 8h Kd Kh") == {"player": 2000}  # naturals: 9 against 8
    assert won("2c 3h 3d Kh 8d 5s") == {"player": 0}  # Player draws 8; Banker with 3 stands: 3 to 3
    assert won("2c 3h 3d Kh 7d 5s") == {"player": -2000}  # Player draws 7; Banker with 3 draws 5: 2 to 8
    assert won("6c 5h Kd Kh 4s") == {"player": -2000}  # Player stands on 6; Banker with 5 draws 4: 6 to 9


def test_BA_3_limits() -> None:
    with pytest.raises(Refused):
        won("9c 8h Kd Kh", rules="max_bet=$10")


def test_BA_4_commission_ez_and_side_bets() -> None:
    banker = "2c 9h Kd Kh 4s"
    assert won(banker, bets="banker $20") == {"banker": 1900}
    assert won(banker, rules="ez=yes", bets="banker $20") == {"banker": 2000}
    assert won("Kc 3c Ad Kh 2h 4s", bets="tie $5 dragon-7 $5")["dragon-7"] == 20000  # Banker 3, 4: a three-card 7
    assert won("Kc 3c Ad Kh 2h 4s", rules="ez=yes", bets="banker $20") == {"banker": 0}
    assert won("Kc Kh 2d 7h 6s", bets="panda-8 $5")["panda-8"] == 12500  # Player has a three-card 8 against 7
    assert won("9c 9h Kd Kh", bets="tie $5 player $20") == {"tie": 4000, "player": 0}


def test_BA_5_nobody_bets_on_both_sides() -> None:
    with pytest.raises(Refused) as refused:
        won("9c 8h Kd Kh", bets="player $20 banker $20")
    assert refused.value.code == "bet-excludes"


def test_BA_6_the_commission_is_rounded_up_to_a_chip() -> None:
    banker = "2c 9h Kd Kh 4s"
    assert won(banker, bets="banker $25") == {"banker": 2375}
    assert won(banker, rules="commission_chip=$1", bets="banker $25") == {"banker": 2300}
    assert won(banker, rules="commission_chip=$1", bets="banker $20") == {"banker": 1900}
    assert won(banker, rules="commission=4; commission_chip=$5", bets="banker $2") == {"banker": 0}
    with pytest.raises(Refused, match="commission_chip"):
        GAME.rules.read({"commission_chip": "$0"})
