"""A question made from a real round, with its record, right answer and clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pitboss.money import MoneyError, parse_money, show_money
from pitboss.play.records.record import Record
from pitboss.play.refused import Refused, one_of
from pitboss.play.steps import Seat


class Question(Struct, frozen=True, kw_only=True):
    """One question of a skill; `right` is compared by programs, `reason` is read by people."""

    skill: str
    question: str
    record: Record
    right: Any
    clause: str
    target_seconds: float
    fact: str
    """The fact that it practises; questions on the same fact share a history."""
    reason: str
    seat: Seat | None = None
    bet: str | Sequence[str] | None = None
    options: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    """The options in words, if their names are codes."""
    more: dict[str, Any] = {}
    """Data specific to the skill: `after`, `told`, `wager`, `hand` …"""

    def as_data(self) -> dict[str, object]:
        """Return the question in its JSON form."""
        return {
            "skill": self.skill, "question": self.question, "record": self.record.as_data(), "seat": self.seat,
            "bet": self.bet, "options": list(self.options), "right": self.right, "clause": self.clause,
            "target_seconds": self.target_seconds, **self.more,
        }  # fmt: skip

    @property
    def is_self_graded(self) -> bool:
        """Whether the trainee grades the answer."""
        return self.skill == "talk"

    @property
    def is_money(self) -> bool:
        """Whether the answer is an amount."""
        return self.skill == "payout"

    @property
    def is_numbered(self) -> bool:
        """Whether an option may be chosen by its number. Options that are numbers themselves may not."""
        return not self.options or not all(option.isdigit() for option in self.options)

    def is_right(self, given: str) -> bool:
        """Judge a typed answer: an option by number or name, an amount in dollars, the number of a motion."""
        given = given.strip()
        if self.is_self_graded:
            return given.casefold().startswith("y")
        if self.is_money:
            return bool(_cents(given) == self.right)
        if self.skill == "spot":
            return self._spotted(given)
        if self.skill == "settle":
            return _settled(given, len(self.right)) == [(entry[2], entry[3]) for entry in self.right]
        return self._chosen(given) == str(self.right)

    def _chosen(self, given: str) -> str:
        """Return the option that was typed, by its number, name or words; raise `Refused` for a typing error."""
        if self.is_numbered and given.isascii() and given.isdigit() and 1 <= int(given) <= len(self.options):
            return self.options[int(given) - 1]
        for option, words in zip(self.options, self.shown or self.options, strict=True):
            if given.casefold() in (option.casefold(), words.casefold()):
                return option
        known = f"a number from 1 to {len(self.options)}" if self.is_numbered else one_of(self.options)
        raise Refused("bad-answer", f"{given!r} is not one of the answers: write {known}")

    def cost_of(self, given: str) -> int:
        """Return the cost of this answer to someone at the table, in cents; 0 if it moves no money."""
        if self.is_money:
            return abs((_cents(given) or 0) - int(self.right))
        return int(self.more.get("costs", {}).get(given, 0))

    @property
    def lines(self) -> list[str]:
        """The lines of a round that it asks about, if any."""
        return [str(event["text"]) for event in self.more.get("told", ())]

    @property
    def with_lines(self) -> str:
        """The question, followed by its numbered lines."""
        return " ".join((self.question, *(f"{number}. {line}" for number, line in enumerate(self.lines, 1))))

    @property
    def stake(self) -> int:
        """The maximum cost of a wrong answer in cents; 0 if it moves no money."""
        if self.is_money:
            return abs(int(self.right))
        if self.skill == "settle":
            return sum(int(cents) for *_, cents in self.right)
        if self.skill == "spot":
            return abs(int(self.right["cents"]))
        return max(self.more.get("costs", {}).values(), default=0)

    def _spotted(self, given: str) -> bool:
        """Judge `12, 2, 5`: the numbers of the wrong line and of its rule, and the cost in dollars."""
        parts = [part.strip() for part in given.split(",")]
        numbers = [int(part) for part in parts[:2] if part.isascii() and part.isdigit()]
        lines = len(self.lines)
        if (
            len(parts) != 3
            or len(numbers) != 2
            or not 1 <= numbers[0] <= lines
            or not 1 <= numbers[1] <= len(self.options)
        ):
            raise Refused(
                "bad-answer",
                f"{given!r} does not name a fault: write the number of the line (1 to {lines}), of the rule"
                f" (1 to {len(self.options)}) and the cost in dollars, as in 12, 2, 5",
            )
        clause = self.options[int(parts[1]) - 1]
        found = {"number": int(parts[0]), "clause": clause, "cents": abs(_cents(parts[2]) or 0)}
        return bool(found == {**self.right, "cents": abs(self.right["cents"])})

    def asked(self) -> dict[str, object]:
        """Return the question as plain data, without its answer."""
        shown = self.shown or self.options
        return {
            "skill": self.skill, "question": self.question, "seat": self.seat, "target_seconds": self.target_seconds,
            "options": [{"name": name, "words": words} for name, words in zip(self.options, shown, strict=True)],
            "told": self.lines,
            "bets": [[seat, bet] for seat, bet, *_ in self.right] if self.skill == "settle" else [],
            "model": str(self.right) if self.is_self_graded else "",
            "tables": list(self.more.get("tables", ())),
        }  # fmt: skip

    def right_in_words(self) -> str:
        """Return the right answer in words."""
        if self.is_money:
            return show_money(self.right) if self.seat is None else _signed(self.right)
        if self.skill == "spot":
            cost = show_money(abs(self.right["cents"])) if self.right["cents"] else "nothing"
            return f"line {self.right['number']}, against {self.right['clause']}; it cost {cost}"
        if self.skill == "settle":
            return ", ".join(f"{act} {show_money(cents)}" if cents else act for _, _, act, cents in self.right)
        names = dict(zip(self.options, self.shown, strict=False))
        return str(names.get(self.right, self.right))


def _signed(cents: int) -> str:
    return f"+{show_money(cents)}" if cents > 0 else show_money(cents)


def _cents(given: str) -> int | None:
    """Parse dollars with a sign: +$15, -10, lose 10, push."""
    words = given.casefold().replace("lose", "-").replace("take", "-").replace("win", "").replace("pay", "").strip()
    if words in ("push", "0", "even"):
        return 0
    minus = words.startswith(("-", "−"))
    try:
        amount = parse_money(words.lstrip("+-− ").strip())
    except MoneyError:
        raise Refused(
            "not-an-amount", f"{given!r} is not an amount: write dollars with a sign, as in +15, -10 or 0"
        ) from None
    return -amount if minus else int(amount)


def _settled(given: str, count: int) -> list[tuple[str, int]]:
    """Parse `take 10, push, pay 15`, one action for each of `count` bets; raise `Refused` for anything else."""
    entries = []
    for part in given.casefold().replace(";", ",").split(","):
        act, _, amount = part.strip().partition(" ")
        if act not in ("take", "push", "pay"):
            raise Refused("bad-answer", f"{part.strip()!r} is not take, push or pay: write take 10, push, pay 15")
        if act != "push" and not amount.strip():
            raise Refused("bad-answer", f"{act!r} needs an amount, as in {act} 10")
        entries.append((act, abs(_cents(amount or "0") or 0)))
    if len(entries) != count:
        raise Refused("bad-answer", f"{len(entries)} of {count} bets are settled: write one answer for each, in order")
    return entries
