"""The way to a game's odds: imported late, so that dealing never loads what counting needs."""

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
    """Return the odds of this game: its own, else what its script says."""
    own = game.provides.odds
    if own is not None:
        return own
    from pitboss.games.script_odds import ScriptOdds  # noqa: PLC0415  (most games have their own odds)

    return ScriptOdds(game)


Edges: TypeAlias = dict[str, Number]
"""The house edge of each bet, and of the game as played."""


def analysis_of(game: Game, rules: HouseRules, edges_first: Callable[[Edges], None] | None = None) -> Analysis:
    """
    The analysis of this game under these rules, kept from the last time it was asked for.

    Where it has to be solved, and the game can tell its edges sooner than all the rest, they are told first.
    """

    def solve() -> Analysis:
        alone = game.provides.edges
        if edges_first and alone:
            edges_first(alone(rules))
        return odds_of(game).analyse(rules)

    return kept_analysis(game.name, rules.as_data(), solve, own_sources(game.name))


def covariances_of(game: Game, rules: HouseRules) -> Covariances | None:
    """How all bets made before the deal hang together: those of the analysis, or what the game counts on request."""
    alone = game.provides.covariances
    analysis = analysis_of(game, rules)
    if alone is None or game.name not in OURS:
        return analysis.covariances
    return kept_covariances(game.name, rules.as_data(), lambda: alone(rules, analysis))


def whole_analysis_of(game: Game, rules: HouseRules, edges_first: Callable[[Edges], None] | None = None) -> Analysis:
    """The analysis with the covariances of all bets, which may take longer than all the rest is worth waiting for."""
    return structs.replace(analysis_of(game, rules, edges_first), covariances=covariances_of(game, rules))


def edges_of(game: Game, rules: HouseRules) -> Edges:
    """The house edge of every bet and of the game as played: by themselves where the game can, else as analysed."""
    alone = game.provides.edges
    return alone(rules) if alone else analysis_of(game, rules).edges


def bets_alone(game: Game, rules: HouseRules) -> tuple[BetOdds, ...]:
    """Return the bets that the game computes sooner than all the rest, if any."""
    alone = game.provides.bets_alone
    return tuple(alone(rules)) if alone else ()


def own_sources(name: str) -> str:
    """A hash of the files of a game from outside; ours are hashed with all our sources."""
    if name in OURS:
        return ""
    with resources.as_file(resources.files(folder(name))) as place:
        return package_digest(Path(place))


def best_answer(game: Game) -> Bot:
    """A bot that always gives the answer worth most."""

    def answer(rules: Any, seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        return odds_of(game).advise_seat(rules, seen, offer, seat).best

    return answer


def outlook_of(record: Record, seat: Seat) -> Outlook:
    """What this seat could expect of the round when its bets were down: best play, from a full pack or what is left."""
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
