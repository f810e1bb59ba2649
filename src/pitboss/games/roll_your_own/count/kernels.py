"""
Compiled loops for Roll Your Own's exact odds: arithmetic on card counts.

All quantities are joint: the value of a hand times the probability that the hand is reached and the dealer's peek finds
no blackjack. That probability does not depend on the order of the hand's cards, so a hand is a multiset of values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel, kernel_part
from pitboss.solving.blackjack.distribution.drawn_hands import TWENTY_ONE, DrawnHands
from pitboss.solving.blackjack.distribution.key_index import Numbers
from pitboss.solving.blackjack.hands import Actions, Floats, Ints
from pitboss.solving.blackjack.play import DOUBLE, HIT, STAND

NATURAL, ANY, COLUMNS = 5, 6, 7
"""Columns of the dealer's odds after the five for 17 to 21: a blackjack, any result; and the number of columns."""
STAND_VALUE, PUSH_PROBABILITY, IN_PLAY, MEASURES = 0, 1, 2, 3
"""Joint quantities of a hand: the value of standing, the probabilities of a push and of no blackjack; their number."""
U = np.uint64


class Workspace(NamedTuple):
    """Scratch arrays."""

    drawn: Floats  # [measure, hand], for one set of removed cards
    worth: Floats  # [measure, plan, hand], summed over all sets of removed cards
    best: Floats  # [hand]: value at best play; the last entry is for an impossible hand
    pushed: Floats  # [hand]: probability of a push at best play


class WorthTable(NamedTuple):
    """The dealer's odds, by the cards removed from the pack."""

    numbers: Numbers  # [known cards, further pair cards removed, hand]: the row of `odds` for the removed cards
    odds: Floats  # [row, column]: joint probabilities of 17 or better, …, 21 or better, a blackjack, and any result
    peeks: bool  # whether the dealer peeks for a blackjack


class PlayResults(NamedTuple):
    """The results of `play`. Axes: known cards, plan, requested hand."""

    stand: Floats  # value of standing
    in_play: Floats  # probability that the hand is dealt and the peek finds no blackjack
    best: Floats  # value at best play
    push: Floats  # probability of a push at best play
    action: Actions  # [known cards, plan, hand], for all hands


@kernel
def play(
    table: WorthTable, weights: Ints, hands: DrawnHands, requested: Ints, workspace: Workspace, results: PlayResults
) -> None:
    """
    Compute the value of standing and the best play for each set of known cards, using the weights of each plan.

    `weights[further, plan]` are the weights of split hands with `further` more cards of the pair's value removed. Other
    hands have one plan, with weight 1.
    """
    for known in range(table.numbers.shape[0]):
        if not weigh_hands(table, known, weights, hands, workspace):
            continue
        for plan in range(weights.shape[1]):
            play_on(hands, plan, workspace, results.action[known, plan])
            for position in range(requested.size):
                hand = requested[position]
                results.stand[known, plan, position] = workspace.worth[STAND_VALUE, plan, hand]
                results.in_play[known, plan, position] = workspace.worth[IN_PLAY, plan, hand]
                results.best[known, plan, position] = workspace.best[hand]
                results.push[known, plan, position] = workspace.pushed[hand]


@kernel_part
def weigh_hands(table: WorthTable, known: int, weights: Ints, hands: DrawnHands, workspace: Workspace) -> bool:
    """
    Store the joint quantities of every hand that stands, by plan, given the known cards and the up card.

    Return False if the pack does not have the known cards.
    """
    workspace.worth[:] = 0.0
    dealt = table.odds[table.numbers[known, 0, 0], ANY]
    if dealt == 0:
        return False
    for further in range(weights.shape[0]):
        removed = table.numbers[known, further]
        if table.odds[removed[0], ANY] == 0:
            break
        add_worth(1 / dealt, weights[further], hands, table, removed, workspace)
    return True


@kernel_part
def add_worth(
    scale: float, weights: Ints, hands: DrawnHands, table: WorthTable, removed: Numbers, workspace: Workspace
) -> None:
    """Add the joint quantities of all hands, with these cards removed, to every plan."""
    odds = table.odds
    for hand in range(hands.keys.size):
        at = U(hand)
        row, line = U(removed[at]), U(hands.line[at])
        at_least, better = odds[row, line - U(line > U(0))], odds[row, line]
        blackjack = odds[row, U(NATURAL)] if table.peeks else 0.0
        workspace.drawn[U(STAND_VALUE), at] = scale * (odds[row, U(ANY)] - at_least - better + blackjack)
        workspace.drawn[U(PUSH_PROBABILITY), at] = scale * (at_least - better)
        workspace.drawn[U(IN_PLAY), at] = scale * (odds[row, U(ANY)] - blackjack)
    for plan in range(weights.size):
        if weights[plan] != 0:
            for measure in range(MEASURES):
                add_to(workspace.worth[measure, plan], workspace.drawn[measure], weights[plan], hands.keys.size)


@kernel_part
def add_to(sums: Floats, values: Floats, weight: int, number: int) -> None:
    """Add the first `number` values to `sums`, each times `weight`."""
    for at in range(number):
        sums[at] += weight * values[at]


@kernel_part
def play_on(hands: DrawnHands, plan: int, workspace: Workspace, action: Actions) -> None:
    """Choose the best of standing and hitting for every hand, and of doubling with two cards. 21 stands (C-6)."""
    stand, push = workspace.worth[STAND_VALUE, plan], workspace.worth[PUSH_PROBABILITY, plan]
    in_play = workspace.worth[IN_PLAY, plan]
    best, pushed = workspace.best, workspace.pushed
    best[hands.keys.size] = pushed[hands.keys.size] = 0.0
    for hand in range(hands.keys.size - 1, -1, -1):
        at = U(hand)
        best[at], pushed[at], action[at] = stand[at], push[at], STAND
        if hands.line[at] == TWENTY_ONE or hands.cards[at] < 2:
            continue
        hit, hit_push = draw_one(hands, at, in_play, best, pushed)
        if hit > best[at]:
            best[at], pushed[at], action[at] = hit, hit_push, HIT
        if hands.cards[at] > 2:
            continue
        double, double_push = draw_one(hands, at, in_play, stand, push)
        if 2 * double > best[at]:
            best[at], pushed[at], action[at] = 2 * double, double_push, DOUBLE


@kernel_part
def draw_one(hands: DrawnHands, at: Any, in_play: Floats, worth: Floats, push: Floats) -> tuple[Any, Any]:
    """Return the value and the push probability of a hand after one more card."""
    won, pushed = -in_play[at], 0.0
    for card in range(hands.safe_draws[at]):
        grown = U(hands.after[at, U(card)])
        won += worth[grown] + in_play[grown]
        pushed += push[grown]
    return won, pushed
