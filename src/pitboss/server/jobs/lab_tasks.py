"""Jobs of the lab's worker process. The server itself never loads the solvers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from pitboss.games import GAMES
from pitboss.lab.questions import read_parameters
from pitboss.play.steps import Event, Offer, Seat

LabKind: TypeAlias = Literal[
    "odds", "edges", "slopes", "tune", "risk", "protect", "count", "strategy", "simple", "play", "simulate"
]
"""The names of the questions in `lab/questions.py`, written out for request validation. A test compares the two."""


class LabInput(NamedTuple):
    """A question to the lab, as plain data."""

    kind: str
    game: str
    rules: dict[str, Any]
    """Only the rules that differ from the sheet."""
    wanted: dict[str, Any]
    """The parameters of the question, by name."""


class LabProgress(NamedTuple):
    """The progress of a question: steps done, total steps (0 if unknown), the current step, and a partial answer."""

    done: int = 0
    of: int = 0
    what: str = ""
    part: Any = None


def checked_input(kind: str, game: str, rules: dict[str, Any], wanted: dict[str, Any]) -> LabInput:
    """Return a question whose parameters are known and valid, or raise `Refused`."""
    read_parameters(kind, wanted)
    return LabInput(kind, game, rules, wanted)


def answer(send: Callable[[LabProgress], None], question: LabInput) -> Any:
    """Answer a question, sending its progress."""
    from pitboss.server.jobs import lab_answers  # noqa: PLC0415  it loads the solvers

    rules = GAMES[question.game].rules.read(question.rules)
    parameters = read_parameters(question.kind, question.wanted)
    return lab_answers.KINDS[question.kind](rules, lambda *step: send(LabProgress(*step)), **parameters)


def say(
    game: str, rules: dict[str, Any], strategy: dict[str, Any], seen: tuple[Event, ...], offer: Offer, seat: Seat
) -> str:  # fmt: skip
    """Return the answer of a strategy to the current offer."""
    from pitboss.server.jobs import lab_answers  # noqa: PLC0415  it loads the solvers

    return lab_answers.say(GAMES[game].rules.read(rules), strategy, seen, offer, seat)
