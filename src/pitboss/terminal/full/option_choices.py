"""Answers as they are offered on the full screen, and what a round came to."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from pitboss.money import show_money
from pitboss.play.steps import Option, Seat
from pitboss.terminal.play.hint_worker import ToldWorth
from pitboss.terminal.play.history_lines import Past
from pitboss.terminal.play.narrate import colour, signed
from pitboss.terminal.screen import Line


def option_choices(options: Sequence[Option], held: int, worth: ToldWorth | None) -> list[tuple[str, Text]]:
    """Each answer with its number, its price and its worth."""
    return [(option.name, _words(number, option, worth, held)) for number, option in enumerate(options, 1)]


def _words(number: int, option: Option, worth: ToldWorth | None, held: int) -> Text:
    price = f" {show_money(option.cost)}" if option.cost else ""
    style, valued = "" if option.cost <= held else "dim", ""
    if worth is not None and option.name in worth.cents:
        valued = f"  {worth.told(option.name)}"
        style = "bold green" if option.name == worth.best else style
    return Text.assemble((f" {number} ", "reverse"), (f" {option.name}{price}", style), (valued, style))


def next_round_choice() -> list[tuple[str, Text]]:
    """After a round there is one thing to do."""
    return [("next", Text(" Enter  next round"))]


def outcome(past: Past, you: Seat | None) -> Line:
    """What the round came to for the player."""
    won = sum(amount for seat, amount in past.gained.items() if seat == you)
    return [(f"This round: {signed(won)}.", f"bold {colour(won)}")]
