"""The `pitboss` command: one app, each command's work in a module of its own."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pitboss import __version__
from pitboss.play.refused import Refused, nearest, one_of
from pitboss.terminal.screen import open_streams, tell_log

REFUSED = 2
"""The exit code of everything that was refused with a sentence."""


class Commands(TyperGroup):
    """The commands, with a refusal that names the nearest one."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command of this name."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            near = nearest(args[0], self.commands)
            raise Refused("no-such-command", f"there is no command {args[0]!r}: the nearest is {near!r}")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="pitboss", cls=Commands, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip

GameName = Annotated[str | None, typer.Argument(metavar="GAME", help="the game's name, as in flop22")]
RulesFile = Annotated[
    str | None, typer.Option("--rules", metavar="FILE", help="a house-rules file, as rules --toml writes it")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="change one option of the rules; may be given again"),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON for programs, one object a line")]


def _named(game: str | None) -> str:
    """The game's name, which must be said."""
    from pitboss.games import GAMES

    if game is None:
        raise Refused("no-game", f"say which game: {one_of(GAMES)}")
    return game


def _version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def pitboss(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="say which version this is")
    ] = False,
) -> None:
    """Casino table games from their rule sheets: dealt, proved and taught. Play money throughout."""
    if context.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo(context.get_help())
        return
    from pitboss.terminal.menu import menu

    menu()


@app.command()
def rules(
    game: GameName = None,
    toml: Annotated[bool, typer.Option("--toml", help="write a house-rules file instead")] = False,
    rules_file: RulesFile = None,
    settings: Settings = None,
) -> None:
    """Print the sheet as it is dealt here: bets, paytables and options."""
    from pitboss.terminal.sheet import show_rules

    show_rules(_named(game), rules_file, settings or (), as_toml=toml)


@app.command()
def deal(
    game: GameName = None,
    seats: Annotated[int, typer.Option("--seats", metavar="N", help="how many seats play; bots fill the others")] = 1,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="K", help="your seat, counted from the dealer's left")
    ] = None,
    auto: Annotated[bool, typer.Option("--auto", help="bots play every seat")] = False,
    bots: Annotated[
        str, typer.Option("--bots", metavar="HOW", help="how bots play: by a plain chart, or best, as advise says")
    ] = "plain",
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", min=1, help="stop after this many rounds")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", min=0, help="fix the shuffle by a number")] = None,
    json: AsJson = False,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="add each round's record to this file")
    ] = None,
    bankroll: Annotated[
        str, typer.Option("--bankroll", metavar="AMOUNT", help="what each seat sits down with")
    ] = "$1000",
    rules_file: RulesFile = None,
    settings: Settings = None,
) -> None:
    """Sit down at a table."""
    from pitboss.terminal.deal import Wishes
    from pitboss.terminal.deal import deal as deal_it

    wishes = Wishes(
        _named(game), rules_file, settings or (), seats, seat, auto, rounds, seed, json, save, bankroll, bots
    )
    deal_it(wishes)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="saved records; - reads them from the input")],
    json: AsJson = False,
) -> None:
    """Deal saved rounds again and show them."""
    from pitboss.terminal.redeal import replay_file

    replay_file(file, as_json=json)


@app.command()
def simulate(
    game: GameName = None,
    rounds: Annotated[str, typer.Option("--rounds", metavar="N", help="how many rounds, as in 1000000 or 1e9")] = "1e7",
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0, help="fixes every shuffle of the run")] = 1,
    players: Annotated[int, typer.Option("--players", metavar="N", help="how many seats play")] = 1,
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="how they play: a name, or a strategy file")
    ] = "best",
    print_strategy: Annotated[
        bool, typer.Option("--print-strategy", help="print the strategy as a file to edit, and play nothing")
    ] = False,
    bets: Annotated[
        str | None, typer.Option("--bets", metavar="FILE", help="units on each bet, from a TOML file")
    ] = None,
    stakes: Annotated[
        list[str] | None, typer.Option("--set-bet", metavar="NAME=UNITS", help="units on one bet; may be given again")
    ] = None,
    shoe: Annotated[bool, typer.Option("--shoe", help="deal shoes down to the cut card")] = False,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, max=1024, help="threads; one a core if not said")
    ] = None,
    dask: Annotated[
        str | None, typer.Option("--dask", metavar="URL", help="a Dask scheduler, as in tcp://host:8786")
    ] = None,
    json: AsJson = False,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="every result with its count, as a Parquet file")
    ] = None,
    rules_file: RulesFile = None,
    settings: Settings = None,
) -> None:
    """Play many rounds at speed and say what came of them, with the error."""
    from pitboss.terminal.simulating import Wishes
    from pitboss.terminal.simulating import simulate as simulate_it

    wishes = Wishes(
        _named(game), rules_file, settings or (), rounds, seed, players, strategy, print_strategy, bets, stakes or (),
        shoe, workers, dask, json, out,
    )  # fmt: skip
    simulate_it(wishes)


@app.command()
def odds(game: GameName = None, json: AsJson = False, rules_file: RulesFile = None, settings: Settings = None) -> None:
    """Print every bet's exact odds and the best way to play."""
    from pitboss.terminal.odds import show_odds

    show_odds(_named(game), rules_file, settings or (), as_json=json)


@app.command(
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
    options_metavar="SITUATION [OPTIONS]",
)
def advise(
    context: typer.Context,
    game: GameName = None,
    json: AsJson = False,
    rules_file: RulesFile = None,
    settings: Settings = None,
) -> None:
    """Say what each option is worth in a situation, and which is best; GAME --help lists what may be said."""
    from pitboss.terminal.odds import HELP, show_advice

    if game is None or game in HELP:
        typer.echo(context.get_help())
        return
    show_advice(game, context.args, rules_file, settings or (), as_json=json)


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="the address to listen on")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="PORT", min=0, max=65535, help="the first free one from 8022 if not said"),
    ] = None,
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help="a file, or postgresql://user@host/name")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the page")] = True,
) -> None:
    """Open the house: tables in the browser, alone with bots or with friends."""
    from pitboss.server.run import serve as serve_it

    serve_it(host, port, database, browser)


@app.command()
def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="a round saved from the table; - reads the input")],
) -> None:
    """Check that a round was dealt from the cards that were sealed before the bets."""
    from pitboss.server.books import verify_file

    verify_file(file)


@app.command()
def audit(
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help="the books; those that serve keeps if not said")
    ] = None,
) -> None:
    """Walk through every round ever settled: the chain, the deals, the money."""
    from pitboss.server.books import audit_database

    audit_database(database)


@app.command()
def layout(
    game: GameName = None,
    svg: Annotated[bool, typer.Option("--svg", help="as SVG, the one form there is")] = True,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="where to write it; - is the output")] = "-",
    seats: Annotated[int | None, typer.Option("--seats", metavar="N", min=1, max=12, help="how many seats")] = None,
    rules_file: RulesFile = None,
    settings: Settings = None,
) -> None:
    """Draw the felt of a game as SVG."""
    from pitboss.games import GAMES
    from pitboss.layout.draw import write_layout
    from pitboss.play.reading import game_called
    from pitboss.play.rulesfile import load_rules

    chosen = game_called(_named(game), GAMES)
    write_layout(chosen, load_rules(chosen.rules, rules_file, settings or ()), seats, out)


def main(args: list[str] | None = None) -> None:
    """Run a command; whatever goes wrong is one sentence, never a traceback."""
    open_streams()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for plugins costs a tenth of the start
    tell_log()
    sys.exit(run(args))


def run(args: list[str] | None = None) -> int:
    """A command's exit code; refusals are told on the error stream."""
    try:
        code = app(args, prog_name="pitboss", standalone_mode=False)
        sys.stdout.flush()
    except (Refused, typer.TyperException) as refused:
        return _refuse(refused.reason if isinstance(refused, Refused) else refused.format_message())
    except BrokenPipeError:
        return _hang_up()
    except (KeyboardInterrupt, EOFError, typer.Abort):
        return 130
    except OSError as error:
        return _refuse(f"the system says no: {error}")
    except Exception as error:  # the last resort: a defect, told in a sentence
        return _refuse(f"this should not have happened, please report it: {type(error).__name__}: {error}")
    return code if isinstance(code, int) else 0


def _refuse(sentence: str) -> int:
    """Say what is wrong after everything that went well."""
    try:
        sys.stdout.flush()
        sys.stderr.write(f"pitboss: {' '.join(sentence.split())}\n")
        sys.stderr.flush()
    except BrokenPipeError:
        return _hang_up()
    return REFUSED


def _hang_up() -> int:
    """Nobody reads any more: be silent, at the interpreter's exit too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
