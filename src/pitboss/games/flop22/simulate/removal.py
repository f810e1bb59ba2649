"""Exact effects of removal for Flop 22: how one missing card changes each bet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from pitboss.cards import rank_name
from pitboss.games.flop22.count.best_play import Rest, equal_antes
from pitboss.games.flop22.count.flops import DECK, Kind, kind_of, kinds, unseen
from pitboss.games.flop22.deal.hands import field_line
from pitboss.games.flop22.deal.rules import HANDS, Rules, ante_pays, double_pays, match_pays
from pitboss.solving.answers.threats import Progress, Removal, ignore_progress
from pitboss.statistics.exactness import Number

GAME = "ante-1 and ante-2 and ante-3"
"""The whole game of three antes, in units of all three."""
_SUITS = 4


def removal(rules: Rules, progress: Progress = ignore_progress) -> Removal:
    """Return the effects by rank: each bet made on every card, and the whole game with re-optimised play."""
    start = _edges(rules, ())
    best: dict[str, dict[str, Number]] = {bet: {} for bet in start}
    fixed_play: dict[str, Number] = {}
    for rank in range(13):
        progress(f"a {rank_name(rank + 2)} gone")
        alike = range(rank * _SUITS, rank * _SUITS + _SUITS) if rank == 12 else [rank * _SUITS]  # aces differ by suit
        changed = [_edges(rules, (code,)) for code in alike]
        for bet, edge in start.items():
            best[bet][rank_name(rank + 2)] = _middle([edges[bet] for edges in changed]) - edge
        by_chart = [_game(rules, (code,), by_chart=True) for code in alike]
        fixed_play[rank_name(rank + 2)] = _middle(by_chart) - start[GAME]
    note = (
        "From a full deck. Single bets are made on every card; the game of three antes is re-optimised, in units of"
        " all three. A fresh deck is shuffled for every game (F22-1): nothing carries over to be counted."
    )
    return Removal(best, {GAME: fixed_play}, start, note)


def _middle(worths: Sequence[Fraction]) -> Fraction:
    return sum(worths, Fraction(0)) / len(worths)


def _edges(rules: Rules, removed: Sequence[int]) -> dict[str, Fraction]:
    """Return the player's edge on each bet without these cards."""
    cards = [card for card in DECK if card not in removed]
    edges: dict[str, Fraction] = {GAME: _game(rules, removed)}
    for hand in HANDS:
        edges[f"ante-{hand}"] = _mean(cards, lambda kind, hand=hand: ante_pays(rules, hand, kind.line).ratio)
        edges[f"double-{hand}"] = _mean(cards, lambda kind, hand=hand: double_pays(rules, hand, kind.line).ratio)
    edges |= dict.fromkeys((f"match-{hand}" for hand in HANDS), _mean(cards, partial(_matched, rules)))
    edges["field"] = sum((rules.field_table.pays(field_line(card)).ratio for card in cards), Fraction(0)) / len(cards)
    return edges


def _matched(rules: Rules, kind: Kind) -> Fraction:
    return match_pays(rules, kind.is_match).ratio


def _mean(cards: Sequence[int], pays: Callable[..., Fraction]) -> Fraction:
    """Return the mean payout of a bet on card and flop, over all pairs of cards."""
    won = sum((pays(kind_of(card, flop)) for card in cards for flop in cards if flop != card), Fraction(0))
    return won / (len(cards) * (len(cards) - 1))


def _game(rules: Rules, removed: Sequence[int], *, by_chart: bool = False) -> Fraction:
    """
    Return the value of three equal antes at best play, or by the full-deck strategy, in units of all three.

    Cards that face the same flops have the same value.
    """
    antes, cards = equal_antes(rules), [card for card in DECK if card not in removed]
    known: dict[object, Fraction] = {}
    won = Fraction(0)
    for card in cards:
        left = unseen(card, removed)
        sort = (tuple(kinds(card)), left)
        if sort not in known:
            rest = Rest(rules, card, antes)
            best = max(rest.worths(left, rules.aggregate).values()) if not by_chart else Fraction(0)
            known[sort] = rest.worth_by_chart(left, rules.aggregate) if by_chart else best
        won += known[sort]
    return won / (len(cards) * sum(antes.values()))
