"""Commands for analysis: simulation, exact odds, and the other questions of the lab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cli.command import HELP, Flag, Positional, ValueOption, WholeNumber
from pitboss.cli.shared import FRESH, GAME, OUTPUTS, RULES, SETTINGS, CommandGroup, named, parameters
from pitboss.play.refused import Refused

COMMAND_GROUP = CommandGroup()


@COMMAND_GROUP.command(
    GAME,
    ValueOption("--rounds", "N", "number of rounds, for example 1000000 or 1e9 [default: 1e7; 1e5 without kernels]"),
    ValueOption("--seed", "S", "random seed", 1, WholeNumber(0)),
    ValueOption("--players", "N", "number of seats", 1, WholeNumber()),
    ValueOption(
        "--strategy", "NAME", "strategy name or strategy file [default: best; bot if only the script is known]"
    ),
    Flag("--print-strategy", "print the strategy as a file to edit, without playing"),
    ValueOption("--bets", "FILE", "units on each bet, from a TOML file"),
    ValueOption("--set-bet", "NAME=UNITS", "units on one bet; may be repeated", into="stakes", may_repeat=True),
    Flag("--shoe", "deal shoes down to the cut card"),
    ValueOption("--workers", "N", "number of workers [default: one per core]", None, WholeNumber(1, 1024)),
    ValueOption("--dask", "URL", "address of a Dask scheduler, for example tcp://host:8786"),
    *OUTPUTS,
    ValueOption("--out", "FILE", "write every result with its count to a Parquet file"),
    RULES,
    SETTINGS,
)
def simulate(game: str | None, **options: Any) -> None:
    """Simulate many rounds and print the results with their standard errors."""
    from pitboss.terminal.analysis.show_simulation import simulate as simulate_it

    simulate_it(named(game), **options)


@COMMAND_GROUP.command(
    GAME,
    Flag("--slopes", "show the effect of one more unit on each pay line, and of each option"),
    Flag("--exact", "count every deal of a script, however long it takes; never simulate"),
    ValueOption(
        "--within",
        "TIME",
        "CPU time for counting a script's deals, for example 2min; the last quarter is for simulation",
    ),
    FRESH,
    *OUTPUTS,
    RULES,
    SETTINGS,
)
def odds(game: str | None, **options: Any) -> None:
    """Print every bet's odds and the best way to play: exact, or simulated with the standard error."""
    from pitboss.terminal.analysis.show_odds import show_odds

    show_odds(named(game), **options)


@COMMAND_GROUP.command(
    GAME,
    Positional("VALUES", "what to vary, for example decks=1..8; the same as --vary", may_repeat=True, is_optional=True),
    ValueOption(
        "--vary",
        "NAME=VALUES",
        "an option and its values, for example decks=1,2,6..8; may be repeated",
        may_repeat=True,
    ),
    ValueOption("--workers", "N", "number of processes [default: one per core]", None, WholeNumber(1, 1024)),
    ValueOption("--dask", "URL", "address of a Dask scheduler, for example tcp://host:8786"),
    *OUTPUTS,
    RULES,
    SETTINGS,
)
def sweep(game: str | None, values: Sequence[str], vary: Sequence[str], **options: Any) -> None:
    """Compute every bet's edge, hit rate and standard deviation over a grid of rules."""
    from pitboss.terminal.analysis.show_lab import show_sweep

    show_sweep(named(game), (*values, *vary), **options)


@COMMAND_GROUP.command(
    GAME,
    *parameters("tune"),
    ValueOption("--show", "N", "number of tables to show, or all", "20"),
    Flag("--toml", "print the first result as a house-rules file"),
    *OUTPUTS,
    RULES,
    SETTINGS,
)
def tune(game: str | None, **options: Any) -> None:
    """Find every pay table of a bet with a given house edge."""
    from pitboss.terminal.analysis.show_lab import show_tuning

    show_tuning(named(game), **options)


@COMMAND_GROUP.command(
    GAME,
    Positional("A", "a house-rules file"),
    Positional("B", "a second one [default: the official rules]", is_optional=True),
    *OUTPUTS,
)
def compare(game: str | None, a: str | None, b: str | None, output: str) -> None:
    """Compare two house-rules files: edges bet by bet, and changes in best play."""
    from pitboss.terminal.analysis.show_lab import show_comparison

    show_comparison(named(game), a, b, output=output)


@COMMAND_GROUP.command(GAME, FRESH, *OUTPUTS, RULES, SETTINGS, further="SITUATION")
def advise(game: str | None, situation: Sequence[str], output: str, rules: str | None, settings: Sequence[str]) -> None:
    """Show the value of each option in a situation. `pitboss advise GAME --help` says how to describe one."""
    if game is None:
        COMMAND_GROUP["advise"].show_help()
        return
    from pitboss.terminal.analysis.show_odds import show_advice, show_situation

    if any(word in HELP for word in situation):
        show_situation(game)
    else:
        show_advice(game, situation, rules, settings, output=output)


@COMMAND_GROUP.command(
    GAME,
    ValueOption("--set-bet", "NAME=UNITS", "units on one bet; may be repeated", into="stakes", may_repeat=True),
    *parameters("risk"),
    ValueOption("--limit", "LOSS", "find the largest bet limit that costs more than LOSS in at most one month of 20"),
    ValueOption("--actual", "WON/BET", "actual result of a month, to compare with the expected hold"),
    ValueOption("--unit", "DOLLARS", "value of one unit, for figures in dollars"),
    ValueOption("--seed", "S", "random seed of the sample sessions", 1, WholeNumber(0)),
    ValueOption("--svg", "FOLDER", "write the four charts to this folder"),
    FRESH,
    *OUTPUTS,
    RULES,
    SETTINGS,
)
def risk(game: str | None, **options: Any) -> None:
    """Compute the risk of a session for the player and of a month for the house."""
    from pitboss.terminal.analysis.show_risk import show_risk

    show_risk(named(game), **options)


@COMMAND_GROUP.command(
    GAME,
    *parameters("protect"),
    ValueOption("--count", "TAGS", "simulate a card counter: hi-lo, another known count, or ten tags for A, 2 … 10"),
    ValueOption("--spread", "UNITS", "the counter's bets below a count of 1, then at 1, 2, 3 …", "1 2 4 8 12"),
    ValueOption(
        "--dealt", "CARDS", "cards dealt before the cut card [default: as the rules say]", None, WholeNumber(1)
    ),
    ValueOption("--bank", "UNITS", "the counter's bank, for the risk of ruin", 1000, WholeNumber(1)),
    ValueOption("--rounds", "N", "rounds dealt to the counter", "1e8"),
    ValueOption("--seed", "S", "random seed of the counter's shoes", 1, WholeNumber(0)),
    FRESH,
    *OUTPUTS,
    RULES,
    SETTINGS,
)
def protect(
    game: str | None, hour: int, output: str, rules: str | None, settings: Sequence[str], **counter: Any
) -> None:
    """Compute what card counting, hole-carding and collusion are worth, with countermeasures."""
    from pitboss.terminal.analysis.show_protection import show_counter, show_protection

    if counter["count"] is None:
        show_protection(named(game), rules, settings, hour, output=output)
    else:
        show_counter(named(game), rules, settings, output=output, **counter)


@COMMAND_GROUP.command(
    Positional("GAME", "the game whose pack is shuffled [default: a deck of 52]", is_optional=True),
    ValueOption("--shuffles", "N", "number of shuffles, for example 100000 or 1e6", "1e5"),
    ValueOption("--seed", "S", "random seed", 1, WholeNumber(0)),
    *OUTPUTS,
    RULES,
    SETTINGS,
)
def shuffle_test(game: str | None, **options: Any) -> None:
    """Test the shuffles: card positions and adjacent pairs, with p-values."""
    from pitboss.terminal.analysis.run_checks import test_shuffles

    test_shuffles(game, **options)


@COMMAND_GROUP.command(
    Positional("GAME", "a game; with --check a report, with --diff the first of two reports"),
    Positional("OTHER", "with --diff, the second report", is_optional=True),
    ValueOption("--out", "FILE", "file to write: .pdf, .html, .json, or .docx for the parts filed in Word"),
    ValueOption("--rounds", "N", "rounds to simulate, for example 1e9; 0 for none [default: 1e9; 1e6 without kernels]"),
    ValueOption("--seed", "S", "random seed of the simulation", 1, WholeNumber(0)),
    ValueOption("--date", "YYYY-MM-DD", "date of the report [default: today]"),
    ValueOption("--filing", "FILE.toml", "applicant, contact and change history, to be printed in the report"),
    Flag("--check", "recompute every figure of a report and list the differences"),
    Flag("--diff", "compare two reports"),
    FRESH,
    RULES,
    SETTINGS,
)
def report(game: str | None, other: str | None, **options: Any) -> None:
    """Write the laboratory report of a game (PDF, HTML, JSON or Word), check one, or compare two."""
    from pitboss.terminal.analysis.write_documents import report as report_it

    code = report_it((game, other), **options)
    if code:
        raise SystemExit(code)


@COMMAND_GROUP.command()
def mcp() -> None:
    """Serve the lab's questions over the Model Context Protocol, on standard input and output."""
    try:
        from pitboss.cli.commands.mcp_server import SERVER
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        raise Refused("no-mcp", "pitboss mcp needs the official SDK: pip install 'pitboss[mcp]'") from None
    SERVER.run("stdio")
