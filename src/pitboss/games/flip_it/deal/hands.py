"""flip~it's basic rules on card codes: the bets that a flip card wins."""

from __future__ import annotations

JOKER = 52
TEN, ACE = 10, 14

LOSES, PUSHES, WINS = -1, 0, 1

ROYAL_FLUSH = 0
FIVE_OF_A_KIND = 1
FOUR_OF_A_KIND = 2
THREE_OF_A_KIND = 3
FULL_HOUSE = 4
TWO_PAIR = 5
NOTHING = 6


def is_red(code: int) -> bool:
    """Whether a card is a heart or a diamond. A joker has no colour."""
    return code < JOKER and code % 4 in (1, 2)


def colour_result(code: int, red: bool) -> int:
    """Return the result of Red or Black. An ace counts by its colour; a joker loses (FI-3)."""
    return WINS if code < JOKER and is_red(code) == red else LOSES


def parity_result(code: int, odd: bool) -> int:
    """Return the result of Odd (3 5 7 9 J K) or Even (2 4 6 8 10 Q). An ace pushes, a joker loses (FI-3)."""
    rank = code // 4 + 2
    if code >= JOKER:
        return LOSES
    if rank == ACE:
        return PUSHES
    return WINS if (rank % 2 == 1) == odd else LOSES


def height_result(code: int, high: bool) -> int:
    """Return the result of High (8 to K) or Low (2 to 7). An ace pushes, a joker loses (FI-3)."""
    rank = code // 4 + 2
    if code >= JOKER:
        return LOSES
    if rank == ACE:
        return PUSHES
    return WINS if (rank >= 8) == high else LOSES


def call_result(code: int, rank: int) -> int:
    """Return the result of Call It: wins if the flip card has exactly this rank; a joker loses (FI-4)."""
    return WINS if code < JOKER and code // 4 + 2 == rank else LOSES


def count_pairs(a: int, b: int, c: int, d: int) -> int:
    """Count the pairs of equal rank among the four cards: 1 for a pair, 2 two pair, 3 three of a kind, 6 four."""
    a, b, c, d = a >> 2, b >> 2, c >> 2, d >> 2
    return int(a == b) + int(a == c) + int(a == d) + int(b == c) + int(b == d) + int(c == d)


def count_same_rank(a: int, b: int, c: int, d: int, flip: int) -> int:
    """Count the cards on the board with the flip card's rank."""
    rank = flip >> 2
    return int(a >> 2 == rank) + int(b >> 2 == rank) + int(c >> 2 == rank) + int(d >> 2 == rank)


def is_one_suit(a: int, b: int, c: int, d: int) -> bool:
    """Whether the four cards are of one suit."""
    return a & 3 == b & 3 and a & 3 == c & 3 and a & 3 == d & 3


def is_four_to_a_royal(a: int, b: int, c: int, d: int) -> bool:
    """Whether the four cards have different ranks from 10 to A in one suit (FI-5)."""
    lowest = min(a >> 2, b >> 2, c >> 2, d >> 2)
    return is_one_suit(a, b, c, d) and lowest + 2 >= TEN and count_pairs(a, b, c, d) == 0


def may_bet_bonus(a: int, b: int, c: int, d: int) -> bool:
    """Whether the four cards hold at least a pair, or four to a royal flush (FI-5)."""
    return count_pairs(a, b, c, d) > 0 or is_four_to_a_royal(a, b, c, d)


def bonus_line(a: int, b: int, c: int, d: int, flip: int) -> int:
    """Return the bonus line that the flip card makes. A hand already held by the four cards does not count (FI-6)."""
    if flip >= JOKER:
        return NOTHING
    alike = count_same_rank(a, b, c, d, flip)
    pairs = count_pairs(a, b, c, d)
    if pairs == 0:
        royal = is_four_to_a_royal(a, b, c, d) and alike == 0 and flip & 3 == a & 3 and (flip >> 2) + 2 >= TEN
        return ROYAL_FLUSH if royal else NOTHING
    if alike == 0:
        return NOTHING
    if alike == 4:
        return FIVE_OF_A_KIND
    if alike == 3:
        return FOUR_OF_A_KIND
    if pairs == 1:
        return THREE_OF_A_KIND if alike == 2 else TWO_PAIR
    return FULL_HOUSE
