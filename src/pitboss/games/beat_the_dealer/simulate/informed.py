"""Beat the Dealer for players who know more: both dealer's cards, or all the hands at the table."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import compile_with_kernels, kernel, kernel_part
from pitboss.counting.holdem.poker_tables import NO_CARDS, StrengthTables, look_up
from pitboss.counting.streams import Stream, U, draw
from pitboss.games.beat_the_dealer.count.kernels import LOSS, OTHER_WIN, PAID_WIN, count_showdowns
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, main_net, outcome
from pitboss.ranking.poker import card_bit

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
FLOPS = 16
"""Flops dealt to each pair of hands: on each the fold is decided by the others."""

OUTCOMES = len(ShowdownOutcome)

compile_with_kernels(main_net)


class Matchups(NamedTuple):
    """Player's and dealer's hole cards up to the names of suits, and how many pairs of hands each stands for."""

    cards: Ints
    alike: Ints


def matchups() -> Matchups:
    """All of them: 93,769."""
    holes = np.array(list(combinations(range(52), 2)))
    mine, other = (side.ravel() for side in np.meshgrid(np.arange(len(holes)), np.arange(len(holes)), indexing="ij"))
    cards = np.concatenate([holes[mine], holes[other]], axis=1)
    cards = cards[(cards[:, None, :2] != cards[:, 2:, None]).all(axis=(1, 2))]
    names = np.full(len(cards), np.iinfo(np.int64).max)
    for suits in permutations(range(4)):
        named = (cards & ~3) | np.array(suits)[cards & 3]
        pairs = [np.sort(named[:, side], axis=1) for side in (slice(0, 2), slice(2, 4))]
        name = ((pairs[0][:, 0] * 52 + pairs[0][:, 1]) * 52 + pairs[1][:, 0]) * 52 + pairs[1][:, 1]
        names = np.minimum(names, name)
    _, first, alike = np.unique(names, return_index=True, return_counts=True)
    return Matchups(cards[first], alike.astype(np.int64))


@kernel
def _on_flop(hole: Ints, dealer: Ints, flop: Ints, tables: StrengthTables, paid_from: int, won: Floats) -> None:
    """What turn and river, bet wherever it pays with the dealer's cards known, come to on this flop; its square."""
    used, key, pack = 0, NO_CARDS, 0
    for card in flop:
        used, key, pack = used | 1 << card, key + tables.keys[card], pack | card_bit(card)
    my_key, my_pack, their_key, their_pack = key, pack, key, pack
    for place in range(2):
        mine, other = hole[place], dealer[place]
        used |= 1 << mine | 1 << other
        my_key, my_pack = my_key + tables.keys[mine], my_pack | card_bit(mine)
        their_key, their_pack = their_key + tables.keys[other], their_pack | card_bit(other)
    ends = np.zeros((52, 4), np.int64)  # by turn and how it ends, over all rivers
    for turn in range(52):
        if used >> turn & 1:
            continue
        for river in range(turn):
            if used >> river & 1:
                continue
            more, bits = tables.keys[turn] + tables.keys[river], card_bit(turn) | card_bit(river)
            strong = look_up(my_key + more, my_pack | bits, tables)
            how = outcome(strong, look_up(their_key + more, their_pack | bits, tables), paid_from)
            ends[turn, how] += 1
            ends[river, how] += 1
    gains = ends[:, PAID_WIN] + ends[:, OTHER_WIN] - ends[:, LOSS]
    bets_turn = int(gains.sum() > 0)
    times, total, squares = 0, 0, 0
    for turn in range(52):
        raised = 2 + bets_turn + int(gains[turn] > 0)
        for how in range(4):
            net, many = main_net(how, raised), ends[turn, how]
            times, total, squares = times + many, total + many * net, squares + many * net * net
    won[0], won[1] = total / times, squares / times


@kernel
def play_both_known(
    begin: int, end: int, matchups: Matchups, state: Stream, tables: StrengthTables, paid_from: int, flops: int,
    found: Floats,
) -> None:  # fmt: skip
    """By pair of hands: what it is worth, the mean square, and the variance of the first over the flops dealt."""
    won, worths = np.zeros(2), np.zeros((flops, 2))
    deck = np.zeros(48, np.uint8)
    for row in range(begin, end):
        cards, size = matchups.cards[row], 0
        for card in range(52):
            if card != cards[0] and card != cards[1] and card != cards[2] and card != cards[3]:
                deck[size] = card
                size += 1
        flop = np.zeros(3, np.int64)
        total = 0.0
        for number in range(flops):
            for place in range(3):
                flop[place] = draw(state, deck, U(place))
            _on_flop(cards[:2], cards[2:], flop, tables, paid_from, won)
            worths[number] = won
            total += won[0]
        for number in range(flops):  # each flop is played as all the others say
            is_folded = total - worths[number, 0] < 1 - flops
            found[row, 0] += (-1.0 if is_folded else worths[number, 0]) / flops
            found[row, 1] += (1.0 if is_folded else worths[number, 1]) / flops
            found[row, 2] += (worths[number, 0] - total / flops) ** 2 / flops**2


@kernel_part
def _river_gain(hole: Ints, board: Ints, gone: int, tables: StrengthTables, counts: Ints) -> float:
    """What a river bet wins on average over all rivers and dealer's cards that are not gone."""
    counts[:] = 0
    count_showdowns(hole, board, gone, tables, 0, counts)
    return float((counts[PAID_WIN] + counts[OTHER_WIN] - counts[LOSS]) / counts.sum())


@kernel
def share_cards(state: Stream, rounds: int, seats: int, tables: StrengthTables, gains: Floats) -> None:
    """By round: what a river bet wins more when the cards of all seats are known than by one's own."""
    deck, counts = np.arange(52).astype(np.uint8), np.zeros(OUTCOMES, np.int64)
    for number in range(rounds):
        for place in range(2 * seats + 4):
            draw(state, deck, U(place))
        hole, board = deck[:2].astype(np.int64), deck[2 * seats : 2 * seats + 4].astype(np.int64)
        gone = 0
        for place in range(2, 2 * seats):
            gone |= 1 << int(deck[place])
        alone = _river_gain(hole, board, 0, tables, counts)
        shared = _river_gain(hole, board, gone, tables, counts)
        gains[number] = max(shared, 0.0) - (shared if alone > 0 else 0.0)
