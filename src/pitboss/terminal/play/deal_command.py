"""`pitboss` and `pitboss deal`: choose a game, sit down at a table, or watch bots play."""

from __future__ import annotations

import secrets
import sys
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from random import Random
from typing import TextIO

from pitboss.games import GAMES
from pitboss.money import Cents, MoneyError, dollars, parse_money
from pitboss.play.game import Bot, Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused, one_of
from pitboss.play.steps import Option, Seat
from pitboss.table.session import Session
from pitboss.terminal.full.pace import Pace
from pitboss.terminal.interrupt import interrupts
from pitboss.terminal.long_work import game_and_rules
from pitboss.terminal.play.prompts import list_games
from pitboss.terminal.play.typed_answers import read_answer
from pitboss.terminal.screen import Screen, has_full_screen

FAILED = 2
"""The exit code if the game's script failed."""
NOTICE_SECONDS, MAX_TRIAL_ROUNDS = 1.0, 5
"""The delay before a message about long work, and the maximum number of trial rounds until one asks a question."""


@dataclass(frozen=True)
class DealOptions:
    """The options of `pitboss deal`."""

    game: str
    rules: str | None = None
    settings: Sequence[str] = ()
    seats: int = 1
    seat: int | None = None
    auto: bool = False
    rounds: int | None = None
    seed: int | None = None
    json: bool = False
    save: str | None = None
    bankroll: str = "$1000"
    bots: str = "plain"
    motions: bool = False
    rulings: bool = False
    coach: bool = False
    pace: str = "normal"
    plain: bool = False


def deal(options: DealOptions) -> None:
    """Seat the player and the bots, and play."""
    game, rules = game_and_rules(options.game, options.rules, options.settings)
    if options.pace not in list(Pace):
        raise Refused("bad-options", f"--pace must be {one_of(Pace)}, not {options.pace!r}")
    session, you = take_seats(options, game, rules)
    from pitboss.terminal.play.game_view import SessionPreferences  # noqa: PLC0415  (not needed for a refusal)
    from pitboss.terminal.play.table_loop import PlainTable  # noqa: PLC0415

    screen = Screen(sys.stderr if options.json else sys.stdout)
    with _saving(options.save) as save_to, interrupts() as watch:
        json_to = sys.stdout if options.json else None
        preferences = SessionPreferences(
            options.motions, options.rulings, options.coach, sys.stdin.isatty(), options.pace, json_to, save_to
        )  # fmt: skip
        if you is not None and not (options.plain or options.json) and has_full_screen():
            from pitboss.terminal.full.table_app import TableApp  # noqa: PLC0415  (Textual is loaded only here)

            app = TableApp(session, you, preferences, options.rounds)
            app.play()
            sys.stdout.writelines(f"{line}\n" for line in app.table.summary())
            if session.fault:
                raise Refused("script-fault", f"the script of {game.name} failed in {session.fault}")
            return
        sitting = PlainTable(session, you, screen, watch, preferences)
        if you is not None and not options.json:
            screen.line((game.title, "bold"), f": {game.sentence}")
            screen.line("Press ? for help and q to leave. Play money throughout.")
        sitting.play(options.rounds if options.rounds is not None else 1 if options.auto else None)
    if session.fault:  # the log says where
        raise SystemExit(FAILED)


def take_seats(options: DealOptions, game: Game, rules: HouseRules) -> tuple[Session, Seat | None]:
    """Return the table with these options, and the player's seat."""
    most = game.seats(rules)
    for name, number in (("--seats", options.seats), ("--seat", options.seat)):
        if number is not None and not 1 <= number <= most:
            raise Refused("no-such-seat", f"{name} must be 1 to {most} at {game.title}, not {number}")
    if options.auto and options.seat is not None:
        raise Refused("bad-options", "--seat is the player's, and with --auto bots play everything: leave one out")
    first = Seat(options.seat or 1)
    others = [Seat(seat) for seat in range(1, most + 1) if seat != first]
    seats = sorted([first, *others[: options.seats - 1]])
    you = None if options.auto else first
    bots = [seat for seat in seats if seat != you]
    buy_in, bot = _buy_in(options.bankroll), _bot(options.bots, game, rules)
    words = game.words(rules, you)
    session = Session(game, rules, seats, bots, buy_in, *_generators(options.seed), bot=bot, words=lambda seat: words)
    return session, you


def _get_ready(game: Game, rules: HouseRules, bot: Bot) -> None:
    """Compute the best play before the table opens; print a message if it takes more than a second."""
    message = f"pitboss: working out the best play of {game.title}; this is stored for the next time\n"
    timer = threading.Timer(NOTICE_SECONDS, lambda: sys.stderr.write(message))
    timer.daemon = True
    timer.start()
    trial, has_asked = Session(game, rules, [Seat(1)], [Seat(1)], dollars(10**6), Random(1), Random(1), bot=bot), False
    try:
        while trial.rounds < MAX_TRIAL_ROUNDS and not has_asked:
            trial.open_round()
            trial.place({})
            while trial.round.pending:
                has_asked = True
                trial.let_bots_answer()
            trial.close_round()
    finally:
        timer.cancel()


def _bot(name: str, game: Game, rules: HouseRules) -> Bot:
    """Return the function that answers for the bots."""
    if name == "plain":
        return game.bot
    if name == "best":
        from pitboss.games.odds import best_answer  # noqa: PLC0415  (dealing does not need the solvers)

        bot = best_answer(game)
        _get_ready(game, rules, bot)
        return bot
    raise Refused("bad-options", f"--bots must be plain or best, not {name!r}")


def _generators(seed: int | None) -> tuple[Random, Random]:
    """Return two generators, for shuffles and for bots, so that a bot's choice never changes the cards."""
    if seed is None:
        return secrets.SystemRandom(), Random()
    return Random(seed), Random(f"bots {seed}")


def _buy_in(text: str) -> Cents:
    try:
        return parse_money(text)
    except MoneyError as error:
        raise Refused("bad-options", f"--bankroll: {error}") from None


def _saving(path: str | None) -> AbstractContextManager[TextIO | None]:
    """Open the file that records are appended to, before any card is dealt."""
    try:
        return open(path, "a", encoding="utf-8") if path is not None else nullcontext()
    except (OSError, ValueError) as error:
        raise Refused("no-file", f"records cannot be saved to {path!r}: {in_words(error)}") from None


def choose(screen: Screen) -> str | None:
    """Ask for a game by number, name or prefix; return None to leave."""
    screen.line(("pitboss", "bold"), ": which table?")
    list_games(screen)
    while True:
        try:
            typed = screen.ask("Number or name (q leaves): ")
        except (EOFError, KeyboardInterrupt):
            screen.line("")
            return None
        if typed.strip().lower() in ("q", "quit", "exit"):
            return None
        try:
            return matching_game(typed)
        except Refused as refused:
            screen.line(refused.reason)


def matching_game(typed: str) -> str:
    """
    Return the game with this number, name or prefix.

    >>> matching_game("1"), matching_game("flip")
    ('flop22', 'flip-it')
    """
    names = list(GAMES)
    chosen = read_answer(typed, [Option(name, "") for name in names]) if typed.strip() else None
    if isinstance(chosen, Option):
        return chosen.name
    raise Refused("no-such-game", f"write a number from 1 to {len(names)}, or {one_of(names)}")


def menu() -> None:
    """Ask for a game and start its table."""
    if (name := choose(Screen())) is not None:
        deal(DealOptions(name))
