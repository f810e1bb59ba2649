"""The observation of a Flop 22 seat: the hand offered, its card, the flops turned and its answers so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.games.environments.view import CODES, EnvView, number_of
from pitboss.games.flop22.deal.round import OPTIONS
from pitboss.games.flop22.deal.rules import HANDS
from pitboss.play.steps import Answered, Dealt, Event, Offer, Seat, Turned


class FlopView(EnvView):
    """The fields and actions of Flop 22."""

    actions = tuple(OPTIONS)
    usual = tuple(f"ante-{hand}" for hand in HANDS)

    def named(self) -> Mapping[str, int]:
        """
        Return each field with its largest value: the hand offered, the cards face up, and one plus each action taken.
        """
        others = {f"other-{place}": CODES - 1 for place in range(1, self.players)}
        flops = {f"flop-{hand}": CODES - 1 for hand in HANDS}
        return {"hand": 3, "card": CODES - 1, **flops, **{f"said-{hand}": 4 for hand in HANDS}, **others}

    def seen(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> Mapping[str, int]:
        """Return the observed fields. Other seats' cards are face up too (F22-10)."""
        fields = {"hand": int(str(offer.context["hand"]))} if offer else {}
        others = given = 0
        for event in events:
            match event:
                case Dealt(seat=None):
                    pass
                case Dealt(card=card, seat=owner) if owner == seat:
                    fields["card"] = number_of(card)
                case Dealt(card=card):
                    others += 1
                    fields[f"other-{others}"] = number_of(card)
                case Turned(card=card, at=at):
                    fields[at] = number_of(card)
                case Answered(seat=owner, answer=answer) if owner == seat:
                    given += 1
                    fields[f"said-{given}"] = self.actions.index(answer) + 1
        return fields


VIEW = FlopView
