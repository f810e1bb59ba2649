"""The mean and variance of a flip~it seat's bets, over every card left in the shoe."""

from __future__ import annotations

from fractions import Fraction

from pitboss.cards import CARDS, JOKER, Card
from pitboss.games.flip_it.count.shoe import full_shoe
from pitboss.games.flip_it.deal.round import LAST, settle_seat
from pitboss.games.flip_it.deal.rules import Rules
from pitboss.play.bets import SeatBets
from pitboss.play.records.record import Record
from pitboss.play.steps import Seat, Settled
from pitboss.solving.answers.outlook import Outlook, Placed, outlook

_SEAT = Seat(1)


def expect(placed: Placed) -> Outlook:
    """Return the exact mean and variance: flip~it has no decisions, and the cards out of the shoe are known."""
    rules = placed.rules
    board, out = _board_and_removed(placed.record)
    left = full_shoe(rules, (card.code for card in (*board, *out)))
    chances = {code: Fraction(count, sum(left)) for code, count in enumerate(left) if count}
    return outlook((_net(rules, placed.bets, board, (*CARDS, JOKER)[code]), chance) for code, chance in chances.items())


def _board_and_removed(record: Record) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the board and the other cards out of the shoe. A fresh shoe deals the board first (FI-1)."""
    if record.board:
        return record.board, record.gone
    board: list[Card] = []
    jokers: list[Card] = []
    for card in record.pack:
        (jokers if card.is_joker else board).append(card)
        if len(board) == LAST:
            break
    return tuple(board), (*record.gone, *jokers)


def _net(rules: Rules, bets: SeatBets, board: tuple[Card, ...], flip: Card) -> int:
    settled = settle_seat(rules, _SEAT, bets, board, flip)
    return sum(event.back - event.stake for event in settled if isinstance(event, Settled))
