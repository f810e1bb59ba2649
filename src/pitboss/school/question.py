"""A question: made from a real round, with its record, its right answer and the clause behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pitboss.money import MoneyError, parse_money, show_money
from pitboss.play.records.record import Record
from pitboss.play.refused import Refused, one_of
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

    @property
    def is_numbered(self) -> bool:
        """Whether an option may be named by its place; options that are numbers themselves may not."""
        return not self.options or not all(option.isdigit() for option in self.options)

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
            return _settled(said, len(self.right)) == [(entry[2], entry[3]) for entry in self.right]
        return self._chosen(said) == str(self.right)

    def _chosen(self, said: str) -> str:
        """Return the option that was typed, by its number, name or words; a typing error is `Refused`."""
        if self.is_numbered and said.isascii() and said.isdigit() and 1 <= int(said) <= len(self.options):
            return self.options[int(said) - 1]
        for option, words in zip(self.options, self.shown or self.options, strict=True):
            if said.casefold() in (option.casefold(), words.casefold()):
                return option
        known = f"a number from 1 to {len(self.options)}" if self.is_numbered else one_of(self.options)
        raise Refused("bad-answer", f"{said!r} is not one of the answers: write {known}")

    def cost_of(self, said: str) -> int:
        """What this answer would cost somebody, in cents; 0 where a mistake costs nothing or cannot be told."""
        if self.is_money:
            return abs((_cents(said) or 0) - int(self.right))
        return int(self.more.get("costs", {}).get(said, 0))

    @property
    def stake(self) -> int:
        """The cents that a wrong answer can cost somebody; 0 if it moves no money."""
        if self.is_money:
            return abs(int(self.right))
        if self.skill == "settle":
            return sum(int(cents) for *_, cents in self.right)
        if self.skill == "spot":
            return abs(int(self.right["cents"]))
        return max(self.more.get("costs", {}).values(), default=0)

    def _spotted(self, said: str) -> bool:
        """`12, 2, 5`: the number of the wrong motion, of its clause among the options, and the cost in dollars."""
        parts = [part.strip() for part in said.split(",")]
        numbers = [int(part) for part in parts[:2] if part.isascii() and part.isdigit()]
        lines = len(self.more.get("told", ()))
        if (
            len(parts) != 3
            or len(numbers) != 2
            or not 1 <= numbers[0] <= lines
            or not 1 <= numbers[1] <= len(self.options)
        ):
            raise Refused(
                "bad-answer",
                f"{said!r} does not name a fault: write the number of the motion (1 to {lines}), of the clause"
                f" (1 to {len(self.options)}) and the cost in dollars, as in 12, 2, 5",
            )
        clause = self.options[int(parts[1]) - 1]
        found = {"number": int(parts[0]), "clause": clause, "cents": abs(_cents(parts[2]) or 0)}
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
            "tables": list(self.more.get("tables", ())),
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


def _is_number(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and 1 <= int(text) <= most


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
            "not-an-amount", f"{said!r} is not an amount: write dollars with a sign, as in +15, -10 or 0"
        ) from None
    return -amount if minus else int(amount)


def _settled(said: str, many: int) -> list[tuple[str, int]]:
    """Read `take 10, push, pay 15`: what happens to each of `many` bets, in order; anything else is `Refused`."""
    entries = []
    for part in said.casefold().replace(";", ",").split(","):
        act, _, amount = part.strip().partition(" ")
        if act not in ("take", "push", "pay"):
            raise Refused("bad-answer", f"{part.strip()!r} is not take, push or pay: write take 10, push, pay 15")
        entries.append((act, abs(_cents(amount or "0") or 0)))
    if len(entries) != many:
        raise Refused("bad-answer", f"{len(entries)} of {many} bets are settled: write one answer for each, in order")
    return entries
