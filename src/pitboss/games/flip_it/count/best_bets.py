"""
The best bet on every board off the top of a full shoe.

A joker loses every bet, so it does not affect the choice. The best bet depends only on how many of the four cards are
red, odd, high and aces, and on how many pairs of equal rank they contain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

from pitboss.games.flip_it.count.shoe import RANKS, ROYAL_RANKS, bonus_boards, full_shoe
from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.round import bonus_pays, inside_pays
from pitboss.games.flip_it.deal.rules import INSIDE, Rules
from pitboss.money import LOSS
from pitboss.solving.answers.analysis import Played

SHOWN = 4
NO_BONUS = -1
ROYAL = 0
SUITS = 4


class Board(NamedTuple):
    """The features of a board that decide between the bets."""

    colour: int
    """The number of cards showing of the rarer colour. `parity` and `height` are counted likewise."""
    parity: int
    height: int
    aces: int
    couples: int
    """The number of pairs of equal rank if the board allows the bonus; 0 means four to a royal flush."""


class Pick(NamedTuple):
    """A bet on one board: the number of remaining cards by payout. All other cards lose."""

    name: str
    pays: Mapping[Fraction, int]

    def won(self) -> Fraction:
        """Return the total paid over the remaining cards, stake included, with a loss as 0. Higher is better."""
        return sum(((pays + 1) * count for pays, count in self.pays.items()), Fraction(0))


def boards(decks: int) -> Counter[Board]:
    """Return the number of boards of each type."""
    counts: Counter[Board] = Counter()
    for ranks in combinations_with_replacement(RANKS, SHOWN):
        couples = hands.count_pairs(*(rank * SUITS for rank in ranks)) or NO_BONUS
        shows = _shows(ranks)
        for reds, ways in enumerate(_by_reds(tuple(Counter(ranks).values()), decks)):
            counts[Board(min(reds, SHOWN - reds), *shows, couples)] += ways
    royals = SUITS * decks**SHOWN  # for each missing card; a single suit, so a single colour
    for missing in ROYAL_RANKS:
        shows = _shows(tuple(rank for rank in ROYAL_RANKS if rank != missing))
        counts[Board(0, *shows, NO_BONUS)] -= royals
        counts[Board(0, *shows, ROYAL)] += royals
    return +counts


@cache
def _by_reds(times: tuple[int, ...], decks: int) -> list[int]:
    """Return the number of ways to show 0, 1, 2 … red cards, given how often each rank shows."""
    ways = [1]
    for shown in times:
        combined = [0] * (len(ways) + shown)
        for before, count in enumerate(ways):
            for red in range(shown + 1):
                combined[before + red] += count * comb(2 * decks, red) * comb(2 * decks, shown - red)
        ways = combined
    return ways


_ODD = [hands.parity_result(rank * SUITS, True) for rank in RANKS]
_HIGH = [hands.height_result(rank * SUITS, True) for rank in RANKS]


def _shows(ranks: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the number of cards showing of the rarer parity, of the rarer height, and of aces."""
    odd = [_ODD[rank] for rank in ranks]
    high = [_HIGH[rank] for rank in ranks]
    return (
        min(odd.count(hands.WINS), odd.count(hands.LOSES)),
        min(high.count(hands.WINS), high.count(hands.LOSES)),
        odd.count(hands.PUSHES),
    )


class Picks:
    """The bets on a board, each kind on its best side."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cards = len(RANKS) * SUITS * rules.decks - SHOWN
        inside = {bet: Counter(inside_pays(bet, code).ratio for code in range(hands.JOKER)) for bet in INSIDE}
        self.inside = {bet: {pays: count * rules.decks for pays, count in all_.items()} for bet, all_ in inside.items()}
        self.bonus = self._bonus()
        self.joker = Fraction(rules.jokers, rules.jokers + self.cards + SHOWN)

    def _bonus(self) -> dict[int, dict[Fraction, int]]:
        """
        Return the bonus payouts by pairs on the board.

        With a full shoe, all boards with the same pairs are equivalent.
        """
        payouts: dict[int, dict[Fraction, int]] = {}
        for sort in bonus_boards(full_shoe(self.rules)):
            if sort.boards and sort.couples not in payouts:
                pays: dict[Fraction, int] = {}
                for line, ways in sort.lines.items():
                    ratio = bonus_pays(self.rules, line).ratio
                    pays[ratio] = pays.get(ratio, 0) + ways // sort.boards
                payouts[sort.couples] = pays
        return payouts

    def on(self, board: Board) -> list[Pick]:
        """Return every kind of bet, in the order of the layout."""
        bets = [
            self.inside_pick("red", "colour", board.colour, board.aces),
            self.inside_pick("odd", "parity", board.parity, board.aces),
            self.inside_pick("high", "height", board.height, board.aces),
            self.call_pick(0),  # at least one of the twelve callable ranks is not among the four cards
        ]
        return bets + ([Pick("bonus", self.bonus[board.couples])] if board.couples != NO_BONUS else [])

    def call_pick(self, showing: int) -> Pick:
        """Return the Call It bet on a rank of which `showing` cards are on the board."""
        return Pick("call", {self.rules.call_it_pays.ratio: SUITS * self.rules.decks - showing})

    def inside_pick(self, bet: str, name: str, showing: int, aces: int) -> Pick:
        """Return an Inside bet with `showing` of its winning cards on the board."""
        left = dict(self.inside[bet])
        left.pop(LOSS.ratio)
        left[Fraction(1)] -= showing
        if Fraction(0) in left:
            left[Fraction(0)] -= aces
        return Pick(name, left)

    def best(self, board: Board) -> Pick:
        """Return the bet with the highest expected value on this board. On a tie, return the first."""
        return max(self.on(board), key=lambda pick: pick.won())

    def worth(self, pick: Pick) -> Fraction:
        """Return the expected value of a bet, jokers included."""
        return (1 - self.joker) * pick.won() / self.cards - 1


class BestBets(NamedTuple):
    """The best bet on every board: how often each kind is best, its expected value then, and the distribution."""

    often: dict[str, Fraction]
    worth: dict[str, Fraction]
    played: Played
    picks: Picks


def best_bets(rules: Rules) -> BestBets:
    """Return the result of one unit on the best bet on every board, off the top of a full shoe."""
    picks, counts = Picks(rules), boards(rules.decks)
    whole = sum(counts.values())
    often: dict[str, Fraction] = {}
    worth: dict[str, Fraction] = {}
    nets: dict[Fraction, Fraction] = {}
    for board, ways in counts.items():
        pick = picks.best(board)
        chance = Fraction(ways, whole)
        often[pick.name] = often.get(pick.name, Fraction(0)) + chance
        worth[pick.name] = worth.get(pick.name, Fraction(0)) + chance * (picks.worth(pick))
        for pays, count in pick.pays.items():
            nets[pays] = nets.get(pays, Fraction(0)) + chance * (1 - picks.joker) * Fraction(count, picks.cards)
    nets[LOSS.ratio] = nets.get(LOSS.ratio, Fraction(0)) + 1 - sum(nets.values())
    note = "One unit on the best bet for the four cards, off the top of a full shoe."
    played = Played(1, 1, tuple(sorted(nets.items())), note)
    return BestBets(often, {name: worth[name] / often[name] for name in often}, played, picks)
