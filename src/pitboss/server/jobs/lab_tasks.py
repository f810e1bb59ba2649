"""Jobs of the lab's worker process. The server itself never loads the solvers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from pitboss.games import GAMES
from pitboss.play.steps import Event, Offer, Seat

LabKind: TypeAlias = Literal[
    "odds", "slopes", "tune", "risk", "protect", "strategy", "play", "simple", "count", "edges"
]
"""Every kind of question."""


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


def answer(send: Callable[[LabProgress], None], question: LabInput) -> Any:
    """Answer a question, sending its progress."""
    from pitboss.server.jobs import lab_answers  # noqa: PLC0415  it loads the solvers

    rules = GAMES[question.game].rules.read(question.rules)
    return lab_answers.KINDS[question.kind](rules, question.wanted, lambda *step: send(LabProgress(*step)))


def say(
    game: str, rules: dict[str, Any], strategy: dict[str, Any], seen: tuple[Event, ...], offer: Offer, seat: Seat
) -> str:  # fmt: skip
    """Return the answer of a strategy to the current offer."""
    from pitboss.server.jobs import lab_answers  # noqa: PLC0415  it loads the solvers

    return lab_answers.say(GAMES[game].rules.read(rules), strategy, seen, offer, seat)
