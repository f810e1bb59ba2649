"""The layout on a full screen: cards stay in view until the next round, with hand totals and what each bet won."""

from __future__ import annotations

from pitboss.play.layout import Place, TableLayout
from pitboss.play.steps import Dealt, Discarded, Event, Moved, Seat, Settled, Turned


class ShownPlace(TableLayout):
    """
    The layout for a full screen. Discarded cards stay in view until another card takes their place.

    Once a bet has been settled, cards on the dealer's side that move or are discarded stay where they decided it:
    their moves take effect when the next round opens.
    """

    def __init__(self) -> None:
        super().__init__()
        self._gone: set[Place] = set()
        self._later: list[Event] = []
        """Moves on the dealer's side after the bets were settled."""
        self.called: dict[Place, str] = {}
        """What a hand is called, as in soft 17."""
        self.won: dict[tuple[Seat, str], int] = {}
        """What each bet that was decided won or lost."""

    def see(self, event: Event) -> None:
        """Move the cards; a place that was cleared is empty when the next card comes to it."""
        if self.won and isinstance(event, (Moved, Discarded)) and event.seat is None:
            self._later.append(event)
            return
        place: Place = (getattr(event, "seat", None), str(getattr(event, "to", "") or getattr(event, "at", "")))
        if isinstance(event, (Dealt, Moved)) and place in self._gone:
            self._gone.discard(place)
            self.cards.pop(place, None)
        super().see(event)
        if isinstance(event, (Dealt, Turned, Moved)) and event.makes:
            if event.seat is None:  # the dealer's hand goes on at another place: only its last total counts
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
        elif "hand" in at:  # no single place: everything of its owner
            self._gone.update(place for place in self.cards if place[0] == seat)
