"""Pot of Gold beside the main bet and Push 22, against the game dealt out by hand from tiny shoes, in fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers.free_bet_by_hand import Cards, Counts, Done, House, Spread, Table, drawn, total_of
from helpers.free_bet_policy import policy_of
from pitboss.games.free_bet.count.counted_rules import CountedRules
from pitboss.games.free_bet.count.played_out import PlayedOut, WayToPlay
from pitboss.games.free_bet.count.solve import Solver
from pitboss.games.free_bet.count.together.tokens import tokens_beside

TWOS = (0, 4, 0, 0, 0, 0, 0, 0, 6, 10)
THREES = (0, 0, 5, 0, 0, 0, 0, 6, 0, 7)
FIVES = (0, 0, 0, 6, 5, 0, 0, 0, 0, 8)
SIXES = (4, 0, 0, 0, 0, 7, 0, 0, 0, 8)
ODD_TABLE = (-1, 2.5, 3, 31, 32, 64, 99, 200)


class TableOf22(Table):
    """The same rounds, but all they win is a unit where the dealer ends at 22."""

    def _draw_out(self, left: Counts, done: tuple[Done, ...], dealer: Cards) -> Spread:
        total, soft = total_of(dealer)
        if total < 17 or (total == 17 and soft and self.house.hits_soft_17):
            return self.mix(
                (p, self.draw_out(rest, done, tuple(sorted((*dealer, card))))) for card, rest, p in drawn(left)
            )
        return {(Fraction(total == 22), 0): Fraction(1)}


def with_tokens(spread: Spread, pays: tuple[float, ...]) -> float:
    """The mean of what a round wins times what its tokens add to a Pot of Gold."""
    return sum(float(net * p) * (pays[tokens] - pays[0]) for (net, tokens), p in spread.items())


@pytest.mark.parametrize(
    ("counts", "terms", "stake"),
    [
        (TWOS, CountedRules(), 0),
        (TWOS, CountedRules(free_splits=False), 0),
        (THREES, CountedRules(pot_of_gold=ODD_TABLE), 0),
        (FIVES, CountedRules(), 0),
        (FIVES, CountedRules(pot_of_gold=ODD_TABLE), 5),
        (SIXES, CountedRules(hits_soft_17=False), 0),
        (SIXES, CountedRules(free_doubles=False), 0),
    ],
)
def test_FB_6_tokens_beside_the_main_bet_and_a_22_are_exact_card_for_card(
    counts: tuple[int, ...], terms: CountedRules, stake: float
) -> None:
    """Splits to four hands, every order of a tiny shoe; with a large stake even fives are split."""
    solution = Solver(terms, stake, counts=counts).solve()
    plan = WayToPlay(solution.best, solution.again)
    found = tokens_beside(PlayedOut(terms, solution.graph, solution.odds, plan, counts), terms.pot_of_gold)
    house = House(terms.hits_soft_17, terms.resplit_aces, terms.free_doubles, terms.free_splits)
    main, on_22 = (kind(counts, house, policy_of(solution)).round() for kind in (Table, TableOf22))
    assert found.with_main == pytest.approx(with_tokens(main, terms.pot_of_gold), abs=1e-13)
    assert found.with_22 == pytest.approx(with_tokens(on_22, terms.pot_of_gold), abs=1e-13)
