"""Hands evaluated by the wording of the sheets: totals, poker hands, three cards, pay-table lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from school.checker.shown import SeenCard

NAMES = {
    2: "deuce", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "jack",
    12: "queen", 13: "king", 14: "ace",
}  # fmt: skip
HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH = range(9)


def total(cards: Sequence[SeenCard]) -> int:
    """Return a blackjack total, counting one ace as 11 if that does not exceed 21."""
    hard = sum(card.points for card in cards)
    return hard + 10 if any(card.rank == 14 for card in cards) and hard <= 11 else hard


def is_soft(cards: Sequence[SeenCard]) -> bool:
    return total(cards) != sum(card.points for card in cards)


def is_two_card_21(cards: Sequence[SeenCard]) -> bool:
    return len(cards) == 2 and total(cards) == 21


def called(cards: Sequence[SeenCard], *, split: bool) -> str:
    """Return the call for a hand: "Blackjack" only for the first two cards."""
    if is_two_card_21(cards) and not split:
        return "Blackjack"
    return f"soft {total(cards)}" if is_soft(cards) else str(total(cards))


def five(cards: Sequence[SeenCard]) -> tuple[int, ...]:
    """Return the rank of five cards: the class, then the tie-breakers."""
    by_rank = Counter(card.rank for card in cards)
    ordered = sorted(by_rank, key=lambda rank: (by_rank[rank], rank), reverse=True)
    shape = sorted(by_rank.values(), reverse=True)
    is_flush = len({card.suit for card in cards}) == 1
    high = _straight(sorted(by_rank)) if len(by_rank) == 5 else 0
    if high:
        return (STRAIGHT_FLUSH if is_flush else STRAIGHT, high)
    if is_flush:
        return (FLUSH, *ordered)
    kinds = {(4, 1): QUADS, (3, 2): FULL, (3, 1, 1): TRIPS, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): PAIR}
    return (kinds.get(tuple(shape), HIGH), *ordered)


def _straight(ranks: list[int]) -> int:
    if ranks == [2, 3, 4, 5, 14]:
        return 5
    return ranks[-1] if ranks[-1] - ranks[0] == 4 else 0


def best(cards: Sequence[SeenCard]) -> tuple[int, ...]:
    """Return the rank of the best five of these cards."""
    return max(five(some) for some in combinations(cards, 5))


def read_aloud(cards: Sequence[SeenCard]) -> str:
    """Return the best five cards as a dealer reads them."""
    kind, *ranks = best(cards)
    names = [NAMES[rank] for rank in ranks]
    many = [f"{name}es" if name == "six" else f"{name}s" for name in names]
    if kind == STRAIGHT_FLUSH:
        return "royal flush" if ranks[0] == 14 else f"straight flush, {names[0]} high"
    if kind == STRAIGHT:
        return f"straight, {names[0]} high"
    if kind == QUADS:
        return f"four of a kind, {many[0]}, {names[1]} kicker"
    if kind == FULL:
        return f"full house, {many[0]} full of {many[1]}"
    if kind == TRIPS:
        return f"three of a kind, {many[0]}, {names[1]} and {names[2]} kickers"
    if kind == TWO_PAIR:
        return f"two pair, {many[0]} and {many[1]}, {names[2]} kicker"
    if kind == PAIR:
        return f"pair of {many[0]}, {names[1]}, {names[2]} and {names[3]} kickers"
    return f"{'flush' if kind == FLUSH else 'high card'}, {', '.join(names[:4])} and {names[4]}"


def flop22_line(card: SeenCard, flop: SeenCard) -> str:
    """Return the line of Flop 22's Bonus Pay Table. An ace counts 11, a picture 10."""
    both = [card, flop]
    points = sum(11 if one.rank == 14 else one.points for one in both)
    if {(one.rank, one.suit) for one in both} == {(14, "♠"), (14, "♥")}:
        return "A Spades/A Hearts"
    if points in (21, 22):
        return f"Card Total {points}"
    return "Card Total 17 thru 20" if points >= 17 else "card total 16 or less"


def field_line(card: SeenCard) -> str:
    return "3, 4 and 5" if card.rank in (3, 4, 5) else "2 and 6" if card.rank in (2, 6) else "all other card values"


def two_card_line(cards: Sequence[SeenCard]) -> str:
    """Return the line of the 2 Card Bonus."""
    high, low = sorted((card.rank for card in cards), reverse=True)
    suited = "suited" if cards[0].suit == cards[1].suit else "unsuited"
    if high == low:
        return "AA" if high == 14 else "KK, QQ or JJ" if high > 10 else "Pair of 2'S thru Pair of 10'S"
    if high == 14 and low == 13:
        return f"AK {suited}"
    return f"AQ or AJ {suited}" if high == 14 and low in (11, 12) else "all other hands"


def five_card_line(cards: Sequence[SeenCard]) -> str:
    """Return the line of the 5 Card Bonus."""
    kind, first, *_ = five(cards)
    if kind == STRAIGHT_FLUSH:
        return "Royal Flush" if first == 14 else "Straight Flush"
    if kind == PAIR:
        return "Pair of Jacks or Better" if first > 10 else "Pair of 6's thru 10's" if first >= 6 else "All Other"
    names = {QUADS: "Four of a Kind", FULL: "Full House", FLUSH: "Flush", STRAIGHT: "Straight"}
    return {**names, TRIPS: "Three of a Kind", TWO_PAIR: "Two Pairs"}.get(kind, "All Other")


def three_card_line(cards: Sequence[SeenCard]) -> str:
    """Return the line of Roll Your Own's bonus."""
    ranks = sorted(card.rank for card in cards)
    is_flush = len({card.suit for card in cards}) == 1
    is_straight = ranks == [2, 3, 14] or (len(set(ranks)) == 3 and ranks[2] - ranks[0] == 2)
    if is_flush and is_straight:
        return "AKQ suited" if ranks == [12, 13, 14] else "Straight flush"
    if len(set(ranks)) == 1:
        return "Three of a kind"
    return "Straight" if is_straight else "Flush" if is_flush else "less than a flush"


def flip_line(four: Sequence[SeenCard], flip: SeenCard) -> str:
    """Return the line of flip~it's bonus: only for a hand completed by the flip card."""
    nothing = "no paying hand made"
    if flip.rank == 0:
        return "a joker loses every bet"
    before = sorted(Counter(card.rank for card in four).values(), reverse=True)
    many = Counter(card.rank for card in four)[flip.rank]
    suits, ranks = {card.suit for card in (*four, flip)}, {card.rank for card in (*four, flip)}
    if len(suits) == 1 and ranks == {10, 11, 12, 13, 14}:
        return "Royal Flush"
    made = {
        ((4,), 4): "Five-of-a-Kind", ((3, 1), 3): "Four-of-a-Kind", ((3, 1), 1): "Full House",
        ((2, 2), 2): "Full House", ((2, 1, 1), 2): "Three-of-a-Kind", ((2, 1, 1), 1): "Two Pair",
    }  # fmt: skip
    return made.get((tuple(before), many), nothing)
