"""The next motion, derived from the table and the last motions shown: Flop 22, flip~it and Beat the Dealer."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from school.checker import money, order_blackjack
from school.checker.felt import Fact, Felt
from school.checker.shown import SAID, SeenTable, Shown

VERBS = ("take", "push", "pay")


class Move(NamedTuple):
    """An offered motion: its name, and the seat and hand in its label."""

    motion: str
    seat: int = 0
    bet: str = ""
    hand: int = 0

    @property
    def verb(self) -> str:
        return self.motion.partition("-")[0]


def move_of(name: str, words: str) -> Move:
    """Parse an option into the motion, the seat, and the hand."""
    motion, *rest = name.split(":")
    seat = re.search(r"\(seat (\d)", words)
    hand = re.search(r", hand (\d)\)$", words)
    bet = rest[1] if len(rest) > 1 else ""
    return Move(motion, int(seat[1]) if seat else 0, bet, int(hand[1]) if hand else 0)


def right_moves(shown: Shown) -> list[str]:
    """Return the options that are defensible as the next motion."""
    felt = Felt.read(shown.game, shown.text.removesuffix(" What is the next motion?"))
    assert felt.past or felt.seats, "nothing is shown of the table"
    assert len({words for _, words in shown.options}) == len(shown.options), "two options have the same words"
    return [name for name, words in shown.options if is_ready(felt, move_of(name, words))]


def is_ready(felt: Felt, move: Move) -> bool:
    """Return whether the motion is due. A call for the floor never is: these rounds have no irregularities."""
    if move.motion in ("void", "give-back", "cut-card"):
        return False
    by_game = {"flop22": _flop22, "flip-it": _flip_it, "beat-the-dealer": _beat_the_dealer}
    if ready := by_game.get(felt.game):
        return ready(felt, move)
    return order_blackjack.is_ready(felt, move)


def as_table(felt: Felt) -> SeenTable:
    """Convert the felt to the table that the settling checker reads."""
    table = SeenTable()
    for seat, at in felt.cards:
        place = table.seats.setdefault(seat, {}) if seat else table.dealer
        place[at] = felt.up(seat, at)
        if not seat and felt.is_down(0, at):
            table.hidden.add(at)
    for fact in [*felt.stays, *felt.past]:
        if fact.kind == "said":
            table.answers.setdefault(fact.seat, []).append(SAID.get(fact.at, fact.at))
    return table


def verb_of(rate: Fraction) -> str:
    return "pay" if rate > 0 else "push" if rate == 0 else "take"


def _settles(felt: Felt, move: Move, titles: tuple[str, ...]) -> bool:
    """Return whether this verb settles a bet on one of these spots of the rightmost seat."""
    seats = felt.with_chips(*titles)
    if not seats or (move.seat and move.seat != seats[-1]):
        return False
    table, seat = as_table(felt), seats[-1]
    rates = [money.outcome(felt.game, table, "", seat, title, 0) for title in titles if felt.has(seat, title)]
    return any(verb_of(rate) == move.verb for rate in rates)


def _is_closing(felt: Felt) -> bool:
    return felt.was("bets") and not any(seat for seat, _ in felt.cards)


def _flop22(felt: Felt, move: Move) -> bool:
    motion, dealing = move.motion, felt.was("card")
    flops = [at for at in felt.hands(0) if at.startswith("flop")]
    turned = next((int(at[-1]) for at in flops if not felt.is_down(0, at)), 0)
    every = {n: felt.with_chips(*(f"{name}, hand {n}" for name in ("Ante", "Match", "Double Down"))) for n in (1, 2, 3)}
    if motion == "close-bets":
        return _is_closing(felt)
    if motion == "deal-card":
        return felt.was("closed") or (dealing and not flops and any(not felt.hands(seat) for seat in felt.seats))
    if motion == "deal-flop":
        return dealing and len(flops) < 3 and all(felt.hands(seat) for seat in felt.seats)
    if motion == "rack-unused":
        return dealing and len(flops) == 3
    if motion.endswith("-field"):
        return bool(flops) and not dealing and _settles(felt, move, ("Field",))
    if motion == "offer":
        waits = any(every[int(at[-1])] for at in flops)
        return waits and not turned and not felt.with_chips("Field") and felt.was("settled", "racked")
    if motion == "allow-time":
        return felt.was("offered")
    if motion == "sweep":
        return felt.was("said", "bets") and bool(flops) and not turned
    if motion == "turn-flop":
        return felt.was("swept")
    return _reconciled(felt, move, turned, every)


def _reconciled(felt: Felt, move: Move, turned: int, every: dict[int, list[int]]) -> bool:
    """Return whether a bet of the turned hand is settled, or its cards go to the rack."""
    motion = move.motion
    flops = [at for at in felt.hands(0) if at.startswith("flop")]
    if motion == "rack-flop":
        return bool(flops) and not felt.was("card") and (not every[turned] if turned else not felt.chips)
    if motion == "rack-card":
        return not felt.chips and bool(felt.seats)
    spot = {"match": "Match", "ante": "Ante", "double": "Double Down"}[motion.partition("-")[2]]
    if not turned or not every[turned] or (move.seat and move.seat != every[turned][-1]):
        return False
    title = f"{spot}, hand {turned}"
    if not felt.has(every[turned][-1], title):
        return False
    return verb_of(money.outcome("flop22", as_table(felt), "", every[turned][-1], title, 0)) == move.verb


INSIDE = ("Red", "Black", "Odd", "Even", "High", "Low")


def _flip_it(felt: Felt, move: Move) -> bool:
    motion, row = move.motion, [at for at in felt.hands(0) if at.startswith("card")]
    flip = felt.up(0, "flip")
    if motion == "deal-four":
        return not felt.chips and len(row) < 4 and not flip
    if motion == "replace-joker":
        return any(card.rank == 0 for at in row for card in felt.up(0, at))
    if motion == "close-bets":
        return felt.was("bets") and not flip
    if motion == "flip":
        return felt.was("closed")
    if motion == "rack-joker":
        return bool(flip) and flip[0].rank == 0 and not felt.chips
    if motion == "rack-first":
        return bool(flip) and flip[0].rank > 0 and not felt.chips and len(row) == 4
    if motion == "move-over":
        return bool(flip) and len(row) == 3 and "card 4" in row
    if motion == "move-flip":
        return bool(flip) and len(row) == 3 and "card 4" not in row
    calls = tuple(title for _, title in felt.chips if title.startswith("Call It"))
    titles = {"inside": INSIDE, "call-it": calls, "bonus": ("Bonus",)}[motion.partition("-")[2]]
    seats = felt.with_chips()
    if not flip or not seats or (move.seat and move.seat != seats[-1]):
        return False
    seat, table = seats[-1], as_table(felt)
    named = [title for title in titles if felt.has(seat, title) and (not move.bet or _is_bet(move.bet, title))]
    return any(verb_of(money.outcome("flip-it", table, "", seat, title, 0)) == move.verb for title in named)


def _is_bet(name: str, title: str) -> bool:
    return title.lower().replace("call it ", "call-") == name.lower()


def _beat_the_dealer(felt: Felt, move: Move) -> bool:
    motion, board = move.motion, {at.split()[0] for at in felt.hands(0) if not at.startswith("dealer")}
    if motion == "close-bets":
        return _is_closing(felt)
    if motion in ("deal-hole-card", "deal-dealer-card"):
        return (felt.was("closed", "card")) and not board and _next_hole_card(felt) == motion
    asking = felt.was("said", "bets", "settled", "racked")
    if motion == "ask-flop-bet":
        return felt.was("looks at own")
    if motion == "deal-flop":
        inside, to_pay = felt.with_chips("Ante"), felt.with_chips("5 Card Bonus")
        ready = inside and all(felt.has(seat, "Flop") for seat in inside) and all(seat in inside for seat in to_pay)
        return bool(ready) and not board and asking and not (felt.was("said") and felt.last.at == "folds")
    if motion == "ask-turn-bet":
        return board == {"flop"} and felt.was("card")
    if motion == "deal-turn":
        return board == {"flop"} and asking
    if motion == "ask-river-bet":
        return board == {"flop", "turn"} and felt.was("card")
    if motion == "deal-river":
        return board == {"flop", "turn"} and asking
    if motion == "rack-board":
        return bool(board) and not felt.chips
    if motion == "rack-dealer":
        return not felt.chips and bool(felt.hands(0))
    is_dealer_down = felt.is_down(0, "dealer card 1") or felt.is_down(0, "dealer card 2")
    if motion == "turn-dealer":
        return "river" in board and is_dealer_down
    if motion == "read-dealer":
        return "river" in board and not is_dealer_down and felt.was("turned") and not felt.last.seat
    return _of_a_seat(felt, move, board, is_dealer_down=is_dealer_down)


def _next_hole_card(felt: Felt) -> str:
    """Return whose hole card comes next: each seat in turn, then the dealer, and so on."""
    most = max(len(felt.hands(seat)) for seat in felt.seats)
    if most == 0 or (len(felt.hands(0)) == most and most < 2):
        return "deal-hole-card"
    if any(len(felt.hands(seat)) < most for seat in felt.seats):
        return "deal-hole-card"
    return "deal-dealer-card" if len(felt.hands(0)) < most else ""


def _of_a_seat(felt: Felt, move: Move, board: set[str], *, is_dealer_down: bool) -> bool:
    """Check motions at one seat: the folded hand while players answer, every hand at the end from right to left."""
    motion, over = move.motion, "river" in board or not felt.with_chips("Flop")
    seats = felt.with_chips()
    folded = _folded(felt) if not board else 0
    if motion == "rack-hand":
        bare = [seat for seat in felt.seats if felt.hands(seat) and seat not in seats]
        return (move.seat in bare) if move.seat else bool(bare)
    seat = folded or (seats[-1] if seats else 0)
    if not seat or (move.seat and move.seat != seat) or not (over or folded):
        return False
    up = not any(felt.is_down(seat, at) for at in felt.hands(seat))
    if motion == "turn-hand":
        return not folded and bool(felt.hands(seat)) and not up
    is_playing = felt.has(seat, "Ante")
    if motion == "read-hand":
        return not folded and up and is_playing and felt.was("turned") and felt.last.seat == seat
    title = {"ante": "Ante", "two-card": "2 Card Bonus", "five-card": "5 Card Bonus"}.get(
        motion.partition("-")[2], motion.partition("-")[2].capitalize()
    )
    if not felt.has(seat, title):
        return False
    if folded:
        return move.verb == "take" and title != "2 Card Bonus"
    if not up or (is_dealer_down and is_playing) or (is_playing and felt.was("turned") and "Card" not in title):
        return False
    return verb_of(money.outcome("beat-the-dealer", as_table(felt), "", seat, title, 0)) == move.verb


def _folded(felt: Felt) -> int:
    """Return the seat whose fold is being settled: it has folded and is not finished yet."""
    for fact in reversed(felt.past):
        if fact.kind == "said" and fact.at == "folds":
            seat = fact.seat
            rides = [title for owner, title in felt.chips if owner == seat and title != "2 Card Bonus"]
            return seat if rides else 0
        if fact.kind == "bets":
            return 0
    return 0


def facts_before(text: str) -> list[Fact]:
    """Return the last motions that a question describes."""
    return Felt.read("", text).past
