"""Simple strategies that a person can remember and what they cost, for the report and the rack card."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from pitboss.compute.disk.source_hash import LAB
from pitboss.games import GAMES
from pitboss.games.odds import analysis_of, own_sources
from pitboss.games.wording.chart_words import listed
from pitboss.lab.simulate_question import simulate
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.solving.answers.analysis import Analysis
from pitboss.solving.answers.cached_answers import StoredAnswer
from pitboss.solving.answers.simple_strategy import SimplePlay
from pitboss.statistics.exactness import Number, as_fraction

ROUNDS, SEED = 20_000_000, 1
"""Defaults for simulated prices: accurate to a few hundredths of a percent, within seconds."""
_Z_95 = 1.96


class SimpleStrategy(Struct, frozen=True):
    """A simple strategy compared with optimal play, in units of the game as played."""

    sentences: tuple[str, ...]
    """Everything a player has to remember."""
    ev: Number
    """Expected value of a round with this strategy."""
    best_ev: Number
    """Expected value of a round with optimal play."""
    initial_bet: Number
    error: float = 0
    """Half-width of the 95% confidence interval of `ev`; 0 if exact."""
    rounds: int = 0
    """Number of simulated rounds; 0 if exact."""
    seed: int = 0
    strategy: dict[str, Any] = {}
    """The strategy file for `pitboss.simulate(strategy=…)`; empty if no file can express the strategy."""

    @property
    def house_edge(self) -> Number:
        """House edge with this strategy, relative to the initial bet."""
        return -self.ev / self.initial_bet

    @property
    def best_edge(self) -> Number:
        """House edge with optimal play."""
        return -self.best_ev / self.initial_bet

    @property
    def price(self) -> Number:
        """Cost of the simpler play, relative to the initial bet."""
        return (self.best_ev - self.ev) / self.initial_bet

    @property
    def price_error(self) -> float:
        """Half-width of the 95% confidence interval of the cost."""
        return self.error / float(self.initial_bet)

    def as_data(self) -> dict[str, Any]:
        """Return all figures as JSON-compatible data."""
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
    Return a game's simple strategy and its cost under these rules, or None if the game defines none.

    The cost is exact for all our games except Roll Your Own, whose hands affect each other. There it is simulated
    with the given rounds and seed, and the result is cached.

    >>> from pitboss.games import GAMES
    >>> found = simple_strategy(GAMES["flop22"], GAMES["flop22"].rules())
    >>> found.sentences[1], found.price
    ('Double down with 9 or higher, whatever has been turned.', Fraction(0, 1))
    """
    question = simple_question(game, rules, rounds, seed)
    return None if question is None else question.get()


def simple_question(
    game: Game, rules: HouseRules, rounds: int = ROUNDS, seed: int = SEED
) -> StoredAnswer[SimpleStrategy] | None:
    """Return the question for a game's simple strategy, or None if the game defines none."""
    simple = game.provides.simple_strategy
    if simple is None:
        return None
    asked = {
        "game": game.name, "rules": rules.as_data(), "what": "simple strategy", "rounds": rounds, "seed": seed,
        "sources": own_sources(game.name),
    }  # fmt: skip
    return StoredAnswer(asked, (SimpleStrategy,), lambda: _priced(game, rules, simple(rules), rounds, seed), LAB)


def _priced(game: Game, rules: HouseRules, play: SimplePlay, rounds: int, seed: int) -> SimpleStrategy:
    analysis = analysis_of(game, rules)
    assert analysis.played is not None  # every game with a simple strategy defines the game as played
    ev, error = (play.ev, 0.0) if play.ev is not None else _simulated(game, rules, play, analysis, rounds, seed)
    strategy = SimpleStrategy(
        play.sentences, ev, analysis.played.ev, analysis.played.initial_bet, error,
        0 if play.ev is not None else rounds, 0 if play.ev is not None else seed,
        {"game": game.name, "start": play.start, **play.changes} if play.start else {},
    )  # fmt: skip
    return _with_side_bets(strategy, game, rules, play, analysis)


def side_bets(game: str) -> tuple[str, ...]:
    """Return the side bets that are excluded from the cost of a simple strategy."""
    return GAMES[game].provides.simple_side_bets or ()


def _simulated(
    game: Game, rules: HouseRules, play: SimplePlay, analysis: Analysis, rounds: int, seed: int
) -> tuple[float, float]:
    """Simulate the expected value of a round and its error; the errors of the bets are added up."""
    strategy = {"game": game.name, "start": play.start, **play.changes}
    figures = simulate(rules, rounds, strategy=strategy, seed=seed).bets
    mean = sum(figures[bet].mean for bet in play.bets)
    error = _Z_95 * sum(figures[bet].se for bet in play.bets)
    before = [bet.name for bet in game.bets(rules) if not bet.in_play and bet.name not in play.bets]
    return mean + float(sum((analysis.bet(name).ev for name in before), Fraction(0))), error


def _with_side_bets(
    strategy: SimpleStrategy, game: Game, rules: HouseRules, play: SimplePlay, analysis: Analysis
) -> SimpleStrategy:
    """Add advice on side bets: skip those with a higher house edge, make those where the player has the edge."""
    titles = {bet.name: f"the {bet.title}" for bet in game.bets(rules)}
    edges = {name: analysis.bet(name).house_edge for name in play.side_bets}
    dear = [name for name, edge in edges.items() if edge > strategy.house_edge]
    good = [name for name, edge in edges.items() if edge < 0]
    more = []
    if dear:
        shares = listed([f"{float(edges[name]):.1%}" for name in dear])
        verb = "it" if len(dear) == 1 else "them"
        more.append(f"Leave {listed([titles[name] for name in dear])} alone: the house keeps {shares} of {verb}.")
    if good:
        more.append(f"Bet on {listed([titles[name] for name in good])} as often as you may: on average it wins.")
    return structs.replace(strategy, sentences=(*strategy.sentences, *more))
