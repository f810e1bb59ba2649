"""The law of one round for a seat that makes certain bets: exact where the game can count it, else simulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from math import sqrt
from typing import Any

from msgspec import Struct

from pitboss.counting.analysis import Number, Spread
from pitboss.counting.numbers import is_exact
from pitboss.games import folder, has_room
from pitboss.games.odds import analysis_of
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.simulation.stakes import check_company, check_units

SIMULATED = 1 << 22
"""Rounds that are dealt where a law cannot be counted."""
_SEED = 1


class RoundLaw(Struct, frozen=True):
    """What a round nets, in units, with the chance of each net."""

    nets: tuple[tuple[Number, Number], ...]
    initial_bet: Number
    """What must be put down before the deal, in units."""
    stakes: Mapping[str, int]
    """Units on each bet before the deal; nothing: the game as `pitboss odds` plays it."""
    how: str
    """In a sentence: what is played, and how the law was found."""
    rounds: int = 0
    """Rounds it was simulated over; none where it was counted."""

    @property
    def spread(self) -> Spread:
        """The law as a random result."""
        return Spread(self.nets)

    @property
    def error(self) -> float:
        """The standard error of the mean; none where it was counted."""
        return self.spread.sd / sqrt(self.rounds) if self.rounds else 0.0


def law_of(game: Game, rules: Any, said: Mapping[str, int]) -> RoundLaw:
    """The law of a round in which these units lie on bets; with none said, of the game as `pitboss odds` plays it."""
    stakes = whole_stakes([bet for bet in game.bets(rules) if not bet.in_play], said) if said else {}
    if not stakes:
        return _as_played(game, rules)
    if has_room(game.name, "count.round_law"):
        nets = import_module(f"{folder(game.name)}.count.round_law").nets_of(rules, stakes)
        return RoundLaw(tuple(nets), _units(stakes), stakes, f"{_told(stakes)}; counted over every card.")
    return _by_simulator(game, rules, stakes)


def _as_played(game: Game, rules: Any) -> RoundLaw:
    played = analysis_of(game, rules).played
    assert played is not None
    how = "counted" if is_exact(*(chance for _, chance in played.distribution)) else "counted in double precision"
    if played.rounds:
        how = f"taken from {played.rounds:,} simulated rounds"
    note = f"{played.note} The law of a round is {how}."
    return RoundLaw(played.distribution, played.initial_bet, {}, note, played.rounds)


def _by_simulator(game: Game, rules: Any, stakes: Mapping[str, int]) -> RoundLaw:
    """From the exact lines of the game's simulator, where it knows them for these stakes, or from a run of it."""
    from pitboss.counting.simulator import KnowsLines  # noqa: PLC0415  (Numba loads only where it is used)
    from pitboss.simulation.plan import Plan, default_rounds, default_strategy, has_kernels, simulator  # noqa: PLC0415
    from pitboss.simulation.run import run  # noqa: PLC0415
    from pitboss.simulation.tally import PLAYED  # noqa: PLC0415

    rounds = SIMULATED if has_kernels(game.name) else default_rounds(game.name)
    plan = Plan(game.name, rounds, _SEED, rules.changed(), strategy=default_strategy(game.name), stakes=stakes)
    made = simulator(plan)
    lines = made.exact_lines() if isinstance(made, KnowsLines) else {}
    nets = [(net, chance) for net, chance in lines.get(PLAYED, {}).items() if isinstance(net, Fraction)]
    played = f"{_told(stakes)}; the seat {made.strategy}"
    if nets and sum(chance for _, chance in nets) == 1:
        return RoundLaw(tuple(sorted(nets)), _units(stakes), stakes, f"{played}. The law of a round is counted.")
    counts = run(plan).figures()[PLAYED].counts
    dealt = sum(count for _, count in counts)
    law = tuple((net, Fraction(count, dealt)) for net, count in counts)
    how = f"{played}. The law of a round is taken from {dealt:,} simulated rounds."
    return RoundLaw(law, _units(stakes), stakes, how, dealt)


def whole_stakes(bets: Sequence[Bet], said: Mapping[str, int]) -> dict[str, int]:
    """Units on every bet: those said, one on each that these cannot be made without, none on the others."""
    check_units(bets, said)
    stakes = {bet.name: said.get(bet.name, int(bet.compulsory)) for bet in bets}
    by_name = {bet.name: bet for bet in bets}
    wanted = [name for name, units in stakes.items() if units]
    while wanted:
        bet = by_name[wanted.pop()]
        if bet.equals and bet.name in said and bet.equals not in said:
            stakes[bet.equals] = stakes[bet.name]
        for needed in bet.needs:
            if not stakes[needed] and needed not in said:
                stakes[needed] = 1
                wanted.append(needed)
    for bet in bets:  # what must equal a bet follows it
        if bet.equals and bet.name not in said and bet.compulsory:
            stakes[bet.name] = stakes[bet.equals]
    check_company(bets, stakes)
    return stakes


def _units(stakes: Mapping[str, int]) -> int:
    return sum(stakes.values())


def _told(stakes: Mapping[str, int]) -> str:
    """The bets in words."""
    if not stakes:
        return "A unit on every bet"
    return "Units on " + ", ".join(f"{bet} {units}" for bet, units in stakes.items() if units)
