"""Independent checks of a game's figures: odds, simulation and kernels against one another and the script."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import fsum, hypot, isclose
from random import Random
from typing import Any

from pitboss.contract.dealing_checks import require_posted
from pitboss.contract.random_inputs import BrokenPromise, NotApplicable, require, require_no_fault, shuffled
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
from pitboss.simulation.stakes import stakes_together
from pitboss.simulation.tally import PLAYED
from pitboss.solving.answers.analysis import Advice, Analysis
from pitboss.solving.answers.simulator import ChoosesBets, Simulator
from pitboss.solving.script.bets import ALONE, Bets
from pitboss.solving.script.exact import CHECKED_DEALS, OTHER_WAYS, PlayedDeals, RandomAnswers
from pitboss.solving.script.paths import Budget, TooMany
from pitboss.solving.script.random_rounds import unit_for
from pitboss.statistics.simulated_figures import error_of

ROUNDS = 20_000
"""The number of rounds that a script plays in a comparison; a kernel plays one chunk."""
_TOLERANCE = 1e-9
_RUNS_FOR_PAYOUTS = 64
"""The maximum number of script runs for one way of answering, when searching for payouts in a table of deals."""


def odds(game: Game, seed: int) -> None:
    """The odds are consistent: every table sums to 1, and the JSON agrees with itself."""
    check_analysis(game, game.rules(), analysis_of(game, game.rules()))


def check_analysis(game: Game, rules: HouseRules, analysis: Analysis) -> None:
    """Raise unless every number is finite, the JSON matches its schema and every table sums to 1."""
    try:
        data: dict[str, Any] = json.loads(json.dumps(analysis.as_data(), allow_nan=False))
    except ValueError:
        raise BrokenPromise("a figure of the odds is infinite or not a number") from None
    require(data["game"] == game.name, "the odds are for another game")
    require(game.rules.read(data["rules"]) == rules, "the odds are for other rules")
    require(analysis.assumptions, "the odds do not list their assumptions")
    names, titles = {bet.name for bet in game.bets(rules)}, {"", *(bet.title for bet in game.bets(rules))}
    for each in analysis.bets:  # the odds of several bets together have a title of their own
        is_known = each.name in names or each.title not in titles
        require(is_known, f"the odds are for {each.name}, which is not a bet of the game")
    for name, bet in data["bets"].items():
        sums = [outcome["probability"] for outcome in bet["outcomes"]]
        require(isclose(fsum(sums), 1, abs_tol=_TOLERANCE), f"outcomes of {name} are missing")
        require(
            0 <= bet["hit"] + bet["push"] <= 1 + _TOLERANCE,
            f"the win and push probabilities of {name} do not add up to between 0 and 1",
        )
        require(bet["house_edge"] == -bet["ev"], f"the edge of {name} is not minus its mean")
    if data["played"]:
        chances = [chance for _, chance in data["played"]["distribution"]]
        require(isclose(fsum(chances), 1, abs_tol=_TOLERANCE), "results of a round are missing")


def odds_and_simulation(game: Game, seed: int) -> None:
    """Simulated rounds agree with the odds: every mean and every line is within its error."""
    zs: list[tuple[str, float]] = []
    for plan in _plans(game, CHUNK if has_kernels(game.name) else ROUNDS, 1):
        tally = run(plan, 1)
        means = exact_figures(plan, tally.figures())
        figures = tally.figures(means, exact_lines(plan, means))
        zs += [(f"{bet}, its mean", found.z) for bet, found in figures.items() if found.z is not None]
        zs += [(f"{bet}, {line.ending}", line.z) for bet, found in figures.items() for line in found.lines]
    if not zs:
        zs = [_as_played(game)]
    for what, z in zs:
        require(
            abs(z) < most_for(len(zs)), f"{what}: {abs(z):.1f} standard errors from the odds, too large to be chance"
        )


def _plans(game: Game, rounds: int, seed: int) -> Iterator[Plan]:
    """Yield simulation plans that together make each bet of the game once; just one unless bets exclude each other."""
    bets = [bet for bet in game.bets(game.rules()) if not bet.in_play]
    together = list(stakes_together(bets))
    for stakes in together:
        made = stakes if len(together) > 1 else {}
        yield Plan(game.name, rounds, seed, strategy=default_strategy(game.name), stakes=made)


def _as_played(game: Game) -> tuple[str, float]:
    """Simulate one unit on each main bet. Return a sentence and the difference from the odds in standard errors."""
    rules = game.rules()
    played = analysis_of(game, rules).played
    require(played is not None, "not compared: the odds have no `played`, the result of a whole round, to compare with")
    assert played is not None
    main = {bet.name for bet in Bets(game, rules).main}
    stakes = {bet.name: int(bet.name in main) for bet in game.bets(rules) if not bet.in_play}
    try:
        tally = run(Plan(game.name, ROUNDS, 2, strategy=played.strategy, stakes=stakes), 1)
    except Refused as refused:
        raise BrokenPromise(f"not compared: rounds cannot be played as {played.strategy!r}: {refused.reason}") from None
    found = tally.figures()[PLAYED]
    error = hypot(found.se, error_of(played.ev) or 0.0)
    require(error, "not compared: every round of the simulation had the same result")
    sentence = f"a round wins {found.mean:+.5f} units as played, {float(played.ev):+.5f} by the odds"
    return sentence, (found.mean - float(played.ev)) / error


def posted_payouts(game: Game, seed: int) -> None:
    """Every payout in a table of random deals, rare lines included, is one that the bet advertises."""
    bets, rules = Bets(game, game.rules()), game.rules()
    if game.before_wagers is not None:
        raise NotApplicable("the cards decide which bets are taken; random rounds are checked one by one")
    for bet in bets.before:
        made = bets.with_company(bet)
        if not bets.are_taken(made):
            continue
        wagers = game.check_wagers(rules, {ALONE: bets.stakes(made)}, ())
        for number in range(OTHER_WAYS):
            deals = _PostedDeals(
                *(game, rules, wagers, ALONE), rounds=CHECKED_DEALS, answers=RandomAnswers(number),
                budget=Budget(runs=_RUNS_FOR_PAYOUTS),
            )  # fmt: skip
            try:
                deals.nets()
            except TooMany:  # then this bet is checked in random rounds only
                break


class _PostedDeals(PlayedDeals):
    """Random deals that check every payout against the odds that its bet advertises."""

    def _end(self) -> None:
        require_posted(self.game, self.rules, self.events)


def workers(game: Game, seed: int) -> None:
    """One seed gives the same totals for any number of workers."""
    rounds = 2 * CHUNK + 7 if has_kernels(game.name) else 5000
    for plan in _plans(game, rounds, 5):
        one, two = run(plan, 1), run(plan, 2)
        require(one.figures() == two.figures(), "one worker and two give different totals")


def kernel_and_script(game: Game, seed: int) -> None:
    """For the same pack, wagers and strategy, kernel and script settle every bet the same way."""
    if not has_kernels(game.name):
        raise NotApplicable("no simulate/simulation.py: the script itself is simulated")
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
    require(kernel == script, f"playing {strategy}, the kernel settles {kernel}, the script {script}, on {pack[:12]} …")


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
        require_no_fault(dealt)
        if not dealt.pending:
            continue
        advice = odds_of(game).advise_seat(game.rules(), view(dealt.events, seat), dealt.pending, seat)
        names = {option.name for option in dealt.pending.options[seat]}
        require(isinstance(advice, Advice), f"`advise_seat` gives {advice!r} where {sorted(names)} are on offer")
        require(
            set(advice.options) == names,
            f"the advice is about {sorted(advice.options)}, but {sorted(names)} are on offer",
        )
        return
