"""`pitboss simulate`: fast simulation, with standard errors and the exact figures for comparison."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pitboss.games import GAMES
from pitboss.lab.simulate_question import SimulationResult
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.simulation.line_scores import most_for
from pitboss.simulation.number_reading import read_rounds, read_stake, read_stakes
from pitboss.simulation.plan import Plan, default_rounds, simulator
from pitboss.simulation.plan_request import plan_of
from pitboss.simulation.run import BY_HAND, Progress, run
from pitboss.simulation.strategy import write_strategy
from pitboss.simulation.tally import PLAYED, Figures, Tally
from pitboss.statistics.exactness import net_in_words
from pitboss.terminal.long_work import ShowProgress, game_and_rules, progress
from pitboss.terminal.screen import Screen, print_result

CHANCE, MORE = "consistent with chance", "too large to be chance, please report it"
MAX_SHOWN = 8
"""Number of results printed per bet; --json and --out have all of them."""
BAND = 1.96
"""Standard errors on each side of a 95% confidence interval."""


def simulate(
    game: str, *, rules: str | None, settings: Sequence[str], rounds: str | None, seed: int, players: int,
    strategy: str | None, print_strategy: bool, bets: str | None, stakes: Sequence[str], shoe: bool,
    workers: int | None, dask: str | None, output: str, out: str | None,
) -> None:  # fmt: skip
    """Run the simulation and print the results."""
    chosen, base = game_and_rules(game, rules, settings)
    from_file = read_stakes(bets) if bets is not None else {}
    plan = plan_of(
        chosen.name, default_rounds(chosen.name) if rounds is None else read_rounds(rounds), rules=base.changed(),
        strategy=strategy, seed=seed, players=players, stakes=from_file | dict(map(read_stake, stakes)), shoe=shoe,
    )  # fmt: skip
    if print_strategy:
        sys.stdout.write(write_strategy(plan))
        return
    if out is not None:
        _refuse_unwritable(Path(out))
    with progress() as bar:
        tally = SimulationResult.of(run(plan, workers, dask, _running(plan, bar) if bar else None))
    try:
        if out is not None:  # before printing, since standard output may be closed
            tally.to_frame().to_parquet(out, index=False)
    finally:
        print_result(tally, output, lambda screen: show(screen, tally, tally.bets))
    if tally.stopped not in ("", BY_HAND):
        raise Refused("cluster-lost", f"{tally.stopped} (the finished rounds count and are shown)")


def _refuse_unwritable(path: Path) -> None:
    """Raise if the output file cannot be written, before the run; leave no new file behind."""
    try:
        import pandas  # noqa: F401, PLC0415
        import pyarrow  # noqa: F401, PLC0415
    except ImportError:
        raise Refused("no-frames", "a Parquet file needs pandas and pyarrow: pip install 'pitboss[frames]'") from None
    is_new = not path.exists()
    try:
        path.open("ab").close()
        if is_new:
            path.unlink()
    except (OSError, ValueError) as error:
        raise Refused("no-file", f"{str(path)!r} cannot be written: {in_words(error)}") from None


def _running(plan: Plan, bar: ShowProgress) -> Progress:
    """Return a progress callback that shows the rate and the running result, updated every second."""
    words, shown = "compiling, once", 0.0
    bar(words, 0, plan.rounds)

    def show(tally: Tally) -> None:
        nonlocal words, shown
        if time.monotonic() - shown > 1:
            shown = time.monotonic()
            words = f"{rounds_in_words(SimulationResult.of(tally).rate)} rounds/s {running(tally)}"
        bar(words, tally.rounds, plan.rounds)

    return show


def rounds_in_words(number: float) -> str:
    """Format a large number for people."""
    return f"{number / 1e6:.1f} million" if number >= 1e6 else f"{number:,.0f}"


def running(tally: Tally) -> str:
    """Return the mean result per round so far, or of the only bet, with its 95% confidence interval."""
    found, each = tally.figures()[tally.plan.only or PLAYED], "bet" if tally.plan.only else "round"
    return f"{found.mean:+.5f} ± {BAND * found.se:.5f} a {each}"


def show(screen: Screen, tally: SimulationResult, figures: Mapping[str, Figures]) -> None:
    """Print the run as text."""
    plan, game = tally.plan, GAMES[tally.plan.game]
    seats = f", {plan.players} players" if plan.players > 1 else ""
    screen.line((f"{game.title}: {tally.rounds:,} rounds{seats}, seed {plan.seed}", "bold"))
    changed = f", with the changes of {plan.file}" if plan.file else ""
    screen.line(f"Each seat {simulator(plan).strategy}{changed}.")
    if plan.only:
        others = [f"{units} on {bet}" for bet, units in plan.stakes.items() if units and bet != plan.only]
        together = f"the rules require {' and '.join(others)} too, which the figures leave out"
        screen.line(f"Only {plan.only}, a theoretical case: {together}.")
    if tally.rounds < plan.rounds:
        screen.line(f"Stopped early: {tally.rounds:,} of {plan.rounds:,} rounds were played; all of them count.")
    if not figures:
        return
    screen.line("")
    head = ("bet", "mean", "± 95%", "sd", "hit", "push", "exact", "z")
    screen.line((f"{head[0]:<12}" + "".join(f"{word:>9}" for word in head[1:]), "bold"))
    for bet, found in figures.items():
        screen.line(_row(bet, found))
    screen.line("")
    screen.line(("frequency of each result", "bold"))
    for bet, found in figures.items():
        screen.line(_spread(bet, found), indent=12)
    screen.line("")
    together = "" if plan.only else " played: all bets of a round together, in units."
    screen.line(f"Results in units of the bet.{together}")
    screen.line(f"{rounds_in_words(tally.rate)} rounds a second in {tally.seconds:.1f} s.")
    for sentence in _deviations(figures):
        screen.line(sentence)


def _row(bet: str, found: Figures) -> str:
    exact = "" if found.exact is None else f"{found.exact:+.5f}"
    z = "" if found.z is None else f"{found.z:+.2f}"
    cells = (f"{found.mean:+.5f}", f"{BAND * found.se:.5f}", f"{found.sd:.4f}", f"{found.hit:.2%}", f"{found.push:.2%}")
    return (f"{bet:<12}" + "".join(f"{cell:>9}" for cell in (*cells, exact, z))).rstrip()


def _spread(bet: str, found: Figures) -> str:
    """Return the number of rounds with this bet and its most common results."""
    common = sorted(found.counts, key=lambda result: -result[1])[:MAX_SHOWN]
    results = [f"{f'{float(net):+g}' if net else 0}:{count / found.times:.3%}" for net, count in sorted(common)]
    left = len(found.counts) - len(common)
    more = f", and {left} rarer" if left else ""
    return f"{bet:<12}{found.rounds:,} rounds: {', '.join(results)}{more}"


def _deviations(figures: Mapping[str, Figures]) -> Iterator[str]:
    """Yield the largest deviations from the exact figures, of the means and of all outcome lines."""
    means = [(abs(found.z), "") for found in figures.values() if found.z is not None]
    lines = [
        (abs(line.z), f" {bet}, {line.ending if isinstance(line.ending, str) else net_in_words(line.ending)},")
        for bet, found in figures.items() for line in found.lines
    ]  # fmt: skip
    for what, found, count in (("from the exact figures", means, 1), (f"among {len(lines)} outcome lines", lines, 0)):
        if found:
            off, where = max(found, key=lambda each: each[0])
            likely = CHANCE if off < most_for(count or len(found)) else MORE
            yield f"Largest difference {what}:{where} {off:.1f} standard errors, {likely}."
