"""Contradictory records are refused or voided."""

from __future__ import annotations

import pytest

from pitboss.games import GAMES
from pitboss.money import MoneyError, parse_money
from pitboss.play.records.ledger import net
from pitboss.play.records.record_reader import read_json
from pitboss.play.refused import Refused
from pitboss.play.round import replay_whole

FLIP = '{"game": "flip-it", "board": "%s", "pack": "As ...", "wagers": {"1": {"bonus": 1000}}, "answers": []%s}'


@pytest.mark.parametrize("board", ["Ah", "Ah Ad 7c", "Ah Ad 7c 2s 3s", "Ah Ad 7c Jk", "Jk Jk 7c 2s"])
def test_FI_1_board_is_four_cards_without_jokers(board: str) -> None:
    with pytest.raises(Refused, match="4 cards, none a joker"):
        read_json(FLIP % (board, ""), GAMES)


def test_C_4_voided_round_is_void_even_if_every_bet_was_settled() -> None:
    settled = replay_whole(read_json(FLIP % ("Ah Ad 7c 2s", ""), GAMES))
    void = replay_whole(read_json(FLIP % ("Ah Ad 7c 2s", ', "void": "a fouled shoe"'), GAMES))
    assert net(settled.events) == {1: {"bonus": 6000}}
    assert net(void.events) == {1: {"bonus": 0}}
    assert replay_whole(void.record).events == void.events


@pytest.mark.parametrize(
    "wagers",
    [
        '{"1": {"ante-1": 1000}, "01": {"ante-1": 500}}',
        '{"1": {"ante-1": 500}, "1": {"ante-1": 1000}}',
        '{"1": {"ante-1": 500, "ante-1": 1000}}',
    ],
)
def test_duplicate_seat_or_bet_is_refused(wagers: str) -> None:
    with pytest.raises(Refused):
        read_json(f'{{"game": "flop22", "pack": "...", "wagers": {wagers}}}', GAMES)


@pytest.mark.parametrize("text", ["2,50", "1,2,3", "12,3456", ",5", "1,90"])
def test_misplaced_comma_is_not_an_amount(text: str) -> None:
    with pytest.raises(MoneyError):
        parse_money(text)
