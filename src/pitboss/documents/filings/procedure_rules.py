"""The motions of a game's procedure, worded as the rules of a filing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pitboss.documents.filings.sheet_sentences import Clause, sheet_data
from pitboss.games.procedure import Motion, Procedure, procedure_of
from pitboss.play.game import Game
from pitboss.play.options.conditions import holds
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused

OPENING, SHUFFLE, DEALING, DECISIONS, COMPLETION, VOID = (
    "opening",
    "shuffle",
    "dealing",
    "decisions",
    "completion",
    "void",
)
_WITH_THE_CARDS = ("shuffle", "cut-pack", "burn", "cut-card")
_VOID = ("void", "give-back")


def rules_of_motion(game: Game, rules: HouseRules, part: str) -> list[Clause]:
    """Return the motions of one part that can happen under these rules, each as a sentence with its clause."""
    try:
        procedure = procedure_of(game.name)
    except Refused:
        return []
    parts = parts_of(game.name, procedure)
    data = sheet_data(game.name)
    needs, always = data.get("needs", {}), data.get("always", ())
    return [
        Clause(sentence_of(motion), motion.clause)
        for name, motion in procedure.items()
        if parts[name] == part and _happens(rules, motion, needs.get(name, ""), name in always)
    ]


def _happens(rules: HouseRules, motion: Motion, need: str, always: bool) -> bool:
    """Whether a motion happens under these rules: its condition holds and any special settings match."""
    if need and not holds(rules, need):
        return False
    return always or not motion.where or rules.with_settings(motion.where) == rules


def parts_of(game: str, procedure: Procedure) -> dict[str, str]:
    """Return the part of the filing for each motion, in procedure order."""
    data, parts, part = sheet_data(game), dict[str, str](), DEALING
    begins = {data[each]: each for each in (DEALING, DECISIONS, COMPLETION) if each in data}
    opening = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", procedure.opening))
    for name in procedure:
        part = begins.get(name, part)
        if name in _WITH_THE_CARDS:
            parts[name] = SHUFFLE
        elif name in opening:
            parts[name] = OPENING
        else:
            parts[name] = VOID if name in _VOID else part
    return parts


def sentence_of(motion: Motion) -> str:
    """
    Word a motion as a rule.

    >>> sentence_of(Motion("look", "RY-8", "dealer", "look under your up card", "you know the hole card"))
    'The dealer shall look under the dealer’s up card. Done when the dealer knows the hole card.'
    """
    who = "dealer" if motion.who == "dealer" else "player"
    does, ends = (_of(who, words) for words in (motion.does, motion.ends))
    verb = "shall" if who == "dealer" else "may"
    return f"The {who} {verb} {does}. Done when {ends}."


def _of(who: str, words: str) -> str:
    """Convert second person ("your card") to third person ("the player’s card")."""
    for you, they in _spoken_of(who):
        words = re.sub(rf"\b{you}\b", they, words)
    return words


def _spoken_of(who: str) -> Iterator[tuple[str, str]]:
    yield "yourself", f"the {who}"
    yield "you have", f"the {who} has"
    yield "you know", f"the {who} knows"
    yield "you stand or bust", f"the {who} stands or busts"
    yield "you draw", f"the {who} draws"
    yield "yours", f"the {who}’s"
    yield "your", f"the {who}’s"
    yield "you", f"the {who}"
