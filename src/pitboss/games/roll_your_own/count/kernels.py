"""
Compiled loops of Roll Your Own's exact odds: arithmetic over card counts.

Every quantity is a measure: the probability that a hand is reached and the dealer's peek finds no blackjack, times
the value of the hand. That probability does not depend on the order of the hand's cards, so a hand is a composition
of values. Numbers are floats or `Fraction`s, depending on the arrays passed in, so the same code can be verified
exactly.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel, kernel_part
from pitboss.games.roll_your_own.count.removed_cards import Places
from pitboss.solving.blackjack_legacy.player_hands import PlayerHands
from pitboss.solving.blackjack_legacy.values import Actions, Ints, Numbers

STAND, HIT, DOUBLE, SPLIT = 0, 1, 2, 3
TWENTY_ONE = 5
U = np.uint64


class Workspace(NamedTuple):
    """Scratch arrays, by hand."""

    one: Numbers  # the number one
    left: Ints  # cards left of each value
    chance: Numbers
    drawn: Numbers  # value of standing, probability of a push, and mass
    worth: Numbers  # the same, by plan
    best: Numbers
    pushed: Numbers


class WorthTable(NamedTuple):
    """The cards and odds with which hands are drawn."""

    packs: Ints  # cards left of each value, negative if impossible
    pair: int
    numbers: Places  # axes: pack, more pair cards gone, hand; index of the cards gone
    odds: Numbers  # axes: cards gone, result; probability of 17, …, 21, blackjack, or better
    looks: bool  # whether the dealer peeks for a blackjack


class Found(NamedTuple):
    """The results. Axes: pack, plan, hand asked for; the action is by every hand."""

    stand: Numbers
    mass: Numbers
    best: Numbers
    push: Numbers
    action: Actions


@kernel_part
def lay_out(pack: Ints, left: Ints) -> bool:
    """Copy a pack to the cards left. Return whether the pack is possible."""
    possible = True
    for value in range(10):
        left[value] = pack[value]
        possible &= pack[value] >= 0
    return possible


@kernel_part
def cards_in(pack: Ints) -> int:
    """Return the number of cards in a pack."""
    cards = 0
    for value in range(10):
        cards += pack[value]
    return cards


@kernel_part
def draw_hands(hands: PlayerHands, room: Workspace) -> None:
    """Compute the probability of every hand with these cards left."""
    steps, chance, left = hands.steps, room.chance, room.left
    cards = cards_in(left)
    chance[0] = room.one[0]
    for hand in range(1, hands.keys.size):
        at = U(hand)
        free = max(left[U(steps[at, 1])] - steps[at, 2], 0)
        chance[at] = chance[U(steps[at, 0])] * free / max(cards - steps[at, 3], 1)


@kernel
def play(table: WorthTable, weights: Ints, hands: PlayerHands, asked: Ints, room: Workspace, found: Found) -> None:
    """
    Compute the value of standing and the best play with each pack, summed with the weights of each plan.

    `weights[more, plan]` counts hands of a split with `more` more cards of the pair's value gone. Other hands have
    one plan of weight one.
    """
    for pack in range(table.packs.shape[0]):
        if not weigh_hands(table, pack, weights, hands, room):
            continue
        for plan in range(weights.shape[1]):
            play_on(hands, plan, room, found.action[pack, plan])
            for place in range(asked.size):
                hand = asked[place]
                found.stand[pack, plan, place] = room.worth[0, plan, hand]
                found.mass[pack, plan, place] = room.worth[2, plan, hand]
                found.best[pack, plan, place] = room.best[hand]
                found.push[pack, plan, place] = room.pushed[hand]


@kernel_part
def weigh_hands(table: WorthTable, pack: int, weights: Ints, hands: PlayerHands, room: Workspace) -> bool:
    """Store the value of standing on every hand with this pack, by plan. Return False if the pack is impossible."""
    if not lay_out(table.packs[pack], room.left):
        return False
    room.worth[:] = room.one[0] * 0
    ratio = room.one[0]
    for more in range(weights.shape[0]):
        draw_hands(hands, room)
        add_worth(ratio, weights[more], hands, table, table.numbers[pack, more], room)
        ratio = ratio * room.left[table.pair] / cards_in(room.left)
        if ratio == 0:
            break
        room.left[table.pair] -= 1
    return True


@kernel_part
def add_worth(ratio: Any, weights: Ints, hands: PlayerHands, table: WorthTable, gone: Places, room: Workspace) -> None:
    """Add the last drawn measures to every plan."""
    odds, one = table.odds, room.one[0]
    for hand in range(hands.keys.size):
        at = U(hand)
        number, line, share = U(gone[at]), U(hands.steps[at, 4]), room.chance[at] * ratio
        as_good, better = odds[number, line - U(line > U(0))], odds[number, line]
        found = odds[number, U(5)] if table.looks else one * 0
        room.drawn[U(0), at] = share * (one - as_good - better + found)
        room.drawn[U(1), at] = share * (as_good - better)
        room.drawn[U(2), at] = share * (one - found)
    for plan in range(weights.size):
        if weights[plan] != 0:
            for measure in range(3):
                add_to(room.worth[measure, plan], room.drawn[measure], weights[plan], hands.keys.size)


@kernel_part
def add_to(sums: Numbers, measures: Numbers, weight: int, number: int) -> None:
    """Add `number` measures, each times `weight`."""
    for at in range(number):
        sums[at] += weight * measures[at]


@kernel_part
def play_on(hands: PlayerHands, plan: int, room: Workspace, action: Actions) -> None:
    """Choose the best of stand and hit for every hand, and double for two cards. 21 stands (C-6)."""
    stand, push, mass = room.worth[0, plan], room.worth[1, plan], room.worth[2, plan]
    best, pushed = room.best, room.pushed
    best[hands.keys.size] = pushed[hands.keys.size] = room.one[0] * 0
    for hand in range(hands.keys.size - 1, -1, -1):
        at = U(hand)
        best[at], pushed[at], action[at] = stand[at], push[at], STAND
        if hands.steps[at, 4] == TWENTY_ONE or hands.steps[at, 6] < 2:
            continue
        hit, hit_push = draw_one(hands, at, mass, best, pushed)
        if hit > best[at]:
            best[at], pushed[at], action[at] = hit, hit_push, HIT
        if hands.steps[at, 6] > 2:
            continue
        double, double_push = draw_one(hands, at, mass, stand, push)
        if 2 * double > best[at]:
            best[at], pushed[at], action[at] = 2 * double, double_push, DOUBLE


@kernel_part
def draw_one(hands: PlayerHands, at: Any, mass: Numbers, worth: Numbers, push: Numbers) -> tuple[Any, Any]:
    """Return the value and the push probability of a hand after one more card."""
    won, pushed = -mass[at], mass[at] * 0
    for card in range(hands.steps[at, 5]):
        grown = U(hands.after[at, U(card)])
        won += worth[grown] + mass[grown]
        pushed += push[grown]
    return won, pushed
