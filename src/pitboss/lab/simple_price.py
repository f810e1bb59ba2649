"""A simple strategy that a person can keep, and its price: for the report and the rack card."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from pitboss.games import GAMES
from pitboss.games.odds import analysis_of
from pitboss.games.wording.chart_words import listed
from pitboss.lab.simulate_question import simulate
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.solving.answers.analysis import Analysis
from pitboss.solving.answers.cached_answers import kept_bytes
from pitboss.solving.answers.simple_strategy import SimplePlay
from pitboss.statistics.exactness import Number, as_fraction

ROUNDS, SEED = 20_000_000, 1
"""Where a price is simulated: enough for some hundredths of a percent, in some seconds."""
_SURE = 1.96


class SimpleStrategy(Struct, frozen=True):
    """A simple strategy under some rules, held against the best; worths in the units of the game as played."""

    sentences: tuple[str, ...]
    """All that a player must keep in mind."""
    ev: Number
    """What a round wins on average, so played."""
    best_ev: Number
    """The same at best play."""
    initial_bet: Number
    error: float = 0
    """How far `ev` may be off, with 95% confidence; 0 where it is counted."""
    rounds: int = 0
    """The rounds it was simulated by; 0 where it is counted."""
    seed: int = 0
    strategy: dict[str, Any] = {}
    """The strategy file that plays it, as `pitboss.simulate(strategy=…)` takes it; empty where no file can say it."""

    @property
    def house_edge(self) -> Number:
        """What the house keeps of the initial bet, so played."""
        return -self.ev / self.initial_bet

    @property
    def best_edge(self) -> Number:
        """What it keeps at best play."""
        return -self.best_ev / self.initial_bet

    @property
    def price(self) -> Number:
        """What its simplicity costs, as a share of the initial bet."""
        return (self.best_ev - self.ev) / self.initial_bet

    @property
    def price_error(self) -> float:
        """How far the price may be off, with 95% confidence."""
        return self.error / float(self.initial_bet)

    def as_data(self) -> dict[str, Any]:
        """All of it as JSON holds it."""
        return {
            "sentences": list(self.sentences),
            "house_edge": float(self.house_edge),
            "house_edge_exact": as_fraction(self.house_edge),
            "best_edge": float(self.best_edge),
            "best_edge_exact": as_fraction(self.best_edge),
            "price": float(self.price),
            "price_exact": as_fraction(self.price),
            "price_error": self.price_error,
            "rounds": self.rounds,
            "seed": self.seed,
            "strategy": dict(self.strategy),
        }


def simple_strategy(game: Game, rules: HouseRules, rounds: int = ROUNDS, seed: int = SEED) -> SimpleStrategy | None:
    """
    The simple strategy of a game under these rules and its price; nothing for a game that tells none.

    The price is exact for all our games but Roll Your Own, whose hands bear on each other: there it is simulated, with
    these rounds and this seed, and the result is kept.

    >>> from pitboss.games import GAMES
    >>> found = simple_strategy(GAMES["flop22"], GAMES["flop22"].rules())
    >>> found.sentences[1], found.price
    ('Double down with 9 or higher, whatever has been turned.', Fraction(0, 1))
    """
    analysis = analysis_of(game, rules)
    simple = game.provides.simple_strategy
    if simple is None or analysis.played is None:
        return None
    play = simple(rules)
    ev, error = (play.ev, 0.0) if play.ev is not None else _simulated(game, rules, play, analysis, rounds, seed)
    told = SimpleStrategy(
        play.sentences, ev, analysis.played.ev, analysis.played.initial_bet, error,
        0 if play.ev is not None else rounds, 0 if play.ev is not None else seed,
        {"game": game.name, "start": play.start, **play.changes} if play.start else {},
    )  # fmt: skip
    return _with_side_bets(told, game, rules, play, analysis)


def side_bets(game: str) -> tuple[str, ...]:
    """The bets beside a game as it is played: what play costs is told without them."""
    return GAMES[game].provides.simple_side_bets or ()


def _simulated(
    game: Game, rules: HouseRules, play: SimplePlay, analysis: Analysis, rounds: int, seed: int
) -> tuple[float, float]:
    """What a round wins on average, and how far that may be off: the bets' errors are added up."""

    def count() -> bytes:
        strategy = {"game": game.name, "start": play.start, **play.changes}
        figures = simulate(rules, rounds, strategy=strategy, seed=seed).bets
        means, errors = zip(*((figures[bet].mean, figures[bet].se) for bet in play.bets), strict=True)
        return json.dumps([sum(means), _SURE * sum(errors)]).encode()

    asked = {"game": game.name, "what": "simple", "rules": rules.changed(), "rounds": rounds, "seed": seed}
    mean, error = json.loads(kept_bytes(asked, count))
    before = [bet.name for bet in game.bets(rules) if not bet.in_play and bet.name not in play.bets]
    return mean + float(sum((analysis.bet(name).ev for name in before), Fraction(0))), error


def _with_side_bets(
    told: SimpleStrategy, game: Game, rules: HouseRules, play: SimplePlay, analysis: Analysis
) -> SimpleStrategy:
    """A word on the bets beside it: to be left alone where the house keeps more of them, made where it loses."""
    titles = {bet.name: f"the {bet.title}" for bet in game.bets(rules)}
    edges = {name: analysis.bet(name).house_edge for name in play.side_bets}
    dear = [name for name, edge in edges.items() if edge > told.house_edge]
    good = [name for name, edge in edges.items() if edge < 0]
    more = []
    if dear:
        shares = listed([f"{float(edges[name]):.1%}" for name in dear])
        verb = "it" if len(dear) == 1 else "them"
        more.append(f"Leave {listed([titles[name] for name in dear])} alone: the house keeps {shares} of {verb}.")
    if good:
        more.append(f"Bet on {listed([titles[name] for name in good])} as often as you may: on average it wins.")
    return structs.replace(told, sentences=(*told.sentences, *more))
