"""Results of the lab as a report needs them: slopes, decks, pay tables of other casinos, and protection."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pitboss.documents.inputs.input_cache import PlainAnswer, packed, report_question, unpacked
from pitboss.games.odds import edges_of
from pitboss.lab.protection import HOUR, protect_game
from pitboss.lab.whatif.slopes import Slopes, slopes
from pitboss.play.game import Game
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, kinds
from pitboss.play.refused import Refused
from pitboss.simulation.run import BY_HAND
from pitboss.solving.answers.analysis import PLAYED
from pitboss.solving.answers.threats import Tell
from pitboss.statistics.exactness import Number

DECKS = (1, 2, 4, 6, 8)


class OtherRules(Struct, frozen=True):
    """The edge of one bet under other rules."""

    what: str
    bet: str
    edge: Number
    source: str = ""


def whole_slopes(rules: HouseRules, tell: Any = None, workers: int | None = None) -> Slopes:
    """Return the slopes of every option and pay table line; raise if the user stopped them early."""
    found = slopes(rules, workers=workers, progress=tell)
    if found.stopped == BY_HAND:
        raise KeyboardInterrupt
    return found


def others_kept(game: Game, rules: HouseRules) -> list[OtherRules]:
    """Return the edges by number of decks, if that is an option, and with every named pay table."""
    kept = others_question(game, rules).get()
    return [OtherRules(what, bet, unpacked(edge), source) for what, bet, edge, source in kept]


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
    """Whether this bet's odds depend on this pay table, tested by raising a payout."""
    table = getattr(rules, option)
    line = next(line for line, row in table.lines if row[0].won > 0)
    more = rules.but(**{f"{option}.{line}": "999:1"})
    return _edges(game, more).get(bet) != _edges(game, rules).get(bet)


def _edges(game: Game, rules: HouseRules) -> dict[str, Number]:
    return {bet: edge for bet, edge in edges_of(game, rules).items() if bet != PLAYED}


def _edges_or_none(game: Game, rules: HouseRules, change: dict[str, object]) -> dict[str, Number]:
    try:
        return _edges(game, rules.but(**change))
    except Refused:
        return {}  # an invalid combination, such as more seats than the shoe has cards for


def _alike_once(edges: dict[str, Number]) -> list[tuple[str, Number]]:
    """Return one bet for each distinct edge, the first of them."""
    seen: dict[Number, str] = {}
    for bet, edge in edges.items():
        seen.setdefault(edge, bet)
    return [(bet, edge) for edge, bet in seen.items()]


def protection_data(game: Game, rules: HouseRules, tell: Tell) -> dict[str, Any]:
    """Return the data of `protect --json`, with the exact effects of removal."""
    found = protect_game(game, rules, HOUR, tell)
    exact = {bet: {rank: packed(by) for rank, by in ranks.items()} for bet, ranks in found.removal.best.items()}
    start = {bet: packed(edge) for bet, edge in found.removal.start.items()}
    return {**found.as_data(), "removal_exact": exact, "start_exact": start, "note": found.removal.note}
