"""Chips on the spots before the deal."""

from __future__ import annotations

from rich.text import Text

from pitboss.money import Cents, dollars, show_money
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.bots import complete
from pitboss.play.refused import Refused
from pitboss.terminal.play.game_view import Playing
from pitboss.terminal.play.prompts import bet_terms

CHIPS = tuple(map(dollars, (1, 5, 25, 100, 500)))


class Betting:
    """What the player has put down so far, and the chip in the hand."""

    def __init__(self, table: Playing) -> None:
        self.table = table
        self.spots = [bet for bet in table.bets if not bet.in_play]
        chip = table.session.rules.chip
        most = min(max(bet.most for bet in self.spots), table.held)
        self.chips = [value for value in CHIPS if value % chip == 0 and value <= most] or [chip]
        self.chip = self.chips[0]
        self.placed: dict[str, Cents] = dict(table.usual())
        self.sits_out = False
        self._before: list[SeatBets] = []

    def question(self) -> Text:
        """What is on the spots, and the chip in the hand."""
        total = show_money(sum(self.placed.values()))
        rack = [(f" {number}:{show_money(value)} ", "reverse" if value == self.chip else "dim")
                for number, value in enumerate(self.chips, 1)]  # fmt: skip
        return Text.assemble((f"Your bets: {total}  ", "bold"), "chip", *rack, ("  + - Enter deals", "dim"))

    def choices(self) -> list[tuple[str, Text]]:
        """Every spot with its chips, its limits, or that it is closed; then the deal itself."""
        spots = []
        for bet in self.spots:
            amount = self.placed.get(bet.name)
            if not self.is_open(bet):
                spots.append((bet.name, Text(f" {bet.title} closed", "dim strike")))
                continue
            chips = (f" ● {show_money(amount)}", "bold yellow") if amount else (f" {bet_terms(bet)}", "dim")
            spots.append((bet.name, Text.assemble(f" {bet.title}", chips)))
        return [*spots, ("deal", Text(" Enter  deal", "bold")), ("sit", Text(" s  sit this one out"))]

    def is_open(self, bet: Bet) -> bool:
        """Whether the rules allow a chip on this spot now, given the chips that are down."""
        return bet.name in self.placed or self.table.may_add(bet, self.placed)

    def put(self, spot: str, *, back: bool = False) -> None:
        """One chip more on a spot, or one less; what must equal it goes along. Raise `Refused` over a limit."""
        before = dict(self.placed)
        is_open = any(bet.name == spot and self.is_open(bet) for bet in self.spots)
        self._put(spot, back=back)
        if not back:
            try:
                self.table.check_chips(self.placed)
                if not is_open:
                    self.table.check(self.placed)
            except Refused:
                self.placed = before
                raise
        self._before.append(before)

    def _put(self, spot: str, *, back: bool) -> None:
        amount = Cents(max(self.placed.get(spot, 0) + (-self.chip if back else self.chip), 0))
        placed = {**self.placed, spot: amount}
        for bet in self.spots:
            if bet.compulsory and bet.equals == spot:
                placed[bet.name] = amount
        self.placed = {name: cents for name, cents in placed.items() if cents}
        if not back:
            self.placed = complete(self.spots, self.placed)

    def undo(self) -> None:
        """Take the last chip back."""
        if self._before:
            self.placed = dict(self._before.pop())

    def key(self, key: str, sign: str, spot: str | None) -> bool:
        """Obey a key; whether it meant anything."""
        if sign.isdigit() and 1 <= int(sign) <= len(self.chips):
            self.chip = self.chips[int(sign) - 1]
        elif sign in ("+", " ", "=") and spot in {bet.name for bet in self.spots}:
            self.put(str(spot))
        elif (sign == "-" or key in ("backspace", "delete")) and spot in self.placed:
            self.put(str(spot), back=True)
        elif sign == "r":
            self.placed = dict(self.table.usual())
        elif sign == "c":
            self._before.append(dict(self.placed))
            self.placed = {}
        elif sign == "s":
            self.sits_out, self.placed = True, {}
        else:
            return False
        return True
