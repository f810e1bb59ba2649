"""Commands that prove: simulation, exact odds, and every question of the lab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cli.command import HELP
from pitboss.cli.shared import GAME, JSON, RULES, SETTINGS, CommandGroup, named
from pitboss.cli.takes import Flag, TakenOption, Whole, Word

HERE = CommandGroup()


@HERE.command(
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
    from pitboss.terminal.analysis.show_simulation import SimulateWishes
    from pitboss.terminal.analysis.show_simulation import simulate as simulate_it

    simulate_it(SimulateWishes(named(game), **wishes))


@HERE.command(
    GAME, Flag("--slopes", "say what one more unit on each line, and each option, does"), JSON, RULES, SETTINGS
)
def odds(game: str | None, slopes: bool, json: bool, rules: str | None, settings: Sequence[str]) -> None:
    """Print every bet's exact odds and the best way to play."""
    from pitboss.terminal.analysis.show_odds import show_odds

    show_odds(named(game), rules, settings, as_json=json, with_slopes=slopes)


@HERE.command(
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
    from pitboss.terminal.analysis.show_lab import SweepWishes, show_sweep

    show_sweep(SweepWishes(named(game), **wishes))


@HERE.command(
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
    TakenOption("--joint", "STAKE", "main and this bet played together, with this many main bets on it"),
    Flag("--toml", "write the first as a house-rules file"),
    JSON,
    RULES,
    SETTINGS,
)
def tune(game: str | None, **wishes: Any) -> None:
    """Search every pay table of a bet for those with a given house edge."""
    from pitboss.terminal.analysis.show_tuning import TuneWishes, show_tuning

    show_tuning(TuneWishes(named(game), **wishes))


@HERE.command(GAME, Word("A", "a house-rules file"), Word("B", "another; without it A is held against the sheet"), JSON)
def compare(game: str | None, a: str | None, b: str | None, json: bool) -> None:
    """Say what differs between two house-rules files, in which bet, by how much, and which plays change."""
    from pitboss.terminal.analysis.show_lab import show_comparison

    show_comparison(named(game), a, b, as_json=json)


@HERE.command(GAME, JSON, RULES, SETTINGS, further="SITUATION")
def advise(game: str | None, situation: Sequence[str], json: bool, rules: str | None, settings: Sequence[str]) -> None:
    """Say what each option is worth in a situation, and which is best; GAME --help lists what may be said."""
    if game is None:
        HERE["advise"].show_help()
        return
    from pitboss.terminal.analysis.show_odds import show_advice, show_situation

    if any(word in HELP for word in situation):
        show_situation(game)
    else:
        show_advice(game, situation, rules, settings, as_json=json)


@HERE.command(
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
    from pitboss.terminal.analysis.show_risk import RiskWishes, show_risk

    show_risk(RiskWishes(named(game), **wishes))


@HERE.command(GAME, TakenOption("--hour", "N", "rounds an hour", 70, Whole(1)), JSON, RULES, SETTINGS)
def protect(game: str | None, hour: int, json: bool, rules: str | None, settings: Sequence[str]) -> None:
    """Say what knowing more than the sheet gives is worth to a player, and what closes it."""
    from pitboss.terminal.analysis.show_protection import show_protection

    show_protection(named(game), rules, settings, hour, as_json=json)


@HERE.command(
    Word("GAME", "whose pack is shuffled; a deck of 52 if not said"),
    TakenOption("--shuffles", "N", "how many, as in 100000 or 1e6", "1e5"),
    TakenOption("--seed", "S", "fixes every shuffle of the test", 1, Whole(0)),
    JSON,
    RULES,
    SETTINGS,
)
def shuffle_test(game: str | None, **wishes: Any) -> None:
    """Test the shuffles: every card at every place, and every two side by side, with all p-values."""
    from pitboss.terminal.analysis.show_shuffle_test import ShuffleWishes, test_shuffles

    test_shuffles(ShuffleWishes(game, **wishes))


@HERE.command(
    Word("GAME", "the game's name; with --check a report, with --diff the first of two"),
    Word("OTHER", "with --diff the second report"),
    TakenOption("--out", "FILE", "where it goes: .pdf, .html or .json"),
    TakenOption("--rounds", "N", "rounds to simulate, as in 1e9; 0 leaves the simulation out", "1e9"),
    TakenOption("--seed", "S", "fixes every shuffle of the simulation", 1, Whole(0)),
    TakenOption("--date", "YYYY-MM-DD", "the date of the report; today's if not said"),
    Flag("--check", "work every figure of a report out again, and say which differ"),
    Flag("--diff", "say what changed between two reports"),
    RULES,
    SETTINGS,
)
def report(game: str | None, other: str | None, **wishes: Any) -> None:
    """Write a game's report for a laboratory: PDF, HTML or JSON; check one, or compare two."""
    from pitboss.terminal.analysis.write_report import ReportWishes
    from pitboss.terminal.analysis.write_report import report as report_it

    code = report_it(ReportWishes((game, other), **wishes))
    if code:
        raise SystemExit(code)
