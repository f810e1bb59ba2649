"""The cost of other ways to play, such as common errors and random play; exact if possible, otherwise simulated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from pitboss.documents.data.play import PlayFacts, PlayWay, play_of
from pitboss.documents.inputs.input_cache import kept_answer
from pitboss.lab.simulate_question import simulate
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.simulation.plan import has_kernels, simulation_of
from pitboss.statistics.exactness import Number
from pitboss.statistics.simulated_figures import Simulated

ROUNDS = 4_000_000
BY_SCRIPT = 20_000
SEED = 1
RANDOM, BOT = "random", "bot"


class PricedPlay(Struct, frozen=True):
    """A way to play and its expected value per round, in units of one main bet."""

    kind: str
    """One of error, random and bot."""
    words: str
    mean: Number
    rounds: int
    """Number of simulated rounds; 0 if exact."""


def priced_plays(game: Game, rules: HouseRules) -> list[PricedPlay]:
    """Price every way to play listed for the game, and random play."""
    facts = play_of(game.name)
    return [found for kind, way in _ways(game, facts) if (found := _priced(game, rules, facts, kind, way))]


def _ways(game: Game, facts: PlayFacts) -> Iterator[tuple[str, PlayWay]]:
    yield from (("error", way) for way in facts.errors)
    names: Mapping[str, str] = simulation_of(game.name).STRATEGIES
    if RANDOM in names and facts.asks:
        yield "random", PlayWay(RANDOM, names[RANDOM])
    if BOT in names:
        yield "bot", PlayWay(BOT, names[BOT])


def _priced(game: Game, rules: HouseRules, facts: PlayFacts, kind: str, way: PlayWay) -> PricedPlay | None:
    """Price one way to play; return None if these rules do not allow it, such as free splits where there are none."""
    rounds = ROUNDS if has_kernels(game.name) else BY_SCRIPT

    def solve() -> Any:
        try:
            found = simulate(rules, rounds, strategy=way.way, seed=SEED, stakes=facts.stakes)
        except Refused:
            return None
        played = found.bets["played"]
        return {"mean": played.mean, "se": played.se, "exact": played.exact, "rounds": found.rounds}

    kept = kept_answer(game, rules, "play", {"way": way.way, "stakes": dict(facts.stakes), "rounds": rounds}, solve)
    if kept is None:
        return None
    if kept["exact"] is not None:
        return PricedPlay(kind, way.words, float(kept["exact"]), 0)
    return PricedPlay(kind, way.words, Simulated(kept["mean"], kept["se"]), kept["rounds"])


def price(best: Number, play: PricedPlay) -> Number:
    """Return the cost per round compared with optimal play."""
    lost = float(best) - float(play.mean)
    if isinstance(play.mean, Simulated):
        return Simulated(lost, play.mean.error)
    return 0.0 if abs(lost) < 1e-12 else lost
