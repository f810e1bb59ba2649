"""
Every deal of a script, one after the other, exactly: each look at a card and each question to the seat is a fork.

A script cannot be copied in mid-round, so it is run again for each way it can go; it takes the forks as it did the last
time but for the last one. `explore.py` does the same card by card on tiny packs, and is the referee of this one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from pitboss.cards import Card, PackEmpty
from pitboss.play.bets import Wagers
from pitboss.play.game import Board, Bot, Game
from pitboss.play.steps import Answered, Event, Offer, Offered, Returned, Seat, Wagered
from pitboss.play.view import seen_by, view
from pitboss.solving.script.seen_by_seat import Settlement, cards_seen, known_to, settlements
from pitboss.solving.script.undealt import OpenPack, SuitLookedAt, Undealt, kinds_of

MOST_WAYS = 150_000
"""This many ways are walked, some seconds' work; a script that can go more ways is simulated."""
_PROBES = 400


class TooMany(Exception):
    """The script can go more ways than are walked."""


class Impossible(BaseException):
    """This way does not lead to what the seat has seen."""


Told = tuple[int, str]
"""A question by its number, and the answer."""


class Way(NamedTuple):
    """How a round went: what the seat said to which question, and what it came to."""

    said: tuple[Told, ...]
    settled: tuple[Settlement, ...]
    cards: int
    """How many cards were looked at."""


class ScriptQuestion(NamedTuple):
    """All that the seat knows when it is asked, and what it may say."""

    seen: Hashable
    options: tuple[str, ...]


@dataclass
class Walk:
    """One seat's round under these rules; others at the table are silent."""

    game: Game
    rules: Any
    wagers: Wagers
    seat: Seat
    board: Board = ()
    gone: Sequence[Card] = ()
    by_suit: bool = False
    bot: Bot | None = None
    """Who answers for the seat; nobody: every answer is tried."""
    seen: Sequence[Event] = ()
    """What the seat has seen so far: only deals that look like that are walked, and only later questions are open."""
    questions: dict[ScriptQuestion, int] = field(default_factory=dict)
    shown: dict[int, str] = field(default_factory=dict)
    """The cards that the seat has seen at each question, for people."""
    draw: Random | None = None
    """Takes every fork by chance; without it all are taken."""

    def __post_init__(self) -> None:
        known = [*self.board, *self.gone]
        left = Counter(self.game.whole_pack(self.rules)) - Counter(known)
        self.size = left.total()
        self._whole = kinds_of(list(left.elements()), by_suit=self.by_suit)
        self._path: list[int] = []
        self._widths: list[int] = []
        self._placed = [
            Wagered(seat, bet, amount) for seat, bets in self.wagers.items() for bet, amount in bets.items()
        ]

    def ways(self) -> Counter[Way]:
        """Every way the round can go, with how many deals of the cards looked at lead there."""
        found: Counter[Way] = Counter()
        runs = 0
        while True:
            try:
                way = self.run()
                found[way] += self.weight
            except Impossible:
                pass
            runs += 1
            if runs > 2 * MOST_WAYS:
                raise TooMany
            if not self._next():
                return found

    def estimate(self) -> float:
        """About how many ways there are: the product of the forks met, over walks by chance (Knuth)."""
        total, draw = 0.0, Random(1)
        for _ in range(_PROBES):
            self.draw, self._path, self._widths = draw, [], []
            with suppress(Impossible):
                self.run()
            product = 1.0
            for width in self._widths:
                product *= width
            total += product
        self.draw, self._path, self._widths = None, [], []
        return total / _PROBES

    def run(self) -> Way:
        """One way, from the first card to the last chip."""
        self._left = list(self._whole)
        self.weight: Any = 1
        self.looked = self._fork = 0
        self.said: list[Told] = []
        self.events: list[Event] = list(self._placed)
        self._hand = iter(self._saw())
        for placed in self._placed:
            self._compare(placed)
        self._play()
        return Way(tuple(self.said), self._settled(), self.looked)

    def again(self, by_suit: bool) -> Walk:
        """The same walk from the start."""
        return Walk(self.game, self.rules, self.wagers, self.seat, self.board, self.gone, by_suit, self.bot, self.seen)

    def _saw(self) -> Sequence[Event]:
        """What the seat has seen and heard until now."""
        return self.seen

    def decide(self) -> int:
        """What the next card that is looked at is: a fork."""
        kinds = [kind for kind, count in enumerate(self._left) if count]
        return self._deal(kinds[self.fork(len(kinds))])

    def fork(self, branches: int) -> int:
        """Which branch is taken here this time."""
        place = self._fork
        self._fork += 1
        if place == len(self._path):
            self._path.append(self.draw.randrange(branches) if self.draw else 0)
            self._widths.append(branches)
        return self._path[place]

    def _deal(self, kind: int) -> int:
        if not self._left[kind]:
            raise Impossible
        self.weight *= self._left[kind]
        self._left[kind] -= 1
        self.looked += 1
        return kind

    def _next(self) -> bool:
        """Take the last fork that has another branch; false where none has."""
        while self._path:
            self._path[-1] += 1
            if self._path[-1] < self._widths[-1]:
                return True
            self._path.pop()
            self._widths.pop()
        return False

    def _play(self) -> None:
        pack = OpenPack(self, self.size)
        script = self.game.play(self.rules, pack, self.wagers, self.board)
        heard: dict[Seat, str] = {}
        try:
            step = next(script)
            while True:
                if isinstance(step, Event):
                    self._see(step)
                    heard = {}
                else:
                    heard = self._hear(step)
                step = script.send(heard)
        except StopIteration:
            pass
        except PackEmpty:
            self.events = [*self._placed, *(Returned(bet.seat, bet.bet, bet.amount) for bet in self._placed)]

    def _see(self, event: Event) -> None:
        self.events.append(event)
        self._compare(event)

    def _compare(self, event: Event) -> None:
        """Hold an event against what the seat saw at this place."""
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
        if isinstance(here, Undealt) and isinstance(saw, Card):
            kind = saw.code if self.by_suit else saw.code // 4
            if here.kind is None:
                here.kind = self._deal(kind)
            return here.kind == kind
        if isinstance(here, tuple) and isinstance(saw, tuple):
            return len(here) == len(saw) and all(map(self._is_alike, here, saw))
        return isinstance(here, str) or here == saw  # words may name suits

    def _hear(self, offer: Offer) -> dict[Seat, str]:
        self._see(Offered(offer.about, tuple(offer.options)))
        heard = {seat: options[0].name for seat, options in offer.options.items()}
        was_asked = False
        for seat in heard:
            told = next(self._hand, None)
            if isinstance(told, Answered):
                heard[seat] = told.answer
            elif seat == self.seat:
                was_asked = True
        if was_asked:
            heard[self.seat] = self._answer(offer)
        self.events += [Answered(seat, answer) for seat, answer in heard.items()]
        return heard

    def _answer(self, offer: Offer) -> str:
        """What the seat says: the bot's answer, or each in turn."""
        if self.bot is not None:
            return self.bot(self.rules, view(self.events, self.seat), offer, self.seat)
        options = tuple(option.name for option in offer.options[self.seat])
        number = self.questions.setdefault(ScriptQuestion(self._known(), options), len(self.questions))
        if number not in self.shown:
            self.shown[number] = " ".join(card.sign for card in cards_seen(self.events, self.seat))
        answer = options[self.fork(len(options))]
        self.said.append((number, answer))
        return answer

    def _known(self) -> Hashable:
        """All that the seat has seen, the cards among it looked at."""
        return known_to(self.events, self.seat)

    def _settled(self) -> tuple[Settlement, ...]:
        return settlements(self.events, self.seat)


def walked(walk: Walk) -> tuple[Walk, Counter[Way]]:
    """All ways of a walk, by rank where that is enough and by suit where suits matter; too many are refused."""
    for by_suit in (False, True):
        tried = walk.again(by_suit)
        try:
            if tried.estimate() > MOST_WAYS:
                raise TooMany
            tried.questions.clear()
            tried.shown.clear()
            return tried, tried.ways()
        except SuitLookedAt:
            continue
    raise AssertionError("a card by its suit is a card")
