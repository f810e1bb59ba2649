"""The totals of Flop 22's hands, each a player's card and one flop, and the pay-table lines still in reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.cards import Card
from pitboss.games.dealing.lines_in_reach import lines_in_reach
from pitboss.games.flop22.deal.hands import card_points, field_line, total_line
from pitboss.games.flop22.deal.rules import HANDS, Rules, whole_pack
from pitboss.play.game import CardsByPlace
from pitboss.play.steps import Event, Seat


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


def in_reach(rules: Rules, cards: CardsByPlace, seen: Sequence[Event], seat: Seat) -> dict[str, frozenset[int] | None]:
    """Return the lines in reach of the field bet, and of each hand's ante and double down (F22-3, F22-6)."""
    pack, own = whole_pack(rules), ((seat, "card"), 1)
    found = {"field": lines_in_reach(pack, cards, [own], lambda hand: field_line(hand[0].code))}
    for number in HANDS:
        flop = ((None, f"flop-{number}"), 1)
        lines = lines_in_reach(pack, cards, [own, flop], lambda hand: total_line(hand[0].code, hand[1].code))
        found |= {f"ante-{number}": lines, f"double-{number}": lines}
    return found
