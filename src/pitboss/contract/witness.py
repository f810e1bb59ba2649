"""Comparison of a game's own odds with its script, which is counted over every deal or simulated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import isclose
from random import Random
from typing import Any

from pitboss.cards import CARDS, JOKER, Card
from pitboss.contract.random_inputs import bounds, hold
from pitboss.games.interface import GameInterface
from pitboss.games.odds import analysis_of, odds_of
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules, kinds
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.view import view
from pitboss.simulation.line_scores import most_for, z_of
from pitboss.solving.answers.analysis import Advice, Analysis, BetOdds, Played
from pitboss.solving.script.best_play import BestPlay, SolvedQuestion
from pitboss.solving.script.bets import ALONE, Bets
from pitboss.solving.script.exact import ExactOdds
from pitboss.solving.script.paths import Budget
from pitboss.solving.script.random_rounds import Cell, Rounds
from pitboss.solving.script.script_odds import bet_odds, round_distribution
from pitboss.statistics.exactness import Number, net_in_words
from pitboss.statistics.simulated_figures import error_of

ROUNDS = 20_000
"""Rounds played for a bet that cannot be counted."""
MAX_QUESTIONS = 2000
"""Questions at which best play is compared: half of them the closest decisions, half at random."""
_NEAR = 1e-9
_SHUFFLES = 50
"""The number of orders of the unseen cards tried to reach a question."""

Law = Mapping[Fraction, float]
"""The probability of each net result, in units."""


def odds_and_script(game: Game, seed: int) -> None:
    """The game's own odds are those of its script: every line of every bet, the whole round and the best play."""
    if not game.provides.has(GameInterface.odds):
        return
    rules = game.rules()
    exact = ExactOdds(Bets(game, rules), Budget())
    compare_with_script(game, rules, exact)
    if exact.main is None and (smaller := smallest_pack(game)) != rules:
        compare_with_script(game, smaller, ExactOdds(Bets(game, smaller), Budget()))
    if not game.provides.has(GameInterface.simulation):
        for bet in exact.bets.before:
            if bet.name not in exact.all_bets():
                _compare_by_playing(game, rules, exact.bets, bet.name)


def smallest_pack(game: Game) -> HouseRules:
    """Return the game's rules with the smallest pack that one option alone allows, to count what is too large else."""
    best: HouseRules = game.rules()
    for name in game.rules.options():
        for between in bounds(kinds(game.rules)[name]):
            try:
                changed = game.rules.read({name: between.least})
                if len(game.whole_pack(changed)) < len(game.whole_pack(best)):
                    best = changed
            except Refused:
                continue
    return best


def compare_with_script(game: Game, rules: HouseRules, exact: ExactOdds) -> None:
    """Raise `Broken` unless the game's odds equal those counted from its script, as far as these can be counted."""
    own = analysis_of(game, rules)
    for bet in exact.bets.before:
        if bet.name in exact.all_bets():
            counted = next((one for one in own.bets if one.name == bet.name), None)
            hold(counted, f"{bet.name} is missing in count/odds.py: `analyse` must give every bet of the game")
            assert counted is not None
            family = {bet.name, *(exact.bets.family(bet) - {one.name for one in own.bets})}
            _compare_bets(counted, bet_odds(exact.bets, bet, exact.all_bets()[bet.name], family=family))
    if exact.main is not None:
        _compare_rounds(own, exact)
        _compare_play(game, rules, exact.main, exact.bets)


def _compare_bets(own: BetOdds, script: BetOdds) -> None:
    """Compare a bet's table line by line if the lines are named alike, and its results in any case."""
    lines = {line.name: line for line in script.outcomes}
    if {line.name for line in own.outcomes} == set(lines) and len(own.outcomes) == len(lines):
        for line in own.outcomes:
            paid = lines[line.name].pays
            sentence = f"{own.name}: count/odds.py pays {_signed(line.pays)} for {line.name!r}"
            hold(line.pays == paid, f"{sentence}, the script {_signed(paid)}")
    _compare_laws(own.name, _law(own.spread.results), _law(script.spread.results), _slack(own))
    hold(
        isclose(float(own.ev), float(script.ev), abs_tol=_NEAR + _slack(own)),
        f"{own.name}: count/odds.py gives a house edge of {_percent(-own.ev)}, the script {_percent(-script.ev)}",
    )


def _compare_rounds(own: Analysis, exact: ExactOdds) -> None:
    """Compare a whole round: one unit on the bets that deal a seat in, or on as many bets as the odds assume."""
    hold(own.played, "count/odds.py gives no `played`, so a whole round is not compared")
    assert own.played is not None
    main, many = exact.main, own.played.initial_bet
    if main is not None and exact.bets.game.before_wagers is not None:
        _compare_choice(own.played, main, exact.bets)
        return
    if many not in (1, len(exact.bets.main)):
        main = exact.solve(exact.bets.before[: int(many)])
    if main is not None:
        script = _law(round_distribution(exact.bets, list(main.results())))
        _compare_laws("a whole round", _law(own.played.distribution), script, max(own.played.errors, default=0))
    elif not exact.bets.game.provides.has(GameInterface.simulation):  # else its simulation is compared with it
        found = _played_by_advice(exact.bets, exact.bets.before[: int(many)])
        nets = round_distribution(exact.bets, [(cell, Fraction(n, ROUNDS)) for cell, n in found.items()])
        _compare_by_scores("a whole round", _law(own.played.distribution), _law(nets))


def _compare_choice(played: Played, main: BestPlay, bets: Bets) -> None:
    """Compare a round whose bet is chosen by the cards in view: the choice is worth no less than one bet on all."""
    worth = sum(net * Fraction(chance) for net, chance in round_distribution(bets, list(main.results())))
    sentence = f"a whole round: count/odds.py gives a house edge of {_percent(-played.ev)} to bets chosen by the cards"
    beyond = f"in view, the script {_percent(-worth)} to {bets.main[0].name} whatever they are"
    hold(float(played.ev) >= worth - _NEAR - max(played.errors, default=0), f"{sentence} {beyond}")


def _compare_laws(what: str, own: Law, script: Law, slack: float) -> None:
    for net in sorted({*own, *script}, key=lambda net: -abs(own.get(net, 0) - script.get(net, 0))):
        counted, found = own.get(net, 0), script.get(net, 0)
        sentence = f"{what}: count/odds.py gives {net_in_words(net)} a probability of {_percent(counted)}"
        hold(isclose(counted, found, abs_tol=_NEAR + slack), f"{sentence}, the script {_percent(found)}")


def _law(results: Sequence[tuple[Number, Number]]) -> Law:
    law: dict[Fraction, float] = {}
    for net, chance in results:
        key = Fraction(net).limit_denominator(1 << 20)
        law[key] = law.get(key, 0.0) + float(chance)
    return law


def _slack(bet: BetOdds) -> float:
    return max((line.error for line in bet.outcomes), default=0)


def _signed(pays: Number) -> str:
    return f"{float(pays):+g}"


def _percent(share: Number) -> str:
    return f"{float(share):.6%}"


def _compare_play(game: Game, rules: HouseRules, play: BestPlay, bets: Bets) -> None:
    """Bring a round to the questions of the script, and compare the advice of the game with the exact values."""
    questions, skipped = list(_questions(play)), list[str]()
    for asked, place in questions:
        dealt = _round_at(game, rules, play, bets, asked, place)
        if dealt is None or dealt.pending is None:
            skipped.append(_seen(play, asked, place))
            continue
        advice = odds_of(game).advise_seat(rules, view(dealt.events, ALONE), dealt.pending, ALONE)
        worths = {
            option: float(Fraction(int(worth[place]), int(asked.deals[place]) * bets.unit))
            for option, worth in asked.worths.items()
        }
        _compare_advice(bets.main[0].name, _seen(play, asked, place), advice, worths)
    many = f"{len(skipped):,} of {len(questions):,} questions"
    hold(not skipped, f"best play is not compared at {many}, such as after {''.join(skipped[:1])}: no round led there")


def _compare_advice(bet: str, seen: str, advice: Advice, worths: Mapping[str, float]) -> None:
    hold(set(advice.options) == set(worths), f"{bet}: after {seen} the advice is about {', '.join(advice.options)}")
    best = max(worths, key=lambda option: worths[option])
    loss = worths[best] - worths[advice.best]
    sentence = f"{bet}: after {seen} the advice is {advice.best!r}, worth {worths[advice.best]:+.6f}"
    hold(loss <= _NEAR, f"{sentence}; the script gives {best!r}, worth {worths[best]:+.6f}")
    for option, worth in worths.items():  # advice may leave out what no answer changes, so differences are compared
        own = float(advice.options[option]) - float(advice.options[best])
        error = sum(error_of(advice.options[one]) or 0 for one in (option, best))
        sentence = f"{bet}: after {seen} the advice values {option!r} at {own:+.6f} against {best!r}"
        is_near = isclose(own, worth - worths[best], abs_tol=_NEAR + 5 * error)
        hold(is_near, f"{sentence}, the script at {worth - worths[best]:+.6f}")


def _questions(play: BestPlay) -> Iterator[tuple[SolvedQuestion, int]]:
    """Yield the closest decisions, and others at random."""
    every = [(asked, place) for asked in play.questions.values() for place in range(len(asked.codes))]
    every = [(asked, place) for asked, place in every if asked.deals[place]]
    if len(every) > MAX_QUESTIONS:
        half = MAX_QUESTIONS // 2
        every.sort(key=lambda one: _margin(*one))
        every = every[:half] + Random(1).sample(every[half:], half)
    yield from every


def _margin(asked: SolvedQuestion, place: int) -> float:
    worths = sorted((int(worth[place]) for worth in asked.worths.values()), reverse=True)
    return (worths[0] - worths[1]) / int(asked.deals[place]) if len(worths) > 1 else float("inf")


def _round_at(
    game: Game, rules: HouseRules, play: BestPlay, bets: Bets, asked: SolvedQuestion, place: int
) -> Round | None:
    """Return a round at this question with these cards; None if no order of the unseen cards leads there."""
    answers, node = list[str](), asked.node
    while node.after is not None:
        node, answer = node.after
        answers.insert(0, answer)
    shown = dict(zip(play.paths.shown[asked.node], _cards(play, asked, place), strict=True))
    draw = Random(place)
    for _ in range(_SHUFFLES):
        dealt = Round(game, rules, _stacked(game, rules, shown, draw))
        dealt.place({ALONE: bets.stakes(bets.main)})
        try:
            for answer in answers:
                dealt.say(ALONE, answer)
        except Refused:
            continue
        if dealt.pending is not None and _is_there(play, dealt, asked, place):
            return dealt
    return None


def _is_there(play: BestPlay, dealt: Round, asked: SolvedQuestion, place: int) -> bool:
    assert dealt.pending is not None
    if ALONE not in dealt.pending.options:
        return False
    found = play.find(view(dealt.events, ALONE), dealt.pending, ALONE)
    return found is not None and found[0] is asked and found[1] == place


def _stacked(game: Game, rules: HouseRules, shown: Mapping[int, Card], draw: Random) -> list[Card]:
    rest = list(game.whole_pack(rules))
    for card in shown.values():
        rest.remove(card)
    draw.shuffle(rest)
    for at in sorted(shown):
        rest.insert(at, shown[at])
    return rest


def _cards(play: BestPlay, asked: SolvedQuestion, place: int) -> list[Card]:
    """Return cards of the pack for a question; any suits if only ranks are known."""
    kinds_seen = play.kinds(asked, place)
    if play.paths.pack.by_suit:
        return [CARDS[kind] if kind < len(CARDS) else JOKER for kind in kinds_seen]
    left = list(play.paths.game.whole_pack(play.paths.rules))
    return [left.pop(next(at for at, card in enumerate(left) if card.code // 4 == kind)) for kind in kinds_seen]


def _seen(play: BestPlay, asked: SolvedQuestion, place: int) -> str:
    return " ".join(card.sign for card in _cards(play, asked, place)) or "no card"


def _compare_by_playing(game: Game, rules: Any, bets: Bets, name: str) -> None:
    """Play a bet as the game's own advice says, and compare every line with its odds, in standard errors."""
    own = next((one for one in analysis_of(game, rules).bets if one.name == name), None)
    hold(own, f"{name} is missing in count/odds.py: `analyse` must give every bet of the game")
    assert own is not None
    bet = next(one for one in bets.before if one.name == name)
    cells = _played_by_advice(bets, bets.with_company(bet))
    played = bet_odds(bets, bet, [(cell, Fraction(n, ROUNDS)) for cell, n in cells.items()])
    _compare_by_scores(name, _law(own.spread.results), _law(played.spread.results))


def _played_by_advice(bets: Bets, made: Sequence[Bet]) -> Mapping[Cell, int]:
    """Play rounds as the game's own advice says, and count how they end."""
    advise, rules = odds_of(bets.game).advise_seat, bets.rules
    table = Rounds(bets.game, rules, 1, bets.stakes(made))
    return table.play(ROUNDS, Random(1), lambda seen, offer, seat: advise(rules, seen, offer, seat).best)


def _compare_by_scores(what: str, expected: Law, found: Law) -> None:
    for net in sorted({*expected, *found}):
        z = z_of(round(found.get(net, 0) * ROUNDS), ROUNDS, expected.get(net, 0))
        sentence = f"{what}: count/odds.py gives {net_in_words(net)} {_percent(expected.get(net, 0))}"
        beyond = f"{ROUNDS:,} rounds {_percent(found.get(net, 0))}, {abs(z):.1f} standard errors away"
        hold(abs(z) < most_for(len({*expected, *found})), f"{sentence}, {beyond}")
