"""The solved game: closed forms, tables that add up, the direction of each option, and simulated rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import perm, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from games.roll_your_own.witness.brute_force import Seen, Table, play_bets
from helpers.blackjack.best_strategy import BestStrategy, answer, best_strategy
from pitboss.games.roll_your_own.count import kernels
from pitboss.games.roll_your_own.count.advise import hand_worths, setting_worths
from pitboss.games.roll_your_own.count.charts import ANSWERS
from pitboss.games.roll_your_own.count.figures import (
    covariances,
    means,
    one_card_figures,
    round_figures,
    two_card_figures,
)
from pitboss.games.roll_your_own.count.paid import bonus_odds, insurance_worth
from pitboss.games.roll_your_own.count.removed_cards import split_weights
from pitboss.games.roll_your_own.count.solve import (
    MAX_CACHED,
    Solution,
    all_threes,
    deals,
    is_double_blackjack,
    nets_of,
    solution_of,
    solve,
)
from pitboss.games.roll_your_own.count.up_card_solver import OddsRules, others_index
from pitboss.solving.blackjack import dealer
from pitboss.solving.blackjack.distribution.drawn_hands import ONE_DECK
from pitboss.solving.blackjack.hands import all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, BlackjackRules, Dealer, Splitting
from pitboss.solving.blackjack.solve import Solver
from pitboss.solving.blackjack.splits import resplit_up_to, split_courses

BASE = OddsRules()


@cache
def solved(rules: OddsRules = BASE) -> Solution:
    return solve(rules)


def ev(rules: OddsRules) -> float:
    solution = solved(rules)
    return float(solution.mean(solution.two_card.worth) + solution.mean(solution.one_card.worth))


def test_play_and_edges_are_solved_without_the_nets() -> None:
    before = nets_of.cache_info()
    assert means(BASE)[0] == pytest.approx(0.3376044787, abs=1e-10)
    assert nets_of.cache_info() == before


def test_few_rule_sets_stay_in_memory() -> None:
    assert solution_of.cache_info().maxsize == nets_of.cache_info().maxsize == MAX_CACHED < 10


def test_RY_4_bonus_over_all_22100_hands() -> None:
    odds = bonus_odds((100, 50, 30, 5, 3))
    assert [chance * 22100 for _, _, chance in odds] == [4, 44, 52, 720, 1096, 20184]
    # By hand: 4 × 100 + 44 × 50 + 52 × 30 + 720 × 5 + 1096 × 3 − 20184.
    assert sum(won * chance for _, won, chance in odds) == Fraction(-9136, 22100)


@pytest.mark.parametrize(("cards", "worth"), [((1, 2, 3), 0), ((1, 2, 9), -1), ((1, 9, 9), -2), ((9, 9, 9), -3)])
def test_RY_9_insurance_costs_a_sixteenth_for_each_ten_held(cards: tuple[int, ...], worth: int) -> None:
    assert insurance_worth(cards) == Fraction(worth, 16)


def test_RY_10_with_one_seat_the_deck_cannot_run_out() -> None:
    points = sum((value + 1) * count for value, count in enumerate(ONE_DECK))
    hands = 2 * (4 + 1)
    while_hands_are_played = (hands - 1) * 30 + 20 + 20 + 10
    while_the_dealer_draws = (hands - 1) * 30 + 21 + 26 + 10
    assert points > max(while_hands_are_played, while_the_dealer_draws)


def test_RY_1_situations_cover_all_deals_of_three_cards_and_an_up_card() -> None:
    assert deals().sum() == 22100 * 49


def test_RY_6_more_than_four_splits_are_refused_with_a_message() -> None:
    with pytest.raises(ValueError, match="0 to 4"):
        solve(OddsRules(max_splits=5))


def hands_distribution(splits: int, pair_left: int, cards_left: int) -> dict[int, Fraction]:
    """Return the distribution of the number of hands after up to `splits` splits."""
    law: dict[int, Fraction] = {}
    for course, times in split_courses(resplit_up_to(splits + 1), False).items():
        hands, others = len(course.kinds), sum(course.unpaired)
        ways = perm(pair_left, hands - 2) * perm(cards_left - pair_left, others)
        law[hands] = law.get(hands, Fraction(0)) + Fraction(times * ways, perm(cards_left, hands - 2 + others))
    return law


@pytest.mark.parametrize("max_splits", [1, 2, 3, 4])
def test_RY_6_split_weights_give_the_expected_number_of_hands(max_splits: int) -> None:
    """Compare inclusion-exclusion with the distribution of hands, in fractions: 13 tens left among 47 cards."""
    pair_left, cards_left = 13, 47
    weights, counted, ratio = split_weights(max_splits), Fraction(), Fraction(1)
    for more, (not_paired, paired) in enumerate(zip(*weights, strict=True)):
        chance = Fraction(pair_left - more, cards_left - more)
        counted += ratio * (not_paired * (1 - chance) + paired * chance)
        ratio *= chance
    law = hands_distribution(max_splits, pair_left, cards_left)
    assert sum(law.values()) == 1
    assert max(law) == max_splits + 1
    assert counted == sum(hands * chance for hands, chance in law.items())


def test_RY_7_double_blackjack_is_paid_twice_however_it_is_set() -> None:
    solution = solved()
    for row, cards in enumerate(all_threes()):
        if is_double_blackjack(cards):
            assert (solution.worth[row] == 3).all()
    assert setting_worths(OddsRules(), (TEN, ACE, TEN), ACE) == (3, 3, 3)


def test_distributions_sum_to_one_and_have_the_solved_mean() -> None:
    solution = solved()
    two, one, whole = two_card_figures(solution), one_card_figures(solution), round_figures(solution)
    for bet in (two, one):
        assert sum(chance for _, chance in bet.lines) == pytest.approx(1, abs=1e-12)
        pays = (1.5, 2, 1, 0, -1, -2, bet.split_ev)
        assert sum(won * chance for won, (_, chance) in zip(pays, bet.lines, strict=True)) == pytest.approx(
            bet.ev, abs=1e-12
        )
    for figures in (two, one, whole):
        assert sum(chance for _, chance in figures.nets) == pytest.approx(1, abs=1e-12)
        off = sum(abs(float(net)) * error for (net, _), error in zip(figures.nets, figures.errors, strict=True))
        mean = sum(float(net) * chance for net, chance in figures.nets)
        assert abs(mean - figures.ev) < min(off, 1e-7)
        square = sum(float(net) ** 2 * chance for net, chance in figures.nets)
        assert square - mean**2 == pytest.approx(figures.variance, abs=1e-5)
    assert whole.average_bet == pytest.approx(two.average_bet + one.average_bet + 1)
    assert whole.ev == pytest.approx(two.ev + one.ev - 9136 / 22100)


def test_standard_deviation_matches_simulation() -> None:
    """Compare with 4e9 simulated rounds of the same play: 3.874452 ± 0.000011."""
    assert sqrt(round_figures(solved()).variance) == pytest.approx(3.874452, abs=3 * 0.000011)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (BASE._replace(hits_soft_17=False), BASE),
        (BASE, BASE._replace(dealer_peeks=False)),
        (BASE, BASE._replace(blackjack_pays=Fraction(6, 5))),
        (BASE, BASE._replace(max_splits=1)),
        (BASE._replace(max_splits=1), BASE._replace(max_splits=0)),
    ],
)
def test_options_move_the_value_in_the_right_direction(better: OddsRules, worse: OddsRules) -> None:
    assert ev(better) > ev(worse)


def test_RY_6_only_tens_can_make_a_fifth_hand() -> None:
    """Compare four splits with three: a deck has four of each value except tens, which should not be split."""
    assert ev(BASE) == pytest.approx(ev(BASE._replace(max_splits=3)), abs=1e-13)
    for up_card in range(VALUES):
        assert (solved().up_cards[up_card].action[:, TEN, TEN] == STAND).all()


@pytest.mark.parametrize("held", [ACE, 4, TEN])
def test_hand_next_to_a_known_card_is_played_like_blackjack_without_that_card(held: int) -> None:
    """Compare with the blackjack solver, which solves all up cards together and knows nothing about other cards."""
    pack = tuple(count - (value == held) for value, count in enumerate(ONE_DECK))
    splitting = Splitting(most_hands=5)
    game = Solver(BlackjackRules(pack, Dealer(hits_soft_17=True), splitting=splitting)).solve()
    known, joint = others_index()[held,], game.dealt
    for up_card, found in enumerate(solved().up_cards):
        for (first, second), best in np.ndenumerate(found.best[known]):
            hand = all_hands().number((first, second))
            reach = joint.odds.reach[hand, up_card]
            if {first, second} != {ACE, TEN} and reach > 0:
                assert best / found.in_play[known, first, second] == pytest.approx(
                    joint.worth(hand)[up_card] / reach, abs=1e-12
                )


def test_well_known_plays() -> None:
    """Check that eights are split, eleven is doubled, 20 stands, and 14 is hit against a ten."""
    six, ten, known = solved().up_cards[5], solved().up_cards[TEN], others_index()[(4,)]
    assert six.action[known, 7, 7] == SPLIT
    assert six.action[known, 5, 4] == DOUBLE
    assert six.action[known, TEN, TEN] == STAND
    assert ten.action[known, TEN, 3] == HIT


def test_advice_matches_the_solution() -> None:
    solution, rules = solved(), OddsRules()
    for cards, up_card in (((0, 8, 1), TEN), ((7, 7, 2), 5), ((9, 9, 4), ACE), ((0, 0, 5), 6)):
        row = all_threes().index(tuple(sorted(cards)))
        expected = [solution.worth[row, up_card, sorted(cards).index(card)] for card in cards]
        assert setting_worths(rules, cards, up_card) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize(("up_card", "others", "hand"), [(5, (4,), (7, 7)), (9, (0,), (8, 1)), (0, (2, 3), (5, 5))])
def test_advice_on_first_cards_is_the_best_play(up_card: int, others: tuple[int, ...], hand: tuple[int, int]) -> None:
    values = hand_worths(OddsRules(), up_card, others, hand)
    found, known = solved().up_cards[up_card], others_index()[others]
    assert max(values.values()) == pytest.approx(found.best[(known, *hand)] / found.in_play[(known, *hand)], abs=1e-13)
    assert ANSWERS[found.action[(known, *hand)]] == max(values, key=lambda name: values[name])


def test_C_6_no_advice_if_there_is_no_choice() -> None:
    assert hand_worths(OddsRules(), 5, (4,), (TEN, 4, 5)) == {}
    assert hand_worths(OddsRules(), 5, (4,), (ACE, 4), splits=1) == {}


def test_RY_6_advice_on_a_split_hand_matches_the_strategy() -> None:
    strategy = best_strategy(solved())
    for up_card in range(VALUES):
        for second in (1, 2, 5, TEN):
            values = hand_worths(OddsRules(), up_card, (4,), (7, second), splits=1)
            best = max(values, key=lambda name: values[name])
            assert best == answer(strategy, up_card, (4,), (7, second), splits=1, may_split=True)
    assert "split" not in hand_worths(OddsRules(), 5, (4,), (TEN, TEN), splits=4)


def random_round(random: Random) -> tuple[int, int]:
    """Play one random round by the best strategy with the brute-force dealer; return twice each bet's net."""
    pack = [min(rank, 10) for rank in range(1, 14) for _ in range(4)]
    random.shuffle(pack)
    cards, up_card = tuple(sorted(value - 1 for value in pack[:3])), pack[4]
    if is_double_blackjack(cards):
        return 3, 3
    strategy = solved_strategy()
    alone = int(strategy.alone[strategy.threes[cards], up_card - 1])
    pair = tuple((Counter(cards) - Counter((alone,))).elements())
    table = Table((pair[0] + 1, pair[1] + 1), alone + 1, up_card)

    def decide(seen: Seen) -> str:
        others = (alone,) if seen.bet == "two-card" else pair
        hand = [value - 1 for value in seen.cards]
        return answer(strategy, up_card - 1, others, hand, seen.is_split, "split" in seen.options)

    return play_bets(table, (pack[3], *pack[5:]), decide)


@cache
def solved_strategy() -> BestStrategy:
    return best_strategy(solved())


def test_simulated_rounds_match_the_solution() -> None:
    random, rounds = Random(2718), 30_000
    nets = np.array([random_round(random) for _ in range(rounds)]) / 2
    two, one, whole = two_card_figures(solved()), one_card_figures(solved()), round_figures(solved())
    both = whole.ev + 9136 / 22100
    for mean, sample in ((two.ev, nets[:, 0]), (one.ev, nets[:, 1]), (both, nets.sum(1))):
        assert abs(sample.mean() - mean) < 3.5 * sample.std() / sqrt(rounds)
    for figures, sample in ((two, nets[:, 0]), (one, nets[:, 1])):
        for net, chance in figures.nets:
            assert abs((sample == float(net)).mean() - chance) < 3.5 * sqrt(chance / rounds) + 3.5 / rounds
    assert sqrt(two.variance) == pytest.approx(nets[:, 0].std(), rel=0.02)
    joint = covariances(solved())
    assert float(joint.of("two-card", "one-card")) == pytest.approx(np.cov(nets.T)[0, 1], abs=0.04)


def test_each_kernel_is_compiled_once() -> None:
    solved()
    compiled: list[Any] = [dealer._fill_joint, kernels.play]
    assert [len(kernel.signatures) for kernel in compiled] == [1, 1]
