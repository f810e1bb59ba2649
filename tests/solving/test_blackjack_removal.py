"""Fixed play with cards removed from the deck: effects of removal."""

from __future__ import annotations

import pytest

from pitboss.solving.blackjack.rules import (
    BlackjackRules,
    Dealer,
    Doubling,
    Knowledge,
    Pack,
    Splitting,
    Surrender,
    decks,
)
from pitboss.solving.blackjack.solve import follow, solve


def without(pack: Pack, value: int) -> Pack:
    return tuple(count - (place == value) for place, count in enumerate(pack))


@pytest.mark.parametrize(
    "rules",
    [
        BlackjackRules(decks(1), surrender=Surrender.LATE),
        BlackjackRules(decks(2), Dealer(hits_soft_17=True, peeks=False), surrender=Surrender.EARLY),
        BlackjackRules(
            decks(1), Dealer(pushes_22=True), Doubling(free_totals=frozenset({9, 10, 11})),
            Splitting(4, 4, free_pairs=frozenset(range(9))), knowledge=Knowledge.CARDS,
        ),
    ],
)  # fmt: skip
def test_unseen_burned_card_changes_nothing(rules: BlackjackRules) -> None:
    """Check that, with fixed play, the deck without a random card is as good as the whole deck."""
    game, size = solve(rules), sum(rules.pack)
    mean = sum(
        count / size * follow(game, without(rules.pack, value)).expected_value for value, count in enumerate(rules.pack)
    )
    assert mean == pytest.approx(game.expected_value, abs=1e-15)


def test_following_a_game_in_its_own_deck_gives_its_value() -> None:
    game = solve(BlackjackRules(decks(2), surrender=Surrender.LATE))
    assert follow(game, decks(2)).expected_value == pytest.approx(game.expected_value, abs=1e-16)


def test_best_play_is_worth_more_than_the_play_of_another_deck() -> None:
    game = solve(BlackjackRules(decks(1)))
    for value in range(10):
        left = without(decks(1), value)
        assert solve(BlackjackRules(left)).expected_value >= follow(game, left).expected_value - 1e-15


def test_effects_of_removal_match_griffin() -> None:
    """
    Compare with Griffin, The Theory of Blackjack, chapter 4: one deck, S17, no double after splits, in percent.

    His pairs are approximate, and his figures sum to -0.03 over the thirteen ranks instead of 0.
    """
    griffin = (-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51)
    rules = BlackjackRules(
        decks(1), doubling=Doubling(after_split=False), splitting=Splitting(2), knowledge=Knowledge.TOTAL
    )
    game = solve(rules)
    ours = [follow(game, without(decks(1), value)).expected_value - game.expected_value for value in range(10)]
    assert [100 * each for each in ours] == pytest.approx(griffin, abs=0.025)
    assert sum(ours[:9]) + 4 * ours[9] == pytest.approx(0, abs=1e-15)
