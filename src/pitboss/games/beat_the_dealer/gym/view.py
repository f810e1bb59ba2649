"""The observation of a Beat the Dealer seat: its two cards, the board, its bets and finally the dealer's cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.games.environments.view import CODES, EnvView, number_of
from pitboss.play.steps import Dealt, Event, Offer, Seat, Turned, Wagered

STAGES = ("flop", "turn", "river")
HOLE = ("hole-1", "hole-2")
BOARD = ("flop-1", "flop-2", "flop-3", "turn", "river")
DEALER = ("dealer-1", "dealer-2")


class BeatView(EnvView):
    """The fields and actions of Beat the Dealer."""

    actions = ("fold", "flop", "check", "turn", "river")
    usual = ("ante",)

    def named(self) -> Mapping[str, int]:
        """Return each field with its largest value: the bet offered, the cards seen, and the bets made."""
        cards = dict.fromkeys((*HOLE, *BOARD, *DEALER), CODES - 1)
        return {"stage": 3, **cards, **{f"{bet}-bet": 1 for bet in STAGES}}

    def seen(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> Mapping[str, int]:
        """Return the observed fields. Other seats' cards and the dealer's are private until turned (BD-1)."""
        fields = {"stage": STAGES.index(str(offer.context["stage"])) + 1} if offer else {}
        own = board = dealer = 0
        for event in events:
            match event:
                case Dealt(card=card, seat=owner) if owner == seat:
                    fields[HOLE[own]] = number_of(card)
                    own += 1
                case Dealt(card=card, seat=None) if not card.is_hidden:
                    fields[BOARD[board]] = number_of(card)
                    board += 1
                case Turned(card=card, seat=None):
                    fields[DEALER[dealer]] = number_of(card)
                    dealer += 1
                case Wagered(seat=owner, bet=bet) if owner == seat and bet in STAGES:
                    fields[f"{bet}-bet"] = 1
        return fields


VIEW = BeatView
