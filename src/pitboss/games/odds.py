"""The way to a game's odds: imported late, so that dealing never loads what counting needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeAlias, cast

from msgspec import structs

from pitboss.compute.disk.source_hash import package_digest
from pitboss.games import OURS, folder, has_room
from pitboss.play.game import Bot, Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.record import Record
from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.answers.analysis import Advice, Analysis, BetOdds
from pitboss.solving.answers.cached_answers import kept_analysis, kept_covariances
from pitboss.solving.answers.outlook import Outlook, Placed
from pitboss.solving.answers.situation import Ask, Situation
from pitboss.statistics.covariances import Covariances
from pitboss.statistics.exactness import Number


class Odds(Protocol):
    """What every game's `odds.py` can say; see `solving/answers/analysis.py` for the terms."""

    SITUATION: tuple[Ask, ...]

    def analyse(self, rules: Any) -> Analysis:
        """Every bet, the game as played and the best strategy under these rules."""

    def advise(self, rules: Any, situation: Situation) -> Advice:
        """What each option is worth in this situation."""

    def advise_seat(self, rules: Any, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
        """What each answer to the offer is worth to this seat, from what it has seen."""


def odds_of(game: Game) -> Odds:
    """The odds of this game: the module `odds.py` of its counting room, else what its script says."""
    if not has_room(game.name, "count.odds"):
        from pitboss.games.script_odds import ScriptOdds  # noqa: PLC0415  (most games have a counting room)

        return ScriptOdds(game)
    return cast(Odds, import_module(f"{folder(game.name)}.count.odds"))


Edges: TypeAlias = dict[str, Number]
"""The house edge of each bet, and of the game as played."""


def analysis_of(game: Game, rules: HouseRules, edges_first: Callable[[Edges], None] | None = None) -> Analysis:
    """
    The analysis of this game under these rules, kept from the last time it was asked for.

    Where it has to be solved, and the game can tell its edges sooner than all the rest, they are told first.
    """

    def solve() -> Analysis:
        alone = edges_alone(game)
        if edges_first and alone:
            edges_first(alone(rules))
        return odds_of(game).analyse(rules)

    return kept_analysis(game.name, rules.as_data(), solve, own_sources(game.name))


def covariances_of(game: Game, rules: HouseRules) -> Covariances | None:
    """How all bets made before the deal hang together: those of the analysis, or what the game counts on request."""
    alone = getattr(odds_of(game), "all_covariances", None)
    analysis = analysis_of(game, rules)
    if alone is None or game.name not in OURS:
        return analysis.covariances
    return kept_covariances(game.name, rules.as_data(), lambda: cast(Covariances, alone(rules, analysis)))


def whole_analysis_of(game: Game, rules: HouseRules, edges_first: Callable[[Edges], None] | None = None) -> Analysis:
    """The analysis with the covariances of all bets, which may take longer than all the rest is worth waiting for."""
    return structs.replace(analysis_of(game, rules, edges_first), covariances=covariances_of(game, rules))


def edges_of(game: Game, rules: HouseRules) -> Edges:
    """The house edge of every bet and of the game as played: by themselves where the game can, else as analysed."""
    alone = edges_alone(game)
    return alone(rules) if alone else analysis_of(game, rules).edges


def edges_alone(game: Game) -> Callable[[Any], Edges] | None:
    """The function of a game's counting room that gives its edges and nothing else, if it has one."""
    found: Callable[[Any], Edges] | None = getattr(odds_of(game), "edges", None)
    return found


def bets_alone(game: Game, rules: HouseRules) -> tuple[BetOdds, ...]:
    """The bets that the game counts sooner than all the rest, if there are any."""
    found: Callable[[Any], Iterable[BetOdds]] | None = getattr(odds_of(game), "bets_alone", None)
    return tuple(found(rules)) if found else ()


def own_sources(name: str) -> str:
    """A hash of the files of a game from outside; ours are hashed with all our sources."""
    if name in OURS:
        return ""
    file = import_module(folder(name)).__file__
    return package_digest(Path(file).parent) if file else ""


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
    if not has_room(game.name, "count.expect"):
        from pitboss.games.script_odds import outlook_by_script  # noqa: PLC0415

        return outlook_by_script(record, seat)
    expect = import_module(f"{folder(game.name)}.count.expect").expect
    placed = Placed(
        rules, record.wagers[seat], record,
        lambda: analysis_of(game, rules), lambda: covariances_of(game, rules),
    )  # fmt: skip
    return cast(Outlook, expect(placed))
