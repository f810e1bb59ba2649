"""Risk over many rounds for the player and the house, by convolving the exact distribution of a round."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isnan
from typing import Any, NamedTuple

from pitboss.compute.disk.cache_files import recomputing
from pitboss.compute.disk.source_hash import LAB
from pitboss.games.odds import own_sources
from pitboss.lab.api import as_int, resolve_game
from pitboss.lab.risk.house_side import MAX_ROUNDS, HouseMonth, HouseRisk, Month, n0, volatility_index
from pitboss.lab.risk.lattice import Lattice, lattice_of
from pitboss.lab.risk.risk_answer import Risk
from pitboss.lab.risk.round_distribution import law_of
from pitboss.lab.risk.session import MAX_PLACES, Curves, RiskSession, SessionWalk
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.solving.answers.cached_answers import StoredAnswer

__all__ = ["Risk", "risk"]

ROUNDS, BANKROLL, HOUR, MONTH = 280, 100, 70, 50_400
"""
Defaults: four hours at 70 rounds an hour, a bankroll of 100 bets, and one seat played around the clock for a month.
"""
MAX_SESSION_ROUNDS = 2_000_000
_MAX_UNITS = 10**9
_MAX_WIDTH = 1 << 24
"""Maximum width of a sum's distribution, in lattice steps."""


def risk(
    game: str | HouseRules,
    *,
    rules: Mapping[str, Any] | None = None,
    stakes: Mapping[str, int] | None = None,
    rounds: float = ROUNDS,
    bankroll: float | Fraction = BANKROLL,
    goal: float | Fraction | None = None,
    hour: int = HOUR,
    month: float = MONTH,
    accepted: float | Fraction | None = None,
    actual: tuple[float | Fraction, float | Fraction] | None = None,
    seed: int = 1,
    fresh: bool = False,
) -> Risk:
    """
    Return the risk of a session: chances of being ahead and of ruin, quantiles and hold bands, in units.

    A player stops when the bankroll is less than the initial bet of a round. `goal` is the amount the player wants to
    leave with, `accepted` a loss that the house accepts once in 20 months, and `actual` a pair of the amount the
    house won and the amount bet. `fresh` recomputes stored results.

    >>> import pitboss as pb
    >>> found = pb.risk("flip-it", stakes={"red": 1}, rounds=100, bankroll=50)
    >>> round(found.session.ahead, 6), found.session.quantiles["0.5"]
    (0.258763, -6.0)
    """
    called, read = resolve_game(game)
    read = read.with_changes(**(rules or {}))
    if stakes is not None and not isinstance(stakes, Mapping):
        raise Refused("bad-stake", f'stakes are units by bet, as in {{"red": 1}}, not {stakes!r}')
    if type(seed) is not int or seed < 0:
        raise Refused("bad-seed", f"seed must be a whole number from 0 up, not {seed!r}")
    month_won = None if actual is None else _month_won(actual)
    with recomputing(fresh):
        return risk_of(
            called, read, stakes or {}, as_int(rounds), _exact("bankroll", bankroll),
            None if goal is None else _exact("goal", goal), hour, as_int(month),
            None if accepted is None else _exact("the loss accepted", accepted), month_won, seed,
        )  # fmt: skip


def risk_of(
    game: Game,
    rules: Any,
    stakes: Mapping[str, int],
    rounds: int,
    bankroll: Fraction,
    goal: Fraction | None,
    hour: int,
    month: int,
    accepted: Fraction | None,
    actual: tuple[Fraction, Fraction] | None,
    seed: int,
) -> Risk:
    """Return the risk for parsed rules and validated arguments."""
    _whole("rounds", rounds, MAX_SESSION_ROUNDS)
    _whole("rounds an hour", hour, 10_000)
    _whole("rounds a month", month, MAX_ROUNDS)
    _refuse_amounts(bankroll, goal, accepted, actual)
    terms = RiskTerms(dict(stakes), rounds, bankroll, goal, hour, month, accepted, actual, seed)
    return risk_question(game, rules, terms).get()


class RiskTerms(NamedTuple):
    """The parameters of the risk of a session; see `risk`."""

    stakes: Mapping[str, int]
    rounds: int
    bankroll: Fraction
    goal: Fraction | None
    hour: int
    month: int
    accepted: Fraction | None
    actual: tuple[Fraction, Fraction] | None
    seed: int


USUAL = RiskTerms({}, ROUNDS, Fraction(BANKROLL), None, HOUR, MONTH, None, None, 1)
"""The defaults."""


def risk_question(game: Game, rules: HouseRules, terms: RiskTerms = USUAL) -> StoredAnswer[Risk]:
    """Return the question for the risk of a session, to be read from storage or solved."""
    asked = {
        "game": game.name, "rules": rules.as_data(), "what": "risk", "terms": [str(term) for term in terms],
        "sources": own_sources(game.name),
    }  # fmt: skip
    kinds = (Risk, RiskSession, HouseRisk, Month, Curves)
    return StoredAnswer(asked, kinds, lambda: _solved(game, rules, terms), LAB)


def _solved(game: Game, rules: HouseRules, terms: RiskTerms) -> Risk:
    stakes, rounds, bankroll, goal, hour, month, accepted, actual, seed = terms
    law = law_of(game, rules, stakes)
    lattice = lattice_of(law.nets)
    _refuse_room(lattice, max(rounds, month), bankroll, goal)
    walk, books = SessionWalk(law, lattice, rounds, bankroll, goal), HouseMonth(law, lattice)
    return Risk(
        game=game.name,
        rules=rules.changed(),
        stakes=law.stakes,
        how=law.how,
        rounds=rounds,
        bankroll=float(bankroll),
        goal=None if goal is None else float(goal),
        hour=hour,
        initial_bet=float(law.initial_bet),
        round_mean=walk.mean,
        round_sd=walk.sd,
        session=walk.session(),
        normal=walk.by_normal(),
        n0=n0(walk.mean, walk.sd),
        volatility_index=volatility_index(walk.sd),
        cost_an_hour=-walk.mean * hour,
        house=books.house(month, accepted, actual),
        curves=walk.curves(seed),
        round_error=law.error,
        uncertainty=law.uncertainty,
    )


def _month_won(actual: object) -> tuple[Fraction, Fraction]:
    if not isinstance(actual, (tuple, list)) or len(actual) != 2:
        raise Refused(
            "bad-actual", f"actual must be the amount won and the amount bet, as in (1200, 100000), not {actual!r}"
        )
    return _exact("the amount won", actual[0], -1), _exact("the amount bet", actual[1])


def _exact(what: str, amount: float | Fraction, sign: int = 1) -> Fraction:
    if isinstance(amount, (int, float, Fraction)) and not isinstance(amount, bool) and not isnan(amount):
        least = 0 if sign > 0 else -_MAX_UNITS
        if least <= amount <= _MAX_UNITS:
            return Fraction(amount).limit_denominator(10**6)
    raise Refused("bad-amount", f"{what} must be a number of units, a billion at most, not {amount!r}")


def _whole(what: str, number: object, most: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
        raise Refused("bad-rounds", f"{what} must be a whole number from 1 to {most:,}, not {number!r}")


def _refuse_amounts(
    bankroll: Fraction, goal: Fraction | None, accepted: Fraction | None, actual: tuple[Fraction, Fraction] | None
) -> None:
    if bankroll <= 0:
        raise Refused("bad-amount", "the bankroll must be more than 0")
    if goal is not None and goal <= bankroll:
        raise Refused(
            "bad-goal",
            f"the goal is what the player wants to leave with: more than the bankroll of {float(bankroll):g}",
        )
    if accepted is not None and accepted <= 0:
        raise Refused("bad-amount", "the loss accepted once in 20 months must be more than 0, for example 5000")
    if actual is not None and actual[1] <= 0:
        raise Refused("bad-actual", "the amount bet must be more than 0: write won/bet, as in 1200/100000")


def _refuse_room(lattice: Lattice, rounds: int, bankroll: Fraction, goal: Fraction | None) -> None:
    """Raise if the computation would need too much memory."""
    if goal is not None and (goal / lattice.step) > MAX_PLACES:
        most = float(MAX_PLACES * lattice.step)
        raise Refused("bad-goal", f"the goal may be {most:g} units at most: nets have steps of {lattice.step}")
    if sum(lattice.reach(rounds)) > _MAX_WIDTH:
        raise Refused("bad-rounds", f"{rounds:,} rounds of this bet spread too widely to be added up: ask for fewer")
