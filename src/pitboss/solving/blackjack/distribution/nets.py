"""Section 9 of the method: the distribution of the net of a round, with any number of split hands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.dealer import RESULTS, may_have_blackjack
from pitboss.solving.blackjack.distribution.endings import (
    HAND_NETS,
    LINES,
    PAID_DOUBLE,
    PLAIN,
    PUSH,
    WAYS,
    Ends,
    has_ended,
    net_of,
    net_weights,
    nets_by_line,
    play_out,
    total_line,
)
from pitboss.solving.blackjack.distribution.polynomials import ListedCards, PackPolynomials, chance_of, without
from pitboss.solving.blackjack.hands import (
    CARD_KEYS,
    Floats,
    Ints,
    all_hands,
    numbers_by_key,
)
from pitboss.solving.blackjack.play import SPLIT, SURRENDER
from pitboss.solving.blackjack.rules import ACE, TEN, VALUES, BlackjackRules, Dealer, Pack
from pitboss.solving.blackjack.solve import (
    SolvedGame,
    is_natural,
    rows_for,
    solved,
    stays_after,
    two_cards,
)
from pitboss.solving.blackjack.splits import OWN, SplitCourse, hand_weights, split_courses

ORDER = 4
"""The order up to which couplings between hands are computed. Section 8 gives the error."""
FULL_ORDER_HANDS = 3
"""The maximum number of hands for the full order. With more hands, which is rare, the order is one lower."""
HandType: TypeAlias = tuple[int, bool]
"""The kind of a split hand, and whether it must not be paired by its second card."""


class NetDistribution(NamedTuple):
    """The probability of each net of a round, in first bets; insurance is never taken."""

    chances: dict[float, float]
    errors: dict[float, float]
    """The change that the last order of section 8 makes to each probability; a further order would change much less."""
    average_bet: float
    """The average amount bet in a round, in first bets, including doubles and splits."""

    @property
    def error(self) -> float:
        """The sum of `errors` over all nets."""
        return sum(self.errors.values())

    @property
    def mean(self) -> float:
        """The expected net."""
        return sum(net * chance for net, chance in self.chances.items())

    @property
    def variance(self) -> float:
        """The variance of the net of one round."""
        return self.square - self.mean**2

    @property
    def square(self) -> float:
        """The second moment of the net of one round."""
        return sum(net**2 * chance for net, chance in self.chances.items())


def net_distribution(game: SolvedGame, order: int = ORDER) -> NetDistribution:
    """Return the distribution of the net of a round."""
    nets = _dealt_nets(game)
    errors: defaultdict[float, float] = defaultdict(float)
    average_bet = 1.0 + _added_as_dealt(game)
    for pair, played in game.splits.items():
        split = split_ends(game, pair)
        for up in split_against(game, pair):
            split_result = split_nets(split, split_courses(played.plan(up), game.splits_free(pair)), up, order)
            for net, (chance, change) in enumerate(zip(*split_result, strict=True), -(len(split_result.chances) // 2)):
                nets[float(net)] += float(chance)
                errors[float(net)] += float(change)
            average_bet += _added_by_split(game, split, up)
    likely = {net: chance for net, chance in sorted(nets.items()) if chance}
    return NetDistribution(likely, {net: errors[net] for net in likely}, average_bet)


@lru_cache(maxsize=64)
def solved_nets(rules: BlackjackRules) -> NetDistribution:
    """Return the distribution of the net of a round at best play, cached."""
    return net_distribution(solved(rules))


def _begun_as_dealt(game: SolvedGame) -> Floats:
    """Return the number of orders [hand, up card] of each first two cards that are neither split nor surrendered."""
    begun = np.zeros((len(all_hands().keys), VALUES))
    for a, b, times in two_cards():
        hand = all_hands().number((a, b))
        if not is_natural(a, b):
            begun[hand] = times * ~np.isin(game.dealt.best[hand], (SPLIT, SURRENDER))
    return begun


def dealt_ends(game: SolvedGame) -> tuple[Floats, Ends]:
    """Return the number of orders [hand, up card] in which unsplit hands begin, and their endings."""
    begun = _begun_as_dealt(game)
    return begun, play_out(game, game.dealt.best, begun, all_hands().total == BLACKJACK)


def _added_as_dealt(game: SolvedGame) -> float:
    """Return the average amount that paid doubles of unsplit hands add to the bet."""
    return float((dealt_ends(game)[1].doubled[PAID_DOUBLE] * game.dealt.odds.reach).sum())


def _dealt_nets(game: SolvedGame) -> defaultdict[float, float]:
    """Return the probabilities of the nets of all rounds without a split."""
    odds, rules, nets = game.dealt.odds, game.rules, defaultdict[float, float](float)
    for a, b, times in two_cards():
        hand = all_hands().number((a, b))
        blackjack, reach = times * game.blackjack_odds(hand), times * odds.reach[hand]
        if not rules.dealer.peeks:
            reach = reach - blackjack
        given_up = game.dealt.best[hand] == SURRENDER
        if is_natural(a, b):
            nets[rules.blackjack_pays] += float(reach.sum())
            nets[rules.blackjack_pays if rules.blackjack_always_wins else 0.0] += float(blackjack.sum())
            continue
        nets[-0.5] += float(reach[given_up].sum())
        if game.surrenders_early:
            nets[-0.5] += float(blackjack[given_up].sum())
        else:
            nets[-1.0] += float(blackjack[given_up].sum())
        if rules.dealer.peeks:
            nets[-1.0] += float(blackjack[~given_up].sum())
    begun, ends = dealt_ends(game)
    for way in range(WAYS):
        stood = ends.stood[way]
        begins = begun - ends.doubled.sum(axis=0) if way == PLAIN else ends.doubled[way]
        win, lose, all_stood = (float((stood * each).sum()) for each in odds)
        nets[float(net_of(OWN, way, 1))] += win
        nets[0.0] += all_stood - win - lose
        nets[float(net_of(OWN, way, -1))] += lose + float((begins * odds.reach).sum()) - all_stood
    return nets


def mean_with_result(game: SolvedGame, result: int) -> float:
    """Return the contribution to the expected net of rounds with this dealer result, which is not a blackjack."""
    rows, pushes_22 = rows_for(game.rules.splitting.most_hands), game.rules.dealer.pushes_22
    natural = all_hands().number((ACE, TEN))
    mean = 2 * game.rules.blackjack_pays * float(game.joint[rows.alone[natural], :, result].sum())
    dealt = dealt_ends(game)
    for up in range(VALUES):
        numbers, weights = net_weights(*dealt, OWN, pushes_22, range(WAYS), up)
        mean += float(weights[:, result] @ game.joint[rows.alone[numbers], up, result])
    for pair in game.splits:
        for (kind, is_paired), ended in split_ends(game, pair).ends.items():
            for up in split_against(game, pair):
                numbers, weights = net_weights(*ended, kind, pushes_22, range(WAYS), up)
                plan = game.splits[pair].plan(up)
                for removed, times in enumerate(hand_weights(plan, game.splits_free(pair), kind)[is_paired]):
                    mean += times * float(
                        weights[:, result] @ game.joint[rows.with_pair_cards[pair, removed, numbers], up, result]
                    )
    return mean


@dataclass
class SplitEnds:
    """The endings of the hands of one split pair, by kind and by whether the second card paired the hand."""

    pack: Pack
    dealer: Dealer
    pair: int
    ends: dict[tuple[int, bool], tuple[Floats, Ends]]
    """[kind, is paired]: the number of orders [hand, up card] in which hands begin, and their endings."""
    _weights: dict[int, tuple[Ints, Floats]] = field(default_factory=dict)

    def reach(self, up: int) -> float:
        """Return the probability of the pair and the up card, if the players get to act: the sum over all nets."""
        chance = chance_of(self.pack, (self.pair, self.pair, up))
        if self.dealer.peeks and may_have_blackjack(up):
            chance -= chance_of(self.pack, (self.pair, self.pair, up, TEN if up == ACE else ACE))
        return chance

    def weights(self, up: int) -> tuple[Ints, Floats]:
        """
        Return the cards drawn to the first card, as hand numbers, and the number of orders [hand, column].

        Columns are [kind and whether paired, way, line]. The last line is for hands that begin.
        """
        if up not in self._weights:
            used = np.zeros(len(all_hands().keys), np.bool_)
            for begun, ends in self.ends.values():
                used |= has_ended(begun, ends, up)
            lines = total_line(all_hands().total[used])[:, None] == np.arange(LINES + 1)
            orders = np.zeros((len(lines), len(self.ends), WAYS, LINES + 1))
            for number, (begun, ends) in enumerate(self.ends.values()):
                stood, doubled = ends.stood[:, used, up], ends.doubled[:, used, up]
                orders[:, number] = (stood[..., None] * lines).transpose(1, 0, 2)
                orders[:, number, :, LINES] = doubled.T
                orders[:, number, PLAIN, LINES] = begun[used, up] - doubled.sum(axis=0)
            self._weights[up] = _without(self.pair)[used], orders.reshape(len(lines), -1)
        return self._weights[up]


def split_ends(game: SolvedGame, pair: int) -> SplitEnds:
    """Return the endings of the hands of a split pair, played as in a solved game."""
    split, hands = game.splits[pair], all_hands()
    stays = stays_after(game.rules.splitting, pair)
    ends: dict[tuple[int, bool], tuple[Floats, Ends]] = {}
    for kind, tables in enumerate(zip(split.unpaired, split.paired, strict=True)):
        for is_paired, table in zip((False, True), tables, strict=True):
            begun = np.zeros((len(hands.keys), VALUES))
            seconds = [second for second in range(VALUES) if (second == pair) == is_paired]
            begun[[hands.number((pair, second)) for second in seconds]] = 1
            ends[kind, is_paired] = begun, play_out(game, table.best, begun, stays)
    return SplitEnds(game.rules.pack, game.rules.dealer, pair, ends)


def split_against(game: SolvedGame, pair: int) -> list[int]:
    """Return the up cards against which a dealt pair is split."""
    best = game.dealt.best[all_hands().number((pair, pair))]
    return [int(up) for up in np.flatnonzero((best == SPLIT) & (game.splits[pair].value != 0))]


def _added_by_split(game: SolvedGame, split: SplitEnds, up: int) -> float:
    """Return the average amount that a paid split and the paid doubles after it add to the bet, joint with the pair."""
    played, added = game.splits[split.pair], 0.0
    for (kind, is_paired), (begun, ends) in split.ends.items():
        reach = (played.paired if is_paired else played.unpaired)[kind].odds.reach[:, up]
        added += float(ends.doubled[PAID_DOUBLE, :, up] @ reach)
        added += float(begun[:, up] @ reach) if kind == OWN else 0.0
    return added - float(game.dealt.odds.reach[all_hands().number((split.pair, split.pair)), up])


class SplitDistribution(NamedTuple):
    """Joint probabilities of the nets of a split, with net 0 in the middle, and the changes made by the last order."""

    chances: Floats
    changes: Floats


def split_nets(split: SplitEnds, courses: Mapping[SplitCourse, int], up: int, order: int = ORDER) -> SplitDistribution:
    """Return the distribution of the net of a split pair, given its courses and their numbers of ways."""
    by_types: Counter[tuple[HandType, ...]] = Counter()
    for course, times in courses.items():
        by_types[tuple(sorted(zip(course.kinds, course.unpaired, strict=True)))] += times
    most = max(len(types) for types in by_types)
    nets = [np.zeros(4 * most + 1) for _ in range(2)]
    for hands in sorted({len(types) for types in by_types}):
        its_order = order if hands <= FULL_ORDER_HANDS else order - 1
        middle = slice(2 * (most - hands), 2 * (most + hands) + 1)
        shared_hands = _SharedHands(split, up, hands, its_order)
        for found, counted in zip(nets, (shared_hands, shared_hands.with_lower_order()), strict=True):
            for types, times in by_types.items():
                if len(types) == hands:
                    found[middle] += times * counted.nets(types)
    chances, lower = (found * (split.reach(up) / found.sum()) for found in nets)
    return SplitDistribution(chances, np.abs(chances - lower))


class _SharedHands:
    """The dealer and some hands of a split, which draw from the pack left after their first cards."""

    def __init__(self, split: SplitEnds, up: int, hands: int, order: int) -> None:
        first = (split.pair,) * hands + (up,)
        self.chance = chance_of(split.pack, first)
        self.pack = PackPolynomials(without(split.pack, first), order)
        self.hands = _hand_polynomials(split, up, self.pack)
        self.products: dict[tuple[HandType, ...], Floats] = {}
        self.with_dealer: dict[tuple[HandType, ...], Floats] = {(): self.pack.of_dealer(split.dealer, up)}

    def with_lower_order(self) -> _SharedHands:
        """Return the same hands with an order one lower, reusing the coefficients already known."""
        lower, cut = copy(self), self.pack.of_lower_order
        lower.pack = self.pack.with_lower_order()
        lower.hands = {kind: cut(polynomials) for kind, polynomials in self.hands.items()}
        lower.products, lower.with_dealer = {}, {(): cut(self.with_dealer[()])}
        return lower

    def nets(self, types: tuple[HandType, ...]) -> Floats:
        """Return the joint probabilities of the total net of hands of these types: L of their polynomials' product."""
        total = np.zeros(4 * len(types) + 1)
        if not self.chance:
            return total
        half = len(types) // 2
        means = self.pack.mean(self._with_dealer(types[:half]), self._product(types[half:]))
        for net, row in enumerate(means):
            total[net : net + len(row)] += row
        return self.chance * total

    def _with_dealer(self, types: tuple[HandType, ...]) -> Floats:
        """Return the polynomials [term, net, result] of the dealer and hands of these types, cached."""
        if types not in self.with_dealer:
            self.with_dealer[types] = self.pack.multiply(self._with_dealer(types[:-1]), self._product(types[-1:]))
        return self.with_dealer[types]

    def _product(self, types: tuple[HandType, ...]) -> Floats:
        """Return the polynomials [term, net, result] of hands of these types, cached."""
        if types not in self.products:
            *others, (kind, unpaired) = types
            one = self.hands[kind, False] if unpaired else self.hands[kind, False] + self.hands[kind, True]
            self.products[types] = self.pack.multiply(self._product(tuple(others)), one) if others else one
        return self.products[types]


def _hand_polynomials(split: SplitEnds, up: int, pack: PackPolynomials) -> dict[HandType, Floats]:
    """
    Return the polynomials [term, net, result] of hands, by kind and by whether they are paired.

    They are polynomials in the cards drawn to the first card. Every hand is first counted as lost, and corrected if it
    stands, so no busts need to be enumerated.
    """
    numbers, weights = split.weights(up)
    which, columns = np.nonzero(weights)
    starts = np.searchsorted(which, np.arange(len(numbers) + 1))
    expanded = pack.expand(ListedCards(numbers, starts, columns, weights[which, columns]), weights.shape[1])
    expanded = expanded.reshape(len(split.ends), WAYS, LINES + 1, -1)
    hands = {}
    for number, (kind, is_paired) in enumerate(split.ends):
        stands, begins = expanded[number, :, :-1], expanded[number, :, -1]
        nets = nets_by_line(kind, split.dealer.pushes_22).reshape(WAYS * LINES, -1)
        out = (stands.reshape(len(nets), -1).T @ nets).reshape(-1, HAND_NETS, RESULTS)
        for way in range(WAYS):
            out[:, PUSH + net_of(kind, way, -1)] += (begins[way] - stands[way].sum(axis=0))[:, None]
        hands[kind, is_paired] = out
    return hands


@cache
def _without(card: int) -> Ints:
    """Return for each hand the number of the hand with one such card removed; the last number means no cards."""
    hands = all_hands()
    place = numbers_by_key() | {0: len(hands.keys)}
    return np.array([place.get(int(key - CARD_KEYS[card]), -1) for key in hands.keys])
