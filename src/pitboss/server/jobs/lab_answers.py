"""What the lab answers: every figure is one the library gives; called in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pitboss as pb
from pitboss.games import GAMES
from pitboss.games.odds import Edges, whole_analysis_of
from pitboss.games.wording.strategy_words import in_ranges
from pitboss.lab.display import FigureTable, Shown
from pitboss.lab.odds_answers import OddsResult
from pitboss.lab.simple_price import side_bets, simple_strategy
from pitboss.lab.simulate_question import SimulationResult
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Seat
from pitboss.simulation.plan import default_strategy, simulator
from pitboss.simulation.plan_request import plan_of
from pitboss.simulation.tally import PLAYED
from pitboss.solving.answers.figure_text import percent
from pitboss.statistics.exactness import plain

Tell = Callable[..., None]
"""How far it is: done, of how many (0: nobody knows), what is being done; and a part of the answer, if there is one."""
THE_REST = "The edges are here; hits, deviations, nets and charts are being worked out"
ROUNDS = 1_000_000
"""Played to find what a way of playing costs, where it is not counted."""
MOST_ROUNDS = 100_000_000
MOST_SHOWN = 100
LAB_SEED = 1
ALONE: dict[str, Any] = {"seed": LAB_SEED, "players": 1, "stakes": {}, "shoe": False}


def table_data(table: FigureTable) -> dict[str, Any]:
    """A table for the page: every cell as people read it."""
    rows = table.shown()
    words = [any(isinstance(row[place], str) for row in table.rows) for place in range(len(table.columns))]
    return {"title": table.title, "columns": table.columns, "rows": rows, "note": table.note, "words": words}


def shown(found: Shown) -> dict[str, Any]:
    """Tables and charts of a result."""
    return {"tables": [table_data(table) for table in found.tables()], "charts": dict(found.charts())}


def odds(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Every bet's figures, the charts of the best play, and what a round may bring; the edges first."""
    game = GAMES[_game(rules)]
    found = OddsResult.of(
        whole_analysis_of(game, rules, lambda edges: tell(0, 0, THE_REST, edges_alone(game.name, edges)))
    )
    bets = {
        bet.name: {name: plain(getattr(bet, name)) for name in ("house_edge", "hit", "push", "sd")}
        for bet in found.bets
    }
    played = found.played and {"house_edge": plain(found.played.house_edge), "sd": plain(found.played.sd)}
    return {**shown(found), "bets": bets, "played": played}


def edges_alone(game: str, edges: Edges) -> dict[str, Any]:
    """The part of `odds` that is known first."""
    bets = {name: edge for name, edge in edges.items() if name != PLAYED}
    glance = FigureTable(f"{game}: the bets at a glance", ("bet", "house edge"), tuple(bets.items()))
    by_bet = {name: {"house_edge": plain(edge)} for name, edge in bets.items()}
    played = {"house_edge": plain(edges[PLAYED])} if PLAYED in edges else None
    return {"tables": [table_data(glance)], "charts": {}, "bets": by_bet, "played": played}


def slopes(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """What one more unit on each line, and each option, does to each edge."""
    return shown(pb.slopes(rules, workers=1, progress=lambda done, of: tell(done, of, "changes of the rules")))


def tune(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Every pay table of a bet with such an edge."""
    asked: dict[str, Any] = {name: value for name, value in wanted.items() if value not in ("", None)}
    bet, edge = asked.pop("bet", None), asked.pop("edge", None)
    if not bet or not edge:
        raise Refused("no-bet", "say which bet, and an edge such as 4%..5%")
    if unknown := set(asked) - {"hit", "sd", "top", "keep", "pays", "rank", "joint"}:
        raise Refused("bad-question", f"tune does not know {sorted(unknown)[0]!r}")
    asked = {name: value if name == "joint" else str(value) for name, value in asked.items()}
    if "keep" in asked:
        asked["keep"] = _lines(asked["keep"])
    if "joint" in asked:
        asked["joint"] = _number("joint", asked["joint"])
    found = pb.tune(
        rules, str(bet), edge=str(edge), show=MOST_SHOWN, progress=lambda done, of: tell(done, of, "tables"), **asked
    )
    houses = [found.rules(rules, place).changed() for place in range(len(found.first))]
    return {**shown(found), "count": found.count, "rules": houses}


def _lines(said: object) -> list[str]:
    return [line.strip() for line in str(said).split(",") if line.strip()]


def risk(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """What a session may bring a player, and a month the house."""
    asked = {name: value for name, value in wanted.items() if value not in ("", None)}
    if unknown := set(asked) - {"rounds", "bankroll", "goal", "hour"}:
        raise Refused("bad-question", f"risk does not know {sorted(unknown)[0]!r}")
    numbers: dict[str, Any] = {name: _number(name, value) for name, value in asked.items()}
    return shown(pb.risk(rules, **numbers))


def _number(name: str, said: object) -> int:
    try:
        return int(str(said).replace(",", ""))
    except ValueError:
        raise Refused("bad-number", f"{name}: {said!r} is no whole number") from None


def protect(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Every way to know more than the sheet gives, and what closes it."""
    return shown(pb.protect(rules, tell=lambda what: tell(0, 0, what)))


def strategy(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """The strategy as a chart to click: its parts, as a strategy file has them."""
    game = _game(rules)
    start = str(wanted.get("start") or default_strategy(game))
    plan = plan_of(game, 1, rules=rules.changed(), strategy={"start": start}, **ALONE)
    parts = [part._asdict() for part in simulator(plan).in_words()]
    return {"start": start, "parts": parts, "tables": [], "charts": {}}


def simple(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """A strategy that a person can keep in mind, what it costs, and as a chart where it is one."""
    found = simple_strategy(GAMES[_game(rules)], rules)
    if found is None:
        raise Refused("no-simple-strategy", f"{type(rules).title} has no simple strategy that is told")
    error = f" ± {percent(found.price_error)}" if found.price_error else ""
    price = f": {percent(found.price)}{error} more than" if found.price else ", as"
    words = f"So played, the house keeps {percent(found.house_edge)} of the initial bet{price} with the best play."
    strategy = {name: _in_ranges(part) for name, part in found.strategy.items() if name != "game"}
    return {**found.as_data(), "words": words, "strategy": strategy, "tables": [], "charts": {}}


def _in_ranges(part: Any) -> Any:
    """A part of a strategy file as short as it can be written: it has to go into a link."""
    if not isinstance(part, Mapping):
        return part
    return {name: in_ranges(row) if isinstance(row, Mapping) else row for name, row in part.items()}


def play(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """What a way of playing costs beside the best: counted where that is known, else simulated with its error."""
    said = wanted.get("strategy")
    if not isinstance(said, Mapping):
        raise Refused("bad-question", "say how it is played: what a strategy file holds")
    rounds = min(_number("rounds", wanted.get("rounds") or ROUNDS), MOST_ROUNDS)
    mine, best = (_played(rules, strategy, rounds) for strategy in (dict(said), None))
    rows = [(name, *_found(mine, name), *_found(best, name)[:1]) for name in mine.bets]
    (own, own_error), (other, other_error) = _found(mine, PLAYED), _found(best, PLAYED)
    error = (own_error**2 + other_error**2) ** 0.5
    columns = ("bet", "so played", "standard error", "played best")
    table = FigureTable("What each bet wins on average", columns, tuple(rows))
    return {
        "tables": [table_data(table)], "charts": {}, "cost": other - own, "error": error, "exact": not error,
        "rounds": rounds,
    }  # fmt: skip


def _played(rules: HouseRules, strategy: Mapping[str, Any] | None, rounds: int) -> SimulationResult:
    stakes = dict.fromkeys(side_bets(_game(rules)), 0)
    return pb.simulate(rules, rounds, strategy=strategy, seed=LAB_SEED, workers=1, stakes=stakes)


def _found(found: SimulationResult, bet: str) -> tuple[float, float]:
    """What a bet wins on average, counted or simulated, and its standard error."""
    figures = found.bets[bet]
    return (float(figures.exact), 0.0) if figures.exact is not None else (float(figures.mean), figures.se)


def _game(rules: HouseRules) -> str:
    return next(name for name, game in GAMES.items() if game.rules is type(rules))


def say(rules: HouseRules, wanted: Mapping[str, Any], seen: tuple[Event, ...], offer: Offer, seat: Seat) -> str:
    """What a strategy answers to the offer that stands, from what the seat has seen."""
    plan = plan_of(_game(rules), 1, rules=rules.changed(), strategy=dict(wanted), **ALONE)
    return str(simulator(plan).answer(seen, offer, seat))


KINDS: dict[str, Callable[[HouseRules, Mapping[str, Any], Tell], dict[str, Any]]] = {
    "odds": odds, "slopes": slopes, "tune": tune, "risk": risk, "protect": protect, "strategy": strategy, "play": play,
    "simple": simple,
}  # fmt: skip
"""Every question by its name."""
