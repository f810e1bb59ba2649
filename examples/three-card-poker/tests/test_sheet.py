"""Three Card Poker by its rulings: a round typed as a record, and what it must pay."""

from __future__ import annotations

import pytest
from pitboss.kit import Refused, won_by

from three_card_poker import GAME


def won(pack: str, answer: str = "play", rules: str = "", bets: str = "ante $10") -> dict[str, int]:
    """Return what seat 1 wins on each bet, in cents; the first three cards of the pack are the seat's."""
    return won_by(GAME, pack, bets, answer, rules)


def test_TP_1_one_deck_and_up_to_seven_seats() -> None:
    assert len(GAME.whole_pack(GAME.rules())) == 52
    assert GAME.seats(GAME.rules.read({"seats": 7})) == 7


def test_TP_2_three_cards_each_the_dealer_last() -> None:
    assert won("Ac Ah 2d Kc Qh 2s")["ante"] == 1000


def test_TP_3_an_ante_is_folded_or_played_for_as_much_again() -> None:
    assert won("9c 5h 2d Kc Qh 2s", "fold") == {"ante": -1000}
    assert won("9c 5h 2d Kc Qh 3s") == {"ante": -1000, "play": -1000}
    assert won("Kd 5h 2d Jc 9h 3s") == {"ante": 1000, "play": 0}  # the dealer does not qualify
    assert won("Kd Qs 3d Kc Qh 3s") == {"ante": 0, "play": 0}
    with pytest.raises(Refused, match="outside its limits"):
        won("9c 5h 2d Kc Qh 2s", bets="ante $501")


def test_TP_4_the_ante_bonus_is_paid_win_or_lose() -> None:
    assert won("2c 3h 4d Kc Kh 2s") == {"ante": 2000, "play": 1000}
    assert won("2c 3h 4d 5c 6h 7s") == {"ante": 0, "play": -1000}  # loses, and the bonus is 1 to 1
    assert won("2c 3c 4c Kd Kh 2s") == {"ante": 6000, "play": 1000}
    assert won("2c 3h 4d Kc Kh 2s", rules="ante_bonus.Straight=2:1")["ante"] == 3000


def test_TP_5_side_bets_are_settled_though_the_ante_is_folded() -> None:
    bets = "ante $10 pair-plus $5 six-card $5"
    assert won("9c 9h 2d Kc Qh 3s", "fold", bets=bets) == {"ante": -1000, "pair-plus": 500, "six-card": -500}
    assert won("9c 9h 2d 9d 9s 3s", "fold", bets=bets)["six-card"] == 25000  # four of a kind
    assert won("2c 5c 9c Kc Qh 3s", "fold", bets=bets)["pair-plus"] == 2000
    named = "pair_plus=low-flush"
    assert won("2c 5c 9c Kc Qh 3s", "fold", named, bets)["pair-plus"] == 1500
    assert won("9c 9h 2d Kc Qh 3s", "", bets="pair-plus $5") == {"pair-plus": 500}


def test_TP_6_the_dealer_qualifies_with_queen_high_unless_an_option_says_otherwise() -> None:
    assert won("Kd 5h 2d Jc 9h 3s", rules="qualifies_from=11") == {"ante": 1000, "play": 1000}
    assert won("Kd Qs 3d Qc 9h 3s", rules="qualifies_from=13") == {"ante": 1000, "play": 0}
    assert won("5d 3s 2d 7c 4h 2s", rules="qualifies_from=2") == {"ante": -1000, "play": -1000}
