"""Chip placement before the deal, and the spots, chips and answer buttons of the full screen."""

from __future__ import annotations

from rich.text import Text

from pitboss.layout.plan import FeltPlan, Spot
from pitboss.money import Cents, dollars, show_money
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.bots import complete
from pitboss.play.refused import Refused
from pitboss.play.steps import Option, Seat
from pitboss.solving.answers.hint import PricedOptions
from pitboss.terminal.full.character_felt import SpotView, spot_rows
from pitboss.terminal.play.game_view import Playing
from pitboss.terminal.play.prompts import bet_terms
from pitboss.terminal.play.shown_layout import ShownLayout

CHIPS = tuple(map(dollars, (1, 5, 25, 100, 500)))


class Betting:
    """The player's bets so far, the selected chip, and the spot in focus."""

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
        """The chips that are within the bankroll and the limit of an open spot."""
        unit = self.table.session.rules.chip
        most = min(max((bet.most for bet in self.open), default=unit), self.table.held)
        return [value for value in CHIPS if value % unit == 0 and value <= most] or [unit]

    @property
    def open(self) -> list[Bet]:
        """The spots on which the rules allow more chips, given those already placed."""
        return [bet for bet in self.spots.values() if self.is_open(bet)]

    def is_open(self, bet: Bet) -> bool:
        """Return whether the rules allow a chip on this spot now."""
        return bet.name in self.placed or self.table.may_add(bet, self.placed)

    def takes(self, spot: str) -> bool:
        """Return whether this spot is for a bet before the deal and accepts a chip now."""
        return spot in self.spots and self.is_open(self.spots[spot])

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
        """Replace all chips by these."""
        self._before.append(dict(self.placed))
        self.placed = dict(placed)

    def undo(self) -> None:
        """Take the last chip back."""
        if self._before:
            self.placed = dict(self._before.pop())

    def press(self, key: str, sign: str) -> bool:
        """Handle a key; return whether it has a function here."""
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


def option_choices(table: Playing, prices: PricedOptions | None) -> list[tuple[str, Text]]:
    """Return a button for each answer: its key, its label, its stake and, with hints, its price."""
    default = table.default.name
    return [
        (name := option.name, button(number, table.label(option), option, table.held, prices, enter=name == default))
        for number, option in enumerate(table.options, 1)
    ]


def button(
    number: int, label: str, option: Option, held: int, prices: PricedOptions | None, *, enter: bool = False
) -> Text:
    """Return the text of one answer."""
    stake = f" {show_money(option.cost)}" if option.cost else ""
    style = "" if option.cost <= held else "dim"
    price = ""
    if prices is not None and option.name in prices.cents:
        price = f"  {prices.price(option.name)}"
        style = "bold green" if not prices.cost(option.name) else style
    words = (f" {number} ", "reverse"), (f" {label}{stake}{price}", style), (" ⏎" if enter else "", "dim")
    return Text.assemble(*words)


def chip_rack(betting: Betting, width: int) -> Text:
    """Return the chips to choose from and the sum of the bets, with the betting keys if there is room."""
    chips = [(f" {number}:{show_money(value)} ", "reverse" if value == betting.chip else "dim")
             for number, value in enumerate(betting.chips, 1)]  # fmt: skip
    total = show_money(sum(betting.placed.values()))
    rack = Text.assemble((f"Your bets: {total}  ", "bold"), "chip", *chips)
    how = Text("  + and - bet", "dim")
    return rack.append_text(how) if rack.cell_len + how.cell_len <= width else rack


def spot_views(plan: FeltPlan, table: Playing, betting: Betting | None) -> list[list[SpotView]]:
    """Return the player's betting spots in the rows of the felt."""
    assert isinstance(table.layout, ShownLayout)
    assert table.you is not None
    rows = settled_spots(plan, table.session.rules, table.layout, table.you)
    open_bets = {} if betting is None else {bet.name: bet for bet in table.bets if not bet.in_play}

    def to_bet(spot: SpotView) -> SpotView:
        if betting is None or (bet := open_bets.get(spot.bet)) is None:
            return spot
        is_open, amount = betting.is_open(bet), betting.placed.get(bet.name, 0)
        limits = bet_terms(bet).replace(" to ", "-") if is_open else "closed"
        return SpotView(bet.name, spot.label, spot.pays, amount, None, limits, is_open, betting.focus == bet.name)

    return [[to_bet(spot) for spot in row] for row in rows]


def settled_spots(plan: FeltPlan, rules: object, layout: ShownLayout, seat: Seat) -> list[list[SpotView]]:
    """Return a seat's spots in the rows of the felt, with their chips and results."""
    chips = layout.chips()

    def view(spot: Spot) -> SpotView:
        amount, label = chips.get((seat, spot.bet), 0), spot.label.partition("  ")[0]
        won = None if amount else layout.won.get((seat, spot.bet))
        tokens = layout.tokens.get((seat, spot.bet), 0)
        return SpotView(spot.bet, label, plan.pays_under(rules, spot), amount, won, tokens=tokens)

    return [[view(spot) for spot in row] for row in spot_rows(plan)]
