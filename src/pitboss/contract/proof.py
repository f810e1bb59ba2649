"""The second witness: odds against the script, odds against simulated rounds, kernels against the script."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from math import fsum, hypot, isclose
from random import Random
from typing import Any

from pitboss.contract.random_inputs import Broken, hold, hold_script, shuffled
from pitboss.games.odds import analysis_of, odds_of
from pitboss.money import Cents
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.ledger import net
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.simulation.exact import exact_figures, exact_lines
from pitboss.simulation.line_scores import most_for
from pitboss.simulation.plan import CHUNK, Plan, default_strategy, has_kernels, simulation_of, simulator
from pitboss.simulation.run import run
from pitboss.simulation.tally import PLAYED
from pitboss.solving.answers.analysis import Analysis
from pitboss.solving.answers.simulator import ChoosesBets, Simulator
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.random_rounds import unit_for
from pitboss.statistics.simulated_figures import error_of

ROUNDS = 20_000
"""Rounds played by the script; a kernel plays one chunk."""
_NEAR = 1e-9


def odds(game: Game, seed: int) -> None:
    """The odds are consistent: every table sums to 1, and the JSON agrees with itself."""
    check_analysis(game, game.rules(), analysis_of(game, game.rules()))


def check_analysis(game: Game, rules: HouseRules, analysis: Analysis) -> None:
    """Raise unless every number is finite, the JSON matches its schema and every table sums to 1."""
    data: dict[str, Any] = json.loads(json.dumps(analysis.as_data(), allow_nan=False))
    hold(data["game"] == game.name, "the odds are of another game")
    hold(game.rules.read(data["rules"]) == rules, "the odds are of other rules")
    hold(analysis.assumptions, "the odds do not say under which assumptions they hold")
    for name, bet in data["bets"].items():
        sums = [outcome["probability"] for outcome in bet["outcomes"]]
        hold(isclose(fsum(sums), 1, abs_tol=_NEAR), f"the outcomes of {name} are not all there")
        hold(0 <= bet["hit"] + bet["push"] <= 1 + _NEAR, f"{name} wins and pushes more often than it is made")
        hold(bet["house_edge"] == -bet["ev"], f"the edge of {name} is not what its player loses")
    if data["played"]:
        chances = [chance for _, chance in data["played"]["distribution"]]
        hold(isclose(fsum(chances), 1, abs_tol=_NEAR), "the results of a round are not all there")


def odds_and_simulation(game: Game, seed: int) -> None:
    """Simulated rounds agree with the odds: every mean and every line is within its error."""
    plan = Plan(game.name, CHUNK if has_kernels(game.name) else ROUNDS, 1, strategy=default_strategy(game.name))
    tally = run(plan, 1)
    means = exact_figures(plan, tally.figures())
    figures = tally.figures(means, exact_lines(plan, means))
    zs = [(f"{bet}, its mean", found.z) for bet, found in figures.items() if found.z is not None]
    zs += [(f"{bet}, {line.ending}", line.z) for bet, found in figures.items() for line in found.lines]
    if not zs:
        zs = [_as_played(game)]
    for what, z in zs:
        hold(
            abs(z) < most_for(len(zs)), f"{what}: {abs(z):.1f} standard errors from the odds, more than chance explains"
        )


def _as_played(game: Game) -> tuple[str, float]:
    """Play one unit on the bets that deal a seat in, and compare the mean with that of the odds, in standard errors."""
    rules = game.rules()
    played = analysis_of(game, rules).played
    hold(played is not None, "not compared: the odds have no `played`, the result of a whole round, to compare with")
    assert played is not None
    main = {bet.name for bet in Bets(game, rules).main}
    stakes = {bet.name: int(bet.name in main) for bet in game.bets(rules) if not bet.in_play}
    try:
        tally = run(Plan(game.name, ROUNDS, 2, strategy=played.strategy, stakes=stakes), 1)
    except Refused as refused:
        raise Broken(f"not compared: rounds cannot be played as {played.strategy!r}: {refused.reason}") from None
    found = tally.figures()[PLAYED]
    error = hypot(found.se, error_of(played.ev) or 0.0)
    hold(error, "not compared: every round of the simulation had the same result")
    sentence = f"a round wins {found.mean:+.5f} units as played, {float(played.ev):+.5f} by the odds"
    return sentence, (found.mean - float(played.ev)) / error


def workers(game: Game, seed: int) -> None:
    """One seed gives the same totals for any number of workers."""
    rounds = 2 * CHUNK + 7 if has_kernels(game.name) else 5000
    plan = Plan(game.name, rounds, 5, strategy=default_strategy(game.name))
    one, two = run(plan, 1), run(plan, 2)
    hold(one.figures() == two.figures(), "one worker and two came to other totals")


def kernel_and_script(game: Game, seed: int) -> None:
    """For the same pack, wagers and strategy, kernel and script settle every bet the same way."""
    if not has_kernels(game.name):
        return
    draw = Random(seed)
    strategy = draw.choice(list(simulation_of(game.name).STRATEGIES))
    on_all = {bet.name: 1 for bet in game.bets(game.rules()) if not bet.in_play}
    try:
        made = simulator(Plan(game.name, 1, 1, strategy=strategy, stakes=on_all))
    except Refused:
        return  # not every strategy bets on everything
    pack = shuffled(game, game.rules(), seed)
    made.luck = seed
    kernel = {place: _nets(made.settle(cell)) for place, cell in enumerate(made.cells_of(pack), 1)}
    script = _by_the_script(game, made, pack, on_all)
    hold(kernel == script, f"playing {strategy}, the kernel settles {kernel}, the script {script}, on {pack[:12]} …")


def _nets(settled: Mapping[str, Any]) -> dict[str, Fraction]:
    return {bet: result.net for bet, result in settled.items()}


def _by_the_script(game: Game, made: Simulator, pack: Any, stakes: Mapping[str, int]) -> dict[int, dict[str, Fraction]]:
    rules = game.rules()
    unit = unit_for([bet for bet in game.bets(rules) if not bet.in_play], rules.chip, stakes)
    dealt, seat = Round(game, rules, pack), Seat(1)
    names = made.bets_on(dealt.board, seat) if isinstance(made, ChoosesBets) else list(stakes)
    dealt.place({seat: {name: Cents(unit) for name in names}})
    while dealt.pending:
        dealt.say(seat, made.answer(view(dealt.events, seat), dealt.pending, seat))
    return {1: {bet: Fraction(won, unit) for bet, won in net(dealt.events)[seat].items()}}


def advice(game: Game, seed: int) -> None:
    """At every offer of a round, the odds give the value of each answer."""
    bets = Bets(game, game.rules())
    seat = Seat(1)
    for shuffle in range(seed, seed + 40):
        dealt = Round(game, game.rules(), shuffled(game, game.rules(), shuffle))
        dealt.place({seat: bets.stakes(bets.main)})
        hold_script(dealt)
        if not dealt.pending:
            continue
        told = odds_of(game).advise_seat(game.rules(), view(dealt.events, seat), dealt.pending, seat)
        names = {option.name for option in dealt.pending.options[seat]}
        hold(set(told.options) == names, f"advice tells {sorted(told.options)}, and {sorted(names)} are on offer")
        return
