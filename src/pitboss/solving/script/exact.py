"""Exact results for those bets of a game that can be enumerated over every deal, as many at a time as possible."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from pitboss.play.bets import Bet, Wagers
from pitboss.play.game import Bot, Game
from pitboss.play.steps import Event, Offer, Offered, Seat
from pitboss.solving.script.best_play import BestPlay, best_play
from pitboss.solving.script.bets import ALONE, Bets
from pitboss.solving.script.deals import Column, Deals
from pitboss.solving.script.paths import Budget, Paths, TooMany
from pitboss.solving.script.random_rounds import Ends
from pitboss.solving.script.seen_by_seat import Settlement, net_of
from pitboss.solving.script.simulated_rounds import CheckedPaths, SampledPaths
from pitboss.statistics.exactness import Number

CHECKED_DEALS = 1 << 16
"""The number of random deals in which other answers are compared with the first ones."""
OTHER_WAYS = 8
MOST_RUNS = 256
"""The maximum number of script runs for one way of answering; a bet that needs more is simulated."""


class ExactOdds:
    """Exact odds of one seat's bets: the main ones first, then all others at once if the main ones are unaffected."""

    def __init__(self, bets: Bets, budget: Budget) -> None:
        self.bets, self.budget = bets, budget
        self.deals = 0
        self.why_not = "it has too many deals to count them all within the limit"
        """The reason why some bets cannot be enumerated, in words."""
        self.unaffected: list[str] = []
        """The bets enumerated with the first answer to every question, because no answer affects them."""
        self._known: dict[str, Ends] | None = None

    @cached_property
    def main(self) -> BestPlay | None:
        """The best play for the main bets; None if finding it exceeds the budget."""
        return self.solve(self.bets.main)

    def main_ends(self) -> Ends:
        """Return the results of a round with the best play for the main bets, which must be known."""
        assert self.main is not None
        return list(self.main.results())

    def all_bets(self) -> dict[str, Ends]:
        """Return the results of a round for each bet that can be enumerated."""
        if self._known is None:
            self._known = {}
            if self.main is not None:
                for bet in self.bets.before:
                    if self.bets.with_company(bet) == self.bets.main:
                        self._known[bet.name] = self.main_ends()
            self._count_together()
            for bet in self._open():
                if (alone := self.solve(self.bets.with_company(bet))) is not None:
                    self._known[bet.name] = list(alone.results())
                elif (ends := self._if_unaffected(bet)) is not None:
                    self._known[bet.name] = ends
                    self.unaffected.append(bet.name)
        return self._known

    def solve(self, bets: Sequence[Bet], *, removal: bool = False) -> BestPlay | None:
        """Return the best play for a seat with a unit on each of these bets; None if finding it exceeds the budget."""
        if self.bets.game.before_wagers is not None and self._has_jokers and self.budget.seconds is None:
            self.why_not = "jokers among the cards dealt before the wagers make too many ways for the default limit"
            return None
        if not self.bets.are_taken(bets):
            self.why_not = "the game does not take these bets together"
            return None
        paths = self._paths(bets, removal=removal)
        self.budget.report(0.0, f"counting {' and '.join(bet.name for bet in bets)}")
        try:
            found = best_play(paths)
        except TooMany as too_many:
            self.why_not = str(too_many) or self.why_not
            return None
        self.deals = max(self.deals, found.deals)
        return found

    def _if_unaffected(self, bet: Bet) -> Ends | None:
        """Return the results of a side bet that no answer affects; None if it may depend on answers."""
        company = self.bets.with_company(bet)
        if bet in self.bets.main or self.bets.game.before_wagers is not None or not self.bets.are_taken(company):
            return None
        self.budget.report(0.0, f"counting {bet.name} alone")
        family, budget = self.bets.family(bet), self.budget.rest()
        return ends_if_unaffected(self.bets.game, self.bets.rules, self._wagers(company), family, budget)

    @property
    def _has_jokers(self) -> bool:
        return any(card.is_joker for card in self.bets.game.whole_pack(self.bets.rules))

    def without_one(self, bet: Bet) -> tuple[Fraction, dict[int, Fraction]] | None:
        """
        Return the expected value of a bet in units, and the same with one card of each rank (from 0) removed.

        Both assume the best play for the remaining pack. Return None if the bet exceeds the budget.
        """
        played = self.solve(self.bets.with_company(bet), removal=True)
        if played is None:
            return None
        family = self.bets.family(bet)

        def mean(play: BestPlay) -> Fraction:
            won = sum((chance * net_of(settled, family) for settled, chance in play.results()), Fraction(0))
            return won / self.bets.unit

        paths = played.paths
        return mean(played), {rank: mean(BestPlay(paths, without=rank)) for rank in sorted(paths.ends_without)}

    def _paths(self, bets: Iterable[Bet], *, removal: bool = False) -> Paths:
        game, rules = self.bets.game, self.bets.rules
        return CheckedPaths(game, rules, self._wagers(bets), ALONE, budget=self.budget, removal=removal)

    def _wagers(self, bets: Iterable[Bet]) -> Wagers:
        wagers: Wagers = {ALONE: self.bets.stakes(bets)}
        if self.bets.game.before_wagers is not None:
            return wagers
        return self.bets.game.check_wagers(self.bets.rules, wagers, ())

    def _open(self) -> list[Bet]:
        assert self._known is not None
        return [bet for bet in self.bets.before if bet.name not in self._known]

    def _count_together(self) -> None:
        """Enumerate all other bets together with the main ones, if they do not affect those and need no decisions."""
        if self.main is None or len(self._open()) < 2:
            return
        together = list(self.bets.main)
        for bet in self._open():
            wider = [one for one in self.bets.before if one in together or one in self.bets.with_company(bet)]
            if self.bets.are_taken(wider):
                together = wider
        self.budget.report(0.0, f"counting {', '.join(bet.name for bet in self._open())}")
        try:
            paths = self._paths(together)
            paths.follow()
        except TooMany:
            return
        family = set[str]().union(*(self.bets.family(bet) for bet in self.bets.main))
        play = BestPlay(paths, lambda settled: net_of(settled, family))
        ends: Ends = list(play.results())
        assert self._known is not None
        if _law(ends, family) != _law(list(self.main.results()), family):
            return  # other bets change how the script plays the main ones
        for bet in together:
            own = self.bets.family(bet)
            if bet.name not in self._known and is_without_decisions(paths, own):
                self._known[bet.name] = ends
        self.deals = max(self.deals, play.deals)


def is_without_decisions(paths: Paths, family: set[str]) -> bool:
    """Return whether no answer to any question changes the value of these bets."""
    play = BestPlay(paths, lambda settled: net_of(settled, family))
    return all(
        (worth == asked.worths[asked.node.options[0]]).all()
        for asked in play.questions.values()
        for worth in asked.worths.values()
    )


def _law(ends: Ends, family: set[str]) -> dict[tuple[Settlement, ...], Number]:
    """Return the probability of each result of these bets."""
    law: dict[tuple[Settlement, ...], Number] = {}
    for cell, chance in ends:
        own = tuple(one for one in cell if one.bet in family)
        law[own] = law.get(own, Fraction(0)) + chance
    return law


def ends_if_unaffected(game: Game, rules: Any, wagers: Wagers, family: Collection[str], budget: Budget) -> Ends | None:
    """
    Return the results with the first answer to every question; None if answers change these bets.

    A side bet may need a main bet that has too many deals. With the first answer, often a fold, it has few. Random
    deals are played with other answers too, to check one by one that these do not change it.
    """
    paths = CheckedPaths(game, rules, wagers, ALONE, bot=first_answer, budget=budget)
    try:
        paths.follow()
        bots: list[Bot] = [first_answer, *map(RandomAnswers, range(OTHER_WAYS))]
        nets = [
            PlayedDeals(game, rules, wagers, ALONE, rounds=CHECKED_DEALS, answers=bot, family=family).nets()
            for bot in bots
        ]
    except TooMany:
        return None
    return list(BestPlay(paths).results()) if all((net == nets[0]).all() for net in nets) else None


def first_answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Return the first option, which also applies if time runs out."""
    return offer.options[seat][0].name


@dataclass
class RandomAnswers:
    """A bot that gives a random answer to each question of a round, the same one in every deal."""

    seed: int

    def __call__(self, rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        """Return the answer to this question, chosen by its number in the round."""
        question = sum(isinstance(event, Offered) for event in seen)
        return Random(self.seed * 1000 + question).choice(offer.options[seat]).name


@dataclass
class PlayedDeals(SampledPaths):
    """Random deals, the same for every bot, with the net result of some bets in each."""

    answers: Bot = first_answer
    family: Collection[str] = ()
    budget: Budget = field(default_factory=lambda: Budget(runs=MOST_RUNS))

    def nets(self) -> Column:
        """Return the net result of these bets in each deal, in cents."""
        self.bot = self.answers
        self._nets = np.zeros(self.rounds, np.int64)
        self.follow()
        return self._nets

    def _undealt(self) -> Deals:
        table = super()._undealt()
        return Deals(self.pack, table.cards, np.arange(self.rounds), self.rounds)  # the weight is the deal's number

    def _end(self) -> None:
        self._nets[self.deals.weight] = net_of(self.settled(), self.family)
