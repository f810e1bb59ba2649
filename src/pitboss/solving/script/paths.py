"""
Every path through a script, for all deals at once.

A script cannot be copied in mid-round, so it is re-run for each path: for each value of a condition that it branches
on, of a number that it uses as an index, and of an answer of the seat. Deals that take the same path stay together in
one table (`deals.py`), so the number of runs does not depend on the number of deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any, NamedTuple

from pitboss.cards import JOKER_CODE, Card, PackEmpty
from pitboss.play.bets import Wagers
from pitboss.play.game import Board, Bot, Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Answered, Event, Offer, Offered, Returned, Script, Seat, Wagered
from pitboss.play.view import seen_by, view
from pitboss.ranking.leaf import HandRule
from pitboss.solving.script.deals import Column, Deals, PackKinds, RecentSplits
from pitboss.solving.script.expressions import Expression, column_of
from pitboss.solving.script.seen_by_seat import Settlement, settlements, shape_of, visible_cards
from pitboss.solving.script.undecided import OpenCard, OpenPack

ROWS_AT_ONCE = 1 << 18
"""A table that would become larger than this is split, and its parts are followed one after the other."""
_LARGEST_TABLE = 1 << 24
_PROBES, _PROBE_SECONDS = 60, 5.0
_SAMPLED_ABOVE, _SAMPLE = 1 << 15, 300
"""If a table would have more rows than the first number, a probe takes a sample of the second size."""
_COUNTING = 0.75
"""The share of the time for enumeration; the rest is for simulating what could not be enumerated."""


class TooMany(Exception):
    """An excess of paths, or of deals, over what the budget allows."""


class Impossible(BaseException):
    """A path that contradicts what the seat has seen. A `BaseException`, so that no script catches it."""


class _StartOver(BaseException):
    """A restart with finer distinctions between cards. A `BaseException`, so that no script catches it."""


@dataclass
class Budget:
    """A limit on the work: runs of the script and rows of deals, or seconds of CPU time."""

    runs: int = 20_000
    rows: int = 120_000_000
    seconds: float | None = None
    """If given, this is the only limit."""
    progress: Callable[[str, float], None] | None = None
    """A callback that takes the current task in words and the share of it that is done."""
    task: str = ""
    probes: bool = True
    """Whether some random paths are followed first, to give up early; a waste of time for small tasks."""

    def __post_init__(self) -> None:
        self._started = process_time()

    def report(self, share: float, task: str = "") -> None:
        """Report progress, if there is a callback; a new task is reported from its start."""
        self.task = task or self.task
        if self.progress is not None:
            self.progress(self.task, min(share, 1.0))

    def rest(self) -> Budget:
        """Return a budget for one more bet: the same limits, or half of the time that is left for simulating."""
        left = None if self.seconds is None else max(self.seconds + self._started - process_time(), 0.0) / 2 / _COUNTING
        return Budget(self.runs, self.rows, left, self.progress, self.task)

    def is_over(self, share: float = 1.0) -> bool:
        """Return whether this share of the time is used up."""
        return self.seconds is not None and process_time() - self._started > self.seconds * share

    def check(self, runs: float = 0, rows: float = 0) -> None:
        """Raise `TooMany` if this much work is more than allowed."""
        if self.is_over(_COUNTING):
            assert self.seconds is not None
            limit = f"{self.seconds * _COUNTING:g} seconds of CPU time"
            raise TooMany(f"its deals were not all counted within {limit}, three quarters of the time given")
        if self.seconds is None and (runs > self.runs or rows > self.rows):
            raise TooMany("it has too many deals to count them all within the default limit")


class QuestionNode(NamedTuple):
    """A question to the seat: the previous question and answer, what the seat saw besides cards, and its options."""

    after: tuple[QuestionNode, str] | None
    shape: Hashable
    options: tuple[str, ...]
    sets: tuple[tuple[int, ...], ...]
    """The indices of the cards seen that form sets."""


class PathEnd(NamedTuple):
    """The end of a path: the last question with its answer, and the settlements."""

    last: tuple[QuestionNode, str] | None
    settled: tuple[Settlement, ...]


class Share(NamedTuple):
    """The number of deals that take a path, by what the seat knew at the last question, out of a total."""

    codes: Column | None
    deals: Any
    total: int


@dataclass
class Paths:
    """All paths of a round for one seat under these rules; other seats give the first answer."""

    game: Game
    rules: Any
    wagers: Wagers
    seat: Seat
    board: Board = ()
    gone: Sequence[Card] = ()
    bot: Bot | None = None
    """The bot that answers for the seat; without one, every answer is tried."""
    seen: Sequence[Event] = ()
    """The events that the seat has seen so far; only deals that match them and later questions are followed."""
    budget: Budget = field(default_factory=Budget)
    removal: bool = False
    """Whether to count, for each rank, also the deals from a pack that lacks one card of it, of a random suit."""

    def __post_init__(self) -> None:
        left = Counter(self.game.whole_pack(self.rules)) - Counter([*self.board, *self.gone])
        self._cards = list(left.elements())
        self.by_suit, self._named = False, False
        self._looks_apart: dict[int, tuple[bool, ...]] = {}
        """For each card of a set whose cards were later looked at separately: whether it was looked at, each time."""
        self._is_probed = False
        self._chance: Random | None = None
        """A generator that chooses one way at every fork; None to follow all ways."""
        self._pending: list[tuple[tuple[Any, ...], Deals, float]] = []
        """Paths to follow: the trace, its deals, and its share of the whole work."""
        self._first_rows, self._first_size = _LARGEST_TABLE, 0
        """The most rows to follow together after the first look at cards, and the number that the look gave."""
        self.placed = [Wagered(seat, bet, amount) for seat, bets in self.wagers.items() for bet, amount in bets.items()]

    @property
    def size(self) -> int:
        """The number of cards in the pack."""
        return len(self._cards)

    def follow(self) -> None:
        """Follow every path to its end."""
        while True:
            self.ends: dict[PathEnd, list[Share]] = {}
            self.ends_without: dict[int, dict[PathEnd, list[Share]]] = {}
            """The same ends with the deals from a pack that lacks one card, by the rank of that card (from 0)."""
            self.parents: dict[QuestionNode, list[tuple[Column, Column | None]]] = {}
            self.shown: dict[QuestionNode, tuple[int, ...]] = {}
            self.rules_of: dict[tuple[int, ...], list[HandRule]] = {}
            self.most_looked_at = self.runs = self.rows = 0
            self.pack = self._pack()
            self._root = self._undealt()
            try:
                if self.budget.probes and not self._is_probed and self.budget.seconds is None:
                    self._probe()
                    self._root = self._undealt()
                self._all()
                break
            except _StartOver:
                pass
        self._root = self.deals = Deals.undealt(self.pack)  # free the memory of all other tables

    def positions(self) -> dict[int, Card]:
        """Return possible pack positions for the cards that the seat has seen, found by random search."""
        while True:
            self.ends, self.parents, self.shown, self.rules_of = {}, {}, {}, {}
            self.most_looked_at = self.runs = self.rows = 0
            self.pack, self._chance, self._probe_until = self._pack(), Random(1), process_time() + _PROBE_SECONDS
            try:
                for _ in range(_PROBES):
                    self._pending, self._width = [], 1.0
                    self._run((), self._undealt(), 1.0)
                    if self._last is not None:
                        return self.fixed
            except _StartOver:
                continue
            except TooMany:
                if self._last is not None:
                    return self.fixed
            raise Refused("no-hint", "too few sampled deals match the cards that you have seen")

    def _pack(self) -> PackKinds:
        kinds = JOKER_CODE + 1 if self.by_suit else JOKER_CODE // 4 + 1
        counts = Counter(card.code if self.by_suit else card.code // 4 for card in self._cards)
        listed = tuple(counts[kind] for kind in range(kinds))
        alike = all(len(set(listed[rank * 4 : rank * 4 + 4])) == 1 for rank in range(13)) if self.by_suit else False
        return PackKinds(listed, self.by_suit, alike and not self._named, RecentSplits())

    def _undealt(self) -> Deals:
        """Return the table before any card is looked at."""
        return Deals.undealt(self.pack)

    def _all(self) -> None:
        self._chance, self._pending, done = None, [((), self._root, 1.0)], 0.0
        while self._pending:
            trace, deals, share = self._pending.pop()
            done += self._run(trace, deals, share)
            self.budget.report(done)

    def _probe(self) -> None:
        """Follow some random paths, and raise `TooMany` if there seem to be too many (Knuth's estimate)."""
        runs = 0.0
        self._chance, self._probe_until = Random(1), process_time() + _PROBE_SECONDS
        for _ in range(_PROBES):
            self._pending, self._width = [], 1.0
            self._run((), self._root, 1.0)
            runs += self._width
            if self._width == 1.0:
                break
        self._pending = []
        self.budget.check(runs=runs / _PROBES)
        self.ends, self.parents, self.runs, self.rows, self._is_probed = {}, {}, 0, 0, True

    def _run(self, trace: tuple[Any, ...], deals: Deals, share: float) -> float:
        """
        Run the script once: along the trace, then on to an end. Queue the other ways at each fork for later runs.

        Return the share of the whole work that this run completes.
        """
        self._share = share
        self.runs += 1
        self.budget.check(runs=self.runs)
        self._trace, self._at, self.deals = list(trace), 0, deals
        self._last: tuple[QuestionNode, str] | None = None
        self.events: list[Event] = []
        self._hand = iter(self._saw())
        self.fixed: dict[int, Card] = {}
        """The cards that the seat has seen, by their position in the order of drawing."""
        try:
            self._play()
        except Impossible:
            return self._share
        self._end()
        return self._share

    def _saw(self) -> Sequence[Event]:
        """Return the events that the seat has seen, including its answers."""
        return self.seen

    @property
    def _is_new(self) -> bool:
        """Whether the script is beyond the trace of an earlier run."""
        return self._at >= len(self._trace)

    # Decisions of the script

    def decide(self, expression: Expression) -> Any:
        """Return the value of an expression on this path, and queue its other values."""
        if not self._is_new:
            self._at += 1
            return self._trace[self._at - 1]
        if self._chance is not None and process_time() > self._probe_until:
            raise TooMany
        if not self.by_suit and expression.needs_suits:
            self.by_suit = True
            raise _StartOver
        if self.pack.alike and expression.names_suits:
            self._named = True
            raise _StartOver
        card = expression.asks_joker
        if card is not None and card not in self.deals.cards:
            value, self.deals = self._choose(list(self.deals.split_joker(card).items()))
            return value
        for cards, rule in expression.looks.items():
            self._look(cards)
            if rule is not None and rule not in (known := self.rules_of.setdefault(cards, [])):
                known.append(rule)
        parts = self.deals.split(expression, column_of(expression, self.deals))
        value, self.deals = self._choose(list(parts.items()))
        return value

    def _choose(self, ways: Sequence[tuple[Any, Deals]]) -> tuple[Any, Deals]:
        """Take the first way and queue the others; if `_chance` is set, take a random one instead."""
        trace, first = tuple(self._trace), 0
        if self._chance is not None:
            first = self._chance.randrange(len(ways))
            self._width *= len(ways)
        elif len(ways) > 1:
            per_row = self._share / sum(len(deals) for _, deals in ways)
            self._pending += [((*trace, value), deals, per_row * len(deals)) for value, deals in reversed(ways[1:])]
            self._share = per_row * len(ways[0][1])
        self._trace.append(ways[first][0])
        self._at += 1
        return ways[first]

    def _look(self, cards: Sequence[int]) -> None:
        """Give these cards columns; cards first looked at together form a set."""
        for group in self.deals.groups:
            if not group.isdisjoint(cards) and not group.issubset(cards):  # they are not interchangeable
                for card in group:
                    self._looks_apart[card] = (*self._looks_apart.get(card, ()), card in cards)
                raise _StartOver
        sets: dict[tuple[bool, ...], list[int]] = {}
        for card in cards:
            if card not in self.deals.cards:
                sets.setdefault(self._looks_apart.get(card, ()), []).append(card)
        for alike in sets.values():
            self._open(tuple(alike))
        self.most_looked_at = max(self.most_looked_at, len(self.deals.cards))

    def _open(self, cards: tuple[int, ...]) -> None:
        is_first, is_new = not self.deals.cards, cards not in self.deals.memo
        if is_new and self._chance is not None and len(self.deals) * self.deals.growth(len(cards)) > _SAMPLED_ABOVE:
            self.deals = self.deals.sample(cards, _SAMPLE, self._chance)
            return
        if is_new:
            growth = self.deals.growth(len(cards))
            rows = len(self.deals) * growth
            if growth > _LARGEST_TABLE:
                raise TooMany(f"it looks at {len(cards)} cards at once, in over {_LARGEST_TABLE:,} combinations")
            if rows > ROWS_AT_ONCE and not is_first:
                self._make_room(growth)
        opened = self.deals.open(cards)
        if is_new and self._chance is None:
            self.rows += len(opened)
            self.budget.check(rows=self.rows)
        self.deals = opened
        self._first_size = len(opened) if is_first else self._first_size
        if is_first and len(opened) > self._first_rows and self._chance is None:
            self._split(self._first_rows)

    def _make_room(self, growth: int) -> None:
        """Limit the size of the table: start over with smaller parts, or split it here."""
        rows = len(self.deals) * growth
        if self._first_rows > 1 and self._first_size:
            followed = min(self._first_rows, self._first_size)
            self.budget.check(rows=rows * self._first_size / followed)
            self._first_rows = max(1, followed * ROWS_AT_ONCE // rows)
            raise _StartOver
        if not self._first_size:
            self.budget.check(rows=rows / self._share)
        if len(self.deals) > 1:
            self._split(max(1, ROWS_AT_ONCE // growth))

    def _split(self, rows: int) -> None:
        """Continue with a part of the deals, and queue the rest."""
        first, *others = self.deals.parts(rows)
        trace, per_row = tuple(self._trace), self._share / len(self.deals)
        self._pending += [(trace, part, per_row * len(part)) for part in reversed(others)]
        self._share = per_row * len(first)
        self.deals = first

    # The round

    def _play(self) -> None:
        pack = OpenPack(self, self.size)
        board = self.board
        if self.game.before_wagers is not None and not board:
            board = self._deal_board(self.game.before_wagers(self.rules, pack))
            try:
                self.game.check_wagers(self.rules, self.wagers, board)
            except Refused:
                return  # these bets are not allowed on this board
        self.events += self.placed
        for placed in self.placed:
            self._compare(placed)
        script = self.game.play(self.rules, pack, self.wagers, board)
        heard: dict[Seat, str] = {}
        try:
            step = next(script)
            while True:
                if isinstance(step, Event):
                    self.events.append(step)
                    self._compare(step)
                    heard = {}
                else:
                    heard = self._hear(step)
                step = script.send(heard)
        except StopIteration:
            pass
        except PackEmpty:
            self.events = [*self.placed, *(Returned(bet.seat, bet.bet, bet.amount) for bet in self.placed)]

    def _deal_board(self, script: Script[Board]) -> Board:
        """Deal the cards that come before the wagers."""
        try:
            while True:
                step = next(script)
                assert isinstance(step, Event), "nobody is asked anything before the wagers"
                self.events.append(step)
        except StopIteration as ended:
            return ended.value or ()

    def _compare(self, event: Event) -> None:
        """Compare an event with the one that the seat saw at this point."""
        saw = next(self._hand, None)
        if saw is None:
            return
        here = seen_by(event, self.seat)
        fields = here.__struct_fields__ if type(saw) is type(here) else None
        if fields is None or not all(self._is_alike(getattr(here, name), getattr(saw, name)) for name in fields):
            raise Impossible

    def _is_alike(self, here: object, saw: object) -> bool:
        if isinstance(here, OpenCard) and isinstance(saw, Card):
            return self._fix(here.number, saw)
        if isinstance(here, tuple) and isinstance(saw, tuple):
            return len(here) == len(saw) and all(map(self._is_alike, here, saw))
        return isinstance(here, str) or bool(here == saw)  # text may mention cards

    def _fix(self, number: int, card: Card) -> bool:
        """Restrict the deals to those in which this card is the one that was seen."""
        self.fixed[number] = card
        if not self._is_new:
            return True
        if number not in self.deals.cards and any(one not in self._known for one in self.deals.cards):
            self._named = True  # a card that was looked at before has an interchangeable suit
        found = self.deals.fix(number, card.code if self.by_suit else card.code // 4)
        if found is None:
            return False
        self.deals = found
        return True

    @property
    def _known(self) -> set[int]:
        """The numbers of the cards that the seat has seen."""
        return set(visible_cards(self.events, self.seat))

    def _hear(self, offer: Offer) -> dict[Seat, str]:
        event = Offered(offer.about, tuple(offer.options))
        self.events.append(event)
        self._compare(event)
        heard = {seat: options[0].name for seat, options in offer.options.items()}
        was_asked = False
        for seat in heard:
            said = next(self._hand, None)
            if said is not None and not isinstance(said, Answered):  # the hand signal before the answer
                said = next(self._hand, None)
            if isinstance(said, Answered):
                heard[seat] = said.answer
            elif seat == self.seat:
                was_asked = True
        if was_asked:
            heard[self.seat] = self._answer(offer)
        self.events += [Answered(seat, answer) for seat, answer in heard.items()]
        return heard

    def _answer(self, offer: Offer) -> str:
        """Return the seat's answer: the bot's, or each option in turn."""
        if self.bot is not None:
            return self.bot(self.rules, view(self.events, self.seat), offer, self.seat)
        if not self._is_new:
            self._at += 1
            self._last = self._trace[self._at - 1]
            assert self._last is not None
            return self._last[1]
        places = visible_cards(self.events, self.seat)
        for together in dict.fromkeys(places.values()):
            self._look([card for card, place in places.items() if place == together])
        node = QuestionNode(
            self._last, shape_of(self.events, self.seat), tuple(option.name for option in offer.options[self.seat]),
            self._sets(list(places)),
        )  # fmt: skip
        asked = self.deals.asked(tuple(places))
        self.shown[node] = tuple(places)
        if ("parents", node) not in asked.memo:
            asked.memo["parents", node] = True
            self.parents.setdefault(node, []).append((asked.keys[-1], asked.keys[-2] if len(asked.keys) > 1 else None))
        self._last, self.deals = self._choose([((node, option), asked) for option in node.options])
        assert self._last is not None
        return self._last[1]

    def _sets(self, cards: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        groups = (group for group in self.deals.groups if group.issubset(cards))
        return tuple(sorted(tuple(sorted(cards.index(card) for card in group)) for group in groups))

    def settled(self) -> tuple[Settlement, ...]:
        """Return the results of the seat's bets on this path."""
        return settlements(self.events, self.seat)

    def _end(self) -> None:
        """Record the end of this path and its number of deals."""
        if self._chance is not None:
            return
        end = PathEnd(self._last, self.settled())
        deals = self.deals.finished()
        self.ends.setdefault(end, []).append(self._share_of(deals))
        for rank in sorted({card.code // 4 for card in self._cards}) if self.removal else ():
            self.ends_without.setdefault(rank, {}).setdefault(end, []).append(self._share_of(deals.without_one(rank)))

    def _share_of(self, deals: Deals) -> Share:
        if self._last is None:
            return Share(None, deals.weight_of_all(), deals.total)
        return Share(*deals.sums(), deals.total)
