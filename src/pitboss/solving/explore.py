"""
Exhaustive enumeration of every deal from a tiny pack and every answer, for any game.

A script cannot be copied in mid-round, so it is re-run from a prefix of draws and answers. If it needs a card or an
answer beyond the prefix, the tree branches. This is slow; faster methods are tested against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from pitboss.cards import Card, Pack, PackEmpty
from pitboss.play.bets import Wagers
from pitboss.play.game import Board, Game
from pitboss.play.records.ledger import Net, net
from pitboss.play.steps import Answered, Answers, Event, Offer, Seat, Wagered
from pitboss.play.view import view


class _CardWanted(BaseException):
    """Raised when the script draws beyond the prefix. Not an `Exception`, so that no script catches it."""


class _PrefixPack(Pack):
    """A pack that deals the cards of the prefix and stops the run if another is needed."""

    def __init__(self, whole: Sequence[Card], drawn: Sequence[Card]) -> None:
        super().__init__(drawn)
        self.whole = Counter(whole)

    def left(self) -> Counter[Card]:
        """Return the cards not yet drawn."""
        return self.whole - Counter(self.cards[: self.drawn])

    def draw(self, spot: str = "") -> Card:
        """Return the next card of the prefix."""
        if self.drawn < len(self.cards):
            return super().draw(spot)
        raise _CardWanted if self.left() else PackEmpty

    def __len__(self) -> int:
        return self.left().total()


@dataclass(frozen=True)
class Node:
    """The state of a run: the cards drawn, the answers given, and the pending offer."""

    drawn: tuple[Card, ...]
    answers: tuple[Answers, ...]
    weight: Fraction
    events: tuple[Event, ...] = ()
    offer: Offer | None = None


@dataclass(frozen=True)
class Tree:
    """Everything that can happen from these inputs."""

    game: Game
    rules: Any
    cards: tuple[Card, ...]
    wagers: Wagers
    board: Board = ()

    def leaves(self) -> Iterator[Node]:
        """Yield every way the round can go: each deal with its weight, for each sequence of answers."""
        yield from self._leaves(Node((), (), Fraction(1)))

    def best_play(self, seat: Seat) -> Fraction:
        """Return the seat's expected value in cents with best play on what it sees; others give default answers."""
        return self._best([Node((), (), Fraction(1))], seat)

    def _leaves(self, node: Node) -> Iterator[Node]:
        for stop in self._next_stops(node):
            if stop.offer is None:
                yield stop
                continue
            options = [[(seat, option.name) for option in says] for seat, says in stop.offer.options.items()]
            for answers in product(*options):
                yield from self._leaves(_with_answers(stop, dict(answers)))

    def _best(self, nodes: Sequence[Node], seat: Seat) -> Fraction:
        total = Fraction(0)
        asked: dict[object, list[Node]] = {}
        for node in nodes:
            for stop in self._next_stops(node):
                if stop.offer is None:
                    total += stop.weight * sum(net(stop.events).get(seat, {}).values())
                else:
                    asked.setdefault(view(stop.events, seat), []).append(stop)
        return total + sum(self._best_answer(stops, seat) for stops in asked.values())

    def _best_answer(self, stops: Sequence[Node], seat: Seat) -> Fraction:
        offer = stops[0].offer
        assert offer is not None
        silent = {other: options[0].name for other, options in offer.options.items()}
        says = [option.name for option in offer.options[seat]] if seat in offer.options else [None]
        lines = [silent if name is None else {**silent, seat: name} for name in says]
        return max(self._best([_with_answers(stop, line) for stop in stops], seat) for line in lines)

    def _next_stops(self, node: Node) -> Iterator[Node]:
        """Yield the offers and endings reached from here, over all cards that may be dealt on the way."""
        stop, left = self._run(node)
        if stop is not None:
            yield stop
            return
        for card, count in sorted(left.items()):
            weight = node.weight * Fraction(count, left.total())
            yield from self._next_stops(Node((*node.drawn, card), node.answers, weight))

    def _run(self, node: Node) -> tuple[Node | None, Counter[Card]]:
        pack = _PrefixPack(self.cards, node.drawn)
        events: list[Event] = [
            Wagered(seat, bet, amount) for seat, bets in self.wagers.items() for bet, amount in bets.items()
        ]
        script = self.game.play(self.rules, pack, self.wagers, self.board)
        replies = iter(node.answers)
        heard: Answers = {}
        try:
            step = next(script)
            while True:
                if isinstance(step, Event):
                    events.append(step)
                    heard = {}
                else:
                    reply = next(replies, None)
                    if reply is None:
                        return Node(node.drawn, node.answers, node.weight, tuple(events), step), Counter()
                    heard = reply
                    events.extend(Answered(seat, answer) for seat, answer in heard.items())
                step = script.send(heard)
        except StopIteration:
            return Node(node.drawn, node.answers, node.weight, tuple(events)), Counter()
        except _CardWanted:
            return None, pack.left()


def _with_answers(node: Node, more: Answers) -> Node:
    return Node(node.drawn, (*node.answers, more), node.weight)


def expected(tree: Tree) -> tuple[int, Fraction, Fraction]:
    """Return the number of leaves, the sum of their weights, and the sum of their results times their weights."""
    leaves, weight, result = 0, Fraction(0), Fraction(0)
    for leaf in tree.leaves():
        leaves += 1
        weight += leaf.weight
        result += leaf.weight * _sum(net(leaf.events))
    return leaves, weight, result


def _sum(result: Net) -> int:
    return sum(amount for bets in result.values() for amount in bets.values())
