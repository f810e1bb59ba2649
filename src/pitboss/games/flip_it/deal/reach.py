"""The bonus lines that flip~it's flip card can still make."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.games.dealing.lines_in_reach import lines_in_reach
from pitboss.games.flip_it.deal.hands import bonus_line
from pitboss.games.flip_it.deal.rules import Rules, whole_pack
from pitboss.play.game import CardsByPlace
from pitboss.play.steps import Event, Seat


def in_reach(rules: Rules, cards: CardsByPlace, seen: Sequence[Event], seat: Seat) -> dict[str, frozenset[int] | None]:
    """Return the bonus lines still in reach, which depend on the four cards and the flip card (FI-6)."""
    places = [((None, at), 1) for at in ("card-1", "card-2", "card-3", "card-4", "flip")]
    lines = lines_in_reach(whole_pack(rules), cards, places, lambda hand: bonus_line(*(card.code for card in hand)))
    return {"bonus": lines}
