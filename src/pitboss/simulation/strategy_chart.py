"""A game's strategy as an editable chart: the parts of a strategy file, shipped for the sheet's rules."""

from __future__ import annotations

from msgspec import Struct

from pitboss.compute.disk.source_hash import LAB
from pitboss.games.odds import own_sources
from pitboss.games.wording.strategy_words import Part
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.simulation.plan import default_strategy, simulator
from pitboss.simulation.plan_request import plan_of
from pitboss.solving.answers.cached_answers import StoredAnswer


class StrategyChart(Struct, frozen=True):
    """The parts of a strategy file that express a strategy."""

    start: str
    """The name of the strategy."""
    parts: tuple[Part, ...]


def strategy_question(game: Game, rules: HouseRules, start: str = "") -> StoredAnswer[StrategyChart]:
    """Return the stored answer for a strategy's chart; without a name, that of the default strategy."""
    start = start or default_strategy(game.name)

    def solve() -> StrategyChart:
        plan = plan_of(
            game.name, 1, rules=rules.changed(), strategy={"start": start}, seed=1, players=1, stakes={}, shoe=False
        )
        return StrategyChart(start, tuple(simulator(plan).in_words()))

    asked = {
        "game": game.name, "rules": rules.as_data(), "what": "strategy chart", "start": start,
        "sources": own_sources(game.name),
    }  # fmt: skip
    return StoredAnswer(asked, (StrategyChart, Part), solve, LAB)
