"""Comparison of a count folder's other figures with its odds: edges, pay tables, distributions, means."""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum, isclose

from pitboss.contract.random_inputs import NotApplicable, require, shuffled
from pitboss.games.odds import analysis_of, outlook_of
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.round import Round
from pitboss.solving.answers.analysis import Analysis, BetOdds
from pitboss.solving.script.bets import ALONE, Bets
from pitboss.statistics.exactness import Number
from pitboss.statistics.simulated_figures import error_of

_TOLERANCE = 1e-8
Law = dict[float, float]
"""The probability of each net result, in units."""


def other_figures(game: Game, seed: int) -> None:
    """Every other figure of the count folder is the one of the odds: edges, pay tables, a round's results and mean."""
    rules, provides = game.rules(), game.provides
    own = (provides.edges, provides.bets_alone, provides.paid, provides.round_distribution, provides.expect)
    if all(part is None for part in own):
        raise NotApplicable("the count folder has no figures besides its odds")
    odds = analysis_of(game, rules)
    if provides.edges is not None:
        _compare_edges(provides.edges(rules), odds)
    if provides.bets_alone is not None:
        _compare_bets_alone(provides.bets_alone(rules), odds)
    _compare_pay_tables(game, rules, odds)
    _compare_round_distribution(game, rules, odds)
    if provides.expect is not None:
        _compare_mean(game, rules, odds)


def _compare_edges(edges: dict[str, Number], odds: Analysis) -> None:
    for name, edge in odds.edges.items():
        sentence = f"{name}: `edges` of count/odds.py gives"
        require(name in edges, f"{sentence} no house edge, `analyse` {float(edge):.6%}")
        _require_close(edges[name], edge, f"{sentence} a house edge of {float(edges[name]):.6%}, `analyse`")


def _compare_bets_alone(bets: Iterable[BetOdds], odds: Analysis) -> None:
    for bet in bets:
        sentence = f"{bet.name}: `bets_alone` of count/odds.py gives a house edge of {float(bet.house_edge):.6%}"
        require(bet.name in odds.edges, f"{sentence}, but `analyse` has no such bet")
        _require_close(bet.house_edge, odds.bet(bet.name).house_edge, f"{sentence}, `analyse`")


def _compare_pay_tables(game: Game, rules: HouseRules, odds: Analysis) -> None:
    paid = game.provides.paid(rules) if game.provides.paid is not None else {}
    for name, table in paid.items():
        lines, chances = table.lines(rules), [float(chance) for chance in table.chances()]
        sentence = f"{name}: count/paid.py gives"
        many = f"{len(chances)} probabilities for {len(lines)} lines"
        require(len(chances) == len(lines), f"{sentence} {many} of {table.option}")
        if name not in {bet.name for bet in odds.bets}:
            continue
        won = fsum(chance * pays.won / pays.per for (_, pays), chance in zip(lines, chances, strict=True))
        edge = 1 - fsum(chances) - won
        _require_close(edge, odds.bet(name).house_edge, f"{sentence} a house edge of {edge:.6%}, count/odds.py")


def _compare_round_distribution(game: Game, rules: HouseRules, odds: Analysis) -> None:
    """Compare the distribution of each bet that can be made alone, scaled by how often the board allows the bet."""
    nets_of = game.provides.round_distribution
    for bet in game.bets(rules) if nets_of is not None else ():
        if bet.in_play or bet.needs or bet.equals or bet.name not in {one.name for one in odds.bets}:
            continue
        assert nets_of is not None
        own, found = _law(nets_of(rules, {bet.name: 1})), _law(odds.bet(bet.name).spread.results)
        made = 1.0
        if game.before_wagers is not None:
            made = fsum(own[net] for net in own if net) / fsum(found[net] for net in found if net)
        for net in sorted({*own, *found} - {0.0}):
            ours, theirs = own.get(net, 0.0), made * found.get(net, 0.0)
            sentence = f"{bet.name}: count/round_law.py gives {net:+g} a probability of {ours:.6%}"
            require(isclose(ours, theirs, abs_tol=_TOLERANCE), f"{sentence}, count/odds.py {theirs:.6%}")


def _compare_mean(game: Game, rules: HouseRules, odds: Analysis) -> None:
    """Compare the mean and standard deviation of the main bets, unless cards are shown before the wagers."""
    bets, played = Bets(game, rules), odds.played
    if game.before_wagers is not None or played is None or played.initial_bet != len(bets.main):
        return
    dealt = Round(game, rules, shuffled(game, rules, 1))
    dealt.place({ALONE: bets.stakes(bets.main)})
    found = outlook_of(dealt.record, ALONE)
    mean, sd = found.mean / bets.unit, max(found.variance, 0.0) ** 0.5 / bets.unit
    slack = 5 * (error_of(played.ev) or 0.0) + 1e-6
    sentence = f"{' and '.join(bet.name for bet in bets.main)}: count/expect.py gives"
    figures = f"{float(played.ev):+.6f} and {played.sd:.6f}"
    is_near = isclose(mean, float(played.ev), abs_tol=slack) and isclose(sd, played.sd, abs_tol=slack * 100)
    require(is_near, f"{sentence} a mean of {mean:+.6f} and a standard deviation of {sd:.6f}, count/odds.py {figures}")


def _law(results: Iterable[tuple[Number, Number]]) -> Law:
    law: Law = {}
    for net, chance in results:
        law[round(float(net), 9)] = law.get(round(float(net), 9), 0.0) + float(chance)
    return law


def _require_close(own: Number, other: Number, sentence: str) -> None:
    error = 5 * (error_of(other) or 0.0)
    require(isclose(float(own), float(other), abs_tol=_TOLERANCE + error), f"{sentence} {float(other):.6%}")
