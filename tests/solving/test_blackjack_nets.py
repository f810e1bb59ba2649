"""The distribution of a round's net compared with enumerated rounds and with the exact expected value."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import perm

import pytest

from helpers.blackjack.by_hand import ByHand
from pitboss.games.free_bet.count.solved import solver_rules
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.solving.blackjack.dealer import NATURAL, TWENTY_TWO
from pitboss.solving.blackjack.distribution.coupling import share_axis
from pitboss.solving.blackjack.distribution.nets import NetDistribution, mean_with_result, net_distribution
from pitboss.solving.blackjack.hands import all_hands
from pitboss.solving.blackjack.rules import BlackjackRules, Dealer, Doubling, Splitting, Surrender, decks
from pitboss.solving.blackjack.solve import SolvedGame, is_natural, solve, two_cards

FREE_DOUBLES = Doubling(free_totals=frozenset({9, 10, 11}))
THREE_VALUES = {
    "one deck, sixes, eights and tens": (
        BlackjackRules((0, 0, 0, 0, 0, 12, 0, 16, 0, 24), splitting=Splitting(3)), 5e-8),
    "two decks, aces, sevens and tens": (
        BlackjackRules((32, 0, 0, 0, 0, 0, 32, 0, 0, 40), Dealer(hits_soft_17=True), splitting=Splitting(3, 3)), 5e-9),
    "two decks, no peek, free hands, 22 pushes": (
        BlackjackRules((0, 0, 0, 0, 0, 32, 0, 32, 0, 40), Dealer(peeks=False, pushes_22=True), FREE_DOUBLES,
                       Splitting(3, free_pairs=frozenset(range(9)))), 5e-9),
}  # fmt: skip


@pytest.mark.parametrize("name", THREE_VALUES)
def test_every_net_matches_enumeration(name: str) -> None:
    rules, most = THREE_VALUES[name]
    game = solve(rules)
    by_hand, found = ByHand(game).nets(), net_distribution(game)
    assert found.error < most
    assert {Fraction(net) for net in found.chances} == set(by_hand)
    for net, chance in found.chances.items():
        assert chance == pytest.approx(float(by_hand[Fraction(net)]), abs=found.error)


@cache
def six_decks() -> tuple[SolvedGame, NetDistribution]:
    game = solve(BlackjackRules(decks(6)))
    return game, net_distribution(game)


def test_probabilities_of_six_decks_sum_to_one() -> None:
    _, nets = six_decks()
    assert sum(nets.chances.values()) == pytest.approx(1, abs=2e-14)
    assert min(nets.chances) == -8
    assert max(nets.chances) == 8


def test_mean_of_six_decks_is_the_expected_value() -> None:
    game, nets = six_decks()
    assert nets.mean == pytest.approx(game.expected_value, abs=1e-13)
    assert nets.error < 2e-10


@pytest.mark.parametrize(
    "rules",
    [
        BlackjackRules(doubling=Doubling(most_cards=21)),
        BlackjackRules(
            doubling=Doubling(frozenset({10, 11}), most_cards=3), splitting=Splitting(one_card_to_aces=False)
        ),
        BlackjackRules(dealer=Dealer(peeks=False), blackjack_always_wins=True),
    ],
)
def test_mean_under_unusual_rules_is_the_expected_value(rules: BlackjackRules) -> None:
    """A hand that doubles with three cards neither begins nor stands, but it is played."""
    game = solve(rules)
    assert net_distribution(game).mean == pytest.approx(game.expected_value, abs=1e-13)


def test_error_of_a_lower_order_covers_the_difference() -> None:
    game, nets = six_decks()
    lower = net_distribution(game, order=3)
    off = sum(abs(chance - lower.chances[net]) for net, chance in nets.chances.items())
    assert 0 < off < lower.error / 10


def test_high_order_is_exact() -> None:
    rules, _ = THREE_VALUES["one deck, sixes, eights and tens"]
    game = solve(rules)
    by_hand = ByHand(game).nets()
    for net, chance in net_distribution(game, order=5).chances.items():
        assert chance == pytest.approx(float(by_hand[Fraction(net)]), abs=1e-15)


def test_parts_of_the_mean_by_dealer_result_add_up() -> None:
    """Check that all results together give the expected value, except for losses to a dealer blackjack."""
    for rules in (BlackjackRules(decks(6)), THREE_VALUES["two decks, aces, sevens and tens"][0]):
        game = solve(rules)
        lost = 0.0
        for a, b, times in two_cards():
            lost += 0 if is_natural(a, b) else times * game.blackjack_odds(all_hands().number((a, b))).sum()
        parts = sum(mean_with_result(game, result) for result in range(NATURAL))
        assert parts - lost == pytest.approx(game.expected_value, abs=1e-14)


def test_share_has_the_moments_of_two_piles_of_cards() -> None:
    axis = share_axis(8, 20, 4)
    for a, c in product(range(5), repeat=2):
        assert axis.expand[a, c, 0] == pytest.approx(perm(8, a) * perm(20, c) / perm(28, a + c), rel=1e-14)
    # b^2 (1-b) times b (1-b)^2: both have degree 3, so four orders are exact
    together = (axis.expand[2, 1] * axis.expand[1, 2] * axis.norm).sum()
    assert together == pytest.approx(perm(8, 3) * perm(20, 3) / perm(28, 6), rel=1e-13)


def test_game_without_splits_has_an_exact_distribution() -> None:
    game = solve(BlackjackRules(decks(1), splitting=Splitting(most_hands=1), surrender=Surrender.LATE))
    nets = net_distribution(game)
    assert nets.error == 0
    assert nets.mean == pytest.approx(game.expected_value, abs=1e-15)
    assert list(nets.chances) == [-2, -1, -0.5, 0, 1, 1.5, 2]


@pytest.mark.parametrize(
    ("settings", "average_bet", "with_22"),
    [
        ({}, 1.0050382517014034, -0.004564019977027209),
        ({"free_doubles": False, "free_splits": False, "dealer_22_pushes": False}, 1.1370734718115578,
         0.06880794429260081),
    ],
)  # fmt: skip
def test_free_bet_figures_match_the_previous_solver(
    settings: dict[str, bool], average_bet: float, with_22: float
) -> None:
    """Compare with a solver that shared no code with this one."""
    game = solve(solver_rules(Rules.read(settings)))
    assert net_distribution(game).average_bet == pytest.approx(average_bet, abs=1e-12)
    assert mean_with_result(game, TWENTY_TWO) == pytest.approx(with_22, abs=1e-14)
