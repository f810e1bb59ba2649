"""flip~it as a seat sees it: the four cards, and the flip card once it is turned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.games.environments.view import CODES, EnvView, number_of
from pitboss.games.flip_it.deal.hands import may_bet_bonus
from pitboss.games.flip_it.deal.rules import CALL_RANKS, INSIDE, call_bet
from pitboss.play.game import Board
from pitboss.play.steps import Dealt, Event, Offer, Seat


class FlipView(EnvView):
    """Fields and actions of flip~it: the action is the one bet of the round."""

    actions = (*INSIDE, *map(call_bet, CALL_RANKS), "bonus")
    usual = ("red",)
    bets = True

    def named(self) -> Mapping[str, int]:
        """The four cards as they lay when the bet was made, the jokers that were replaced, and the flip card."""
        return {**{f"card-{place}": CODES - 1 for place in range(1, 5)}, "jokers": 96, "flip": CODES}

    def seen(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> Mapping[str, int]:
        """A joker among the four is replaced: what lies at a place is what came there last (FI-1)."""
        dealt = [event for event in events if isinstance(event, Dealt)]
        jokers = sum(event.card.is_joker for event in dealt if event.at != "flip")
        return {event.at: number_of(event.card) for event in dealt} | {"jokers": jokers}

    def allowed_bets(self, board: Board) -> tuple[str, ...]:
        """All but the bonus, which needs a pair or four to a royal flush (FI-5)."""
        bonus = may_bet_bonus(*(card.code for card in board))
        return self.actions if bonus else self.bets_on_any_board()

    def bets_on_any_board(self) -> tuple[str, ...]:
        """Return all bets but the bonus (FI-5)."""
        return self.actions[:-1]


VIEW = FlipView
