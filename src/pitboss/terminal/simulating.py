"""`pitboss simulate`: many rounds at speed, with their error, beside the exact figures."""

from __future__ import annotations

import json
import re
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pitboss.counting.analysis import net_in_words
from pitboss.games import GAMES
from pitboss.play.reading import game_called
from pitboss.play.refused import Refused
from pitboss.play.rulesfile import load_rules
from pitboss.simulation.exact import exact_lines, exact_means
from pitboss.simulation.lines import most_for
from pitboss.simulation.plan import Plan, simulator
from pitboss.simulation.run import Progress, run
from pitboss.simulation.strategy import strategy_called, write_strategy
from pitboss.simulation.tally import PLAYED, Figures, Tally
from pitboss.terminal.screen import Screen

MOST_ROUNDS = 10**15
CHANCE, MORE = "as chance would have it", "more than chance explains: please report it"
BAND = 1.96
"""Standard errors either side of a mean that hold 95 of 100 runs."""


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line."""

    game: str
    rules_file: str | None
    settings: Sequence[str]
    rounds: str
    seed: int
    players: int
    strategy: str
    prints_strategy: bool
    bets_file: str | None
    stakes: Sequence[str]
    shoe: bool
    workers: int | None
    dask: str | None
    as_json: bool
    out: str | None


def simulate(wishes: Wishes) -> None:
    """Run what was asked for and print what came of it."""
    game = game_called(wishes.game, GAMES)
    rules = load_rules(game.rules, wishes.rules_file, wishes.settings)
    stakes = {**_stakes_from_file(wishes.bets_file), **dict(map(_stake, wishes.stakes))}
    strategy = strategy_called(game, wishes.strategy)
    plan = Plan(
        game.name, read_rounds(wishes.rounds), wishes.seed, rules.changed(), wishes.players, strategy.start, stakes,
        strategy.changes, strategy.file, wishes.shoe,
    )  # fmt: skip
    simulator(plan)
    if wishes.prints_strategy:
        sys.stdout.write(write_strategy(plan))
        return
    if wishes.out:
        _refuse_unwritable(wishes.out)
    with _progress(plan) as progress:
        tally = run(plan, wishes.workers, wishes.dask, progress)
    figures = tally.figures()
    means = exact_means(plan, figures)
    figures = tally.figures(means, exact_lines(plan, means))
    if wishes.as_json:
        sys.stdout.write(json.dumps(as_data(tally, figures), ensure_ascii=False) + "\n")
    else:
        show(Screen(), tally, figures)
    if wishes.out:
        tally.to_frame().to_parquet(wishes.out, index=False)


def read_rounds(text: str) -> int:
    """How many rounds: 1000000, 1e9 or 1_000_000."""
    plain = text.replace("_", "").replace(",", "").strip()
    match = re.fullmatch(r"(\d{1,15})(?:\.(\d{1,15}))?(?:[eE]\+?(\d{1,2}))?", plain)
    if match:
        power = int(match[3] or 0) - len(match[2] or "")
        rounds = int(match[1] + (match[2] or "")) * 10 ** max(power, 0) if power >= 0 else 0
        if 0 < rounds <= MOST_ROUNDS:
            return rounds
    raise Refused("no-rounds", f"{text!r} is not a number of rounds: write 1000000 or 1e9, at most 1e15")


def _stake(text: str) -> tuple[str, int]:
    name, equals, units = text.partition("=")
    if not equals or not re.fullmatch(r"\d{1,6}", units.strip()):
        raise Refused("bad-stake", f"{text!r} is not a bet: write name=units, as in field=0")
    return name.strip(), int(units)


def _stakes_from_file(path: str | None) -> dict[str, int]:
    """Units on each bet from a TOML file of `name = units`."""
    if path is None:
        return {}
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise Refused("no-file", f"{path!r} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused("bad-file", f"{path!r} is not a TOML file of bets: {error}") from None
    return dict(_stake(f"{name}={units}") for name, units in data.items())


def _refuse_unwritable(path: str) -> None:
    try:
        import pandas  # noqa: F401, PLC0415
        import pyarrow  # noqa: F401, PLC0415
    except ImportError:
        raise Refused("no-frames", "a Parquet file needs pandas and pyarrow: pip install 'pitboss[frames]'") from None
    try:
        Path(path).touch()
    except OSError as error:
        raise Refused("no-file", f"{path!r} cannot be written: {error.strerror}") from None


@contextmanager
def _progress(plan: Plan) -> Iterator[Progress | None]:
    """A bar with the rate, the time left and the running result, where a person is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[words]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("compiling, once", total=plan.rounds, words="")
        told = 0.0

        def tell(tally: Tally) -> None:
            nonlocal told
            bar.update(task, completed=tally.rounds)
            if time.monotonic() - told > 1:
                told = time.monotonic()
                bar.update(task, description=f"{rate(tally) / 1e6:.1f} M rounds/s", words=running(tally))

        yield tell


def rate(tally: Tally) -> float:
    """Rounds a second."""
    return tally.rounds / tally.seconds if tally.seconds else 0.0


def running(tally: Tally) -> str:
    """The result of a round so far, with its 95% band."""
    played = tally.figures()[PLAYED]
    return f"{played.mean:+.5f} ± {BAND * played.se:.5f} a round"


def as_data(tally: Tally, figures: Mapping[str, Figures]) -> dict[str, object]:
    """The run for programs."""
    plan = tally.plan
    return {
        "game": plan.game,
        "rules": dict(plan.rules),
        "strategy": strategy_data(plan),
        "seed": plan.seed,
        "players": plan.players,
        "rounds": tally.rounds,
        "asked": plan.rounds,
        "seconds": tally.seconds,
        "rounds_per_second": rate(tally),
        "bets": {bet: found.as_data() for bet, found in figures.items() if bet != PLAYED},
        "played": figures[PLAYED].as_data() if PLAYED in figures else None,
    }


def strategy_data(plan: Plan) -> object:
    """The strategy's name, or all that a file said."""
    if not plan.file and not plan.changes:
        return plan.strategy
    return {"file": plan.file, "start": plan.strategy, "changes": dict(plan.changes)}


def show(screen: Screen, tally: Tally, figures: Mapping[str, Figures]) -> None:
    """The run for people."""
    plan, game = tally.plan, GAMES[tally.plan.game]
    seats = f", {plan.players} players" if plan.players > 1 else ""
    screen.line((f"{game.title}: {tally.rounds:,} rounds{seats}, seed {plan.seed}", "bold"))
    changed = f", but for what {plan.file} changes" if plan.file else ""
    screen.line(f"Each seat {simulator(plan).strategy}{changed}.")
    if tally.rounds < plan.rounds:
        screen.line(f"Stopped early: {tally.rounds:,} of {plan.rounds:,} rounds were played, and all of them count.")
    screen.line("")
    head = ("bet", "mean", "± 95%", "sd", "hit", "push", "exact", "z")
    screen.line((f"{head[0]:<12}" + "".join(f"{word:>9}" for word in head[1:]), "bold"))
    for bet, found in figures.items():
        screen.line(_row(bet, found))
    screen.line("")
    screen.line("Results in units of the bet; played is all bets of a round together, in units.")
    screen.line(f"{rate(tally) / 1e6:.1f} million rounds a second in {tally.seconds:.1f} s.")
    worst = max((abs(found.z) for found in figures.values() if found.z is not None), default=None)
    if worst is not None:
        likely = CHANCE if worst < most_for(1) else MORE
        screen.line(f"The exact figures and the simulation differ by {worst:.1f} standard errors at most, {likely}.")
    lines = [(abs(line.z), bet, line) for bet, found in figures.items() for line in found.lines]
    if lines:
        off, bet, line = max(lines, key=lambda found: found[0])
        likely = (
            "as chance would have it" if off < most_for(len(lines)) else "more than chance explains: please report it"
        )
        what = f"{bet}, {line.ending if isinstance(line.ending, str) else net_in_words(line.ending)}"
        screen.line(f"Of {len(lines)} outcome lines the farthest off is {what}: {off:.1f} standard errors, {likely}.")


def _row(bet: str, found: Figures) -> str:
    exact = "" if found.exact is None else f"{found.exact:+.5f}"
    z = "" if found.z is None else f"{found.z:+.2f}"
    cells = (f"{found.mean:+.5f}", f"{BAND * found.se:.5f}", f"{found.sd:.4f}", f"{found.hit:.2%}", f"{found.push:.2%}")
    return f"{bet:<12}" + "".join(f"{cell:>9}" for cell in (*cells, exact, z))
