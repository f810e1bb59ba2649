"""
The loops behind Roll Your Own's exact odds: arithmetic over counts of cards, no telling of the round.

Everything is a measure: the chance that a hand comes about and the dealer's look finds no blackjack, times what the
hand is worth then. That chance is the same in every order of the hand's cards, so a hand is counts of values.
Numbers are whatever the memo holds, floats or `Fraction`s: the same lines serve as their own exact witness.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import kernel
from pitboss.games.roll_your_own.holdings import DealerHands, Holdings, Ints

STAND, HIT, DOUBLE, SPLIT = 0, 1, 2, 3
TWENTY_ONE = 5
U = np.uint64

Numbers = NDArray[Any]
Actions = NDArray[np.uint8]


class Memo(NamedTuple):
    """The dealer's odds by the cards that are left, and room to work in."""

    keys: Ints  # the cards left, or 0, and the row; longer than there are rows
    rows: Numbers  # chance to end below 17, …, below 22, the last all but blackjack
    used: Ints
    product: Numbers  # by node of the dealer's tree; the first is the number one
    scale: Numbers  # one over the number of ways to draw so many cards
    chance: Numbers  # by hand
    row: Ints  # by hand
    fresh: Ints  # keys whose rows are still to be worked out
    free: Numbers  # cards left of each value once so many are taken


class Worth(NamedTuple):
    """What hands are worth, by known cards, plan and hand."""

    stand: Numbers
    push: Numbers
    mass: Numbers
    by_end: Numbers  # by known cards, hand and the dealer's end


@kernel
def dealer_row(key: int, dealer: DealerHands, memo: Memo, row: int) -> None:
    """Running sums of the chances of the dealer's totals, a bust first, with these cards left."""
    rows, product, scale, free, one = memo.rows, memo.product, memo.scale, memo.free, memo.product[0]
    cards = 0
    for value in range(10):
        left = key >> (5 * value) & 31
        cards += left
        for taken in range(8):
            free[8 * value + taken] = one * (left - taken)
    for node in range(1, dealer.links.size):
        link = dealer.links[U(node)]
        product[U(node)] = product[link >> U(7)] * free[link & U(127)]
    for drawn in range(1, scale.size):
        scale[drawn] = scale[drawn - 1] / (cards - drawn + 1) if drawn <= cards else one * 0
    for total in range(6):
        rows[row, total] = one * 0
    for group in range(dealer.groups.shape[0]):
        ways = one * 0
        for final in range(dealer.groups[group, 2], dealer.groups[group, 3]):
            link = dealer.finals[U(final)]
            ways += dealer.orders[U(final)] * product[link >> U(7)] * free[link & U(127)]
        rows[row, dealer.groups[group, 0]] += ways * scale[dealer.groups[group, 1]]
    below = one - free[8 * dealer.natural] / cards if dealer.natural >= 0 else one
    rows[row, 5] = below
    for total in range(4, -1, -1):
        below = below - rows[row, total]
        rows[row, total] = below


@kernel
def find_key(key: int, keys: Ints) -> int:
    """Where these cards left stand among the keys of the memo, or are to stand."""
    mask = keys.shape[0] - 1
    # Keys differ in few bits, so they are spread by two multipliers whose products stay below 2⁶³.
    place = ((key & 0x1FFFFFF) * 0x12D5FEEC3B + (key >> 25) * 0x1A7C4D5F71 >> 24) & mask
    while keys[U(place), U(0)] != key and keys[U(place), U(0)] != 0:
        place = (place + 1) & mask
    return int(place)


@kernel
def draw_hands(left: int, pair: int, more: int, hands: Holdings, dealer: DealerHands, memo: Memo) -> None:
    """The chance of every hand and the dealer's odds beside it; with more of a pair gone most odds are known."""
    steps, chance, row, number, cards = hands.steps, memo.chance, memo.row, hands.keys.size, cards_in(left)
    chance[0], new = memo.product[0], 0
    for place in range(number):
        at = U(place)
        if place > 0:
            free = max(int(left >> (5 * steps[at, 1]) & 31) - int(steps[at, 2]), 0)
            chance[at] = chance[U(steps[at, 0])] * free / max(cards - int(steps[at, 3]), 1)
        grown = hands.after[at, U(pair)]
        if chance[at] != 0 and more > 0 and grown < number:
            row[at] = row[U(grown)]
        elif chance[at] != 0:
            key = left - int(hands.keys[at])
            found = find_key(key, memo.keys)
            if memo.keys[found, 0] == 0:
                memo.keys[found, 0] = memo.fresh[new] = key
                memo.keys[found, 1] = memo.used[0] + new
                new += 1
            row[at] = memo.keys[found, 1]
    for each in range(new):
        dealer_row(int(memo.fresh[each]), dealer, memo, int(memo.used[0]) + each)
    memo.used[0] += new


@kernel
def cards_in(key: int) -> int:
    """How many cards a key holds."""
    cards = 0
    for value in range(10):
        cards += key >> (5 * value) & 31
    return cards


@kernel
def make_room(memo: Memo) -> None:
    """Forget everything once one more lot of hands might not fit."""
    if memo.used[0] + memo.row.size > memo.rows.shape[0]:
        memo.used[0] = 0
        for place in range(memo.keys.shape[0]):
            memo.keys[place, 0] = 0


@kernel
def weigh(
    packs: Ints, pair: int, weights: Ints, peeks: bool, hands: Holdings, dealer: DealerHands, memo: Memo, worth: Worth
) -> None:
    """
    What standing on each hand is worth with each pack, by its key or -1, added up by the weights of each plan.

    `weights[more, plan]` counts hands of a split with `more` cards of the pair's value gone besides; other hands
    have one plan of weight one. If there is room `by_end`, the first plan's hands are added up there instead.
    """
    for pack in range(packs.size):
        left, ratio = int(packs[pack]), memo.product[0]
        if left < 0:
            continue
        make_room(memo)
        for more in range(weights.shape[0]):
            draw_hands(left, pair, more, hands, dealer, memo)
            if worth.by_end.size > 0:
                add_by_end(ratio * int(weights[more, 0]), peeks, hands, memo, worth.by_end, pack)
            else:
                add_worth(ratio, weights, more, peeks, hands, memo, worth, pack)
            ratio = ratio * (left >> (5 * pair) & 31) / cards_in(left)
            if ratio == 0:
                break
            left -= 1 << (5 * pair)


@kernel
def add_worth(
    ratio: Any, weights: Ints, more: int, peeks: bool, hands: Holdings, memo: Memo, worth: Worth, pack: int
) -> None:
    """Add what was drawn last to every plan."""
    rows, steps = memo.rows, hands.steps
    for place in range(hands.keys.size):
        at = U(place)
        if memo.chance[at] == 0:
            continue
        row, line = U(memo.row[at]), U(steps[at, 4])
        below, upto = rows[row, line - U(line > U(0))], rows[row, line]
        top = rows[row, U(5)] if peeks else memo.product[0]
        for plan in range(weights.shape[1]):
            share = memo.chance[at] * ratio * int(weights[more, plan])
            worth.stand[U(pack), U(plan), at] += share * (below + upto - top)
            worth.push[U(pack), U(plan), at] += share * (upto - below)
            worth.mass[U(pack), U(plan), at] += share * top


@kernel
def play_on(hands: Holdings, worth: Worth, best: Numbers, push: Numbers, action: Actions) -> None:
    """The best of stand and hit for every hand, of double too for two cards; 21 stands (C-6)."""
    last = hands.keys.size
    for pack in range(best.shape[0]):
        for plan in range(best.shape[1]):
            stand, stand_push, mass = worth.stand[pack, plan], worth.push[pack, plan], worth.mass[pack, plan]
            value, pushed = best[pack, plan], push[pack, plan]
            for index in range(last - 1, -1, -1):
                step = hands.steps[index]
                value[index], pushed[index], action[pack, plan, index] = stand[index], stand_push[index], STAND
                if step[4] == TWENTY_ONE or step[6] < 2:
                    continue
                hit, hit_push = -mass[index], mass[index] * 0
                for card in range(step[5]):
                    grown = hands.after[index, card]
                    hit += value[grown] + mass[grown]
                    hit_push += pushed[grown]
                if hit > value[index]:
                    value[index], pushed[index], action[pack, plan, index] = hit, hit_push, HIT
                if step[6] > 2:
                    continue
                double, double_push = -mass[index], mass[index] * 0
                for card in range(step[5]):
                    grown = hands.after[index, card]
                    double += stand[grown] + mass[grown]
                    double_push += stand_push[grown]
                if 2 * double > value[index]:
                    value[index], pushed[index], action[pack, plan, index] = 2 * double, double_push, DOUBLE


@kernel
def add_by_end(share: Any, peeks: bool, hands: Holdings, memo: Memo, by_end: Numbers, pack: int) -> None:
    """Add the chance of what was drawn last with each end of the dealer's: bust, 17 to 21, blackjack."""
    rows = memo.rows
    for place in range(hands.keys.size):
        chance = memo.chance[place] * share
        if chance == 0:
            continue
        row, below = memo.row[place], share * 0
        for end in range(6):
            by_end[pack, place, end] += chance * (rows[row, end] - below)
            below = rows[row, end]
        if not peeks:
            by_end[pack, place, 6] += chance * (memo.product[0] - below)


@kernel
def play_by_end(hands: Holdings, action: Actions, by_end: Numbers, won: Numbers, push: Numbers) -> None:
    """The chance to win and to push with each end of the dealer's, each hand of each pack played as told."""
    steps, after, number = hands.steps, hands.after, hands.keys.size
    for pack in range(by_end.shape[0]):
        for place in range(number - 1, -1, -1):
            is_hit = action[pack, place] == HIT
            if not is_hit and action[pack, place] != DOUBLE:
                stand_by_end(steps[place, 4], by_end, won, push, pack, place, place)
                continue
            for card in range(steps[place, 5]):
                grown = after[place, card]
                if grown == number:
                    continue
                if not is_hit:
                    stand_by_end(steps[grown, 4], by_end, won, push, pack, grown, place)
                    continue
                for end in range(7):
                    won[pack, place, end] += won[pack, grown, end]
                    push[pack, place, end] += push[pack, grown, end]


@kernel
def stand_by_end(line: int, by_end: Numbers, won: Numbers, push: Numbers, pack: int, stood: int, place: int) -> None:
    """Add what standing on a hand of this line wins and pushes."""
    for end in range(7):
        if end == 0 or line > end:
            won[pack, place, end] += by_end[pack, stood, end]
        elif line == end:
            push[pack, place, end] += by_end[pack, stood, end]
