"""The solver compared with published figures, with its forward pass, and the direction of each option."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from helpers.blackjack.free_bet_policy import PAYS
from pitboss.games.free_bet.count.chart_by_total import Charter, expand
from pitboss.games.free_bet.count.joint_play import solved_jointly
from pitboss.games.free_bet.count.side_bets import chance_of_22, insurance_ev
from pitboss.games.free_bet.count.solved import draws_on_hard_20, pot_of_gold, solver_rules
from pitboss.games.free_bet.count.tokens import tokens_of
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.money import Pays
from pitboss.solving.blackjack.dealer import TWENTY_TWO
from pitboss.solving.blackjack.distribution.nets import net_distribution
from pitboss.solving.blackjack.hands import Flags, Floats, all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND
from pitboss.solving.blackjack.rules import ENDLESS, BlackjackRules, decks
from pitboss.solving.blackjack.solve import Solver, follow, free_doubles, solved, two_cards
from pitboss.solving.blackjack.splits import ResplitPlan


def terms(number: int = 6, **settings: Any) -> BlackjackRules:
    return solver_rules(Rules(**settings), decks(number) if number else ENDLESS)


ORDINARY = terms(free_doubles=False, free_splits=False, dealer_22_pushes=False, resplit_aces=False)
VARIANTS = {
    "default": terms(),
    "one deck": terms(1),
    "two decks S17": terms(2, hits_soft_17=False),
    "aces once": terms(8, resplit_aces=False),
    "endless": terms(0),
    "paid splits": terms(free_splits=False),
    "paid doubles": terms(free_doubles=False),
    "22 busts, 6:5": terms(dealer_22_pushes=False, blackjack_pays=Pays(6, 5)),
    "ordinary": ORDINARY,
}


def test_FB_11_ordinary_blackjack_by_composition_matches_the_published_figure() -> None:
    """
    Compare with possibly-wrong/blackjack (exact): 6 decks, H17, double any two and after splits, four hands, aces
    split once.
    """
    assert round(100 * solved(ORDINARY).expected_value, 6) == -0.615389


def test_FB_11_ordinary_blackjack_by_total_is_no_worse_than_the_published_chart() -> None:
    """
    Compare with 0.6185% by total (possibly-wrong/blackjack) and 0.615389% by composition: the best chart is between.
    """
    chart, worth = Charter(solved(ORDINARY)).find()
    assert worth == pytest.approx(Solver(ORDINARY).follow(expand(chart)).expected_value)
    assert -0.6185 <= 100 * worth < -0.615389


def test_FB_5_twelve_against_four_with_endless_decks() -> None:
    """Compare with Wizard of Odds, Free Bet Blackjack, H17: stand -0.301161, hit -0.279823."""
    game = solved(VARIANTS["endless"])
    assert [round(game.action_value((1, 9), option, 3), 6) for option in (STAND, HIT)] == [-0.301161, -0.279823]


@pytest.mark.parametrize(("number", "chance"), [(1, 0.073362), (2, 0.073470), (6, 0.073536), (8, 0.073544)])
def test_FB_7_chance_of_22_matches_the_published_one(number: int, chance: float) -> None:
    """Compare with Wizard of Odds, Push 22 with H17."""
    assert round(float(chance_of_22(terms(number))), 6) == chance


@pytest.mark.parametrize("pushes", [True, False])
def test_FB_7_chance_of_22_matches_the_kernel(pushes: bool) -> None:
    game = solved(terms(2, dealer_22_pushes=pushes))
    rows = [game.result_odds(all_hands().number((a, b)), TWENTY_TWO).sum() * times for a, b, times in two_cards()]
    assert sum(rows) == pytest.approx(float(chance_of_22(game.rules)), abs=1e-14)


@pytest.mark.parametrize("name", VARIANTS)
def test_FB_7_best_play_never_draws_on_hard_20(name: str) -> None:
    assert not draws_on_hard_20(solved(VARIANTS[name]))


def test_FB_8_insurance() -> None:
    assert insurance_ev(decks(6), tens_held=0, cards_held=0) == Fraction(-23, 311)
    assert insurance_ev(decks(1), tens_held=0) == Fraction(-1, 49)


@pytest.mark.parametrize("name", VARIANTS)
def test_backward_and_forward_values_agree(name: str) -> None:
    """Compare the solver, which works backward from the last card, with the distribution, which deals forward."""
    game = solved(VARIANTS[name])
    nets = net_distribution(game)
    assert sum(nets.chances.values()) == pytest.approx(1, abs=1e-12)
    assert min(nets.chances.values()) >= 0
    assert nets.mean == pytest.approx(game.expected_value, abs=1e-12 + nets.error)
    assert follow(game, game.rules.pack).expected_value == pytest.approx(game.expected_value, abs=1e-12)
    assert tokens_of(game).sum() == pytest.approx(1, abs=1e-12)
    assert nets.average_bet >= 1


def test_options_move_the_value_in_the_right_direction() -> None:
    best = solved(terms()).expected_value
    for worse in (
        {"free_splits": False},
        {"free_doubles": False},
        {"resplit_aces": False},
        {"blackjack_pays": Pays(6, 5)},
    ):
        assert solved(terms(**worse)).expected_value < best
    for better in ({"hits_soft_17": False}, {"dealer_22_pushes": False}):
        assert solved(terms(**better)).expected_value > best


def test_FB_2_FB_3_free_bets_are_taken() -> None:
    """Check every free double, and every free split but of fives, which double instead."""
    game = solved(terms())
    free, number = free_doubles(game.rules.doubling), all_hands().number
    for a, b, _ in two_cards():
        hand = number((a, b))
        if free[hand] and a != b:
            assert (game.dealt.best[hand] == DOUBLE).all()
    assert (game.dealt.best[number((4, 4))] == DOUBLE).all()
    assert (game.dealt.best[number((9, 9))] == STAND).all()
    assert (game.dealt.best[[number((pair, pair)) for pair in (0, 1, 2, 3, 5, 6, 7, 8)]] == SPLIT).all()


def test_FB_6_stake_on_pot_of_gold_splits_fives() -> None:
    """Check that a stake splits fives for their tokens, which raises the value of main bet and Pot of Gold together."""
    alone, joint, pays = solved(terms()), solved_jointly(terms(), PAYS, 1), np.array(PAYS)
    assert (joint.dealt.best[all_hands().number((4, 4))] == SPLIT).all()
    assert {joint.splits[4].plan(up) for up in range(10)} == {ResplitPlan(((True, True), (True, True)))}
    assert joint.expected_value < alone.expected_value
    assert joint.expected_value + tokens_of(joint) @ pays > alone.expected_value + tokens_of(alone) @ pays
    assert net_distribution(joint).mean == pytest.approx(joint.expected_value, abs=1e-12)


def test_FB_6_tiny_stake_changes_nothing() -> None:
    alone, joint = solved(terms()), solved_jointly(terms(), PAYS, 1e-9)
    assert joint.expected_value == alone.expected_value
    assert (tokens_of(joint) == tokens_of(alone)).all()


def test_pot_of_gold_pays_by_tokens() -> None:
    assert pot_of_gold(Rules()) == (-1, 3, 12, 30, 50, 100, 100, 100)


def test_no_single_change_improves_the_chart() -> None:
    game = solved(terms(1))
    chart, _ = Charter(game).find()
    solver = Solver(game.rules, game.joint)

    def worth(cells: Flags, which: str) -> Floats:
        changed = chart._replace(hit=cells) if which == "hit" else chart._replace(double=cells)
        played = solver.follow(expand(changed))
        return np.asarray(np.sum([times * played.round_value(a, b) for a, b, times in two_cards()], axis=0))

    best = worth(chart.hit, "hit")
    moved = 0
    for which, cells in (("hit", chart.hit), ("double", chart.double)):
        for table, soft, total in product(range(3), range(2), range(9, 20)):
            other = cells.copy()
            other[table, soft, total] ^= True
            change = worth(other, which) - best
            assert change.max() < 1e-12, (which, table, soft, total)
            moved += int((change < 0).sum())
    assert moved > 300  # most changes make a difference
