"""Pictures of every game, screen and state: texts apart, print to be read, targets to be hit, money with its hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from server.support.board import TRANSCRIPTS, drawn, events_of, faults
from server.support.pages import NewPage, open_table_with, sit

pytestmark = pytest.mark.browser
SCREENS = [(1440, 900), (1366, 768), (1920, 1080), (390, 844), (844, 390)]
WINDOWS = [(1280, 720), (1024, 768), (768, 1024)]
"""Small laptops and tablets, drawn by the slow test."""
MOST_ON_THE_FELT = 2
"""The number of endings of each game to draw: those with the longest transcripts have most on the felt."""


def endings(game: str) -> list[str]:
    """Return the endings of a game to draw."""
    paths = sorted((TRANSCRIPTS / game).glob("*.txt"), key=lambda path: path.stat().st_size)
    return [path.stem for path in paths[-MOST_ON_THE_FELT:]]


@cache
def most_hands(game: str) -> tuple[int, list[dict[str, Any]]]:
    """Return the largest number of hands that a seat has in any transcript, and the events up to its last question."""
    best: tuple[int, list[dict[str, Any]]] = (0, [])
    for path in sorted((TRANSCRIPTS / game).glob("*.txt")):
        events, hands = events_of(game, path.stem), dict[int, set[str]]()
        for event in events:
            if event["event"] in ("dealt", "moved", "moved-over") and event.get("seat"):
                hands.setdefault(event["seat"], set()).add(event.get("to", event["at"]))
        for seat, places in hands.items():
            asked = [at for at, event in enumerate(events, 1) if event["event"] == "offered" and seat in event["seats"]]
            split = sum("hand" in place for place in places)
            if asked and split > best[0]:
                best = split, in_seat(events[: asked[-1]], seat)
    return best


def pictures(page: Page, game: str, seat: int = 1) -> Iterator[str]:
    """Draw the felt from a seat in one state after another: betting, asked, with most hands, settled."""
    drawn(page, game, [], front=seat)
    yield "betting"
    hands, events = most_hands(game)
    if hands > 1:
        drawn(page, game, in_seat(events, seat), front=seat, asked=["hand-1"])
        yield f"{hands} hands"
    for ending in endings(game):
        events = in_seat(events_of(game, ending), seat)
        asked = [number for number, event in enumerate(events, 1) if event["event"] == "offered"]
        places = [str(event["at"]) for event in events if event["event"] == "dealt" and event.get("seat") == seat]
        for number in asked[len(asked) // 2 :: 3]:
            drawn(page, game, events[:number], asked=places[-1:], front=seat)
            yield f"asked in {ending} after {number}"
        drawn(page, game, [*events, over(events)], front=seat)
        yield f"settled in {ending}"


def in_seat(events: list[dict[str, Any]], seat: int) -> list[dict[str, Any]]:
    """Return a round with the first player in another seat; whoever sat there sits in the first."""
    swapped = {1: seat, seat: 1}
    return [
        {**event, "seat": swapped.get(event["seat"], event["seat"])} if "seat" in event else event for event in events
    ]


def over(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The end of a round, with what each seat won."""
    net: dict[str, int] = {}
    for event in events:
        if event["event"] == "settled":
            seat = str(event["seat"])
            net[seat] = net.get(seat, 0) + event["back"] - event["stake"]
    return {"event": "round-ended", "number": 1, "net": net}


def faults_from(page: Page, game: str, seats: Iterable[int], screens: Iterable[tuple[int, int]]) -> list[str]:
    """Return what is wrong with the pictures of a game from these seats on these screens."""
    found = []
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        for seat in seats:
            pictured = ((state, fault) for state in pictures(page, game, seat) for fault in faults(page))
            found += [f"{width}x{height} seat {seat} {state}: {fault}" for state, fault in pictured]
    return found


@pytest.mark.parametrize("game", list(GAMES))
def test_every_screen_and_state_of_a_game_is_drawn_without_a_fault(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, game)
    sit(page, 3)
    seats = GAMES[game].seats(GAMES[game].rules())
    found = [fault for n, screen in enumerate(SCREENS) for fault in faults_from(page, game, [n % seats + 1], [screen])]
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_every_seat_on_every_screen_is_drawn_without_a_fault(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, game)
    sit(page, 3)
    seats = GAMES[game].seats(GAMES[game].rules())
    assert faults_from(page, game, range(1, seats + 1), [*SCREENS, *WINDOWS]) == []


@pytest.mark.parametrize("game", ["free-bet", "roll-your-own", "blackjack"])
def test_the_pictures_of_a_game_with_splits_show_four_hands_or_more(game: str) -> None:
    assert most_hands(game)[0] >= 4


PLANTED = {
    "tiny": "document.querySelector('.top .meta, .top h1').style.fontSize = '10px'",
    "small": "document.querySelector('.spot.main .name').style.fontSize = '9px'",
    "texts": "document.querySelector('.spot.main .name').style.translate = '0 18px'",
    "target": "Object.assign(document.querySelector('.actions .button').style, { minHeight: 0, height: '20px' })",
    "money outside": "document.querySelector('.hand .money > *').style.translate = '300px 0'",
    "over the rail": "document.querySelector('.spots').style.translate = '0 60px'",
    "card off": "document.querySelector('.hand .card').style.translate = '-900px 0'",
    "spots touch": "document.querySelector('.spot.main').style.translate = '-110px 0'",
    "coach": "document.querySelector('.felt').insertAdjacentHTML('beforebegin', '<aside class=\"coach\">x</aside>');"
    " document.querySelector('.coach').style.cssText = 'position: absolute; inset: 0'",
}
"""Faults put into a good picture, by the word that must name them."""


@pytest.mark.parametrize("fault", list(PLANTED))
def test_a_planted_fault_is_caught(new_page: NewPage, fault: str) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, "free-bet")
    sit(page, 3)
    events = events_of("free-bet", "four-hands-with-seven-tokens")
    drawn(page, "free-bet", events, until="token-placed", nth=7)
    assert faults(page) == []
    page.evaluate(f"() => {{ {PLANTED[fault]}; }}")
    assert any(one.startswith(fault) for one in faults(page))


def test_your_cards_are_as_large_as_the_dealers_and_four_hands_stand_side_by_side(new_page: NewPage) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, "free-bet")
    drawn(page, "free-bet", events_of("free-bet", "four-hands-with-seven-tokens"), until="token-placed", nth=7)
    expect(page.locator(".hand[data-hand]")).to_have_count(4)
    widths = page.locator(".card").evaluate_all("cards => cards.map((card) => Math.round(card.clientWidth))")
    assert len(set(widths)) == 1
    tops = page.locator(".hand[data-hand]").evaluate_all("hands => hands.map((one) => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
