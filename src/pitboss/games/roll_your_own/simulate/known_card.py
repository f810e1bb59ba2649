"""Roll Your Own with one card known, gone or in the hole: hands set and played best anew, in double precision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate

import numpy as np

from pitboss.games.roll_your_own.count import dealer_kernels
from pitboss.games.roll_your_own.count.beside import OddsRules, UpCard, _room
from pitboss.games.roll_your_own.count.dealer_hands import DealerHands, _grow, big_cards, big_ways
from pitboss.games.roll_your_own.count.dealer_odds import _room as dealer_room
from pitboss.games.roll_your_own.count.dealer_odds import cards_left
from pitboss.games.roll_your_own.count.gone import BIG, SMALL, Gone, digits, gone_beside
from pitboss.games.roll_your_own.count.holdings import ACE, DECK, VALUES, Numbers, Pack, count_in, known_others
from pitboss.games.roll_your_own.count.solve import both_bets, deals
from pitboss.ranking.totals import BLACKJACK, best_total, dealer_draws


def without(value: int, pack: Pack = DECK) -> Pack:
    """The pack with one card of this value gone."""
    return (*pack[:value], pack[value] - 1, *pack[value + 1 :])


def worth_without(value: int, rules: OddsRules) -> float:
    """What both blackjack bets are worth together with one card of this value gone, set and played best."""
    return _worth(without(value), rules, None)


def worth_with_hole(hole: int, rules: OddsRules) -> float:
    """The same with a card of this value in the hole, and known when the hands are set."""
    return _worth(without(hole), rules, hole)


def _worth(pack: Pack, rules: OddsRules, hole: int | None) -> float:
    gone = gone_beside(known_others(), rules.max_splits, pack)

    def solve(up_card: int) -> Numbers:
        work = UpCard(up_card, rules, gone) if hole is None else _HoleKnown(up_card, hole, rules, gone)
        two, one = both_bets(work.solve(), rules)
        best: Numbers = (two.worth + one.worth).max(axis=1)
        return best

    with ThreadPoolExecutor(2) as threads:
        worth = np.stack(list(threads.map(solve, VALUES)), axis=1)
    weight = deals(pack)
    return float((worth * weight).sum() / weight.sum())


class _HoleKnown(UpCard):
    """One up card with the hole card known: it is gone, and the dealer draws from both."""

    def __init__(self, up_card: int, hole: int, rules: OddsRules, gone: Gone) -> None:
        self.rules, self.gone, self.exact = rules, gone, False
        self.left = cards_left(up_card, gone)
        self.odds = _odds_from(up_card, hole, rules.hits_soft_17, gone)
        self.room = _room(gone, False)


def _odds_from(up_card: int, hole: int, hits_soft_17: bool, gone: Gone) -> Numbers:
    """By what is gone: the chance that a dealer with these two cards ends with 17, …, 21, blackjack, or better."""
    left, dealer = cards_left(up_card, gone), _hands_from(up_card, hole, hits_soft_17, gone.pack)
    odds = np.zeros((len(gone.cards.counts), 6))
    big = int(left[BIG] @ digits(gone.pack)[BIG])
    dealer_kernels.dealer_odds(up_card, left, big, gone.cards, dealer, dealer_room(dealer, False), odds)
    return odds


def _finals(up_card: int, hole: int, hits_soft_17: bool, pack: Pack) -> Iterator[tuple[int, int, int, int]]:
    """Total, how many and which cards drawn, and number of orders of every hand the dealer stands on."""
    reached = {(up_card + hole + 2, 0): 1}
    cards = 0
    while reached:
        drawing: Counter[tuple[int, int]] = Counter()
        for (hard, key), orders in reached.items():
            has_ace = ACE in (up_card, hole) or count_in(key, ACE) > 0
            if not dealer_draws(hard, has_ace, hits_soft_17):
                yield best_total(hard, has_ace), cards, key, orders
                continue
            for value in range(min(10, BLACKJACK - hard)):
                if count_in(key, value) < pack[value]:
                    drawing[hard + value + 1, key + (1 << (5 * value))] += orders
        reached = drawing
        cards += 1


def _hands_from(up_card: int, hole: int, hits_soft_17: bool, pack: Pack) -> DealerHands:
    """The dealer's final hands from two cards, as arrays for the kernels."""
    place, links, finals = {0: 0}, [0], []
    parts = {key: part for part, key in enumerate(big_cards())}
    for total, cards, drawn, orders in _finals(up_card, hole, hits_soft_17, pack):
        small = drawn & (1 << 5 * len(SMALL)) - 1
        if small not in place:
            _grow(small, place, links)
        finals.append(
            (parts[drawn - small], total - 17 + (total == BLACKJACK and cards == 0), cards, place[small], orders)
        )
    finals.sort()
    alike = Counter(final[:3] for final in finals)
    ends = list(accumulate(alike.values()))
    groups = [(*kind, end - alike[kind], end) for kind, end in zip(alike, ends, strict=True)]
    return DealerHands(
        links=np.array(links, dtype=np.uint64),
        finals=np.array([final[3] for final in finals], dtype=np.uint64),
        orders=np.array([final[4] for final in finals], dtype=np.float64),
        groups=np.array(groups, dtype=np.int64).reshape(-1, 5),
        ways=big_ways(pack),
    )
