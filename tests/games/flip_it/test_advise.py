"""flip~it's advice: the value of each spot for a given board."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from pitboss.cards import JOKER, show_cards
from pitboss.games import GAMES
from pitboss.games.flip_it.count.odds import SITUATION, advise, advise_seat
from pitboss.games.flip_it.deal.rules import Rules, bets
from pitboss.money import Cents
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.solving.answers.situation import Situation

GAME = GAMES["flip-it"]


def test_example_board_of_the_sheet() -> None:
    """Count the cards left after Ah Ad 7c 2s: 436, of which 24 jokers, 206 red, 206 black, 30 aces."""
    advice = advise(Rules(), Situation(SITUATION, {"board": "Ah Ad 7c 2s"}))
    assert advice.options["red"] == Fraction(206 - 230, 436)
    assert advice.options["high"] == Fraction(192 - (190 + 24), 436)
    assert advice.options["call-7"] == Fraction(12 * 31 - 405, 436)
    assert advice.options["bonus"] == Fraction(6 * 30 + 2 * 62 - 344, 436)
    assert list(advice.options) == [bet.name for bet in bets(Rules())]


def test_FI_5_bonus_is_not_advised_when_it_may_not_be_bet() -> None:
    assert "bonus" not in advise(Rules(), Situation(SITUATION, {"board": "Ah Kd 7c 2s"})).options


def test_removed_cards_change_the_values() -> None:
    jokers = " ".join(["Jk"] * 24)
    advice = advise(Rules(), Situation(SITUATION, {"board": "Ah Ad 7c 2s", "gone": jokers}))
    assert advice.options["red"] == 0
    assert advice.best == "call-3"
    assert advice.options["call-3"] == Fraction(12 * 32 - 380, 412)


@pytest.mark.parametrize(
    ("situation", "sentence"),
    [
        ({"board": "Ah Ad 7c"}, "--board takes 4 cards, not 3"),
        ({"board": "Ah Ad 7c Jk"}, "a joker does not stay"),
        (
            {"board": "Ah Ad 7c 2s", "gone": "Ah " * 8},
            "Ah appears more often than in the pack",
        ),
        ({"board": "Ah Ad 7c 2s", "gone": "1h"}, "in --gone"),
        ({"gone": " ".join(map(str, GAME.whole_pack(Rules())[4:]))}, "fewer than five cards"),
        ({"board": "2c 2d 2h 2s", "gone": " ".join(map(str, GAME.whole_pack(Rules())[4:]))}, "no card is left"),
    ],
)
def test_invalid_situations_are_refused_with_a_message(situation: dict[str, str], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        advise(Rules(), Situation(SITUATION, situation))


def test_seat_is_advised_from_the_cards_it_has_seen() -> None:
    rules = Rules()
    pack = list(GAME.whole_pack(rules))
    random.Random(3).shuffle(pack)
    pack.insert(1, pack.pop(pack.index(JOKER)))
    dealt = Round(GAME, rules, pack)
    with pytest.raises(Refused) as fault:
        advise_seat(rules, (), None, Seat(1))
    assert fault.value.code == "bad-situation"
    gone = [JOKER]
    for _ in range(2):
        situation = {"board": show_cards(dealt.board), "gone": show_cards(gone)}
        advice = advise_seat(rules, view(dealt.events, Seat(1)), None, Seat(1))
        assert advice.options == advise(rules, Situation(SITUATION, situation)).options
        if not dealt.is_over:
            gone.append(dealt.board[0])
            dealt.place({Seat(1): {"red": Cents(100)}})
    assert len(gone) == 2
