"""The solver compared with rounds dealt card by card from small decks, and with the solver it replaced."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers.blackjack.by_hand import ByHand
from pitboss.games.free_bet.count.solved import solver_rules
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.solving.blackjack.play import HIT, STAND
from pitboss.solving.blackjack.rules import BlackjackRules, Dealer, Doubling, Knowledge, Splitting, Surrender, decks
from pitboss.solving.blackjack.solve import solve

NINE_TO_ELEVEN = frozenset({9, 10, 11})
SMALL_GAMES = {
    "eights and tens to four hands": BlackjackRules((0, 0, 0, 0, 0, 2, 0, 5, 0, 6), splitting=Splitting(4, 4)),
    "aces drawn to, three hands": BlackjackRules(
        (3, 0, 0, 0, 0, 0, 3, 0, 2, 5), Dealer(hits_soft_17=True), splitting=Splitting(3, 3, one_card_to_aces=False)
    ),
    "no peek, early surrender": BlackjackRules(
        (3, 0, 0, 0, 4, 0, 0, 3, 0, 4), Dealer(peeks=False), surrender=Surrender.EARLY
    ),
    "a blackjack always wins": BlackjackRules((3, 0, 0, 0, 4, 0, 0, 3, 0, 4), blackjack_always_wins=True),
    "a blackjack always wins, no peek": BlackjackRules(
        (3, 0, 0, 0, 0, 0, 4, 3, 0, 4), Dealer(peeks=False), blackjack_always_wins=True
    ),
    "any number of cards doubled, aces drawn to": BlackjackRules(
        (4, 2, 2, 0, 0, 0, 0, 0, 3, 5),
        doubling=Doubling(most_cards=21),
        splitting=Splitting(3, 3, one_card_to_aces=False),
    ),
    "late surrender by totals": BlackjackRules(
        (2, 0, 0, 0, 0, 0, 5, 3, 0, 5), surrender=Surrender.LATE, knowledge=Knowledge.TOTAL
    ),
    "free doubles and splits, 22 pushes": BlackjackRules(
        (3, 0, 0, 0, 4, 0, 0, 3, 0, 4), Dealer(hits_soft_17=True, pushes_22=True),
        Doubling(free_totals=NINE_TO_ELEVEN), Splitting(4, 4, free_pairs=frozenset(range(9))),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_expected_value_matches_enumeration(name: str) -> None:
    solution = solve(SMALL_GAMES[name])
    nets = ByHand(solution).nets()
    assert sum(nets.values()) == 1, "a round ran out of cards"
    mean = sum((net * chance for net, chance in nets.items()), Fraction(0))
    assert solution.expected_value == pytest.approx(float(mean), abs=1e-15)


@pytest.mark.parametrize(
    ("number", "settings", "value"),
    [
        (6, {}, -0.010143406698620586),
        (1, {}, -0.010725354970917603),
        (2, {"hits_soft_17": False}, -0.007415360649026294),
        (6, {"resplit_aces": False, "free_splits": False}, -0.03382362161694043),
        (6, {"free_doubles": False, "free_splits": False, "dealer_22_pushes": False}, -0.005471989641945341),
    ],
)
def test_free_bet_values_match_the_previous_solver(number: int, settings: dict[str, bool], value: float) -> None:
    """Compare with a solver that shared no code with this one."""
    assert solve(solver_rules(Rules.read(settings), decks(number))).expected_value == pytest.approx(value, abs=1e-14)


def test_example_of_the_method_page_is_right() -> None:
    eight, nine = 7, 8
    rules = BlackjackRules(
        (0, 0, 0, 0, 0, 0, 0, 2, 2, 2), doubling=Doubling(most_cards=0), splitting=Splitting(most_hands=1)
    )
    solution = solve(rules)
    assert solution.action_value((eight, eight), STAND, nine) == pytest.approx(-1, abs=1e-15)
    assert solution.action_value((eight, eight), HIT, nine) == pytest.approx(-1, abs=1e-15)
    assert solution.action_value((nine, nine), STAND, eight) == pytest.approx(1 / 3, abs=1e-15)
