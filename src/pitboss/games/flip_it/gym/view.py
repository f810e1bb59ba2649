"""The observation of a flip~it seat: the four cards, and the flip card once it is turned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.games.environments.view import CODES, EnvView, number_of
from pitboss.games.flip_it.deal.hands import may_bet_bonus
from pitboss.games.flip_it.deal.rules import CALL_RANKS, INSIDE, call_bet
from pitboss.play.game import Board
from pitboss.play.steps import Dealt, Event, Offer, Seat


class FlipView(EnvView):
    """The fields and actions of flip~it. The action is the round's only bet."""

    actions = (*INSIDE, *map(call_bet, CALL_RANKS), "bonus")
    usual = ("red",)
    bets = True

    def named(self) -> Mapping[str, int]:
        """
        Return each field with its largest value: the board before the bet, the jokers replaced, the flip card.
        """
        return {**{f"card-{place}": CODES - 1 for place in range(1, 5)}, "jokers": 96, "flip": CODES}

    def seen(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> Mapping[str, int]:
        """Return the observed fields. A replaced joker is overwritten by the card dealt in its place (FI-1)."""
        dealt = [event for event in events if isinstance(event, Dealt)]
        jokers = sum(event.card.is_joker for event in dealt if event.at != "flip")
        return {event.at: number_of(event.card) for event in dealt} | {"jokers": jokers}

    def allowed_bets(self, board: Board) -> tuple[str, ...]:
        """Return all bets, but the bonus only if the board has a pair or four to a royal flush (FI-5)."""
        bonus = may_bet_bonus(*(card.code for card in board))
        return self.actions if bonus else self.bets_on_any_board()

    def bets_on_any_board(self) -> tuple[str, ...]:
        """Return all bets but the bonus (FI-5)."""
        return self.actions[:-1]


VIEW = FlipView
