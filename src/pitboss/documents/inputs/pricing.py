"""The cost of other ways to play, such as common errors and random play; exact if possible, otherwise simulated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from pitboss.documents.data.play import PlayFacts, PlayWay, play_of
from pitboss.documents.inputs.input_cache import PlainAnswer, report_question
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
    return [_play(kept) for kept in plays_question(game, rules).get()]


def plays_question(game: Game, rules: HouseRules) -> PlainAnswer:
    """Return the question for the prices of all ways to play, each as kind, words, mean, error and rounds."""
    facts = play_of(game.name)
    ways = list(_ways(game, facts))
    more = {
        "ways": [[kind, way.way, way.words] for kind, way in ways], "stakes": dict(facts.stakes),
        "rounds": ROUNDS if has_kernels(game.name) else BY_SCRIPT,
    }  # fmt: skip

    def solve() -> Any:
        return [found for kind, way in ways if (found := _priced(game, rules, facts, kind, way))]

    return report_question(game, rules, "plays", more, solve)


def _play(kept: Any) -> PricedPlay:
    kind, said, mean, error, rounds = kept
    return PricedPlay(kind, said, Simulated(mean, error) if rounds else float(mean), rounds)


def _ways(game: Game, facts: PlayFacts) -> Iterator[tuple[str, PlayWay]]:
    yield from (("error", way) for way in facts.errors)
    names: Mapping[str, str] = simulation_of(game.name).STRATEGIES
    if RANDOM in names and facts.asks:
        yield "random", PlayWay(RANDOM, names[RANDOM])
    if BOT in names:
        yield "bot", PlayWay(BOT, names[BOT])


def _priced(game: Game, rules: HouseRules, facts: PlayFacts, kind: str, way: PlayWay) -> Any:
    """Price one way to play; return None if these rules do not allow it, such as free splits where there are none."""
    rounds = ROUNDS if has_kernels(game.name) else BY_SCRIPT
    try:
        found = simulate(rules, rounds, strategy=way.way, seed=SEED, stakes=facts.stakes)
    except Refused:
        return None
    played = found.bets["played"]
    if played.exact is not None:
        return [kind, way.words, played.exact, 0.0, 0]
    return [kind, way.words, played.mean, played.se, found.rounds]


def price(best: Number, play: PricedPlay) -> Number:
    """Return the cost per round compared with optimal play."""
    lost = float(best) - float(play.mean)
    if isinstance(play.mean, Simulated):
        return Simulated(lost, play.mean.error)
    return 0.0 if abs(lost) < 1e-12 else lost
