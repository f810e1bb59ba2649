"""Advice on every bet of flip~it, from command-line options or from the events a seat has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pitboss.cards import Card
from pitboss.games.flip_it.count.shoe import bets_on, bonus_anywhere, full_shoe, plain_bets
from pitboss.games.flip_it.deal import hands
from pitboss.games.flip_it.deal.rules import Rules, whole_pack
from pitboss.play.opening import Shuffled
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt, Event, Moved, Offer, Seat
from pitboss.solving.answers.analysis import Advice, Number, Outcome
from pitboss.solving.answers.situation import Ask, Situation, refuse_twice
from pitboss.statistics.exactness import total

SITUATION = (
    Ask("board", "CARDS", "the four cards up, as in 'Ah Ad 7c 2s' [default: the average over all boards]"),
    Ask("gone", "CARDS", "other cards already out of the shoe, jokers (Jk) included"),
)
UNIT = "units of each bet"


def advise(rules: Rules, situation: Situation) -> Advice:
    """Return the expected value of each bet on these four cards (FI-3 to FI-7)."""
    board = situation.cards("board", (4,))
    gone = situation.cards("gone")
    if any(card.is_joker for card in board):
        raise Refused("bad-situation", "a joker does not stay among the four cards: it is discarded and replaced")
    refuse_twice((*board, *gone), Counter(whole_pack(rules)))
    return _advice(rules, board, gone) if board else _averaged(rules, gone)


def advise_seat(rules: Rules, seen: Sequence[Event], offer: Offer | None, seat: Seat) -> Advice:
    """Return the expected value of each bet on the current board, without the cards dealt since the shuffle."""
    board: dict[str, Card] = {}
    out: Counter[Card] = Counter()
    for event in seen:
        match event:
            case Shuffled():
                board, out = {}, Counter()
            case Dealt(card=card, at=at):
                board[at] = card
                out[card] += 1
            case Moved(card=card, to=to):
                board[to] = card
    shown = tuple(board[f"card-{place}"] for place in range(1, 5) if f"card-{place}" in board)
    if len(shown) < 4 or any(card.is_joker for card in shown):
        raise Refused("bad-situation", "the four cards are not dealt yet")
    return _advice(rules, shown, tuple((out - Counter(shown)).elements()))


def _advice(rules: Rules, board: Sequence[Card], gone: Sequence[Card]) -> Advice:
    left = full_shoe(rules, (card.code for card in (*board, *gone)))
    if not sum(left):
        raise Refused("bad-situation", "no card is left in the shoe to flip")
    return Advice(worths(bets_on(rules, left, [card.code for card in board])), UNIT)


def _averaged(rules: Rules, gone: Sequence[Card]) -> Advice:
    """Return the expected value of each bet before the board is dealt, the bonus over the boards that allow it."""
    shoe = full_shoe(rules, (card.code for card in gone))
    if sum(shoe[: hands.JOKER]) < 5:
        raise Refused("bad-situation", "fewer than five cards are left in the shoe besides the jokers")
    bonus = bonus_anywhere(rules, shoe)
    bets = plain_bets(rules, shoe) | ({"bonus": bonus.outcomes} if bonus.chance else {})
    often = f"The bonus may be bet on {float(bonus.chance):.4%} of the boards; its value is the average over those."
    return Advice(worths(bets), UNIT, ("Averaged over all boards.", often))


def worths(bets: Mapping[str, tuple[Outcome, ...]]) -> dict[str, Number]:
    """Return the mean net of one unit on each bet."""
    return {name: total(each.pays * each.probability for each in outcomes) for name, outcomes in bets.items()}
