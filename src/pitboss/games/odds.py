"""Access to a game's odds, imported lazily so that dealing never loads the solvers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from msgspec import structs

from pitboss.compute.disk.source_hash import package_digest
from pitboss.games import OURS, folder
from pitboss.games.interface import Odds
from pitboss.play.game import Bot, Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.record import Record
from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.answers.analysis import Analysis, BetOdds
from pitboss.solving.answers.cached_answers import StoredAnswer, stored_analysis, stored_covariances
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


class Effort(NamedTuple):
    """The effort allowed for the odds of a script, and its progress callback."""

    exact: bool = False
    """Whether to enumerate every deal, however long it takes, and refuse figures that can't be computed that way."""
    seconds: float | None = None
    """The CPU time after which the rest is simulated; None for the default limit."""
    progress: Callable[[str, float], None] | None = None
    """A callback that takes the current task in words, and the share of it that is done."""


def analysis_of(
    game: Game, rules: HouseRules, edges_first: Callable[[Edges], None] | None = None, effort: Effort | None = None
) -> Analysis:
    """
    Return the analysis of this game under these rules, from storage if possible.

    If it must be computed and the game can compute its edges sooner than the rest, `edges_first` is called with them
    first. `effort` matters only for a game without its own odds: if it asks for more than the default, a stored
    analysis is used only if it is exact.
    """
    question = analysis_question(game, rules, edges_first, effort)
    if effort is not None and (effort.exact or effort.seconds is not None) and game.provides.odds is None:
        found = question.stored()
        return found if found is not None and not found.is_simulated else question.renew()
    return question.get()


def analysis_question(
    game: Game, rules: HouseRules, edges_first: Callable[[Edges], None] | None = None, effort: Effort | None = None
) -> StoredAnswer[Analysis]:
    """Return the question for a game's analysis. Its answer can be read from storage or computed."""

    def solve() -> Analysis:
        alone = game.provides.edges
        if edges_first and alone:
            edges_first(alone(rules))
        if effort is not None and game.provides.odds is None:
            from pitboss.games.script_odds import ScriptOdds  # noqa: PLC0415  (most games have their own odds)

            return ScriptOdds(game).analyse(rules, effort)
        return odds_of(game).analyse(rules)

    return stored_analysis(game.name, rules.as_data(), solve, own_sources(game.name))


def covariances_of(game: Game, rules: HouseRules) -> Covariances | None:
    """Return the covariances of all bets made before the deal, from the analysis or computed separately by the game."""
    analysis = analysis_of(game, rules)
    if game.name not in OURS:
        return analysis.covariances
    question = covariances_question(game, rules, analysis)
    if (found := question.stored()) is not None:
        return found
    if analysis_question(game, rules).is_shipped():  # a simulated analysis already includes every covariance
        return analysis.covariances
    return analysis.covariances if game.provides.covariances is None else question.get()


def covariances_question(game: Game, rules: HouseRules, analysis: Analysis) -> StoredAnswer[Covariances]:
    """Return the question for the covariances of all bets. Its answer can be read from storage or computed."""

    def solve() -> Covariances:
        alone = game.provides.covariances
        found = analysis.covariances if alone is None else alone(rules, analysis)
        assert found is not None
        return found

    return stored_covariances(game.name, rules.as_data(), solve)


def full_analysis_of(
    game: Game, rules: HouseRules, edges_first: Callable[[Edges], None] | None = None, effort: Effort | None = None
) -> Analysis:
    """Return the analysis with the covariances of all bets, which can take far longer than the analysis itself."""
    found = analysis_of(game, rules, edges_first, effort)
    return structs.replace(found, covariances=covariances_of(game, rules))


def edges_of(game: Game, rules: HouseRules) -> Edges:
    """
    Return the house edges of every bet and of the game as played, without a full analysis if the game supports that.
    """
    alone = game.provides.edges
    return alone(rules) if alone else analysis_of(game, rules).edges


def bets_alone(game: Game, rules: HouseRules) -> tuple[BetOdds, ...]:
    """Return the bets that the game can compute faster than the full analysis, if any."""
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
