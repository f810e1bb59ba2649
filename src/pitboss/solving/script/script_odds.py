"""
The odds of a game that has only its script: counted over every deal if that is feasible, else simulated.

One seat plays alone. A bet's table holds what the dealer offers later on top of it, per unit of the bet: a raise that
equals or needs it. A seat plays its best if the best play can be counted; otherwise it plays as the game's bot does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from msgspec.structs import replace

from pitboss.money import Cents, show_money
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Seat
from pitboss.solving.answers.analysis import Analysis, BetOdds, Outcome, Played
from pitboss.solving.answers.figure_text import percent
from pitboss.solving.script.best_play import BestPlay, best_play
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.charts import charts
from pitboss.solving.script.exact import Ends, ExactOdds
from pitboss.solving.script.paths import Budget, Paths, TooMany
from pitboss.solving.script.random_rounds import Answer, Cell, Rounds
from pitboss.statistics.exactness import Number, net_in_words, total
from pitboss.statistics.simulated_figures import error_of, mean_of, share

ROUNDS = 1 << 16
"""Rounds of a simulation between two looks at its error."""
MAX_ROUNDS = 1 << 20
TARGET_ERROR = 0.0005
"""A simulation ends as soon as the standard error of a round is this share of the bet."""
_SEED = 1
_MOST_NAMES = 16
_ALONE = (
    "One player is alone at the table; each bet's table is for that bet with those it cannot do without, and counts"
    " with it what the dealer offers on top of it."
)
_PLAYS_BEST = "The player plays best for all bets made."


def analyse(game: Game, rules: Any, budget: Budget | None = None, *, must_be_exact: bool = False) -> Analysis:
    """
    Return every bet and the game as played, from the script alone.

    Each bet is exact if it can be counted within the budget, otherwise simulated with its error. If all must be
    exact, raise `Refused` for a bet that cannot be counted.
    """
    bets = Bets(game, rules)
    exact = ExactOdds(bets, budget or Budget())
    found, played = exact.all_bets(), exact.main
    if played is not None and len(found) == len(bets.before):
        return exact_analysis(bets, exact)
    if must_be_exact:
        missing = [bet.name for bet in bets.before if bet.name not in found] or ["a whole round"]
        raise Refused("not-exact", f"{game.title} cannot be counted: {', '.join(missing)}: {exact.why_not}")
    return _partly_simulated(bets, exact)


def exact_analysis(bets: Bets, exact: ExactOdds) -> Analysis:
    """Put together an analysis of which every figure is exact."""
    assert exact.main is not None
    found = tuple(_with_stake(bets, bet, bet_odds(bets, bet, exact.all_bets()[bet.name])) for bet in bets.before)
    assumptions = (
        "Every figure is exact: the script itself was dealt every way it can go, deals that play alike counted once."
        f" That stands for {exact.deals:,} deals, in order, of the cards that it looks at.",
        f"{_ALONE} {_PLAYS_BEST}",
        *_of_one_bet(bets),
    )
    played = _played(bets, list(exact.main.results()))
    return Analysis(
        bets.game.name, bets.rules.as_data(), found, played, charts(exact.main, bets.unit), assumptions
    )  # fmt: skip


def _with_stake(bets: Bets, bet: Bet, odds: BetOdds) -> BetOdds:
    """Name the stake next to an edge that depends on it, because a commission is rounded to a chip."""
    if bet.commission is None:
        return odds
    least = Bets(bets.game, bets.rules, stake=bet.least)
    small = ExactOdds(least, Budget()).solve(least.with_company(bet))
    if small is None:
        note = f"At a stake of {show_money(bets.unit)}: the commission is rounded, so other stakes have another edge."
        return replace(odds, note=note)
    at_least = bet_odds(least, bet, list(small.results())).house_edge
    if at_least == odds.house_edge:
        return odds
    note = f"At a stake of {show_money(bets.unit)}. The edge depends on the stake, because the commission is rounded up"
    return replace(
        odds, note=f"{note} to {show_money(bet.commission.chip)}: {percent(at_least)} at {show_money(bet.least)}."
    )


def _of_one_bet(bets: Bets) -> tuple[str, ...]:
    if not bets.game.edge_of_one_bet:
        return ()
    return ("The house edge of the game as played is of one of the equal bets, as its sheet defines it.",)


def _partly_simulated(bets: Bets, exact: ExactOdds) -> Analysis:
    known = exact.all_bets()
    answer = _answers(bets, exact.main)
    alone = simulated_ends(bets, bets.main, answer, exact.budget) if exact.main is None else None
    every = simulated_ends(bets, bets.before, answer, exact.budget)
    found = []
    for bet in bets.before:
        if bet.name in known:
            found.append(_with_stake(bets, bet, bet_odds(bets, bet, known[bet.name])))
            continue
        is_made = any(one.bet == bet.name for cell, _ in every[0] for one in cell)
        ends = every if is_made else simulated_ends(bets, bets.with_company(bet), answer, exact.budget)
        found.append(bet_odds(bets, bet, *ends))
    names = ", ".join(bet.name for bet in bets.before if bet.name not in known)
    is_all = f"{'Every figure is' if not known else f'The figures of {names} are'} simulated"
    assumptions = (
        f"{is_all}: {exact.why_not} (--within sets another)."
        f" Rounds were played {'at best play' if exact.main else 'as the bot plays'} until"
        f" the standard error was {TARGET_ERROR:.2%} of the bet, or for {MAX_ROUNDS:,} rounds; it is after the ±."
        f"{'' if exact.main else ' The best play is not known.'}",
        *([f"The figures of {', '.join(known)} are exact."] if known else []),
        _ALONE,
    )
    if alone is not None:
        played = _played(bets, *alone)
    else:
        assert exact.main is not None
        played = _played(bets, list(exact.main.results()))
    return Analysis(bets.game.name, bets.rules.as_data(), tuple(found), played, (), assumptions)


def _answers(bets: Bets, play: BestPlay | None) -> Answer:
    """Return the best answers of the bets that deal a seat in if these are known, otherwise the bot's."""
    game, rules = bets.game, bets.rules
    own = set[str]().union(*(bets.family(bet) for bet in bets.main))

    def answer(seen: Sequence[Event], offer: Offer, seat: Seat) -> str:
        without_others = [event for event in seen if getattr(event, "bet", None) in (None, *own)]
        found = None if play is None else play.answer(without_others, offer, seat)
        return game.bot(rules, seen, offer, seat) if found is None else found

    return answer


def simulated_ends(bets: Bets, made: Iterable[Bet], answer: Answer, budget: Budget | None = None) -> tuple[Ends, int]:
    """Play rounds with a unit on each bet until the error is small; return the ends with their shares, and rounds."""
    return _simulated(bets, bets.stakes(made), answer, budget or Budget())


def _simulated(bets: Bets, stakes: Mapping[str, Cents], answer: Answer, budget: Budget) -> tuple[Ends, int]:
    table, draw = Rounds(bets.game, bets.rules, 1, stakes), Random(_SEED)
    cells: Counter[Cell] = Counter()
    rounds, names = 0, ", ".join(stakes)
    budget.report(0.0, f"simulating {names}")
    while rounds < MAX_ROUNDS:
        cells += table.play(ROUNDS, draw, answer)
        rounds += ROUNDS
        nets = [(Fraction(sum(one.net for one in cell), bets.unit), Fraction(n, rounds)) for cell, n in cells.items()]
        error = mean_of(nets, rounds).error
        if error <= TARGET_ERROR:
            break
        budget.report(max(rounds / MAX_ROUNDS, (TARGET_ERROR / error) ** 2), f"simulating {names}, ± {error:.2%}")
    return [(cell, share(times, rounds)) for cell, times in cells.items()], rounds


def bet_odds(bets: Bets, bet: Bet, ends: Ends, rounds: int = 0, family: Collection[str] = ()) -> BetOdds:
    """Return the odds of a bet with its raises, or with the bets of `family`: every outcome by its lines and net."""
    family, unit = family or bets.family(bet), bets.unit
    ways: dict[tuple[str, Fraction], list[Number]] = {}
    for cell, chance in ends:
        own = [one for one in cell if one.bet in family]
        if any(one.bet == bet.name for one in own):
            name = ", ".join(dict.fromkeys(line for one in own for line in one.line.split(", ")))
            ways.setdefault((name, Fraction(sum(one.net for one in own), unit)), []).append(chance)
    if len(ways) > _MOST_NAMES:
        ways = _by_pays(ways)
    made = total(chance for chances in ways.values() for chance in chances)  # less than 1 where it is refused at times
    times = round(float(made) * rounds)
    listed = sorted(ways.items(), key=lambda way: (-way[0][1], way[0][0]))
    found = [(name, pays, _chance(chances, made, times)) for (name, pays), chances in listed]
    outcomes = tuple(Outcome(name, pays, chance, error_of(chance) or 0) for name, pays, chance in found)
    return BetOdds(bet.name, outcomes, bet.title, rounds=times)


def _by_pays(ways: Mapping[tuple[str, Fraction], list[Number]]) -> dict[tuple[str, Fraction], list[Number]]:
    """Outcomes that pay alike, taken together where there are too many names to read."""
    alike: dict[tuple[str, Fraction], list[Number]] = {}
    for (_, pays), chances in ways.items():
        alike.setdefault((net_in_words(pays), pays), []).extend(chances)
    return alike


def _chance(chances: Sequence[Number], made: Number, times: int) -> Number:
    part = total(chances) / made
    return share(round(float(part) * times), times) if times else part


def round_distribution(bets: Bets, ends: Ends, rounds: int = 0) -> tuple[tuple[Fraction, Number], ...]:
    """Return the net result of a whole round in units, each with its probability."""
    names = {bet.name for bet in bets.game.bets(bets.rules)}
    nets: dict[Fraction, list[Number]] = {}
    for cell, chance in ends:
        for one in cell:
            if one.bet not in names:
                reason = f"the script settles {one.bet!r}, which is no bet of {bets.game.title}: add it to its bets"
                raise Refused("no-such-bet", f"{reason}, or pay it on a bet with `bonus(...)`")
        nets.setdefault(Fraction(sum(one.net for one in cell), bets.unit), []).append(chance)
    return tuple((net, _chance(nets[net], 1, rounds)) for net in sorted(nets))


def _played(bets: Bets, ends: Ends, rounds: int = 0) -> Played:
    unit = bets.unit
    whole = round_distribution(bets, ends, rounds)
    put_down = [(Fraction(sum(one.put_down for one in cell), unit), chance) for cell, chance in ends]
    average = mean_of(put_down, rounds) if rounds else total(amount * chance for amount, chance in put_down)
    names = " and ".join(bet.name for bet in bets.main)
    how = "as the bot plays, simulated" if rounds else "at best play"
    errors = tuple(error_of(chance) or 0.0 for _, chance in whole) if rounds else ()
    strategy = "bot" if rounds else "best"
    note = f"One unit on {names}, {how}."
    initial = 1 if bets.game.edge_of_one_bet else len(bets.main)
    return Played(initial, average, whole, note, strategy, errors, rounds=rounds)


def expected_nets(game: Game, rules: Any, stakes: Mapping[str, Cents], paths: Paths) -> Iterator[tuple[int, Number]]:
    """Yield what a seat's bets win in cents, and how likely that is: best play if it can be counted, else the bot's."""
    try:
        ends: Ends = list(best_play(paths).results())
    except TooMany:
        bets = Bets(game, rules)
        ends, _ = _simulated(bets, stakes, _answers(bets, None), Budget())
    for cell, chance in ends:
        yield sum(one.net for one in cell), float(chance)
