"""Rounds at random that look like what a seat has seen, to simulate what an answer is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from pitboss.cards import Card, Pack, PackEmpty
from pitboss.play.steps import Answered, Event, Offer, Offered, Seat
from pitboss.play.view import seen_by, view
from pitboss.solving.script.paths import Paths
from pitboss.solving.script.seen_by_seat import settlements


@dataclass
class Rollout:
    """Rounds in which the seat sees what it has seen, then says `first`, and goes on as the bot plays."""

    paths: Paths
    where: Mapping[int, Card]
    """Where in the pack the cards are that the seat has seen."""
    first: str

    def net(self, draw: Random) -> int | None:
        """Play a round and return what it won in cents; None if it looked otherwise to the seat."""
        paths = self.paths
        events: list[Event] = [*paths.placed]
        script = paths.game.play(paths.rules, self._pack(draw), paths.wagers, paths.board)
        self._saw = iter(paths.seen[len(events) :])
        self._was_asked = False
        heard: dict[Seat, str] = {}
        try:
            step = next(script)
            while True:
                if isinstance(step, Event):
                    if not self._is_alike(step):
                        return None
                    events.append(step)
                    heard = {}
                else:
                    offered = Offered(step.about, tuple(step.options))
                    if not self._is_alike(offered):
                        return None
                    events.append(offered)
                    heard = self._hear(step, events)
                    events += [Answered(seat, answer) for seat, answer in heard.items()]
                step = script.send(heard)
        except (StopIteration, PackEmpty):
            return sum(one.net for one in settlements(events, paths.seat))

    def _pack(self, draw: Random) -> Pack:
        """Return a pack with the cards that were seen in their places, and all others shuffled."""
        whole = Counter(self.paths.game.whole_pack(self.paths.rules))
        left = whole - Counter([*self.paths.board, *self.paths.gone, *self.where.values()])
        others = list(left.elements())
        draw.shuffle(others)
        for place in sorted(self.where):
            others.insert(place, self.where[place])
        return Pack(others)

    def _is_alike(self, event: Event) -> bool:
        saw = next(self._saw, None)
        if saw is None:
            return True
        here = seen_by(event, self.paths.seat)
        names = [name for name in here.__struct_fields__ if name != "motion" or here.motion]
        return type(saw) is type(here) and all(getattr(here, name) == getattr(saw, name) for name in names)

    def _hear(self, offer: Offer, events: list[Event]) -> dict[Seat, str]:
        paths = self.paths
        heard = {seat: options[0].name for seat, options in offer.options.items()}
        for seat in heard:
            said = next(self._saw, None)
            if said is not None and not isinstance(said, Answered):  # the hand signal of the answer after it
                said = next(self._saw, None)
            if isinstance(said, Answered):
                heard[seat] = said.answer
            elif seat == paths.seat:
                heard[seat] = self._own(offer, events)
        return heard

    def _own(self, offer: Offer, events: list[Event]) -> str:
        if not self._was_asked:
            self._was_asked = True
            return self.first
        paths = self.paths
        return paths.game.bot(paths.rules, view(events, paths.seat), offer, paths.seat)
