"""Rounds of a script played by chance: the script itself runs, and nothing of the game need be known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pitboss.cards import Card, Pack, PackEmpty
from pitboss.money import Cents
from pitboss.play.bets import Bet, Wagers
from pitboss.play.bots import keep_allowed
from pitboss.play.game import Board, Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Answered, Event, Offer, Offered, Returned, Script, Seat, Wagered
from pitboss.play.view import view
from pitboss.solving.script.seen_by_seat import Settlement, settlements

Answer = Callable[[Sequence[Event], Offer, Seat], str]
"""What a seat says, from what it has seen."""
Cell = tuple[Settlement, ...]
"""All that one seat's bets came to."""
_PURSE = 10**15


class ChancePack(Pack):
    """A pack that is shuffled as it is drawn from: only the cards that are dealt cost anything."""

    def __init__(self, cards: Sequence[Card], draw: Random) -> None:
        self._cards, self._random = list(cards), draw.random
        self._size = len(cards)
        self.drawn = 0
        self._lies_ready = False
        """Whether the cards that are left are shuffled already."""

    def gather(self) -> None:
        """All cards back, to be shuffled anew."""
        self.drawn, self._lies_ready = 0, False

    def draw(self, spot: str = "") -> Card:
        """The next card: any of those left, each as likely (to one part in 2⁵³ by the size of the pack)."""
        at = self.drawn
        if at == self._size:
            raise PackEmpty
        place = at if self._lies_ready else at + int(self._random() * (self._size - at))
        cards = self._cards
        card = cards[place]
        cards[place] = cards[at]
        cards[at] = card
        self.drawn = at + 1
        return card

    def __len__(self) -> int:
        return self._size - self.drawn

    @property
    def cards(self) -> tuple[Card, ...]:  # type: ignore[override]
        """All cards in dealing order: those that are not drawn yet are shuffled now, and drawn as they lie."""
        at = self.drawn
        while self.drawn < self._size:
            self.draw()
        self.drawn, self._lies_ready = at, True
        return tuple(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards[self.drawn :])


@dataclass
class Rounds:
    """A table of one game at which all seats play alike, round after round."""

    game: Game
    rules: Any
    seats: int
    stakes: Mapping[str, Cents]
    """What each seat puts on each bet, where the game takes it."""
    shoe: bool = False
    """Whether a shoe is dealt down to the cut card; else every round has a fresh pack."""

    def play(self, rounds: int, draw: Random, answer: Answer) -> Counter[Cell]:
        """What these rounds came to, a cell for each seat and round."""
        cells: Counter[Cell] = Counter()
        for events in self.dealt(rounds, draw, answer):
            for seat in range(1, self.seats + 1):
                cells[settlements(events, Seat(seat))] += 1
        return cells

    def dealt(self, rounds: int, draw: Random, answer: Answer) -> Iterator[Sequence[Event]]:
        """The events of one round after the other."""
        game, rules = self.game, self.rules
        cards = game.whole_pack(rules)
        cut = game.cut_card(rules) if game.cut_card and self.shoe else len(cards)
        pack = ChancePack(cards, draw)
        board: Board = ()
        wagers = self.wagers_on(board) if game.before_wagers is None else {}
        for _ in range(rounds):
            if not pack.drawn or len(pack) < cut or cut == len(cards):
                pack.gather()
                board = ()
                for _ in range(game.burns if cut < len(cards) else 0):
                    pack.draw("burn")  # of a new shoe, unseen (FB-1)
            if game.before_wagers and not board:
                board = _board(game.before_wagers(rules, pack))
            if game.before_wagers:
                wagers = self.wagers_on(board)
            events, board = self._round(pack, wagers, board, answer)
            yield events

    def wagers_on(self, board: Board) -> Wagers:
        """Return what each seat bets: its stakes as far as the game takes them together."""
        wanted = {bet: amount for bet, amount in self.stakes.items() if amount}
        placed = {
            Seat(seat): keep_allowed(self.game, self.rules, Seat(seat), board, _PURSE, wanted)
            for seat in range(1, self.seats + 1)
        }
        return self.game.check_wagers(self.rules, placed, board)

    def _round(self, pack: Pack, wagers: Wagers, board: Board, answer: Answer) -> tuple[Sequence[Event], Board]:
        placed = [Wagered(seat, bet, stake) for seat, bets in wagers.items() for bet, stake in bets.items()]
        events: list[Event] = [*placed]
        script = self.game.play(self.rules, pack, wagers, board)
        nothing: dict[Seat, str] = {}
        try:
            step = next(script)
            while True:
                if isinstance(step, Event):
                    events.append(step)
                    step = script.send(nothing)
                else:
                    events.append(Offered(step.about, tuple(step.options)))
                    heard = {seat: answer(view(events, seat), step, seat) for seat in step.options}
                    for seat, said in heard.items():
                        step.option(seat, said)
                        events.append(Answered(seat, said))
                    step = script.send(heard)
        except StopIteration as ended:
            return events, ended.value or ()
        except PackEmpty:  # the round is void (C-4)
            back = [Returned(bet.seat, bet.bet, bet.amount) for bet in placed]
            return [*placed, *back], ()


def _board(script: Script[Board]) -> Board:
    """The cards that lie on the table before the wagers."""
    try:
        while True:
            next(script)
    except StopIteration as ended:
        return ended.value or ()


def unit_for(bets: Sequence[Bet], chip: Cents, units: Mapping[str, int]) -> Cents:
    """The most cents a unit may be, so that no limit of any bet is in the way: half a unit can then be bet too."""
    laid = [(bet, units[bet.name]) for bet in bets if units.get(bet.name)]
    unit = min((bet.most // many for bet, many in laid), default=chip) // chip * chip
    for bet, many in laid:
        if many * unit < bet.least or not unit:
            reason = f"{many} units on {bet.name} do not fit the limits of the bets: put down fewer"
            raise Refused("too-many-units", reason)
    return Cents(unit)
