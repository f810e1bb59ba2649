"""Rounds that are over, as the history and the result line tell them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.play.records.ledger import bank, net, purses
from pitboss.play.records.record import Record
from pitboss.play.round import Round
from pitboss.play.steps import Seat


class Past(NamedTuple):
    """A round that is over, as the history tells it."""

    number: int
    record: Record
    gained: Mapping[Seat, int]
    dealers: int
    house: int


def past(number: int, record: Record, dealt: Round) -> Past:
    """What came of a round."""
    gained, dealers = purses(dealt.events, record.game.tokes(record.rules))
    return Past(number, record, gained, dealers, bank(net(dealt.events)))
