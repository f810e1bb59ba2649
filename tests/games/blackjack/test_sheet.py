"""Blackjack's rulings: rounds typed as records, and their results."""

from __future__ import annotations

import pytest

from pitboss.games.blackjack import GAME
from pitboss.games.blackjack.deal.rules import Rules, cut_card
from pitboss.play.records.ledger import net
from pitboss.play.records.record_reader import read_text
from pitboss.play.refused import Refused
from pitboss.play.round import replay_whole
from pitboss.play.steps import Seat

GAMES = {GAME.name: GAME}


def won(pack: str, *answers: str, rules: str = "", bets: str = "main $10") -> dict[str, int]:
    """Return the net of seat 1 on each bet, in cents. Cards: player, up card, player, hole card, then draws."""
    line = f"answers {'; '.join(f'1={answer}' for answer in answers) or 'none'}"
    record = f"game {GAME.name}\nrules {rules}\npack {pack} ...\nwagers 1: {bets}\n{line}"
    return net(replay_whole(read_text(record, GAMES)).events)[Seat(1)]


def test_BJ_1_six_decks_a_cut_card_and_seven_seats() -> None:
    rules = Rules()
    assert len(GAME.whole_pack(rules)) == 312
    assert GAME.seats(rules) == 7
    assert GAME.burns == 1
    assert cut_card(rules) == 78
    assert cut_card(Rules(decks=1)) == 48  # six cards for each seat and the dealer
    with pytest.raises(Refused, match="decks"):
        Rules.read({"decks": 9})


def test_BJ_2_side_bets_need_a_main_wager() -> None:
    with pytest.raises(Refused, match="main"):
        won("Tc 6h 9c Td", bets="21-plus-3 $5")


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
    found = won(pack, *answers, bets="main $10 perfect-pairs $1 21-plus-3 $1")
    assert (found["perfect-pairs"], found["21-plus-3"]) == (pairs, poker)


@pytest.mark.parametrize(
    ("pack", "answers", "ladies", "royal"),
    [
        ("Qh Kh Qh Ad", (), 100_000, 250),
        ("Qh Kh Qh 9d", ("stand",), 12_500, 250),
        ("Kc 6h Kc 9d", ("stand",), 1900, 250),
        ("Kc 6h Qc 9d", ("stand",), 900, 2500),
        ("Ac 6h 9d 9d", ("stand",), 400, -100),
        ("Ac 6h 8d 9d", ("stand",), -100, -100),
        ("Kc 6h Kc 9d 8c 8d", ("split", "stand", "stand"), 1900, 250),
    ],
)
def test_BJ_3_lucky_ladies_waits_for_the_dealers_blackjack(
    pack: str, answers: tuple[str, ...], ladies: int, royal: int
) -> None:
    rules = "lucky_ladies=yes; royal_match=yes"
    found = won(pack, *answers, rules=rules, bets="main $10 lucky-ladies $1 royal-match $1")
    assert (found["lucky-ladies"], found["royal-match"]) == (ladies, royal)


def test_BJ_3_lucky_ladies_uses_the_cards_as_dealt_after_a_split() -> None:
    rules = "lucky_ladies=yes; hole_card=no"
    found = won("Kc Th Kc 8c 8d 9c", "split", "stand", "stand", rules=rules, bets="main $10 lucky-ladies $1")
    assert found["lucky-ladies"] == 1900


def test_BJ_3_side_bet_not_offered_is_refused() -> None:
    with pytest.raises(Refused):
        won("8c 8c 8c Td", "stand", rules="perfect_pairs=no", bets="main $10 perfect-pairs $1")


def test_BJ_4_insurance_and_even_money() -> None:
    assert won("Tc Ah 9c Kd", "insurance") == {"main": -1000, "insurance": 1000}
    assert won("Tc Ah 9c 9d", "insurance", "stand") == {"main": -1000, "insurance": -500}
    assert won("Ac Ah Kc Kd", "even-money") == {"main": 1000}
    assert won("Ac Ah Kc Kd", "no") == {"main": 0}
    assert won("Ac Ah Kc Kd", "insurance", rules="even_money=no") == {"main": 0, "insurance": 1000}
    assert won("Tc Ah 9c 9d", "stand", bets="main $1") == {"main": -100}  # half a dollar is less than a chip


def test_BJ_5_without_a_hole_card_a_dealer_blackjack_takes_doubles_and_splits() -> None:
    assert won("5c Th 6c Ad") == {"main": -1000}
    assert won("5c Th 6c Tc Ad", "double", rules="hole_card=no") == {"main": -2000}
    assert won("8c Th 8d 9c 9d Ad", "split", "stand", "stand", rules="hole_card=no") == {"main": -2000}
    assert won("Ac Th Kc Ad", rules="hole_card=no") == {"main": 0}
    assert won("Ac 9h Kc Ad", rules="hole_card=no") == {"main": 1500}
    insured = won("Tc Ah 9c Kd", "insurance", "stand", rules="hole_card=no")
    assert insured == {"main": -1000, "insurance": 1000}


def test_BJ_6_surrender_costs_half() -> None:
    assert won("Tc Th 6c 9d", "surrender", rules="surrender=late") == {"main": -500}
    assert won("Tc Th 6c Ad", rules="surrender=late") == {"main": -1000}
    assert won("Tc Th 6c Ad", "surrender", rules="surrender=early") == {"main": -500}
    assert won("Tc Th 6c", "surrender", rules="surrender=early; hole_card=no") == {"main": -500}
    assert won("Tc Ah 6c Kd", "surrender", rules="surrender=early") == {"main": -500}  # and no insurance is offered
    with pytest.raises(Refused, match="surrender"):
        won("8c Th 8d 9d 3c", "split", "surrender", rules="surrender=late")
    with pytest.raises(Refused, match="hole card"):
        Rules.read({"surrender": "late", "hole_card": False})
    tables = {"royal_match_table": {"Royal match": "25:1", "Easy match": "2:1"}}
    with pytest.raises(Refused, match="chip") as fault:
        Rules.read({"surrender": "late", "chip": "$0.25", "blackjack_pays": "1:1", **tables})
    assert fault.value.code == "bad-rules"


def test_BJ_7_doubles_by_total_and_after_splits() -> None:
    assert won("5c 6h 6c Td Tc 8h", "double") == {"main": 2000}
    assert won("3c 6h 6c Td Tc 8h", "double", rules="doubles=9-11") == {"main": 2000}
    for total, doubles in (("3c 6h 5c", "9-11"), ("3c 6h 6c", "10-11"), ("Ac 6h 8c", "9-11")):
        with pytest.raises(Refused, match="double"):
            won(f"{total} Td Tc 8h", "double", rules=f"doubles={doubles}")
    with pytest.raises(Refused, match="double"):
        won("8c 6h 8d Td 3c 9c", "split", "double", rules="double_after_split=no")


def test_BJ_7_doubles_of_any_number_of_cards() -> None:
    draws = "2c 6h 3c Td 4d 2h Tc 8h"
    with pytest.raises(Refused, match="double"):
        won(draws, "hit", "hit", "double")
    assert won(draws, "hit", "hit", "double", rules="double_any_number=yes; doubles=10-11") == {"main": 2000}
    with pytest.raises(Refused, match="double"):
        won(draws, "hit", "double", rules="double_any_number=yes; doubles=10-11")
    late = "double_any_number=yes; surrender=late"
    with pytest.raises(Refused, match="surrender"):
        won(draws, "hit", "surrender", rules=late)


def test_BJ_8_split_aces_may_be_hit_and_doubled() -> None:
    aces = "Ac 6h Ad Td 2c 7c 9c 8d Ks"
    assert won(aces, "split", "hit", "stand", "double", rules="hit_split_aces=yes") == {"main": 3000}
    with pytest.raises(Refused, match="double"):
        won(aces, "split", "hit", "stand", "double", rules="hit_split_aces=yes; double_after_split=no")
    with pytest.raises(Refused, match="split"):
        won("Ac 6h Ad Td Ah 9c", "split", "split", rules="hit_split_aces=yes")


def test_BJ_8_pairs_by_value_and_one_card_to_aces() -> None:
    assert won("Tc 6h Kc Td 5c 5d 8h", "split", "stand", "stand") == {"main": 2000}
    assert won("Ac 6h Ad Td 9c Kc 5s", "split") == {"main": -1000}
    assert won("Ac 6h Ad Td Ah 9c Kc 9d 4s", "split", "split", rules="resplit_aces=yes") == {"main": 1000}
    for rules, pack in (("most_hands=1", "8c 6h 8d Td"), ("most_hands=2", "8c 6h 8d Td 8h")):
        with pytest.raises(Refused, match="split"):
            won(pack, "split", "split", rules=rules)


def test_BJ_9_dealer_on_soft_17_and_blackjack_payouts() -> None:
    assert won("Tc 6h 8c Ad 4d", "stand") == {"main": 1000}
    assert won("Tc 6h 8c Ad 4d", "stand", rules="hits_soft_17=yes") == {"main": -1000}
    assert won("Ac 6h Kc Td", rules="blackjack_pays=6:5") == {"main": 1200}
    assert won("Ac 6h Kc Td", rules="blackjack_pays=1:1") == {"main": 1000}


def test_BJ_9_blackjack_that_always_wins_is_not_offered_even_money() -> None:
    assert won("Ac Th Kc Ad") == {"main": 0}
    rules = "blackjack_always_wins=yes"
    assert won("Ac Th Kc Ad", rules=rules) == {"main": 1500}
    assert won("Ac Ah Kc Kd", "insurance", rules=rules) == {"main": 1500, "insurance": 1000}
    assert won("Ac Th Kc Ad", rules=f"{rules}; hole_card=no") == {"main": 1500}


def test_BJ_10_higher_total_wins_and_a_bust_loses() -> None:
    assert won("Tc 6h 8c Td 5d", "stand") == {"main": -1000}
    assert won("Tc 6h 8c Td 4d", "hit") == {"main": -1000}
