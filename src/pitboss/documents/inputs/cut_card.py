"""The cut-card effect: the main bet from shoes dealt down to the cut card, compared with fresh shoes."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, convert

from pitboss.documents.data.play import play_of
from pitboss.documents.inputs.input_cache import PlainAnswer, report_question
from pitboss.documents.inputs.simulated_run import DIGITS
from pitboss.games.odds import analysis_of
from pitboss.lab.simulate_question import simulate
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused

CUT_CARD_ROUNDS = 200_000_000


class CutCard(Struct, frozen=True):
    """The mean of a round from a shoe, its standard error, the computed mean from a fresh shoe, and the rounds."""

    mean: float
    se: float
    fresh: float
    rounds: int

    @property
    def effect(self) -> float:
        """What the cut card costs the player."""
        return self.fresh - self.mean

    @property
    def is_measured(self) -> bool:
        """Whether the effect is larger than twice its standard error."""
        return abs(self.effect) > 2 * self.se


def cut_card_question(game: Game, rules: HouseRules, rounds: int, seed: int) -> PlainAnswer:
    """Return the question for the cut-card effect; the answer is empty if it cannot be simulated."""

    def solve() -> Any:
        played = analysis_of(game, rules).played
        if played is None:
            return []
        try:
            found = simulate(rules, rounds, seed=seed, stakes=play_of(game.name).stakes, shoe=True).bets["played"]
        except Refused:
            return []
        return [{"mean": found.mean, "se": found.se, "fresh": float(played.ev), "rounds": rounds}]

    edges = {name: f"{float(edge):.{DIGITS}g}" for name, edge in analysis_of(game, rules).edges.items()}
    return report_question(game, rules, "cut card", {"rounds": rounds, "seed": seed, "odds": edges}, solve)


def cut_card_effect(game: Game, rules: HouseRules, rounds: int, seed: int) -> CutCard | None:
    """Return the effect, stored or simulated; None if the game has no shoe or no rounds were asked for."""
    if game.cut_card is None or not rounds:
        return None
    kept = cut_card_question(game, rules, rounds, seed).get()
    return convert(kept[0], CutCard) if kept else None
