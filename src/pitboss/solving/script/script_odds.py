"""
The odds of a game that has only its script: walked through every deal where that is feasible, else simulated.

One seat plays alone. A bet's table holds what the dealer offers later on top of it, per unit of the bet: a raise that
equals or needs it. Where a walk is feasible the seat plays its best; a simulated seat plays as the game's bot does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from pitboss.money import Cents
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.steps import Seat
from pitboss.solving.answers.analysis import Analysis, BetOdds, Chart, Outcome, Played
from pitboss.solving.script.best_play import BestPlay, best_play
from pitboss.solving.script.random_rounds import Cell, Rounds, unit_for
from pitboss.solving.script.walk import TooMany, Walk
from pitboss.statistics.exactness import Number, net_in_words, total
from pitboss.statistics.simulated_figures import error_of, mean_of, share

ALONE = Seat(1)
ROUNDS = 1 << 16
"""Rounds that are simulated where a script cannot be walked: some seconds' work."""
_SEED = 1
_MOST_NAMES = 16
_MOST_ROWS = 40
"""Questions that a chart shows; of more, `advise` tells each."""
Ends = list[tuple[Cell, Number]]
"""How a round ends, and how likely that is."""


@dataclass(frozen=True)
class Bets:
    """The bets of a game as its odds need them: what belongs together, and what a unit is."""

    game: Game
    rules: Any

    @property
    def before(self) -> list[Bet]:
        """The bets of a player that are made before the deal."""
        return [bet for bet in self.game.bets(self.rules) if not bet.in_play and not bet.for_dealers]

    @property
    def main(self) -> list[Bet]:
        """The bets that deal a seat in: the compulsory ones, else the first that needs no other."""
        return [bet for bet in self.before if bet.compulsory] or [bet for bet in self.before if not bet.needs][:1]

    def with_company(self, bet: Bet) -> list[Bet]:
        """The bet, and those without which it cannot be made."""
        by_name = {other.name: other for other in self.before}
        wanted, open_ = [one.name for one in self.main if one.compulsory], [bet.name]
        while open_:
            name = open_.pop()
            if name not in wanted:
                wanted.append(name)
            needed = (*by_name[name].needs, *filter(None, (by_name[name].equals,)))
            open_ += [other for other in needed if other not in wanted]
        return [other for other in self.before if other.name in wanted]

    @property
    def unit(self) -> Cents:
        """How many cents a unit is."""
        return unit_for(self.before, self.rules.chip, {bet.name: 1 for bet in self.before})

    def stakes(self, bets: Iterable[Bet]) -> dict[str, Cents]:
        """A unit on each of these."""
        return {bet.name: self.unit for bet in bets}

    def family(self, bet: Bet) -> set[str]:
        """The bet, and what the dealer offers on top of it."""
        raises = [other for other in self.game.bets(self.rules) if other.in_play]
        return {bet.name, *(other.name for other in raises if self._under(other) == bet.name)}

    def _under(self, raised: Bet) -> str:
        """The bet that a raise is counted with."""
        names = [bet.name for bet in self.before]
        said = [name for name in (raised.equals, *raised.needs) if name in names]
        return said[0] if said else self.main[0].name


def analyse(game: Game, rules: Any) -> Analysis:
    """Every bet and the game as played, from the script alone."""
    bets = Bets(game, rules)
    try:
        return walked_odds(bets)
    except TooMany:
        return _simulated(bets)


def walk_of(bets: Bets, stakes: Mapping[str, Cents]) -> BestPlay:
    """The best play of one seat with these stakes."""
    if bets.game.before_wagers is not None:
        raise TooMany  # what lies on the table before the wagers would be walked too
    wagers = bets.game.check_wagers(bets.rules, {ALONE: stakes}, ())
    return best_play(Walk(bets.game, bets.rules, wagers, ALONE))


def walked_odds(bets: Bets) -> Analysis:
    """The odds over every deal; `TooMany` where the script can go too many ways."""
    main = walk_of(bets, bets.stakes(bets.main))
    found, deals = [], main.deals
    for bet in bets.before:
        company = bets.with_company(bet)
        play = main if company == bets.main else walk_of(bets, bets.stakes(company))
        deals = max(deals, play.deals)
        found.append(bet_odds(bets, bet, list(play.results())))
    assumptions = (
        "Every figure is exact: the script itself was dealt every way it can go, cards that play alike counted once."
        f" That stands for {deals:,} deals, in order, of the cards that it looks at.",
        "One player is alone at the table and plays best for all bets made; each bet's table is for that bet with those"
        " it cannot do without, and counts with it what the dealer offers on top of it.",
    )
    played = _played(bets, list(main.results()))
    return Analysis(bets.game.name, bets.rules.as_data(), tuple(found), played, _charts(bets, main), assumptions)


def _simulated(bets: Bets) -> Analysis:
    alone = simulated_ends(bets, bets.stakes(bets.main), ROUNDS)
    every = alone if bets.main == bets.before else simulated_ends(bets, bets.stakes(bets.before), ROUNDS)
    found = tuple(bet_odds(bets, bet, every, ROUNDS) for bet in bets.before if _is_made(bet, every))
    assumptions = (
        f"Every figure is simulated: the script can go too many ways to be walked, so {ROUNDS:,} rounds of it were"
        " played, and each figure has its standard error after the ±. The best play is not known.",
        "One player is alone at the table, puts one unit on every bet that is allowed and plays as the game's bot does;"
        " each bet's table counts with it what the dealer offers on top of it.",
    )
    played = _played(bets, alone, ROUNDS)
    return Analysis(bets.game.name, bets.rules.as_data(), found, played, (), assumptions)


def simulated_ends(bets: Bets, stakes: Mapping[str, Cents], rounds: int) -> Ends:
    """How rounds ended that the bot played, each end with how often it came."""
    game, rules = bets.game, bets.rules
    table = Rounds(game, rules, 1, stakes)
    cells = table.play(rounds, Random(_SEED), lambda seen, offer, seat: game.bot(rules, seen, offer, seat))
    return [(cell, share(times, rounds)) for cell, times in cells.items()]


def _is_made(bet: Bet, ends: Ends) -> bool:
    return any(one.bet == bet.name for cell, _ in ends for one in cell)


def bet_odds(bets: Bets, bet: Bet, ends: Ends, rounds: int = 0) -> BetOdds:
    """A bet with its raises: every outcome by its lines and what a unit wins."""
    family, unit = bets.family(bet), bets.unit
    ways: dict[tuple[str, Fraction], list[Number]] = {}
    for cell, chance in ends:
        own = [one for one in cell if one.bet in family]
        if any(one.bet == bet.name for one in own):
            name = ", ".join(dict.fromkeys(one.line for one in own))
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


def _played(bets: Bets, ends: Ends, rounds: int = 0) -> Played:
    unit = bets.unit
    nets: dict[Fraction, list[Number]] = {}
    for cell, chance in ends:
        nets.setdefault(Fraction(sum(one.net for one in cell), unit), []).append(chance)
    whole = tuple((net, _chance(nets[net], 1, rounds)) for net in sorted(nets))
    put_down = [(Fraction(sum(one.put_down for one in cell), unit), chance) for cell, chance in ends]
    average = mean_of(put_down, rounds) if rounds else total(amount * chance for amount, chance in put_down)
    names = " and ".join(bet.name for bet in bets.main)
    how = "as the bot plays, simulated" if rounds else "at best play"
    errors = tuple(error_of(chance) or 0.0 for _, chance in whole) if rounds else ()
    strategy = "bot" if rounds else "best"
    note = f"One unit on {names}, {how}."
    return Played(len(bets.main), average, whole, note, strategy, errors, rounds=rounds)


def _charts(bets: Bets, play: BestPlay) -> tuple[Chart, ...]:
    """What each answer is worth, question by question, where there are not too many questions."""
    questions = [number for number in play.walk.questions.values() if number in play.worths]
    if not 0 < len(questions) <= _MOST_ROWS:
        return ()
    options = list(dict.fromkeys(answer for number in questions for answer in play.worths[number]))
    rows = []
    for number in questions:
        worths = play.worths[number]
        cells = (worths[answer] / bets.unit if answer in worths else None for answer in options)
        rows.append((play.walk.shown[number], (*cells, play.answers[number])))
    if len(dict(rows)) < len(rows):  # the same cards, asked twice
        rows = [(f"{shown}, question {place}", cells) for place, (shown, cells) in enumerate(rows, 1)]
    return (Chart("answers", "What each answer is worth, in units", (*options, "best"), tuple(rows), "cards seen"),)


def expected_nets(game: Game, rules: Any, stakes: Mapping[str, Cents], walk: Walk) -> Iterator[tuple[int, Number]]:
    """What a seat's bets win in cents, and how likely that is: best play walked, else the bot's play simulated."""
    try:
        if game.before_wagers is not None:
            raise TooMany
        ends: Ends = list(best_play(walk).results())
    except TooMany:
        ends = simulated_ends(Bets(game, rules), stakes, ROUNDS // 8)
    for cell, chance in ends:
        yield sum(one.net for one in cell), float(chance)
