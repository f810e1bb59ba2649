"""The contract: every check, and the number of seeds it is run with."""

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
    """One promise: the function that checks it, and the number of seeds."""

    run: Callable[[Game, int], None]
    times: int = 1

    @property
    def name(self) -> str:
        """The name of the check, for messages and tests."""
        return self.run.__name__.replace("_", " ")

    @property
    def promise(self) -> str:
        """The promise, as a sentence."""
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
"""Promises of the script, each checked with many seeds."""
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
"""Promises of the odds and the simulation."""
CHECKS = (*SCRIPTS, *ONCE, *PROOF)


class KeptPromise(NamedTuple):
    """The result of a check: the fault and its seed, if any."""

    check: Check
    fault: str = ""
    seed: int = 0


def kept(game: Game, check: Check, first: int = 1) -> KeptPromise:
    """Check one promise with all its seeds, up to the first fault."""
    for seed in range(first, first + check.times):
        try:
            check.run(game, seed)
        except Exception as error:  # a failing check must not stop the others
            return KeptPromise(check, _fault(game, error), seed)
    return KeptPromise(check)


def _fault(game: Game, error: Exception) -> str:
    if isinstance(error, (Broken, Refused)):
        return str(error)
    return f"the script failed in {describe_fault(error, home_of(game.play))}"


def contract(game: Game) -> Iterator[KeptPromise]:
    """Yield the result of every check of a game."""
    for check in CHECKS:
        yield kept(game, check)
