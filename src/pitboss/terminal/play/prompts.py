"""Printed lists of bets, answers, pay tables and rules."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from pitboss.games import GAMES
from pitboss.money import show_money
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.game import Game
from pitboss.play.layout import TableLayout
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import write_rules
from pitboss.play.steps import Event, Option, Seat, Settled
from pitboss.play.words import capital, without_rulings
from pitboss.solving.answers.hint import PricedOptions
from pitboss.terminal.long_work import game_and_rules
from pitboss.terminal.play.narrate import Past, signed
from pitboss.terminal.screen import Line, Screen

if TYPE_CHECKING:
    from pitboss.terminal.play.game_view import Playing

SHOWN = 20
"""The number of rounds in the history."""
WORDS = "hint, pays, rules, history, undo, motions (the dealer's procedure), q"
MARKS = {"bold yellow": "▸", "bold": "•"}
"""Marks for a pay-table line that one of the player's bets has made, and for one that it can still make."""


def show_bets(placed: SeatBets) -> str:
    """Return wagers in the form in which a player types them."""
    return " ".join(f"{name} {show_money(amount)[1:].replace(',', '')}" for name, amount in placed.items())


def bet_terms(bet: Bet) -> str:
    """Return the limits of a bet, or the bet it must equal."""
    return f"= {bet.equals}" if bet.equals else f"{show_money(bet.least)} to {show_money(bet.most)}"


def bet_words(bet: Bet) -> str:
    """Return the meaning of a bet and its conditions."""
    words = bet.meaning
    if bet.in_play:
        words += "; the dealer offers it"
    elif bet.compulsory:
        words += "; compulsory"
    elif bet.needs:
        words += f"; needs {' and '.join(bet.needs)}"
    return words


def list_bets(screen: Screen, bets: Sequence[Bet]) -> None:
    """Print each bet with its limits, meaning and payout."""
    name_wide = max(len(bet.name) for bet in bets)
    terms_wide = max(len(bet_terms(bet)) for bet in bets)
    for bet in bets:
        head = f"  {bet.name:<{name_wide}}  {bet_terms(bet):<{terms_wide}}  "
        _list_bet(screen, head, bet_words(bet), bet.payout)


def _list_bet(screen: Screen, head: str, words: str, payout: str) -> None:
    indent = min(len(head), screen.width // 2)
    screen.line((head, "cyan"), words, indent=indent)
    screen.line(" " * indent, (f"pays {payout}", "dim"), indent=indent)


def explain_bets(screen: Screen, bets: Sequence[Bet]) -> None:
    """Print how to type wagers, and what each bet pays; similar bets share an entry."""
    open_bets = [bet for bet in bets if not bet.in_play]
    kinds = list(_kinds(open_bets))
    wide = max(len(name) for name, _ in kinds)
    for name, bet in kinds:
        _list_bet(screen, f"  {name:<{wide}}  ", f"{without_rulings(bet_words(bet))}; {bet_terms(bet)}", bet.payout)
    main = [bet for bet in open_bets if bet.compulsory] or open_bets[:1]
    others = [bet for bet in open_bets if bet not in main][:1]
    pair = " ".join(["10", *(f"{bet.name} 5" for bet in others)])
    screen.line(
        f"Type dollars and bets ({pair}); beginnings will do, as c7 for call-7. An amount alone goes on"
        f" {' and '.join(bet.name for bet in main)}. Enter or r takes the wagers in brackets, s sits this round out."
        f" Also: {WORDS}."
    )


def _kinds(bets: Sequence[Bet]) -> Iterator[tuple[str, Bet]]:
    """Group bets that differ in the last part of their name only: "call-2 to call-K", with the first of them."""
    alike = groupby(bets, lambda bet: (bet.name.rpartition("-")[0] or bet.name, bet.pays, bet_terms(bet), bet.needs))
    for _, group in alike:
        first, *more = group
        yield (f"{first.name} to {more[-1].name}" if len(more) > 1 else first.name), first
        if len(more) == 1:
            yield more[0].name, more[0]


def list_options(screen: Screen, about: str, table: Playing) -> None:
    """Print the dealer's question and the answers: number, label, stake, and which one is the default."""
    options, held, default = table.options, table.held, table.default.name
    screen.line((f"{capital(about)}?", "bold"))
    for number, option in enumerate(options, 1):
        notes = [f"type {option.name}"] if option.name != table.label(option).lower() else []
        notes += ["Enter means this"] if option.name == default else []
        style = "dim" if option.cost > held else "cyan"
        note = f" ({'; '.join(notes)})" if notes else ""
        screen.line((f"  {number} {table.label(option)}", style), _stake(option, held), note, indent=6)


def explain_answers(screen: Screen, about: str, table: Playing) -> None:
    """Print how to type an answer, and the payouts of bets that an answer can add."""
    list_options(screen, about, table)
    for bet in (bet for bet in table.bets if bet.in_play):
        screen.line((f"  {bet.title}", "cyan"), f" pays {bet.payout}", indent=4)
    screen.line(f"Type a number, or the beginning of an answer. Also: {WORDS}. Leaving gives no bet back.")


def show_prices(screen: Screen, prices: PricedOptions | None, table: Playing) -> None:
    """Print what each answer costs on average, the best first."""
    if prices is None:
        screen.line(f"  The odds of {table.game.title} are not available.")
        return
    screen.line("  On average, compared with the best answer:")
    for option in sorted(table.options, key=lambda option: prices.cost(option.name)):
        if option.name in prices.cents:
            style = "" if prices.cost(option.name) else "green"
            screen.line((f"    {prices.price(option.name):>14}  {table.label(option)}", style))


def show_history(screen: Screen, history: Sequence[Past], seat: int | None) -> None:
    """Print the last rounds and their results."""
    if not history:
        screen.line("  No round has been played yet.")
    for past in history[-SHOWN:]:
        won = sum(amount for who, amount in past.gained.items() if who == seat)
        answers_given = [f"{answers[who]}" for answers in past.record.answers or () for who in answers if who == seat]
        bets = show_bets(next((bets for who, bets in past.record.wagers.items() if who == seat), {}))
        answered = f"; said {', '.join(answers_given)}" if answers_given else ""
        screen.line(f"  Round {past.number}: {bets or 'sat out'}{answered}: {signed(won)}", indent=4)


def pay_lines(
    game: Game, rules: HouseRules, layout: TableLayout, seen: Sequence[Event], seat: Seat | None, width: int
) -> Iterator[Line]:
    """Return the pay tables of the felt, with the lines marked that a seat's bets have made or can still make."""
    from pitboss.layout.plan import plan_for  # noqa: PLC0415  (other prompts do not need it)

    plan, titles = plan_for(game, rules), {bet.name: bet.title for bet in game.bets(rules)}
    made = {(event.bet, event.line) for event in seen if isinstance(event, Settled) and event.seat == seat}
    paid = {bet for printed in plan.tables for bet, _ in plan.paid_by(printed.of)}
    on_table = {bet for owner, bet in layout.chips() if owner == seat and bet in paid}
    known = game.in_reach(rules, layout.cards, seen, seat) if game.in_reach and seat and on_table else {}
    reach = {bet: lines for bet, lines in known.items() if lines is not None and bet in on_table}
    marks = set[str]()
    for printed in plan.tables:
        table, bets = printed.under(rules), list(plan.paid_by(printed.of))
        if table is None:
            continue
        wide = 1 + max(len(str(pay)) for _, row in table.lines for pay in row)
        heads = [column.split()[-1] for column in table.columns] if len(table.columns) > 1 else []
        title = printed.title or next((titles[bet] for bet, _ in bets if bet in titles), printed.of)
        name_wide = max(width - wide * len(table.columns), 0)
        yield [(f"{title:<{name_wide}}" + "".join(f"{head:>{wide}}" for head in heads), "bold")]
        plain = "dim" if any(bet in reach for bet, _ in bets) else ""
        for number, (name, row) in enumerate(table.lines):
            styles = []
            for column in range(len(row)):
                here = [bet for bet, at in bets if at in (None, column)]
                can_be = any(number in reach.get(bet, ()) for bet in here)
                is_made = any((bet, name) in made for bet in here)
                styles.append("bold yellow" if is_made else "bold" if can_be else plain)
            best = min(styles, key=("bold yellow", "bold", plain).index)
            marks.add(mark := MARKS.get(best, " "))
            cells = [(f"{pay!s:>{wide}}", style) for pay, style in zip(row, styles, strict=True)]
            yield [(f"{mark}{name:<{name_wide - 1}}", best), *cells]
    on_a_table = {bet for printed in plan.tables if printed.under(rules) for bet, _ in plan.paid_by(printed.of)}
    yield from _single_payouts([bet for bet in game.bets(rules) if bet.name not in on_a_table], width)
    if marks - {" "}:
        yield [("• in reach of your bets, ▸ made", "dim")]


def _single_payouts(bets: Sequence[Bet], width: int) -> Iterator[Line]:
    """Yield the bets that no pay table pays, with what each pays; neighbours that pay the same share a line."""
    if bets:
        yield [("Other bets", "bold")]
    for payout, group in groupby(bets, lambda bet: bet.short_payout.replace(" to ", ":")):
        titles = [bet.title for bet in group]
        kinds = {re.sub(r"(, hand)? \S+$", "", title) for title in titles}
        name = f" {', '.join(kinds if len(kinds) < len(titles) else titles)} "
        if len(name) + len(payout) <= width:
            yield [f"{name}{payout:>{width - len(name)}}"]
        else:
            for line in wrap(name.lstrip() + payout, width, initial_indent=" ", subsequent_indent="   "):
                yield [line]


def _stake(option: Option, held: int) -> str:
    if not option.cost:
        return ""
    short = ", more than you have" if option.cost > held else ""
    return f" for {show_money(option.cost)}{short}"


def show_rules(name: str, path: str | None, settings: Sequence[str], *, as_toml: bool) -> None:
    """Print the rules of a game, as text or as a house-rules file."""
    game, rules = game_and_rules(name, path, settings)
    if as_toml:
        sys.stdout.write(write_rules(rules))
    else:
        show_sheet(Screen(), game, rules)


def list_games(screen: Screen) -> None:
    """Print a numbered list of games with one sentence each."""
    wide = max(len(name) for name in GAMES)
    for number, game in enumerate(GAMES.values(), 1):
        head = f"  {number}  {game.name:<{wide}}  "
        screen.line((head, "cyan"), game.sentence, indent=len(head))


def show_sheet(screen: Screen, game: Game, rules: HouseRules) -> None:
    """Print bets, pay tables and options, with values and descriptions."""
    screen.line((game.title, "bold"), f" ({game.name})")
    screen.line(game.sentence)
    screen.line(f"{_dealt_from(game, rules)}; {game.seats(rules)} seats.")
    screen.line(f"Sheet: {game.sheet}.")
    screen.line("")
    screen.line(("Bets", "bold"))
    list_bets(screen, game.bets(rules))
    plain = rules.as_data()
    tables = [name for name in plain if isinstance(getattr(rules, name), Paytable)]
    for name in tables:
        _show_table(screen, rules, name)
    screen.line("")
    screen.line(("Options", "bold"), "  (change one with --set name=value)")
    defaults = type(rules)().as_data()
    wide = max(len(name) for name in plain)
    for name, value in plain.items():
        if name not in tables:
            _show_option(screen, rules, name, (value, defaults[name]), wide)


def _dealt_from(game: Game, rules: HouseRules) -> str:
    cards = f"{len(game.whole_pack(rules))} cards"
    if game.cut_card is None:
        return f"{cards}, shuffled for every round"
    return f"{cards} in a shoe, shuffled when fewer than {game.cut_card(rules)} are left"


def _show_table(screen: Screen, rules: HouseRules, name: str) -> None:
    is_changed = getattr(rules, name) != getattr(type(rules)(), name)
    screen.line("")
    screen.line((f"Paytable {name}", "bold"), ": ", rules.meaning(name), indent=2)
    screen.lines(f"  {line}" for line in str(getattr(rules, name)).splitlines())
    if is_changed:
        screen.line("  Changed from the official table:", indent=2)
        screen.lines(f"  {line}" for line in str(getattr(type(rules)(), name)).splitlines())


def _show_option(screen: Screen, rules: HouseRules, name: str, values: tuple[object, object], wide: int) -> None:
    value, default = map(_shown, values)
    style = "yellow" if value != default else "cyan"
    choices = rules.choices(name)
    words = rules.meaning(name) + (f" One of: {', '.join(choices)}." if choices else "")
    screen.line((f"  {name:<{wide}}  ", style), (value, "bold"), f"  (default {default})")
    screen.line(f"      {words}", indent=6)


def _shown(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
