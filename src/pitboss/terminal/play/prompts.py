"""Questions put in words: bets with what they pay, options with their price, and what silence means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitboss.money import show_money
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.steps import Option
from pitboss.play.words import capital
from pitboss.terminal.play.hint_worker import ToldWorth, in_dollars
from pitboss.terminal.play.history_lines import Past
from pitboss.terminal.play.narrate import signed
from pitboss.terminal.screen import Screen

MANY = 12
"""More options than this are told in one paragraph."""
SHOWN = 20
"""This many of the last rounds are listed."""
WORDS = "hint, rules, history, undo, motions (the dealer's chores), q"
_RULING = re.compile(r" ?\((?:[A-Z]+\d*-\d+(?:, )?)+\)")


def show_bets(placed: SeatBets) -> str:
    """Wagers as they are typed."""
    return " ".join(f"{name} {show_money(amount)[1:].replace(',', '')}" for name, amount in placed.items())


def bet_terms(bet: Bet) -> str:
    """What may lie on a spot: its limits, or the bet it must equal."""
    return f"= {bet.equals}" if bet.equals else f"{show_money(bet.least)} to {show_money(bet.most)}"


def without_rulings(words: str) -> str:
    """
    A meaning as a dealer would say it: who wants the ruling asks for the rules.

    >>> without_rulings("the flip card is a 7 (FI-4)"), without_rulings("two aces (of four)")
    ('the flip card is a 7', 'two aces (of four)')
    """
    return _RULING.sub("", words)


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
    """Each bet with its limits, its meaning and what it pays."""
    name_wide = max(len(bet.name) for bet in bets)
    terms_wide = max(len(bet_terms(bet)) for bet in bets)
    for bet in bets:
        head = f"  {bet.name:<{name_wide}}  {bet_terms(bet):<{terms_wide}}  "
        indent = min(len(head), screen.width // 2)
        screen.line((head, "cyan"), bet_words(bet), indent=indent)
        screen.line(" " * indent, (f"pays {bet.pays}", "dim"), indent=indent)


def explain_bets(screen: Screen, bets: Sequence[Bet]) -> None:
    """Everything that may be typed where wagers are asked for, and what each bet pays."""
    open_bets = [bet for bet in bets if not bet.in_play]
    name_wide = max(len(bet.name) for bet in open_bets)
    indent = min(name_wide + 4, screen.width // 2)
    for bet in open_bets:
        head = f"  {bet.name:<{name_wide}}  "
        screen.line((head, "cyan"), f"{without_rulings(bet_words(bet))}; {bet_terms(bet)}", indent=indent)
        screen.line(" " * indent, f"pays {bet.pays}", indent=indent)
    main = [bet for bet in open_bets if bet.compulsory] or open_bets[:1]
    others = [bet for bet in open_bets if bet not in main][:1]
    pair = " ".join(["10", *(f"{bet.name} 5" for bet in others)])
    screen.line(
        f"Type dollars and bets ({pair}); beginnings will do, as c7 for call-7. An amount alone goes on"
        f" {' and '.join(bet.name for bet in main)}. Enter or r takes the wagers in brackets, s sits this round out."
        f" Also: {WORDS}."
    )


def list_options(
    screen: Screen, about: str, options: Sequence[Option], held: int, worth: ToldWorth | None = None
) -> None:
    """The dealer's question and what may be answered, the price and what silence means beside it."""
    screen.line((f"{capital(about)}?", "bold"))
    if len(options) > MANY:
        numbered = (f"{number} {option.name}{_price(option, held)}" for number, option in enumerate(options, 1))
        screen.line("  " + ", ".join(numbered), indent=2)
        return
    wide = max(len(option.name) for option in options)
    for number, option in enumerate(options, 1):
        silence = "; Enter means this" if number == 1 else ""
        style = "dim" if option.cost > held else "cyan"
        valued = _valued(option, worth)
        said = option.words + _price(option, held) + silence
        screen.line((f"  {number} {option.name:<{wide}}  ", style), valued, said, indent=wide + 6)


def _valued(option: Option, worth: ToldWorth | None) -> str:
    if worth is None or option.name not in worth.cents:
        return ""
    best = " best" if option.name == worth.best else ""
    return f"{worth.told(option.name)}{best}: "


def explain_answers(screen: Screen, about: str, options: Sequence[Option], held: int, bets: Sequence[Bet]) -> None:
    """Everything that may be typed where an answer is asked for, and what the bets pay that it may put down."""
    list_options(screen, about, options, held)
    for bet in (bet for bet in bets if bet.in_play):
        screen.line((f"  {bet.title}", "cyan"), f" pays {bet.pays}", indent=4)
    screen.line(f"Type an answer, its beginning or its number. Also: {WORDS}. Leaving gives no bet back.")


def tell_worth(screen: Screen, worth: ToldWorth | None, title: str) -> None:
    """What each answer is worth on average, the best first."""
    if worth is None:
        screen.line(f"  The odds of {title} are not worked out.")
        return
    screen.line("  On average, for what you have bet:")
    for name in sorted(worth.cents, key=lambda name: -worth.cents[name]):
        style = "green" if name == worth.best else ""
        screen.line((f"    {in_dollars(worth.cents[name]):>9}  {name}", style))
    for note in worth.notes:
        screen.line(f"  {note}", indent=2)


def tell_history(screen: Screen, history: Sequence[Past], seat: int | None) -> None:
    """The last rounds and what came of them."""
    if not history:
        screen.line("  No round has been played yet.")
    for past in history[-SHOWN:]:
        won = sum(amount for who, amount in past.gained.items() if who == seat)
        said = [f"{answers[who]}" for answers in past.record.answers or () for who in answers if who == seat]
        bets = show_bets(next((bets for who, bets in past.record.wagers.items() if who == seat), {}))
        answered = f"; said {', '.join(said)}" if said else ""
        screen.line(f"  Round {past.number}: {bets or 'sat out'}{answered}: {signed(won)}", indent=4)


def _price(option: Option, held: int) -> str:
    if not option.cost:
        return ""
    short = ", more than you have" if option.cost > held else ""
    return f" ({show_money(option.cost)}{short})"
