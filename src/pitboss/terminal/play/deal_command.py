"""`pitboss` and `pitboss deal`: choose a game, sit down at a table, or watch bots play."""

from __future__ import annotations

import secrets
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import TextIO

from pitboss.games import GAMES
from pitboss.money import Cents, MoneyError, dollars, parse_money
from pitboss.play.game import Bot, Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused, one_of
from pitboss.play.steps import Seat
from pitboss.table.session import Session
from pitboss.terminal.analysis.show_rules import list_games
from pitboss.terminal.interrupt import interrupts
from pitboss.terminal.long_work import house
from pitboss.terminal.screen import Screen, has_full_screen, printable

FAILED = 2
"""The exit code of a sitting in which the game's script failed."""
PACES = ("calm", "normal", "quick", "instant")
A_SECOND, TRIALS = 1.0, 5
"""What takes longer says so; this many rounds are tried until one of them asks something."""


@dataclass(frozen=True)
class DealWishes:
    """What was asked for on the command line."""

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


def deal(wishes: DealWishes) -> None:
    """Seat the player and the bots, and play."""
    game, rules = house(wishes.game, wishes.rules, wishes.settings)
    if wishes.pace not in PACES:
        raise Refused("bad-options", f"--pace must be {one_of(PACES)}, not {wishes.pace!r}")
    session, you = take_seats(wishes, game, rules)
    from pitboss.terminal.play.game_view import Tastes  # noqa: PLC0415  (a refusal does without)
    from pitboss.terminal.play.table_loop import Sitting  # noqa: PLC0415

    screen = Screen(sys.stderr if wishes.json else sys.stdout)
    with _saving(wishes.save) as save_to, interrupts() as watch:
        json_to = sys.stdout if wishes.json else None
        tastes = Tastes(
            wishes.motions, wishes.rulings, wishes.coach, sys.stdin.isatty(), wishes.pace, json_to, save_to
        )  # fmt: skip
        if you is not None and not (wishes.plain or wishes.json) and has_full_screen():
            from pitboss.terminal.full.app import TableApp  # noqa: PLC0415  (Textual is loaded only here)

            app = TableApp(session, you, tastes, wishes.rounds)
            app.play()
            sys.stdout.writelines(f"{line}\n" for line in app.table.farewell())
            if session.fault:
                raise Refused("script-fault", f"the script of {game.name} failed in {session.fault}")
            return
        sitting = Sitting(session, you, screen, watch, tastes)
        if you is not None and not wishes.json:
            screen.line((game.title, "bold"), f": {game.sentence}")
            screen.line("Press ? for help and q to leave. Play money throughout.")
        sitting.play(wishes.rounds if wishes.rounds is not None else 1 if wishes.auto else None)
    if session.fault:  # the log has said where
        raise SystemExit(FAILED)


def take_seats(wishes: DealWishes, game: Game, rules: HouseRules) -> tuple[Session, Seat | None]:
    """The table as it was asked for, and which seat is the player's."""
    most = game.seats(rules)
    if not 1 <= wishes.seats <= most:
        raise Refused("no-such-seat", f"--seats must be 1 to {most} at {game.title}, not {wishes.seats}")
    if wishes.seat is not None and not 1 <= wishes.seat <= most:
        raise Refused("no-such-seat", f"--seat must be 1 to {most} at {game.title}, not {wishes.seat}")
    if wishes.auto and wishes.seat is not None:
        raise Refused("bad-options", "--seat is the player's, and with --auto bots play everything: leave one out")
    first = Seat(wishes.seat or 1)
    others = [Seat(seat) for seat in range(1, most + 1) if seat != first]
    seats = sorted([first, *others[: wishes.seats - 1]])
    you = None if wishes.auto else first
    bots = [seat for seat in seats if seat != you]
    buy_in, bot = _buy_in(wishes.bankroll), _bot(wishes.bots, game, rules)
    words = game.words(rules, you)
    session = Session(game, rules, seats, bots, buy_in, *_generators(wishes.seed), bot=bot, words=lambda seat: words)
    return session, you


def _get_ready(game: Game, rules: HouseRules, bot: Bot) -> None:
    """Have the best play worked out before anybody sits down; what takes longer than a second says so."""
    said = f"pitboss: working out the best play of {game.title}; it is kept for the next time\n"
    saying = threading.Timer(A_SECOND, lambda: sys.stderr.write(said))
    saying.daemon = True
    saying.start()
    seat = Seat(1)
    trial = Session(game, rules, [seat], [seat], dollars(1_000_000), Random(1), Random(1), bot=bot)
    try:
        for _ in range(TRIALS):
            trial.open_round()
            trial.place({})
            asked = trial.round.pending is not None
            while trial.round.pending:
                trial.let_bots_answer()
            trial.close_round()
            if asked:
                return
    finally:
        saying.cancel()


def _bot(how: str, game: Game, rules: HouseRules) -> Bot:
    """How the bots answer."""
    if how == "plain":
        return game.bot
    if how == "best":
        from pitboss.games.odds import best_answer  # noqa: PLC0415  (dealing does not load what counts)

        bot = best_answer(game)
        _get_ready(game, rules, bot)
        return bot
    raise Refused("bad-options", f"--bots must be plain or best, not {how!r}")


def _generators(seed: int | None) -> tuple[Random, Random]:
    """What shuffles, and what the bots throw: two, so that a bot's whim does not move a card."""
    if seed is None:
        return secrets.SystemRandom(), Random()
    return Random(seed), Random(f"bots {seed}")


def _buy_in(text: str) -> Cents:
    try:
        return parse_money(text)
    except MoneyError as error:
        raise Refused("bad-options", f"--bankroll: {error}") from None


@contextmanager
def _saving(path: str | None) -> Iterator[TextIO | None]:
    """The file that records are added to, opened before a card is dealt."""
    if path is None:
        yield None
        return
    try:
        file = open(path, "a", encoding="utf-8")  # noqa: SIM115  (only the opening is refused here)
    except (OSError, ValueError) as error:
        raise Refused("no-file", f"records cannot be saved to {path!r}: {in_words(error)}") from None
    with file:
        yield file


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
            return game_meant(typed)
        except Refused as refused:
            screen.line(refused.reason)


def game_meant(typed: str) -> str:
    """
    Return the game with this number, name or prefix.

    >>> game_meant("1"), game_meant("flip")
    ('flop22', 'flip-it')
    """
    text, names = typed.strip().lower(), list(GAMES)
    if text.isascii() and text.isdigit() and len(text) < 3 and 1 <= int(text) <= len(names):
        return names[int(text) - 1]
    found = [name for name in names if name.startswith(text)] if text else []
    if text in names or len(found) == 1:
        return text if text in names else found[0]
    if found:
        raise Refused("not-clear", f"{printable(text)!r} may be {one_of(found)}: write a little more")
    raise Refused("no-such-game", f"write a number from 1 to {len(names)}, {one_of(names)}, not {printable(text)!r}")


def menu() -> None:
    """Ask for a game and start its table."""
    if (name := choose(Screen())) is not None:
        deal(DealWishes(name))
