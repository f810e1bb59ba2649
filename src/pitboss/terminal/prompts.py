"""Questions put in words: bets with their limits, options with their price, and what silence means."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.money import show_money
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.steps import Option
from pitboss.terminal.screen import Screen

MANY = 12
"""More options than this are told in one paragraph."""


def show_bets(placed: SeatBets) -> str:
    """Wagers as they are typed."""
    return " ".join(f"{name} {show_money(amount)[1:].replace(',', '')}" for name, amount in placed.items())


def bet_terms(bet: Bet) -> str:
    """What may lie on a spot: its limits, or the bet it must equal."""
    return f"= {bet.equals}" if bet.equals else f"{show_money(bet.least)} to {show_money(bet.most)}"


def bet_words(bet: Bet) -> str:
    """What a bet is for, and what it asks for."""
    words = bet.meaning
    if bet.in_play:
        words += "; the dealer offers it"
    elif bet.compulsory:
        words += "; compulsory"
    elif bet.needs:
        words += f"; needs {' and '.join(bet.needs)}"
    return words


def list_bets(screen: Screen, bets: Sequence[Bet]) -> None:
    """Each bet with its limits and its meaning."""
    name_wide = max(len(bet.name) for bet in bets)
    terms_wide = max(len(bet_terms(bet)) for bet in bets)
    for bet in bets:
        head = f"  {bet.name:<{name_wide}}  {bet_terms(bet):<{terms_wide}}  "
        screen.line((head, "cyan"), bet_words(bet), indent=len(head))


def explain_bets(screen: Screen, bets: Sequence[Bet]) -> None:
    """Everything that may be typed where wagers are asked for."""
    open_bets = [bet for bet in bets if not bet.in_play]
    list_bets(screen, open_bets)
    main = [bet for bet in open_bets if bet.compulsory] or open_bets[:1]
    pair = " ".join(f"{bet.name} 5" for bet in open_bets[:2])
    screen.line(
        f"Type bets and dollars ({pair}); beginnings will do. An amount alone goes on"
        f" {' and '.join(bet.name for bet in main)}. Enter or r takes the wagers in brackets, s sits this round out,"
        " q leaves the table."
    )


def list_options(screen: Screen, about: str, options: Sequence[Option], held: int) -> None:
    """The dealer's question and what may be answered, the price and the default beside it."""
    screen.line((f"{about[:1].upper()}{about[1:]}?", "bold"))
    if len(options) > MANY:
        screen.line("  " + ", ".join(f"{option.name}{_price(option, held)}" for option in options), indent=2)
        return
    wide = max(len(option.name) for option in options)
    for number, option in enumerate(options):
        silence = "; Enter means this" if number == 0 else ""
        style = "dim" if option.cost > held else "cyan"
        screen.line(
            (f"  {option.name:<{wide}}  ", style), option.words + _price(option, held) + silence, indent=wide + 4
        )


def explain_answers(screen: Screen, about: str, options: Sequence[Option], held: int) -> None:
    """Everything that may be typed where an answer is asked for."""
    list_options(screen, about, options, held)
    screen.line("Type an answer or its beginning, or its number; Enter is the first one. q leaves the table, and the")
    screen.line("wagers of this round go back.")


def _price(option: Option, held: int) -> str:
    if not option.cost:
        return ""
    short = ", more than you have" if option.cost > held else ""
    return f" ({show_money(option.cost)}{short})"
