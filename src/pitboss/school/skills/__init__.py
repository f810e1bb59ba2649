"""The skills by name: each makes questions from a finished round of the real script."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from pitboss.games.procedure import has_procedure, procedure_of
from pitboss.play.game import Game
from pitboss.play.refused import Refused, rather
from pitboss.play.round import Round
from pitboss.school.irregularities import irregularities
from pitboss.school.practice_rounds import rounds
from pitboss.school.question import Question
from pitboss.school.skills import money, playing, procedure, reading, table

Skill = Callable[[Round, Random], Iterator[Question]]

SKILLS: dict[str, Skill] = {
    "payout": money.payout,
    "read": reading.read,
    "settle": money.settle,
    "order": procedure.order,
    "spot": procedure.spot,
    "legal": table.legal,
    "irregular": table.irregular,
    "talk": table.talk,
    "play": playing.play,
    "count": playing.count,
}
"""Every skill; `play` and `count` are the players'."""
MEANINGS = {
    "payout": "what a bet wins or loses",
    "read": "what cards make",
    "settle": "take, push or pay, in order",
    "order": "what comes next",
    "spot": "find the fault",
    "legal": "may this bet be taken",
    "irregular": "something went wrong: what now",
    "talk": "explain a bet",
    "play": "the best play and what a mistake costs",
    "count": "what the shoe still holds",
}
SLOW = ("play",)
"""Skills that need exact odds: they make no more questions than are wanted, in an order by chance."""
PATIENCE = 2000
"""This many rounds without a question: then the game has none of this skill under these rules."""


TOLD = ("order", "spot")
"""Skills that ask for motions: they need the procedure beside the game."""


def skills_of(game: Game) -> list[str]:
    """The skills that this game has: counting where a shoe's cards are bet on, play where there is a choice."""
    told = has_procedure(game.name)
    has = {
        **dict.fromkeys(TOLD, told),
        "count": game.board_size > 0,
        "play": not told or "answer" in procedure_of(game.name),
        "irregular": bool(irregularities(game.name)),
    }
    return [name for name in SKILLS if has.get(name, True)]


def missing(game: Game) -> str:
    """What a game from outside does not tell, and what that costs its school; nothing where it tells all."""
    if has_procedure(game.name):
        return ""
    return (
        f"{game.title} has no procedure.toml, so there is no round to deal yourself, no table test, no order and no"
        f" spot: pitboss new --procedure ./{game.name} writes a draft. It has {', '.join(skills_of(game))}"
    )


def check_procedure(game: Game) -> None:
    """Refuse to have a game dealt that does not say how."""
    if words := missing(game):
        raise Refused("no-procedure", words)


def checked_skill(game: Game, name: str) -> str:
    """The skill of this name, or `Refused` with those there are."""
    known = skills_of(game)
    if name in TOLD and name not in known:
        check_procedure(game)
    if name not in known:
        raise Refused("no-such-skill", f"{game.title} has no skill {name!r}: {rather(name, known)}")
    return name


def seeded(game: Game, rules: Any, skills: Sequence[str], seed: int | str) -> tuple[Random, Iterator[Round]]:
    """The chance that a seed stands for, and the rounds that it deals."""
    rng = Random(f"drill {game.name} {seed}")
    return rng, rounds(game, rules, rng, alike="play" in skills)


def questions(game: Game, rules: Any, skills: Sequence[str], seed: int | str, a_round: int = 1) -> Iterator[Question]:
    """Questions without end, the skills in turn, this many of a skill from each round; the same seed asks the same."""
    rng, dealt = seeded(game, rules, skills, seed)
    turn, without = 0, 0
    for finished in dealt:
        skill = skills[turn % len(skills)]
        made = list(islice(SKILLS[skill](finished, rng), a_round if skill in SLOW else None))
        rng.shuffle(made)
        yield from made[:a_round]
        without = 0 if made else without + 1
        turn += bool(made) or without % 20 == 0
        if without > PATIENCE:
            raise Refused("no-question", f"{game.title} has no question of {', '.join(skills)} under these rules")
