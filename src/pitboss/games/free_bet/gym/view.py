"""The observation of a Free Bet seat: the hand in play, whether it is free, tokens, and cards seen by value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.games.environments.blackjack_view import HAND, SEEN, hand_fields, in_play, number, seen_by
from pitboss.games.environments.view import EnvView
from pitboss.play.steps import Event, Offer, Seat

INSURANCE, PLAY = 1, 2


class FreeBetView(EnvView):
    """The fields and actions of Free Bet. The first action is for a round without a decision."""

    actions = ("wait", "no", "insurance", "stand", "hit", "double", "free-double", "split", "free-split")
    usual = ("main",)

    def named(self) -> Mapping[str, int]:
        """Return each field with its maximum value: the decision, the up card, the hand in play, and the cards seen."""
        story = {"number": 4, "hands": 4, "free": 1, "tokens": 7}
        return {"stage": 2, "up": 10, "insured": 1, **story, **HAND, **SEEN, "dealer": 31}

    def seen(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> Mapping[str, int]:
        """Return the observed fields. All cards but the hole card are face up."""
        fields, hand = seen_by(seat, events)
        if offer is None:
            return fields
        if "cards" not in offer.context:
            return fields | hand_fields(hand) | {"stage": INSURANCE, "number": 1, "hands": 1}
        about = offer.context
        story = {"hands": number(about, "hands"), "number": number(about, "hand"), "tokens": number(about, "tokens")}
        return fields | hand_fields(in_play(offer)) | story | {"stage": PLAY, "free": int(bool(about["free"]))}


VIEW = FreeBetView
