"""Exact effects of removal for flip~it: how one missing card changes each bet."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.cards import rank_name
from pitboss.games.flip_it.count.shoe import RANKS, Counts, bonus_anywhere, full_shoe, plain_bets
from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.rules import Rules
from pitboss.solving.answers.threats import Progress, Removal, ignore_progress
from pitboss.statistics.exactness import Number, total

_SUITS = 4


def removal(rules: Rules, progress: Progress = ignore_progress) -> Removal:
    """Return the effects of each rank (averaged over suits), of a joker, and of a red or black card on colour bets."""
    shoe = full_shoe(rules)
    start = _edges(rules, shoe)
    alike: dict[str, Sequence[int]] = {
        rank_name(rank + 2): range(rank * _SUITS, rank * _SUITS + _SUITS) for rank in RANKS
    }
    if rules.jokers:
        alike["joker"] = [hands.JOKER]
    best: dict[str, dict[str, Number]] = {bet: {} for bet in start}
    for name, codes in alike.items():
        progress(f"a {name} gone")
        changed = [_edges(rules, _without(shoe, code)) for code in codes]
        for bet, edge in start.items():
            best[bet][name] = sum((edges[bet] for edges in changed), Fraction(0)) / len(changed) - edge
    for bet in ("red", "black"):
        for name, code in (("red card", 1), ("black card", 0)):
            best[bet][name] = _edges(rules, _without(shoe, code))[bet] - start[bet]
    note = "Off the top of a full shoe, any suit of a rank; flip~it has no decisions, so play is never fixed."
    return Removal(best, {}, start, note)


def _without(shoe: Counts, code: int) -> Counts:
    return (*shoe[:code], shoe[code] - 1, *shoe[code + 1 :])


def _edges(rules: Rules, shoe: Counts) -> dict[str, Fraction]:
    """Return the player's edge on each bet off the top of this shoe."""
    bets = plain_bets(rules, shoe) | {"bonus": bonus_anywhere(rules, shoe).outcomes}
    return {name: Fraction(total(each.pays * each.probability for each in made)) for name, made in bets.items()}
