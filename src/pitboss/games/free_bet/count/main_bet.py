"""The main bet: the distribution of its net, its second moment, and the money bet."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.count.counted_rules import Again, CountedRules, splits_free
from pitboss.games.free_bet.count.kernels import PLAIN, WAYS
from pitboss.games.free_bet.count.played_out import NETS, PlayedOut, WayToPlay
from pitboss.games.free_bet.count.solve import solution_of
from pitboss.solving.blackjack.hands import CARD_KEYS, numbers_by_key
from pitboss.solving.blackjack.nets import ORDER, Ends, SplitEnds, split_nets
from pitboss.solving.blackjack.rules import Dealer
from pitboss.solving.blackjack.splits import SplitCourse
from pitboss.solving.blackjack_legacy.hand_graph import MOST_GONE
from pitboss.solving.blackjack_legacy.joint_odds import NATURAL, TWENTY_TWO
from pitboss.solving.blackjack_legacy.splits import SplitStory, factors, stories
from pitboss.solving.blackjack_legacy.values import VALUES, Numbers, counts_in

_MOST = 8
"""Four hands of two bets each."""


class Nets(NamedTuple):
    """The main bet as played: the distribution of its net in bets, and the money bet beyond the wager."""

    chances: dict[Fraction, float]
    errors: dict[Fraction, float]  # what the last order of the expansion for split hands changed
    ev: float  # expected value in bets; exact
    added: float
    square: float  # second moment
    with_22: float  # contribution of rounds with a dealer 22 to the mean; exact

    @property
    def average_bet(self) -> float:
        """The player's own money bet by the end of a round, in bets. Free bets do not count."""
        return 1 + self.added

    @property
    def variance(self) -> float:
        """The variance of one round, in bets squared."""
        return self.square - self.ev**2

    @property
    def sd(self) -> float:
        """The standard deviation of one round, in bets."""
        return float(np.sqrt(self.variance))


class SplitPlan(NamedTuple):
    """A pair split under one plan, and the up cards for which it is."""

    pair: int
    free: bool
    ups: NDArray[np.intp]
    again: Again


class MainBet:
    """The main bet under a strategy, assembled from hands as dealt, blackjacks and splits."""

    def __init__(self, played: PlayedOut) -> None:
        self.played = played

    def _ends(self, pair: int) -> SplitEnds:
        """Return how the hands of a split pair end, by the hands of the solver."""
        played, terms = self.played, self.played.terms
        ends = {}
        for (kind, is_paired), tally in played.families[pair].items():
            keys = counts_in(played.graph.keys[tally.begin : tally.end]) @ CARD_KEYS
            numbers = [numbers_by_key()[int(key)] for key in keys]
            begun, stood = (np.zeros((WAYS, len(numbers_by_key()), VALUES)) for _ in range(2))
            begun[:, numbers], stood[:, numbers] = tally.begun, tally.ended
            doubled = begun * (np.arange(WAYS) != PLAIN)[:, None, None]
            ends[kind, is_paired] = begun.sum(axis=0), Ends(stood, doubled)
        return SplitEnds(played.counts, Dealer(terms.hits_soft_17, terms.dealer_22_pushes), pair, ends)

    def _hand_nets(self, split: SplitPlan, story: SplitStory, hand: int) -> Numbers:
        """Return the distribution of one hand of a split history. Axes: net, dealer's result and up card combined."""
        nets = np.zeros((len(NETS), NATURAL, len(split.ups)))
        for gone, factor in story.gone(hand):
            for is_paired in (False,) if story.unpaired[hand] else (False, True):
                tally = self.played.families[split.pair][story.kinds[hand], is_paired]
                nets += factor * tally.nets[gone][:, :, split.ups]
        return nets.reshape(len(NETS), -1)

    def _added(self, split: SplitPlan) -> float:
        """Return the own money that a plan's splits add to the bet: paid doubles and paid splits."""
        added = 0.0
        for (kind, is_paired), tally in self.played.families[split.pair].items():
            by_gone = factors(split.again, split.free, kind, MOST_GONE + 1)
            its = by_gone.paired if is_paired else by_gone.grown
            added += float(its @ tally.paid[:, split.ups].sum(axis=1))
        if not split.free:
            for story, times in stories(split.again, False).items():
                weight = float(self._hand_nets(split, story, 0).sum())
                added += times * (len(story.kinds) - 1) * weight
        return added

    def nets(self, order: int = ORDER) -> Nets:
        """Return the distribution of the main bet: splits by an expansion whose last order changed `errors`."""
        played, blackjack = self.played, Fraction(*self.played.terms.blackjack_pays)
        whole, errors = np.zeros(2 * _MOST + 1), np.zeros(2 * _MOST + 1)
        whole[_MOST - 2 : _MOST + 3] = played.dealt.nets[0].sum(axis=(1, 2))
        added, blackjacks = float(played.dealt.paid.sum()), 0.0
        for node in played.graph.two[0].ravel():
            odds, natural = played.odds[played.graph.rows[node, 0]], played.graph.total[node] == 21
            whole[_MOST if natural else _MOST - 1] += odds[NATURAL].sum()
            blackjacks += float(odds[:NATURAL].sum()) if natural else 0
        for pair in range(VALUES):
            ends, free = None, splits_free(played.terms, pair)
            for ups, again in played.plans(pair):
                ends = ends or self._ends(pair)
                courses = stories(again, free)
                for up in ups.tolist():
                    found = split_nets(
                        ends, {SplitCourse(*story): times for story, times in courses.items()}, up, order
                    )
                    middle = slice(_MOST - len(found.chances) // 2, _MOST + len(found.chances) // 2 + 1)
                    whole[middle] += found.chances
                    errors[middle] += found.changes
                added += self._added(SplitPlan(pair, free, ups, again))
        square = float((np.arange(-_MOST, _MOST + 1) ** 2) @ whole) + float(blackjack**2) * blackjacks
        chances = {Fraction(i - _MOST): float(chance) for i, chance in enumerate(whole) if chance > 0}
        chances[blackjack] = chances.get(blackjack, 0) + blackjacks
        off = {Fraction(i - _MOST): float(error) for i, error in enumerate(errors)}
        nets = sorted(chances)
        return Nets(
            {net: chances[net] for net in nets}, {net: off.get(net, 0) for net in nets},
            float(played.worth_by_up_card().sum()), added, square, self.with_22(),
        )  # fmt: skip

    def with_22(self) -> float:
        """Return the contribution of rounds with a dealer 22 to the mean of the main bet (FB-5)."""
        played, blackjack = self.played, float(Fraction(*self.played.terms.blackjack_pays))
        won = float((NETS[:, None] * played.dealt.nets[0, :, TWENTY_TWO]).sum())
        for node in played.graph.two[0].ravel():
            if played.graph.total[node] == 21:
                won += blackjack * float(played.odds[played.graph.rows[node, 0], TWENTY_TWO].sum())
        for pair in range(VALUES):
            free = splits_free(played.terms, pair)
            for ups, again in played.plans(pair):
                for (kind, is_paired), tally in played.families[pair].items():
                    by_gone = factors(again, free, kind, MOST_GONE + 1)
                    worth = np.tensordot(NETS, tally.nets[:, :, TWENTY_TWO][..., ups].sum(axis=2), (0, 1))
                    won += float((by_gone.paired if is_paired else by_gone.grown) @ worth)
        return won


@cache
def nets_of(terms: CountedRules, stake: float = 0) -> Nets:
    """Return the distribution of the main bet at best play."""
    return MainBet(played_best(terms, stake)).nets()


@cache
def worth_of(terms: CountedRules) -> float:
    """Return the expected value of the main bet at best play, without computing its distribution."""
    return float(played_best(terms).worth_by_up_card().sum())


def played_best(terms: CountedRules, stake: float = 0) -> PlayedOut:
    """Return best play with this stake on Pot of Gold, evaluated for all hands."""
    solution = solution_of(terms, stake)
    way = WayToPlay(solution.best, solution.again)
    return PlayedOut(terms, solution.graph, solution.odds, way, standing=solution.standing)
