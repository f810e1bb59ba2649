"""Free Bet as a seat sees it: the hand in play, whose money it is, tokens, and all cards seen by value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.games.environments.blackjack_view import (
    HAND,
    SEEN,
    by_value,
    cards_seen,
    dealers_end,
    hand_fields,
    in_play,
    number,
)
from pitboss.games.environments.view import EnvView
from pitboss.play.steps import Dealt, Event, Offer, Seat, Wagered
from pitboss.ranking.totals import card_value

INSURANCE, PLAY = 1, 2


class FreeBetView(EnvView):
    """Fields and actions of Free Bet; the first action is for a round in which nothing is asked."""

    actions = ("wait", "no", "insurance", "stand", "hit", "double", "free-double", "split", "free-split")
    usual = ("main",)

    def named(self) -> Mapping[str, int]:
        """What is asked, the dealer's card, the hand in play and how it came about, and the cards seen."""
        story = {"number": 4, "hands": 4, "free": 1, "tokens": 7}
        return {"stage": 2, "up": 10, "insured": 1, **story, **HAND, **SEEN, "dealer": 31}

    def seen(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> Mapping[str, int]:
        """All cards but the hole card lie face up."""
        fields = by_value("seen", cards_seen(events)) | dealers_end(events)
        hand = []
        for event in events:
            match event:
                case Dealt(card=card, seat=None, at="up-card"):
                    fields["up"] = card_value(card.code)
                case Dealt(card=card, seat=owner) if owner == seat:
                    hand.append(card)
                case Wagered(seat=owner, bet="insurance") if owner == seat:
                    fields["insured"] = 1
        if offer is None:
            return fields
        if "cards" not in offer.context:
            return fields | hand_fields(hand) | {"stage": INSURANCE, "number": 1, "hands": 1}
        about = offer.context
        story = {"hands": number(about, "hands"), "number": number(about, "hand"), "tokens": number(about, "tokens")}
        return fields | hand_fields(in_play(offer)) | story | {"stage": PLAY, "free": int(bool(about["free"]))}


VIEW = FreeBetView
