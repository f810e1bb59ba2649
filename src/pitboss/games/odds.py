"""Access to a game's odds, imported lazily so that dealing never loads the solvers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import structs

from pitboss.compute.disk.source_hash import package_digest
from pitboss.games import OURS, folder
from pitboss.games.interface import Odds
from pitboss.play.game import Bot, Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.record import Record
from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.answers.analysis import Analysis, BetOdds
from pitboss.solving.answers.cached_answers import kept_analysis, kept_covariances
from pitboss.solving.answers.outlook import Outlook, Placed
from pitboss.statistics.covariances import Covariances
from pitboss.statistics.exactness import Number


def odds_of(game: Game) -> Odds:
    """Return the odds of this game: its own module if it has one, otherwise odds derived from its script."""
    own = game.provides.odds
    if own is not None:
        return own
    from pitboss.games.script_odds import ScriptOdds  # noqa: PLC0415  (most games have their own odds)

    return ScriptOdds(game)


Edges: TypeAlias = dict[str, Number]
"""The house edge of each bet, and of the game as played."""


def analysis_of(game: Game, rules: HouseRules, edges_first: Callable[[Edges], None] | None = None) -> Analysis:
    """
    Return the analysis of this game under these rules, from the cache if possible.

    If it must be computed and the game can compute its edges sooner than the rest, `edges_first` is called with them
    first.
    """

    def solve() -> Analysis:
        alone = game.provides.edges
        if edges_first and alone:
            edges_first(alone(rules))
        return odds_of(game).analyse(rules)

    return kept_analysis(game.name, rules.as_data(), solve, own_sources(game.name))


def covariances_of(game: Game, rules: HouseRules) -> Covariances | None:
    """Return the covariances of all bets made before the deal, from the analysis or computed separately by the game."""
    alone = game.provides.covariances
    analysis = analysis_of(game, rules)
    if alone is None or game.name not in OURS:
        return analysis.covariances
    return kept_covariances(game.name, rules.as_data(), lambda: alone(rules, analysis))


def whole_analysis_of(game: Game, rules: HouseRules, edges_first: Callable[[Edges], None] | None = None) -> Analysis:
    """Return the analysis with the covariances of all bets, which can take far longer than the analysis itself."""
    return structs.replace(analysis_of(game, rules, edges_first), covariances=covariances_of(game, rules))


def edges_of(game: Game, rules: HouseRules) -> Edges:
    """
    Return the house edges of every bet and of the game as played, without a full analysis if the game supports that.
    """
    alone = game.provides.edges
    return alone(rules) if alone else analysis_of(game, rules).edges


def bets_alone(game: Game, rules: HouseRules) -> tuple[BetOdds, ...]:
    """Return the bets that the game can compute sooner than the full analysis, if any."""
    alone = game.provides.bets_alone
    return tuple(alone(rules)) if alone else ()


def own_sources(name: str) -> str:
    """
    Return a hash of an external game's files.

    Built-in games return "": they are hashed with the rest of the source.
    """
    if name in OURS:
        return ""
    with resources.as_file(resources.files(folder(name))) as place:
        return package_digest(Path(place))


def best_answer(game: Game) -> Bot:
    """Return a bot that always picks the answer with the highest expected value."""

    def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        return odds_of(game).advise_seat(rules, seen, offer, seat).best

    return answer


def outlook_of(record: Record, seat: Seat) -> Outlook:
    """
    Return the mean and variance of a seat's result at best play, given its bets and the cards known before the deal.
    """
    if record.void is not None or seat not in record.wagers:
        return Outlook(0, 0)
    game, rules = record.game, record.rules
    expect = game.provides.expect
    if expect is None:
        from pitboss.games.script_odds import outlook_by_script  # noqa: PLC0415

        return outlook_by_script(record, seat)
    placed = Placed(
        rules, record.wagers[seat], record,
        lambda: analysis_of(game, rules), lambda: covariances_of(game, rules),
    )  # fmt: skip
    return expect(placed)
