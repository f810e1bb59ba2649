"""Commands for playing: list games, print rules, deal, replay."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from pitboss.cli.command import Flag, Positional, ValueOption, WholeNumber
from pitboss.cli.shared import GAME, JSON, MOTIONS, OUTPUTS, PLAIN, RULES, RULINGS, SETTINGS, CommandGroup, named
from pitboss.play.refused import Refused

COMMAND_GROUP = CommandGroup()


@COMMAND_GROUP.command(*OUTPUTS)
def games(output: str) -> None:
    """List the games."""
    if output:
        from pitboss.lab.game_tables import list_of_games

        sys.stdout.write(list_of_games().in_format(output))
        return
    from pitboss.terminal.play.prompts import list_games
    from pitboss.terminal.screen import Screen

    list_games(Screen())


@COMMAND_GROUP.command(
    GAME, Flag("--toml", "print a house-rules file", "", "toml", "output"), *OUTPUTS, RULES, SETTINGS
)
def rules(game: str | None, output: str, rules: str | None, settings: Sequence[str]) -> None:
    """Print the rules of a game: bets, pay tables and options."""
    if output not in ("", "toml"):
        from pitboss.lab.game_tables import rules_of
        from pitboss.terminal.long_work import game_and_rules

        sys.stdout.write(rules_of(*game_and_rules(named(game), rules, settings)).in_format(output))
        return
    from pitboss.terminal.play.prompts import show_rules

    show_rules(named(game), rules, settings, as_toml=output == "toml")


@COMMAND_GROUP.command(
    GAME,
    ValueOption("--seats", "N", "number of seats; bots play the others", 1, WholeNumber()),
    ValueOption("--seat", "K", "your seat, counted from the dealer's left", None, WholeNumber()),
    Flag("--auto", "bots play every seat"),
    ValueOption("--bots", "HOW", "how bots play: plain (a simple chart) or best", "plain"),
    ValueOption("--rounds", "N", "stop after this many rounds", None, WholeNumber(1)),
    ValueOption("--seed", "S", "random seed of the shuffles", None, WholeNumber(0)),
    *OUTPUTS,
    ValueOption("--save", "FILE", "append each round's record to this file"),
    Flag("--watch", "watch a table that is open in the browser; GAME is its address or name, and may be left out"),
    PLAIN,
    MOTIONS,
    RULINGS,
    Flag("--coach", "after each answer, show its average cost"),
    ValueOption("--pace", "HOW", "how fast cards appear on the full screen: calm, normal, quick or instant", "normal"),
    Flag("--stats", "print the statistics of your rounds at this terminal, of GAME or of all games, and exit"),
    ValueOption("--bankroll", "AMOUNT", "the chips that each seat starts with", "$1000"),
    RULES,
    SETTINGS,
)
def deal(game: str | None, watch: bool, stats: bool, output: str, **options: Any) -> None:
    """Play a game in the terminal."""
    if stats and output:
        from pitboss.terminal.play.coach import stats_in

        sys.stdout.write(stats_in(output, game))
        return
    if output not in ("", "json"):
        raise Refused("no-table", f"--{output} is for tables: use it with --stats; rounds are printed by --json")
    if stats:
        from pitboss.terminal.play.coach import show_stats

        show_stats(game)
        return
    if watch:
        from pitboss.terminal.play.watch import watch as watch_it

        watch_it(game, plain=options["plain"], motions=options["motions"])
        return
    from pitboss.terminal.play.deal_command import DealOptions
    from pitboss.terminal.play.deal_command import deal as deal_it

    deal_it(DealOptions(named(game), json=output == "json", **options))


@COMMAND_GROUP.command(
    Positional("FILE", "file of records; - for standard input", is_needed=True), JSON, PLAIN, MOTIONS, RULINGS
)
def replay(file: str, json: bool, plain: bool, motions: bool, rulings: bool) -> None:
    """Replay saved rounds."""
    from pitboss.terminal.play.replay import replay_file

    replay_file(file, as_json=json, motions=motions, rulings=rulings, plain=plain)
