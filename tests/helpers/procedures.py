"""The motions of a round, a check against its game's procedure, and the procedure as a page of the docs."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill

from pitboss.games.procedure import Motion, procedure_of
from pitboss.play.game import Game
from pitboss.play.steps import Event
from pitboss.school.irregularities import FLOOR, irregularities


def motions(events: Iterable[Event]) -> list[str]:
    return [event.motion for event in events]


def follows(game: str, events: Iterable[Event]) -> bool:
    """Return whether a round that was not voided follows the procedure."""
    return procedure_of(game).follows(motions(events))


def handout(game: Game) -> str:
    """Return the procedure in Markdown, in the order of the sheet; motions that only some houses use are marked."""
    lines = [
        f"# {game.title}: the procedure",
        "",
        "For dealers and trainers.",
        "",
        f"Every motion of [{game.title}](../games/{game.name}.md), in the order of the sheet. Each line says when the"
        " motion is complete, and names the clause that requires it. The word in code type is the motion's name: every"
        " event carries it as `motion`. This page is generated from the game's `procedure.toml`.",
        "",
    ]
    lines += [_line(number, motion) for number, motion in enumerate(procedure_of(game.name).values(), 1)]
    lines += ["", "## When something goes wrong", ""]
    for case in irregularities(game.name):
        right = FLOOR if case["right"] == "floor" else case["right"]
        lines.append(f"- {case['happens']} **{right[:1].upper()}{right[1:]}.** {case['reason']} ({case['clause']})")
    return "\n".join(map(_wrapped, lines)) + "\n"


def _wrapped(line: str) -> str:
    """Return a paragraph or list item in lines of at most 120 characters."""
    indent = "" if line[:1].isupper() else "  " if line.startswith("-") else "    "
    return fill(line, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _line(number: int, motion: Motion) -> str:
    who = "" if motion.who == "dealer" else "Player: "
    where = f" Only in some houses, as with `{'`, `'.join(motion.where)}`." if motion.where else ""
    does = f"{who}{motion.does}"
    named = f"(`{motion.motion}`, {motion.clause})"
    return f"{number}. {does[:1].upper()}{does[1:]}. Complete when {motion.ends} {named}.{where}"
