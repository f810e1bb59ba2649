"""Search for a round for every paying line, by dealing stacked packs until every line has come up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TypeAlias

from pitboss.cards import Card
from pitboss.layout.plan import plan_for
from pitboss.money import Cents, Pays
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat, Settled
from pitboss.play.view import view
from pitboss.school.practice_rounds import has_plain_bot
from pitboss.solving.answers.analysis import BetOdds

Shown: TypeAlias = tuple[str, str]
"""A bet and its outcome: a line of its table, or wins, loses or pushes."""
ANY = ""
"""Matches any bet."""
MOST_DEALS = 12_000
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
        """Yield lines that no bet's odds name, and single payouts, for any bet."""
        named = {line for _, line in self._wanted([group[0] for group in self.groups])}
        unused = {table.of for table in plan_for(self.game, self.rules).tables if table.under(self.rules) is None}
        for name in self.rules.options():
            value = getattr(self.rules, name)
            if name in unused:  # of a bet that is not offered
                continue
            if isinstance(value, Paytable):
                yield from ((ANY, line) for line, row in value.lines if line not in named and row[0].won > 0)
            elif isinstance(value, Pays) and value.won > 0:
                yield ANY, f"pays {value.spoken}"

    def shown_by(self, dealt: Round) -> set[Shown]:
        """Return the outcomes that a round shows."""
        found: set[Shown] = set()
        for event in dealt.events:
            if isinstance(event, Settled):
                bet = self.family.get(event.bet, event.bet)
                if event.line in self.lines:
                    found |= {(bet, event.line), (ANY, event.line)}
                if event.pays.won > 0:
                    found.add((ANY, f"pays {event.pays.spoken}"))
                found.add((bet, _how(event.pays)))
        return found

    def bet_of(self, dealt: Round, what: str) -> str:
        """Return the bet that shows this line or payout in a round."""
        settled = (event for event in dealt.events if isinstance(event, Settled) and event.pays.won > 0)
        shows = (event.bet for event in settled if what in (event.line, f"pays {event.pays.spoken}"))
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
        """Bet on one bet of each kind and on those it requires; on fewer if the board does not allow all."""
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


def found_rounds(hunt: ExampleHunt, most: int = MOST_DEALS) -> tuple[list[tuple[Round, set[Shown]]], set[Shown]]:
    """Return a small set of rounds that covers all wanted outcomes, and the outcomes not found."""
    left, kept = set(hunt.wanted), []
    for number, dealt in enumerate(hunt.rounds()):
        new = hunt.shown_by(dealt) & left
        if new:
            kept.append((dealt, hunt.shown_by(dealt) & hunt.wanted))
            left -= new
        if not left or number >= most:
            break
    return _fewest(kept), left


def _fewest(kept: list[tuple[Round, set[Shown]]]) -> list[tuple[Round, set[Shown]]]:
    """Drop rounds that show nothing new compared with the others, longest first."""
    chosen = list(kept)
    for one in sorted(kept, key=lambda pair: -len(pair[0].events)):
        others = set().union(*(shown for dealt, shown in chosen if dealt is not one[0]))
        if one[1] <= others and len(chosen) > 1:
            chosen = [each for each in chosen if each[0] is not one[0]]
    return chosen
