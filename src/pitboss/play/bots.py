"""Bot wagers for any game, based only on the data of its bets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from pitboss.money import Cents
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.game import Board, Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat

_TIMES_THE_LEAST = (1, 1, 2, 2, 5, 10)
_OTHERS = 3
"""Target number of bets besides the main one; each is made at most half the time."""


def choose_wagers(
    game: Game, rules: Any, seat: Seat, board: Board, purse: int, rng: Random, *, alike: bool = False
) -> SeatBets:
    """
    Choose a bot's wagers: the compulsory bets, or a random one if there are none, and some others at random.

    If `alike`, every bet is the same multiple of its minimum.
    """
    bets = _before_the_deal(game, rules)
    main = [bet for bet in bets if bet.compulsory] or [rng.choice([bet for bet in bets if not bet.needs])]
    one_in = max(2, (len(bets) - len(main)) // _OTHERS)
    others = [bet for bet in bets if bet not in main and rng.randrange(one_in) == 0]
    times = rng.choice(_TIMES_THE_LEAST) if alike else None
    wanted = {bet.name: _amount(bet, rules.chip, times or rng.choice(_TIMES_THE_LEAST)) for bet in (*main, *others)}
    taken = keep_allowed(game, rules, seat, board, purse, wanted)
    return taken or least_wagers(game, rules, seat, board, purse)


def least_wagers(game: Game, rules: Any, seat: Seat, board: Board, purse: int) -> SeatBets:
    """Return the smallest wagers with which a seat can play a round; empty if the bankroll is too small."""
    bets = _before_the_deal(game, rules)
    main = [bet for bet in bets if bet.compulsory]
    for tried in [main] if main else [[bet] for bet in bets if not bet.needs]:
        wanted = {bet.name: _amount(bet, rules.chip, 1) for bet in tried}
        if taken := keep_allowed(game, rules, seat, board, purse, wanted):
            return taken
    return {}


def least_stake(game: Game, rules: Any) -> int:
    """Return the minimum stake to play a round, in cents."""
    bets = _before_the_deal(game, rules)
    compulsory = [_amount(bet, rules.chip, 1) for bet in bets if bet.compulsory]
    return sum(compulsory) or min(_amount(bet, rules.chip, 1) for bet in bets if not bet.needs)


def keep_allowed(game: Game, rules: Any, seat: Seat, board: Board, purse: int, wanted: SeatBets) -> SeatBets:
    """Return the wanted wagers that the game allows and the bankroll covers, in layout order."""
    if wanted and _is_allowed(game, rules, seat, board, purse, wanted):
        return wanted
    bets = _before_the_deal(game, rules)
    taken = complete(bets, {bet.name: wanted[bet.name] for bet in bets if bet.compulsory and bet.name in wanted})
    if taken and not _is_allowed(game, rules, seat, board, purse, taken):
        return {}
    for bet in bets:
        if bet.name in wanted and bet.name not in taken:
            amount = taken.get(bet.equals, wanted[bet.name]) if bet.equals else wanted[bet.name]
            more = {**taken, bet.name: amount}
            if _is_allowed(game, rules, seat, board, purse, more):
                taken = more
    return taken


def complete(bets: Iterable[Bet], placed: SeatBets) -> dict[str, Cents]:
    """Add compulsory bets that must equal one of these wagers."""
    whole = dict(placed)
    for bet in bets:
        if bet.compulsory and bet.equals in whole:
            whole.setdefault(bet.name, whole[bet.equals])
    return whole


def _before_the_deal(game: Game, rules: Any) -> Sequence[Bet]:
    return [bet for bet in game.bets(rules) if not bet.in_play]


def _amount(bet: Bet, chip: Cents, times: int) -> Cents:
    least = -(-max(bet.least, 1) // chip) * chip
    return Cents(max(least, min(least * times, bet.most // chip * chip)))


def _is_allowed(game: Game, rules: Any, seat: Seat, board: Board, purse: int, placed: SeatBets) -> bool:
    try:
        game.check_seat(rules, seat, placed, board)
    except Refused:
        return False
    return sum(placed.values()) <= purse
