"""The names of poker hands of at least five cards on the table, and the bonus lines still in reach."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.games.beat_the_dealer.deal.hands import five_card_line, two_card_line
from pitboss.games.beat_the_dealer.deal.rules import Rules, whole_pack
from pitboss.games.dealing.lines_in_reach import lines_in_reach
from pitboss.play.game import CardsByPlace
from pitboss.play.steps import Event, Seat
from pitboss.ranking.poker import PokerClass, class_of, rank_hand
from pitboss.ranking.words import class_name

MIN_CARDS = 5
BOARD = ("flop-1", "flop-2", "flop-3", "turn", "river")


def totals(rules: Rules, cards: CardsByPlace, viewer: Seat | None) -> dict[tuple[Seat | None, str], str]:
    """Return the name of each hand that the viewer sees face up, placed at its last card."""
    board = [card for at in BOARD for card in cards.get((None, at), ())]
    found: dict[tuple[Seat | None, str], str] = {}
    for seat, at in cards:
        if not at.endswith("-2") or at in BOARD:
            continue
        hole = [*cards.get((seat, at.replace("-2", "-1")), ()), *cards[seat, at]]
        if len(hole) + len(board) >= MIN_CARDS and not any(card.is_hidden for card in (*hole, *board)):
            found[seat, at] = class_name(PokerClass(class_of(rank_hand([card.code for card in (*hole, *board)]))))
    return found


def in_reach(rules: Rules, cards: CardsByPlace, seen: Sequence[Event], seat: Seat) -> dict[str, frozenset[int] | None]:
    """Return the lines still in reach for both bonus bets (BD-4 to BD-6)."""
    pack, hole = whole_pack(rules), [((seat, "hole-1"), 1), ((seat, "hole-2"), 1)]
    flop = [((None, at), 1) for at in BOARD[:3]]
    return {
        "two-card": lines_in_reach(pack, cards, hole, lambda hand: two_card_line(hand[0].code, hand[1].code)),
        "five-card": lines_in_reach(
            pack, cards, [*hole, *flop], lambda hand: five_card_line(rank_hand([card.code for card in hand]))
        ),
    }
