"""Commands for playing: list games, print rules, deal, replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cli.shared import GAME, JSON, MOTIONS, PLAIN, RULES, RULINGS, SETTINGS, CommandGroup, named
from pitboss.cli.takes import Flag, TakenOption, Whole, Word

HERE = CommandGroup()


@HERE.command()
def games() -> None:
    """List the games."""
    from pitboss.terminal.analysis.show_rules import list_games
    from pitboss.terminal.screen import Screen

    list_games(Screen())


@HERE.command(GAME, Flag("--toml", "print a house-rules file"), RULES, SETTINGS)
def rules(game: str | None, toml: bool, rules: str | None, settings: Sequence[str]) -> None:
    """Print the rules of a game: bets, pay tables and options."""
    from pitboss.terminal.analysis.show_rules import show_rules

    show_rules(named(game), rules, settings, as_toml=toml)


@HERE.command(
    GAME,
    TakenOption("--seats", "N", "number of seats; bots play the others", 1, Whole()),
    TakenOption("--seat", "K", "your seat, counted from the dealer's left", None, Whole()),
    Flag("--auto", "bots play every seat"),
    TakenOption("--bots", "HOW", "how bots play: plain (a simple chart) or best", "plain"),
    TakenOption("--rounds", "N", "stop after this many rounds", None, Whole(1)),
    TakenOption("--seed", "S", "random seed of the shuffles", None, Whole(0)),
    JSON,
    TakenOption("--save", "FILE", "append each round's record to this file"),
    Flag("--watch", "follow a table of the browser; GAME is then its address or name, or nothing"),
    PLAIN,
    MOTIONS,
    RULINGS,
    Flag("--coach", "after each answer, what it cost on average"),
    TakenOption("--pace", "HOW", "how fast cards appear on the full screen: calm, normal, quick or instant", "normal"),
    Flag("--stats", "print the statistics of your rounds at this terminal instead, of GAME or of all games"),
    TakenOption("--bankroll", "AMOUNT", "what each seat sits down with", "$1000"),
    RULES,
    SETTINGS,
)
def deal(game: str | None, watch: bool, stats: bool, **wishes: Any) -> None:
    """Play a game in the terminal."""
    if stats:
        from pitboss.terminal.play.session_score import show_stats

        show_stats(game)
        return
    if watch:
        from pitboss.terminal.play.watch import watch as watch_it

        watch_it(game, plain=wishes["plain"], motions=wishes["motions"])
        return
    from pitboss.terminal.play.deal_command import DealWishes
    from pitboss.terminal.play.deal_command import deal as deal_it

    deal_it(DealWishes(named(game), **wishes))


@HERE.command(Word("FILE", "file of records; - for standard input", is_needed=True), JSON, PLAIN, MOTIONS, RULINGS)
def replay(file: str, json: bool, plain: bool, motions: bool, rulings: bool) -> None:
    """Replay saved rounds."""
    from pitboss.terminal.play.replay import replay_file

    replay_file(file, as_json=json, motions=motions, rulings=rulings, plain=plain)
