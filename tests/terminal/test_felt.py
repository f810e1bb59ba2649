"""The felt in characters: hands, totals and tokens in their places; and the recorded rounds of the docs."""

from __future__ import annotations

import asyncio

import pytest

from pitboss.cards import HIDDEN, parse_card
from pitboss.games import GAMES
from pitboss.games.free_bet.deal.motions import TokenPlaced, TokensPickedUp
from pitboss.layout.plan import plan_for
from pitboss.money import Cents
from pitboss.play.steps import Dealt, Discarded, Face, Seat, Turned, Wagered
from pitboss.terminal.full.character_felt import View
from pitboss.terminal.play.narrate import describe
from pitboss.terminal.play.shown_layout import ShownLayout
from terminal.piloted import load_pictures


def test_bust_hand_leaves_the_other_hand_on_the_screen() -> None:
    """Roll Your Own (C-10): the losing hand goes to the rack; the one-card hand stays until it is settled."""
    shown = ShownLayout()
    for at, code in (
        ("two-card-hand", "7h"),
        ("two-card-hand", "Js"),
        ("one-card-hand", "Jd"),
        ("two-card-hand", "9c"),
    ):
        shown.see(Dealt(parse_card(code), Seat(1), at))
    shown.see(Discarded("two-card-hand", Seat(1), 3))
    shown.see(Dealt(parse_card("Ah"), Seat(1), "one-card-hand"))
    assert dict(shown.of(Seat(1)))["one-card-hand"] == [parse_card("Jd"), parse_card("Ah")]


@pytest.mark.parametrize("first", ["one-card-hand", "two-card-hand"])
def test_hands_are_drawn_in_the_order_of_their_spots(first: str) -> None:
    """Roll Your Own: the two-card hand is on the left like its spot, whichever is set first and with its splits."""
    game, layout = GAMES["roll-your-own"], ShownLayout()
    for at in sorted(("one-card-hand", "two-card-hand", "two-card-hand-2"), key=lambda at: at != first):
        layout.see(Dealt(parse_card("7h"), Seat(1), at))
    view = View(layout, [Seat(1)], Seat(1), {}, seat_places=plan_for(game, game.rules()).seat_places)
    assert [at for at, *_ in view.hands(Seat(1))[1]] == ["two-card-hand", "two-card-hand-2", "one-card-hand"]


def test_tokens_in_front_of_a_bet_are_described() -> None:
    """Free Bet: the Pot of Gold is paid by the tokens in front of it."""
    layout = ShownLayout()
    layout.see(Wagered(Seat(1), "pot-of-gold", Cents(200)))
    layout.see(TokenPlaced(Seat(1), 1, "double"))
    layout.see(TokensPickedUp(Seat(1), 1, 1, "pot-of-gold"))
    assert "pot-of-gold $2 (1 token)" in str(list(describe(layout, {Seat(1): None})))


def test_dealer_and_split_hands_have_one_total_each() -> None:
    layout = ShownLayout()
    for card, at, makes in (("7c", "up-card", None), ("4d", "hole-card", "11"), ("2h", "dealer", "13")):
        layout.see(Dealt(parse_card(card), None, at, makes=makes))
    for card, at, makes in (("8c", "hand-1", "8"), ("3d", "hand-2", None)):
        layout.see(Dealt(parse_card(card), Seat(1), at, makes=makes))
    view = View(layout, [Seat(1)], Seat(1), {})
    assert view.hands(None)[0] == "13"
    assert view.hands(Seat(1))[0] == ""


def test_turned_card_stays_in_its_place() -> None:
    layout = ShownLayout()
    for at in ("dealer-1", "dealer-2", "flop-1"):
        layout.see(Dealt(HIDDEN, None, at, Face.DOWN))
    layout.see(Turned(parse_card("Ks"), None, "dealer-1"))
    assert [at for at, _ in layout.of(None)] == ["dealer-1", "dealer-2", "flop-1"]


def test_one_recorded_round_is_current() -> None:
    pictures = load_pictures()
    page = pictures.PAGE.read_text(encoding="utf-8")
    taken = asyncio.run(pictures.frames("flip-it", (80, 24)))
    assert len(taken) == 2
    for frame in taken:
        assert f"```text\n{frame}\n```" in page


@pytest.mark.slow
def test_every_recorded_round_is_current() -> None:
    pictures = load_pictures()
    assert pictures.page() == pictures.PAGE.read_text(encoding="utf-8")
