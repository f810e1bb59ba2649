"""Which bets of a game can be counted over every deal, and how they end: as many together as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from pitboss.play.bets import Bet, Wagers
from pitboss.solving.script.best_play import BestPlay, best_play
from pitboss.solving.script.bets import ALONE, Bets
from pitboss.solving.script.paths import Budget, Paths, TooMany
from pitboss.solving.script.random_rounds import Cell
from pitboss.solving.script.seen_by_seat import Settlement
from pitboss.statistics.exactness import Number

Ends: TypeAlias = list[tuple[Cell, Number]]
"""How a round ends, and how likely that is."""


class ExactOdds:
    """The bets of one seat, counted: those that deal it in first, then all others in one go if none disturbs them."""

    def __init__(self, bets: Bets, budget: Budget) -> None:
        self.bets, self.budget = bets, budget
        self.deals = 0
        self.why_not = "it has too many deals to count them all within the limit"
        """Why some bets cannot be counted, in words."""
        self._known: dict[str, Ends] | None = None

    @cached_property
    def main(self) -> BestPlay | None:
        """The best play of the bets that deal a seat in; None if it is beyond the budget."""
        return self.solve(self.bets.main)

    def all_bets(self) -> dict[str, Ends]:
        """Return how a round ends for each bet that can be counted."""
        if self._known is None:
            self._known = {}
            if self.main is not None:
                for bet in self.bets.before:
                    if self.bets.with_company(bet) == self.bets.main:
                        self._known[bet.name] = list(self.main.results())
            self._count_together()
            for bet in self._open():
                if (alone := self.solve(self.bets.with_company(bet))) is not None:
                    self._known[bet.name] = list(alone.results())
        return self._known

    def solve(self, bets: Sequence[Bet], *, removal: bool = False) -> BestPlay | None:
        """Return the best play of a seat with a unit on each of these bets; None if it is beyond the budget."""
        if self.bets.game.before_wagers is not None and self._has_jokers and self.budget.seconds is None:
            self.why_not = "jokers among the cards dealt before the wagers make too many ways for the default limit"
            return None
        if not self.bets.are_taken(bets):
            self.why_not = "the game does not take these bets together"
            return None
        paths = self._paths(bets, removal=removal)
        self.budget.task = f"counting {' and '.join(bet.name for bet in bets)}"
        try:
            found = best_play(paths)
        except TooMany as too_many:
            self.why_not = str(too_many) or self.why_not
            return None
        self.deals = max(self.deals, found.deals)
        return found

    @property
    def _has_jokers(self) -> bool:
        return any(card.is_joker for card in self.bets.game.whole_pack(self.bets.rules))

    def without_one(self, bet: Bet) -> tuple[Fraction, dict[int, Fraction]] | None:
        """
        Return what a bet wins on average, in units, and the same for each rank (from 0) of which one card is gone.

        Both are at the best play for the pack that is left; None if the bet is beyond the budget.
        """
        played = self.solve(self.bets.with_company(bet), removal=True)
        if played is None:
            return None
        family = self.bets.family(bet)

        def mean(play: BestPlay) -> Fraction:
            won = sum((chance * _net_of(settled, family) for settled, chance in play.results()), Fraction(0))
            return won / self.bets.unit

        paths = played.paths
        return mean(played), {rank: mean(BestPlay(paths, without=rank)) for rank in sorted(paths.ends_without)}

    def _paths(self, bets: Iterable[Bet], *, removal: bool = False) -> Paths:
        game, rules = self.bets.game, self.bets.rules
        wagers: Wagers = {ALONE: self.bets.stakes(bets)}
        if game.before_wagers is None:
            wagers = game.check_wagers(rules, wagers, ())
        return Paths(game, rules, wagers, ALONE, budget=self.budget, removal=removal)

    def _open(self) -> list[Bet]:
        assert self._known is not None
        return [bet for bet in self.bets.before if bet.name not in self._known]

    def _count_together(self) -> None:
        """Count all other bets next to the main ones, if they leave these alone and ask for no play of their own."""
        if self.main is None or len(self._open()) < 2:
            return
        together = list(self.bets.main)
        for bet in self._open():
            wider = [one for one in self.bets.before if one in together or one in self.bets.with_company(bet)]
            if self.bets.are_taken(wider):
                together = wider
        self.budget.task = f"counting {', '.join(bet.name for bet in self._open())}"
        try:
            paths = self._paths(together)
            paths.follow()
        except TooMany:
            return
        family = set[str]().union(*(self.bets.family(bet) for bet in self.bets.main))
        play = BestPlay(paths, lambda settled: _net_of(settled, family))
        ends: Ends = list(play.results())
        assert self._known is not None
        if _law(ends, family) != _law(list(self.main.results()), family):
            return  # the script plays the main bets otherwise if there are more
        for bet in together:
            own = self.bets.family(bet)
            if bet.name not in self._known and is_without_decisions(paths, own):
                self._known[bet.name] = ends
        self.deals = max(self.deals, play.deals)


def is_without_decisions(paths: Paths, family: set[str]) -> bool:
    """Return whether no answer changes what these bets are worth, wherever it is given."""
    play = BestPlay(paths, lambda settled: _net_of(settled, family))
    return all(
        (worth == asked.worths[asked.node.options[0]]).all()
        for asked in play.questions.values()
        for worth in asked.worths.values()
    )


def _net_of(settled: Iterable[Settlement], family: set[str]) -> int:
    return sum(one.net for one in settled if one.bet in family)


def _law(ends: Ends, family: set[str]) -> dict[tuple[Settlement, ...], Number]:
    """Return how likely each end of these bets is."""
    law: dict[tuple[Settlement, ...], Number] = {}
    for cell, chance in ends:
        own = tuple(one for one in cell if one.bet in family)
        law[own] = law.get(own, Fraction(0)) + chance
    return law
