"""A game's dealing procedure, read from its `procedure.toml`: each motion with its clause, actor and end condition."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import msgspec
from msgspec import Struct

from pitboss.games import GAMES
from pitboss.games.interface import GameInterface
from pitboss.play.game import Game
from pitboss.play.refused import Refused


class PatternPart(NamedTuple):
    """A compiled piece of a pattern: whether it can be empty, and the positions at which it can begin and end."""

    may_miss: bool
    first: frozenset[int]
    last: frozenset[int]


NOTHING = PatternPart(may_miss=True, first=frozenset(), last=frozenset())


class MotionOrder:
    """A compiled pattern of motion names, matched like a small regular expression."""

    def __init__(self, pattern: str) -> None:
        self._names: list[str] = []
        self._after: list[set[int]] = []
        self._left = re.findall(r"[a-z0-9-]+|[()|?*+]", pattern)[::-1]
        self._whole = self._choice()
        assert not self._left, f"the pattern goes on with {self._left[-1]!r} where it should end"

    def fits(self, motions: Iterable[str]) -> bool:
        """Whether these motion names, in this order, match the whole pattern."""
        may_come: Iterable[int] = self._whole.first
        is_done = self._whole.may_miss
        for motion in motions:
            here = [place for place in may_come if self._names[place] == motion]
            may_come = set().union(*(self._after[place] for place in here))
            is_done = not self._whole.last.isdisjoint(here)
        return is_done

    def _choice(self) -> PatternPart:
        """Parse alternatives separated by `|`."""
        part = self._row()
        while self._left and self._left[-1] == "|":
            self._left.pop()
            other = self._row()
            part = PatternPart(part.may_miss or other.may_miss, part.first | other.first, part.last | other.last)
        return part

    def _row(self) -> PatternPart:
        """Parse a sequence of pieces."""
        part = NOTHING
        while self._left and self._left[-1] not in "|)":
            following = self._repeated()
            self._join(part.last, following.first)
            part = PatternPart(
                part.may_miss and following.may_miss,
                part.first | following.first if part.may_miss else part.first,
                part.last | following.last if following.may_miss else following.last,
            )
        return part

    def _repeated(self) -> PatternPart:
        """Parse a name or a group with its quantifiers."""
        part = self._one()
        while self._left and self._left[-1] in "?*+":
            sign = self._left.pop()
            if sign in "*+":
                self._join(part.last, part.first)
            part = part._replace(may_miss=part.may_miss or sign in "?*")
        return part

    def _one(self) -> PatternPart:
        name = self._left.pop()
        if name == "(":
            part = self._choice()
            assert self._left.pop() == ")"
            return part
        place = frozenset({len(self._names)})
        self._names.append(name)
        self._after.append(set())
        return PatternPart(may_miss=False, first=place, last=place)

    def _join(self, before: Iterable[int], after: Iterable[int]) -> None:
        for place in before:
            self._after[place].update(after)


order_of = cache(MotionOrder)
"""Compile a pattern, cached by its text."""


class Motion(Struct, frozen=True, forbid_unknown_fields=True):
    """One motion of the dealer or a player. Every event names the motion it belongs to (C-10)."""

    motion: str
    clause: str
    """The clause of the sheet or the rulings that requires it."""
    who: str
    """`dealer` or `player`."""
    does: str
    """The motion as an instruction to the person who makes it: "turn the flop of this hand"."""
    ends: str
    """The condition that holds when the motion is complete."""
    where: tuple[str, ...] = ()
    """
    House rules, in `--set` syntax, under which the motion takes place.

    If empty, the motion takes place under the default rules.
    """
    why: str = ""
    """The reason for the motion in a few words, for beginners. Optional."""
    goes_round: bool = False
    """Whether it is made for every player in turn. No player's total is announced until it is complete."""
    sees: str = ""
    """The place of the card that only the dealer sees during this motion."""
    stays: bool = False
    """Whether its result stays visible as something other than a card or a chip: a token, a hand turned sideways."""


class MotionGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Motions that follow each other without a pause. A beginner learns them as one."""

    motions: str
    """Their names, as a pattern in the syntax of `order`."""
    does: str
    why: str

    def fits(self, names: Iterable[str]) -> bool:
        """Whether these motions are exactly this group."""
        return order_of(self.motions).fits(names)


class Procedure(Mapping[str, Motion]):
    """All motions of a game by name, in the order of the sheet."""

    def __init__(
        self, opening: str, order: str, motions: tuple[Motion, ...], first_rounds: Mapping[str, int], settles: str,
        together: tuple[MotionGroup, ...] = (), settles_after: str = "",
        any_order: Mapping[str, tuple[str, ...]] | None = None, count_clause: str = "", play_basis: str = "",
    ) -> None:  # fmt: skip
        self.opening = opening
        """The motions before the wagers, as a pattern in the syntax of `order`."""
        self.order = order
        """The order of the motions, as a pattern of their names: `( | )` for alternatives, `? * +` for repetition."""
        self.first_rounds = first_rounds
        """The seed of a trainee's first round, by level: a short round in which much happens. Optional."""
        self.settles = settles
        """The order in which bets are settled, shown before settling and after a mistake. Optional."""
        self.settles_after = settles_after
        """The motion after which this settling order applies; if empty, it always applies."""
        self.together = together
        """The groups of motions that a beginner learns as one. Optional."""
        self.any_order = dict(any_order or {})
        """For each motion, those whose order relative to it no clause fixes. The quiz never asks which comes first."""
        self.count_clause = count_clause
        """The clause that says what is in the shoe, for questions about the count. Optional."""
        self.play_basis = play_basis
        """The cards that best play is computed from, if not all that the player has seen. Optional."""
        self._motions = {motion.motion: motion for motion in motions}

    def follows(self, motions: Iterable[str]) -> bool:
        """Whether the motions follow the order of the sheet. The cut card is ignored: it can come out at any point."""
        return order_of(self.order).fits(motion for motion in motions if motion != "cut-card")

    def is_order_open(self, motion: str, other: str) -> bool:
        """Whether no clause says which of the two motions comes first."""
        return other in self.any_order.get(motion, ()) or motion in self.any_order.get(other, ())

    def opens(self, motions: Iterable[str]) -> bool:
        """Whether the motions before the wagers follow the order of the sheet."""
        return order_of(self.opening).fits(motions)

    def __getitem__(self, name: str) -> Motion:
        return self._motions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._motions)

    def __len__(self) -> int:
        return len(self._motions)


@cache
def procedure_of(name: str) -> Procedure:
    """Return the procedure of the named game. Raise Refused if it has no `procedure.toml`."""
    text = GAMES[name].provides.procedure
    if text is None:
        reason = f"{name} has no procedure.toml for its dealer: pitboss new --procedure ./{name} writes a draft"
        raise Refused("no-procedure", reason)
    data = tomllib.loads(text)
    motions = msgspec.convert(data["motions"], tuple[Motion, ...])
    first = msgspec.convert(data.get("first_rounds", {}), dict[str, int])
    together = msgspec.convert(data.get("together", ()), tuple[MotionGroup, ...])
    settles = data.get("settles", ""), data.get("settles_after", "")
    any_order = msgspec.convert(data.get("any_order", {}), dict[str, tuple[str, ...]])
    return Procedure(
        data["opening"],
        data["order"],
        motions,
        first,
        settles[0],
        together,
        settles[1],
        any_order,
        data.get("count_clause", ""),
        data.get("play_basis", ""),
    )


def has_procedure(name: str) -> bool:
    """Whether the game has a `procedure.toml`."""
    return GAMES[name].provides.has(GameInterface.procedure)


def first_rounds(name: str) -> dict[str, int]:
    """Return the seed of a trainee's first round, by level. Empty if the game names none."""
    return dict(procedure_of(name).first_rounds) if has_procedure(name) else {}


def clause_parts(clause: str) -> list[str]:
    """
    Split a clause reference into its separate citations.

    >>> clause_parts("Rules of Play 1, 3 and 6, FB-2")
    ['Rules of Play 1, 3 and 6', 'FB-2']
    """
    return re.split(r", (?=[A-Za-z])", clause)


def clauses_of(name: str) -> dict[str, str]:
    """Return the motions that each clause requires, as text by citation. The sheet's own wording is not included."""
    found: dict[str, list[str]] = {}
    for motion in procedure_of(name).values() if has_procedure(name) else ():
        who = "The dealer's" if motion.who == "dealer" else "The player's"
        line = f"{who}: {motion.does}, until {motion.ends}."
        for part in clause_parts(motion.clause):
            found.setdefault(part, []).append(line)
    return {part: "\n".join(lines) for part, lines in found.items()}


@cache
def clause_of(game: Game, motion: str) -> str:
    """Return the clause that requires this motion. Without a procedure, return a reference to the game's rules."""
    return procedure_of(game.name)[motion].clause if has_procedure(game.name) else f"the rules of {game.title}"


def count_clause_of(game: Game) -> str:
    """Return the clause that says what is in the shoe. If the procedure names none, refer to the game's rules."""
    clause = procedure_of(game.name).count_clause if has_procedure(game.name) else ""
    return clause or f"the rules of {game.title}"


def play_basis_of(game: Game) -> str:
    """Return the cards that best play is computed from, in words; empty for all cards that the player has seen."""
    return procedure_of(game.name).play_basis if has_procedure(game.name) else ""
