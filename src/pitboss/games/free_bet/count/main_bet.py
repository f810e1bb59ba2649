"""The main bet: the distribution of its net, its second moment, and the money bet."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.compute.cores import threads
from pitboss.games.free_bet.count.counted_rules import PAYS, Again, CountedRules, splits_free
from pitboss.games.free_bet.count.kernels import WAYS, net_of
from pitboss.games.free_bet.count.played_out import NETS, PlayedOut, WayToPlay
from pitboss.games.free_bet.count.solve import solution_of
from pitboss.games.free_bet.deal.hands import LOSES, outcome
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack_legacy.hand_graph import MOST_GONE, grown, paired
from pitboss.solving.blackjack_legacy.joint_odds import (
    NATURAL,
    OUTCOMES,
    TWENTY_TWO,
    in_lines,
    odds_against,
    sequence_chance,
    shoe_of,
)
from pitboss.solving.blackjack_legacy.pairs import (
    Endings,
    Places,
    SplitHands,
    TwoHandLaws,
    endings,
    numbered,
    split_sums,
)
from pitboss.solving.blackjack_legacy.player_hands import LINES, line_of
from pitboss.solving.blackjack_legacy.split_nets import kind_nets, nets_of_two, split_nets
from pitboss.solving.blackjack_legacy.splits import FREE, OWN, SplitStory, factors, pair_factors, stories
from pitboss.solving.blackjack_legacy.values import ONE_OF, VALUES, Ints, Numbers, counts_in, places

_MOST = 8
"""Four hands of two bets each."""
_KINDS = WAYS * (LINES + 1)
"""The kinds of endings: by way of playing and line, then the hands that only began, by way."""
_LONGEST_FIRST = (0, 1, 7, 8, 6, 9, 2, 3, 4, 5)
"""The up cards in order of decreasing work, so that threads finish at about the same time."""
_LEAST = 1e-12
"""Pairs of split hands less likely than this are assumed to end like the others."""
_SO_TAKEN = 0.5
"""The possible error of that assumption, relative to their probability: three times the largest observed."""


class Nets(NamedTuple):
    """The main bet as played: the distribution of its net in bets, and the money bet beyond the wager."""

    chances: dict[Fraction, float]
    errors: dict[Fraction, float]  # possible error of each probability, for splits into three or four hands
    ev: float  # expected value in bets; exact
    added: float
    square: float  # second moment; exact
    with_22: float  # contribution of rounds with a dealer 22 to the mean; exact
    left_out: float = 0.0  # probability of the hands assumed to end like others

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


def _nets_by_kind(kind: int, pushes_22: bool) -> Numbers:
    """Return what each ending of an own or a free hand adds to the probability of each net, by dealer's result."""
    nets = np.zeros((_KINDS, OUTCOMES), np.int64)
    lost = np.array([net_of(PAYS[kind], way, LOSES) for way in range(WAYS)])
    for way in range(WAYS):
        for line in range(LINES):
            fares = [outcome(16 + line, dealer + 17, pushes_22) for dealer in range(NATURAL)]
            nets[LINES * way + line, :NATURAL] = [net_of(PAYS[kind], way, each) for each in fares]
    nets[LINES * WAYS :] = lost[:, None]
    return kind_nets(nets, np.append(np.repeat(lost, LINES), lost))


class SplitPair:
    """All splits of one pair: any two of its hands jointly, against each up card."""

    def __init__(self, played: PlayedOut, pair: int) -> None:
        self.played, self.pair, self.free = played, pair, splits_free(played.terms, pair)
        graph = played.graph
        own = {
            flag: graph.keys[slice(*graph.family[at : at + 2])] for flag, at in enumerate((grown(pair), paired(pair)))
        }
        families = played.families[pair]
        came = {sort: (its.begun.any(axis=(0, 2)) | its.ended.any(axis=(0, 2))) for sort, its in families.items()}
        keys = np.unique(np.concatenate([own[sort[1]][its] for sort, its in came.items()]))
        self.sums = split_sums(keys, pair, played.counts[pair] / sum(played.counts))
        self.lines = np.array([line_of(total) for total in range(BLACKJACK + 1)])[graph.total]
        self.hands = {sort: places(keys, own[sort[1]], 0) for sort in families}
        shoe, first = shoe_of(played.counts), np.array([ONE_OF[pair]])
        self.first = float(sequence_chance(shoe, counts_in(first))[0])
        self.chances = sequence_chance(shoe, counts_in(keys)) / self.first
        self.nets = {kind: _nets_by_kind(kind, played.terms.dealer_22_pushes) for kind in (OWN, FREE)}

    def _endings(self, sort: tuple[int, bool], up: int) -> Endings:
        """Return the endings of one sort of hand against an up card."""
        tally, hands = self.played.families[self.pair][sort], self.hands[sort]
        begin = int(self.played.graph.family[paired(self.pair) if sort[1] else grown(self.pair)])
        line = self.lines[begin : begin + len(hands)]
        kinds: list[Ints] = [LINES * way + line for way in range(WAYS)]
        kinds += [np.full(len(hands), LINES * WAYS + way) for way in range(WAYS)]
        times = np.concatenate([*tally.ended[:, :, up], *tally.begun[:, :, up]])
        every = np.tile(hands, 2 * WAYS)
        return endings(every, np.concatenate(kinds), times, times * self.chances[every])

    def against(self, up: int, again: Again, at: Places) -> SplitHands:
        """Return the hands against one up card, resplit by this plan."""
        ended = {sort: self._endings(sort, up) for sort in self.hands}
        return SplitHands(self.sums, at, ended, pair_factors(again, self.free), _LEAST / self.first**2)

    def nets_of_two(self, law: Numbers, kinds: tuple[int, int]) -> Numbers:
        """
        Return the joint distribution of the nets of two hands of these kinds and the dealer's result, no blackjack.
        """
        one, other = (self.nets[kind] for kind in kinds)
        return nets_of_two(law, one, other)[..., :NATURAL]


class SplitPlan(NamedTuple):
    """A pair split under one plan, and the up cards for which it is."""

    hands: SplitPair
    ups: Ints
    again: Again


class SplitTotals(NamedTuple):
    """The totals of the splits under one plan, joint with being dealt."""

    chances: Numbers  # by net, from -8 up
    errors: Numbers
    square: float
    left_out: float


class MainBet:
    """The main bet under a strategy, assembled from hands as dealt, blackjacks and splits."""

    def __init__(self, played: PlayedOut) -> None:
        self.played = played

    def _splits(self) -> list[SplitPlan]:
        plans = {pair: its for pair in range(VALUES) if (its := self.played.plans(pair))}
        with ThreadPoolExecutor(threads()) as pool:
            every = list(pool.map(lambda pair: SplitPair(self.played, pair), plans))
        return [SplitPlan(hands, *plan) for hands in every for plan in plans[hands.pair]]

    def _laws(self, splits: list[SplitPlan]) -> list[dict[int, TwoHandLaws]]:
        """
        Return the joint distributions of any two split hands by plan and up card.

        Dealer odds are shared per up card.
        """
        if not splits:
            return []
        keys, places = numbered([split.hands.sums.with_more for split in splits])
        by_up: dict[int, dict[int, TwoHandLaws]] = {}
        most, ups = max(len(split.hands.sums.sums.keys) for split in splits), iter(_LONGEST_FIRST)

        def work(_: int) -> None:
            odds, mixed = in_lines(len(keys)), in_lines(most)
            by_up.update({up: self._laws_against(up, splits, keys, places, odds, mixed) for up in ups})

        with ThreadPoolExecutor(threads()) as pool:
            list(pool.map(work, range(threads())))
        return [{up: by_up[up][at] for up in range(VALUES) if at in by_up[up]} for at in range(len(splits))]

    def _laws_against(
        self, up: int, splits: list[SplitPlan], keys: Ints, places: list[Places], odds: Numbers, mixed: Numbers
    ) -> dict[int, TwoHandLaws]:
        against = {
            at: split.hands.against(up, split.again, places[at]) for at, split in enumerate(splits) if up in split.ups
        }
        used, asked = {at: hands.used() for at, hands in against.items()}, np.zeros(len(keys), np.bool_)
        for at, hands in against.items():
            hands.ask(used[at], asked)
        odds_against(self.played.counts, keys, np.flatnonzero(asked), up, self.played.terms.hits_soft_17, room=odds)
        return {at: hands.laws(used[at], odds, mixed, _KINDS) for at, hands in against.items()}

    def _hand_nets(self, split: SplitPlan, story: SplitStory, hand: int) -> Numbers:
        """Return the distribution of one hand of a split history. Axes: net, dealer's result and up card combined."""
        nets = np.zeros((len(NETS), NATURAL, len(split.ups)))
        for gone, factor in story.gone(hand):
            for is_paired in (False,) if story.unpaired[hand] else (False, True):
                tally = self.played.families[split.hands.pair][story.kinds[hand], is_paired]
                nets += factor * tally.nets[gone][:, :, split.ups]
        return nets.reshape(len(NETS), -1)

    def _split_totals(self, split: SplitPlan, laws: list[TwoHandLaws]) -> SplitTotals:
        """Return the distribution of a plan's splits and their second moment, from the joint laws of two hands."""
        hands, free = split.hands, split.hands.free
        two = (OWN, FREE if free else OWN)
        alone = _by_up([hands.nets_of_two(law.alone, two) for law in laws])
        among = {kinds: _by_up([hands.nets_of_two(law.among[kinds], kinds) for law in laws]) for kinds in laws[0].among}
        told = stories(split.again, free)
        found = split_nets(told, lambda story, hand: self._hand_nets(split, story, hand), alone, among, _MOST)
        product = sum(float(NETS @ law.sum(axis=-1) @ NETS) for law in (alone, *among.values()))
        square = 2 * product
        for (kind, is_paired), tally in self.played.families[hands.pair].items():
            by_gone = factors(split.again, free, kind, MOST_GONE + 1)
            squares = np.tensordot(NETS**2, tally.nets[..., split.ups].sum(axis=(2, 3)), (0, 1))
            square += float((by_gone.paired if is_paired else by_gone.grown) @ squares)
        left_out = hands.first**2 * sum(law.left_out for law in laws)
        chances, errors = found.chances.sum(axis=1), found.errors.sum(axis=1)
        return SplitTotals(chances, errors + _SO_TAKEN * left_out * chances / chances.sum(), square, left_out)

    def _added(self, split: SplitPlan) -> float:
        """Return the own money that a plan's splits add to the bet: paid doubles and paid splits."""
        added = 0.0
        for (kind, is_paired), tally in self.played.families[split.hands.pair].items():
            by_gone = factors(split.again, split.hands.free, kind, MOST_GONE + 1)
            its = by_gone.paired if is_paired else by_gone.grown
            added += float(its @ tally.paid[:, split.ups].sum(axis=1))
        if not split.hands.free:
            for story, times in stories(split.again, False).items():
                weight = float(self._hand_nets(split, story, 0).sum())
                added += times * (len(story.kinds) - 1) * weight
        return added

    def nets(self) -> Nets:
        """Return the distribution of the main bet: exact, except for splits into three or more hands."""
        played, blackjack = self.played, Fraction(*self.played.terms.blackjack_pays)
        whole, errors = np.zeros(2 * _MOST + 1), np.zeros(2 * _MOST + 1)
        whole[_MOST - 2 : _MOST + 3] = played.dealt.nets[0].sum(axis=(1, 2))
        added, blackjacks = float(played.dealt.paid.sum()), 0.0
        for node in played.graph.two[0].ravel():
            odds, natural = played.odds[played.graph.rows[node, 0]], played.graph.total[node] == 21
            whole[_MOST if natural else _MOST - 1] += odds[NATURAL].sum()
            blackjacks += float(odds[:NATURAL].sum()) if natural else 0
        square = float((np.arange(-_MOST, _MOST + 1) ** 2) @ whole) + float(blackjack**2) * blackjacks
        left_out, splits = 0.0, self._splits()
        for split, laws in zip(splits, self._laws(splits), strict=True):
            totals = self._split_totals(split, list(laws.values()))
            whole, errors = whole + totals.chances, errors + totals.errors
            square, left_out = square + totals.square, left_out + totals.left_out
            added += self._added(split)
        chances = {Fraction(i - _MOST): float(chance) for i, chance in enumerate(whole) if chance > 0}
        chances[blackjack] = chances.get(blackjack, 0) + blackjacks
        off = {Fraction(i - _MOST): float(error) for i, error in enumerate(errors)}
        nets = sorted(chances)
        return Nets(
            {net: chances[net] for net in nets}, {net: off.get(net, 0) for net in nets},
            float(played.worth_by_up_card().sum()), added, square, self.with_22(), left_out,
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


def _by_up(laws: list[Numbers]) -> Numbers:
    """Stack distributions by both nets, with the dealer's result and up card on the last axis."""
    return np.stack(laws, axis=-1).reshape(*laws[0].shape[:2], -1)


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
