"""Checks that every shipped answer is present, intact, up to date and correct."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.compute.disk.cache_files import recomputing
from pitboss.compute.disk.shipped_answers import (
    AnswerHead,
    AnswerLine,
    changed_sources,
    checksum,
    file_of,
    question_key,
    read_answers,
)
from pitboss.compute.disk.source_hash import OURS
from pitboss.contract.shipping.recipes import SLOWEST, Recipe, recipes
from pitboss.play.game import Game

RELATIVE_ERROR = 1e-9
"""The accepted relative difference between floats, which can vary with the processor or Python version."""
ROUNDING_ERROR = 1e-14
"""The accepted absolute difference between probabilities: FFT convolutions round to about 1e-16 of the largest."""


def faults_of(game: Game) -> list[str]:
    """Return a sentence for each of a game's shipped answers that is missing, damaged, stale or no longer used."""
    return [f"{_name(game)}: {fault}: run `make answers`" for fault in _faults(game)]


def _faults(game: Game) -> Iterator[str]:
    try:
        head, lines = read_answers(file_of(game.name))
    except FileNotFoundError:
        yield "missing"
        return
    except ValueError as error:
        yield f"damaged ({error})"
        return
    by_key = {line.question: line for line in lines}
    for recipe in recipes(game):
        line = by_key.pop(question_key(recipe.question.asked), None)
        if line is None:
            yield f"{recipe.what} is missing"
        elif why := fault_in(head, line, recipe):
            yield f"{recipe.what} is {why}"
    for line in by_key.values():
        yield f"{line.what} is no longer used"


def fault_in(head: AnswerHead, line: AnswerLine, recipe: Recipe) -> str:
    """Return what is wrong with a shipped answer, or an empty string if it is intact and up to date."""
    if checksum(bytes(line.answer)) != line.checksum:
        return "damaged: its checksum differs"
    if changed := changed_sources(head, line):
        return f"stale: changed since it was made: {', '.join(changed)}"
    if moved := {head.sources[place][0] for place in line.by} ^ set(recipe.sources()):
        return f"stale: sources were added or removed: {', '.join(sorted(moved))}"
    return ""


def wrong_answers(game: Game, whats: Sequence[str] = ()) -> list[str]:
    """
    Recompute a game's shipped answers, and return a sentence for each one that differs.

    `whats` names the answers to recompute; by default, all but the slowest, which take minutes.
    """
    _, lines = read_answers(file_of(game.name))
    by_key = {line.question: line for line in lines}
    found = []
    with recomputing():
        for recipe in recipes(game):
            line = by_key.get(question_key(recipe.question.asked))
            if line is None or recipe.what not in (whats or {recipe.what} - {*SLOWEST}):
                continue
            answer = recipe.question.pack(recipe.question.solve())
            if where := difference(json.loads(bytes(line.answer)), json.loads(answer)):
                found.append(f"{_name(game)}: {recipe.what} is wrong: {where}")
    return found


def difference(shipped: Any, made: Any, place: str = "") -> str:
    """Return where and how two packed answers differ, or an empty string. Rounding errors in floats are ignored."""
    if isinstance(shipped, float) and isinstance(made, float):
        alike = shipped == made or math.isclose(shipped, made, rel_tol=RELATIVE_ERROR, abs_tol=ROUNDING_ERROR)
        return "" if alike else f"{place}: {shipped!r} shipped, {made!r} recomputed"
    if type(shipped) is not type(made) or not isinstance(shipped, (dict, list)):
        return "" if shipped == made else f"{place}: {shipped!r} shipped, {made!r} recomputed"
    here, there = (dict(enumerate(one)) if isinstance(one, list) else one for one in (shipped, made))
    if here.keys() != there.keys():
        return f"{place}: {len(here)} entries shipped, {len(there)} recomputed"
    return next((found for name in here if (found := difference(here[name], there[name], f"{place}/{name}"))), "")


def _name(game: Game) -> str:
    return file_of(game.name).relative_to(OURS).as_posix()
