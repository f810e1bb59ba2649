"""The observation of a Roll Your Own seat: three cards, their setting, the hand in play, and cards seen by value."""

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
from pitboss.play.steps import Answered, Dealt, Event, Offer, Seat, Turned, Wagered
from pitboss.ranking.totals import card_value

SETTING, INSURANCE, PLAY = 1, 2, 3
BETS = ("two-card", "one-card")


class RollView(EnvView):
    """The fields and actions of Roll Your Own. Every round asks for the setting."""

    actions = ("alone-3", "alone-1", "alone-2", "no", "insurance", "stand", "hit", "double", "split")
    usual = ("two-card", "one-card", "bonus")

    def named(self) -> Mapping[str, int]:
        """
        Return each field with its maximum value: the decision, three cards, setting, hand in play, and cards seen.
        """
        cards = {f"card-{place}": 10 for place in (1, 2, 3)}
        story = {"alone": 3, "insured": 1, "bet": 2, "number": 5, "hands": 5}
        return {"stage": 3, "up": 10, **cards, **story, **HAND, **SEEN, "dealer": 31}

    def seen(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> Mapping[str, int]:
        """
        Return the observed fields.

        Other players' cards are private until all hands are set (RY-5), and the burn card always (RY-2).
        """
        fields = by_value("seen", cards_seen(events)) | dealers_end(events)
        for event in events:
            match event:
                case Dealt(card=card, seat=owner, at=at) if owner == seat and at in ("card-1", "card-2", "card-3"):
                    fields[at] = card_value(card.code)
                case Turned(card=card, seat=None, at="up-card"):
                    fields["up"] = card_value(card.code)
                case Answered(seat=owner, answer=answer) if owner == seat and answer.startswith("alone-"):
                    fields["alone"] = int(answer.removeprefix("alone-"))
                case Wagered(seat=owner, bet="insurance") if owner == seat:
                    fields["insured"] = 1
        if offer is None:
            return fields
        about = offer.context
        if "cards" not in about:
            return fields | {"stage": SETTING if "at" in about else INSURANCE}
        story = {"bet": BETS.index(str(about["bet"])) + 1, "number": number(about, "hand")}
        return fields | hand_fields(in_play(offer)) | story | {"stage": PLAY, "hands": number(about, "splits") + 1}


VIEW = RollView
