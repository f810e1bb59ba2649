"""How a felt is laid, as data: spots for chips, places for cards, words in print."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from pitboss.games import GAMES
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.conditions import holds
from pitboss.play.steps import Dealt
from pitboss.solving.script.random_rounds import Rounds

_COLUMNS = 3
_APART, _DEALER_APART = 92, 150
_ROUNDS = 200
"""Played to see where a script puts cards."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where chips lie: a circle of radius `r`, or a box where `w` and `h` are given."""

    bet: str
    x: float
    y: float
    label: str
    r: float = 25
    w: float = 0
    h: float = 0
    main: bool = False
    fill: str = ""
    rides: str = ""
    """The hands that its chips lie beside once there are several: hand-1, hand-2 for `hand`."""
    narrow: tuple[float, float, float, float] | None = None
    """Its x, y, w and h in the shared field on a phone."""
    pays: str = ""
    """What it pays, in print: `{option}` stands for what the house's rules say."""
    clause: str = ""
    """Where the sheet or the rulings ask for it."""
    group: str = ""
    """Spots of one group are shown together on the page, such as those of one hand."""
    offered: bool = False
    """Whether the page shows the spot only while its bet is offered or has chips."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where cards lie: one pile, or side by side all piles whose names begin so (hand-1, hand-2) where it has width."""

    at: str
    x: float
    y: float
    label: str = ""
    spread: float = 0
    """The width that hands of one name share; none: each place is its own."""
    printed: bool = True
    """Whether the felt shows it."""
    board: bool = False
    """Whether everyone plays with its cards: the page shows them in a row of their own."""
    large: bool = False
    """Whether the page shows its card larger than the others."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words in print: `{option}` stands for what the house's rules say, `where` names the option they hang on."""

    say: str
    where: str = ""
    unless: str = ""
    """The option under which they are not printed."""
    clause: str = ""
    """Where the sheet or the rulings ask for them."""

    def under(self, rules: Any) -> str:
        """The words as these rules have them printed; nothing where they do not hold."""
        return self.say.format(**_in_capitals(rules)) if self.holds(rules) else ""

    def holds(self, rules: Any) -> bool:
        """Whether these rules have them."""
        return (not self.where or holds(rules, self.where)) and not (self.unless and holds(rules, self.unless))


@dataclass(frozen=True, slots=True)
class Printed:
    """A paytable in print: an option of the rules, and where one of its columns applies, the option that says which."""

    of: str
    column: str = ""
    title: str = ""
    clause: str = ""
    """Where the sheet or the rulings ask for it."""

    def under(self, rules: Any) -> Paytable | None:
        """The table as these rules have it, with the columns that apply."""
        table = getattr(rules, self.of, None)
        if not isinstance(table, Paytable) or not self.column:
            return table if isinstance(table, Paytable) else None
        place = getattr(rules, self.column) - 1
        return Paytable((table.columns[place],), tuple((name, (row[place],)) for name, row in table.lines))


@dataclass(frozen=True)
class FeltPlan:
    """The felt of one game, in units of its own around the middle of the dealer's side or of a seat."""

    felt: str
    dark: str
    title: str
    motto: tuple[Phrase, ...]
    tables: tuple[Printed, ...]
    """The paytables printed on the felt."""
    dealer: tuple[Place, ...]
    seat: tuple[Place, ...]
    spots: tuple[Spot, ...]
    shared: bool = False
    """One betting field for all seats."""
    notices: tuple[Phrase, ...] = ()
    """What a house must print in addition to the motto, on the felt or on a sign."""
    how: tuple[Phrase, ...] = ()
    """The game in five sentences, for people who sit down for the first time."""
    order: tuple[str, ...] = ()
    """A round, step by step."""

    def motto_under(self, rules: Any) -> str:
        """The motto as these rules have it printed."""
        return "  ·  ".join(filter(None, (each.under(rules) for each in self.motto)))

    def how_under(self, rules: Any) -> list[str]:
        """The game in five sentences, as these rules have it dealt."""
        words = {name: str(value).replace("-", " ") for name, value in rules.as_data().items()}
        return [each.say.format(**words) for each in self.how if each.holds(rules)]

    def pays_under(self, rules: Any, spot: Spot) -> str:
        """What a spot pays, as these rules have it printed."""
        return spot.pays.format(**{name: PrintedOdds(rules, name) for name in type(rules).options()})

    def field(self, narrow: bool) -> Iterator[Spot]:
        """The spots of the shared field."""
        for spot in self.spots:
            if narrow and spot.narrow:
                x, y, w, h = spot.narrow
                yield replace(spot, x=x, y=y, w=w, h=h)
            else:
                yield spot


class PrintedOdds:
    """A payout in print: 10:1, or the best line of a paytable; a format names its column, by number or by option."""

    def __init__(self, rules: Any, option: str) -> None:
        self._rules, self._value = rules, getattr(rules, option)

    def __format__(self, column: str) -> str:
        if not isinstance(self._value, Paytable):
            return str(self._value)
        place = int(column or 1) if column.isdigit() or not column else getattr(self._rules, column)
        rows = [row[place - 1] for _, row in self._value.lines]
        return str(max(rows, key=lambda pays: Fraction(pays.won, pays.per)))


def _in_capitals(rules: Any) -> dict[str, str]:
    return {name: _in_print(value) for name, value in rules.as_data().items()}


def _in_print(value: object) -> str:
    """An option as a felt has it: 3 TO 2, STRAIGHT."""
    return str(value).replace(":", " to ").replace("-", " ").upper()


@cache
def plan_of(game: str, bets: tuple[Bet, ...]) -> FeltPlan:
    """The plan of a game from its file, or a plain one made of its bets."""
    text = GAMES[game].provides.felt
    return plain_plan(GAMES[game], bets) if text is None else read_plan(tomllib.loads(text), bets)


def plan_for(game: Game, rules: Any) -> FeltPlan:
    """The plan of a game under these rules."""
    return plan_of(game.name, game.bets(rules))


def read_plan(data: Mapping[str, Any], bets: tuple[Bet, ...]) -> FeltPlan:
    """A plan from its data; only spots of bets that the rules have."""
    names = {bet.name for bet in bets}
    return FeltPlan(
        felt=data["felt"], dark=data["dark"], title=data["title"],
        motto=_phrases(data.get("motto", ())),
        tables=tuple(Printed(each) if isinstance(each, str) else Printed(**each) for each in data.get("tables", ())),
        dealer=tuple(Place(**place) for place in data.get("dealer", ())),
        seat=tuple(Place(**place) for place in data.get("seat", ())),
        spots=tuple(Spot(**spot) for spot in data["spot"] if spot["bet"] in names), shared=data.get("shared", False),
        notices=_phrases(data.get("notices", ())),
        how=_phrases(data.get("how", ())), order=tuple(data.get("order", ())),
    )  # fmt: skip


def _phrases(data: Sequence[Any]) -> tuple[Phrase, ...]:
    return tuple(Phrase(each) if isinstance(each, str) else Phrase(**each) for each in data)


def plain_plan(game: Game, bets: tuple[Bet, ...]) -> FeltPlan:
    """A felt for a game that has no drawing: its spots in rows of three, places wherever its script puts cards."""
    spots = tuple(
        Spot(bet.name, (number % _COLUMNS - 1) * 74, number // _COLUMNS * 58 - 30, bet.title.upper()[:12])
        for number, bet in enumerate(bets)
    )
    dealer, seat = (_in_a_row(names, y) for names, y in zip(_places_of(game), (0, -110), strict=True))
    return FeltPlan("#1f4f46", "#0c2a25", game.title.upper(), (), (), dealer, seat, spots)


def _in_a_row(names: Sequence[str], y: float) -> tuple[Place, ...]:
    """Places side by side around the middle."""
    middle = (len(names) - 1) / 2
    return tuple(
        Place(
            name,
            (number - middle) * (_APART if y else _DEALER_APART),
            y,
            name.replace("-", " ").upper() if y == 0 else "",
        )
        for number, name in enumerate(names)
    )


def _places_of(game: Game) -> tuple[list[str], list[str]]:
    """Where the script puts cards on the dealer's side and before a seat, seen in rounds that bots play."""
    rules, draw = game.rules(), Random(1)
    stakes = {bet.name: bet.least for bet in game.bets(rules) if not bet.in_play}
    found: tuple[dict[str, None], dict[str, None]] = ({}, {})
    table = Rounds(game, rules, 1, stakes)
    for events in table.dealt(_ROUNDS, draw, lambda seen, offer, seat: draw.choice(offer.options[seat]).name):
        for event in events:
            if isinstance(event, Dealt):
                found[event.seat is not None][event.at] = None
    return list(found[0]) or ["cards"], list(found[1]) or ["cards"]
