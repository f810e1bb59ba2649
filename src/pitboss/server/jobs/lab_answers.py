"""Answers to the lab's questions, computed by the library in a worker process."""

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
from pitboss.lab.tune import bets_with_tables, nearest_edge
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Seat
from pitboss.simulation.plan import default_strategy, simulator
from pitboss.simulation.plan_request import plan_of
from pitboss.simulation.tally import PLAYED
from pitboss.solving.answers.figure_text import percent
from pitboss.statistics.exactness import as_fraction, plain

Tell = Callable[..., None]
"""Reports progress: steps done, total steps (0 if unknown), the current step and, if any, a partial answer."""
THE_REST = "The edges are here; hits, deviations, nets and charts are being worked out"
ROUNDS = 1_000_000
"""Rounds simulated to price a strategy whose cost can't be computed exactly."""
MOST_ROUNDS = 100_000_000
MOST_SHOWN = 100
LAB_SEED = 1
ALONE: dict[str, Any] = {"seed": LAB_SEED, "players": 1, "stakes": {}, "shoe": False}


def table_data(table: FigureTable) -> dict[str, Any]:
    """Convert a table for the page, with every cell formatted."""
    rows = table.shown()
    words = [any(isinstance(row[place], str) for row in table.rows) for place in range(len(table.columns))]
    return {"title": table.title, "columns": table.columns, "rows": rows, "note": table.note, "words": words}


def shown(found: Shown) -> dict[str, Any]:
    """Return the tables and charts of a result."""
    return {"tables": [table_data(table) for table in found.tables()], "charts": dict(found.charts())}


def odds(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the figures of every bet, the best-play charts and the round's distribution, reporting the edges first."""
    game = GAMES[_game(rules)]
    found = OddsResult.of(
        whole_analysis_of(game, rules, lambda edges: tell(0, 0, THE_REST, edges_alone(game.name, edges)))
    )
    titles = {bet.name: bet.title for bet in game.bets(rules)}
    bets = {
        bet.name: {
            "title": titles.get(bet.name) or bet.title,
            **{name: plain(getattr(bet, name)) for name in ("house_edge", "hit", "push", "sd")},
            "exact": as_fraction(bet.house_edge),
        }
        for bet in found.bets
    }
    played = found.played and {
        "house_edge": plain(found.played.house_edge), "sd": plain(found.played.sd),
        "exact": as_fraction(found.played.house_edge),
        "distribution": sorted([float(net), float(chance)] for net, chance in found.played.distribution),
    }  # fmt: skip
    return {**shown(found), "bets": bets, "played": played}


def edges_alone(game: str, edges: Edges) -> dict[str, Any]:
    """Return the part of `odds` that is known first: the house edges."""
    bets = {name: edge for name, edge in edges.items() if name != PLAYED}
    glance = FigureTable(f"{game}: the bets at a glance", ("bet", "house edge"), tuple(bets.items()))
    by_bet = {name: {"house_edge": plain(edge)} for name, edge in bets.items()}
    played = {"house_edge": plain(edges[PLAYED])} if PLAYED in edges else None
    return {"tables": [table_data(glance)], "charts": {}, "bets": by_bet, "played": played}


def slopes(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the effect on each edge of one more unit on each pay table line, and of each option."""
    found = pb.slopes(rules, workers=1, progress=lambda done, of: tell(done, of, "changes of the rules"))
    return {**shown(found), "slopes": found.as_data()}


def tune(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """
    Return every pay table of a bet that has the wanted edge; if there is none, the nearest edge there is.

    Without a bet, return the bets that can be tuned.
    """
    if not wanted:
        return {"bets": bets_with_tables(rules), "tables": [], "charts": {}}
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
    nearest = None if found.count else nearest_edge(rules, str(bet), str(edge), **asked)
    return {**shown(found), "count": found.count, "rules": houses, "nearest": nearest}


def _lines(said: object) -> list[str]:
    return [line.strip() for line in str(said).split(",") if line.strip()]


def risk(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the risk of a session for a player, and of a month for the house."""
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
    """Return every way to gain an information advantage, and the countermeasure for each."""
    return shown(pb.protect(rules, tell=lambda what: tell(0, 0, what)))


def strategy(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the strategy as an editable chart: its parts, as in a strategy file."""
    game = _game(rules)
    start = str(wanted.get("start") or default_strategy(game))
    plan = plan_of(game, 1, rules=rules.changed(), strategy={"start": start}, **ALONE)
    parts = [part._asdict() for part in simulator(plan).in_words()]
    return {"start": start, "parts": parts, "tables": [], "charts": {}}


def simple(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return a strategy simple enough to memorise, its cost and, if possible, its chart."""
    found = simple_strategy(GAMES[_game(rules)], rules)
    if found is None:
        raise Refused("no-simple-strategy", f"{type(rules).title} has no simple strategy that is told")
    error = f" ± {percent(found.price_error)}" if found.price_error else ""
    price = f": {percent(found.price)}{error} more than" if found.price else ", as"
    words = f"So played, the house keeps {percent(found.house_edge)} of the initial bet{price} with the best play."
    strategy = {name: _in_ranges(part) for name, part in found.strategy.items() if name != "game"}
    return {**found.as_data(), "words": words, "strategy": strategy, "tables": [], "charts": {}}


def _in_ranges(part: Any) -> Any:
    """Compress part of a strategy file into ranges, because it has to fit into a link."""
    if not isinstance(part, Mapping):
        return part
    return {name: in_ranges(row) if isinstance(row, Mapping) else row for name, row in part.items()}


def play(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the cost of a strategy compared with best play, exact if possible, else simulated with its error."""
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
    """Return the expected value of a bet, exact or simulated, and its standard error."""
    figures = found.bets[bet]
    return (float(figures.exact), 0.0) if figures.exact is not None else (float(figures.mean), figures.se)


def _game(rules: HouseRules) -> str:
    return next(name for name, game in GAMES.items() if game.rules is type(rules))


def say(rules: HouseRules, wanted: Mapping[str, Any], seen: tuple[Event, ...], offer: Offer, seat: Seat) -> str:
    """Return the answer of a strategy to the current offer, given what the seat has seen."""
    plan = plan_of(_game(rules), 1, rules=rules.changed(), strategy=dict(wanted), **ALONE)
    return str(simulator(plan).answer(seen, offer, seat))


KINDS: dict[str, Callable[[HouseRules, Mapping[str, Any], Tell], dict[str, Any]]] = {
    "odds": odds, "slopes": slopes, "tune": tune, "risk": risk, "protect": protect, "strategy": strategy, "play": play,
    "simple": simple,
}  # fmt: skip
"""Every kind of question, by name."""
