"""Beat the Dealer for players with extra information: both dealer's cards, or all hands at the table."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel, kernel_part
from pitboss.compute.streams import Stream, U, draw
from pitboss.games.beat_the_dealer.count.kernels import LOSS, OTHER_WIN, PAID_WIN, count_showdowns, strength_of
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, main_net, outcome, starting_hand
from pitboss.games.beat_the_dealer.simulate.kernels import KernelTables, bets_of
from pitboss.ranking.poker import card_bit
from pitboss.solving.holdem.poker_tables import HIGH_MASK, HIGH_SHIFT, LOW_MASK, NO_CARDS, StrengthTables, look_up

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
FLOPS = 16
"""The number of flops dealt to each matchup. On each, the fold is decided by the other flops."""

OUTCOMES = len(ShowdownOutcome)

compile_with_kernels(main_net)


class Matchups(NamedTuple):
    """Player's and dealer's hole cards up to suit isomorphism, and the number of matchups each represents."""

    cards: Ints
    alike: Ints


def matchups() -> Matchups:
    """Return all 93,769 matchups. Each is represented by its lowest codes, so the player's hand is one of 169."""
    holes = np.array(list(combinations(range(52), 2)))
    least, alike = _least_holes(holes)
    mine, other = (side.ravel() for side in np.meshgrid(np.arange(len(least)), np.arange(len(holes)), indexing="ij"))
    cards = np.concatenate([least[mine], holes[other]], axis=1)
    can_be = (cards[:, None, :2] != cards[:, 2:, None]).all(axis=(1, 2))
    cards, alike = cards[can_be], alike[mine[can_be]]
    names = np.full(len(cards), np.iinfo(np.int64).max)
    for suits in permutations(range(4)):
        named = (cards & ~3) | np.array(suits)[cards & 3]
        (a, b), (c, d) = ((np.minimum(*two), np.maximum(*two)) for two in (named[:, :2].T, named[:, 2:].T))
        names = np.minimum(names, ((a * 52 + b) * 52 + c) * 52 + d)
    _, first, times = np.unique(names, return_index=True, return_counts=True)
    return Matchups(cards[first], times * alike[first])


def _least_holes(holes: Ints) -> tuple[Ints, Ints]:
    """Return the hole cards with the lowest codes for each starting hand, and the number of pairs that it has."""
    starts = [starting_hand(*hole) for hole in holes.tolist()]
    _, first, alike = np.unique(starts, return_index=True, return_counts=True)
    return holes[first], alike


class FlopScratch(NamedTuple):
    """Scratch arrays for one flop."""

    ends: Ints
    """The number of rivers. Axes: turn card, outcome."""
    by_rank: Ints
    """The outcome if no flush is made. Axes: ranks of turn and river."""
    left: Ints
    """The number of cards left of each rank."""
    suits: Ints
    """For each suit, the most cards that either player has with the flop."""


class BothHands(NamedTuple):
    """Two hands with the flop: the cards used, and the partial strength key of each hand."""

    used: int
    my_key: int
    my_pack: int
    their_key: int
    their_pack: int


@kernel_part
def _lay_flop(hole: Ints, dealer: Ints, flop: Ints, tables: StrengthTables, scratch: FlopScratch) -> BothHands:
    """Combine both hands with the flop, and count the cards left of each rank and the most of each suit in a hand."""
    used, key, pack = 0, NO_CARDS, 0
    for rank in range(13):
        scratch.left[rank] = 4
    for place in range(3):
        card = flop[place]
        used, key, pack = used | 1 << card, key + tables.keys[card], pack | card_bit(card)
        scratch.left[card >> 2] -= 1
    my_key, my_pack, their_key, their_pack = key, pack, key, pack
    for place in range(2):
        mine, other = hole[place], dealer[place]
        used |= 1 << mine | 1 << other
        my_key, my_pack = my_key + tables.keys[mine], my_pack | card_bit(mine)
        their_key, their_pack = their_key + tables.keys[other], their_pack | card_bit(other)
        scratch.left[mine >> 2] -= 1
        scratch.left[other >> 2] -= 1
    for suit in range(4):
        mine = other = 0
        for place in range(3):
            mine += int(flop[place] & 3 == suit)
        other = mine
        for place in range(2):
            mine, other = mine + int(hole[place] & 3 == suit), other + int(dealer[place] & 3 == suit)
        scratch.suits[suit] = max(mine, other)
    return BothHands(used, my_key, my_pack, their_key, their_pack)


@kernel_part
def _end_by_rank(hands: BothHands, tables: StrengthTables, paid_from: int, scratch: FlopScratch) -> None:
    """Count the outcomes of all turns and rivers by rank alone, ignoring flushes."""
    by_rank, left, ends = scratch.by_rank, scratch.left, scratch.ends
    for rank in range(13):
        for how in range(OUTCOMES):
            ends[4 * rank, how] = 0
    for turn in range(13):
        for river in range(turn + 1):
            if left[turn] == 0 or left[river] <= int(turn == river):
                continue
            more = tables.keys[4 * turn] + tables.keys[4 * river]
            how = outcome(
                _by_rank(hands.my_key + more, tables), _by_rank(hands.their_key + more, tables), paid_from
            )  # fmt: skip
            by_rank[turn, river] = by_rank[river, turn] = how
            ends[4 * turn, how] += left[river] - int(turn == river)
            if turn != river:
                ends[4 * river, how] += left[turn]
    for rank in range(13):
        for suit in range(3, -1, -1):  # the first suit holds the sums
            for how in range(OUTCOMES):
                ends[4 * rank + suit, how] = ends[4 * rank, how] * int(hands.used >> (4 * rank + suit) & 1 == 0)


@kernel_part
def _by_rank(key: int, tables: StrengthTables) -> int:
    """Return the strength of seven cards without five of one suit."""
    return int(tables.ranks[tables.high[key >> HIGH_SHIFT & HIGH_MASK] + tables.low[key & LOW_MASK]])


@kernel_part
def _mend_flushes(hands: BothHands, tables: StrengthTables, paid_from: int, scratch: FlopScratch) -> None:
    """Correct the counts for turns and rivers that give either hand a flush."""
    has_flush = max(scratch.suits[0], scratch.suits[1], scratch.suits[2], scratch.suits[3]) == 5
    for turn in range(52):
        if hands.used >> turn & 1:
            continue
        own = turn & 3
        for suit in range(4):
            most = max(scratch.suits[own], scratch.suits[suit])
            if most < 4 - int(suit == own) and not has_flush:
                continue
            for river in range(suit, turn, 4):
                if hands.used >> river & 1:
                    continue
                more, bits = tables.keys[turn] + tables.keys[river], card_bit(turn) | card_bit(river)
                strong = look_up(hands.my_key + more, hands.my_pack | bits, tables)
                other = look_up(hands.their_key + more, hands.their_pack | bits, tables)
                was, how = scratch.by_rank[turn >> 2, river >> 2], outcome(strong, other, paid_from)
                scratch.ends[turn, was] -= 1
                scratch.ends[turn, how] += 1
                scratch.ends[river, was] -= 1
                scratch.ends[river, how] += 1


@kernel_part
def _on_flop(
    hole: Ints, dealer: Ints, flop: Ints, tables: StrengthTables, paid_from: int, scratch: FlopScratch, won: Floats
) -> None:  # fmt: skip
    """Store the mean net and mean square on this flop, with turn and river bets made knowing the dealer's cards."""
    hands = _lay_flop(hole, dealer, flop, tables, scratch)
    _end_by_rank(hands, tables, paid_from, scratch)
    _mend_flushes(hands, tables, paid_from, scratch)
    ends, whole = scratch.ends, 0
    for turn in range(52):
        whole += ends[turn, PAID_WIN] + ends[turn, OTHER_WIN] - ends[turn, LOSS]
    bets_turn = int(whole > 0)
    times, total, squares = 0, 0, 0
    for turn in range(52):
        gain = ends[turn, PAID_WIN] + ends[turn, OTHER_WIN] - ends[turn, LOSS]
        raised = 2 + bets_turn + int(gain > 0)
        for how in range(OUTCOMES):
            net, count = main_net(how, raised), ends[turn, how]
            times, total, squares = times + count, total + count * net, squares + count * net * net
    won[0], won[1] = total / times, squares / times


@kernel
def play_both_known(
    begin: int, end: int, matchups: Matchups, state: Stream, tables: StrengthTables, paid_from: int, flops: int,
    found: Floats,
) -> None:  # fmt: skip
    """Store the value, mean square, and variance of the value over the flops dealt, for each matchup."""
    won, worths = np.zeros(2), np.zeros((flops, 2))
    deck = np.zeros(48, np.uint8)
    ends, by_rank = np.zeros((52, OUTCOMES), np.int64), np.zeros((13, 13), np.int64)
    scratch = FlopScratch(ends, by_rank, np.zeros(13, np.int64), np.zeros(4, np.int64))
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
            _on_flop(cards[:2], cards[2:], flop, tables, paid_from, scratch, won)
            worths[number] = won
            total += won[0]
        for number in range(flops):  # the other flops decide whether to fold on this one
            is_folded = total - worths[number, 0] < 1 - flops
            found[row, 0] += (-1.0 if is_folded else worths[number, 0]) / flops
            found[row, 1] += (1.0 if is_folded else worths[number, 1]) / flops
            found[row, 2] += (worths[number, 0] - total / flops) ** 2 / flops**2


@kernel
def turn_gain(hole: Ints, flop: Ints, elsewhere: int, tables: StrengthTables) -> float:
    """
    Return the mean gain from a turn bet over all turns, rivers and dealer hands that are still possible.

    `elsewhere` has a bit for each card that is known to be neither in the pack nor with the dealer.
    """
    known, key, pack = elsewhere, NO_CARDS, 0
    for card in flop:
        known, key, pack = known | 1 << card, key + tables.keys[card], pack | card_bit(card)
    for card in hole:
        known |= 1 << card
    gain, times = 0, 0
    for turn in range(52):
        if known >> turn & 1:
            continue
        for river in range(turn):
            if known >> river & 1:
                continue
            used = known | 1 << turn | 1 << river
            key_5 = key + tables.keys[turn] + tables.keys[river]
            pack_5 = pack | card_bit(turn) | card_bit(river)
            player = strength_of(key_5, pack_5, hole[0], hole[1], tables)
            for one in range(52):
                if used >> one & 1:
                    continue
                for other in range(one):
                    if used >> other & 1:
                        continue
                    dealer = strength_of(key_5, pack_5, one, other, tables)
                    gain += int(player > dealer) - int(player < dealer)
                    times += 1
    return float(gain / times)


@kernel
def river_gain(hole: Ints, board: Ints, elsewhere: int, tables: StrengthTables) -> float:
    """Return the mean gain from a river bet over all rivers and dealer hands that are still possible."""
    counts = np.zeros(OUTCOMES, np.int64)
    count_showdowns(hole, board, elsewhere, tables, 0, counts)
    return float((counts[PAID_WIN] + counts[OTHER_WIN] - counts[LOSS]) / counts.sum())


@kernel
def share_cards(state: Stream, rounds: int, seats: int, tables: KernelTables, gains: Floats) -> None:
    """
    Store, for each round not folded, the extra gain from the turn and river bets if all seats' cards are known.

    The gain is measured against the bets that the player's own cards alone would suggest.
    """
    deck = np.arange(52).astype(np.uint8)
    for number in range(rounds):
        is_folded = True
        while is_folded:
            for place in range(2 * seats + 4):
                draw(state, deck, U(place))
            is_folded = tables.folds[deck[0], deck[1]] > 0
        hole, board, elsewhere = deck[:2].astype(np.int64), deck[2 * seats : 2 * seats + 4], 0
        for place in range(2, 2 * seats):
            elsewhere |= 1 << int(deck[place])
        bets_turn, bets_river = bets_of(U(deck[0]), U(deck[1]), board, tables)
        cards = board.astype(np.int64)
        turn = turn_gain(hole, cards[:3], elsewhere, tables.strengths)
        river = river_gain(hole, cards, elsewhere, tables.strengths)
        gains[number, 0] = max(turn, 0.0) - (turn if bets_turn > U(0) else 0.0)
        gains[number, 1] = max(river, 0.0) - (river if bets_river > U(0) else 0.0)
