"""The largest amount that one round can cost the house: the most expensive round found, and an upper bound."""

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
"""A function that returns a seat's answer to an offer."""


class Exposure(Struct, frozen=True):
    """The most that `seats` seats can win in one round, in cents, not counting their stakes."""

    seats: int
    most: int
    """The payout of the round in `record`."""
    bound: int
    """An upper bound on the payout of any round."""
    record: Record

    @property
    def is_exact(self) -> bool:
        """Whether the round reaches the bound, so that `most` is the maximum."""
        return self.most == self.bound


def winnings(events: Iterable[Event]) -> int:
    """
    Return the amount that the house paid on winning bets, in cents.

    Returned stakes are not counted, and losing bets are not deducted (F22-8).
    """
    return sum(max(0, event.back - event.stake) for event in events if isinstance(event, Settled))


class SpotPack(Pack):
    """A pack from which each spot ("seat 2", "dealer") draws its own cards in order, then any other card."""

    def __init__(self, cards: Sequence[Card], spots: Mapping[str, Sequence[Card]]) -> None:
        super().__init__(cards)
        self._waiting = {spot: list(wanted) for spot, wanted in spots.items()}

    def draw(self, spot: str = "") -> Card:
        """Move the next card for this spot to the top, and draw it."""
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
    """Deal a round in which each spot gets the given cards and each seat answers as the policy says."""
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
    """Return the exposure that a dealt round shows, with the upper bound from the search for it."""
    return Exposure(seats, winnings(dealt.events), bound, dealt.record)
