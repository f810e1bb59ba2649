"""The sentences of the rule sheets, with the motions that implement them and the questions that teach them."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from pitboss.games import GAMES
from pitboss.games.procedure import Motion, clause_parts, procedure_of
from pitboss.school.irregularities import irregularities
from pitboss.school.skills import skills_of

SETTLING = ("take", "push", "pay", "size", "end", "pick")
"""The verbs of motions that settle a bet, which are taught by payout and settle questions."""
READING = ("read", "pay", "take", "push")
DEAL = "deal"
"""A round dealt by the trainee, in which every motion of the dealer is asked."""


class SheetSentence(Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence of a sheet."""

    clause: str
    says: str
    motions: tuple[str, ...]


@cache
def sentences_of(game: str) -> tuple[SheetSentence, ...]:
    """Return the sentences of a game's sheet, in its order; a game without a sheet has none."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text).get(game, ()), tuple[SheetSentence, ...])


def taught_by(game: str, sentence: SheetSentence) -> list[str]:
    """Return the question types that teach a sentence, in the order of the skills."""
    procedure = procedure_of(game)
    motions = [procedure[name] for name in sentence.motions]
    opening = procedure.opening.split()
    found = {skill for motion in motions for skill in _asked_about(motion, opening)}
    cases = [part for case in irregularities(game) for part in clause_parts(case["clause"])]
    if any(_is_about(part, sentence.clause) for part in cases):
        found.add("irregular")
    return [skill for skill in (DEAL, *skills_of(GAMES[game])) if skill in found]


def _asked_about(motion: Motion, opening: Collection[str]) -> Iterator[str]:
    """Yield the question types that ask for a motion; an opening is asked only while dealing a round."""
    verb = motion.motion.partition("-")[0]
    if motion.motion == "bet":
        yield from ("legal", "talk")
    elif motion.motion in ("void", "give-back"):
        yield from (DEAL, "irregular")
    elif motion.who == "player":
        yield from (DEAL, "order", "play", *(("talk",) if verb in ("bet", "insure") else ()))
    elif any(part.rstrip("?*") == motion.motion for part in opening):
        yield DEAL
    else:
        yield from (DEAL, "order", "spot")
    if verb in SETTLING and motion.motion != "pick-up-tokens":
        yield from ("payout", "settle")
    if verb in READING:
        yield "read"


def _is_about(cited: str, clause: str) -> bool:
    """Return whether a citation includes this clause or a part of it: "rules 1 and 3" includes "rule 3"."""
    name, _, numbers = cited.rpartition(" ") if cited[-1:].isdigit() else (cited, "", "")
    return cited == clause or clause.startswith(f"{cited} ") or bool(numbers and clause == f"{name} {numbers}")
