"""The felt plan as data: spots for chips, places for cards, and printed text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from string import Formatter
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
"""Number of rounds played to find the places a script deals to."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A betting spot: a circle of radius `r`, or a box if `w` and `h` are given."""

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
    """The name of the hands that its chips are placed next to if there are several: `hand` for hand-1, hand-2."""
    pays: str = ""
    """The printed payout; `{option}` is replaced by a value from the house rules."""
    clause: str = ""
    """The clause of the sheet or the rulings that requires it."""
    group: str = ""
    """Spots of one group are shown together on the page, such as those of one hand."""
    offered: bool = False
    """Whether the page shows the spot only while its bet is offered or has chips."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place for cards: one pile, or, if it has a spread, all piles with this prefix (hand-1, hand-2) side by side."""

    at: str
    x: float
    y: float
    label: str = ""
    spread: float = 0
    """The width shared by hands with the same prefix; 0 if each place is separate."""
    printed: bool = True
    """Whether it is printed on the felt."""
    board: bool = False
    """Whether everyone plays with its cards; the page shows them in a separate row."""
    large: bool = False
    """Whether the page shows its card larger than the others."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Printed text: `{option}` is replaced by a value from the house rules; `where` says when it is printed."""

    say: str
    where: str = ""
    unless: str = ""
    """The condition under which it is not printed."""
    clause: str = ""
    """The clause of the sheet or the rulings that requires it."""

    def under(self, rules: Any) -> str:
        """Return the text as printed under these rules; empty if it does not apply."""
        return self.say.format(**_in_capitals(rules)) if self.holds(rules) else ""

    def holds(self, rules: Any) -> bool:
        """Whether the text applies under these rules."""
        return (not self.where or holds(rules, self.where)) and not (self.unless and holds(rules, self.unless))


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed pay table: a rules option and, if only one column applies, the option that selects it."""

    of: str
    column: str = ""
    title: str = ""
    clause: str = ""
    """The clause of the sheet or the rulings that requires it."""
    where: str = ""
    """The condition under which it is printed."""

    def under(self, rules: Any) -> Paytable | None:
        """Return the table under these rules, with the columns that apply; None if it is not printed."""
        if self.where and not holds(rules, self.where):
            return None
        table = getattr(rules, self.of, None)
        if not isinstance(table, Paytable) or not self.column:
            return table if isinstance(table, Paytable) else None
        place = getattr(rules, self.column) - 1
        return Paytable((table.columns[place],), tuple((name, (row[place],)) for name, row in table.lines))


@dataclass(frozen=True)
class FeltPlan:
    """The felt of one game, in units relative to the centre of the dealer's side or of a seat."""

    felt: str
    dark: str
    title: str
    motto: tuple[Phrase, ...]
    tables: tuple[Printed, ...]
    """The pay tables printed on the felt."""
    dealer: tuple[Place, ...]
    seat: tuple[Place, ...]
    spots: tuple[Spot, ...]
    shared: bool = False
    """Whether all seats share one betting field."""
    notices: tuple[Phrase, ...] = ()
    """Notices a casino must print in addition to the motto, on the felt or on a sign."""
    how: tuple[Phrase, ...] = ()
    """The game in five sentences, for new players."""
    order: tuple[str, ...] = ()
    """A round, step by step."""
    picture: str = "As Kh"
    """The cards in the game's picture."""

    @property
    def seat_places(self) -> list[str]:
        """The places of a seat's cards, from left to right."""
        return [place.at for place in sorted(self.seat, key=lambda place: place.x)]

    def motto_for(self, rules: Any) -> str:
        """Return the motto as printed under these rules."""
        return "  ·  ".join(filter(None, (each.under(rules) for each in self.motto)))

    def how_to_play(self, rules: Any) -> list[str]:
        """Return the game in five sentences under these rules."""
        words = {name: str(value).replace("-", " ") for name, value in rules.as_data().items()}
        return [each.say.format(**words) for each in self.how if each.holds(rules)]

    def pays_under(self, rules: Any, spot: Spot) -> str:
        """Return a spot's printed payout under these rules."""
        return spot.pays.format(**{name: PrintedOdds(rules, name) for name in type(rules).options()})

    def paid_by(self, option: str) -> Iterator[tuple[str, int | None]]:
        """Yield the bets that a pay table pays, each with its column, or None if the spot gives no column number."""
        for spot in self.spots:
            for _, name, column, _ in Formatter().parse(spot.pays):
                if name == option:
                    yield spot.bet, int(column) - 1 if column and column.isdigit() else None


class PrintedOdds:
    """
    A printed payout: 10:1, or the best line of a pay table; the format spec selects its column by number or option.
    """

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
    """Format an option as on a felt: 3 TO 2, STRAIGHT."""
    return str(value).replace(":", " to ").replace("-", " ").upper()


@cache
def plan_of(game: str, bets: tuple[Bet, ...]) -> FeltPlan:
    """Return the plan from the game's file, or a plain one derived from its bets."""
    text = GAMES[game].provides.felt
    return plain_plan(GAMES[game], bets) if text is None else read_plan(tomllib.loads(text), bets)


def plan_for(game: Game, rules: Any) -> FeltPlan:
    """Return the plan of a game under these rules."""
    return plan_of(game.name, game.bets(rules))


def pay_tables(game: Game, rules: Any) -> Iterator[tuple[str, str, Paytable]]:
    """Yield the option, title and lines of each pay table in play, without those of bets that are not offered."""
    printed = {each.of: each for each in plan_for(game, rules).tables}
    for name in rules.options():
        table = getattr(rules, name)
        shown = printed.get(name)
        if isinstance(table, Paytable) and (in_play := shown.under(rules) if shown else table):
            title = (shown.title if shown else "") or name.removesuffix("_table").replace("_", " ")
            yield name, title[:1].upper() + title[1:], in_play


def read_plan(data: Mapping[str, Any], bets: tuple[Bet, ...]) -> FeltPlan:
    """Build a plan from its data, with spots only for the bets in these rules."""
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
        picture=data.get("picture", FeltPlan.picture),
    )  # fmt: skip


def _phrases(data: Sequence[Any]) -> tuple[Phrase, ...]:
    return tuple(Phrase(each) if isinstance(each, str) else Phrase(**each) for each in data)


def plain_plan(game: Game, bets: tuple[Bet, ...]) -> FeltPlan:
    """Build a plan for a game without a drawing: spots in rows of three, and places wherever its script deals cards."""
    spots = tuple(
        Spot(bet.name, (number % _COLUMNS - 1) * 74, number // _COLUMNS * 58 - 30, bet.title.upper()[:12])
        for number, bet in enumerate(bets)
    )
    dealer, seat = (_in_a_row(names, y) for names, y in zip(_places_of(game), (0, -110), strict=True))
    return FeltPlan("#1f4f46", "#0c2a25", game.title.upper(), (), (), dealer, seat, spots)


def _in_a_row(names: Sequence[str], y: float) -> tuple[Place, ...]:
    """Place these names side by side around the middle."""
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
    """Return the places the script deals to, for the dealer and for a seat, found by playing random rounds."""
    rules, draw = game.rules(), Random(1)
    stakes = {bet.name: bet.least for bet in game.bets(rules) if not bet.in_play}
    found: tuple[dict[str, None], dict[str, None]] = ({}, {})
    table = Rounds(game, rules, 1, stakes)
    for events in table.dealt(_ROUNDS, draw, lambda seen, offer, seat: draw.choice(offer.options[seat]).name):
        for event in events:
            if isinstance(event, Dealt):
                found[event.seat is not None][event.at] = None
    return list(found[0]) or ["cards"], list(found[1])
