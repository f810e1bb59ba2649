"""A game's procedure as a handout: a numbered list with clauses, made from the data beside the game."""

from __future__ import annotations

from pitboss.games.procedure import Motion, procedure_of
from pitboss.play.game import Game
from pitboss.school.irregularities import FLOOR, irregularities


def handout(game: Game) -> str:
    """The procedure in Markdown, in the order of the sheet; what only some houses do is marked."""
    lines = [
        f"# {game.title}: the procedure",
        "",
        f"Every motion of [{game.title}](../games/{game.name}.md) in the order of the sheet, with the clause that asks"
        " for it and what ends it. This page is made from the game's `procedure.toml`; the names are those that every"
        " event carries as `motion`.",
        "",
    ]
    lines += [_line(number, motion) for number, motion in enumerate(procedure_of(game.name).values(), 1)]
    lines += ["", "## When something goes wrong", ""]
    for case in irregularities(game.name):
        right = FLOOR if case["right"] == "floor" else case["right"]
        lines.append(f"- {case['happens']} **{right[:1].upper()}{right[1:]}.** {case['reason']} ({case['clause']})")
    return "\n".join(lines) + "\n"


def _line(number: int, motion: Motion) -> str:
    who = "" if motion.who == "dealer" else "Player: "
    where = f" Only in some houses, as with `{'`, `'.join(motion.where)}`." if motion.where else ""
    does = f"{who}{motion.does}"
    return f"{number}. {does[:1].upper()}{does[1:]}, until {motion.ends} (`{motion.motion}`, {motion.clause}).{where}"
