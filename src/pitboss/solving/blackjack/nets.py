"""Section 9 of the method: the distribution of the net of a round, with any number of split hands."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.coupling import SharedPack, basis, expand_hands, multiply_polynomials, shared_pack
from pitboss.solving.blackjack.dealer import NATURAL, OVER, RESULTS, TWENTY_TWO, final_hands, may_have_blackjack
from pitboss.solving.blackjack.hands import (
    BUST,
    CARD_KEYS,
    Actions,
    Flags,
    Floats,
    Ints,
    all_hands,
    numbers_by_key,
    sequence_probability,
)
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.solving.blackjack.rules import ACE, VALUES, Dealer, Pack
from pitboss.solving.blackjack.solve import PlayedHands, SolvedGame, free_doubles, is_natural, two_cards
from pitboss.solving.blackjack.splits import FREE, OWN, split_courses

PLAIN, FREE_DOUBLE, PAID_DOUBLE, WAYS = 0, 1, 2, 3
"""Ways a hand is played: as it is, doubled with the house's money, doubled with the player's."""
HAND_NETS = 5
"""A hand nets -2 to 2; column 2 is a push."""
ORDER = 4
"""How many couplings between hands are counted: section 8 gives the error of leaving out more."""


class Ends(NamedTuple):
    """How hands end under a table of plays against one up card: numbers of orders of their cards."""

    stood: Floats  # [way, hand]: hands that stand, or stand after their double
    doubled: Floats  # [way, hand]: hands that double, by way; nothing for PLAIN


@kernel
def _play_out(after: Ints, best: Actions, up: int, stays: Flags, free: Flags, orders: Floats, stood: Floats,
              doubled: Floats) -> None:  # fmt: skip
    """Follow the table from `orders` on, counting the orders in which hands end."""
    for hand in range(orders.size):
        times = orders[hand]
        if times == 0:
            continue
        action = STAND if stays[hand] else best[hand, up]
        if action == STAND:
            stood[PLAIN, hand] += times
            continue
        way = FREE_DOUBLE if free[hand] else PAID_DOUBLE
        if action == DOUBLE:
            doubled[way, hand] += times
        for card in range(after.shape[1]):
            drawn = after[hand, card]
            if drawn != BUST and action == HIT:
                orders[drawn] += times
            elif drawn != BUST:
                stood[way, drawn] += times


def play_out(game: SolvedGame, best: Actions, up: int, orders: Floats, stays: Flags) -> Ends:
    """Return how hands end that begin with these orders."""
    size = orders.size
    ends = Ends(np.zeros((WAYS, size)), np.zeros((WAYS, size)))
    free = free_doubles(game.rules, all_hands())
    _play_out(all_hands().after, best, up, stays, free, orders.copy(), *ends)
    return ends


def net_of(kind: int, way: int, sign: int) -> int:
    """Return the net of a hand that wins (1), pushes (0) or loses (-1)."""
    if sign >= 0:
        return sign * (1 if way == PLAIN else 2)
    return (0 if kind == FREE else -1) - (way == PAID_DOUBLE)


def sign_against(total: int, result: int, pushes_22: bool) -> int:
    """Return whether a hand that did not bust wins (1), pushes (0) or loses (-1) against a dealer's result."""
    if result == NATURAL:
        return -1
    if result == TWENTY_TWO and pushes_22:
        return 0
    return 1 if result >= TWENTY_TWO else int(np.sign(total - result - 17))


class NetDistribution(NamedTuple):
    """The probability of each net of a round, in first bets; insurance is never taken."""

    chances: dict[float, float]
    errors: dict[float, float]
    """What the last order of section 8 changed for each net; a further one changes much less."""
    average_bet: float
    """The money that a round takes on average, in first bets, doubles and splits included."""

    @property
    def error(self) -> float:
        """What the last order changed, all nets together."""
        return sum(self.errors.values())

    @property
    def mean(self) -> float:
        """The expected net."""
        return sum(net * chance for net, chance in self.chances.items())

    @property
    def variance(self) -> float:
        """The variance of the net of one round."""
        return sum(net**2 * chance for net, chance in self.chances.items()) - self.mean**2


def net_distribution(game: SolvedGame, order: int = ORDER) -> NetDistribution:
    """Return the distribution of the net of a round."""
    nets: defaultdict[float, float] = defaultdict(float)
    errors: defaultdict[float, float] = defaultdict(float)
    average_bet = 1.0
    for a, b, times in two_cards():
        hand = all_hands().number((a, b))
        for up in range(VALUES):
            for net, chance in _dealt_nets(game, hand, is_natural(a, b), up).items():
                nets[net] += times * chance
            if not is_natural(a, b):
                average_bet += times * _added_as_dealt(game, hand, up)
    for pair, split in game.splits.items():
        hand = all_hands().number((pair, pair))
        for up in np.flatnonzero((game.dealt.best[hand] == SPLIT) & (split.value != 0)).tolist():
            chances = split_nets(game, pair, up, order)
            change = np.abs(chances - split_nets(game, pair, up, order - 1))
            for column, chance in enumerate(chances.tolist()):
                nets[float(column - len(chances) // 2)] += chance
                errors[float(column - len(chances) // 2)] += float(change[column])
            average_bet += _added_by_split(game, pair, up)
    found = {net: chance for net, chance in sorted(nets.items()) if chance}
    return NetDistribution(found, {net: errors[net] for net in found}, average_bet)


def _added_as_dealt(game: SolvedGame, hand: int, up: int) -> float:
    """Return the money that paid doubles of a hand as dealt add, joint with its cards."""
    if game.dealt.best[hand, up] in (SPLIT, SURRENDER):
        return 0.0
    orders = np.zeros(len(all_hands().keys))
    orders[hand] = 1
    ends = play_out(game, game.dealt.best, up, orders, all_hands().total == BLACKJACK)
    return float(ends.doubled[PAID_DOUBLE] @ game.dealt.odds.reach[:, up])


def _added_by_split(game: SolvedGame, pair: int, up: int) -> float:
    """Return the money that a paid split and paid doubles after it add, joint with the pair."""
    split, hands = game.splits[pair], all_hands()
    added = 0.0
    for kind, (unpaired, paired) in enumerate(zip(split.unpaired, split.paired, strict=True)):
        for second in range(VALUES):
            table, start = (paired if second == pair else unpaired), hands.number((pair, second))
            orders = np.zeros(len(hands.keys))
            orders[start] = 1
            ends = play_out(game, table.best, up, orders, _stays(game, pair))
            added += float(ends.doubled[PAID_DOUBLE] @ table.odds.reach[:, up])
            added += float(table.odds.reach[start, up]) if kind == OWN else 0.0
    return added - float(game.dealt.odds.reach[hands.number((pair, pair)), up])


def _stays(game: SolvedGame, pair: int) -> Flags:
    """Return which hands of a split take no more cards."""
    hands = all_hands()
    one_card = pair == ACE and game.rules.splitting.one_card_to_aces
    return np.asarray((hands.total == BLACKJACK) | (one_card & (hands.cards > 1)))


def _dealt_nets(game: SolvedGame, hand: int, natural: bool, up: int) -> dict[float, float]:
    """Return the joint probabilities of the nets of one hand as dealt, in one order, against one up card."""
    odds, rules, nets = game.dealt.odds, game.rules, defaultdict[float, float](float)
    blackjack, reach = float(game.blackjack_odds(hand)[up]), float(odds.reach[hand, up])
    if not rules.dealer.peeks:
        reach -= blackjack
    action = game.dealt.best[hand, up]
    if natural:
        return {rules.blackjack_pays: reach, 0.0: blackjack}
    if action == SURRENDER:
        early = game.surrenders_early
        return {-0.5: reach + blackjack} if early else {-0.5: reach, -1.0: blackjack}
    if rules.dealer.peeks:
        nets[-1.0] += blackjack
    if action == SPLIT:
        return nets
    orders = np.zeros(len(all_hands().keys))
    orders[hand] = 1
    ends = play_out(game, game.dealt.best, up, orders, all_hands().total == BLACKJACK)
    for way in range(WAYS):
        stood = ends.stood[way]
        begun = float(ends.doubled[way] @ odds.reach[:, up])
        if way == PLAIN:
            begun = float(odds.reach[hand, up]) - float(ends.doubled.sum(axis=0) @ odds.reach[:, up])
        win, lose, all_stood = (float(stood @ each[:, up]) for each in odds)
        nets[float(net_of(OWN, way, 1))] += win
        nets[0.0] += all_stood - win - lose
        nets[float(net_of(OWN, way, -1))] += lose + begun - all_stood
    return nets


def split_nets(game: SolvedGame, pair: int, up: int, order: int = ORDER) -> Floats:
    """Return the joint probabilities of the nets of a split pair; the middle column is 0."""
    split, rules = game.splits[pair], game.rules
    is_free = pair in rules.splitting.free_pairs
    courses: Counter[tuple[int, ...]] = Counter()
    for course, times in split_courses(split.plans[split.chosen[up]], is_free).items():
        of_hands = zip(course.kinds, course.unpaired, strict=True)
        courses[tuple(sorted(2 * kind + unpaired for kind, unpaired in of_hands))] += times
    most = max(len(types) for types in courses)
    nets = np.zeros(4 * most + 1)
    for hands in sorted({len(types) for types in courses}):
        together = _Together(game, pair, up, hands, order)
        for types, times in courses.items():
            if len(types) == hands:
                middle = slice(2 * (most - hands), 2 * (most + hands) + 1)
                nets[middle] += times * together.nets(types)
    return nets


class _Together:
    """The dealer and a number of hands of a split, drawing from what their first cards leave of the pack."""

    def __init__(self, game: SolvedGame, pair: int, up: int, hands: int, order: int) -> None:
        self.game, self.pair, self.up, self.order = game, pair, up, order
        first = hands * (np.arange(VALUES) == pair) + (np.arange(VALUES) == up)
        self.chance = float(sequence_probability(game.rules.pack, first))
        left = tuple(max(int(count), 0) for count in np.array(game.rules.pack) - first)
        self.shared = _shared(left, order)
        self.results = [result for result in range(RESULTS) if self._counts(result)]
        self.dealer = self._dealer()
        self.hands: dict[int, Floats] = {}
        self.products: dict[tuple[tuple[int, ...], int], Floats] = {}

    def _counts(self, result: int) -> bool:
        if result == TWENTY_TWO:
            return self.game.rules.dealer.pushes_22
        return result != NATURAL or (may_have_blackjack(self.up) and not self.game.rules.dealer.peeks)

    def nets(self, types: tuple[int, ...]) -> Floats:
        """Return the joint probabilities of the nets of hands of these types."""
        total = np.zeros(4 * len(types) + 1)
        if not self.chance:
            return total
        for result in self.results:
            product = self._product(types[:-1], result)
            last = self._hand(types[-1])[:, result] * self.shared.norm[:, None]
            for column in range(HAND_NETS):
                total[column : column + product.shape[1]] += last[:, column] @ product
        return self.chance * total

    def _product(self, types: tuple[int, ...], result: int) -> Floats:
        """Return the polynomials [term, net] of a dealer's result and hands of these types, each computed once."""
        if not types:
            return self.dealer[:, result : result + 1]
        if (types, result) not in self.products:
            shorter = self._product(types[:-1], result)
            self.products[types, result] = self._multiply(shorter, self._hand(types[-1])[:, result])
        return self.products[types, result]

    def _multiply(self, one: Floats, other: Floats) -> Floats:
        terms = basis(self.order)
        out = np.zeros((len(one), one.shape[1] + other.shape[1] - 1))
        multiply_polynomials(
            terms.left, terms.right, terms.product, self.shared.factor, np.ascontiguousarray(one),
            np.ascontiguousarray(other), out,
        )  # fmt: skip
        return out

    def _expand(self, numbers: Ints, columns: Ints, weights: Floats, width: int) -> Floats:
        """Return the polynomials [term, column] of weighted sums of cards."""
        terms = basis(self.order)
        out = np.zeros((len(terms.orders), width))
        counts = np.concatenate((all_hands().counts, np.zeros((1, VALUES), np.int64)))
        expand_hands(
            numbers, columns, weights, counts, terms.first, terms.terms, terms.orders, self.shared.expand,
            self.shared.scale, out,
        )  # fmt: skip
        return out

    def _dealer(self) -> Floats:
        """Return the polynomials of the dealer's results, by the cards drawn to the up card."""
        numbers, results, orders = _dealer_draws(self.game.rules.dealer, self.up)
        nothing = len(all_hands().keys)
        out = self._expand(
            np.append(numbers, nothing), np.append(results, RESULTS), np.append(orders, 1.0), RESULTS + 1
        )
        out[:, OVER] = out[:, RESULTS] - out[:, :RESULTS].sum(axis=1)
        return out[:, :RESULTS]

    def _hand(self, kind: int) -> Floats:
        """Return the polynomials [term, dealer's result, net] of one type of hand, by the cards drawn to its first."""
        if kind not in self.hands:
            self.hands[kind] = self._hand_of(kind // 2, unpaired=bool(kind % 2))
        return self.hands[kind]

    def _hand_of(self, kind: int, unpaired: bool) -> Floats:
        game, split, hands = self.game, self.game.splits[self.pair], all_hands()
        out = np.zeros((len(basis(self.order).orders), RESULTS, HAND_NETS))
        stays = _stays(game, self.pair)
        played: list[tuple[PlayedHands, list[int]]] = [
            (split.unpaired[kind], [second for second in range(VALUES) if second != self.pair])
        ]
        if not unpaired:
            played.append((split.paired[kind], [self.pair]))
        for table, seconds in played:
            orders = np.zeros(len(hands.keys))
            orders[[hands.number((self.pair, second)) for second in seconds]] = 1
            self._add_ends(play_out(game, table.best, self.up, orders, stays), orders, kind, out)
        return out

    def _add_ends(self, ends: Ends, begun: Floats, kind: int, out: Floats) -> None:
        """Add the polynomials of hands that end like this: every hand loses as it begins, unless it stands."""
        totals = all_hands().total
        drawn = _without(self.pair)
        for way in range(WAYS):
            begins = begun - ends.doubled.sum(axis=0) if way == PLAIN else ends.doubled[way]
            which = np.flatnonzero(ends.stood[way])
            start = np.flatnonzero(begins)
            stood = self._expand(drawn[which], totals[which] - 2, ends.stood[way, which], BLACKJACK - 1)
            begin = self._expand(drawn[start], np.zeros(len(start), np.int64), begins[start], 1)[:, 0]
            lost = net_of(kind, way, -1) + 2
            for result in self.results:
                out[:, result, lost] += begin - stood.sum(axis=1)
                for total in range(2, BLACKJACK + 1):
                    sign = sign_against(total, result, self.game.rules.dealer.pushes_22)
                    out[:, result, net_of(kind, way, sign) + 2] += stood[:, total - 2]


@cache
def _shared(left: Pack, order: int) -> SharedPack:
    return shared_pack(left, order)


@cache
def _without(card: int) -> Ints:
    """Return for each hand the number of the hand without one such card; the last number stands for no cards."""
    hands = all_hands()
    place = numbers_by_key() | {0: len(hands.keys)}
    return np.array([place.get(int(key - CARD_KEYS[card]), -1) for key in hands.keys])


@cache
def _dealer_draws(dealer: Dealer, up: int) -> tuple[Ints, Ints, Floats]:
    """Return the hands drawn to an up card that do not bust, their results and orders."""
    finals = final_hands(dealer)
    entries = np.flatnonzero(finals.up_cards == up)
    which = np.searchsorted(finals.first, entries, side="right") - 1
    cards = np.zeros((len(finals.parent), VALUES), np.int64)
    for node in range(1, len(finals.parent)):
        cards[node] = cards[finals.parent[node]] + (np.arange(VALUES) == finals.value[node])
    keys = cards[finals.node[which]] @ CARD_KEYS - CARD_KEYS[up]
    place = numbers_by_key()
    return np.array([place[int(key)] for key in keys]), finals.result[which], finals.orders[entries]
