"""
The odds of a game that has only its script: exact by enumeration of every deal if feasible, otherwise simulated.

There is a single seat. A bet's table includes its raises (bets that equal or need it), per unit of the bet. The seat
follows the best play if that can be enumerated; otherwise it plays like the game's bot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import hypot
from typing import Any

from msgspec.structs import replace

from pitboss.money import Cents, show_money
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import Analysis, BetOdds, Outcome, Played
from pitboss.solving.answers.figure_text import percent
from pitboss.solving.script.best_play import best_play
from pitboss.solving.script.bets import Bets
from pitboss.solving.script.charts import charts
from pitboss.solving.script.exact import CHECKED_DEALS, ExactOdds
from pitboss.solving.script.paths import Budget, Paths, TooMany
from pitboss.solving.script.random_rounds import Ends
from pitboss.solving.script.simulated_rounds import TARGET_ERROR, BestPlayGain, SimulatedTable
from pitboss.statistics.exactness import Number, net_in_words, total
from pitboss.statistics.simulated_figures import Simulated, error_of, mean_of, share

_MAX_NAMES = 16
_ALONE = (
    "One player is alone at the table; each bet's table is for that bet and the bets it requires, and includes"
    " what the dealer offers on top of it."
)
_PLAYS_BEST = "The player plays best for all bets made."


def analyse(game: Game, rules: Any, budget: Budget | None = None, *, must_be_exact: bool = False) -> Analysis:
    """
    Return the odds of every bet and of the game as played, from the script alone.

    Each bet is exact if it can be enumerated within the budget, otherwise simulated with its error. If all must be
    exact, raise `Refused` for a bet that cannot be enumerated.
    """
    bets = Bets(game, rules)
    exact = ExactOdds(bets, budget or Budget())
    found, played = exact.all_bets(), exact.main
    if played is not None and len(found) == len(bets.before):
        return exact_analysis(bets, exact)
    if must_be_exact:
        missing = [bet.name for bet in bets.before if bet.name not in found] or ["a whole round"]
        raise Refused("not-exact", f"no exact odds for {game.title} ({', '.join(missing)}): {exact.why_not}")
    return _partly_simulated(bets, exact)


def exact_analysis(bets: Bets, exact: ExactOdds) -> Analysis:
    """Return an analysis in which every figure is exact."""
    assert exact.main is not None
    found = tuple(_with_stake(bets, bet, bet_odds(bets, bet, exact.all_bets()[bet.name])) for bet in bets.before)
    assumptions = (
        "Every figure is exact: the script was run through every possible deal, and equivalent deals were counted once."
        f" They represent {exact.deals:,} ordered deals of the cards that it looks at.",
        f"{_ALONE} {_PLAYS_BEST}",
        *_of_one_bet(bets),
    )
    played = round_played(bets, list(exact.main.results()))
    return Analysis(
        bets.game.name, bets.rules.as_data(), found, played, charts(exact.main, bets.unit), assumptions
    )  # fmt: skip


def _with_stake(bets: Bets, bet: Bet, odds: BetOdds) -> BetOdds:
    """Add a note on the stake if the edge depends on it, because the commission is rounded up to a chip."""
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
    return ("The house edge of the game as played is relative to one of the equal bets, as its sheet defines it.",)


def _partly_simulated(bets: Bets, exact: ExactOdds) -> Analysis:
    known, table = exact.all_bets(), SimulatedTable(bets, exact.main, exact.budget)
    main = None if exact.main else table.play(bets.main)
    missing = [bet for bet in bets.before if bet.name not in known]
    every = main if main is not None and missing == bets.main else table.play(bets.before, missing)
    found = []
    for bet in bets.before:
        if bet.name in known:
            found.append(_with_stake(bets, bet, bet_odds(bets, bet, known[bet.name])))
            continue
        is_made = any(one.bet == bet.name for cell, _ in every[0] for one in cell)
        ends = every if is_made else table.play(bets.with_company(bet), [bet])
        found.append(bet_odds(bets, bet, *ends))
    played = round_played(bets, *(main or (exact.main_ends(), 0)))
    assumptions = (
        _simulated_note(found, exact),
        *(_best_play_note(bets, exact, played) if exact.main is None else ()),
        *([f"The figures of {', '.join(known)} are exact."] if known else []),
        *([_unaffected_note(exact.unaffected)] if exact.unaffected else []),
        _ALONE,
    )
    return Analysis(bets.game.name, bets.rules.as_data(), tuple(found), played, (), assumptions)


def _simulated_note(found: Sequence[BetOdds], exact: ExactOdds) -> str:
    """Return a note on which figures are simulated and why, how the seat plays, and which errors exceed the target."""
    simulated = [odds for odds in found if odds.rounds]
    names = ", ".join(odds.name for odds in simulated)
    which = "Every figure is" if len(simulated) == len(found) else f"The figures of {names} are"
    above = [odds.name for odds in simulated if (error_of(odds.house_edge) or 0) > TARGET_ERROR]
    reached = f" It was not reached for {', '.join(above)}: --within gives more time." if above else ""
    plays = "at best play" if exact.main else "as the bot plays"
    return (
        f"{which} simulated: {exact.why_not} (--within sets another). Rounds were played {plays}. The standard error"
        f" is after the ±; the aim is {TARGET_ERROR:.2%} of the bet.{reached}"
    )


def _best_play_note(bets: Bets, exact: ExactOdds, played: Played) -> Iterator[str]:
    """Yield notes on the gain of best play over the bot, if it can be enumerated from the cards that a seat sees."""
    if bets.game.before_wagers is not None:
        return
    gain = BestPlayGain(bets, exact.budget, TARGET_ERROR).play()
    if not gain.counted:
        if gain.hopeless:
            yield f"Best play is not known: {' and '.join(gain.hopeless)} also has too many deals to count."
        return
    more, edge = gain.mean, played.house_edge
    best = Simulated(float(edge - more / played.initial_bet), hypot(error_of(edge) or 0.0, more.error))
    names = " and ".join(bet.name for bet in bets.main)
    yield (
        f"At best play the house edge of {names} is {percent(best)}, simulated: best play wins {percent(more)} of a"
        f" unit more than the bot. Every deal was counted from {gain.counted:,} random questions, and the bot's answer"
        f" was not the best one at {gain.wrong:,} of them."
    )
    if gain.hopeless:
        yield f"The bot answers {', '.join(gain.hopeless)}, because there are too many deals to count from there."


def _unaffected_note(names: Sequence[str]) -> str:
    return (
        f"{', '.join(names)}: counted with the first answer to every question. In {CHECKED_DEALS:,} random deals, each"
        " played with other answers too, no answer changed what these bets won."
    )


def bet_odds(bets: Bets, bet: Bet, ends: Ends, rounds: int = 0, family: Collection[str] = ()) -> BetOdds:
    """Return the odds of a bet with its raises (or the bets in `family`), with outcomes by lines and net result."""
    family, unit = family or bets.family(bet), bets.unit
    ways: dict[tuple[str, Fraction], list[Number]] = {}
    for cell, chance in ends:
        own = [one for one in cell if one.bet in family]
        if any(one.bet == bet.name for one in own):
            name = ", ".join(dict.fromkeys(line for one in own for line in one.line.split(", ")))
            ways.setdefault((name, Fraction(sum(one.net for one in own), unit)), []).append(chance)
    if len(ways) > _MAX_NAMES:
        ways = _by_pays(ways)
    made = total(chance for chances in ways.values() for chance in chances)  # less than 1 if it is sometimes refused
    times = round(float(made) * rounds)
    listed = sorted(ways.items(), key=lambda way: (-way[0][1], way[0][0]))
    found = [(name, pays, _chance(chances, made, times)) for (name, pays), chances in listed]
    outcomes = tuple(Outcome(name, pays, chance, error_of(chance) or 0) for name, pays, chance in found)
    return BetOdds(bet.name, outcomes, bet.title, rounds=times)


def _by_pays(ways: Mapping[tuple[str, Fraction], list[Number]]) -> dict[tuple[str, Fraction], list[Number]]:
    """Merge outcomes that pay the same, for a bet with too many named ones."""
    alike: dict[tuple[str, Fraction], list[Number]] = {}
    for (_, pays), chances in ways.items():
        alike.setdefault((net_in_words(pays), pays), []).extend(chances)
    return alike


def _chance(chances: Sequence[Number], made: Number, times: int) -> Number:
    part = total(chances) / made
    return share(round(float(part) * times), times) if times else part


def round_distribution(bets: Bets, ends: Ends, rounds: int = 0) -> tuple[tuple[Fraction, Number], ...]:
    """Return the distribution of a round's net result in units."""
    names = {bet.name for bet in bets.game.bets(bets.rules)}
    nets: dict[Fraction, list[Number]] = {}
    for cell, chance in ends:
        for one in cell:
            if one.bet not in names:
                reason = f"the script settles {one.bet!r}, which is not a bet of {bets.game.title}: add it to its bets"
                raise Refused("no-such-bet", f"{reason}, or pay it on a bet with `bonus(...)`")
        nets.setdefault(Fraction(sum(one.net for one in cell), bets.unit), []).append(chance)
    return tuple((net, _chance(nets[net], 1, rounds)) for net in sorted(nets))


def round_played(bets: Bets, ends: Ends, rounds: int = 0) -> Played:
    """Return the game as played, from the results of rounds with a unit on each bet that deals a seat in."""
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
    """Yield a seat's net results in cents with their probabilities: with best play if enumerable, else like the bot."""
    try:
        ends: Ends = list(best_play(paths).results())
    except TooMany:
        ends, _ = SimulatedTable(Bets(game, rules)).play_stakes(stakes)
    for cell, chance in ends:
        yield sum(one.net for one in cell), float(chance)
