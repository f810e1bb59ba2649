"""The contract: every check, with its number of seeds."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from importlib import resources
from typing import NamedTuple

from pitboss.contract import dealing_checks, proof, witness
from pitboss.contract.other_figures import other_figures
from pitboss.contract.plain_imports import plain_scripts
from pitboss.contract.random_inputs import BrokenPromise, NotApplicable
from pitboss.games import folder
from pitboss.play.faults import describe_fault
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.statistics.exactness import NotWhole


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
        dealing_checks.ends_without_answers,
        dealing_checks.refusals,
        dealing_checks.secrets,
        dealing_checks.undo,
        dealing_checks.voids,
        dealing_checks.bots,
    )
)
"""Promises of the script, each checked with many seeds."""
ONCE = (
    *map(Check, (dealing_checks.fouled_packs, dealing_checks.refuses_empty_seats, plain_scripts)),
    *map(
        Check,
        (dealing_checks.options, dealing_checks.rulings, dealing_checks.bets, dealing_checks.felt),
    ),
)
PROOF = (
    *map(Check, (proof.odds, witness.odds_and_script, other_figures, proof.odds_and_simulation)),
    *map(Check, (proof.posted_payouts, proof.workers, proof.advice)),
    Check(proof.kernel_and_script, 30),
)
"""Promises of the odds and the simulation."""
CHECKS = (*SCRIPTS, *ONCE, *PROOF)


class CheckResult(NamedTuple):
    """The result of a check: the fault and its seed, if any, or the reason why the promise does not apply."""

    check: Check
    fault: str = ""
    seed: int = 0
    not_applicable: str = ""


def run_check(game: Game, check: Check, first: int = 1) -> CheckResult:
    """Check one promise with each of its seeds, stopping at the first fault."""
    if check in PROOF:
        gc.collect()  # the previous check's solver tables take up to 1 GB, and refer to each other
    for seed in range(first, first + check.times):
        try:
            check.run(game, seed)
        except NotApplicable as reason:
            return CheckResult(check, not_applicable=str(reason))
        except Exception as error:  # a failing check must not stop the others
            return CheckResult(check, _fault(game, error), seed)
    return CheckResult(check)


def _fault(game: Game, error: Exception) -> str:
    if isinstance(error, (BrokenPromise, Refused)):
        return str(error)
    if isinstance(error, NotWhole):
        return f"count/odds.py: {error}"
    return f"the game failed in {describe_fault(error, str(resources.files(folder(game.name))))}"


def contract(game: Game) -> Iterator[CheckResult]:
    """Yield the result of every check of a game."""
    for check in CHECKS:
        yield run_check(game, check)
