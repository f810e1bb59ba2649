"""
Every path of a script through all deals at once.

A script cannot be copied in mid-round, so it is run again for each path: each truth that it branches on, each number
that it looks something up with, and each answer of the seat. Deals that take the same path stay together in one table
(`deals.py`), so the number of runs does not depend on the number of deals.
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
"""A table that would become larger is split, and its parts go on one after the other."""
_LARGEST_TABLE = 1 << 24
_PROBES, _PROBE_SECONDS = 60, 5.0
_SAMPLED_ABOVE, _SAMPLE = 1 << 15, 300
"""A probe looks at this many deals at random if there would be more than that."""


class TooMany(Exception):
    """The script has more paths, or more deals, than the budget allows."""


class Impossible(BaseException):
    """This path does not lead to what the seat has seen; no `Exception`, so that no script catches it."""


class _StartOver(BaseException):
    """Cards must be told apart more finely than they were; no `Exception`, so that no script catches it."""


@dataclass
class Budget:
    """How much work may be done: runs of the script and rows of deals, or seconds of CPU time."""

    runs: int = 20_000
    rows: int = 120_000_000
    seconds: float | None = None
    """If given, this alone is the limit."""
    progress: Callable[[str, float], None] | None = None
    """Called with what is being done in words, and the share of it that is done."""
    task: str = ""
    """What is being done, in words."""

    def __post_init__(self) -> None:
        self._started = process_time()

    def report(self, share: float, task: str = "") -> None:
        """Report progress, if anybody listens."""
        if self.progress is not None:
            self.progress(task or self.task, min(share, 1.0))

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.seconds is not None and process_time() - self._started > self.seconds

    def check(self, runs: float = 0, rows: float = 0) -> None:
        """Raise `TooMany` if this much work is more than allowed."""
        if self.is_over:
            raise TooMany(f"its deals were not all counted within {self.seconds:g} seconds of CPU time")
        if self.seconds is None and (runs > self.runs or rows > self.rows):
            raise TooMany("it has too many deals to count them all within the default limit")


class QuestionNode(NamedTuple):
    """A question as the seat meets it: after which answers, what it has seen but for the cards, and what it may say."""

    after: tuple[QuestionNode, str] | None
    shape: Hashable
    options: tuple[str, ...]
    sets: tuple[tuple[int, ...], ...]
    """Of the cards seen, in order, which places are sets."""


class PathEnd(NamedTuple):
    """How a path ends: after the last question and answer, with these settlements."""

    last: tuple[QuestionNode, str] | None
    settled: tuple[Settlement, ...]


class Share(NamedTuple):
    """How many deals a path stands for, by what the seat knew at the last question, out of so many."""

    codes: Column | None
    deals: Any
    total: int


@dataclass
class Paths:
    """One seat's round under these rules, every path of it; others at the table are silent."""

    game: Game
    rules: Any
    wagers: Wagers
    seat: Seat
    board: Board = ()
    gone: Sequence[Card] = ()
    bot: Bot | None = None
    """Answers for the seat; without one every answer is tried."""
    seen: Sequence[Event] = ()
    """What the seat has seen so far: only deals that look like that are followed, and only later questions are open."""
    budget: Budget = field(default_factory=Budget)
    removal: bool = False
    """Whether to count also, for each rank, the deals of a pack without one of its cards, whichever suit it has."""

    def __post_init__(self) -> None:
        left = Counter(self.game.whole_pack(self.rules)) - Counter([*self.board, *self.gone])
        self._cards = list(left.elements())
        self.by_suit, self._named, self._ordered = False, False, set[int]()
        self._is_probed = False
        self._chance: Random | None = None
        """Takes every fork at random; None: all are taken."""
        self._pending: list[tuple[tuple[Any, ...], Deals, float]] = []
        """Paths to follow: the trace, the deals that take it, and which share of all work they are."""
        self._first_rows = self._first_size = _LARGEST_TABLE
        """How many rows of the first cards looked at are followed at once, and how many there are."""
        self.placed = [Wagered(seat, bet, amount) for seat, bets in self.wagers.items() for bet, amount in bets.items()]

    @property
    def size(self) -> int:
        """How many cards are dealt from."""
        return len(self._cards)

    def follow(self) -> None:
        """Follow every path to its end."""
        while True:
            self.ends: dict[PathEnd, list[Share]] = {}
            self.ends_without: dict[int, dict[PathEnd, list[Share]]] = {}
            """By the rank from 0 of the missing card: the same ends, with the deals of that pack."""
            self.parents: dict[QuestionNode, list[tuple[Column, Column | None]]] = {}
            self.shown: dict[QuestionNode, tuple[int, ...]] = {}
            self.rules_of: dict[tuple[int, ...], list[HandRule]] = {}
            self.most_looked_at = self.runs = self._rows = 0
            self.pack = self._pack()
            self._root = Deals.undealt(self.pack)
            try:
                if not self._is_probed and self.budget.seconds is None:
                    self._probe()
                    self._root = Deals.undealt(self.pack)
                self._all()
            except _StartOver:
                continue
            return

    def positions(self) -> dict[int, Card]:
        """Return where in the pack the cards are that the seat has seen: the first way that is found at random."""
        while True:
            self.ends, self.parents, self.shown, self.rules_of = {}, {}, {}, {}
            self.most_looked_at = self.runs = self._rows = 0
            self.pack, self._chance, self._probe_until = self._pack(), Random(1), process_time() + _PROBE_SECONDS
            try:
                for _ in range(_PROBES):
                    self._pending, self._width = [], 1.0
                    self._run((), Deals.undealt(self.pack), 1.0)
                    if self._last is not None:
                        return self.fixed
            except _StartOver:
                continue
            except TooMany:
                if self._last is not None:
                    return self.fixed
            raise Refused("no-hint", "too few deals look like what you have seen for a hint")

    def _pack(self) -> PackKinds:
        kinds = JOKER_CODE + 1 if self.by_suit else JOKER_CODE // 4 + 1
        counts = Counter(card.code if self.by_suit else card.code // 4 for card in self._cards)
        listed = tuple(counts[kind] for kind in range(kinds))
        alike = all(len(set(listed[rank * 4 : rank * 4 + 4])) == 1 for rank in range(13)) if self.by_suit else False
        return PackKinds(listed, self.by_suit, alike and not self._named, RecentSplits())

    def _all(self) -> None:
        self._chance, self._pending = None, [((), self._root, 1.0)]
        done = 0.0
        while self._pending:
            trace, deals, share = self._pending.pop()
            done += self._run(trace, deals, share)
            self.budget.report(done)

    def _probe(self) -> None:
        """Follow some paths at random, and give up early if there seem to be too many (after Knuth)."""
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
        self.ends, self.parents, self.runs, self._rows, self._is_probed = {}, {}, 0, 0, True

    def _run(self, trace: tuple[Any, ...], deals: Deals, share: float) -> float:
        """
        Run the script once: along the trace, then on to an end. What is left aside is noted for later runs.

        Return the share of all work that is done with it.
        """
        self._share = share
        self.runs += 1
        self.budget.check(runs=self.runs)
        self._trace, self._at, self.deals = list(trace), 0, deals
        self._last: tuple[QuestionNode, str] | None = None
        self.events: list[Event] = []
        self._hand = iter(self._saw())
        self.fixed: dict[int, Card] = {}
        """The cards that the seat is known to have seen, by the order in which they were drawn."""
        try:
            self._play()
        except Impossible:
            return self._share
        self._end()
        return self._share

    def _saw(self) -> Sequence[Event]:
        """Return what the seat has seen and said so far."""
        return self.seen

    @property
    def _is_new(self) -> bool:
        """Whether the script is beyond the trace, where nobody has been yet."""
        return self._at >= len(self._trace)

    # What the script asks

    def decide(self, expression: Expression) -> Any:
        """Return the value of an expression on this path; other values are followed later."""
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
        value, self.deals = self._choose([(value, part) for value, part in parts.items()])
        return value

    def _choose(self, ways: Sequence[tuple[Any, Deals]]) -> tuple[Any, Deals]:
        """Take the first way, or one at random; note the others for later."""
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
        """Give these cards columns: cards looked at together for the first time are a set."""
        for group in self.deals.groups:
            if not group.isdisjoint(cards) and not group.issubset(cards):
                self._ordered |= group  # one of them matters more than another
                raise _StartOver
        new = [card for card in cards if card not in self.deals.cards]
        for card in [card for card in new if card in self._ordered]:
            self._open((card,))
        if rest := tuple(card for card in new if card not in self._ordered):
            self._open(rest)
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
                raise TooMany(f"it looks at {len(cards)} cards at once, with more than {_LARGEST_TABLE:,} ways")
            if rows > ROWS_AT_ONCE and not is_first:
                self._make_room(growth)
        opened = self.deals.open(cards)
        if is_new and self._chance is None:
            self._rows += len(opened)
            self.budget.check(rows=self._rows)
        self.deals = opened
        if is_first:
            self._first_size = len(opened)
        if is_first and len(opened) > self._first_rows and self._chance is None:
            self._split(self._first_rows)

    def _make_room(self, growth: int) -> None:
        """Have a table become no larger than is handled at once: begin with smaller parts, or split it here."""
        rows = len(self.deals) * growth
        if self._first_rows > 1:
            followed = min(self._first_rows, self._first_size)
            self.budget.check(rows=rows * self._first_size / followed)
            self._first_rows = max(1, followed * ROWS_AT_ONCE // rows)
            raise _StartOver
        if len(self.deals) > 1:
            self._split(max(1, ROWS_AT_ONCE // growth))

    def _split(self, rows: int) -> None:
        """Go on with a part of the deals; the others come to this place later."""
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
                return  # the bets cannot be made on this board
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
        """Deal the cards that are on the table before the wagers."""
        try:
            while True:
                step = next(script)
                assert isinstance(step, Event), "nobody is asked anything before the wagers"
                self.events.append(step)
        except StopIteration as ended:
            return ended.value or ()

    def _compare(self, event: Event) -> None:
        """Compare an event with what the seat saw at this place."""
        saw = next(self._hand, None)
        if saw is None:
            return
        here = seen_by(event, self.seat)
        if type(saw) is not type(here):
            raise Impossible
        for name in here.__struct_fields__:
            if not self._is_alike(getattr(here, name), getattr(saw, name)):
                raise Impossible

    def _is_alike(self, here: object, saw: object) -> bool:
        if isinstance(here, OpenCard) and isinstance(saw, Card):
            return self._fix(here.number, saw)
        if isinstance(here, tuple) and isinstance(saw, tuple):
            return len(here) == len(saw) and all(map(self._is_alike, here, saw))
        return isinstance(here, str) or bool(here == saw)  # words may name cards

    def _fix(self, number: int, card: Card) -> bool:
        """Follow only deals in which this card is the one that was seen."""
        self.fixed[number] = card
        if not self._is_new:
            return True
        if number not in self.deals.cards and any(one not in self._known for one in self.deals.cards):
            self._named = True  # a card looked at before has a suit without a name
        found = self.deals.fix(number, card.code if self.by_suit else card.code // 4)
        if found is None:
            return False
        self.deals = found
        return True

    @property
    def _known(self) -> set[int]:
        """The cards that the seat has seen, by their numbers."""
        return set(visible_cards(self.events, self.seat))

    def _hear(self, offer: Offer) -> dict[Seat, str]:
        event = Offered(offer.about, tuple(offer.options))
        self.events.append(event)
        self._compare(event)
        heard = {seat: options[0].name for seat, options in offer.options.items()}
        was_asked = False
        for seat in heard:
            said = next(self._hand, None)
            if said is not None and not isinstance(said, Answered):  # the hand signal of the answer after it
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
        """Return what the seat says: the bot's answer, or each in turn."""
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
        found = [tuple(sorted(cards.index(card) for card in group)) for group in groups]
        return tuple(sorted(found))

    def _end(self) -> None:
        """Note how this path ended, and for how many deals."""
        if self._chance is not None:
            return
        end = PathEnd(self._last, settlements(self.events, self.seat))
        deals = self.deals.finished()
        self.ends.setdefault(end, []).append(self._share_of(deals))
        for rank in sorted({card.code // 4 for card in self._cards}) if self.removal else ():
            without = deals.without_one(rank)
            self.ends_without.setdefault(rank, {}).setdefault(end, []).append(self._share_of(without))

    def _share_of(self, deals: Deals) -> Share:
        if self._last is None:
            return Share(None, deals.weight_of_all(), deals.total)
        return Share(*deals.sums(), deals.total)
