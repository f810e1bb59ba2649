"""Worked examples: a real round for every paying line and for every way a round can end."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct, convert, to_builtins

from pitboss.cards import Card
from pitboss.games import GAMES
from pitboss.layout.plan import plan_for
from pitboss.money import Cents, Pays
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.record_reader import read_text
from pitboss.play.records.transcript import transcript
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay_whole
from pitboss.play.steps import Seat, Settled
from pitboss.play.view import view
from pitboss.school.practice_rounds import has_plain_bot
from pitboss.solving.answers.analysis import BetOdds


class WorkedExample(Struct, frozen=True):
    """One round, what it shows, and its record."""

    shows: tuple[str, ...]
    """The outcomes shown, such as "Field: 2 and 6" or "Ante, hand 1 loses"."""
    lines: tuple[str, ...]
    record: str
    """The record of the round, for `pitboss replay`."""


@cache
def endings_of(game: str) -> dict[str, str]:
    """Return the records by name of the ending."""
    return tomllib.loads(GAMES[game].provides.endings or "")


def ending_rounds(game: Game, rules: HouseRules) -> Iterator[tuple[str, str, Round | None]]:
    """Yield each ending, the extra settings it needs, and the round; None if these rules do not allow it."""
    for name, record in endings_of(game.name).items():
        own = re.search(r"^rules +(.*)$", record, re.MULTILINE)
        needs = own[1] if own else ""
        yield name.replace("-", " "), needs, _dealt(game, rules, record, needs)


def _dealt(game: Game, rules: HouseRules, record: str, needs: str) -> Round | None:
    settings = "; ".join([*rules.settings(), *filter(None, [needs])])
    bare = re.sub(r"^rules .*\n", "", record, flags=re.MULTILINE)
    typed = bare.replace("\n", f"\nrules   {settings}\n", 1) if settings else bare
    try:
        read = read_text(typed, {**GAMES, game.name: game})
        dealt = replay_whole(read)
    except Refused:
        return None
    return None if dealt.void_reason is not None and read.void is None else dealt


Shown: TypeAlias = tuple[str, str]
"""A bet and its outcome: a line of its table, or wins, loses or pushes."""
ANY = ""
"""A bet name that stands for any bet."""
_PAYS = "pays "
"""The prefix of an outcome that is a single payout, not a line of a table."""
MAX_DEALS = 12_000
_CHIPS = 10
_SEAT = Seat(1)
_EARLY = (0.03, 0.1, 0.4)


class ExampleHunt:
    """The outcomes that must be shown for one game and set of rules, and a search for rounds that show them."""

    def __init__(self, game: Game, rules: HouseRules, groups: Sequence[Sequence[BetOdds]]) -> None:
        self.game, self.rules = game, rules
        self.lines = {line for name in rules.options() for line in _lines(getattr(rules, name))}
        self.family = {bet.name: group[0].name for group in groups for bet in group}
        self.groups = groups
        self.wanted = {*self._wanted([group[0] for group in groups]), *self._payouts()}

    def _wanted(self, bets: Iterable[BetOdds]) -> Iterator[Shown]:
        known = {bet.name for bet in self.game.bets(self.rules)}
        for bet in bets:
            if bet.name not in known:
                continue
            for outcome in bet.outcomes:
                if outcome.probability and outcome.name in self.lines:
                    yield bet.name, outcome.name
            yield from ((bet.name, how) for how, chance in _hows(bet).items() if chance)

    def _payouts(self) -> Iterator[Shown]:
        """Yield paying lines that the odds do not list, and single payouts; any bet may show them."""
        named = {line for _, line in self._wanted([group[0] for group in self.groups])}
        unused = {table.of for table in plan_for(self.game, self.rules).tables if table.under(self.rules) is None}
        for name in self.rules.options():
            value = getattr(self.rules, name)
            if name in unused:  # the table of a bet that is not offered
                continue
            if isinstance(value, Paytable):
                yield from ((ANY, line) for line, row in value.lines if line not in named and row[0].won > 0)
            elif isinstance(value, Pays) and value.won > 0:
                yield ANY, f"{_PAYS}{value.spoken}"

    def shown_by(self, dealt: Round) -> set[Shown]:
        """Return the outcomes that a round shows."""
        found: set[Shown] = set()
        for event in dealt.events:
            if isinstance(event, Settled):
                bet = self.family.get(event.bet, event.bet)
                if event.line in self.lines:
                    found |= {(bet, event.line), (ANY, event.line)}
                if event.pays.won > 0:
                    found.add((ANY, f"{_PAYS}{event.pays.spoken}"))
                found.add((bet, _how(event.pays)))
        return found

    def bet_of(self, dealt: Round, what: str) -> str:
        """Return the bet that shows this line or payout in a round."""
        settled = (event for event in dealt.events if isinstance(event, Settled) and event.pays.won > 0)
        shows = (event.bet for event in settled if what in (event.line, f"{_PAYS}{event.pays.spoken}"))
        found = next(shows, ANY)
        return self.family.get(found, found)

    def rounds(self) -> Iterator[Round]:
        """Yield single-seat rounds endlessly, each from its own pack; the sequence is reproducible."""
        number = 0
        while True:
            rng = Random(f"{self.game.name} {number}")
            number += 1
            try:
                dealt = self._dealt(rng)
            except Refused:
                continue
            if dealt.void_reason is None:
                yield dealt

    def _dealt(self, rng: Random) -> Round:
        pack = stacked(self.game.whole_pack(self.rules), rng)
        burned = pack[: self.game.burns]
        dealt = Round(self.game, self.rules, pack[self.game.burns :], gone=burned)
        try:
            dealt.place({_SEAT: self._wager(rng, len(dealt.board) > 0)})
        except Refused:
            dealt.place({_SEAT: self._wager(rng, False)})
        plain = has_plain_bot(self.game)
        while dealt.pending:
            for seat, options in list(dealt.pending.options.items()):
                if plain and rng.random() < 0.6:
                    dealt.say(seat, self.game.bot(self.rules, view(dealt.events, seat), dealt.pending, seat))
                else:
                    dealt.say(seat, rng.choice(options).name)
        return dealt

    def _wager(self, rng: Random, whole: bool) -> dict[str, Cents]:
        """Make one bet of each kind and the bets it requires; with a board, omit the last kind unless `whole`."""
        before = [bet for bet in self.game.bets(self.rules) if not bet.in_play and not bet.for_dealers]
        kinds: dict[str, list[Bet]] = {}
        for bet in before:
            kinds.setdefault(self.family.get(bet.name, bet.name), []).append(bet)
        chosen = [rng.choice(kind) for kind in kinds.values()]
        if self.game.board_size and not whole:
            chosen = chosen[:-1]
        needed = {name for bet in chosen for name in bet.needs}
        chosen += [bet for bet in before if bet.name in needed and bet not in chosen]
        amount = Cents(_CHIPS * self.rules.chip)
        return {bet.name: min(max(amount, bet.least), bet.most) for bet in chosen}


def _lines(value: object) -> Iterator[str]:
    if isinstance(value, Paytable):
        yield from (line for line, _ in value.lines)
        yield from value.above


def _hows(bet: BetOdds) -> dict[str, object]:
    lost = sum(float(outcome.probability) for outcome in bet.outcomes if outcome.pays < 0)
    return {"wins": bet.hit, "pushes": bet.push, "loses": lost}


def _how(pays: Pays) -> str:
    return "wins" if pays.won > 0 else "loses" if pays.won < 0 else "pushes"


def stacked(cards: Sequence[Card], rng: Random) -> tuple[Card, ...]:
    """Shuffle a pack so that some cards tend to come early: one suit, adjacent ranks, few ranks, or no preference."""
    wanted = _taste(rng)
    early = rng.choice(_EARLY)
    keyed = [(rng.random() * (early if not card.is_joker and wanted(card) else 1.0), card) for card in cards]
    keyed.sort(key=lambda pair: pair[0])
    return tuple(card for _, card in keyed)


def _taste(rng: Random) -> Callable[[Card], bool]:
    suit, low = rng.randrange(4), rng.randint(2, 14)
    near = {(low + step - 2) % 13 + 2 for step in range(5)}
    high = {10, 11, 12, 13, 14, 1}
    few = {rng.randint(2, 14) for _ in range(rng.randint(1, 3))} | ({1} if rng.random() < 0.3 else set())
    return rng.choice([
        lambda card: card.code % 4 == suit,
        lambda card: card.rank in near,
        lambda card: card.rank in near and card.code % 4 == suit,
        lambda card: card.rank in high and card.code % 4 == suit,
        lambda card: card.rank in few,
        lambda card: card.rank in high,
        lambda card: False,
    ])  # fmt: skip


def found_rounds(hunt: ExampleHunt, most: int = MAX_DEALS) -> tuple[list[tuple[Round, set[Shown]]], set[Shown]]:
    """Return a small set of rounds that covers all wanted outcomes, and the outcomes not found."""
    left, chosen = set(hunt.wanted), []
    for number, dealt in enumerate(hunt.rounds()):
        new = hunt.shown_by(dealt) & left
        if new:
            chosen.append((dealt, hunt.shown_by(dealt) & hunt.wanted))
            left -= new
        if not left or number >= most:
            break
    return _fewest(chosen), left


def _fewest(examples: list[tuple[Round, set[Shown]]]) -> list[tuple[Round, set[Shown]]]:
    """Drop rounds that show nothing that the others don't, starting with the longest."""
    chosen = list(examples)
    for one in sorted(examples, key=lambda pair: -len(pair[0].events)):
        others = set().union(*(shown for dealt, shown in chosen if dealt is not one[0]))
        if one[1] <= others and len(chosen) > 1:
            chosen = [each for each in chosen if each[0] is not one[0]]
    return chosen


class WorkedExamples(Struct, frozen=True):
    """Rounds for the paying lines, rounds for the endings, and the outcomes without a round."""

    lines: tuple[WorkedExample, ...]
    endings: tuple[WorkedExample, ...]
    missing: tuple[str, ...]


def worked_examples(hunt: ExampleHunt, titles: dict[str, str]) -> WorkedExamples:
    """Search for the examples."""
    found, left = found_rounds(hunt)
    lines = tuple(_example(dealt, _in_words(_by_bet(hunt, dealt, shown), titles)) for dealt, shown in found)
    ends: list[WorkedExample] = []
    missing = list(_in_words(left, titles))
    for name, needs, dealt in ending_rounds(hunt.game, hunt.rules):
        if dealt is None:
            missing.append(f"{name} (no such round under these rules)")
        else:
            ends.append(_example(dealt, (f"{name}{f' (with {needs})' if needs else ''}",)))
    return WorkedExamples(lines, tuple(ends), tuple(missing))


def _example(dealt: Round, shows: tuple[str, ...]) -> WorkedExample:
    return WorkedExample(shows, transcript(dealt), dealt.record.as_json())


def _by_bet(hunt: ExampleHunt, dealt: Round, shown: set[Shown]) -> set[Shown]:
    """Replace "any bet" by the bet that shows the outcome in this round."""
    return {(bet if bet != ANY else hunt.bet_of(dealt, what), what) for bet, what in shown}


def _in_words(shown: set[Shown], titles: dict[str, str]) -> tuple[str, ...]:
    """Describe the outcomes in the order of the bets; omit a bet's plain win if its line or payout is shown."""
    order = list(titles)
    by_payout = {bet for bet, what in shown if what.startswith(_PAYS)}
    by_line = {bet for bet, what in shown if what not in ("wins", "loses", "pushes") and not what.startswith(_PAYS)}
    left = (
        (bet, what)
        for bet, what in shown
        if (what != "wins" or bet not in by_line | by_payout) and not (what.startswith(_PAYS) and bet in by_line)
    )
    outcomes = sorted(left, key=lambda one: (order.index(one[0]) if one[0] in order else len(order), one[1]))
    named = {what for bet, what in outcomes if bet != ANY}
    return tuple(
        f"{titles.get(bet, bet)}: {what}" if bet != ANY else what
        for bet, what in outcomes
        if bet != ANY or what not in named
    )


def as_plain(found: WorkedExamples) -> Any:
    """Convert to JSON-compatible data."""
    return to_builtins(found)


def from_plain(plain: Any) -> WorkedExamples:
    """Restore from JSON-compatible data."""
    return convert(plain, WorkedExamples)
