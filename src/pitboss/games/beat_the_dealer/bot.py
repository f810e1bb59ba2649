"""How a bot plays Beat the Dealer: it folds the five worst hands, and bets on once it has paired."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cards import Card
from pitboss.play.steps import Dealt, Event, Offer, Seat
from pitboss.ranking.poker import PokerClass, class_of, rank_hand


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Fold 2-3 to 2-7 of two suits; later bet with a pair of one's own, or better."""
    no, yes = (option.name for option in offer.options[seat])
    dealt = [event for event in seen if isinstance(event, Dealt) and not event.card.is_hidden]
    hole = [event.card for event in dealt if event.seat == seat]
    board = [event.card for event in dealt if event.seat is None]
    if not board:
        return no if _is_hopeless(*hole) else yes
    return yes if _has_made_a_hand(hole, board) else no


def _is_hopeless(first: Card, second: Card) -> bool:
    low, high = sorted((first.rank, second.rank))
    return first.suit != second.suit and low == 2 and 3 <= high <= 7


def _has_made_a_hand(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    made = class_of(rank_hand([card.code for card in (*hole, *board)])) >= PokerClass.PAIR
    ranks = {card.rank for card in board}
    return made and (any(card.rank in ranks for card in hole) or hole[0].rank == hole[1].rank)
