"""The skills by name. Each makes questions from a finished round of the real script."""

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
from pitboss.school.skills.money_skills import payout, settle
from pitboss.school.skills.playing_skills import count, play, without_repeats
from pitboss.school.skills.procedure_skills import order, spot
from pitboss.school.skills.reading_skills import read
from pitboss.school.skills.table_skills import irregular, legal, talk

Skill = Callable[[Round, Random], Iterator[Question]]

SKILLS: dict[str, Skill] = {
    "payout": payout,
    "read": read,
    "settle": settle,
    "order": order,
    "spot": spot,
    "legal": legal,
    "irregular": irregular,
    "talk": talk,
    "play": play,
    "count": count,
}
"""Every skill; `play` and `count` are for players."""
MEANINGS = {
    "payout": "what a bet wins or loses",
    "read": "what cards make",
    "settle": "take, push or pay, in order",
    "order": "what the dealer does next",
    "spot": "find the dealer's mistake",
    "legal": "whether a bet may be taken",
    "irregular": "something went wrong: what now",
    "talk": "what to tell a guest",
    "play": "the best play and what a mistake costs",
    "count": "what the shoe still holds",
}
SLOW = ("play",)
"""Skills that need exact odds: they make only as many questions as requested, in random order."""
MAX_ROUNDS_WITHOUT_QUESTION = 2000
"""The number of rounds without a question after which the game has none of this skill under these rules."""


NEED_PROCEDURE = ("order", "spot")
"""Skills that ask for motions, which need the game's procedure."""


def skills_of(game: Game) -> list[str]:
    """Return the game's skills: `count` if players bet on a shoe's cards, `play` if they have a choice."""
    with_procedure = has_procedure(game.name)
    has = {
        **dict.fromkeys(NEED_PROCEDURE, with_procedure),
        "count": game.board_size > 0,
        "play": not with_procedure or "answer" in procedure_of(game.name),
        "irregular": bool(irregularities(game.name)),
    }
    return [name for name in SKILLS if has.get(name, True)]


def missing(game: Game) -> str:
    """Return what an external game lacks, and what that rules out. Empty if it has everything."""
    if has_procedure(game.name):
        return ""
    return (
        f"{game.title} has no procedure.toml, which lessons, the table test and some skills need:"
        f" pitboss new --procedure ./{game.name} writes a draft. Its skills are {', '.join(skills_of(game))}"
    )


def check_procedure(game: Game) -> None:
    """Raise `Refused` for a game without a procedure."""
    if words := missing(game):
        raise Refused("no-procedure", words)


def checked_skill(game: Game, name: str) -> str:
    """Return the skill of this name, or raise `Refused` with the known ones."""
    known = skills_of(game)
    if name in NEED_PROCEDURE and name not in known:
        check_procedure(game)
    if name not in known:
        raise Refused("no-such-skill", f"{game.title} has no skill {name!r}: {rather(name, known)}")
    return name


def seeded(game: Game, rules: Any, skills: Sequence[str], seed: int | str) -> tuple[Random, Iterator[Round]]:
    """Return the random generator of a seed, and the rounds that it deals."""
    rng = Random(f"drill {game.name} {seed}")
    return rng, rounds(game, rules, rng, alike="play" in skills)


def questions(game: Game, rules: Any, skills: Sequence[str], seed: int | str, a_round: int = 1) -> Iterator[Question]:
    """Yield questions endlessly, taking skills in turn, at most `a_round` from each round; a seed repeats them."""
    return without_repeats(game, _questions(game, rules, skills, seed, a_round))


def _questions(game: Game, rules: Any, skills: Sequence[str], seed: int | str, a_round: int) -> Iterator[Question]:
    rng, dealt = seeded(game, rules, skills, seed)
    turn, without = 0, 0
    for finished in dealt:
        skill = skills[turn % len(skills)]
        made = list(islice(SKILLS[skill](finished, rng), a_round if skill in SLOW else None))
        rng.shuffle(made)
        yield from made[:a_round]
        without = 0 if made else without + 1
        turn += bool(made) or without % 20 == 0
        if without > MAX_ROUNDS_WITHOUT_QUESTION:
            raise Refused("no-question", f"{game.title} has no questions on {', '.join(skills)} under these rules")
