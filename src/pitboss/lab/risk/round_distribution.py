"""The distribution of one round for given bets: exact if the game can compute it, otherwise simulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import Struct

from pitboss.games.odds import analysis_of
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.simulation.stakes import BetAlone, bet_alone, check_required_bets, check_units
from pitboss.solving.answers.analysis import Number, Spread
from pitboss.solving.answers.bet_odds import BetOdds
from pitboss.statistics.exactness import is_exact

SIMULATED = 1 << 22
"""Number of rounds simulated if a distribution cannot be computed exactly."""
_SEED = 1


class RoundDistribution(Struct, frozen=True):
    """The possible nets of a round, in units, with their probabilities."""

    nets: tuple[tuple[Number, Number], ...]
    initial_bet: Number
    """The amount staked before the deal, in units."""
    stakes: Mapping[str, int]
    """Units on each bet before the deal; empty for the game as played by `pitboss odds`."""
    how: str
    """One sentence on the bets made and the source of the distribution."""
    rounds: int = 0
    """Number of simulated rounds; 0 if exact."""
    known: tuple[Number, float] | None = None
    """The exact mean and standard deviation of a round, if the probabilities are only approximate."""
    uncertainty: float = 0.0
    """The error of any probability read from the distribution: half the sum of the errors of all nets."""

    @property
    def mean(self) -> float:
        """The expected value of a round."""
        return float(self.known[0] if self.known else Spread(self.nets).ev)

    @property
    def sd(self) -> float:
        """The standard deviation of a round."""
        return self.known[1] if self.known else Spread(self.nets).sd

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 if exact."""
        return self.sd / sqrt(self.rounds) if self.rounds else 0.0

    def times(self, units: int, stakes: Mapping[str, int], how: str) -> RoundDistribution:
        """Return the same distribution with `units` units on each bet."""
        nets = tuple((net * units, chance) for net, chance in self.nets)
        known = (self.mean * units, self.sd * units)
        return RoundDistribution(nets, self.initial_bet * units, stakes, how, self.rounds, known, self.uncertainty)


def law_of(game: Game, rules: Any, given: Mapping[str, int]) -> RoundDistribution:
    """
    Return the distribution of a round with these stakes; if none are given, of the game as played by `pitboss odds`.

    A bet whose required bets are set to 0 is evaluated alone, as a mathematical question.
    """
    bets = [bet for bet in game.bets(rules) if not bet.in_play]
    if (alone := bet_alone(bets, given)) is not None:
        odds = next((each for each in analysis_of(game, rules).bets if each.name == alone.bet.name), None)
        if odds is not None:  # a toke has no odds of its own
            return _alone(odds, alone)
    stakes = all_stakes(bets, given) if given else {}
    if not stakes:
        return _as_played(game, rules)
    nets_of = game.provides.round_distribution
    if nets_of is not None:
        return RoundDistribution(
            tuple(nets_of(rules, stakes)), _units(stakes), stakes, f"{_in_words(stakes)}; computed over all cards."
        )
    if (units := _units_of_each(bets, stakes)) and (played := _as_played(game, rules)).initial_bet == len(
        _made(stakes)
    ):
        return played.times(units, stakes, f"{_in_words(stakes)}. {played.how}")
    return _by_simulator(game, rules, stakes)


def _alone(odds: BetOdds, alone: BetAlone) -> RoundDistribution:
    """Return the distribution of this bet by itself, from its odds."""
    found = f"taken from {odds.rounds:,} simulated rounds" if odds.rounds else "the one that pitboss odds prints"
    how = f"{alone.note} The distribution of a round is {found}."
    uncertainty = sum(outcome.error for outcome in odds.outcomes) / 2
    law = RoundDistribution(odds.spread.results, 1, {}, how, odds.rounds, (odds.ev, odds.sd), uncertainty)
    return law.times(alone.units, {alone.bet.name: alone.units}, how)


def _made(stakes: Mapping[str, int]) -> list[str]:
    """Return the bets that have units on them."""
    return [name for name, units in stakes.items() if units]


def _units_of_each(bets: Sequence[Bet], stakes: Mapping[str, int]) -> int:
    """Return the units on each compulsory bet if they are equal and no other bet is made, otherwise 0."""
    units = {stakes[bet.name] for bet in bets if bet.compulsory}
    is_all = _made(stakes) == [bet.name for bet in bets if bet.compulsory]
    return units.pop() if is_all and len(units) == 1 else 0


def _as_played(game: Game, rules: Any) -> RoundDistribution:
    played = analysis_of(game, rules).played
    assert played is not None
    how = "exact" if is_exact(*(chance for _, chance in played.distribution)) else "computed in double precision"
    if played.rounds:
        how = f"taken from {played.rounds:,} simulated rounds"
    note = f"{played.note} The distribution of a round is {how}."
    known, uncertainty = (played.ev, played.sd), sum(played.errors) / 2
    return RoundDistribution(played.distribution, played.initial_bet, {}, note, played.rounds, known, uncertainty)


def _by_simulator(game: Game, rules: Any, stakes: Mapping[str, int]) -> RoundDistribution:
    """Return the distribution from the simulator's exact lines if it knows them for these stakes, or from a run."""
    from pitboss.simulation.plan import Plan, default_rounds, default_strategy, has_kernels, simulator  # noqa: PLC0415
    from pitboss.simulation.run import run  # noqa: PLC0415
    from pitboss.simulation.tally import PLAYED  # noqa: PLC0415
    from pitboss.solving.answers.simulator import KnowsLines  # noqa: PLC0415  (avoid loading Numba)

    rounds = SIMULATED if has_kernels(game.name) else default_rounds(game.name)
    plan = Plan(game.name, rounds, _SEED, rules.changed(), strategy=default_strategy(game.name), stakes=stakes)
    made = simulator(plan)
    lines = made.exact_lines() if isinstance(made, KnowsLines) else {}
    nets = [(net, chance) for net, chance in lines.get(PLAYED, {}).items() if isinstance(net, Fraction)]
    played = f"{_in_words(stakes)}; the seat {made.strategy}"
    if nets and sum(chance for _, chance in nets) == 1:
        return RoundDistribution(
            tuple(sorted(nets)), _units(stakes), stakes, f"{played}. The distribution of a round is exact."
        )
    tally = run(plan)
    if tally.stopped:
        raise KeyboardInterrupt
    counts = tally.figures()[PLAYED].counts
    dealt = sum(count for _, count in counts)
    law = tuple((net, Fraction(count, dealt)) for net, count in counts)
    how = f"{played}. The distribution of a round is taken from {dealt:,} simulated rounds."
    return RoundDistribution(law, _units(stakes), stakes, how, dealt)


def all_stakes(bets: Sequence[Bet], given: Mapping[str, int]) -> dict[str, int]:
    """Return the units on every bet: as given, 1 on each bet that those require, 0 on the others."""
    check_units(bets, given)
    stakes = {bet.name: given.get(bet.name, int(bet.compulsory)) for bet in bets}
    by_name = {bet.name: bet for bet in bets}
    wanted = [name for name, units in stakes.items() if units]
    while wanted:
        bet = by_name[wanted.pop()]
        if bet.equals and bet.name in given and bet.equals not in given:
            stakes[bet.equals] = stakes[bet.name]
        for needed in bet.needs:
            if not stakes[needed] and needed not in given:
                stakes[needed] = 1
                wanted.append(needed)
    for bet in bets:  # a compulsory bet follows the bet it must equal
        if bet.equals and bet.name not in given and bet.compulsory:
            stakes[bet.name] = stakes[bet.equals]
    check_required_bets(bets, stakes)
    return stakes


def _units(stakes: Mapping[str, int]) -> int:
    return sum(stakes.values())


def _in_words(stakes: Mapping[str, int]) -> str:
    """Describe the bets in words."""
    if not stakes:
        return "A unit on every bet"
    return "Units on " + ", ".join(f"{bet} {stakes[bet]}" for bet in _made(stakes))
