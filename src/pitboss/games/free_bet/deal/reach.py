"""The Pot of Gold lines that a Free Bet player can still reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.games.dealing import blackjack
from pitboss.games.free_bet.deal import hands
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.play.game import CardsByPlace
from pitboss.play.layout import TableLayout
from pitboss.play.steps import Answered, Event, Moved, Seat
from pitboss.ranking.totals import BLACKJACK, card_value

CLOSES = ("stand", "hit", "double", "free-double")
"""The answers after which a hand earns no more tokens."""


def in_reach(rules: Rules, cards: CardsByPlace, seen: Sequence[Event], seat: Seat) -> dict[str, frozenset[int] | None]:
    """Return the Pot of Gold lines in reach, from the tokens already earned to the maximum still possible (FB-6)."""
    if len(cards.get((seat, "hand-1"), ())) < 2:
        return {"pot-of-gold": None}
    played = _played(seen, seat)
    places = [at for owner, at in cards if owner == seat and at not in played.closed]
    still = [[card_value(card.code) for card in cards[seat, at]] for at in places]
    most = played.tokens + _more_tokens(rules, still, hands.MAX_HANDS - played.hands, is_split=played.hands > 1)
    lines = len(rules.pot_of_gold_table.lines)
    reach = range(played.tokens, most + 1)
    return {"pot-of-gold": frozenset(hands.pot_of_gold_line(tokens, lines) for tokens in reach)}


class _Played(NamedTuple):
    """A seat's progress: tokens earned, number of hands, and the places of hands that earn no more tokens."""

    tokens: int
    hands: int
    closed: set[str]


def _played(seen: Iterable[Event], seat: Seat) -> _Played:
    """Follow a seat through the round. Its hands are played from left to right."""
    layout, closed, tokens, made, answer = TableLayout(), set[str](), 0, 1, ""
    for event in seen:
        before = layout.of(seat)
        if isinstance(event, Answered) and event.seat == seat:
            answer = event.answer
            tokens += answer == "free-double"
            asked = (at for at, held in before if at not in closed and _is_asked(held, is_split=made > 1))
            closed.update(islice(asked, int(answer in CLOSES)))
        layout.see(event)
        if isinstance(event, Moved) and len(layout.of(seat)) > len(before):
            made, tokens = made + 1, tokens + (answer == "free-split")
    return _Played(tokens, made, closed)


def _is_asked(cards: Sequence[Card], *, is_split: bool) -> bool:
    """Return whether a two-card hand has a decision to make; a split ace only has one if paired again (FB-3)."""
    values = [card_value(card.code) for card in cards]
    is_lone_ace = is_split and values[0] == hands.ACE and values[-1] != hands.ACE
    return len(cards) == 2 and blackjack.total(cards) < BLACKJACK and not is_lone_ace


def _more_tokens(rules: Rules, still: Iterable[Sequence[int]], room: int, *, is_split: bool) -> int:
    """Return the maximum number of tokens that open hands can still earn, with `room` for more hands (FB-2, FB-3)."""
    singles, pairs, doubles, value = 0, 0, 0, 0
    for values in still:
        is_split_ace = is_split and values[0] == hands.ACE
        if len(values) == 1:
            singles, value = singles + 1, values[0]
        elif len(values) == 2 and room and hands.is_pair(*values) and (rules.resplit_aces or not is_split_ace):
            pairs, value = pairs + 1, values[0]
        elif len(values) == 2 and not is_split_ace:
            doubles += rules.free_doubles and hands.doubles_free(*values)
    if not value:
        return doubles
    for_split = rules.free_splits and hands.pair_splits_free(value)
    after_split = rules.free_doubles and hands.may_double_free_after_split(value)
    as_pair = rules.free_doubles and hands.doubles_free(value, value)
    again = value != hands.ACE or rules.resplit_aces
    ways = [
        splits * for_split + (singles + of_pairs + splits) * after_split + (pairs - of_pairs) * as_pair
        for splits in range(room + 1)
        for of_pairs in range(min(splits, pairs) + 1)
        if splits == of_pairs or (again and (singles or of_pairs))
    ]
    return doubles + max(ways)
