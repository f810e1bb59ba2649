"""Roll Your Own's reported odds: effect of options, advice and refusals."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from helpers.stacking import in_dollars, shuffled
from pitboss.cards import fresh_pack
from pitboss.games import GAMES
from pitboss.games.roll_your_own.count.charts import NAMES, two_card_hands
from pitboss.games.roll_your_own.count.odds import SITUATION, advise, advise_seat, analyse
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.view import view
from pitboss.ranking.totals import card_value
from pitboss.solving.answers.analysis import Advice
from pitboss.solving.answers.situation import Situation


def ask(**situation: str) -> Advice:
    return advise(Rules(), Situation(SITUATION, situation))


def test_bonus_and_insurance_are_exact_and_the_bets_add_up() -> None:
    found = analyse(Rules())
    assert found.bet("bonus").ev == Fraction(-9136, 22100)
    assert found.bet("insurance").ev == Fraction(16 * 3, 51) - 1
    assert found.played is not None
    bets = sum(float(found.bet(name).ev) for name in ("two-card", "one-card", "bonus"))
    assert float(found.played.ev) == pytest.approx(bets, abs=1e-9)
    chart = found.chart("alone")
    assert len(chart.rows) == 220


def test_options_move_the_edge_in_the_right_direction() -> None:
    def edge(*changes: str) -> float:
        played = analyse(Rules().with_settings(changes)).played
        assert played is not None
        return float(played.house_edge)

    default = edge()
    assert edge("hits_soft_17=no") < default
    assert edge("blackjack_pays=6:5") > default
    assert edge("max_splits=0", "bonus_table.Flush=push") > default


def test_advice_for_setting_and_for_a_hand_in_play() -> None:
    setting = ask(cards="As 9d 2c", dealer="Th")
    assert set(setting.options) == {"alone-1", "alone-2", "alone-3"}
    assert setting.best == "alone-1"
    hand = ask(cards="As 9d 2c", dealer="Th", hand="9d 2c", other="As")
    assert set(hand.options) == {"stand", "hit", "double"}
    assert hand.best == "double"
    assert set(ask(cards="As 9d 2c", dealer="Th", hand="9d 2c 5h", other="As").options) == {"stand", "hit"}


@pytest.mark.parametrize(
    "situation",
    [
        {"cards": "As 9d", "dealer": "Th"},
        {"cards": "As 9d 2c", "dealer": "As"},
        {"cards": "As 9d 2c"},
        {"cards": "As 9d 2c", "dealer": "Th", "hand": "Kd 2c", "other": "As"},
        {"cards": "As 9d 2c", "dealer": "Th", "hand": "9d 2c"},
        {"cards": "As 9d 2c", "dealer": "Th", "hand": "9d 2c Ts", "other": "As"},
        {"cards": "As 9d 2c", "dealer": "Th", "splits": "9"},
    ],
)
def test_invalid_situations_are_refused(situation: dict[str, str]) -> None:
    if "splits" in situation:
        situation = {**situation, "hand": "9d 2c", "other": "As"}
    with pytest.raises(Refused):
        advise(Rules(), Situation(SITUATION, situation))


def test_advice_at_the_table_covers_every_option_on_offer() -> None:
    game = GAMES["roll-your-own"]
    bets = {"two-card": 10, "one-card": 10, "bonus": 10}
    for seed in range(8):
        dealt = Round.deal(game, Rules(), shuffled(game, Rules(), seed), in_dollars({1: bets, 2: bets}))
        while dealt.pending:
            for seat in list(dealt.pending.options):
                advice = advise_seat(Rules(), view(dealt.events, seat), dealt.pending, seat)
                assert list(advice.options) == [option.name for option in dealt.pending.options[seat]]
                dealt.say(seat, advice.best)


def test_RY_6_hand_from_a_resplit_begins_with_a_drawn_card() -> None:
    drawn = ask(cards="8s 8d 2c", dealer="Th", hand="8c 5c", other="2c", splits="2")
    assert drawn.options == ask(cards="8s 8d 2c", dealer="Th", hand="8s 5c", other="2c", splits="2").options
    alone = ask(cards="Ks 9d 2c", dealer="6h", hand="Ts 5c", other="9d 2c", splits="1")
    assert set(alone.options) == {"stand", "hit", "double"}


@pytest.mark.parametrize("seed", range(6))
def test_RY_6_two_card_chart_matches_the_advice(seed: int) -> None:
    """Check each cell: one without a mark holds whatever the other hand is, a marked one for some deals only."""
    chart = analyse(Rules()).chart("play")
    cells = {name: dict(zip(chart.columns, row, strict=True)) for name, row in chart.rows}
    values = {value: [card for card in fresh_pack() if card_value(card.code) == value] for value in range(1, 11)}
    dealer = random.Random(seed)
    for name, hands in two_card_hands().items():
        first, second = dealer.choice(hands)
        pack = [card for cards in values.values() for card in cards]
        hand = [values[first + 1][0], values[second + 1][-1]]
        up, alone = dealer.sample([card for card in pack if card not in hand], 2)
        situation = {"cards": " ".join(map(str, (*hand, alone))), "hand": " ".join(map(str, hand)), "other": str(alone)}
        best = ask(**situation, dealer=str(up)).best
        letter = str(cells[name][NAMES[card_value(up.code) - 1]])
        assert letter.endswith("*") or letter == {"stand": "S", "hit": "H", "double": "D", "split": "P"}[best]


def test_RY_4_bonus_outcomes_use_the_names_of_the_table() -> None:
    outcomes = analyse(Rules()).bet("bonus").outcomes
    assert [outcome.name for outcome in outcomes][:-1] == [name for name, _ in Rules().bonus_table.lines]


@pytest.mark.parametrize(
    "situation",
    [
        {"cards": "8s 8d 2c", "dealer": "6h", "hand": "8s 8d Kc", "other": "2c"},
        {"cards": "As 9d 2c", "dealer": "Th", "hand": "9d 2c Tc 5c", "other": "As"},
        {"cards": "8s 8d 2c", "dealer": "6h", "hand": "8s 8h", "other": "2c", "splits": "3"},
        {"cards": "8s 8d 2c", "dealer": "8h", "hand": "8s 8c", "other": "2c", "splits": "2"},
        {"cards": "8s 8d 2c", "dealer": "Th", "hand": "8s 8d", "other": "2c", "splits": "1"},
        {"cards": "8s 9d 2c", "dealer": "Th", "hand": "8s 5c", "other": "2c", "splits": "1"},
        {"cards": "8s 8d 2c", "dealer": "Th", "hand": "9c 5c", "other": "2c", "splits": "1"},
        {"cards": "8s 8d 2c", "dealer": "Th", "hand": "8s 5c", "other": "8d 2c 8s"},
        {"cards": "As 9d 2c", "dealer": "Th", "hand": "9d 5c 2c", "other": "As"},
        {"cards": "As 9d 2c", "dealer": "Th", "other": "As"},
        {"cards": "As 9d 2c", "dealer": "Th", "splits": "1"},
    ],
)
def test_impossible_hand_is_refused(situation: dict[str, str]) -> None:
    with pytest.raises(Refused):
        advise(Rules(), Situation(SITUATION, situation))
