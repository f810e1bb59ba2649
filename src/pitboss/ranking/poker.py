"""
Poker hands as leaf rules on plain ints: the best five of five, six or seven cards.

A set of ranks is 13 bits, with the deuce lowest. A hand's rank is one int, higher is better. Its bit fields are the
class, then the ranks that make the class, then the kickers. Comparing sets of ranks as numbers compares them from the
highest card down, so no lookup table is needed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import IntEnum
from itertools import combinations


class PokerClass(IntEnum):
    """The class of a poker hand, from lowest to highest; a royal flush is its own class, for the pay tables."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


ALL_RANKS = (1 << 13) - 1
ACE = 1 << 12
_FIVE = 1 << 3
CLASS_SHIFT = 26
MADE_SHIFT = 13

# Plain ints, because kernels cannot use an enum.
_PAIR = PokerClass.PAIR << CLASS_SHIFT
_TWO_PAIR = PokerClass.TWO_PAIR << CLASS_SHIFT
_THREE_OF_A_KIND = PokerClass.THREE_OF_A_KIND << CLASS_SHIFT
_STRAIGHT = PokerClass.STRAIGHT << CLASS_SHIFT
_FLUSH = PokerClass.FLUSH << CLASS_SHIFT
_FULL_HOUSE = PokerClass.FULL_HOUSE << CLASS_SHIFT
_FOUR_OF_A_KIND = PokerClass.FOUR_OF_A_KIND << CLASS_SHIFT
_STRAIGHT_FLUSH = PokerClass.STRAIGHT_FLUSH << CLASS_SHIFT
_ROYAL_FLUSH = PokerClass.ROYAL_FLUSH << CLASS_SHIFT


def highest(ranks: int) -> int:
    """Return a set that contains only the highest rank of this set."""
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return ranks ^ (ranks >> 1)


def without_lowest(ranks: int, spare: int) -> int:
    """Return the set without its `spare` lowest ranks."""
    for _ in range(spare):
        ranks &= ranks - 1
    return ranks


def straight_top(ranks: int) -> int:
    """Return the top rank of the best straight in a set of ranks, or 0; A-2-3-4-5 counts as five high."""
    from_low_ace = ranks << 1 | ranks >> 12
    run = from_low_ace & from_low_ace >> 1
    run &= run >> 1
    run &= run >> 1
    run &= run >> 1
    return highest(run) << 3


def rank_of_suit(ranks: int) -> int:
    """Return the rank of five or more cards of one suit."""
    top = straight_top(ranks)
    if top == ACE:
        return _ROYAL_FLUSH
    if top:
        return _STRAIGHT_FLUSH | top << MADE_SHIFT
    while without_lowest(ranks, 5):
        ranks &= ranks - 1
    return _FLUSH | ranks


def rank_of_ranks(one: int, two: int, three: int, four: int, spare: int) -> int:
    """
    Return the rank of a hand without a flush, from the sets of ranks held at least once, twice, three and four times.

    `spare` is the number of cards beyond five.
    """
    if four:
        return _FOUR_OF_A_KIND | four << MADE_SHIFT | highest(one ^ four)
    top_three = highest(three)
    if top_three and two ^ top_three:
        return _FULL_HOUSE | top_three << MADE_SHIFT | highest(two ^ top_three)
    top = straight_top(one)
    if top:
        return _STRAIGHT | top << MADE_SHIFT
    if top_three:
        return _THREE_OF_A_KIND | top_three << MADE_SHIFT | without_lowest(one ^ top_three, spare)
    top_two = highest(two)
    if two ^ top_two:
        top_two |= highest(two ^ top_two)
        return _TWO_PAIR | top_two << MADE_SHIFT | highest(one ^ top_two)
    if two:
        return _PAIR | two << MADE_SHIFT | without_lowest(one ^ two, spare)
    return without_lowest(one, spare)


def suit_of_flush(pack: int) -> int:
    """Return the bit offset of the suit with five or more of these cards (see `packed`), or -1."""
    count = pack - (pack >> 1 & 0x1555_1555_1555_1555)
    count = (count & 0x3333_3333_3333_3333) + (count >> 2 & 0x3333_3333_3333_3333)
    count = (count + (count >> 4)) & 0x0F0F_0F0F_0F0F_0F0F
    count = (count + (count >> 8)) & 0x001F_001F_001F_001F
    five = (count + 0x000B_000B_000B_000B) & 0x0010_0010_0010_0010
    if not five:
        return -1
    if five & 0x0010_0010:
        return 0 if five & 0x0010 else 16
    return 32 if five & 0x0010_0000_0000 else 48


def card_bit(code: int) -> int:
    """Return the bit of a card in a packed hand."""
    return 1 << ((code & 3) << 4 | code >> 2)


def packed(cards: Iterable[int]) -> int:
    """Pack cards into one int: a set of ranks per suit, 16 bits apart."""
    pack = 0
    for code in cards:
        pack |= card_bit(code)
    return pack


def rank_of_packed(pack: int, spare: int) -> int:
    """Return the rank of a packed hand of five cards plus `spare` more, at most two."""
    suit = suit_of_flush(pack)
    if suit >= 0:
        return rank_of_suit(pack >> suit & ALL_RANKS)
    a = pack & ALL_RANKS
    b = pack >> 16 & ALL_RANKS
    c = pack >> 32 & ALL_RANKS
    d = pack >> 48 & ALL_RANKS
    ab, cd = a & b, c & d
    a_or_b, c_or_d = a | b, c | d
    two = ab | cd | a_or_b & c_or_d
    three = ab & c_or_d | cd & a_or_b
    return rank_of_ranks(a_or_b | c_or_d, two, three, ab & cd, spare)


def rank_hand(cards: Collection[int]) -> int:
    """Return the rank of the best five cards out of five, six or seven card codes; higher wins."""
    return rank_of_packed(packed(cards), len(cards) - 5)


def class_of(rank: int) -> int:
    """Return the class of a rank, as an int for `PokerClass`."""
    return rank >> CLASS_SHIFT


_RANKS_THAT_MAKE = {
    **dict.fromkeys(PokerClass, 1), PokerClass.HIGH_CARD: 0, PokerClass.FLUSH: 0, PokerClass.TWO_PAIR: 2,
}  # fmt: skip
"""The number of ranks that make a class; the others are kickers."""


def lowest_of(poker_class: int) -> int:
    """Return a lower bound for all hands of a class, which is above every hand of a lower class."""
    return poker_class << CLASS_SHIFT


def least_poker(poker_class: int, *ranks: int) -> int:
    """
    Return the lowest rank of a hand of this class with these cards (2 to 14), most important first.

    >>> least_poker(PokerClass.PAIR, 11) == least_pair(11)
    True
    >>> rank_hand([50, 45, 8, 4, 0]) >= least_poker(PokerClass.HIGH_CARD, 14, 13) > rank_hand([50, 41, 36, 32, 28])
    True
    """
    made = _RANKS_THAT_MAKE[PokerClass(poker_class)]
    bits = [1 << (rank - 2) for rank in ranks]
    return lowest_of(poker_class) | sum(bits[:made]) << MADE_SHIFT | sum(bits[made:])


def least_pair(rank: int) -> int:
    """Return a lower bound for all hands with a pair of this rank (2 to 14)."""
    return least_poker(PokerClass.PAIR, rank)


def made_of(rank: int) -> int:
    """Return the set of ranks that make the class (both pairs; only the trips of a full house)."""
    return rank >> MADE_SHIFT & ALL_RANKS


def kickers_of(rank: int) -> int:
    """Return the set of the other ranks that count; for a flush or high card, all five."""
    return rank & ALL_RANKS


def best_five(cards: Collection[int]) -> tuple[int, ...]:
    """Return the five cards that play, made cards first; among equal hands, the one with the higher suits."""
    rank = rank_hand(cards)
    five = max(five for five in combinations(sorted(cards), 5) if rank_hand(five) == rank)
    times = [code >> 2 for code in five]
    wheel = class_of(rank) in (PokerClass.STRAIGHT, PokerClass.STRAIGHT_FLUSH) and made_of(rank) == _FIVE

    def place(code: int) -> tuple[int, int]:
        return times.count(code >> 2), -1 if wheel and code >> 2 == 12 else code

    return tuple(sorted(five, key=place, reverse=True))
