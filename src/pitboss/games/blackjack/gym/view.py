"""The observation of a blackjack seat: the decision, the hand in play, and cards seen by value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.games.environments.blackjack_view import HAND, SEEN, hand_fields, in_play, number, seen_by
from pitboss.games.environments.view import EnvView
from pitboss.play.steps import Event, Offer, Seat

INSURANCE, PLAY, EARLY = 1, 2, 3
"""The stages: insurance or even money, a hand in play, early surrender."""


class BlackjackView(EnvView):
    """The fields and actions of blackjack. The first action is for a round without a decision."""

    actions = ("wait", "no", "insurance", "even-money", "stand", "hit", "double", "split", "surrender")
    usual = ("main",)

    def named(self) -> Mapping[str, int]:
        """Return each field with its maximum value: the decision, the up card, the hand in play, and the cards seen."""
        return {"stage": 3, "up": 10, "insured": 1, "number": 4, "hands": 4, **HAND, **SEEN, "dealer": 31}

    def seen(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> Mapping[str, int]:
        """Return the observed fields. All cards but the hole card are face up."""
        fields, hand = seen_by(seat, events)
        if offer is None:
            return fields
        about = offer.context
        if "cards" not in about:
            names = [option.name for option in offer.options[seat]]
            stage = EARLY if "surrender" in names else INSURANCE
            return fields | hand_fields(hand) | {"stage": stage, "number": 1, "hands": 1}
        story = {"hands": number(about, "hands"), "number": number(about, "hand"), "stage": PLAY}
        return fields | hand_fields(in_play(offer)) | story


VIEW = BlackjackView
