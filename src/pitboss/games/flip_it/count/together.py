"""The joint distribution of flip~it's bets, which are all settled by the same flip card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod

from pitboss.games.flip_it.count.shoe import RANKS, ROYAL_RANKS, Counts, rank_counts, ranked_boards
from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.round import bonus_pays, call_pays, inside_pays
from pitboss.games.flip_it.deal.rules import CALL_RANKS, INSIDE, Rules, call_bet
from pitboss.statistics.covariances import Covariances, covariances_of

_SUITS = 4
NAMES = (*INSIDE, *(call_bet(rank) for rank in CALL_RANKS), "bonus")
"""Every bet, in the order in which `flips` gives the nets."""


def covariances(rules: Rules, shoe: Counts) -> Covariances:
    """Return the covariances of all bets off the top. On a board that rules out the bonus, its net is 0 (FI-5)."""
    return covariances_of(NAMES, flips(rules, shoe))


def flips(rules: Rules, shoe: Counts) -> Iterator[tuple[list[Fraction], Fraction]]:
    """Yield the net of each bet and its probability, by flip card and bonus line."""
    cards, bonus = sum(shoe[: hands.JOKER]), _bonus_lines(shoe)
    deals = _SUITS * comb(cards, 4) * (cards - 4)
    joker = Fraction(shoe[hands.JOKER], sum(shoe))
    for code, count in enumerate(shoe[: hands.JOKER]):
        plain, made = _plain(rules, code), sum(bonus[code].values())
        for line, ways in bonus[code].items():
            yield [*plain, bonus_pays(rules, line).ratio], (1 - joker) * Fraction(ways, deals)
        yield [*plain, Fraction(0)], Fraction(count, sum(shoe)) - (1 - joker) * Fraction(made, deals)
    may_bet = Fraction(sum(ways.total() for ways in bonus), deals)
    plain, lost = _plain(rules, hands.JOKER), bonus_pays(rules, hands.NOTHING).ratio
    yield [*plain, lost], joker * may_bet
    yield [*plain, Fraction(0)], joker * (1 - may_bet)


def _plain(rules: Rules, code: int) -> list[Fraction]:
    """Return the nets for this flip card of the bets that every board allows."""
    inside = [inside_pays(bet, code).ratio for bet in INSIDE]
    return inside + [call_pays(rules, rank, code).ratio for rank in CALL_RANKS]


def _bonus_lines(shoe: Counts) -> list[Counter[int]]:
    """Return, for each flip card, the number of deals (each counted four times) with the bonus on each line."""
    ranks, by_rank = rank_counts(shoe), [Counter[int]() for _ in RANKS]
    for showing in ranked_boards():
        first, second, third, fourth = (rank * _SUITS for rank, times in showing.items() for _ in range(times))
        boards = prod(comb(ranks[rank], times) for rank, times in showing.items())
        for rank, count in enumerate(ranks):
            line = hands.bonus_line(first, second, third, fourth, rank * _SUITS) if rank in showing else hands.NOTHING
            by_rank[rank][line] += boards * max(count - showing.get(rank, 0), 0)
    lines = [Counter(by_rank[code // _SUITS]) for code in range(hands.JOKER)]  # all suits are equally likely
    for suit in range(_SUITS):
        for missing in ROYAL_RANKS:
            _add_royal(shoe, lines, suit, missing)
    return lines


def _add_royal(shoe: Counts, lines: list[Counter[int]], suit: int, missing: int) -> None:
    """Add the boards with four to a royal flush in a suit, missing this rank."""
    showing = [rank * _SUITS + suit for rank in ROYAL_RANKS if rank != missing]
    boards = prod(shoe[code] for code in showing)
    for code, made in enumerate(lines):
        line = hands.ROYAL_FLUSH if code == missing * _SUITS + suit else hands.NOTHING
        made[line] += _SUITS * boards * (shoe[code] - (code in showing))
