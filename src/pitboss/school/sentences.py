"""Every sentence of a rule sheet with the motions that carry it out and the questions that teach it."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from pitboss.games import GAMES
from pitboss.games.procedure import Motion, clause_parts, procedure_of
from pitboss.school.irregularities import irregularities
from pitboss.school.skills import skills_of

SETTLING = ("take", "push", "pay", "size", "end", "pick")
"""What motions begin with that settle a bet: they are asked as payouts and as layouts to settle."""
READING = ("read", "pay", "take", "push")
DEAL = "deal"
"""A round that the trainee deals: every motion of the dealer is asked there."""


class SheetSentence(Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence of a sheet."""

    clause: str
    says: str
    motions: tuple[str, ...]


@cache
def sentences_of(game: str) -> tuple[SheetSentence, ...]:
    """Return the sentences of a game's sheet, in its order; a game that is not from a sheet has none."""
    text = (resources.files("pitboss.games.rulings") / "sentences.toml").read_text(encoding="utf-8")
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
    """Yield the question types in which a motion is asked; those of an opening only where a round is dealt."""
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
    """Return whether a citation is of this clause or of a part of it: "rules 1 and 3" is of "rule 3"."""
    name, _, numbers = cited.rpartition(" ") if cited[-1:].isdigit() else (cited, "", "")
    return cited == clause or clause.startswith(f"{cited} ") or bool(numbers and clause == f"{name} {numbers}")


def sentence_table() -> str:
    """Write the table of all sheets in Markdown."""
    lines = [
        "# Every sentence of the five sheets",
        "",
        "Each sentence of the rule sheets, the clause that it belongs to, the motions of the dealer or a player that"
        " carry it out (every event names its motion), and the question types of the school that teach it; `deal` is"
        " a round that you deal yourself, in a lesson or the table test. This page is made from the games' data.",
    ]
    for game in GAMES.values():
        rows = sentences_of(game.name)
        if rows:
            lines += [
                "",
                f"## {game.title}",
                "",
                "| clause | sentence | motions | questions |",
                "| --- | --- | --- | --- |",
            ]
            lines += [_row(game.name, sentence) for sentence in rows]
    return "\n".join(lines) + "\n"


def _row(game: str, sentence: SheetSentence) -> str:
    motions = ", ".join(f"`{name}`" for name in sentence.motions)
    says = sentence.says.replace("|", "/")
    return f"| {sentence.clause} | {says} | {motions} | {', '.join(taught_by(game, sentence))} |"
