"""How a seat sees a game: named fields of small whole numbers, and actions by the names of the script's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.play.game import Board
from pitboss.play.steps import Event, Offer, Seat

CODES = 53
"""The greatest number of a card: its code and 1, a joker 53; nothing is 0."""
BESIDES = ("seen-", "dealer", "number", "insured")
"""How fields begin that the exact worth does not hang on: it is for a seat that does not count the other hands."""


class EnvView:
    """One game's fields and actions; a subclass says what the numbers are."""

    actions: ClassVar[tuple[str, ...]]
    """The options of the script by name; the number of an action is its place."""
    usual: ClassVar[tuple[str, ...]]
    """The bets that a seat makes where nothing is said."""
    bets: ClassVar[bool] = False
    """Whether the action is the bet itself, made before the deal."""

    def __init__(self, rules: Any, players: int) -> None:
        self.rules = rules
        self.players = players
        self.fields: Mapping[str, int] = self.named()
        """Every field by its name, with the greatest number it may hold."""
        self._places = {name: place for place, name in enumerate(self.fields)}

    def deciding(self) -> list[int]:
        """The places of the fields on which the worth of an action hangs; the others do not change it."""
        return [place for name, place in self._places.items() if not name.startswith(BESIDES)]

    def named(self) -> Mapping[str, int]:
        """The fields of this game."""
        raise NotImplementedError

    def seen(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> Mapping[str, int]:
        """The fields that are not 0, from what a seat has seen and is asked."""
        raise NotImplementedError

    def allowed_bets(self, board: Board) -> tuple[str, ...]:
        """The bets that may be made on this board, where the action is a bet."""
        return ()

    def bets_on_any_board(self) -> tuple[str, ...]:
        """Return the bets that may be made whatever the board, if the action is a bet."""
        return self.actions

    def observe(self, events: Sequence[Event], offer: Offer | None, seat: Seat) -> NDArray[np.int16]:
        """The fields in their order."""
        row = np.zeros(len(self.fields), np.int16)
        for name, number in self.seen(events, offer, seat).items():
            row[self._places[name]] = number
        return row


def number_of(card: Card) -> int:
    """A card as a number: its code and 1."""
    return card.code + 1
