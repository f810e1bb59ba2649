"""What a flip nets with units on several bets together, in exact fractions, averaged over the boards of a full shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

from pitboss.cards import CARDS, JOKER
from pitboss.games.flip_it.count.shoe import RANKS, ROYAL_RANKS
from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.round import bonus_pays, settle_seat
from pitboss.games.flip_it.deal.rules import Rules
from pitboss.money import LOSS, Cents
from pitboss.play.steps import Seat, Settled

_UNIT = Cents(100)
_SUITS = 4
_SHOWN = 4
_NOT_BET = None


def nets_of(rules: Rules, stakes: Mapping[str, int]) -> list[tuple[Fraction, Fraction]]:
    """Every net of these units with its chance; the bonus is bet wherever it may be (FI-5)."""
    on_bonus = Fraction(stakes.get("bonus", 0))
    ways: Counter[tuple[int, int | None]] = Counter()
    for flip, line, times in _flips(rules.decks) if on_bonus else _plain_flips():
        ways[flip, line] += times
    whole = ways.total()
    joker = Fraction(rules.jokers, rules.jokers + 52 * rules.decks)
    may = Fraction(sum(times for (_, line), times in ways.items() if line is not _NOT_BET), whole)
    found: dict[Fraction, Fraction] = {}
    for (flip, line), times in ways.items():
        bonus = Fraction(0) if line is _NOT_BET else on_bonus * bonus_pays(rules, line).ratio
        net = _plain_net(rules, stakes, flip) + bonus
        found[net] = found.get(net, Fraction(0)) + (1 - joker) * Fraction(times, whole)
    for lost, chance in ((on_bonus * LOSS.ratio, may), (Fraction(0), 1 - may)):  # a joker flips as often on any board
        net = _plain_net(rules, stakes, hands.JOKER) + lost
        found[net] = found.get(net, Fraction(0)) + joker * chance
    return sorted((net, chance) for net, chance in found.items() if chance)


def _plain_net(rules: Rules, stakes: Mapping[str, int], code: int) -> Fraction:
    """What all bets but the bonus come to when this card flips, by the script's own settling."""
    placed = {bet: Cents(units * _UNIT) for bet, units in stakes.items() if units and bet != "bonus"}
    flip = JOKER if code == hands.JOKER else CARDS[code]
    board = (CARDS[0],) * _SHOWN
    settled = settle_seat(rules, Seat(1), placed, board, flip)
    return Fraction(sum(step.back - step.stake for step in settled if isinstance(step, Settled)), _UNIT)


def _plain_flips() -> Iterator[tuple[int, int | None, int]]:
    """Every card but the jokers, each as likely."""
    for code in range(hands.JOKER):
        yield code, _NOT_BET, 1


def _flips(decks: int) -> Iterator[tuple[int, int | None, int]]:
    """
    Every flip card and bonus line of a shoe without jokers, and in how many ways; no line where it may not be bet.

    By ranks: of the suits only four to a royal flush asks, and those boards are counted apart.
    """
    of_rank = _SUITS * decks
    for ranks in combinations_with_replacement(RANKS, _SHOWN):
        shows = Counter(ranks)
        boards = prod(comb(of_rank, times) for times in shows.values())
        a, b, c, d = (rank * _SUITS + place for place, rank in enumerate(ranks))  # four suits: never to a royal flush
        royal = _SUITS * decks**_SHOWN if len(shows) == _SHOWN and min(ranks) >= ROYAL_RANKS[0] else 0
        may = hands.count_pairs(a, b, c, d) > 0
        for code in range(hands.JOKER):
            line = hands.bonus_line(a, b, c, d, code) if may else _NOT_BET
            yield code, line, (boards - royal) * (of_rank - shows[code // _SUITS])
        if royal:
            yield from _royals(ranks, decks)


def _royals(ranks: tuple[int, ...], decks: int) -> Iterator[tuple[int, int | None, int]]:
    """The boards of these ranks in one suit, with every flip card; in ways as above, a quarter of a card each."""
    for suit in range(_SUITS):
        a, b, c, d = (rank * _SUITS + suit for rank in ranks)
        for code in range(hands.JOKER):
            left = decks - (code in (a, b, c, d))
            yield code, hands.bonus_line(a, b, c, d, code), decks**_SHOWN * left * _SUITS
