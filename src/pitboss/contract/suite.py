"""The whole contract: every check with how often it is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pitboss.contract import dealing_checks, description_checks, proof, witness
from pitboss.contract.plain_imports import plain_scripts
from pitboss.contract.random_inputs import Broken
from pitboss.play.faults import describe_fault, home_of
from pitboss.play.game import Game
from pitboss.play.refused import Refused


class Check(NamedTuple):
    """One promise: how it is tried, and with how many seeds."""

    run: Callable[[Game, int], None]
    times: int = 1

    @property
    def name(self) -> str:
        """What it is called in a sentence or a test."""
        return self.run.__name__.replace("_", " ")

    @property
    def promise(self) -> str:
        """What the game promises."""
        return (self.run.__doc__ or "").strip()


SCRIPTS = tuple(
    Check(run, 60)
    for run in (
        dealing_checks.money,
        dealing_checks.procedure,
        dealing_checks.payouts,
        dealing_checks.records,
        dealing_checks.silence,
        dealing_checks.refusals,
        dealing_checks.secrets,
        dealing_checks.undo,
        dealing_checks.voids,
        dealing_checks.bots,
    )
)
"""What a script promises, tried with many seeds."""
ONCE = (
    *map(Check, (dealing_checks.fouled_packs, dealing_checks.nobody, plain_scripts)),
    *map(
        Check,
        (description_checks.options, description_checks.rulings, description_checks.bets, description_checks.felt),
    ),
)
PROOF = (
    *map(Check, (proof.odds, witness.odds_and_script, proof.odds_and_simulation, proof.workers, proof.advice)),
    Check(proof.kernel_and_script, 30),
)
"""What the odds and the simulation promise."""
CHECKS = (*SCRIPTS, *ONCE, *PROOF)


class KeptPromise(NamedTuple):
    """How a check went: nothing is wrong, or what is, and for which seed."""

    check: Check
    fault: str = ""
    seed: int = 0


def kept(game: Game, check: Check, first: int = 1) -> KeptPromise:
    """Try one promise with all its seeds; the first fault ends it."""
    for seed in range(first, first + check.times):
        try:
            check.run(game, seed)
        except Exception as error:  # whatever a game does, the others are still checked
            return KeptPromise(check, _fault(game, error), seed)
    return KeptPromise(check)


def _fault(game: Game, error: Exception) -> str:
    if isinstance(error, (Broken, Refused)):
        return str(error)
    return f"the script failed in {describe_fault(error, home_of(game.play))}"


def contract(game: Game) -> Iterator[KeptPromise]:
    """Every promise of a game, one after the other."""
    for check in CHECKS:
        yield kept(game, check)
