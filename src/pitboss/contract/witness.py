"""Comparison of a game's own odds with its script, which is enumerated over every deal or simulated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import isclose
from random import Random
from typing import Any

from pitboss.cards import CARDS, JOKER, Card
from pitboss.contract.random_inputs import BrokenPromise, NotApplicable, bounds, random_rules, require
from pitboss.games.interface import GameInterface
from pitboss.games.odds import analysis_of, odds_of
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules, Money, kinds
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.simulation.line_scores import most_for, z_of
from pitboss.solving.answers.analysis import Advice, Analysis, BetOdds, Played
from pitboss.solving.script.best_play import BestPlay, SolvedQuestion
from pitboss.solving.script.bets import ALONE, Bets
from pitboss.solving.script.exact import ExactOdds
from pitboss.solving.script.paths import Budget
from pitboss.solving.script.random_rounds import Cell, Ends, Rounds
from pitboss.solving.script.script_advice import exact_advice, paths_from
from pitboss.solving.script.script_odds import bet_odds, round_distribution, round_played
from pitboss.statistics.exactness import Number, net_in_words
from pitboss.statistics.simulated_figures import error_of, share

ROUNDS = 20_000
"""The number of rounds played for a bet that cannot be enumerated."""
MAX_QUESTIONS = 2000
"""The maximum number of questions compared: half of them the closest decisions, half random."""
RANDOM_QUESTIONS = 20
"""The number of random rounds whose questions are compared if best play can't be computed exactly."""
_ROWS_OF_A_QUESTION, _ROWS_OF_OTHER_RULES = 4_000_000, 30_000_000
_TOLERANCE = 1e-9
_SHUFFLES = 50
"""The number of orders of the unseen cards tried to reach a question."""
ROUNDS_OF_SEATS = 20
"""The number of rounds dealt to each of two seats to compare the advice."""
OTHER_RULES = 2
"""The number of random rule sets under which the odds are also compared."""

Law = Mapping[Fraction, float]
"""The probability of each net result, in units."""


def odds_and_script(game: Game, seed: int) -> None:
    """The game's own odds are those of its script: every line of every bet, the whole round and the best play."""
    if not game.provides.has(GameInterface.odds):
        raise NotApplicable("no count/odds.py: its odds are those of its script")
    rules = game.rules()
    exact = ExactOdds(Bets(game, rules), Budget())
    compare_with_script(game, rules, exact)
    if exact.main is None and (smaller := smallest_pack(game)) != rules:
        compare_with_script(game, smaller, ExactOdds(Bets(game, smaller), Budget()))
    if exact.main is not None:
        _compare_under_other_rules(game, seed)
    _compare_seats(game, exact.bets, seed)
    if not game.provides.has(GameInterface.simulation):
        for bet in exact.bets.before:
            if bet.name not in exact.all_bets():
                _compare_by_playing(game, rules, exact.bets, bet.name)
        if exact.main is None:
            _compare_random_questions(game, rules, exact.bets, seed)


def _compare_under_other_rules(game: Game, seed: int) -> None:
    """Compare under random house rules, in case the odds ignore one. Limits stay, since the odds hold for any stake."""
    draw = Random(seed)
    limits = {name: value for name, value in game.rules().as_data().items() if kinds(game.rules)[name] == Money}
    for changed in [random_rules(game, draw) for _ in range(OTHER_RULES)]:
        rules = changed.with_changes(**limits)
        try:
            compare_with_script(game, rules, ExactOdds(Bets(game, rules), Budget(rows=_ROWS_OF_OTHER_RULES)))
        except BrokenPromise as broken:
            raise BrokenPromise(f"with {' '.join(rules.settings()) or 'default rules'}: {broken}") from None


def _compare_seats(game: Game, bets: Bets, seed: int) -> None:
    """Deal the same cards to seat 1 alone and to the last seat alone: the advice must be the same."""
    draw, last = Random(seed), Seat(game.seats(bets.rules))
    for _ in range(ROUNDS_OF_SEATS if last != ALONE else 0):
        pack = list(game.whole_pack(bets.rules))
        draw.shuffle(pack)
        dealt = {seat: Round(game, bets.rules, pack) for seat in (ALONE, last)}
        for seat, one in dealt.items():
            one.place({seat: bets.stakes(bets.main)})
        while all(seat in (one.pending.options if one.pending else ()) for seat, one in dealt.items()):
            advice = {seat: _advice_of(game, bets, one, seat) for seat, one in dealt.items()}
            for option, worth in advice[ALONE].options.items():
                other = advice[last].options.get(option)
                sentence = f"count/odds.py values {option!r} at {float(worth):+.6f} for seat 1"
                error = 5 * ((error_of(worth) or 0) + (error_of(other or 0) or 0)) + _TOLERANCE
                is_same = other is not None and isclose(float(worth), float(other), abs_tol=error)
                shown = "nothing" if other is None else f"{float(other):+.6f}"
                require(is_same, f"{sentence}, and at {shown} for seat {last} with the same cards")
            for seat, one in dealt.items():
                one.say(seat, advice[ALONE].best)


def _advice_of(game: Game, bets: Bets, dealt: Round, seat: Seat) -> Advice:
    return odds_of(game).advise_seat(bets.rules, view(dealt.events, seat), dealt.pending, seat)


def smallest_pack(game: Game) -> HouseRules:
    """Return the rules with the smallest pack that changing one option allows, so that enumeration is feasible."""
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
    """Raise `BrokenPromise` if the game's odds differ from its script's, as far as the script can be enumerated."""
    own = analysis_of(game, rules)
    for bet in exact.bets.before:
        if bet.name in exact.all_bets():
            counted = next((one for one in own.bets if one.name == bet.name), None)
            require(counted, f"{bet.name} is missing in count/odds.py: `analyse` must give every bet of the game")
            assert counted is not None
            family = {bet.name, *(exact.bets.family(bet) - {one.name for one in own.bets})}
            _compare_bets(counted, bet_odds(exact.bets, bet, exact.all_bets()[bet.name], family=family))
    if exact.main is not None:
        _compare_rounds(own, exact)
        _compare_play(game, rules, exact.main, exact.bets)


def _compare_bets(own: BetOdds, script: BetOdds) -> None:
    """Compare a bet's results, and its table line by line if the lines have the same names."""
    lines = {line.name: line for line in script.outcomes}
    if {line.name for line in own.outcomes} == set(lines) and len(own.outcomes) == len(lines):
        for line in own.outcomes:
            paid = lines[line.name].pays
            sentence = f"{own.name}: count/odds.py pays {_signed(line.pays)} for {line.name!r}"
            require(line.pays == paid, f"{sentence}, the script {_signed(paid)}")
    _compare_laws(own.name, _law(own.spread.results), _law(script.spread.results), _slack(own))
    require(
        isclose(float(own.ev), float(script.ev), abs_tol=_TOLERANCE + _slack(own)),
        f"{own.name}: count/odds.py gives a house edge of {_percent(-own.ev)}, the script {_percent(-script.ev)}",
    )
    slack = _slack(own) * max(float(line.pays) ** 2 for line in own.outcomes)
    require(
        isclose(own.sd, script.sd, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE + slack),
        f"{own.name}: count/odds.py gives a standard deviation of {own.sd:.6f}, the script {script.sd:.6f}",
    )


def _compare_rounds(own: Analysis, exact: ExactOdds) -> None:
    """Compare a whole round with one unit on each main bet, or on as many bets as the odds assume."""
    require(own.played, "count/odds.py gives no `played`, so a whole round is not compared")
    assert own.played is not None
    main, many, bets = exact.main, own.played.initial_bet, exact.bets
    if main is not None and bets.game.before_wagers is not None:
        _compare_choice(own.played, main, bets)
        return
    is_whole = many in range(1, len(bets.before) + 1)
    require(is_whole, f"a whole round: count/odds.py gives an initial bet of {many}, the game {len(bets.before)} bets")
    if many not in (1, len(bets.main)):
        main = exact.solve(bets.before[: int(many)])
    if main is not None:
        _compare_played(own.played, round_played(bets, list(main.results())))
    elif not bets.game.provides.has(GameInterface.simulation):  # otherwise it is compared with its simulation
        found = _played_by_advice(bets, bets.before[: int(many)])
        ends: Ends = [(cell, share(n, ROUNDS)) for cell, n in found.items()]
        script = round_played(bets, ends, ROUNDS)
        _compare_by_scores("a whole round", _law(own.played.distribution), _law(script.distribution))
        _compare_average_bets(own.played, script)


def _compare_played(own: Played, script: Played) -> None:
    """Compare a round's distribution, and its expected value, standard deviation and average bet."""
    slack = max(own.errors, default=0)
    _compare_laws("a whole round", _law(own.distribution), _law(script.distribution), slack)
    slack *= max(float(net) ** 2 for net, _ in own.distribution)
    for what, counted, found in (
        ("an expected value", own.ev, script.ev),
        ("a standard deviation", own.sd, script.sd),
    ):
        sentence = f"a whole round: count/odds.py gives {what} of {float(counted):.6f}, the script {float(found):.6f}"
        require(isclose(float(counted), float(found), rel_tol=_TOLERANCE, abs_tol=_TOLERANCE + slack), sentence)
    _compare_average_bets(own, script)


def _compare_average_bets(own: Played, script: Played) -> None:
    error = 5 * (error_of(script.average_bet) or 0)
    counted, found = float(own.average_bet), float(script.average_bet)
    sentence = f"a whole round: count/odds.py gives an average bet of {counted:.6f}, the script {found:.6f}"
    require(isclose(counted, found, abs_tol=_TOLERANCE + error + max(own.errors, default=0)), sentence)


def _compare_choice(played: Played, main: BestPlay, bets: Bets) -> None:
    """Check a round in which the visible cards decide the bet: it must be worth at least as much as a fixed bet."""
    worth = sum(net * Fraction(chance) for net, chance in round_distribution(bets, list(main.results())))
    sentence = f"a whole round: count/odds.py gives a house edge of {_percent(-played.ev)} to bets chosen by the cards"
    beyond = f"in view, the script {_percent(-worth)} to {bets.main[0].name} whatever they are"
    require(float(played.ev) >= worth - _TOLERANCE - max(played.errors, default=0), f"{sentence} {beyond}")


def _compare_laws(what: str, own: Law, script: Law, slack: float) -> None:
    for net in sorted({*own, *script}, key=lambda net: -abs(own.get(net, 0) - script.get(net, 0))):
        counted, found = own.get(net, 0), script.get(net, 0)
        sentence = f"{what}: count/odds.py gives {net_in_words(net)} a probability of {_percent(counted)}"
        require(isclose(counted, found, abs_tol=_TOLERANCE + slack), f"{sentence}, the script {_percent(found)}")


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
    """Play rounds up to the script's questions, and compare the game's advice with the exact values."""
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
    require(
        not skipped, f"best play is not compared at {many}, such as after {''.join(skipped[:1])}: no round led there"
    )


def _compare_advice(bet: str, seen: str, advice: Advice, worths: Mapping[str, float]) -> None:
    require(isinstance(advice, Advice), f"{bet}: after {seen} `advise_seat` of count/odds.py gives {advice!r}")
    require(set(advice.options) == set(worths), f"{bet}: after {seen} the advice is about {', '.join(advice.options)}")
    best = max(worths, key=lambda option: worths[option])
    loss = worths[best] - worths[advice.best]
    sentence = f"{bet}: after {seen} the advice is {advice.best!r}, worth {worths[advice.best]:+.6f}"
    require(loss <= _TOLERANCE, f"{sentence}; the script gives {best!r}, worth {worths[best]:+.6f}")
    for option, worth in worths.items():  # advice may leave out amounts that no answer changes, so compare differences
        own = float(advice.options[option]) - float(advice.options[best])
        error = sum(error_of(advice.options[one]) or 0 for one in (option, best))
        sentence = f"{bet}: after {seen} the advice values {option!r} at {own:+.6f} against {best!r}"
        is_near = isclose(own, worth - worths[best], abs_tol=_TOLERANCE + 5 * error)
        require(is_near, f"{sentence}, the script at {worth - worths[best]:+.6f}")


def _compare_random_questions(game: Game, rules: HouseRules, bets: Bets, seed: int) -> None:
    """Compare advice with exact values at those questions of random rounds from which every deal can be enumerated."""
    draw = Random(seed)
    for _ in range(RANDOM_QUESTIONS):
        pack = list(game.whole_pack(rules))
        draw.shuffle(pack)
        dealt = Round(game, rules, pack)
        dealt.place({ALONE: bets.stakes(bets.main)})
        while dealt.pending is not None:
            seen = view(dealt.events, ALONE)
            script = exact_advice(paths_from(game, rules, seen, ALONE, Budget(rows=_ROWS_OF_A_QUESTION, probes=False)))
            if script is not None:
                cards = " ".join(card.sign for event in seen if (card := getattr(event, "card", None)) and card.sign)
                advice = odds_of(game).advise_seat(rules, seen, dealt.pending, ALONE)
                worths = {answer: float(worth) for answer, worth in script.options.items()}
                _compare_advice(bets.main[0].name, cards, advice, worths)
            dealt.say(ALONE, game.bot(rules, seen, dealt.pending, ALONE))


def _questions(play: BestPlay) -> Iterator[tuple[SolvedQuestion, int]]:
    """Yield the closest decisions and some random ones."""
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
    """Return a round at this question with these cards; None if no order tried for the unseen cards leads there."""
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
    """Return the cards of a question, with arbitrary suits if only ranks are known."""
    kinds_seen = play.kinds(asked, place)
    if play.paths.pack.by_suit:
        return [CARDS[kind] if kind < len(CARDS) else JOKER for kind in kinds_seen]
    left = list(play.paths.game.whole_pack(play.paths.rules))
    return [left.pop(next(at for at, card in enumerate(left) if card.code // 4 == kind)) for kind in kinds_seen]


def _seen(play: BestPlay, asked: SolvedQuestion, place: int) -> str:
    return " ".join(card.sign for card in _cards(play, asked, place)) or "no card"


def _compare_by_playing(game: Game, rules: Any, bets: Bets, name: str) -> None:
    """Play a bet by the game's own advice, and compare every line with its odds, in standard errors."""
    own = next((one for one in analysis_of(game, rules).bets if one.name == name), None)
    require(own, f"{name} is missing in count/odds.py: `analyse` must give every bet of the game")
    assert own is not None
    bet = next(one for one in bets.before if one.name == name)
    cells = _played_by_advice(bets, bets.with_company(bet))
    played = bet_odds(bets, bet, [(cell, Fraction(n, ROUNDS)) for cell, n in cells.items()])
    _compare_by_scores(name, _law(own.spread.results), _law(played.spread.results))


def _played_by_advice(bets: Bets, made: Sequence[Bet]) -> Mapping[Cell, int]:
    """Play rounds by the game's own advice, and count the results."""
    advise, rules = odds_of(bets.game).advise_seat, bets.rules
    table = Rounds(bets.game, rules, 1, bets.stakes(made))
    return table.play(ROUNDS, Random(1), lambda seen, offer, seat: advise(rules, seen, offer, seat).best)


def _compare_by_scores(what: str, expected: Law, found: Law) -> None:
    for net in sorted({*expected, *found}):
        z = z_of(round(found.get(net, 0) * ROUNDS), ROUNDS, expected.get(net, 0))
        sentence = f"{what}: count/odds.py gives {net_in_words(net)} {_percent(expected.get(net, 0))}"
        beyond = f"{ROUNDS:,} rounds {_percent(found.get(net, 0))}, {abs(z):.1f} standard errors away"
        require(abs(z) < most_for(len({*expected, *found})), f"{sentence}, {beyond}")
