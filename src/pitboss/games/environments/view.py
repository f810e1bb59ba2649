"""A seat's view of a game: named integer fields, and actions named after the script's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.play.game import Board
from pitboss.play.steps import Event, Offer, Seat

CODES = 53
"""The largest number for a card. A card's number is its code plus 1, so a joker is 53; 0 means no card."""
EXTRA_FIELDS = ("seen-", "dealer", "number", "insured")
"""Prefixes of fields that do not affect the exact value, since it is for a seat that ignores the other hands."""


class EnvView:
    """The fields and actions of one game; a subclass defines the values."""

    actions: ClassVar[tuple[str, ...]]
    """The script's options by name; an action is an index into this tuple."""
    usual: ClassVar[tuple[str, ...]]
    """The default bets of a seat."""
    bets: ClassVar[bool] = False
    """Whether the action is the bet itself, made before the deal."""

    def __init__(self, rules: Any, players: int) -> None:
        self.rules = rules
        self.players = players
        self.fields: Mapping[str, int] = self.named()
        """Every field by name, with its largest value."""
        self._places = {name: place for place, name in enumerate(self.fields)}

    def deciding(self) -> list[int]:
        """Return the indexes of the fields that affect the value of an action."""
        return [place for name, place in self._places.items() if not name.startswith(EXTRA_FIELDS)]

    def named(self) -> Mapping[str, int]:
        """Return the fields of this game with their largest values."""
        raise NotImplementedError

    def seen(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> Mapping[str, int]:
        """Return the non-zero fields, from the events a seat has seen and its offer."""
        raise NotImplementedError

    def allowed_bets(self, board: Board) -> tuple[str, ...]:
        """Return the bets allowed on this board, if the action is a bet."""
        return ()

    def bets_on_any_board(self) -> tuple[str, ...]:
        """Return the bets that may be made whatever the board, if the action is a bet."""
        return self.actions

    def observe(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> NDArray[np.int16]:
        """Return all fields in order."""
        row = np.zeros(len(self.fields), np.int16)
        for name, number in self.seen(events, offer, seat).items():
            row[self._places[name]] = number
        return row


def number_of(card: Card) -> int:
    """Return a card as a number: its code plus 1."""
    return card.code + 1
