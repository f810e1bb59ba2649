"""The Beat the Dealer bot: it folds the five worst hands, and bets on once it has a pair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any

from pitboss.play.steps import Dealt, Event, Offer, Seat

_DEUCE, _SEVEN = 0, 5


def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
    """Fold 2-3 to 2-7 offsuit. Later, bet once a hole card is paired."""
    no, yes = (option.name for option in offer.options[seat])
    dealt = [event for event in seen if isinstance(event, Dealt) and not event.card.is_hidden]
    first, second = (event.card.code for event in dealt if event.seat == seat)
    board = [event.card.code for event in dealt if event.seat is None]
    if not board:
        return no if is_hopeless(first, second) else yes
    return yes if has_paired(first, second, ranks_of(board)) else no


def is_hopeless(first: int, second: int) -> bool:
    """Whether two hole cards are a deuce and a three to seven of another suit."""
    low, high = sorted((first >> 2, second >> 2))
    return first & 3 != second & 3 and low == _DEUCE < high <= _SEVEN


def ranks_of(board: Iterable[int]) -> int:
    """Return the ranks on the board as a bit set."""
    return reduce(or_, (1 << (code >> 2) for code in board))


def has_paired(first: int, second: int, ranks: int) -> bool:
    """Whether two hole cards are a pair or pair one of the board's ranks. Also works on arrays."""
    first, second = first >> 2, second >> 2
    return (first == second) | ((ranks >> first | ranks >> second) & 1 == 1)
