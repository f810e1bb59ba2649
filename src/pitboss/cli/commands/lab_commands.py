"""Commands for analysis: simulation, exact odds, and the other questions of the lab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cli.command import HELP
from pitboss.cli.shared import FRESH, GAME, JSON, OUTPUTS, RULES, SETTINGS, CommandGroup, named
from pitboss.cli.takes import Flag, TakenOption, Whole, Word
from pitboss.play.refused import Refused

HERE = CommandGroup()


@HERE.command(
    GAME,
    TakenOption("--rounds", "N", "number of rounds, for example 1000000 or 1e9 [default: 1e7; 1e5 without kernels]"),
    TakenOption("--seed", "S", "random seed", 1, Whole(0)),
    TakenOption("--players", "N", "number of seats", 1, Whole()),
    TakenOption(
        "--strategy", "NAME", "strategy name or strategy file [default: best; bot if only the script is known]"
    ),
    Flag("--print-strategy", "print the strategy as a file to edit, without playing"),
    TakenOption("--bets", "FILE", "units on each bet, from a TOML file"),
    TakenOption("--set-bet", "NAME=UNITS", "units on one bet; may be repeated", into="stakes", may_repeat=True),
    Flag("--shoe", "deal shoes down to the cut card"),
    TakenOption("--workers", "N", "number of workers [default: one a core]", None, Whole(1, 1024)),
    TakenOption("--dask", "URL", "address of a Dask scheduler, for example tcp://host:8786"),
    *OUTPUTS,
    TakenOption("--out", "FILE", "write every result with its count to a Parquet file"),
    RULES,
    SETTINGS,
)
def simulate(game: str | None, **wishes: Any) -> None:
    """Simulate many rounds and print the results with their standard errors."""
    from pitboss.terminal.analysis.show_simulation import simulate as simulate_it

    simulate_it(named(game), **wishes)


@HERE.command(
    GAME,
    Flag("--slopes", "show the effect of one more unit on each pay line, and of each option"),
    Flag("--exact", "count every deal of a script, however long it takes; never simulate"),
    TakenOption("--within", "TIME", "CPU time to count the deals of a script, for example 90s or 2min; then simulate"),
    FRESH,
    *OUTPUTS,
    RULES,
    SETTINGS,
)
def odds(game: str | None, **wishes: Any) -> None:
    """Print every bet's odds and the best way to play: exact, or simulated with the standard error."""
    from pitboss.terminal.analysis.show_odds import show_odds

    show_odds(named(game), **wishes)


@HERE.command(
    GAME,
    Word("VALUES", "what varies, for example decks=1..8; the same as --vary", may_repeat=True),
    TakenOption(
        "--vary",
        "NAME=VALUES",
        "an option and its values, for example decks=1,2,6..8; may be repeated",
        may_repeat=True,
    ),
    TakenOption("--workers", "N", "number of processes [default: one a core]", None, Whole(1, 1024)),
    TakenOption("--dask", "URL", "address of a Dask scheduler, for example tcp://host:8786"),
    *OUTPUTS,
    RULES,
    SETTINGS,
)
def sweep(game: str | None, values: Sequence[str], vary: Sequence[str], **wishes: Any) -> None:
    """Compute every bet's edge, hit rate and standard deviation over a grid of rules."""
    from pitboss.terminal.analysis.show_lab import show_sweep

    show_sweep(named(game), (*values, *vary), **wishes)


@HERE.command(
    GAME,
    TakenOption("--bet", "BET", "the bet to tune, for example five-card"),
    TakenOption("--edge", "RANGE", "house edge, for example 4%..5% (inclusive)"),
    TakenOption("--hit", "RANGE", "hit rate, for example 20%.."),
    TakenOption("--sd", "RANGE", "standard deviation, for example ..3.5"),
    TakenOption("--top", "PAYS", "highest payout of any line, for example 100:1"),
    TakenOption(
        "--keep", "LINE=PAYS", "fix a line, at its current payout or at PAYS; may be repeated", may_repeat=True
    ),
    TakenOption("--pays", "PAYS", "payouts to try: nice, or a range, for example 1..50", "nice"),
    TakenOption("--rank", "BY", "sort by edge, sd, hit or near", "edge"),
    TakenOption("--show", "N", "number of tables to show, or all", "20"),
    TakenOption("--joint", "STAKE", "tune for best play of this bet and the main bet together; STAKE in main bets"),
    Flag("--toml", "print the first result as a house-rules file"),
    *OUTPUTS,
    RULES,
    SETTINGS,
)
def tune(game: str | None, **wishes: Any) -> None:
    """Find every pay table of a bet with a given house edge."""
    from pitboss.terminal.analysis.show_lab import show_tuning

    show_tuning(named(game), **wishes)


@HERE.command(GAME, Word("A", "a house-rules file"), Word("B", "another one [default: the official rules]"), *OUTPUTS)
def compare(game: str | None, a: str | None, b: str | None, output: str) -> None:
    """Compare two house-rules files: edges bet by bet, and changes in best play."""
    from pitboss.terminal.analysis.show_lab import show_comparison

    show_comparison(named(game), a, b, output=output)


@HERE.command(GAME, FRESH, JSON, RULES, SETTINGS, further="SITUATION")
def advise(game: str | None, situation: Sequence[str], json: bool, rules: str | None, settings: Sequence[str]) -> None:
    """Show the value of each option in a situation. GAME --help lists how to describe one."""
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
    TakenOption("--set-bet", "NAME=UNITS", "units on one bet; may be repeated", into="stakes", may_repeat=True),
    TakenOption("--rounds", "N", "rounds of the session", "280"),
    TakenOption("--bankroll", "B", "bankroll in units, or as $500", "100"),
    TakenOption("--goal", "G", "amount at which the player stops"),
    TakenOption("--hour", "N", "rounds an hour", 70, Whole(1)),
    TakenOption("--month", "N", "rounds a month, for the house", "50400"),
    TakenOption("--limit", "LOSS", "find the largest bet limit for a loss accepted once in 20 months"),
    TakenOption("--actual", "WON/BET", "actual result of a month, to compare with the expected hold"),
    TakenOption("--unit", "DOLLARS", "value of one unit, for figures in dollars"),
    TakenOption("--seed", "S", "random seed of the sample sessions", 1, Whole(0)),
    TakenOption("--svg", "FOLDER", "write the four charts to this folder"),
    FRESH,
    *OUTPUTS,
    RULES,
    SETTINGS,
)
def risk(game: str | None, **wishes: Any) -> None:
    """Compute the risk of a session for the player and of a month for the house."""
    from pitboss.terminal.analysis.show_risk import show_risk

    show_risk(named(game), **wishes)


@HERE.command(GAME, TakenOption("--hour", "N", "rounds an hour", 70, Whole(1)), FRESH, *OUTPUTS, RULES, SETTINGS)
def protect(game: str | None, hour: int, output: str, rules: str | None, settings: Sequence[str]) -> None:
    """Compute what card counting, hole-carding and collusion are worth, with countermeasures."""
    from pitboss.terminal.analysis.show_protection import show_protection

    show_protection(named(game), rules, settings, hour, output=output)


@HERE.command(
    Word("GAME", "the game whose pack is shuffled [default: a deck of 52]"),
    TakenOption("--shuffles", "N", "number of shuffles, for example 100000 or 1e6", "1e5"),
    TakenOption("--seed", "S", "random seed", 1, Whole(0)),
    JSON,
    RULES,
    SETTINGS,
)
def shuffle_test(game: str | None, **wishes: Any) -> None:
    """Test the shuffles: card positions and adjacent pairs, with p-values."""
    from pitboss.terminal.analysis.show_shuffles import test_shuffles

    test_shuffles(game, **wishes)


@HERE.command(
    Word("GAME", "a game; with --check a report, with --diff the first of two reports"),
    Word("OTHER", "with --diff, the second report"),
    TakenOption("--out", "FILE", "file to write: .pdf, .html, .json, or .docx for the parts filed in Word"),
    TakenOption("--rounds", "N", "rounds to simulate, for example 1e9; 0 for none", "1e9"),
    TakenOption("--seed", "S", "random seed of the simulation", 1, Whole(0)),
    TakenOption("--date", "YYYY-MM-DD", "date of the report [default: today]"),
    TakenOption("--filing", "FILE.toml", "applicant, contact and change history, to be printed in the report"),
    Flag("--check", "recompute every figure of a report and list the differences"),
    Flag("--diff", "compare two reports"),
    FRESH,
    RULES,
    SETTINGS,
)
def report(game: str | None, other: str | None, **wishes: Any) -> None:
    """Write the laboratory report of a game (PDF, HTML, JSON or Word), check one, or compare two."""
    from pitboss.terminal.analysis.write_report import report as report_it

    code = report_it((game, other), **wishes)
    if code:
        raise SystemExit(code)


@HERE.command()
def mcp() -> None:
    """Answer the lab's questions as a server of the Model Context Protocol, over standard input and output."""
    try:
        from pitboss.cli.commands.mcp_server import SERVER
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        raise Refused("no-mcp", "pitboss mcp needs the official SDK: pip install 'pitboss[mcp]'") from None
    SERVER.run("stdio")
