"""The commands, each with what it takes; the module that does its work is loaded when it is called."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from pitboss.cli.command import HELP, Command
from pitboss.cli.takes import Flag, TakenOption, Takes, Whole, Word
from pitboss.play.refused import Refused, one_of

COMMANDS: dict[str, Command] = {}
"""Every command by its name, in the order of the help."""

GAME = Word("GAME", "the game's name, as in flop22")
RULES = TakenOption("--rules", "FILE", "a house-rules file, as rules --toml writes it")
SETTINGS = TakenOption(
    "--set", "NAME=VALUE", "change one option of the rules; may be given again", into="settings", may_repeat=True
)
PLAIN = Flag("--plain", "a log line by line instead of the full screen")
MOTIONS = Flag("--motions", "tell every motion of the dealer's, chores too")
RULINGS = Flag("--rulings", "tell the number of the ruling behind each result")
JSON = Flag("--json", "JSON for programs, one object a line")


def command(*takes: Takes, further: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function a command of its name; its docstring is what the help says."""

    def made(run: Callable[..., None]) -> Callable[..., None]:
        COMMANDS[run.__name__] = Command(run.__name__, takes, run, further)
        return run

    return made


def _named(game: str | None) -> str:
    """The game's name, which must be said."""
    from pitboss.games import GAMES

    if game is None:
        raise Refused("no-game", f"say which game: {one_of(GAMES)}")
    return game


@command()
def games() -> None:
    """List the games that can be dealt here."""
    from pitboss.terminal.screen import Screen
    from pitboss.terminal.sheet import list_games

    list_games(Screen())


@command(GAME, Flag("--toml", "write a house-rules file instead"), RULES, SETTINGS)
def rules(game: str | None, toml: bool, rules: str | None, settings: Sequence[str]) -> None:
    """Print the sheet as it is dealt here: bets, paytables and options."""
    from pitboss.terminal.sheet import show_rules

    show_rules(_named(game), rules, settings, as_toml=toml)


@command(
    GAME,
    TakenOption("--seats", "N", "how many seats play; bots fill the others", 1, Whole()),
    TakenOption("--seat", "K", "your seat, counted from the dealer's left", None, Whole()),
    Flag("--auto", "bots play every seat"),
    TakenOption("--bots", "HOW", "how bots play: by a plain chart, or best, as advise says", "plain"),
    TakenOption("--rounds", "N", "stop after this many rounds", None, Whole(1)),
    TakenOption("--seed", "S", "fix the shuffle by a number", None, Whole(0)),
    JSON,
    TakenOption("--save", "FILE", "add each round's record to this file"),
    Flag("--watch", "follow a table of the browser; GAME is then its address or name, or nothing"),
    PLAIN,
    MOTIONS,
    RULINGS,
    Flag("--coach", "after each answer, what it cost on average, and the sum"),
    TakenOption("--bankroll", "AMOUNT", "what each seat sits down with", "$1000"),
    RULES,
    SETTINGS,
)
def deal(game: str | None, watch: bool, **wishes: Any) -> None:
    """Sit down at a table."""
    if watch:
        from pitboss.terminal.watch import watch as watch_it

        watch_it(game, plain=wishes["plain"], motions=wishes["motions"])
        return
    from pitboss.terminal.deal import DealWishes
    from pitboss.terminal.deal import deal as deal_it

    deal_it(DealWishes(_named(game), **wishes))


@command(Word("FILE", "saved records; - reads them from the input", is_needed=True), JSON, PLAIN, MOTIONS, RULINGS)
def replay(file: str, json: bool, plain: bool, motions: bool, rulings: bool) -> None:
    """Deal saved rounds again and show them."""
    from pitboss.terminal.redeal import replay_file

    replay_file(file, as_json=json, motions=motions, rulings=rulings, plain=plain)


@command(
    GAME,
    TakenOption("--rounds", "N", "how many rounds, as in 1000000 or 1e9; if not said 1e7, for a script alone 1e5"),
    TakenOption("--seed", "S", "fixes every shuffle of the run", 1, Whole(0)),
    TakenOption("--players", "N", "how many seats play", 1, Whole()),
    TakenOption("--strategy", "NAME", "how they play: a name, or a strategy file; best, or bot for a script alone"),
    Flag("--print-strategy", "print the strategy as a file to edit, and play nothing"),
    TakenOption("--bets", "FILE", "units on each bet, from a TOML file"),
    TakenOption("--set-bet", "NAME=UNITS", "units on one bet; may be given again", into="stakes", may_repeat=True),
    Flag("--shoe", "deal shoes down to the cut card"),
    TakenOption("--workers", "N", "workers; one a core if not said", None, Whole(1, 1024)),
    TakenOption("--dask", "URL", "a Dask scheduler, as in tcp://host:8786"),
    JSON,
    TakenOption("--out", "FILE", "every result with its count, as a Parquet file"),
    RULES,
    SETTINGS,
)
def simulate(game: str | None, **wishes: Any) -> None:
    """Play many rounds at speed and say what came of them, with the error."""
    from pitboss.terminal.simulating import SimulateWishes
    from pitboss.terminal.simulating import simulate as simulate_it

    simulate_it(SimulateWishes(_named(game), **wishes))


@command(GAME, Flag("--slopes", "say what one more unit on each line, and each option, does"), JSON, RULES, SETTINGS)
def odds(game: str | None, slopes: bool, json: bool, rules: str | None, settings: Sequence[str]) -> None:
    """Print every bet's exact odds and the best way to play."""
    from pitboss.terminal.odds import show_odds

    show_odds(_named(game), rules, settings, as_json=json, with_slopes=slopes)


@command(
    GAME,
    TakenOption("--vary", "NAME=VALUES", "what varies, as in decks=1,2,6..8; may be given again", may_repeat=True),
    TakenOption("--workers", "N", "processes; one a core if not said", None, Whole(1, 1024)),
    TakenOption("--dask", "URL", "a Dask scheduler, as in tcp://host:8786"),
    JSON,
    RULES,
    SETTINGS,
)
def sweep(game: str | None, **wishes: Any) -> None:
    """Count a grid of rules and print every bet's edge, hit and standard deviation for each."""
    from pitboss.terminal.lab import SweepWishes, show_sweep

    show_sweep(SweepWishes(_named(game), **wishes))


@command(
    GAME,
    TakenOption("--bet", "BET", "the bet whose table is tuned, as in five-card"),
    TakenOption("--edge", "RANGE", "the house edge, as in 4%..5%; both ends are in it"),
    TakenOption("--hit", "RANGE", "how often it wins, as in 20%.."),
    TakenOption("--sd", "RANGE", "its standard deviation, as in ..3.5"),
    TakenOption("--top", "PAYS", "the most that any line may pay, as in 100:1"),
    TakenOption("--keep", "LINE=PAYS", "keep a line; without =PAYS as it is; may be given again", may_repeat=True),
    TakenOption("--pays", "PAYS", "what a line may pay: nice, or numbers as in 1..50", "nice"),
    TakenOption("--rank", "BY", "edge, sd, hit or near", "edge"),
    TakenOption("--show", "N", "how many to show, or all", "20"),
    TakenOption("--joint", "STAKE", "main and this bet played together, so many main bets on it"),
    Flag("--toml", "write the first as a house-rules file"),
    JSON,
    RULES,
    SETTINGS,
)
def tune(game: str | None, **wishes: Any) -> None:
    """Search every pay table of a bet for those with a given house edge."""
    from pitboss.terminal.tuning import TuneWishes, show_tuning

    show_tuning(TuneWishes(_named(game), **wishes))


@command(GAME, Word("A", "a house-rules file"), Word("B", "another; without it A is held against the sheet"), JSON)
def compare(game: str | None, a: str | None, b: str | None, json: bool) -> None:
    """Say what differs between two house-rules files, in which bet, by how much, and which plays change."""
    from pitboss.terminal.lab import show_comparison

    show_comparison(_named(game), a, b, as_json=json)


@command(GAME, JSON, RULES, SETTINGS, further="SITUATION")
def advise(game: str | None, situation: Sequence[str], json: bool, rules: str | None, settings: Sequence[str]) -> None:
    """Say what each option is worth in a situation, and which is best; GAME --help lists what may be said."""
    if game is None:
        COMMANDS["advise"].show_help()
        return
    from pitboss.terminal.odds import show_advice, show_situation

    if any(word in HELP for word in situation):
        show_situation(game)
    else:
        show_advice(game, situation, rules, settings, as_json=json)


@command(
    GAME,
    TakenOption("--set-bet", "NAME=UNITS", "units on one bet; may be given again", into="stakes", may_repeat=True),
    TakenOption("--rounds", "N", "rounds of the session", "280"),
    TakenOption("--bankroll", "B", "what the player has, in units, or as $500", "100"),
    TakenOption("--goal", "G", "what the player wants to leave with"),
    TakenOption("--hour", "N", "rounds an hour", 70, Whole(1)),
    TakenOption("--month", "N", "rounds of the house's month", "50400"),
    TakenOption("--limit", "LOSS", "find the largest limit for a loss accepted once in 20 months"),
    TakenOption("--actual", "WON/BET", "the house's own month, shown beside what it should be"),
    TakenOption("--unit", "DOLLARS", "what one unit is worth, for figures in dollars"),
    TakenOption("--seed", "S", "fixes the sample sessions of the fan", 1, Whole(0)),
    TakenOption("--svg", "FOLDER", "write the four charts there"),
    JSON,
    RULES,
    SETTINGS,
)
def risk(game: str | None, **wishes: Any) -> None:
    """Say what a session may bring the player, and a month the house, from exact distributions."""
    from pitboss.terminal.risking import RiskWishes, show_risk

    show_risk(RiskWishes(_named(game), **wishes))


@command(GAME, TakenOption("--hour", "N", "rounds an hour", 70, Whole(1)), JSON, RULES, SETTINGS)
def protect(game: str | None, hour: int, json: bool, rules: str | None, settings: Sequence[str]) -> None:
    """Say what knowing more than the sheet gives is worth to a player, and what closes it."""
    from pitboss.terminal.protecting import show_protection

    show_protection(_named(game), rules, settings, hour, as_json=json)


@command(
    GAME,
    TakenOption("--skill", "NAME", "one skill; all but play if not said"),
    TakenOption(
        "--count", "N", "how many questions (10 if not said), or rounds to deal (1)", None, Whole(1), into="many"
    ),
    TakenOption("--seed", "S", "fix the questions by a number", None, Whole(0)),
    JSON,
    Flag("--deal", "deal it yourself, motion by motion"),
    TakenOption("--level", "LEVEL", "of --deal: watch, guided, alone, clock or act-up", "guided"),
    Flag("--test", "the table test, with --name and --out"),
    TakenOption("--name", "NAME", "whose practice or test it is"),
    TakenOption("--out", "FILE", "where the paper of the test goes"),
    TakenOption("--rounds", "N", "rounds of the test", 3, Whole(1, 100)),
    TakenOption("--pass-mark", "N", "percent right that pass the test", 90, Whole(1, 100)),
    TakenOption("--pace", "N", "decisions an hour that the house wants", 60, Whole(1, 1000)),
    TakenOption("--check", "FILE", "say whether the paper of a test was altered"),
    Flag("--progress", "what was practised, how well, and what is due"),
    Flag("--class", "everybody's practice, for a trainer", into="whole_class"),
    TakenOption("--database", "URL", "where practice is kept; with the books that serve keeps if not said"),
    RULES,
    SETTINGS,
)
def drill(game: str | None, check: str | None, database: str | None, **wishes: Any) -> None:
    """Learn to deal and to play: questions from real rounds, dealing it yourself, the table test."""
    if check is not None:
        from pitboss.terminal.drill_deal import check_paper

        check_paper(check)
        return
    from pitboss.terminal import drill as drilling

    def memory() -> drilling.Memory:
        from pitboss.server.schooling import school_books

        return school_books(database)

    doing = {name: wishes.pop(name) for name in ("deal", "test", "progress", "whole_class")}
    wanted = drilling.DrillWishes(_named(game), memory=memory, **wishes)
    if doing["progress"] or doing["whole_class"]:
        (drilling.show_class if doing["whole_class"] else drilling.show_progress)(wanted)
    elif doing["deal"] or doing["test"]:
        from pitboss.terminal.drill_deal import deal_it_yourself, table_test

        (table_test if doing["test"] else deal_it_yourself)(wanted)
    else:
        drilling.drill(wanted)


@command(
    TakenOption("--host", "HOST", "the address to listen on", "127.0.0.1"),
    TakenOption("--port", "PORT", "the first free one from 8022 if not said", None, Whole(0, 65535)),
    TakenOption("--database", "URL", "a file, or postgresql://user@host/name"),
    TakenOption("--url", "URL", "where players find it behind a proxy, like https://casino.example.com"),
    Flag("--browser", "open the page", default=True),
    Flag("--no-browser", "do not open the page", default=True, says=False, into="browser"),
)
def serve(host: str, port: int | None, database: str | None, url: str | None, browser: bool) -> None:
    """Open the house: tables in the browser, alone with bots or with friends."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for plugins delays the start
    from pitboss.server.run import serve as serve_it

    serve_it(host, port, database, browser, url=url)


@command(Word("FILE", "a round saved from the table; - reads the input", is_needed=True))
def verify(file: str) -> None:
    """Check that a round was dealt from the cards that were sealed before the bets."""
    from pitboss.server.books import verify_file

    verify_file(file)


@command(
    TakenOption("--database", "URL", "the books; those that serve keeps if not said"),
    TakenOption("--against", "HEAD", "a head that was seen before and must be in the books"),
    Flag("--heads", "print the last head of every day, to be kept elsewhere"),
    Flag("--new", "only what was written since the last audit that found nothing wrong"),
    TakenOption(
        "--workers", "N", "processes that deal rounds again; more are faster and leave the tables less", 1, Whole(1, 64)
    ),
)
def audit(database: str | None, against: str | None, heads: bool, new: bool, workers: int) -> None:
    """Walk through every round ever settled: the journal, the deals, the money."""
    from pitboss.server.books import audit_database

    audit_database(database, against, heads, new, workers)


@command(
    GAME,
    Flag("--svg", "as SVG, the one form there is", default=True),
    TakenOption("--out", "FILE", "where to write it; - is the output", "-"),
    TakenOption("--seats", "N", "how many seats", None, Whole(1, 12)),
    RULES,
    SETTINGS,
)
def layout(
    game: str | None, svg: bool, out: str, seats: int | None, rules: str | None, settings: Sequence[str]
) -> None:
    """Draw the felt of a game as SVG."""
    from pitboss.games import GAMES
    from pitboss.layout.draw import write_layout
    from pitboss.play.reading import game_called
    from pitboss.play.rulesfile import load_rules

    chosen = game_called(_named(game), GAMES)
    write_layout(chosen, load_rules(chosen.rules, rules, settings), seats, out)


@command(Word("NAME", "what the game is called, as in my-game", is_needed=True))
def new(name: str) -> None:
    """Write a folder with a small game of your own that deals at once."""
    from pitboss.terminal.new_game import write_game

    write_game(name)


@command(Word("GAME", "a game's name, or a folder with a game in it", is_needed=True), JSON)
def check(game: str, json: bool) -> None:
    """Hold a game to all that every game promises: money, records, secrets, odds and simulation."""
    from pitboss.terminal.checking import check_game

    check_game(game, as_json=json)
