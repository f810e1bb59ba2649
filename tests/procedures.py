"""The order of motions of a round against the pattern that lies beside its game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from pitboss.games.procedure import procedure_of
from pitboss.play.steps import Event


@cache
def pattern(game: str) -> re.Pattern[str]:
    """The pattern of a game's procedure, to match motions written one after another with a blank behind each."""
    return compiled(procedure_of(game).order)


def compiled(order: str) -> re.Pattern[str]:
    """`a (b | c)* d?` as a regular expression."""
    named = re.sub(r"[a-z0-9]+(?:-[a-z0-9]+)*", lambda name: f"(?:{name[0]}_)", order)
    return re.compile(re.sub(r"\s+", "", named).replace("(", "(?:").replace("(?:?:", "(?:").replace("_)", " )"))


def motions(events: Iterable[Event]) -> list[str]:
    """The motions of these events."""
    return [event.motion for event in events]


def follows(game: str, events: Iterable[Event]) -> bool:
    """Whether a round that was not called off goes as the procedure says; a cut card comes out wherever it lay."""
    told = [motion for motion in motions(events) if motion != "cut-card"]
    return pattern(game).fullmatch("".join(f"{motion} " for motion in told)) is not None
