"""A game's procedure as data: each motion with its clause, who makes it and what ends it; from its `procedure.toml`."""

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
    """A piece of a pattern: whether it may be left out, and the places where it may begin and end."""

    may_miss: bool
    first: frozenset[int]
    last: frozenset[int]


NOTHING = PatternPart(may_miss=True, first=frozenset(), last=frozenset())


class MotionOrder:
    """A pattern that is read."""

    def __init__(self, pattern: str) -> None:
        self._names: list[str] = []
        self._after: list[set[int]] = []
        self._left = re.findall(r"[a-z0-9-]+|[()|?*+]", pattern)[::-1]
        self._whole = self._choice()
        assert not self._left, f"the pattern goes on with {self._left[-1]!r} where it should end"

    def fits(self, motions: Iterable[str]) -> bool:
        """Whether these names, in this order, are one way through the pattern."""
        may_come: Iterable[int] = self._whole.first
        is_done = self._whole.may_miss
        for motion in motions:
            here = [place for place in may_come if self._names[place] == motion]
            may_come = set().union(*(self._after[place] for place in here))
            is_done = not self._whole.last.isdisjoint(here)
        return is_done

    def _choice(self) -> PatternPart:
        """Pieces with `|` between them: one of them."""
        part = self._row()
        while self._left and self._left[-1] == "|":
            self._left.pop()
            other = self._row()
            part = PatternPart(part.may_miss or other.may_miss, part.first | other.first, part.last | other.last)
        return part

    def _row(self) -> PatternPart:
        """Pieces one after the other."""
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
        """A name or a bracket, and how often it comes."""
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
"""The pattern of these words, read once."""


class Motion(Struct, frozen=True, forbid_unknown_fields=True):
    """One motion: every event names the one it belongs to (C-10)."""

    motion: str
    clause: str
    """Where the sheet or the rulings ask for it."""
    who: str
    """`dealer` or `player`."""
    does: str
    """What it is, said to whoever makes it: "turn the flop of this hand"."""
    ends: str
    """What is true when it is done."""
    where: tuple[str, ...] = ()
    """House rules, as `--set` takes them, under which it happens at all; none: the sheet's own."""
    why: str = ""
    """The sense of it in a few words, said to who meets it for the first time; a game may leave it out."""
    goes_round: bool = False
    """Whether it is made for every player in turn: nobody's total is called before it has gone round."""
    sees: str = ""
    """The place of the card that the dealer alone sees by it."""
    stays: bool = False
    """Whether its result stays in sight as neither a card nor a chip: a token, a hand turned sideways."""


class Together(Struct, frozen=True, forbid_unknown_fields=True):
    """Motions that follow one another in one breath: who begins learns them as one."""

    motions: str
    """Their names, as a pattern in the words of `order`."""
    does: str
    why: str

    def fits(self, names: Iterable[str]) -> bool:
        """Whether motions are just these."""
        return order_of(self.motions).fits(names)


class Procedure(Mapping[str, Motion]):
    """All motions of a game by name, in the order of the sheet."""

    def __init__(
        self, opening: str, order: str, motions: tuple[Motion, ...], first_rounds: Mapping[str, int], settles: str,
        together: tuple[Together, ...] = (), settles_after: str = "",
        any_order: Mapping[str, tuple[str, ...]] | None = None, count_clause: str = "",
    ) -> None:  # fmt: skip
        self.opening = opening
        """What comes before the wagers, in the words of `order`."""
        self.order = order
        """How motions follow one another, as a pattern of their names: `( | )` a choice, `? * +` how often."""
        self.first_rounds = first_rounds
        """By level the seed of the round that a trainee meets first: a short and rich one; a game may name none."""
        self.settles = settles
        """In which order bets are settled, said before it is done and to who gets it wrong; may be left out."""
        self.settles_after = settles_after
        """The motion after which they are settled in this order; none: always."""
        self.together = together
        """What a beginner learns as one motion; a game may name none."""
        self.any_order = dict(any_order or {})
        """By motion those that no clause orders before or after it: no question asks which comes first."""
        self.count_clause = count_clause
        """Where the sheet says what is in the shoe, for questions of the count; may be left out."""
        self._motions = {motion.motion: motion for motion in motions}

    def follows(self, motions: Iterable[str]) -> bool:
        """Whether motions come in the order of the sheet; a cut card comes out wherever it lay."""
        return order_of(self.order).fits(motion for motion in motions if motion != "cut-card")

    def is_order_open(self, motion: str, other: str) -> bool:
        """Whether no clause says which of two motions comes first."""
        return other in self.any_order.get(motion, ()) or motion in self.any_order.get(other, ())

    def opens(self, motions: Iterable[str]) -> bool:
        """Whether motions before the wagers come in the order of the sheet."""
        return order_of(self.opening).fits(motions)

    def __getitem__(self, name: str) -> Motion:
        return self._motions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._motions)

    def __len__(self) -> int:
        return len(self._motions)


@cache
def procedure_of(name: str) -> Procedure:
    """The procedure that lies beside the game of this name."""
    text = GAMES[name].provides.procedure
    if text is None:
        reason = f"{name} tells no procedure of its dealer: its package needs a procedure.toml, as ours have one"
        raise Refused("no-procedure", reason)
    data = tomllib.loads(text)
    motions = msgspec.convert(data["motions"], tuple[Motion, ...])
    first = msgspec.convert(data.get("first_rounds", {}), dict[str, int])
    together = msgspec.convert(data.get("together", ()), tuple[Together, ...])
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
    )


def has_procedure(name: str) -> bool:
    """Whether the game tells the motions of its dealer."""
    return GAMES[name].provides.has(GameInterface.procedure)


def first_rounds(name: str) -> dict[str, int]:
    """By level the seed of a trainee's first round; of a game that names none nothing."""
    return dict(procedure_of(name).first_rounds) if has_procedure(name) else {}


def clause_parts(clause: str) -> list[str]:
    """
    What a clause quotes, one by one.

    >>> clause_parts("Rules of Play 1, 3 and 6, FB-2")
    ['Rules of Play 1, 3 and 6', 'FB-2']
    """
    return re.split(r", (?=[A-Za-z])", clause)


def clauses_of(name: str) -> dict[str, str]:
    """What the sheet's clauses ask for, motion by motion; the sheet's own words are not here."""
    found: dict[str, list[str]] = {}
    for motion in procedure_of(name).values() if has_procedure(name) else ():
        who = "The dealer's" if motion.who == "dealer" else "The player's"
        line = f"{who}: {motion.does}, until {motion.ends}."
        for part in clause_parts(motion.clause):
            found.setdefault(part, []).append(line)
    return {part: "\n".join(lines) for part, lines in found.items()}


@cache
def clause_of(game: Game, motion: str) -> str:
    """Where the sheet or the rulings ask for this motion; of a game that tells no procedure only its name."""
    return procedure_of(game.name)[motion].clause if has_procedure(game.name) else f"the rules of {game.title}"


def count_clause_of(game: Game) -> str:
    """Return where the sheet says what is in the shoe; of a game that does not say, only its name."""
    told = procedure_of(game.name).count_clause if has_procedure(game.name) else ""
    return told or f"the rules of {game.title}"
