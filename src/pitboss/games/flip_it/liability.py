"""The largest possible payout of one flip: a search of all flip cards, with the best board that the shoe allows."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from pitboss.cards import CARDS
from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.round import bonus_pays, call_pays, inside_pays
from pitboss.games.flip_it.deal.rules import CALL_RANKS, INSIDE, Rules, call_bet
from pitboss.money import Cents, Pays
from pitboss.play.game import Game
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.solving.exposure import Exposure, exposure_of

_LINES = range(hands.NOTHING)


def largest(game: Game, rules: Rules, seats: int) -> Exposure:
    """
    Return the largest payout.

    All seats bet on one flip card, so the table's maximum is one seat's maximum times the number of seats.
    """
    stake = Cents(rules.max_bet - rules.max_bet % rules.chip)
    plain = {flip: _plain(rules, stake, flip) for flip in range(52)}
    bonus = {line: _won(stake, bonus_pays(rules, line)) for line in _LINES}
    ranked = sorted(
        ((sum(plain[flip].values()) + bonus.get(line, 0), flip, line) for flip in plain for line in (*_LINES, None)),
        key=lambda each: (-each[0], -each[1]),
    )
    for won, flip, line in ranked:
        board = _board(rules, flip, line)
        if board is not None:
            bets = {bet: stake for bet, win in plain[flip].items() if win}
            if line is not None and bonus[line]:
                bets["bonus"] = stake
            return exposure_of(_dealt(game, rules, board, flip, bets, seats), seats, won * seats)
    raise AssertionError("some flip card can always be dealt")


def _plain(rules: Rules, stake: Cents, flip: int) -> dict[str, int]:
    """Return what each Inside and Call It bet wins on this flip card."""
    won = {bet: _won(stake, inside_pays(bet, flip)) for bet in INSIDE}
    return won | {call_bet(rank): _won(stake, call_pays(rules, rank, flip)) for rank in CALL_RANKS}


def _won(stake: Cents, pays: Pays) -> int:
    return max(0, pays.back(stake) - stake)


def _board(rules: Rules, flip: int, line: int | None) -> tuple[int, ...] | None:
    """Return four cards with which this flip card makes the line, or None if the shoe holds no such cards."""
    if line is None:
        return tuple(code for code in range(52) if code != flip)[:4]
    for board in combinations_with_replacement(_kinds(flip), 4):
        enough = max(Counter((*board, flip)).values()) <= rules.decks
        if enough and hands.may_bet_bonus(*board) and hands.bonus_line(*board, flip) == line:
            return board
    return None


def _kinds(flip: int) -> list[int]:
    """
    Return the cards from which a board can be built, high cards first.

    A line depends on which ranks are equal and, for the royal, on the flip card's suit. Its suit, its rank and two
    more ranks are enough to make every pattern.
    """
    others = [rank for rank in range(13) if rank != flip >> 2][:2]
    return [code for code in range(51, -1, -1) if code & 3 == flip & 3 or code >> 2 in (flip >> 2, *others)]


def _dealt(game: Game, rules: Rules, board: tuple[int, ...], flip: int, bets: dict[str, Cents], seats: int) -> Round:
    first = [CARDS[code] for code in (*board, flip)]
    rest = list(game.whole_pack(rules))
    for card in first:
        rest.remove(card)
    return Round.deal(game, rules, (*first, *rest), {Seat(number): dict(bets) for number in range(1, seats + 1)})
