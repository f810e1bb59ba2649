"""Free Bet's reported odds: published figures, effect of options, advice and refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from helpers.stacking import in_dollars, rules_of, shuffled
from pitboss.games import GAMES
from pitboss.games.free_bet.count.odds import SITUATION, advise, advise_seat, analyse
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.view import view
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Situation


def ev(name: str, *changes: str) -> float:
    return float(analyse(Rules().with_settings(changes)).bet(name).ev)


def ask(*changes: str, **situation: str | bool) -> Advice:
    words = {name.replace("_", "-"): text for name, text in situation.items()}
    return advise(Rules().with_settings(changes), Situation(SITUATION, words))


@pytest.mark.parametrize(("decks", "chance"), [(1, 0.073362), (2, 0.073470), (6, 0.073536), (8, 0.073544)])
def test_push_22_matches_published_figures_for_h17(decks: int, chance: float) -> None:
    """Compare with Wizard of Odds, Free Bet Blackjack, Push 22."""
    assert analyse(Rules().with_settings([f"decks={decks}"])).bet("push-22").hit == pytest.approx(chance, abs=5e-7)


def test_ordinary_blackjack_matches_the_published_figure() -> None:
    """Compare with possibly-wrong/blackjack (exact): 0.615389% with FB-11 off, six decks, H17, no resplit of aces."""
    ordinary = ("free_doubles=no", "free_splits=no", "dealer_22_pushes=no", "resplit_aces=no")
    assert ev("main", *ordinary) == pytest.approx(-0.00615389, abs=5e-9)


def test_options_move_the_edge_in_the_right_direction() -> None:
    best = ev("main")
    assert ev("main", "hits_soft_17=no") > best
    assert ev("main", "dealer_22_pushes=no") > best
    assert ev("main", "blackjack_pays=6:5") < best
    assert ev("main", "free_splits=no") < best
    assert ev("main", "free_doubles=no") < best
    assert ev("main", "resplit_aces=no") < best
    assert ev("push-22", "push_22_pays=10") < ev("push-22")


@settings(max_examples=5)
@given(rules=rules_of(GAMES["free-bet"]))
def test_any_rules_can_be_analysed(rules: Rules) -> None:
    found = analyse(rules)
    assert set(found.as_data()["bets"]) == {"main", "pot-of-gold", "push-22", "insurance"}  # type: ignore[call-overload]


def test_FB_6_pot_of_gold_outcomes_follow_the_paytable() -> None:
    outcomes = analyse(Rules().with_settings(["pot_of_gold_table.1+ tokens=5:2"])).bet("pot-of-gold").outcomes
    assert [outcome.pays for outcome in outcomes] == [-1, Fraction(5, 2), 12, 30, 50, 100, 100, 100]
    assert not any(isinstance(outcome.pays, float) for outcome in outcomes)


@pytest.mark.parametrize(
    ("situation", "sentence"),
    [
        ({"hand": "8s 3h", "hands": "3", "tokens": "1"}, "from 2 to 4, not '1'"),
        ({"hand": "8s 3h", "hands": "3", "tokens": "5"}, "from 2 to 4, not '5'"),
        ({"hand": "8s 3h", "tokens": "1"}, "--tokens must be 0 here, not '1'"),
        ({"hand": "Ks 3h", "hands": "2", "tokens": "2"}, "from 0 to 1, not '2'"),
    ],
)
def test_FB_6_number_of_tokens_must_fit_the_splits(situation: dict[str, str], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        ask(dealer="6c", **situation)


def test_advice_knows_free_bets_and_pot_of_gold() -> None:
    eights = ask(hand="8s 8h", dealer="6c")
    assert eights.best == "free-split"
    assert set(eights.options) == {"stand", "hit", "double", "free-split"}
    assert ask(hand="6s 5h", dealer="Tc").best == "free-double"
    assert ask(hand="Ts 6h", dealer="6c").best == "stand"
    free = ask(hand="8s 4h", dealer="4c", free=True, hands="2")
    assert free.options["stand"] > ask(hand="8s 4h", dealer="4c", hands="2").options["stand"]
    assert ask(hand="5s 5h", dealer="6c", pot_of_gold="1").options["free-split"] > 0


@pytest.mark.parametrize(
    "situation",
    [
        {"hand": "8s", "dealer": "6c"},
        {"hand": "8s 8h", "dealer": "Jk"},
        {"hand": "As Kh", "dealer": "6c"},
        {"hand": "8s 8h", "dealer": "6c", "hands": "5"},
        {"hand": "8s 8h", "dealer": "6c", "pot-of-gold": "lots"},
        {"hand": "Ts Th Tc", "dealer": "6c"},
        {"hand": "8s 8h"},
    ],
)
def test_invalid_situations_are_refused(situation: dict[str, str]) -> None:
    with pytest.raises(Refused):
        advise(Rules(), Situation(SITUATION, situation))


def test_advice_at_the_table_covers_every_option_on_offer() -> None:
    game = GAMES["free-bet"]
    for seed in range(12):
        pack = shuffled(game, Rules(), seed)
        dealt = Round.deal(game, Rules(), pack, in_dollars({1: {"main": 10, "pot-of-gold": 5}, 2: {"main": 10}}))
        while dealt.pending:
            for seat in list(dealt.pending.options):
                advice = advise_seat(Rules(), view(dealt.events, seat), dealt.pending, seat)
                assert list(advice.options) == [option.name for option in dealt.pending.options[seat]]
                dealt.say(seat, advice.best)


def test_tens_split_for_money_and_earn_no_token() -> None:
    paid = ask(hand="Ts Kh", dealer="6c", hands="2", pot_of_gold="1")
    assert paid.options["stand"] < 1
    with pytest.raises(Refused) as fault:
        ask(hand="8s 8h", dealer="6c", tokens="7", pot_of_gold="1")
    assert fault.value.code == "bad-situation"
