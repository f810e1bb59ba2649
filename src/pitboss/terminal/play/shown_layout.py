"""The layout for the terminal, with tokens, hand totals and the result of each bet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pitboss.cards import Card
from pitboss.play.layout import Place, TableLayout
from pitboss.play.motions import MovedOver
from pitboss.play.steps import Dealt, Discarded, Event, Moved, Seat, Settled, Turned

TRAY = "tray"


def _rank(order: Sequence[Place], place: Place) -> int:
    return order.index(place) if place in order else len(order)


class TokenLayout(TableLayout):
    """The layout with the tokens of free bets."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens: dict[Place, int] = {}
        """Tokens next to a hand, or in front of a bet that pays by their number."""

    def see(self, event: Event) -> None:
        """Move cards, chips and tokens; a card that is turned stays in its place among the others."""
        order = list(self.cards)
        super().see(event)
        if isinstance(event, Turned):
            self.cards = dict(sorted(self.cards.items(), key=lambda item: _rank(order, item[0])))
        if isinstance(event, MovedOver):
            self._move((event.seat, event.at), (event.seat, event.to))
        elif event.kind.startswith("token"):
            self.see_token(event.as_data())

    def see_token(self, data: Mapping[str, Any]) -> None:
        """Apply the data of a motion with tokens: placed, picked up, or locked up."""
        seat, hand = Seat(data["seat"]), f"hand-{data.get('hand', 1)}"
        match data["event"]:
            case "token-placed":
                self.tokens[seat, hand] = self.tokens.get((seat, hand), 0) + 1
            case "tokens-picked-up":
                self._move((seat, hand), (seat, data["to"]))
                self.tokens.pop((seat, TRAY), None)
            case "tokens-locked-up":
                self.tokens = {place: count for place, count in self.tokens.items() if place[0] != seat}

    def _move(self, here: Place, there: Place) -> None:
        if count := self.tokens.pop(here, 0):
            self.tokens[there] = self.tokens.get(there, 0) + count

    def lay_board(self, board: Iterable[Card]) -> None:
        """Put down the cards that stay on the dealer's side from round to round."""
        self.cards |= {(None, f"card-{place}"): [card] for place, card in enumerate(board, 1)}

    def next_round(self, *, board_stays: bool) -> None:
        """Clear the table."""
        self.tokens.clear()
        super().next_round(board_stays=board_stays)


class ShownLayout(TokenLayout):
    """
    The layout for a full screen. Discarded cards stay in view until another card takes their place.

    Once a bet has been settled, cards on the dealer's side that move or are discarded stay in the position that decided
    it: their moves take effect when the next round opens.
    """

    def __init__(self) -> None:
        super().__init__()
        self._gone: set[Place] = set()
        self._later: list[Event] = []
        """Moves on the dealer's side after the bets were settled."""
        self.called: dict[Place, str] = {}
        """The announced total of each hand, such as soft 17."""
        self.won: dict[tuple[Seat, str], int] = {}
        """The result of each settled bet."""

    def see(self, event: Event) -> None:
        """Move the cards; a cleared place is emptied when its next card comes."""
        if self.won and isinstance(event, (Moved, Discarded)) and event.seat is None:
            self._later.append(event)
            return
        place: Place = (getattr(event, "seat", None), str(getattr(event, "to", "") or getattr(event, "at", "")))
        if isinstance(event, (Dealt, Moved)) and place in self._gone:
            self._gone.discard(place)
            self.cards.pop(place, None)
        super().see(event)
        if isinstance(event, (Dealt, Turned, Moved)) and event.makes:
            if event.seat is None:  # the dealer's hand continues at another place: only its last total counts
                self.called = {at: made for at, made in self.called.items() if at[0] is not None}
            self.called[place] = event.makes
        if isinstance(event, Settled):
            spot = (event.seat, event.bet)
            self.won[spot] = self.won.get(spot, 0) + event.back - event.stake

    def next_round(self, *, board_stays: bool) -> None:
        """Clear what is left."""
        self.won.clear()
        later, self._later = self._later, []
        for event in later:
            self.see(event)
            self._clear()
        self._clear()
        self.called.clear()
        super().next_round(board_stays=board_stays)

    def _clear(self) -> None:
        for place in self._gone:
            self.cards.pop(place, None)
        self._gone.clear()

    def _discard(self, seat: Seat | None, at: str) -> None:
        if (seat, at) in self.cards:
            self._gone.add((seat, at))
        elif "hand" in at:  # no single place: all cards of the owner
            self._gone.update(place for place in self.cards if place[0] == seat)
