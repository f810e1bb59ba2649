"""The best answer to every question of a script, and the results of a round with best play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from math import lcm, perm
from typing import Any

import numpy as np

from pitboss.cards import JOKER_CODE
from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.script.deals import Column
from pitboss.solving.script.paths import PathEnd, Paths, QuestionNode
from pitboss.solving.script.seen_by_seat import Settlement, cards_like

Worth = Callable[[Sequence[Settlement]], int]
"""A function that returns the value of a round's settlements to the seat, in cents."""
Part = tuple[Any, Column, Column]
"""The codes at a question, with the value and the number of deals for each, from a path or a later question."""
_LARGEST = 1 << 62


@dataclass
class SolvedQuestion:
    """One question: what the seat may know at this point, the value of each answer, and the best answer."""

    node: QuestionNode
    codes: Column
    parents: Column | None
    """For each code, the code at the previous question."""
    worths: dict[str, Column]
    """For each answer and each code, the total in cents over its deals, which are counted out of `BestPlay.scale`."""
    deals: Column
    """For each code, the number of deals out of `BestPlay.scale`."""
    best: Column = field(init=False)
    """For each code, the index of the best answer among the options."""

    def __post_init__(self) -> None:
        table = np.stack([self.worths[option] for option in self.node.options])
        self.best = _first_best(table)

    @property
    def value(self) -> Column:
        """The value of the best answer, for each code."""
        table = np.stack([self.worths[option] for option in self.node.options])
        return table[self.best, np.arange(len(self.codes))]


def _first_best(table: Column) -> Column:
    """Return, for each column, the first row with its maximum: `argmax` for integers of any size."""
    best = np.zeros(table.shape[1], np.int64)
    for place in range(1, len(table)):
        better = table[place] > table[best, np.arange(table.shape[1])]
        best[better.astype(bool)] = place
    return best


class BestPlay:
    """The solution of a script: the best answer to each question, and every result of a round with its probability."""

    def __init__(self, paths: Paths, worth: Worth | None = None, without: int | None = None) -> None:
        self.paths = paths
        self._ends = paths.ends if without is None else paths.ends_without[without]
        """The ends of the paths for the whole pack, or for a pack without a card of this rank."""
        tokes = paths.game.tokes(paths.rules)
        self.worth: Worth = worth or (lambda settled: sum(one.net for one in settled if one.bet not in tokes))
        self.scale = lcm(*{share.total for shares in self._ends.values() for share in shares}, 1)
        self.questions: dict[QuestionNode, SolvedQuestion] = {}
        self._solve()

    @property
    def deals(self) -> int:
        """The number of ordered deals that the paths represent."""
        return perm(self.paths.size, self.paths.most_looked_at)

    def results(self) -> Iterator[tuple[tuple[Settlement, ...], Fraction]]:
        """Yield the results of a round with best play, and their probabilities."""
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
        """Return the best answer at the table; None if no path leads here."""
        found = self.find(seen, offer, seat)
        if found is None:
            return None
        asked, place = found
        return asked.node.options[int(asked.best[place])]

    def find(self, seen: Sequence[Event], offer: Offer, seat: Seat) -> tuple[SolvedQuestion, int] | None:
        """Return the question that a seat is asked at the table, and the index of its cards; None if it is unknown."""
        options = tuple(option.name for option in offer.options[seat])
        for node, asked in self.questions.items():
            cards = cards_like(node.shape, seen, seat) if node.options == options else None
            if cards is not None:
                place = int(self.places(asked, np.array([[card.code] for card in cards]).reshape(-1, 1))[0])
                if place >= 0:
                    return asked, place
        return None

    def kinds(self, asked: SolvedQuestion, place: int) -> list[int]:
        """Return the kinds of the cards that the seat sees at an index of a question, in the order it saw them."""
        code, kinds = int(asked.codes[place]), list[int]()
        for _ in self.paths.shown[asked.node]:
            code, kind = divmod(code, self.paths.pack.base)
            kinds.insert(0, kind)
        return kinds

    def places(self, asked: SolvedQuestion, codes: Column) -> Column:
        """Return the index of each column of card codes at a question, up to a renaming of suits; -1 if unknown."""
        pack = self.paths.pack
        found = np.full(codes.shape[1], -1)
        for names in permutations(range(4)) if pack.alike else [(0, 1, 2, 3)]:
            missing = np.flatnonzero(found < 0)
            if not len(missing):
                break
            key = self._keys(asked.node, codes[:, missing].astype(np.int64), names)
            at = np.searchsorted(asked.codes, key)
            at[at == len(asked.codes)] = 0
            is_known = asked.codes[at] == key
            found[missing[is_known]] = at[is_known]
        return found

    def _keys(self, node: QuestionNode, codes: Column, names: tuple[int, ...]) -> Column:
        """Encode what a seat knows like `Deals.asked`, with its suits renamed."""
        pack = self.paths.pack
        kinds = codes // 4
        if pack.by_suit:
            kinds = np.where(codes < JOKER_CODE, kinds * 4 + np.array(names)[codes % 4], codes)
        for places in node.sets:
            kinds[list(places)] = np.sort(kinds[list(places)], axis=0)
        key = np.zeros(codes.shape[1], np.int64)
        for row in kinds:
            key = key * pack.base + row
        return key

    def _solve(self) -> None:
        """Solve the questions from the last to the first."""
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
            worth, weight = _zeros(len(codes), self.scale), _zeros(len(codes), self.scale)
            for at_codes, net, weights in below.get(answer, []):
                places = np.searchsorted(codes, at_codes)
                worth = _added(worth, places, net)
                weight = _added(weight, places, weights)
            worths[answer] = worth
            deals = weight if deals is None else deals
        assert deals is not None
        return SolvedQuestion(node, codes, parents, worths, deals)


def _depth(node: QuestionNode) -> int:
    return 0 if node.after is None else 1 + _depth(node.after[0])


def _zeros(size: int, scale: int) -> Column:
    return np.zeros(size, object if scale >= _LARGEST else np.int64)


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
    """Follow every path and find the best play by backward induction."""
    paths.follow()
    return BestPlay(paths, worth)
