"""Flop 22's advice: by situation and at the table, and the input it refuses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers.stacking import in_dollars, shuffled
from pitboss.games import GAMES
from pitboss.games.flop22.count.odds import SITUATION, advise, advise_seat
from pitboss.games.flop22.deal.rules import Rules
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Dealt, Face, Seat, Turned
from pitboss.play.view import view
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Situation

GAME = GAMES["flop22"]


def ask(*settings: str, **situation: str) -> Advice:
    return advise(Rules().with_settings(settings), Situation(SITUATION, situation))


def test_F22_4_ace_before_hand_three() -> None:
    """Count 47 unseen cards: 1 and 2 aces, 15 tens, 14 of 6 to 9 … against 2 to 5, with 5d Ks 2c 9h out."""
    advice = ask(card="Ah", hand="3", seen="5d Ks", others="2c 9h")
    wins = 40 * 1 + 10 * 2 + 3 * 15 + 15
    assert advice.options["double"] == Fraction(wins - 14, 47)
    assert advice.options["match"] == Fraction(10 * 3 - 44, 47)
    assert advice.options["both"] == advice.options["double"] + advice.options["match"]
    assert advice.options["none"] == 0
    assert advice.best == "double"
    assert list(advice.as_data()) == ["options", "best"]


def test_nine_doubles_until_its_winners_are_gone() -> None:
    assert ask(card="9h").options["double"] == Fraction(27 - 24, 51)
    assert ask(card="9h", hand="1", others="Kc Kd Ks").best == "none", "24 winners against 24"
    assert ask(card="9h", hand="1", others="Kc Kd").best == "double"
    assert ask(card="8h", hand="1", others="2c 3c 4c 5c").best == "double"


def test_match_is_advised_if_it_pays_enough() -> None:
    assert ask("match_pays=17", card="7h").best == "match"
    assert ask("match_pays=16", card="7h").best == "none", "3 × 17 = 51: a fair bet is not made"


def test_flops_not_given_count_as_unseen() -> None:
    advice = ask(card="9h", hand="3")
    assert advice.options["double"] == Fraction(3, 51)
    assert advice.notes == ("Assumes that no earlier flop was seen.",)


@pytest.mark.parametrize(
    ("situation", "sentence"),
    [
        ({}, "--card is missing"),
        ({"card": "Ah", "others": "Ah"}, "Ah appears more often"),
        ({"card": "Ah", "seen": "5d", "others": "5d"}, "5d appears more often"),
        ({"card": "Jk"}, "no joker"),
        ({"card": "Ah", "hand": "2", "seen": "5d Ks"}, "hand 2 is offered after 1 flop, and --seen has 2"),
        ({"card": "Ah", "seen": "5d Ks 2c"}, "--seen takes 0, 1 or 2 cards, not 3"),
        ({"card": "Ah", "others": "2c 3c 4c 5c 6c 7c"}, "5 others fit at 6 seats"),
        ({"card": "Ah", "hand": "0"}, "from 1 to 3"),
    ],
)
def test_invalid_situations_are_refused_with_a_message(situation: dict[str, str], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        ask(**situation)


@pytest.mark.parametrize("seed", range(12))
def test_F22_10_advice_at_a_seat_matches_the_same_situation(seed: int) -> None:
    rules = Rules()
    dealt = Round(GAME, rules, shuffled(GAME, rules, seed))
    antes = {"ante-1": 10, "ante-2": 5, "ante-3": 10}
    dealt.place(in_dollars({1: antes, 3: antes, 6: {"ante-1": 10}}))
    for hand in (1, 2, 3):
        assert dealt.pending
        for seat in dealt.pending.options:
            seen = view(dealt.events, seat)
            up = [event for event in seen if isinstance(event, Dealt) and event.face is Face.UP]
            flops = [event.card for event in seen if isinstance(event, Turned)]
            situation = {
                "card": next(str(event.card) for event in up if event.seat == seat),
                "hand": str(hand),
                "seen": " ".join(map(str, flops)),
                "others": " ".join(str(event.card) for event in up if event.seat != seat),
            }
            assert advise_seat(rules, seen, dealt.pending, seat).options == ask(**situation).options
        dealt.close_offer()


def test_F22_8_aggregate_counts_at_the_table() -> None:
    """Check that a double can win nothing once the aggregate is used up, whatever the cards."""
    rules = Rules().with_settings(["aggregate=$0"])
    dealt = Round(GAME, rules, shuffled(GAME, rules, 1))
    dealt.place(in_dollars({1: {"ante-1": 10, "ante-2": 10, "ante-3": 10}}))
    assert dealt.pending
    advice = advise_seat(rules, view(dealt.events, Seat(1)), dealt.pending, Seat(1))
    assert advice.best == "none"
    assert advice.options["double"] < 0
