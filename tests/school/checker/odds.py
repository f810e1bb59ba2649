"""Payouts of each line of each bet as printed on the sheets: won per unit staked, 0 for a push, -1 for a loss."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from school.checker.shown import SeenCard, cards_in

LOSS, PUSH, EVEN = Fraction(-1), Fraction(0), Fraction(1)
BLACKJACK = Fraction(3, 2)
FLOP22 = {
    "A Spades/A Hearts": (15, 25, 40), "Card Total 22": (4, 8, 10), "Card Total 21": (1, 2, 3),
    "Card Total 17 thru 20": (1, 1, 1), "card total 16 or less": (-1, -1, -1),
}  # fmt: skip
FIELD = {"3, 4 and 5": 1, "2 and 6": 2, "all other card values": -1}
FLIP_BONUS = {
    "Royal Flush": 50, "Five-of-a-Kind": 12, "Four-of-a-Kind": 7, "Three-of-a-Kind": 6, "Full House": 5, "Two Pair": 2,
    "no paying hand made": -1,
}  # fmt: skip
TWO_CARD = {
    "AA": 20, "AK suited": 15, "AQ or AJ suited": 10, "AK unsuited": 8, "KK, QQ or JJ": 5, "AQ or AJ unsuited": 3,
    "Pair of 2'S thru Pair of 10'S": 2, "all other hands": -1,
}  # fmt: skip
FIVE_CARD = {
    "Royal Flush": 125, "Straight Flush": 75, "Four of a Kind": 30, "Full House": 8, "Flush": 5, "Straight": 4,
    "Three of a Kind": 3, "Two Pairs": 2, "Pair of Jacks or Better": 1, "Pair of 6's thru 10's": 0, "All Other": -1,
    "forfeited by the fold": -1,
}  # fmt: skip
THREE_CARD = {
    "AKQ suited": 100, "Straight flush": 50, "Three of a kind": 30, "Straight": 5, "Flush": 3, "less than a flush": -1,
}  # fmt: skip
TOKENS = {1: 3, 2: 12, 3: 30, 4: 50, 5: 100}


def odds(game: str, title: str, line: str) -> Fraction:
    """Return the payout of a bet that ended with this line."""
    by_game: dict[str, Callable[[str, str], Fraction | int]] = {
        "flop22": _flop22, "flip-it": _flip_it, "beat-the-dealer": _beat_the_dealer, "roll-your-own": _blackjack,
        "free-bet": _blackjack, "blackjack": _blackjack,
    }  # fmt: skip
    rate: Fraction | int = by_game[game](title, line)
    return Fraction(rate)


def _flop22(title: str, line: str) -> int:
    if title == "Field":
        return FIELD[line]
    name, _, hand = title.partition(", hand ")
    if name == "Match":
        return {"Match Dealer Card": 10, "no match": -1}[line]
    return FLOP22[line][int(hand) - 1]


def _flip_it(title: str, line: str) -> int:
    if line == "a joker loses every bet":
        return -1
    return (
        FLIP_BONUS[line] if title == "Bonus" else inside_or_call(title, cards_in(line)[0].rank, cards_in(line)[0].suit)
    )


def inside_or_call(title: str, rank: int, suit: str) -> int:
    """Return the payout of an Inside bet or Call It by the flip card's rank and suit; 0 is a push."""
    if title.startswith("Call It "):
        called = {"J": 11, "Q": 12, "K": 13}.get(title.removeprefix("Call It "), 0)
        return 12 if rank == (called or int(title.removeprefix("Call It "))) else -1
    if title in ("Red", "Black"):
        return 1 if (suit in "♥♦") == (title == "Red") else -1
    if rank == 14:
        return 0
    wins = {
        "Odd": rank in (3, 5, 7, 9, 11, 13),
        "Even": rank in (2, 4, 6, 8, 10, 12),
        "High": rank >= 8,
        "Low": rank <= 7,
    }
    return 1 if wins[title] else -1


def _beat_the_dealer(title: str, line: str) -> int:
    if title == "2 Card Bonus":
        return TWO_CARD[line]
    if title == "5 Card Bonus":
        return FIVE_CARD[line]
    if line == "the higher hand, but below straight":
        assert title == "Ante"
        return 0
    return {"the higher hand": 1, "equal hands": 0, "the dealer's hand is higher": -1, "folded": -1}[line]


SIDE_BETS = {
    "Perfect Pairs": {"Perfect pair": 25, "Coloured pair": 12, "Mixed pair": 6, "nothing that pays": -1},
    "21+3": {
        "Suited three of a kind": 100, "Straight flush": 40, "Three of a kind": 25, "Straight": 10, "Flush": 5,
        "nothing that pays": -1,
    },
}  # fmt: skip


def side_bet(title: str, cards: list[SeenCard]) -> Fraction:
    """Return the payout of a blackjack side bet for two cards and the up card."""
    return Fraction(SIDE_BETS[title][side_bet_line(title, cards)])


def side_bet_line(title: str, cards: list[SeenCard]) -> str:
    """Return the pay-table line that two cards and the up card make."""
    one, two = cards[:2]
    if title == "Perfect Pairs":
        if one.rank != two.rank:
            return "nothing that pays"
        if one.suit == two.suit:
            return "Perfect pair"
        return "Coloured pair" if (one.suit in "♥♦") == (two.suit in "♥♦") else "Mixed pair"
    ranks, flush = sorted(card.rank for card in cards), len({card.suit for card in cards}) == 1
    if ranks[0] == ranks[2]:
        return "Suited three of a kind" if flush else "Three of a kind"
    if ranks == [2, 3, 14] or (ranks[0] + 1 == ranks[1] and ranks[1] + 1 == ranks[2]):
        return "Straight flush" if flush else "Straight"
    return "Flush" if flush else "nothing that pays"


FIXED = {
    "even money": EVEN, "surrendered": Fraction(-1, 2), "no dealer blackjack": LOSS,
    "blackjack": BLACKJACK, "double blackjack": BLACKJACK, "blackjack against blackjack": PUSH,
    "no hand for a token": LOSS, "no free bet made": LOSS, "the pack ran out": EVEN,
}  # fmt: skip


def _blackjack(title: str, line: str) -> Fraction:
    if title == "Bonus":
        return Fraction(THREE_CARD[line])
    if title in SIDE_BETS:
        return Fraction(SIDE_BETS[title][line])
    if title == "Insurance":
        return LOSS if "no" in line.split() else Fraction(2)
    if found := re.fullmatch(r"(\d)\+? tokens?(?: or more)?", line):
        return Fraction(TOKENS[int(found[1])])
    if line in FIXED:
        return FIXED[line]
    if "dealer blackjack" in line or line == "the dealer has a blackjack" or line.startswith("bust with "):
        return LOSS
    if found := re.fullmatch(r"the dealer ends at (\d+)(, but .*)?", line):
        return Fraction(11) if found[1] == "22" and not found[2] else LOSS
    if "the dealer's 22" in line:
        return PUSH
    if "bust" in line:
        return EVEN
    found = re.fullmatch(r"(\d+) against (\d+)", line)
    assert found, line
    own, dealers = int(found[1]), int(found[2])
    return EVEN if own > dealers else PUSH if own == dealers else LOSS
