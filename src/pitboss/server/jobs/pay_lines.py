"""The pay-table lines that a seat's bets can still make, computed in a worker process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cards import parse_cards
from pitboss.games import GAMES
from pitboss.play.layout import TableLayout
from pitboss.play.steps import Event, Seat


def lines_in_reach(
    game: str, rules: dict[str, Any], board: str, seen: Sequence[Event], seat: Seat
) -> dict[str, list[int]]:  # fmt: skip
    """Return the lines, numbered from 0, that each bet makes or can still make. Omit bets that can make any line."""
    dealt = GAMES[game]
    if dealt.in_reach is None:
        return {}
    layout = TableLayout()
    layout.cards = {(None, f"card-{place}"): [card] for place, card in enumerate(parse_cards(board), 1)}
    for event in seen:
        layout.see(event)
    found = dealt.in_reach(dealt.rules.read(rules), layout.cards, seen, seat)
    return {bet: sorted(lines) for bet, lines in found.items() if lines is not None}
