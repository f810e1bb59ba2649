"""Blackjack by its rulings: a round typed as a record, and what it must come to."""

from __future__ import annotations

import pytest
from pitboss.play.records.ledger import net
from pitboss.play.records.record_reader import read_text
from pitboss.play.refused import Refused
from pitboss.play.round import replay_whole

from blackjack_table import GAME

GAMES = {GAME.name: GAME}


def won(pack: str, *answers: str, rules: str = "", bets: str = "main $10") -> dict[str, int]:
    """Return what seat 1 wins on each bet, in cents. Cards: player, up card, player, hole card, then draws."""
    said = f"answers {'; '.join(f'1={answer}' for answer in answers) or 'none'}"
    record = f"game {GAME.name}\nrules {rules}\npack {pack} ...\nwagers 1: {bets}\n{said}"
    return net(replay_whole(read_text(record, GAMES)).events)[1]


def test_BJ_1_six_decks_and_six_seats() -> None:
    rules = GAME.rules()
    assert len(GAME.whole_pack(rules)) == 312
    assert GAME.seats(rules) == 6
    assert GAME.seats(GAME.rules.read({"decks": 1})) == 3


def test_BJ_2_side_bets_need_a_main_wager() -> None:
    with pytest.raises(Refused, match="main"):
        won("Tc 6h 9c Td", bets="21+3 $5")


@pytest.mark.parametrize(
    ("pack", "answers", "pairs", "poker"),
    [
        ("8c 8c 8c Td", ("stand",), 2500, 10_000),
        ("8c 2h 8s Td", ("stand",), 1200, -100),
        ("8c 2h 8h Td", ("stand",), 600, -100),
        ("8c 8h 8s Td", ("stand",), 1200, 2500),
        ("2c Ac 3c 9d", ("no", "stand"), -100, 4000),
        ("Qc Ad Kc 9d", ("no", "stand"), -100, 1000),
        ("Kc 2d Ac Td", (), -100, -100),
        ("2c 9c Kc Td", ("stand",), -100, 500),
    ],
)
def test_BJ_3_side_bets_are_paid_by_their_tables(pack: str, answers: tuple[str, ...], pairs: int, poker: int) -> None:
    found = won(pack, *answers, bets="main $10 perfect-pairs $1 21+3 $1")
    assert (found["perfect-pairs"], found["21+3"]) == (pairs, poker)


def test_BJ_4_insurance_and_even_money() -> None:
    assert won("Tc Ah 9c Kd", "insurance") == {"main": -1000, "insurance": 1000}
    assert won("Tc Ah 9c 9d", "insurance", "stand") == {"main": -1000, "insurance": -500}
    assert won("Ac Ah Kc Kd", "even-money") == {"main": 1000}
    assert won("Ac Ah Kc Kd", "no") == {"main": 0}


def test_BJ_5_without_a_hole_card_a_blackjack_takes_doubles() -> None:
    open_hand = "5c Th 6c Tc Ad"
    assert won("5c Th 6c Ad", rules="") == {"main": -1000}
    assert won(open_hand, "double", rules="hole_card=no") == {"main": -2000}
    assert won("Ac Th Kc Ad", rules="hole_card=no") == {"main": 0}
    assert won("Ac 9h Kc Ad", rules="hole_card=no") == {"main": 1500}


def test_BJ_6_surrender_costs_half() -> None:
    assert won("Tc Th 6c 9d", "surrender", rules="surrender=late") == {"main": -500}
    assert won("Tc Th 6c Ad", rules="surrender=late") == {"main": -1000}
    assert won("Tc Th 6c Ad", "surrender", rules="surrender=early") == {"main": -500}
    assert won("Tc Th 6c", "surrender", rules="surrender=early; hole_card=no") == {"main": -500}
    with pytest.raises(Refused, match="hole card"):
        GAME.rules.read({"surrender": "late", "hole_card": False})


def test_BJ_7_doubles_by_total_and_after_splits() -> None:
    assert won("5c 6h 6c Td Tc 8h", "double") == {"main": 2000}
    with pytest.raises(Refused, match="double"):
        won("3c 6h 5c Td Tc 8h", "double", rules='doubles="9 to 11"')
    with pytest.raises(Refused, match="double"):
        won("8c 6h 8d Td 3c 9c", "split", "double", rules="double_after_split=no")


def test_BJ_8_pairs_by_value_and_one_card_to_aces() -> None:
    assert won("Tc 6h Kc Td 5c 5d 8h", "split", "stand", "stand") == {"main": 2000}
    assert won("Ac 6h Ad Td 9c Kc 5s", "split") == {"main": -1000}
    with pytest.raises(Refused, match="split"):
        won("8c 6h 8d Td", "split", rules="most_hands=1")


def test_BJ_9_the_dealer_on_soft_17_and_what_a_blackjack_pays() -> None:
    assert won("Tc 6h 8c Ad 4d", "stand") == {"main": 1000}
    assert won("Tc 6h 8c Ad 4d", "stand", rules="hits_soft_17=yes") == {"main": -1000}
    assert won("Ac 6h Kc Td", rules="blackjack_pays=6:5") == {"main": 1200}


def test_BJ_10_the_higher_total_wins_and_a_bust_loses_at_once() -> None:
    assert won("Tc 6h 8c Td 5d", "stand") == {"main": -1000}
    assert won("Tc 6h 8c Td 4d", "hit") == {"main": -1000}
