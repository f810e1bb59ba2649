"""Random rounds of a script, played individually."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from pitboss.statistics.exactness import Number

Answer = Callable[[Sequence[Event], Offer, Seat], str]
"""A function that returns a seat's answer, given what it has seen."""
Cell = tuple[Settlement, ...]
"""The results of one seat's bets."""
Ends = list[tuple[Cell, Number]]
"""The possible results of a round with their probabilities."""
_PURSE = 10**15


class ChancePack(Pack):
    """A pack that is shuffled lazily: only the cards that are dealt cost time."""

    def __init__(self, cards: Sequence[Card], draw: Random) -> None:
        self._cards, self._random = list(cards), draw.random
        self._size = len(cards)
        self.drawn = 0
        self._is_shuffled = False
        """Whether the remaining cards have been shuffled."""

    def gather(self) -> None:
        """Return all cards to the pack, to be reshuffled."""
        self.drawn, self._is_shuffled = 0, False

    def draw(self, spot: str = "") -> Card:
        """Draw a random remaining card; probabilities are equal up to 2⁻⁵³ times the size of the pack."""
        at = self.drawn
        if at == self._size:
            raise PackEmpty
        place = at if self._is_shuffled else at + int(self._random() * (self._size - at))
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
        """All cards in dealing order; those not drawn yet are shuffled now and will be drawn in that order."""
        at = self.drawn
        while self.drawn < self._size:
            self.draw()
        self.drawn, self._is_shuffled = at, True
        return tuple(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards[self.drawn :])


@dataclass
class Rounds:
    """A table of one game at which all seats make the same bets and play the same way."""

    game: Game
    rules: Any
    seats: int
    stakes: Mapping[str, Cents]
    """Each seat's stake on each bet; bets that the game does not allow are left out."""
    shoe: bool = False
    """Whether a shoe is dealt down to the cut card; otherwise every round has a fresh pack."""

    def play(self, rounds: int, draw: Random, answer: Answer) -> Counter[Cell]:
        """Play rounds and count their results, one for each seat and round."""
        cells: Counter[Cell] = Counter()
        for events in self.dealt(rounds, draw, answer):
            for seat in range(1, self.seats + 1):
                cells[settlements(events, Seat(seat))] += 1
        return cells

    def play_packs(self, packs: Iterable[Sequence[Card]], answer: Answer) -> Counter[Cell]:
        """Play one round with each pack, and count the results of a single seat."""
        wagers = self.wagers_on(())
        return Counter(settlements(self._round(Pack(pack), wagers, (), answer)[0], Seat(1)) for pack in packs)

    def dealt(self, rounds: int, draw: Random, answer: Answer) -> Iterator[Sequence[Event]]:
        """Yield the events of each round."""
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
                    pack.draw("burn")  # the burn card of a new shoe, unseen (FB-1)
            if game.before_wagers and not board:
                board = _board(game.before_wagers(rules, pack))
            if game.before_wagers:
                wagers = self.wagers_on(board)
            events, board = self._round(pack, wagers, board, answer)
            yield events

    def wagers_on(self, board: Board) -> Wagers:
        """Return each seat's bets: those of its stakes that the game allows together."""
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
        no_answers: dict[Seat, str] = {}
        try:
            step = next(script)
            while True:
                if isinstance(step, Event):
                    events.append(step)
                    step = script.send(no_answers)
                else:
                    events.append(Offered(step.about, tuple(step.options)))
                    heard = {seat: answer(view(events, seat), step, seat) for seat in step.options}
                    for seat, reply in heard.items():
                        step.option(seat, reply)
                        events.append(Answered(seat, reply))
                    step = script.send(heard)
        except StopIteration as ended:
            return events, ended.value or ()
        except PackEmpty:  # the round is void (C-4)
            back = [Returned(bet.seat, bet.bet, bet.amount) for bet in placed]
            return [*placed, *back], ()


def _board(script: Script[Board]) -> Board:
    """Return the cards that are dealt before the wagers."""
    try:
        while True:
            next(script)
    except StopIteration as ended:
        return ended.value or ()


def unit_for(bets: Sequence[Bet], chip: Cents, units: Mapping[str, int]) -> Cents:
    """Return the largest unit, in cents, that the limits of all bets allow."""
    placed = [(bet, units[bet.name]) for bet in bets if units.get(bet.name)]
    unit = min((bet.most // count for bet, count in placed), default=chip) // chip * chip
    for bet, count in placed:
        if count * unit < bet.least or not unit:
            reason = f"{count} units on {bet.name} do not fit the limits of the bets: put down fewer"
            raise Refused("too-many-units", reason)
    return Cents(unit)
