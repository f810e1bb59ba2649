"""Answers of a bot in a Free Bet seat."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from helpers.blackjack.free_bet_seat import GAME, offer_to
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.play.steps import Seat


def bot(cards: str, up: str, *answers: str, rules: Sequence[str] = ()) -> str:
    """Return the bot's answer with these cards against this up card and a nine in the hole."""
    offer = offer_to(cards, f"{up} 9s", *answers, rules=rules)
    assert offer
    return GAME.bot(Rules().with_settings(rules), (), offer, Seat(1))


def test_bot_never_insures() -> None:
    assert bot("Ah Kd", "Ac") == "no"


@pytest.mark.parametrize("up", ["2c", "6c", "7c", "Tc"])
def test_bot_takes_every_free_bet_but_the_split_of_fives(up: str) -> None:
    assert [bot(cards, up) for cards in ("8h 8d", "2h 2d", "Ah Ad", "9h 9d")] == ["free-split"] * 4
    assert [bot(cards, up) for cards in ("5h 5d", "5h 4d", "6h 5d")] == ["free-double"] * 3


@pytest.mark.parametrize("up", ["2c", "6c", "Tc"])
def test_bot_never_splits_tens(up: str) -> None:
    assert bot("Th Kd", up) == "stand"


@pytest.mark.parametrize(
    ("cards", "up", "answer"),
    [
        ("Th 2d", "5c", "hit"),
        ("Th 2d", "6c", "stand"),
        ("Th 3d", "2c", "hit"),
        ("Th 4d", "2c", "stand"),
        ("Th 6d", "6c", "stand"),
        ("Th 6d", "7c", "hit"),
        ("Th 7d", "Tc", "stand"),
        ("5h 3d", "6c", "hit"),
        ("Ah 2d", "6c", "hit"),
        ("Ah 5d", "6c", "double"),
        ("Ah 6d", "4c", "hit"),
        ("Ah 7d", "6c", "double"),
        ("Ah 7d", "7c", "stand"),
        ("Ah 7d", "9c", "hit"),
        ("Ah 8d", "6c", "stand"),
    ],
)
def test_bot_plays_basic_strategy_with_its_own_money(cards: str, up: str, answer: str) -> None:
    assert bot(cards, up) == answer


@pytest.mark.parametrize(("third", "up", "own", "free"), [("9h", "9c", "stand", "hit"), ("4h", "4c", "hit", "stand")])
def test_bot_plays_a_free_hand_by_its_own_table(third: str, up: str, own: str, free: str) -> None:
    """Stand on hard 17 against a nine with own money and hit with free money; the reverse on hard 12 against a four."""
    assert bot(f"8h 8d {third}", up, "free-split") == own
    assert bot(f"8h 8d Ts {third}", up, "free-split", "stand") == free


def test_bot_does_not_double_three_card_soft_hands() -> None:
    assert bot("Ah 2d 5c", "6c", "hit") == "stand"
    assert bot("Ah 2d 4c", "6c", "hit") == "hit"


def test_bot_plays_ordinary_blackjack_if_nothing_is_free() -> None:
    off = ["free_doubles=no", "free_splits=no", "dealer_22_pushes=no"]
    assert [bot("8h 8d", up, rules=off) for up in ("2c", "Tc")] == ["split", "split"]
    assert [bot("9h 9d", up, rules=off) for up in ("6c", "7c")] == ["split", "stand"]
    assert [bot("4h 4d", up, rules=off) for up in ("6c", "7c")] == ["hit", "hit"]
    assert [bot("6h 5d", up, rules=off) for up in ("6c", "Tc")] == ["double", "double"]
    assert [bot("5h 4d", up, rules=off) for up in ("6c", "7c")] == ["double", "hit"]
