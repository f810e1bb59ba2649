"""Chips on the spots before the deal."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.money import Cents, dollars
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.bots import complete
from pitboss.play.refused import Refused
from pitboss.terminal.play.game_view import Playing

CHIPS = tuple(map(dollars, (1, 5, 25, 100, 500)))


class Betting:
    """What the player has placed so far, the chip in hand, and the spot in focus."""

    def __init__(self, table: Playing) -> None:
        self.table = table
        self.spots = {bet.name: bet for bet in table.bets if not bet.in_play}
        self.placed: dict[str, Cents] = dict(table.usual())
        self.focus = next(iter(self.placed), next(iter(self.spots)))
        self.chip = self.chips[0]
        self.sits_out = False
        self._before: list[SeatBets] = []

    @property
    def chips(self) -> list[Cents]:
        """The chips that the limit of some open spot and the bankroll allow."""
        unit = self.table.session.rules.chip
        most = min(max((bet.most for bet in self.open), default=unit), self.table.held)
        return [value for value in CHIPS if value % unit == 0 and value <= most] or [unit]

    @property
    def open(self) -> list[Bet]:
        """The spots on which the rules allow chips now, given the chips that are down."""
        return [bet for bet in self.spots.values() if self.is_open(bet)]

    def is_open(self, bet: Bet) -> bool:
        """Whether the rules allow a chip on this spot now."""
        return bet.name in self.placed or self.table.may_add(bet, self.placed)

    def put(self, spot: str, *, back: bool = False) -> None:
        """Place a chip, or take one back; bets that must equal it follow. Raise `Refused` if it is not allowed."""
        bet, before = self.spots[spot], dict(self.placed)
        is_open = self.is_open(bet)
        amount = Cents(max(self.placed.get(spot, 0) + (-self.chip if back else self.chip), 0))
        equal = [each.name for each in self.spots.values() if each.compulsory and each.equals == spot]
        placed = {**self.placed, spot: amount, **dict.fromkeys(equal, amount)}
        self.placed = {name: cents for name, cents in placed.items() if cents}
        try:
            if not back:
                self.placed = complete(self.spots.values(), self.placed)
                self.table.check_chips(self.placed)
                if not is_open:
                    self.table.check(self.placed)
        except Refused:
            self.placed = before
            raise
        self._before.append(before)
        self.focus = spot

    def replace(self, placed: SeatBets) -> None:
        """Place these chips instead."""
        self._before.append(dict(self.placed))
        self.placed = dict(placed)

    def undo(self) -> None:
        """Take the last chip back."""
        if self._before:
            self.placed = dict(self._before.pop())

    def press(self, key: str, sign: str) -> bool:
        """Obey a key; return whether it meant anything."""
        chips = self.chips
        if sign.isdigit() and 1 <= int(sign) <= len(chips):
            self.chip = chips[int(sign) - 1]
        elif sign in ("+", " ", "="):
            self.put(self.focus)
        elif sign == "-" or key in ("backspace", "delete"):
            self.put(self.focus, back=True)
        elif sign == "r":
            self.replace(self.table.usual())
        elif sign == "c":
            self.replace({})
        elif sign == "s":
            self.sits_out = True
        else:
            return False
        return True

    def selectable(self, shown: Iterable[str]) -> list[str]:
        """Return those of the spots shown that can be chosen now."""
        return [name for name in shown if name in self.spots and self.is_open(self.spots[name])]
