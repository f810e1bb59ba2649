"""Edges under other rules: slopes, other casinos' tables, combinations of options, and published figures."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from itertools import product
from typing import Any

from msgspec import Struct, convert

from pitboss.documents.inputs.input_cache import PlainAnswer, packed, report_question, unpacked
from pitboss.games import GAMES
from pitboss.games.odds import bets_alone, edges_of
from pitboss.lab.protection import HOUR, protect_game
from pitboss.lab.whatif.slopes import Slopes, slopes
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, kinds
from pitboss.play.refused import Refused
from pitboss.simulation.run import BY_HAND
from pitboss.solving.answers.analysis import PLAYED, Analysis, BetOdds
from pitboss.solving.answers.threats import Progress
from pitboss.statistics.exactness import Number

DECKS = (1, 2, 4, 6, 8)


class OtherRules(Struct, frozen=True):
    """The edge of one bet under other rules."""

    what: str
    bet: str
    edge: Number
    source: str = ""


def whole_slopes(rules: HouseRules, progress: Any = None, workers: int | None = None) -> Slopes:
    """Return the slopes of every option and pay table line; raise if the user stopped them early."""
    found = slopes(rules, workers=workers, progress=progress)
    if found.stopped == BY_HAND:
        raise KeyboardInterrupt
    return found


def edges_under_other_rules(game: Game, rules: HouseRules) -> list[OtherRules]:
    """Return the edges for each number of decks, if that is an option, and for every named pay table."""
    edges = others_question(game, rules).get()
    return [OtherRules(what, bet, unpacked(edge), source) for what, bet, edge, source in edges]


def others_question(game: Game, rules: HouseRules) -> PlainAnswer:
    """Return the question for the edges under other rules."""

    def solve() -> Any:
        return [[what, bet, packed(edge), source] for what, bet, edge, source in _others(game, rules)]

    return report_question(game, rules, "others", {}, solve)


def _others(game: Game, rules: HouseRules) -> list[tuple[str, str, Number, str]]:
    here = _edges(game, rules)
    rows: list[tuple[str, str, Number, str]] = []
    how = getattr(kinds(type(rules)).get("decks"), "__metadata__", (None,))[0]
    if isinstance(how, Between):
        for decks in (each for each in DECKS if how.least <= each <= how.most):
            there = _edges_or_none(game, rules, {"decks": decks})
            rows += [(f"decks = {decks}", bet, edge, "") for bet, edge in _alike_once(there)]
    for option in rules.named:
        for name, named in type(rules).table_names(option).items():
            there = _edges_or_none(game, rules, {option: name})
            changed = {bet: edge for bet, edge in there.items() if edge != here.get(bet) or name == "sheet"}
            touched = {bet: edge for bet, edge in changed.items() if _pays_by(game, rules, option, bet)}
            rows += [(f"{option} = {name}", bet, edge, named.source) for bet, edge in touched.items()]
    return rows


def _pays_by(game: Game, rules: HouseRules, option: str, bet: str) -> bool:
    """Return whether this bet's odds depend on this pay table, tested by raising a payout."""
    table = getattr(rules, option)
    line = next(line for line, row in table.lines if row[0].won > 0)
    more = rules.with_changes(**{f"{option}.{line}": "999:1"})
    return _edges(game, more).get(bet) != _edges(game, rules).get(bet)


def _edges(game: Game, rules: HouseRules) -> dict[str, Number]:
    return {bet: edge for bet, edge in edges_of(game, rules).items() if bet != PLAYED}


def _edges_or_none(game: Game, rules: HouseRules, change: dict[str, object]) -> dict[str, Number]:
    try:
        return _edges(game, rules.with_changes(**change))
    except Refused:
        return {}  # an invalid combination, such as more seats than the shoe has cards for


def _alike_once(edges: dict[str, Number]) -> list[tuple[str, Number]]:
    """Return the first bet with each distinct edge."""
    seen: dict[Number, str] = {}
    for bet, edge in edges.items():
        seen.setdefault(edge, bet)
    return [(bet, edge) for edge, bet in seen.items()]


def protection_data(game: Game, rules: HouseRules, progress: Progress) -> dict[str, Any]:
    """Return the data of `protect --json`, with the exact effects of removal."""
    found = protect_game(game, rules, HOUR, progress)
    exact = {bet: {rank: packed(by) for rank, by in ranks.items()} for bet, ranks in found.removal.best.items()}
    start = {bet: packed(edge) for bet, edge in found.removal.start.items()}
    return {**found.as_data(), "removal_exact": exact, "start_exact": start, "note": found.removal.note}


_MAX_OPTIONS = 2


class HouseRow(Struct, frozen=True):
    """One combination: the values of the options, and the edge of every bet and of the game as played."""

    values: Mapping[str, str]
    edges: Mapping[str, Number]


def matrix_options(game: Game, rules: HouseRules, slopes: Slopes) -> dict[str, list[Any]]:
    """Return the options of the matrix with their values: the decks, then those with the largest effects."""
    found: dict[str, list[Any]] = {}
    how = getattr(kinds(type(rules)).get("decks"), "__metadata__", (None,))[0]
    if isinstance(how, Between):
        found["decks"] = [each for each in DECKS if how.least <= each <= how.most]
    plain = [slope for slope in slopes.slopes if slope.option in rules.options() and slope.option != "decks"]
    plain = [slope for slope in plain if not isinstance(getattr(rules, slope.option), Paytable)]
    by_effect = sorted(plain, key=lambda slope: -abs(float(slope.changes.get(PLAYED, 0))))
    for slope in by_effect[:_MAX_OPTIONS]:
        found[slope.option] = [slope.before, slope.after]
    return found


def matrix_question(game: Game, rules: HouseRules, options: Mapping[str, list[Any]]) -> PlainAnswer:
    """Return the question for the edges of every combination of these values."""

    def solve() -> Any:
        return list(_rows(game, rules, options))

    return report_question(game, rules, "matrix", {"options": dict(options)}, solve)


def house_matrix(game: Game, rules: HouseRules, options: Mapping[str, list[Any]]) -> list[HouseRow]:
    """Return the combinations that the rules allow."""
    rows = matrix_question(game, rules, options).get()
    return [HouseRow(values, {bet: unpacked(edge) for bet, edge in edges.items()}) for values, edges in rows]


def _rows(game: Game, rules: HouseRules, options: Mapping[str, list[Any]]) -> Iterator[Any]:
    for values in product(*options.values()):
        chosen = dict(zip(options, values, strict=True))
        try:
            there = rules.with_settings([f"{name}={value}" for name, value in chosen.items()])
            edges = edges_of(game, there)
        except Refused:
            continue  # a combination that the rules do not allow
        yield [{name: str(value) for name, value in chosen.items()}, {bet: packed(edge) for bet, edge in edges.items()}]


class PublishedFigure(Struct, frozen=True):
    """One published figure."""

    what: str
    published: str
    figure: str
    source: str
    address: str
    shown: str = ""
    settings: tuple[str, ...] = ()
    disputed: str = ""

    def agrees(self, ours: Number) -> bool:
        """Return whether our figure, rounded to the published number of digits, equals the published one."""
        said = Decimal(self.published)
        exponent = said.as_tuple().exponent
        assert isinstance(exponent, int)
        return abs(float(ours) - float(said)) <= 0.5000001 * 10.0**exponent

    @property
    def words(self) -> str:
        """The figure as published."""
        return self.shown or self.published.replace("-", "−")


@cache
def published_of(game: str) -> tuple[PublishedFigure, ...]:
    """Return the figures published for this game."""
    rows = tomllib.loads(GAMES[game].provides.published or "").get("row", ())
    return convert(rows, tuple[PublishedFigure, ...])


def found_in(analysis: Analysis, figure: str) -> Number:
    """Return our value of a published figure; see `published.toml` for the syntax."""
    what, _, rest = figure.partition(".")
    if what == "played":
        return _number(getattr(analysis.played, rest))
    if what == "chart":
        name, row, column = rest.split(".")
        chart = analysis.chart(name)
        return _number(dict(chart.rows)[row][chart.columns.index(column)])
    return _of_bet(analysis.bet(bet_of(figure)), figure)


def found_alone(game: Game, rules: HouseRules, figure: str) -> Number | None:
    """Return our value without a full analysis, if the edges or a single bet suffice; otherwise None."""
    what, _, last = figure.rpartition(".")
    if game.provides.edges and last == "house_edge":
        return edges_of(game, rules)[what.removeprefix("bet.")]
    bet = next((bet for bet in bets_alone(game, rules) if bet.name == bet_of(figure)), None)
    return _of_bet(bet, figure) if bet else None


def bet_of(figure: str) -> str:
    """Return the bet a figure refers to, or an empty string."""
    what, _, rest = figure.partition(".")
    return rest.partition(".")[0] if what == "bet" else ""


def _of_bet(bet: BetOdds, figure: str) -> Number:
    _, _, rest = figure.removeprefix("bet.").partition(".")
    outcome, _, last = rest.rpartition(".")
    if not outcome:
        return _number(getattr(bet, last))
    return next(each.probability for each in bet.outcomes if each.name == outcome)


def _number(value: Any) -> Number:
    assert not isinstance(value, (str, type(None)))
    found: Number = value
    return found
