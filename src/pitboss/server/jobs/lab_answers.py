"""Answers to the lab's questions, computed by the library in a worker process, and their tables for the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import structs

import pitboss as pb
from pitboss.games import GAMES
from pitboss.games.odds import Edges, edges_of, full_analysis_of
from pitboss.games.wording.strategy_words import in_ranges
from pitboss.lab.display import FigureTable, ResultView, kind_of
from pitboss.lab.odds_answers import OddsResult
from pitboss.lab.protection import HOUR, count_cards
from pitboss.lab.risk.house_side import BANDS
from pitboss.lab.simple_price import side_bets, simple_strategy
from pitboss.lab.simulate_question import SimulationResult
from pitboss.lab.tune import bets_with_tables, nearest_edge
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Seat
from pitboss.simulation.plan import simulator
from pitboss.simulation.plan_request import plan_of
from pitboss.simulation.strategy_chart import strategy_question
from pitboss.simulation.tally import PLAYED
from pitboss.solving.answers.analysis import Cell
from pitboss.solving.answers.card_counts import SYSTEMS, spread_of
from pitboss.solving.answers.figure_text import SHARES, cell, exactly, percent, short_cell
from pitboss.statistics.exactness import as_fraction, plain
from pitboss.statistics.simulated_figures import error_of

HEADS = {
    "ev": "expected value", "sd": "std dev", "se": "standard error", "hit": "wins", "push": "pushes",
    "5-card from": "bets from a 5-card stake of", "main ev": "main bet", "pot of gold ev": "Pot of Gold",
    "top": "top pay", "liability": "most to pay",
}  # fmt: skip
"""Column headings as worded on the page."""
OF_BETS = ("bet", "bets")
NOT_OF_A_BET = ("sd", "se", *SHARES)
MAX_WORTH = 0.5
"""Figures below this are shown in per cent of a bet, because two decimals would hide the differences."""


def game_of(rules: HouseRules) -> str:
    """Return the name of the game that has these rules."""
    return next(name for name, game in GAMES.items() if game.rules is type(rules))


def bet_titles(rules: HouseRules) -> dict[str, str]:
    """Return the title of every bet by its name."""
    return {bet.name: bet.title for bet in GAMES[game_of(rules)].bets(rules)}


def titled(name: str, titles: Mapping[str, str]) -> str:
    """
    Return the title of a bet, or of several such as `odd or even`; an unknown name is only capitalised.

    >>> titled("pot-of-gold", {"pot-of-gold": "Pot of Gold"}), titled("odd or even", {"odd": "Odd"}), titled("call", {})
    ('Pot of Gold', 'Odd or Even', 'Call')
    """
    if name in titles:
        return titles[name]
    words = re.split(r"( or | and )", name)
    return "".join(
        part if part.startswith(" ") else titles.get(part) or _capital(part.replace("-", " ")) for part in words
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def table_data(table: FigureTable, titles: Mapping[str, str]) -> dict[str, Any]:
    """Convert a table for the page: `rows` has every digit, `shown` two decimals."""
    places = range(len(table.columns))
    words = [any(isinstance(row[place], str) for row in table.rows) for place in places]
    rows = [[_named(cell, row, place, table, titles) for place in places] for row in table.rows]
    worths = _small_worths(table)
    short = [
        [
            short_cell(row[place], "house edge") if place in worths else _named(short_cell, row, place, table, titles)
            for place in places
        ]
        for row in table.rows
    ]
    exact = [[_exact(row[place]) for place in places] for row in table.rows]
    heads = [titles.get(column) or _capital(HEADS.get(column, column)) for column in table.columns]
    title = _capital(table.title.rpartition(": ")[2])
    return {
        "title": title, "columns": heads, "rows": rows, "shown": short, "exact": exact, "note": table.note,
        "words": words,
    }  # fmt: skip


def _small_worths(table: FigureTable) -> set[int]:
    """Return the indices of columns with values of bets, if all values are so small that two decimals hide them."""
    if ", in " in table.title:
        return set()
    worths = {}
    for place, column in list(enumerate(table.columns))[1:]:
        cells = [row[place] for row in table.rows]
        figures = [each for each in cells if isinstance(each, int | float | Fraction) and error_of(each) is None]
        if kind_of(column) not in NOT_OF_A_BET and len(figures) == len(cells) and any(each % 1 for each in figures):
            worths[place] = max(abs(float(each)) for each in figures)
    return set(worths) if all(each < MAX_WORTH for each in worths.values()) else set()


def _named(format_cell: Any, row: tuple[Cell, ...], place: int, table: FigureTable, titles: Mapping[str, str]) -> str:
    value, column = row[place], table.columns[place]
    if isinstance(value, str) and column in OF_BETS:
        return titled(value, titles)
    return str(format_cell(value, kind_of(column)))


def _exact(value: Cell) -> str:
    """Return a cell's exact value as a fraction, or an empty string if it has no short one."""
    return "" if value is None or isinstance(value, str) else exactly(value).removeprefix(" = ")


def shown(found: ResultView, rules: HouseRules) -> dict[str, Any]:
    """Return the tables of a result. The page draws its own charts."""
    titles = bet_titles(rules)
    return {"tables": [table_data(table, titles) for table in found.tables()]}


Progress = Callable[..., None]
"""Reports progress: steps done, total steps (0 if unknown), the current step and, if any, a partial answer."""
THE_REST = "House edges are ready; hit rates, deviations, net results and charts are being computed"
ROUNDS = 1_000_000
"""Rounds simulated to price a strategy whose cost can't be computed exactly."""
MAX_SHOWN = 100
COUNTED_ROUNDS = 1 << 23
"""Rounds dealt to a simulated card counter. They take less than a second with compiled kernels."""
DEALT = 75
EDGE = "house edge"
LAB_SEED = 1
ALONE: dict[str, Any] = {"seed": LAB_SEED, "players": 1, "stakes": {}, "shoe": False}


def odds(rules: HouseRules, progress: Progress) -> dict[str, Any]:
    """Return the figures for every bet, the best-play charts and a round's distribution, reporting the edges first."""
    game = GAMES[game_of(rules)]
    found = OddsResult.of(
        full_analysis_of(game, rules, lambda edges: progress(0, 0, THE_REST, edges_alone(rules, edges)))
    )
    titles = bet_titles(rules)
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
        "exact": as_fraction(found.played.house_edge), "initial_bet": plain(found.played.initial_bet),
        "element_of_risk": plain(found.played.element_of_risk), "note": found.played.note,
        "distribution": sorted([float(net), float(chance)] for net, chance in found.played.distribution),
    }  # fmt: skip
    return {**shown(found, rules), "bets": bets, "played": played}


def edges(rules: HouseRules, progress: Progress) -> dict[str, Any]:
    """Return the house edge of the game as played, or of its first bet, and nothing else."""
    found = edges_of(GAMES[game_of(rules)], rules)
    return {"edge": plain(found.get(PLAYED, next(iter(found.values())))), "tables": []}


def edges_alone(rules: HouseRules, edges: Edges) -> dict[str, Any]:
    """Return the part of `odds` that is known first: the house edges."""
    bets = {name: edge for name, edge in edges.items() if name != PLAYED}
    glance = FigureTable("The bets at a glance", ("bet", "house edge"), tuple(bets.items()))
    by_bet = {name: {"house_edge": plain(edge)} for name, edge in bets.items()}
    played = {"house_edge": plain(edges[PLAYED])} if PLAYED in edges else None
    return {"tables": [table_data(glance, bet_titles(rules))], "bets": by_bet, "played": played}


def slopes(rules: HouseRules, progress: Progress) -> dict[str, Any]:
    """Return the effect on each edge of one more unit on each pay table line, and of each option."""
    found = pb.slopes(rules, workers=1, progress=lambda done, of: progress(done, of, "changes of the rules"))
    return {**shown(found, rules), "slopes": found.as_data(), "without_effect": list(found.without_effect)}


def tune(
    rules: HouseRules, progress: Progress, bet: str = "", edge: str = "", **conditions: Any
) -> dict[str, Any]:  # fmt: skip
    """
    Return every pay table that gives a bet the wanted edge. If there is none, return the nearest edge.

    Without a bet, return the bets that can be tuned.
    """
    if not bet and not edge and not conditions:
        return {"bets": bets_with_tables(rules), "tables": []}
    if not bet or not edge:
        raise Refused("no-bet", "choose a bet, and an edge such as 4%..5%")
    if "joint" in conditions:
        conditions["joint"] = float(conditions["joint"])
    found = pb.tune(
        rules, bet, edge=edge, show=MAX_SHOWN, progress=lambda done, of: progress(done, of, "tables"), **conditions
    )
    houses = [found.rules(rules, place).changed() for place in range(len(found.first))]
    nearest = None if found.count else nearest_edge(rules, bet, edge, **conditions)
    points = [[float(one.edge), one.sd] for one in found.first]
    return {**shown(found, rules), "count": found.count, "rules": houses, "nearest": nearest, "points": points}


def risk(rules: HouseRules, progress: Progress, **terms: Any) -> dict[str, Any]:
    """Return the risk of a session for a player, and of a month for the house."""
    found = pb.risk(rules, **terms)
    return {**shown(found, rules), "risk": found.as_data(), "curves": structs.asdict(found.curves), "bands": BANDS}


def protect(rules: HouseRules, progress: Progress, hour: int = HOUR) -> dict[str, Any]:
    """Return every way to gain an information advantage, and the countermeasure for each."""
    found = pb.protect(rules, hour=hour, progress=lambda what: progress(0, 0, what))
    titles = bet_titles(rules)
    return {
        **shown(found, rules), "protection": found.as_data(), "counts": can_count(game_of(rules)),
        "titles": {row.bet: titled(row.bet, titles) for row in found.threats} | titles,
    }  # fmt: skip


def can_count(game: str) -> bool:
    """Whether a card counter's bet spread can be simulated for a game."""
    return GAMES[game].provides.count_cards is not None


def count(
    rules: HouseRules, progress: Progress, system: str = "hi-lo", dealt: int = DEALT, spread: str = "",
    rounds: int = COUNTED_ROUNDS,
) -> dict[str, Any]:  # fmt: skip
    """Return the results of a card counter with a bet spread; `dealt` is the penetration in per cent."""
    if not can_count(game_of(rules)):
        raise Refused("no-count", f"card counting is not simulated for {type(rules).title}")
    size = 52 * getattr(rules, "decks", 1)
    progress(0, 0, f"dealing {rounds:,} rounds")
    found = count_cards(
        rules, tags=system, dealt=max(size * dealt // 100, 1), rounds=rounds, spread=spread_of(spread), seed=LAB_SEED
    )
    data = found.as_data()
    rows = tuple((row["count"], row["share"], row["edge"], row["se"], row["bet"]) for row in data["by_count"])
    table = FigureTable("Edge by true count", ("count", "how often", "edge", "standard error", "units bet"), rows)
    return {"tables": [table_data(table, {})], "count": data, "systems": list(SYSTEMS)}


def strategy(rules: HouseRules, progress: Progress, start: str = "") -> dict[str, Any]:
    """Return the strategy as an editable chart: its parts, as in a strategy file."""
    found = strategy_question(GAMES[game_of(rules)], rules, start).get()
    return {"start": found.start, "parts": [structs.asdict(part) for part in found.parts], "tables": []}


def simple(rules: HouseRules, progress: Progress) -> dict[str, Any]:
    """Return a strategy simple enough to memorise, its cost and, if possible, its chart."""
    found = simple_strategy(GAMES[game_of(rules)], rules)
    if found is None:
        raise Refused("no-simple-strategy", f"{type(rules).title} has no simple strategy")
    error = f" ± {percent(found.price_error)}" if found.price_error else ""
    price = f", {short_cell(found.price, EDGE)}{error} more than" if found.price else ", the same as"
    words = f"Played like this, the house edge is {short_cell(found.house_edge, EDGE)}{price} with the best play."
    strategy = {name: _in_ranges(part) for name, part in found.strategy.items() if name != "game"}
    return {**found.as_data(), "words": words, "strategy": strategy, "tables": []}


def _in_ranges(part: Any) -> Any:
    """Compress part of a strategy file into ranges, because it has to fit into a link."""
    if not isinstance(part, Mapping):
        return part
    return {name: in_ranges(row) if isinstance(row, Mapping) else row for name, row in part.items()}


def play(
    rules: HouseRules, progress: Progress, strategy: Mapping[str, Any] | None = None, rounds: int = ROUNDS
) -> dict[str, Any]:  # fmt: skip
    """Return the cost of a strategy compared with best play, exact if possible, else simulated with its error."""
    if strategy is None:
        raise Refused("bad-question", "strategy is missing: the contents of a strategy file")
    mine, best = (_played(rules, way, rounds) for way in (strategy, None))
    rows = [(name, *_found(mine, name), *_found(best, name)[:1]) for name in mine.bets]
    (own, own_error), (other, other_error) = _found(mine, PLAYED), _found(best, PLAYED)
    error = (own_error**2 + other_error**2) ** 0.5
    columns = ("bet", "your strategy", "standard error", "best play")
    table = FigureTable("What each bet wins on average", columns, tuple(rows))
    titles = bet_titles(rules) | {PLAYED: "Whole game"}
    return {
        "tables": [table_data(table, titles)], "cost": other - own, "error": error, "exact": not error,
        "rounds": rounds,
    }  # fmt: skip


def _played(rules: HouseRules, strategy: Mapping[str, Any] | None, rounds: int) -> SimulationResult:
    stakes = dict.fromkeys(side_bets(game_of(rules)), 0)
    return pb.simulate(rules, rounds, strategy=strategy, seed=LAB_SEED, workers=1, stakes=stakes)


def _found(found: SimulationResult, bet: str) -> tuple[float, float]:
    """Return the expected value of a bet, exact or simulated, and its standard error."""
    figures = found.bets[bet]
    return (float(figures.exact), 0.0) if figures.exact is not None else (float(figures.mean), figures.se)


def say(rules: HouseRules, wanted: Mapping[str, Any], seen: tuple[Event, ...], offer: Offer, seat: Seat) -> str:
    """Return the answer of a strategy to the current offer, given what the seat has seen."""
    plan = plan_of(game_of(rules), 1, rules=rules.changed(), strategy=dict(wanted), **ALONE)
    return str(simulator(plan).answer(seen, offer, seat))


def simulate(rules: HouseRules, progress: Progress, rounds: int = ROUNDS, **how: Any) -> dict[str, Any]:
    """Return the results of simulated best play: every mean with its standard error and the exact figure."""
    progress(0, 0, f"dealing {rounds:,} rounds")
    found = pb.simulate(rules, rounds, workers=1, **how)
    return {**shown(found, rules), "simulation": found.as_data()}


KINDS: dict[str, Callable[..., dict[str, Any]]] = {
    "odds": odds, "edges": edges, "slopes": slopes, "tune": tune, "risk": risk, "protect": protect, "count": count,
    "strategy": strategy, "simple": simple, "play": play, "simulate": simulate,
}  # fmt: skip
"""
The functions that answer the questions of `lab/questions.py`, by name. Each is called with the rules, a progress
callback and the parameters that were given.
"""
