"""Exact effects of removal for Beat the Dealer: how one missing card changes each bet."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from pitboss.cards import rank_name
from pitboss.games.beat_the_dealer.count.one_card_known.counting import known_cards
from pitboss.games.beat_the_dealer.count.solve import BonusRules
from pitboss.games.beat_the_dealer.count.solved import house_of, solution_of
from pitboss.games.beat_the_dealer.count.tally import lines_without
from pitboss.games.beat_the_dealer.deal.hands import two_card_line
from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.solving.answers.threats import Progress, Removal, ignore_progress
from pitboss.statistics.exactness import Number


def removal(rules: Rules, progress: Progress = ignore_progress) -> Removal:
    """
    Return the effects by rank: main bets re-optimised and by the full-pack strategy, bonuses with every flop seen.
    """
    house, full = house_of(rules), solution_of(rules)
    start: dict[str, Number] = {
        "ante": full.main_ev,
        "two-card": _two_card(house, ()),
        "five-card": _five_card(house, full.five_card_lines),
    }
    best: dict[str, dict[str, Number]] = {bet: {} for bet in start}
    fixed_play: dict[str, Number] = {}
    for rank, (_, removed) in enumerate(known_cards(rules.ante_pays_from.number, progress)):
        name = rank_name(rank + 2)
        best["ante"][name], fixed_play[name] = removed.best - full.main_ev, removed.fixed_play - full.main_ev
        best["two-card"][name] = _two_card(house, (rank * 4,)) - start["two-card"]
        best["five-card"][name] = _five_card(house, lines_without(rank)) - start["five-card"]
    note = (
        "From a full pack of 52, in antes for ante to river and in units of each bonus; the bonuses for a player who"
        " sees every flop. A fresh pack is shuffled for every round (BD-1), so nothing carries over to be counted."
    )
    return Removal(best, {"ante": fixed_play}, start, note)


def _two_card(house: BonusRules, removed: tuple[int, ...]) -> Fraction:
    holes = list(combinations((code for code in range(52) if code not in removed), 2))
    return sum((house.two_card_pays[two_card_line(*hole)] for hole in holes), Fraction(0)) / len(holes)


def _five_card(house: BonusRules, lines: list[int]) -> Fraction:
    won = sum((pays * count for pays, count in zip(house.five_card_pays, lines, strict=True)), Fraction(0))
    return won / sum(lines)
