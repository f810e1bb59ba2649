"""The largest amount that one round can cost the house: a round that reaches it, and a bound that no round passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from pitboss.cards import Card, Pack, PackEmpty
from pitboss.play.bets import Wagers
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.record import Record
from pitboss.play.round import Round
from pitboss.play.steps import Event, Offer, Seat, Settled

Policy = Callable[[Seat, Offer], str]
"""Return a seat's answer to an offer."""


class Exposure(Struct, frozen=True):
    """The most that a number of seats can win in one round, in cents, stakes not counted."""

    seats: int
    most: int
    """What the round in `record` pays."""
    bound: int
    """No round pays more than this."""
    record: Record

    @property
    def is_exact(self) -> bool:
        """Whether the round reaches the bound, so that `most` is the maximum."""
        return self.most == self.bound


def winnings(events: Iterable[Event]) -> int:
    """
    Return what the house paid on winning bets, in cents.

    Stakes that come back are not counted, and losing bets are not set against it (F22-8).
    """
    return sum(max(0, event.back - event.stake) for event in events if isinstance(event, Settled))


class SpotPack(Pack):
    """A whole pack from which each spot ("seat 2", "dealer") draws its own cards in order, then whatever is left."""

    def __init__(self, cards: Sequence[Card], spots: Mapping[str, Sequence[Card]]) -> None:
        super().__init__(cards)
        self._waiting = {spot: list(wanted) for spot, wanted in spots.items()}

    def draw(self, spot: str = "") -> Card:
        """Move the card that this spot waits for to the top, and draw it."""
        if self.drawn == len(self.cards):
            raise PackEmpty
        left = list(self.cards[self.drawn :])
        wanted = self._next(spot, left)
        at = left.index(wanted)
        self.cards = (*self.cards[: self.drawn], wanted, *left[:at], *left[at + 1 :])
        return super().draw(spot)

    def _next(self, spot: str, left: Sequence[Card]) -> Card:
        waiting = self._waiting.get(spot, [])
        while waiting:
            wanted = waiting.pop(0)
            if wanted in left:
                return wanted
        spoken_for = [card for cards in self._waiting.values() for card in cards]
        free = list(left)
        for card in spoken_for:
            if card in free:
                free.remove(card)
        return (free or left)[0]


def dealt_to_spots(
    game: Game, rules: HouseRules, wagers: Wagers, spots: Mapping[str, Sequence[Card]], policy: Policy
) -> Round:
    """Deal a round in which each spot gets these cards and each seat answers by the policy."""
    pack = SpotPack(game.whole_pack(rules), spots)
    burned = [pack.draw("burn") for _ in range(game.burns)]
    rest = SpotPack(pack.cards[game.burns :], spots)
    dealt = Round(game, rules, rest, gone=tuple(burned))
    dealt.place(wagers)
    while dealt.pending:
        offer = dealt.pending
        for seat in list(offer.options):
            dealt.say(seat, policy(seat, offer))
    return dealt


def exposure_of(dealt: Round, seats: int, bound: int) -> Exposure:
    """Wrap a dealt round with the bound that it was looked for under."""
    return Exposure(seats, winnings(dealt.events), bound, dealt.record)
