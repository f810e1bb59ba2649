"""Answers, chips and spots as the full screen offers them."""

from __future__ import annotations

from rich.text import Text

from pitboss.layout.plan import FeltPlan, Spot
from pitboss.money import show_money
from pitboss.play.steps import Option, Seat
from pitboss.solving.answers.hint import PricedOptions
from pitboss.terminal.full.character_felt import SpotView, spot_rows
from pitboss.terminal.full.chip_betting import Betting
from pitboss.terminal.play.game_view import Playing
from pitboss.terminal.play.picked_up import ShownPlace
from pitboss.terminal.play.prompts import bet_terms


def option_choices(table: Playing, prices: PricedOptions | None) -> list[tuple[str, Text]]:
    """Return a button for each answer: its key, its label, its stake and, with hints, its price."""
    default = table.default.name
    return [
        (
            option.name,
            button(number, table.label(option), option, table.held, prices, is_default=option.name == default),
        )
        for number, option in enumerate(table.options, 1)
    ]


def button(
    number: int, label: str, option: Option, held: int, prices: PricedOptions | None, *, is_default: bool = False
) -> Text:
    """Return the text of one answer."""
    stake = f" {show_money(option.cost)}" if option.cost else ""
    style = "" if option.cost <= held else "dim"
    price = ""
    if prices is not None and option.name in prices.cents:
        price = f"  {prices.price(option.name)}"
        style = "bold green" if not prices.cost(option.name) else style
    enter = (" ⏎", "dim") if is_default else ""
    return Text.assemble((f" {number} ", "reverse"), (f" {label}{stake}", style), (price, style), enter)


def chip_rack(betting: Betting) -> Text:
    """Return the chips to choose from and the sum of the bets."""
    chips = [(f" {number}:{show_money(value)} ", "reverse" if value == betting.chip else "dim")
             for number, value in enumerate(betting.chips, 1)]  # fmt: skip
    total = show_money(sum(betting.placed.values()))
    return Text.assemble((f"Your bets: {total}  ", "bold"), "chip", *chips, ("  + and - bet", "dim"))


def spot_views(plan: FeltPlan, table: Playing, betting: Betting | None) -> list[list[SpotView]]:
    """Return the player's betting spots in the rows of the felt."""
    assert isinstance(table.layout, ShownPlace)
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


def settled_spots(plan: FeltPlan, rules: object, layout: ShownPlace, seat: Seat) -> list[list[SpotView]]:
    """Return a seat's spots in the rows of the felt, with their chips and results."""
    chips = layout.chips()

    def view(spot: Spot) -> SpotView:
        amount, label = chips.get((seat, spot.bet), 0), spot.label.partition("  ")[0]
        won = None if amount else layout.won.get((seat, spot.bet))
        return SpotView(spot.bet, label, plan.pays_under(rules, spot), amount, won)

    return [[view(spot) for spot in row] for row in spot_rows(plan)]
