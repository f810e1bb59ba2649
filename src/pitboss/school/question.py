"""A question: made from a real round, with its record, its right answer and the clause behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pitboss.money import MoneyError, parse_money, show_money
from pitboss.play.records.record import Record
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat


class Question(Struct, frozen=True, kw_only=True):
    """One question of a skill; `right` is what programs compare, `reason` what a person is told."""

    skill: str
    question: str
    record: Record
    right: Any
    clause: str
    target_seconds: float
    fact: str
    """What is practised: questions of one fact are remembered together."""
    reason: str
    seat: Seat | None = None
    bet: str | Sequence[str] | None = None
    options: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    """The options in words for people, where their names are for programs."""
    more: dict[str, Any] = {}
    """What only this skill says: `after`, `told`, `wager`, `hand` …"""

    def as_data(self) -> dict[str, object]:
        """The JSON form."""
        return {
            "skill": self.skill, "question": self.question, "record": self.record.as_data(), "seat": self.seat,
            "bet": self.bet, "options": list(self.options), "right": self.right, "clause": self.clause,
            "target_seconds": self.target_seconds, **self.more,
        }  # fmt: skip

    @property
    def is_self_graded(self) -> bool:
        """Whether only the trainee can say if it was right."""
        return self.skill == "talk"

    @property
    def is_money(self) -> bool:
        """Whether the answer is an amount."""
        return self.skill == "payout"

    def is_right(self, said: str) -> bool:
        """Judge what a person typed: an option by its number or name, an amount in dollars, a number of a motion."""
        said = said.strip()
        if self.is_self_graded:
            return said.casefold().startswith("y")
        if self.is_money:
            return bool(_cents(said) == self.right)
        if self.skill == "spot":
            return self._spotted(said)
        if self.skill == "settle":
            return _settled(said) == [(entry[2], entry[3]) for entry in self.right]
        if said.isdigit() and self.options and 1 <= int(said) <= len(self.options):
            said = self.options[int(said) - 1]
        return said.casefold() == str(self.right).casefold()

    def cost_of(self, said: str) -> int:
        """What this answer would cost somebody, in cents; 0 where a mistake costs nothing or cannot be told."""
        if self.is_money:
            return abs((_cents(said) or 0) - int(self.right))
        return int(self.more.get("costs", {}).get(said, 0))

    def _spotted(self, said: str) -> bool:
        """`12, 2, 5`: the number of the wrong motion, of its clause among the options, and the cost in dollars."""
        parts = [part.strip() for part in said.split(",")]
        if len(parts) != 3 or not (parts[0].isdigit() and parts[1].isdigit()):
            raise Refused(
                "bad-answer",
                f"{said!r} is no fault: write the number of the motion, of the clause and the cost: 12, 2, 5",
            )
        named = self.options[int(parts[1]) - 1 : int(parts[1])]
        found = {"number": int(parts[0]), "clause": "".join(named), "cents": abs(_cents(parts[2]) or 0)}
        return bool(found == {**self.right, "cents": abs(self.right["cents"])})

    def asked(self) -> dict[str, object]:
        """The question for a face that must not know the answer."""
        shown = self.shown or self.options
        return {
            "skill": self.skill, "question": self.question, "seat": self.seat, "target_seconds": self.target_seconds,
            "options": [{"name": name, "words": words} for name, words in zip(self.options, shown, strict=True)],
            "told": [event["text"] for event in self.more.get("told", ())],
            "bets": [[seat, bet] for seat, bet, *_ in self.right] if self.skill == "settle" else [],
            "model": str(self.right) if self.is_self_graded else "",
        }  # fmt: skip

    def right_in_words(self) -> str:
        """The right answer as a person would say it."""
        if self.is_money:
            return _signed(self.right)
        if self.skill == "spot":
            cost = show_money(abs(self.right["cents"]))
            return f"motion {self.right['number']}, {self.right['clause']}, cost {cost}"
        if self.skill == "settle":
            return ", ".join(f"seat {seat} {bet} {act} {show_money(cents)}" for seat, bet, act, cents in self.right)
        names = dict(zip(self.options, self.shown, strict=False))
        return str(names.get(self.right, self.right))


def _signed(cents: int) -> str:
    return f"+{show_money(cents)}" if cents > 0 else show_money(cents)


def _cents(said: str) -> int | None:
    """Dollars with a sign: +$15, -10, lose 10, push."""
    words = said.casefold().replace("lose", "-").replace("take", "-").replace("win", "").replace("pay", "").strip()
    if words in ("push", "0", "even"):
        return 0
    minus = words.startswith(("-", "−"))
    try:
        amount = parse_money(words.lstrip("+-− ").strip())
    except MoneyError:
        raise Refused(
            "not-an-amount", f"{said!r} is no result: write dollars with a sign, as in +15, -10 or 0"
        ) from None
    return -amount if minus else int(amount)


def _settled(said: str) -> list[tuple[str, int]]:
    """`take 10, push, pay 15`: what becomes of each bet in order."""
    entries = []
    for part in said.casefold().replace(";", ",").split(","):
        act, _, amount = part.strip().partition(" ")
        if act not in ("take", "push", "pay"):
            raise Refused("bad-answer", f"{part.strip()!r} is none of take, push or pay: write take 10, push, pay 15")
        entries.append((act, abs(_cents(amount or "0") or 0)))
    return entries
