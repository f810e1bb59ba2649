"""The verdict on a question: whether the checker finds the same single answer from the text shown alone."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from school.checker import cases, money, order, play, spot, table
from school.checker.shown import Shown

CHOICES = {
    "read": table.read, "legal": table.legal, "count": table.count, "order": order.right_moves,
    "irregular": cases.irregular,
}  # fmt: skip
"""Skills with options. Each checker returns the right options."""
HANDOUTS = Path(__file__).parents[3] / "docs" / "procedures"


def shown(game: str, question: Any) -> Shown:
    """Return what a trainee sees: neither the record nor the right answer."""
    words = question.shown or question.options
    lines = [("", event["text"]) for event in question.more.get("told", ())]
    return Shown(game, question.skill, question.question, list(zip(question.options, words, strict=True)), lines)


def is_agreed(game: str, question: Any) -> bool:
    """Return whether the checker finds exactly the answer that the question marks as right."""
    seen = shown(game, question)
    match question.skill:
        case "payout":
            return bool(money.payout(seen) == question.right)
        case "settle":
            return money.settle(seen) == [(act, cents) for _, _, act, cents in question.right]
        case "talk":
            return cases.talk(seen, question.right, question.more["tables"]) == []
        case "spot":
            return _is_fault_agreed(game, seen, question)
        case "play":
            return play.is_agreed(seen, question.right, question.more["costs"])
    return CHOICES[question.skill](seen) == [str(question.right)]


def _is_fault_agreed(game: str, seen: Shown, question: Any) -> bool:
    """Return whether exactly one line is wrong, and one of the offered clauses requires its motion on the handout."""
    found = spot.faults(seen)
    if [(fault.number, fault.cents) for fault in found] != [(question.right["number"], question.right["cents"])]:
        return False
    motion = question.more["told"][found[0].number - 1]["motion"]
    clause = _quoted(game)[motion]
    return [option for option, _ in seen.options if _shares_part(option, clause)] == [question.right["clause"]]


@cache
def _quoted(game: str) -> dict[str, str]:
    """Return the clause that the printed procedure quotes for each motion."""
    page = (HANDOUTS / f"{game}.md").read_text(encoding="utf-8")
    lines = re.sub(r"\n +", " ", page)  # a line for each motion
    return dict(re.findall(r"\(`([a-z0-9-]+)`, (.*?)\)\.(?:$| Only)", lines, re.M))


def _shares_part(clause: str, other: str) -> bool:
    parts = [set(re.split(r", (?=[A-Za-z])", one)) for one in (clause, other)]
    return not parts[0].isdisjoint(parts[1])
