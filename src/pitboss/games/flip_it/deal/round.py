"""The script of flip~it: one flip, following the rule sheet."""

from __future__ import annotations

from pitboss.cards import Card, Pack
from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.rules import CALL_RANKS, INSIDE, Rules, call_bet
from pitboss.money import EVEN_MONEY, LOSS, PUSH, Cents, Pays
from pitboss.play.bets import SeatBets, Wagers
from pitboss.play.game import Board
from pitboss.play.motions import NO_MORE_BETS
from pitboss.play.steps import Dealt, Discarded, Moved, Script, Seat, Settled, settling

FIRST, LAST = 1, 4


def before_wagers(rules: Rules, pack: Pack) -> Script[Board]:
    """Deal four cards face up. A joker among them is discarded and replaced (FI-1)."""
    board: list[Card] = []
    while len(board) < LAST:
        at = f"card-{len(board) + 1}"
        card = pack.draw(at)
        yield Dealt(card, None, at, motion="deal-four")
        if card.is_joker:
            yield Discarded(at, motion="replace-joker")
        else:
            board.append(card)
    return tuple(board)


def play(rules: Rules, pack: Pack, wagers: Wagers, board: Board) -> Script[Board]:
    """Deal the flip card, settle every wager with it, and move it into the row."""
    yield NO_MORE_BETS
    flip = pack.draw("flip")
    yield Dealt(flip, None, "flip", motion="flip")
    for seat in sorted(wagers, reverse=True):  # C-9: from the dealer's right
        yield from settle_seat(rules, seat, wagers[seat], board, flip)
    if flip.is_joker:
        yield Discarded("flip", motion="rack-joker")
        return board  # FI-8: after a joker the four cards stay
    return (yield from move_over(board, flip))


def settle_seat(rules: Rules, seat: Seat, bets: SeatBets, board: Board, flip: Card) -> Script[None]:
    """Settle every bet of one seat."""
    for bet, stake in bets.items():
        if flip.is_joker:
            motion = settling(family(bet), LOSS)
            yield Settled(seat, bet, stake, Cents(0), "a joker loses every bet", LOSS, "FI-3", motion=motion)
        elif bet == "bonus":
            yield settle_bonus(rules, seat, stake, board, flip)
        elif bet in INSIDE:
            yield settle_inside(seat, bet, stake, flip)
        else:
            yield settle_call(rules, seat, bet, stake, flip)


def family(bet: str) -> str:
    """Return which of the sheet's three kinds a bet belongs to."""
    return "bonus" if bet == "bonus" else "inside" if bet in INSIDE else "call-it"


def settle_inside(seat: Seat, bet: str, stake: Cents, flip: Card) -> Settled:
    """Settle Red, Black, Odd, Even, High or Low (FI-3)."""
    pays = inside_pays(bet, flip.code)
    words, motion = f"{flip.sign} flipped", settling("inside", pays)
    return Settled(seat, bet, stake, pays.back(stake), words, pays, "FI-3", motion=motion)


def inside_pays(bet: str, flip: int) -> Pays:
    """Return the odds paid on an Inside bet for this flip card (FI-3)."""
    return {hands.WINS: EVEN_MONEY, hands.PUSHES: PUSH, hands.LOSES: LOSS}[inside_result(bet, flip)]


def inside_result(bet: str, flip: int) -> int:
    """Return whether this flip card wins, pushes or loses the Inside bet."""
    if bet in ("red", "black"):
        return hands.colour_result(flip, bet == "red")
    if bet in ("odd", "even"):
        return hands.parity_result(flip, bet == "odd")
    return hands.height_result(flip, bet == "high")


def settle_call(rules: Rules, seat: Seat, bet: str, stake: Cents, flip: Card) -> Settled:
    """Settle a Call It bet on one rank (FI-4)."""
    rank = next(rank for rank in CALL_RANKS if call_bet(rank) == bet)
    pays = call_pays(rules, rank, flip.code)
    words, motion = f"{flip.sign} flipped", settling("call-it", pays)
    return Settled(seat, bet, stake, pays.back(stake), words, pays, "FI-4", motion=motion)


def call_pays(rules: Rules, rank: int, flip: int) -> Pays:
    """Return the odds paid by Call It on this rank for this flip card (FI-4)."""
    return rules.call_it_pays if hands.call_result(flip, rank) == hands.WINS else LOSS


def settle_bonus(rules: Rules, seat: Seat, stake: Cents, board: Board, flip: Card) -> Settled:
    """Settle the bonus by the hand that the flip card made (FI-6, FI-7)."""
    first, second, third, fourth = (card.code for card in board)
    line = hands.bonus_line(first, second, third, fourth, flip.code)
    pays = bonus_pays(rules, line)
    words, motion = bonus_name(rules, line), settling("bonus", pays)
    return Settled(seat, "bonus", stake, pays.back(stake), words, pays, "FI-6", motion=motion)


def bonus_pays(rules: Rules, line: int) -> Pays:
    """Return the odds of a bonus line under the paytable in use (FI-7)."""
    return rules.bonus_table.pays(line, rules.paytable - 1)


def bonus_name(rules: Rules, line: int) -> str:
    """Return the name of a bonus line."""
    return "no paying hand made" if line == hands.NOTHING else rules.bonus_table.name(line)


def move_over(board: Board, flip: Card) -> Script[Board]:
    """Discard the first card, move the others over, and make the flip card the new fourth (FI-8)."""
    yield Discarded(f"card-{FIRST}", motion="rack-first")
    for position, card in enumerate(board[1:], FIRST):
        yield Moved(card, None, f"card-{position + 1}", f"card-{position}", motion="move-over")
    yield Moved(flip, None, "flip", f"card-{LAST}", motion="move-flip")
    return (*board[1:], flip)
