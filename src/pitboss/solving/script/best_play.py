"""The best answer to every question of a script, and how a round ends if they are given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from math import lcm, perm
from typing import Any

import numpy as np

from pitboss.cards import Card
from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.script.deals import Column
from pitboss.solving.script.paths import PathEnd, Paths, QuestionNode
from pitboss.solving.script.seen_by_seat import Settlement, cards_like

Worth = Callable[[Sequence[Settlement]], int]
"""What the seat wants most of: a number of cents for each end of a round."""
Part = tuple[Any, Column, Column]
"""What is known at a question, and for each of these the worth and the deals of a path or a later question."""
_LARGEST = 1 << 62


@dataclass
class SolvedQuestion:
    """One question: what the seat may know there, what each answer is worth, and which is best."""

    node: QuestionNode
    codes: Column
    parents: Column | None
    """What the seat knew at the question before, for each code."""
    worths: dict[str, Column]
    """By answer: the sum over all deals that look like that, in parts of `BestPlay.scale` times a cent."""
    deals: Column
    """How many deals look like that, out of `BestPlay.scale`."""
    best: Column = field(init=False)
    """The place of the best answer among the options, for each code."""

    def __post_init__(self) -> None:
        table = np.stack([self.worths[option] for option in self.node.options])
        self.best = _first_best(table)

    @property
    def value(self) -> Column:
        """What the best answer is worth, for each code."""
        table = np.stack([self.worths[option] for option in self.node.options])
        return table[self.best, np.arange(len(self.codes))]


def _first_best(table: Column) -> Column:
    """The first row that is largest in each column: `argmax` for numbers of any size."""
    best = np.zeros(table.shape[1], np.int64)
    for place in range(1, len(table)):
        better = table[place] > table[best, np.arange(table.shape[1])]
        best[better.astype(bool)] = place
    return best


class BestPlay:
    """A script solved: every end of a round with its probability, and the best answer to each question."""

    def __init__(self, paths: Paths, worth: Worth | None = None, without: int | None = None) -> None:
        self.paths = paths
        self._ends = paths.ends if without is None else paths.ends_without[without]
        """The ends of the whole pack, or of a pack without a card of this rank."""
        tokes = paths.game.tokes(paths.rules)
        self.worth: Worth = worth or (lambda settled: sum(one.net for one in settled if one.bet not in tokes))
        self.scale = lcm(*{share.total for shares in self._ends.values() for share in shares}, 1)
        self.questions: dict[QuestionNode, SolvedQuestion] = {}
        self._solve()

    @property
    def deals(self) -> int:
        """How many deals, in order, the paths stand for."""
        return perm(self.paths.size, self.paths.most_looked_at)

    def results(self) -> Iterator[tuple[tuple[Settlement, ...], Fraction]]:
        """Yield how a round ends at best play, and how likely that is."""
        reached: dict[QuestionNode, Column] = {}
        for node in sorted(self.questions, key=_depth):
            reached[node] = self._reached(node, reached)
        for end, shares in self._ends.items():
            chance = sum((self._chance(end, share, reached) for share in shares), Fraction(0))
            if chance:
                yield end.settled, chance

    def _chance(self, end: PathEnd, share: Any, reached: dict[QuestionNode, Column]) -> Fraction:
        if end.last is None:
            return Fraction(share.deals, share.total)
        node, answer = end.last
        asked = self.questions[node]
        at = np.searchsorted(asked.codes, share.codes)
        taken = reached[node][at] & (asked.best[at] == node.options.index(answer))
        return Fraction(_sum(share.deals[taken]), share.total)

    def _reached(self, node: QuestionNode, reached: dict[QuestionNode, Column]) -> Column:
        asked = self.questions[node]
        if node.after is None or asked.parents is None:
            return np.ones(len(asked.codes), bool)
        before, answer = node.after
        at = np.searchsorted(self.questions[before].codes, asked.parents)
        taken: Column = reached[before][at] & (self.questions[before].best[at] == before.options.index(answer))
        return taken

    def answer(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> str | None:
        """Return the best answer at the table; None if the paths never came here."""
        found = self.find(seen, offer, seat)
        if found is None:
            return None
        asked, place = found
        return asked.node.options[int(asked.best[place])]

    def find(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> tuple[SolvedQuestion, int] | None:
        """Return the question that a seat is asked at the table and the place of its cards; None if it is unknown."""
        options = tuple(option.name for option in offer.options[seat])
        for node, asked in self.questions.items():
            cards = cards_like(node.shape, seen, seat) if node.options == options else None
            place = None if cards is None else self._place(asked, cards)
            if place is not None:
                return asked, place
        return None

    def kinds(self, asked: SolvedQuestion, place: int) -> list[int]:
        """Return the kinds of the cards that the seat sees at a place of a question, in the order it saw them."""
        code, kinds = int(asked.codes[place]), list[int]()
        for _ in self.paths.shown[asked.node]:
            code, kind = divmod(code, self.paths.pack.base)
            kinds.insert(0, kind)
        return kinds

    def _place(self, asked: SolvedQuestion, cards: Sequence[Card]) -> int | None:
        """Return where among the codes of a question these cards are, whatever their suits are called."""
        pack = self.paths.pack
        for names in permutations(range(4)) if pack.alike else [(0, 1, 2, 3)]:
            kinds = [_kind(card, names, by_suit=pack.by_suit) for card in cards]
            for places in asked.node.sets:
                for place, kind in zip(places, sorted(kinds[place] for place in places), strict=True):
                    kinds[place] = kind
            code = 0
            for kind in kinds:
                code = code * pack.base + kind
            at = int(np.searchsorted(asked.codes, code))
            if at < len(asked.codes) and asked.codes[at] == code:
                return at
        return None

    def _solve(self) -> None:
        """Decide every question when all that come after it are decided."""
        below: dict[QuestionNode, dict[str, list[Part]]] = {}
        for end, shares in self._ends.items():
            if end.last is not None:
                node, answer = end.last
                net = self.worth(end.settled)
                for share in shares:
                    deals = _scaled(share.deals, self.scale // share.total, self.scale)
                    below.setdefault(node, {}).setdefault(answer, []).append((share.codes, _times(deals, net), deals))
        for node in sorted(self.paths.parents, key=_depth, reverse=True):
            asked = self._decided(node, below.get(node, {}))
            self.questions[node] = asked
            if node.after is not None:
                before, answer = node.after
                below.setdefault(before, {}).setdefault(answer, []).append((asked.parents, asked.value, asked.deals))

    def _decided(self, node: QuestionNode, below: dict[str, list[Part]]) -> SolvedQuestion:
        pieces = self.paths.parents[node]
        codes, first = np.unique(np.concatenate([own for own, _ in pieces]), return_index=True)
        parents = None
        if node.after is not None:
            parents = np.concatenate([before for _, before in pieces])[first]
        worths, deals = {}, None
        for answer in node.options:
            worth, many = _zeros(len(codes), self.scale), _zeros(len(codes), self.scale)
            for at_codes, net, weights in below.get(answer, []):
                places = np.searchsorted(codes, at_codes)
                worth = _added(worth, places, net)
                many = _added(many, places, weights)
            worths[answer] = worth
            deals = many if deals is None else deals
        assert deals is not None
        return SolvedQuestion(node, codes, parents, worths, deals)


def _kind(card: Card, names: Sequence[int], *, by_suit: bool) -> int:
    if not by_suit:
        return card.code // 4
    return card.code if card.is_joker else card.code // 4 * 4 + names[card.suit]


def _depth(node: QuestionNode) -> int:
    return 0 if node.after is None else 1 + _depth(node.after[0])


def _zeros(many: int, scale: int) -> Column:
    return np.zeros(many, object if scale >= _LARGEST else np.int64)


def _scaled(deals: Column, by: int, scale: int) -> Column:
    return deals.astype(object) * by if scale >= _LARGEST else deals * by


def _times(deals: Column, net: int) -> Column:
    most = max(deals.tolist(), default=0) if deals.dtype == object else int(deals.sum())
    return deals.astype(object) * net if most * abs(net) >= _LARGEST else deals * net


def _added(sums: Column, places: Any, more: Column) -> Column:
    if more.dtype == object and sums.dtype != object:
        sums = sums.astype(object)
    np.add.at(sums, places, more)
    return sums


def _sum(deals: Column) -> int:
    return sum(deals.tolist()) if deals.dtype == object else int(deals.sum())


def best_play(paths: Paths, worth: Worth | None = None) -> BestPlay:
    """Follow every path and decide it from the last question to the first."""
    paths.follow()
    return BestPlay(paths, worth)
