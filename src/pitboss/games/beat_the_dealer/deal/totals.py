"""The names of the poker hands on the table, from five cards on."""

from __future__ import annotations

from pitboss.games.beat_the_dealer.deal.rules import Rules
from pitboss.play.game import CardsByPlace
from pitboss.play.steps import Seat
from pitboss.ranking.poker import PokerClass, class_of, rank_hand
from pitboss.ranking.words import class_name

FEWEST = 5
BOARD = ("flop-1", "flop-2", "flop-3", "turn", "river")


def totals(rules: Rules, cards: CardsByPlace, viewer: Seat | None) -> dict[tuple[Seat | None, str], str]:
    """Return the name of each hand that the viewer sees face up, placed at its last card."""
    board = [card for at in BOARD for card in cards.get((None, at), ())]
    found: dict[tuple[Seat | None, str], str] = {}
    for seat, at in cards:
        if not at.endswith("-2") or at in BOARD:
            continue
        hole = [*cards.get((seat, at.replace("-2", "-1")), ()), *cards[seat, at]]
        if len(hole) + len(board) >= FEWEST and not any(card.is_hidden for card in (*hole, *board)):
            found[seat, at] = class_name(PokerClass(class_of(rank_hand([card.code for card in (*hole, *board)]))))
    return found
