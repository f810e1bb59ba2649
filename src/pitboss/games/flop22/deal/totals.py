"""The totals of Flop 22's hands. Each hand is a player's card and one flop."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.games.flop22.deal.hands import card_points
from pitboss.games.flop22.deal.rules import HANDS, Rules
from pitboss.play.game import CardsByPlace
from pitboss.play.steps import Seat


def totals(rules: Rules, cards: CardsByPlace, viewer: Seat | None) -> dict[tuple[Seat | None, str], str]:
    """Return the viewer's total at each flop, and another seat's totals at its card (F22-6)."""
    found: dict[tuple[Seat | None, str], str] = {}
    for (seat, at), held in cards.items():
        if seat is None or at != "card" or not _is_up(held):
            continue
        made = dict(_totals(held[0], cards))
        if seat == viewer:
            found |= {(None, flop): str(total) for flop, total in made.items()}
        elif made:
            found[seat, at] = "/".join(map(str, made.values()))
    return found


def _totals(card: Card, cards: CardsByPlace) -> Iterator[tuple[str, int]]:
    for hand in HANDS:
        flop = cards.get((None, f"flop-{hand}"), ())
        if _is_up(flop):
            yield f"flop-{hand}", card_points(card.code) + card_points(flop[0].code)


def _is_up(cards: object) -> bool:
    return isinstance(cards, (list, tuple)) and bool(cards) and not cards[0].is_hidden
