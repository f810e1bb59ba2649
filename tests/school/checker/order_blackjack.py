"""The next motion in the three games of the blackjack family, derived from the text shown."""

from __future__ import annotations

from typing import Any

from school.checker.blackjack.before import Before
from school.checker.blackjack.playing import Playing
from school.checker.blackjack.settling import Settling
from school.checker.blackjack.turn import MAIN, place_of
from school.checker.blackjack.two_hands import TwoHands
from school.checker.felt import Felt

__all__ = ["MAIN", "card_goes_to", "is_ready"]


class Rules(Before, Playing, Settling, TwoHands):
    """All rules of the family: one method per motion says whether it is due."""


def is_ready(felt: Felt, move: Any) -> bool:
    """Return whether the motion is due."""
    turn = Rules(felt)
    name = move.motion.replace("-", "_")
    if rule := getattr(turn, f"{felt.game.replace('-', '_')}_{name}", None) or getattr(turn, name, None):
        return bool(rule(move))
    return turn.settles(move)


def card_goes_to(felt: Felt, seat: int, at: str) -> bool:
    """Return whether the next card goes to this hand."""
    turn = Rules(felt)
    if turn.next_card():
        return at == "hand 1" and len(felt.hands(seat)) <= 1
    if turn.act.kind in ("said", "bets", "token") and "stands" not in turn.act.at:
        asked = [fact for fact in turn.core if fact.kind == "asked"]
        return not asked or (asked[-1].seat, place_of(asked[-1])) == (seat, at)
    if turn.act.kind == "moved":
        return turn.act.seat == seat and turn.act.at != at
    return turn.hole != [] or turn.next_hand()[1:] == (seat, at)
