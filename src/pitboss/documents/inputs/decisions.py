"""What each answer is worth in common situations, as `advise` gives it."""

from __future__ import annotations

from itertools import product
from typing import Any

from msgspec import Struct, to_builtins

from pitboss.documents.data.play import play_of
from pitboss.documents.inputs.input_cache import PlainAnswer, packed, report_question
from pitboss.lab.api import advise
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused


class AnswerValue(Struct, frozen=True):
    """One situation: its cards, the best answer and the next best, and what they are worth."""

    cards: tuple[str, ...]
    best: str
    worth: str | float
    """Packed, as `less` is: a fraction is a text."""
    second: str
    less: str | float


class DecisionTable(Struct, frozen=True):
    """Situations that are described by the same kinds of cards."""

    kinds: tuple[str, ...]
    rows: tuple[AnswerValue, ...]


def decisions_question(game: Game, rules: HouseRules) -> PlainAnswer:
    """Return the question for the tables of decisions."""
    asked = play_of(game.name).decide

    def solve() -> Any:
        return [to_builtins(DecisionTable(tuple(said), _rows(rules, said))) for said in asked]

    return report_question(game, rules, "decisions", {"situations": [dict(said) for said in asked]}, solve)


def _rows(rules: HouseRules, said: dict[str, tuple[str, ...]]) -> tuple[AnswerValue, ...]:
    situations = (dict(zip(said, values, strict=True)) for values in product(*said.values()))
    return tuple(row for each in situations if (row := _decision(rules, each)))


def _decision(rules: HouseRules, situation: dict[str, str]) -> AnswerValue | None:
    """Rank the answers; return None if there is nothing to decide or no such situation under these rules."""
    try:
        found = advise(rules, **situation)
    except Refused:
        return None
    ranked = sorted(found.options.items(), key=lambda option: -float(option[1]))
    if len(ranked) < 2:
        return None
    (best, worth), (second, less) = ranked[:2]
    return AnswerValue(tuple(situation.values()), best, packed(worth), second, packed(less))
