"""Answers to the lab's questions, computed by the library in a worker process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

import pitboss as pb
from pitboss.games import GAMES
from pitboss.games.odds import Edges, edges_of, whole_analysis_of
from pitboss.games.wording.strategy_words import in_ranges
from pitboss.lab.display import FigureTable
from pitboss.lab.odds_answers import OddsResult
from pitboss.lab.protection import count_cards
from pitboss.lab.risk.house_side import BANDS
from pitboss.lab.simple_price import side_bets, simple_strategy
from pitboss.lab.simulate_question import SimulationResult
from pitboss.lab.tune import bets_with_tables, nearest_edge
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Seat
from pitboss.server.jobs.lab_tables import bet_titles, game_of, shown, table_data, titled
from pitboss.simulation.plan import simulator
from pitboss.simulation.plan_request import plan_of
from pitboss.simulation.strategy_chart import strategy_question
from pitboss.simulation.tally import PLAYED
from pitboss.solving.answers.card_counts import SYSTEMS
from pitboss.solving.answers.figure_text import percent, short_cell
from pitboss.statistics.exactness import as_fraction, plain

Tell = Callable[..., None]
"""Reports progress: steps done, total steps (0 if unknown), the current step and, if any, a partial answer."""
THE_REST = "The edges are here; hits, deviations, nets and charts are being worked out"
ROUNDS = 1_000_000
"""Rounds simulated to price a strategy whose cost can't be computed exactly."""
MOST_ROUNDS = 100_000_000
MOST_SHOWN = 100
COUNTED_ROUNDS = 1 << 23
"""Rounds dealt to a card counter: under a second with compiled kernels."""
DEALT, MOST_DEALT, MOST_UNITS = 75, 98, 1000
EDGE = "house edge"
LAB_SEED = 1
ALONE: dict[str, Any] = {"seed": LAB_SEED, "players": 1, "stakes": {}, "shoe": False}


def odds(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the figures of every bet, the best-play charts and the round's distribution, reporting the edges first."""
    game = GAMES[game_of(rules)]
    found = OddsResult.of(whole_analysis_of(game, rules, lambda edges: tell(0, 0, THE_REST, edges_alone(rules, edges))))
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


def edges(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the house edge of the game as played, or of its first bet, without anything else."""
    found = edges_of(GAMES[game_of(rules)], rules)
    return {"edge": plain(found.get(PLAYED, next(iter(found.values())))), "tables": []}


def edges_alone(rules: HouseRules, edges: Edges) -> dict[str, Any]:
    """Return the part of `odds` that is known first: the house edges."""
    bets = {name: edge for name, edge in edges.items() if name != PLAYED}
    glance = FigureTable("The bets at a glance", ("bet", "house edge"), tuple(bets.items()))
    by_bet = {name: {"house_edge": plain(edge)} for name, edge in bets.items()}
    played = {"house_edge": plain(edges[PLAYED])} if PLAYED in edges else None
    return {"tables": [table_data(glance, bet_titles(rules))], "bets": by_bet, "played": played}


def slopes(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the effect on each edge of one more unit on each pay table line, and of each option."""
    found = pb.slopes(rules, workers=1, progress=lambda done, of: tell(done, of, "changes of the rules"))
    return {**shown(found, rules), "slopes": found.as_data(), "without_effect": list(found.without_effect)}


def tune(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """
    Return every pay table of a bet that has the wanted edge; if there is none, the nearest edge there is.

    Without a bet, return the bets that can be tuned.
    """
    if not wanted:
        return {"bets": bets_with_tables(rules), "tables": []}
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
    points = [[float(one.edge), one.sd] for one in found.first]
    return {**shown(found, rules), "count": found.count, "rules": houses, "nearest": nearest, "points": points}


def _lines(said: object) -> list[str]:
    return [line.strip() for line in str(said).split(",") if line.strip()]


def risk(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the risk of a session for a player, and of a month for the house."""
    asked = {name: value for name, value in wanted.items() if value not in ("", None)}
    if unknown := set(asked) - {"rounds", "bankroll", "goal", "hour"}:
        raise Refused("bad-question", f"risk does not know {sorted(unknown)[0]!r}")
    numbers: dict[str, Any] = {name: _number(name, value) for name, value in asked.items()}
    found = pb.risk(rules, **numbers)
    return {**shown(found, rules), "risk": found.as_data(), "curves": structs.asdict(found.curves), "bands": BANDS}


def _number(name: str, said: object) -> int:
    try:
        return int(str(said).replace(",", ""))
    except ValueError:
        raise Refused("bad-number", f"{name}: {said!r} is no whole number") from None


def protect(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return every way to gain an information advantage, and the countermeasure for each."""
    found = pb.protect(rules, tell=lambda what: tell(0, 0, what))
    titles = bet_titles(rules)
    return {
        **shown(found, rules), "protection": found.as_data(), "counts": can_count(game_of(rules)),
        "titles": {row.bet: titled(row.bet, titles) for row in found.threats} | titles,
    }  # fmt: skip


def can_count(game: str) -> bool:
    """Whether a card counter's bet spread can be simulated for a game."""
    return GAMES[game].provides.count_cards is not None


def count(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the results of a card counter with a bet spread, at a penetration in per cent."""
    if unknown := set(wanted) - {"system", "dealt", "spread", "rounds"}:
        raise Refused("bad-question", f"count does not know {sorted(unknown)[0]!r}")
    if not can_count(game_of(rules)):
        raise Refused("no-count", f"card counting is not simulated for {type(rules).title}")
    dealt = _number("dealt", wanted.get("dealt") or DEALT)
    if not 1 <= dealt <= MOST_DEALT:
        raise Refused("bad-depth", f"dealt: a share of the shoe is from 1 to {MOST_DEALT} per cent, not {dealt}")
    rounds = min(_number("rounds", wanted.get("rounds") or COUNTED_ROUNDS), MOST_ROUNDS)
    size = 52 * getattr(rules, "decks", 1)
    tell(0, 0, f"{rounds:,} rounds are dealt")
    found = count_cards(
        rules, tags=str(wanted.get("system") or "hi-lo"), dealt=max(size * dealt // 100, 1), rounds=rounds,
        spread=_spread(str(wanted.get("spread") or "")), seed=LAB_SEED,
    )  # fmt: skip
    data = found.as_data()
    rows = tuple((row["count"], row["share"], row["edge"], row["se"], row["bet"]) for row in data["by_count"])
    table = FigureTable("Edge by true count", ("count", "how often", "edge", "standard error", "units bet"), rows)
    return {"tables": [table_data(table, {})], "count": data, "systems": list(SYSTEMS)}


def _spread(said: str) -> dict[int, float] | None:
    """Read a bet spread such as `1 2 4 8 12`: units below a true count of 1, then at 1, 2, 3 and 4."""
    words = said.replace(",", " ").replace("-", " ").split()
    try:
        units = [float(word) for word in words]
    except ValueError:
        raise Refused("bad-spread", f"spread: {said!r} is no list of bets such as 1 2 4 8 12") from None
    if any(unit < 0 or unit > MOST_UNITS for unit in units):
        raise Refused("bad-spread", f"spread: bets are from 0 to {MOST_UNITS} units")
    return {place or -99: unit for place, unit in enumerate(units)} or None


def strategy(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the strategy as an editable chart: its parts, as in a strategy file."""
    found = strategy_question(GAMES[game_of(rules)], rules, str(wanted.get("start") or "")).get()
    return {"start": found.start, "parts": [structs.asdict(part) for part in found.parts], "tables": []}


def simple(rules: HouseRules, wanted: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
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


KINDS: dict[str, Callable[[HouseRules, Mapping[str, Any], Tell], dict[str, Any]]] = {
    "odds": odds, "slopes": slopes, "tune": tune, "risk": risk, "protect": protect, "strategy": strategy, "play": play,
    "simple": simple, "count": count, "edges": edges,
}  # fmt: skip
"""Every kind of question, by name."""
