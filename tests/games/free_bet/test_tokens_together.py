"""Pot of Gold together with the main bet and Push 22, compared with enumeration of tiny shoes, in fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers.blackjack.free_bet_by_hand import Cards, Counts, Done, House, Spread, Table, drawn, total_of
from helpers.blackjack.free_bet_policy import PAYS, policy_of, solved_from
from pitboss.games.free_bet.count.token_moments import token_moments

TWOS = (0, 4, 0, 0, 0, 0, 0, 0, 6, 10)
THREES = (0, 0, 5, 0, 0, 0, 0, 6, 0, 7)
FIVES = (0, 0, 0, 6, 5, 0, 0, 0, 0, 8)
SIXES = (4, 0, 0, 0, 0, 7, 0, 0, 0, 8)
ODD_TABLE = (-1, 2.5, 3, 31, 32, 64, 99, 200)


class TableOf22(Table):
    """The same rounds, winning one unit if the dealer ends at 22 and nothing otherwise."""

    def _draw_out(self, left: Counts, done: tuple[Done, ...], dealer: Cards) -> Spread:
        total, soft = total_of(dealer)
        if total < 17 or (total == 17 and soft and self.house.hits_soft_17):
            return self.mix(
                (p, self.draw_out(rest, done, tuple(sorted((*dealer, card))))) for card, rest, p in drawn(left)
            )
        return {(Fraction(total == 22), 0): Fraction(1)}


def with_tokens(spread: Spread, pays: tuple[float, ...]) -> float:
    """Return the mean of a round's net times what its tokens add to a Pot of Gold."""
    return sum(float(net * p) * (pays[tokens] - pays[0]) for (net, tokens), p in spread.items())


@pytest.mark.parametrize(
    ("counts", "settings", "pays", "stake"),
    [
        (TWOS, {}, PAYS, 0),
        (TWOS, {"free_splits": False}, PAYS, 0),
        (THREES, {}, ODD_TABLE, 0),
        (FIVES, {}, PAYS, 0),
        (FIVES, {}, ODD_TABLE, 5),
        (SIXES, {"hits_soft_17": False}, PAYS, 0),
        (SIXES, {"free_doubles": False}, PAYS, 0),
    ],
)
def test_FB_6_tokens_with_the_main_bet_and_with_a_22_match_enumeration(
    counts: tuple[int, ...], settings: dict[str, bool], pays: tuple[float, ...], stake: float
) -> None:
    """Split to four hands, every order of a tiny shoe; with a large stake even fives are split."""
    game = solved_from(counts, stake, pays, **settings)
    found = token_moments(game, pays)
    main, on_22 = (kind(counts, House(**settings), policy_of(game)).round() for kind in (Table, TableOf22))
    assert found.with_main == pytest.approx(with_tokens(main, pays), abs=1e-13)
    assert found.with_22 == pytest.approx(with_tokens(on_22, pays), abs=1e-13)
