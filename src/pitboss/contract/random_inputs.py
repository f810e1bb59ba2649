"""Random inputs for the checks: rules, packs, wagers and answers, from a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from random import Random
from typing import Any, Literal, get_args, get_origin

from pitboss.cards import Card
from pitboss.money import Cents, Pays
from pitboss.paytable import Paytable
from pitboss.play.game import Board, Game
from pitboss.play.options.option_values import Between
from pitboss.play.options.rules import HouseRules, kinds
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat

Answer = Callable[[Round, Seat], str]
PAYOUTS = ("1:1", "2:1", "3:2", "6:5", "12:1", "push", "40:1")
AMOUNTS = ("$1", "$5", "$10", "$25", "$500", "$1900")
_TRIES = 200


class BrokenPromise(AssertionError):
    """A violation of the contract, described in a sentence."""


class NotApplicable(Exception):
    """An exception for a promise that does not apply to a game, for example because the game lacks a part."""


def require(condition: object, sentence: str) -> None:
    """Raise `BrokenPromise` with this sentence unless the condition holds."""
    if not condition:
        raise BrokenPromise(sentence)


def require_no_fault(dealt: Round) -> None:
    """Raise `BrokenPromise` if the script failed, naming the line at fault."""
    require(not dealt.fault, f"the game failed in {dealt.fault}")


def random_rules(game: Game, draw: Random) -> HouseRules:
    """Return valid house rules with some options changed at random."""
    for _ in range(_TRIES):
        changes = {
            name: value
            for name, default in game.rules.options().items()
            if draw.random() < 0.5 and (value := _value(kinds(game.rules)[name], default, draw)) is not None
        }
        try:
            return game.rules.read(changes)
        except Refused:
            continue
    return game.rules()


def _value(kind: Any, default: object, draw: Random) -> object:
    """Return a random value for an option."""
    if isinstance(default, bool):
        return draw.random() < 0.5
    if isinstance(default, Enum):
        return str(draw.choice(list(type(default))).value)
    if isinstance(default, Pays):
        return draw.choice(PAYOUTS)
    if isinstance(default, Paytable):
        return {name: [draw.choice(PAYOUTS) for _ in default.columns] for name, _ in default.lines}
    if get_origin(kind) is Literal:
        return draw.choice(get_args(kind))
    for between in bounds(kind):
        return draw.randint(*between)
    return draw.choice(AMOUNTS)


def bounds(kind: Any) -> list[Between]:
    """Return the limits of an integer option."""
    return [mark for mark in getattr(kind, "__metadata__", ()) if isinstance(mark, Between)]


def shuffled(game: Game, rules: HouseRules, seed: int) -> tuple[Card, ...]:
    """Return a full pack shuffled with this seed."""
    pack = list(game.whole_pack(rules))
    Random(seed).shuffle(pack)
    return tuple(pack)


def random_wagers(game: Game, rules: Any, board: Board, draw: Random) -> dict[Seat, dict[str, Cents]]:
    """Return valid wagers for random seats. Each optional bet is made at random, so sometimes there are none."""
    wagers: dict[Seat, dict[str, Cents]] = {}
    seats = range(1, game.seats(rules) + 1)
    for number in sorted(draw.sample(seats, draw.randint(1, len(seats)))):
        wagers[Seat(number)] = _seat_wagers(game, rules, Seat(number), board, draw)
    return {seat: bets for seat, bets in wagers.items() if bets}


def _seat_wagers(game: Game, rules: Any, seat: Seat, board: Board, draw: Random) -> dict[str, Cents]:
    placed: dict[str, Cents] = {}
    for bet in game.bets(rules):
        least = -(-bet.least // rules.chip)
        most = bet.most // rules.chip
        if bet.in_play or most < max(least, 1) or not (bet.compulsory or draw.random() < 0.6):
            continue
        amount = Cents(draw.randint(max(least, 1), most) * rules.chip)
        placed[bet.name] = placed.get(bet.equals, amount) if bet.equals else amount
    for name in reversed(list(placed)):
        if _is_taken(game, rules, seat, placed, board):
            return placed
        del placed[name]
    return placed


def _is_taken(game: Game, rules: Any, seat: Seat, placed: dict[str, Cents], board: Board) -> bool:
    try:
        game.check_seat(rules, seat, placed, board)
    except Refused:
        return False
    return True


def random_answer(draw: Random) -> Answer:
    """Return a function that picks a random answer from the offer."""

    def answer(dealt: Round, seat: Seat) -> str:
        require(dealt.pending, "an offer vanished before it was answered")
        assert dealt.pending
        return draw.choice(dealt.pending.options[seat]).name

    return answer


def opened(game: Game, rules: Any, seed: int, pack: Sequence[Card] = ()) -> Round:
    """Return a round with random wagers, dealt up to its first offer."""
    draw = Random(seed)
    dealt = Round(game, rules, pack or shuffled(game, rules, seed))
    for _ in range(_TRIES):
        if wagers := random_wagers(game, rules, dealt.board, draw):
            dealt.place(wagers)
            require_no_fault(dealt)
            return dealt
    raise BrokenPromise("no random wagers are accepted: check the limits of the bets, `needs` and `excludes`")


def answer_all(dealt: Round, answer: Answer) -> None:
    """Answer for every seat that is asked."""
    assert dealt.pending
    for seat in list(dealt.pending.options):
        dealt.say(seat, answer(dealt, seat))
    require_no_fault(dealt)


def finished(game: Game, rules: Any, seed: int, answer: Answer) -> Round:
    """Return a round played to its end."""
    dealt = opened(game, rules, seed)
    while dealt.pending:
        answer_all(dealt, answer)
    return dealt
