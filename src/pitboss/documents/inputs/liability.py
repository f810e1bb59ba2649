"""The house's maximum loss in one round, by search over deals, with a deal that reaches it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from msgspec import Struct, convert, to_builtins

from pitboss import __version__
from pitboss.documents.inputs.examples import stacked
from pitboss.documents.inputs.input_cache import PlainAnswer, report_question
from pitboss.money import Cents
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.transcript import transcript
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.solving.answers.analysis import Analysis
from pitboss.solving.exposure import Exposure, exposure_of, winnings

TABLE = "table"
_TRIES = 400
"""Number of rounds dealt for a game without its own search."""


class CostliestRound(Struct, frozen=True):
    """The most that seats can win in one round, in cents, excluding stakes; and the round."""

    seats: int
    most: int
    bound: int
    """An upper bound on any round; equal to `most` if that is exact."""
    record: str
    lines: tuple[str, ...]

    @property
    def is_exact(self) -> bool:
        """Whether `most` is proven to be the maximum."""
        return self.most == self.bound


class Liability(Struct, frozen=True):
    """The most that single wagers can win, and the most that one round can cost."""

    bets: tuple[tuple[str, int, float], ...]
    """By bet: its limit in cents, and the most that any play can win on it, in units."""
    seat: CostliestRound
    table: CostliestRound
    aggregate: int | None
    played: int | None
    """The most that the game as played can win in one round, with every initial bet at its limit."""

    @property
    def together(self) -> int:
        """The total of all wagers at their limits on their best lines, as if they could all win together."""
        return round(sum(most * top for _, most, top in self.bets))


def sum_of_tops(game: Game, rules: HouseRules, analysis: Analysis) -> int:
    """Return what all wagers of a seat would win on their best lines, in cents, as if they could all win together."""
    return round(sum(most * top for _, most, top in _tops(game, rules, analysis)))


def liability_of(game: Game, rules: HouseRules, analysis: Analysis) -> Liability:
    """Return the maximum cost of one round, for a seat and for a full table."""
    bets = tuple(_tops(game, rules, analysis))
    aggregate: Any = getattr(rules, "aggregate", None)
    together = sum_of_tops(game, rules, analysis)
    seat, table = (convert(each.get(), CostliestRound) for each in liability_questions(game, rules, together))
    played = None
    if analysis.played is not None and bets:
        unit = _limit(game, rules)
        played = round(float(max(net for net, chance in analysis.played.distribution if chance)) * unit)
    return Liability(bets, seat, table, aggregate, played)


def liability_questions(game: Game, rules: HouseRules, together: int) -> Iterator[PlainAnswer]:
    """Yield the search for one seat, then for a full table."""
    for seats in (1, game.seats(rules)):
        more = {"seats": seats, "together": together * seats}
        asked = {**more, "version": __version__}  # the record of the round contains it
        yield report_question(game, rules, "liability", asked, partial(_searched, game, rules, **more))


def _searched(game: Game, rules: HouseRules, seats: int, together: int) -> Any:
    found = costliest(game, rules, seats, together)
    dealt = Round.deal(
        game, rules, found.record.pack, found.record.wagers, board=found.record.board, gone=found.record.gone
    )
    dealt.apply_answers(found.record.answers or ())
    return to_builtins(CostliestRound(seats, found.most, found.bound, found.record.as_json(), transcript(dealt)))


def costliest(game: Game, rules: HouseRules, seats: int, together: int) -> Exposure:
    """Use the game's own search if it has one; otherwise deal rounds, and bound them by the sum of all best lines."""
    search = game.provides.liability
    if search is not None:
        return search(game, rules, seats)
    return max(_tried(game, rules, seats, together), key=lambda each: each.most)


def _tried(game: Game, rules: HouseRules, seats: int, together: int) -> Iterator[Exposure]:
    """Yield rounds at the limits, dealt from stacked packs."""
    before = [bet for bet in game.bets(rules) if not bet.in_play and not bet.for_dealers]
    bets = {bet.name: Cents(bet.most - bet.most % rules.chip) for bet in before}
    for number in range(_TRIES):
        rng = Random(f"{game.name} liability {number}")
        pack = stacked(game.whole_pack(rules), rng)
        dealt = Round(game, rules, pack[game.burns :], gone=pack[: game.burns])
        try:
            dealt.place({Seat(seat): dict(bets) for seat in range(1, seats + 1)})
        except Refused:
            continue
        while dealt.pending:
            for seat, options in list(dealt.pending.options.items()):
                dealt.say(seat, rng.choice(options).name)
        if dealt.void_reason is None:
            yield exposure_of(dealt, seats, max(together, winnings(dealt.events)))


def _limit(game: Game, rules: HouseRules) -> int:
    """Return the lowest limit of the compulsory bets; if none, of the bets that others require, or else of all."""
    bets = game.bets(rules)
    before = [bet for bet in bets if not bet.in_play and not bet.for_dealers]
    needed = {name for bet in bets for name in bet.needs}
    must = [bet for bet in before if bet.compulsory] or [bet for bet in before if bet.name in needed]
    return min(int(bet.most) for bet in must or before)


def _tops(game: Game, rules: HouseRules, analysis: Analysis) -> Iterator[tuple[str, int, float]]:
    """Yield the top win of every bet; dealers' bets ride on another bet, and the house pays them too."""
    known = {bet.name: bet for bet in analysis.bets}
    for bet in game.bets(rules):
        odds = known.get(bet.needs[0] if bet.for_dealers else bet.name)
        if odds is not None:
            tops = [float(outcome.pays) for outcome in odds.outcomes if outcome.probability]
            yield bet.name, int(bet.most), max(float(bet.grows) if bet.grows > 1 else 0.0, *tops)
