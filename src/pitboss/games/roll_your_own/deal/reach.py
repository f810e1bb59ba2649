"""The bonus lines that a seat's three cards can still make."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.games.dealing.lines_in_reach import lines_in_reach
from pitboss.games.roll_your_own.deal.rules import Rules, whole_pack
from pitboss.play.game import CardsByPlace
from pitboss.play.steps import Event, Seat
from pitboss.ranking.three_card import three_card_line


def in_reach(rules: Rules, cards: CardsByPlace, seen: Sequence[Event], seat: Seat) -> dict[str, frozenset[int] | None]:
    """Return the bonus lines in reach for the three cards, before or after the player sets them (RY-4)."""
    own = [card for (owner, at), held in cards.items() if owner == seat for card in held[:3]][:3]
    hand = {(seat, "cards"): own, **{place: held for place, held in cards.items() if place[0] != seat}}
    line = lines_in_reach(
        whole_pack(rules), hand, [((seat, "cards"), 3)], lambda three: three_card_line(*(card.code for card in three))
    )
    return {"bonus": line}
