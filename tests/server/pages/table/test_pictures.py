"""Layout of every game, screen and state: no overlaps, legible text, large targets, chips next to their hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from pitboss.layout.on_page import page_plan
from server.support.board import TRANSCRIPTS, drawn, events_of, faults
from server.support.pages import NewPage, open_table_with, play_out, sit

pytestmark = pytest.mark.browser
SCREENS = [(1440, 900), (1366, 768), (1920, 1080), (390, 844), (844, 390)]
WINDOWS = [(1280, 720), (1024, 768), (768, 1024)]
"""Small laptops and tablets, drawn by the slow test."""
SMALL = [(360, 640), (360, 740), (375, 667), (390, 664), (820, 1180), (667, 375), (960, 540), (1366, 640)]
"""Small phones, phones whose browser shows its bars, an upright tablet, and low windows (one at 200 % zoom)."""
MOST_ON_THE_FELT = 2
"""Number of endings to draw per game: those with the longest transcripts have the fullest felt."""


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


def pictures(
    page: Page, game: str, seat: int = 1, *, coached: bool = False, is_brief: bool = False
) -> Iterator[str]:  # fmt: skip
    """
    Draw the felt from a seat in one state after another: betting, asked, with most hands, settled.

    A brief series of pictures has each of these states once.
    """
    drawn(page, game, [], front=seat, coached=coached)
    yield "betting"
    hands, events = most_hands(game)
    if hands > 1:
        drawn(page, game, in_seat(events, seat), front=seat, asked=["hand-1"], coached=coached)
        yield f"{hands} hands"
        settled = [*in_seat(events, seat), *settled_hands(game, events, seat)]
        drawn(page, game, [*settled, over(settled)], front=seat, coached=coached)
        yield f"{hands} hands settled"
    for ending in endings(game)[-1:] if is_brief else endings(game):
        events = in_seat(events_of(game, ending), seat)
        asked = [number for number, event in enumerate(events, 1) if event["event"] == "offered"]
        places = [str(event["at"]) for event in events if event["event"] == "dealt" and event.get("seat") == seat]
        for number in asked[-1:] if is_brief else asked[len(asked) // 2 :: 3]:
            drawn(page, game, events[:number], asked=places[-1:], front=seat, coached=coached)
            yield f"asked in {ending} after {number}"
        drawn(page, game, [*events, over(events)], front=seat, coached=coached)
        yield f"settled in {ending}"


def settled_hands(game: str, events: list[dict[str, Any]], seat: int) -> list[dict[str, Any]]:
    """Return the settling of each hand that the first player still has, with a long reason."""
    rides = {
        spot["rides"]: spot["bet"] for spot in page_plan(GAMES[game], GAMES[game].rules())["spots"] if spot["rides"]
    }
    places = {event.get("to", event["at"]) for event in events if event.get("seat") == 1 and event.get("at")}
    found = [re.fullmatch(r"(.*hand)(?:-(\d+))?", place) for place in sorted(places)]
    hands = {(rides[place[1]], int(place[2] or 1)) for place in found if place and place[1] in rides}
    reason = {"stake": 2500, "back": 5000, "pays": "1:1", "line": "15 against the dealer's bust with 25"}
    return [{"event": "settled", "seat": seat, "bet": bet, "hand": hand, **reason} for bet, hand in sorted(hands)]


def in_seat(events: list[dict[str, Any]], seat: int) -> list[dict[str, Any]]:
    """Return a round with the first player moved to another seat, swapping with its occupant."""
    swapped = {1: seat, seat: 1}
    return [
        {**event, "seat": swapped.get(event["seat"], event["seat"])} if "seat" in event else event for event in events
    ]


def over(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the end of a round, with the amount each seat won."""
    net: dict[str, int] = {}
    for event in events:
        if event["event"] == "settled":
            seat = str(event["seat"])
            net[seat] = net.get(seat, 0) + event["back"] - event["stake"]
    return {"event": "round-ended", "number": 1, "net": net}


def faults_from(page: Page, game: str, seats: Iterable[int], screens: Iterable[tuple[int, int]]) -> list[str]:
    """Return the layout faults of a game from these seats on these screens."""
    found = []
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        for seat in seats:
            for coached in (False, True):
                pictured = pictures(page, game, seat, coached=coached)
                where = f"{width}x{height} seat {seat}{' with the coach' if coached else ''}"
                found += [f"{where} {state}: {fault}" for state in pictured for fault in faults(page)]
    return found


@pytest.mark.parametrize("game", list(GAMES))
def test_every_screen_and_state_of_a_game_is_drawn_without_a_fault(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, game)
    sit(page, 3)
    seats = GAMES[game].seats(GAMES[game].rules())
    found = [fault for n, screen in enumerate(SCREENS) for fault in faults_from(page, game, [n % seats + 1], [screen])]
    assert found == []


@pytest.mark.parametrize("game", list(GAMES))
def test_every_seat_in_each_state_is_drawn_without_a_fault(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, game)
    sit(page, 3)
    found = []
    for number, (width, height) in enumerate(SCREENS):
        page.set_viewport_size({"width": width, "height": height})
        for seat in range(1 + number % 2, GAMES[game].seats(GAMES[game].rules()) + 1, 2):
            for state in pictures(page, game, seat, is_brief=True):
                found += [f"{width}x{height} seat {seat} {state}: {fault}" for fault in faults(page)]
    assert found == []


@pytest.mark.parametrize("game", list(GAMES))
def test_small_phones_tablets_and_low_windows_are_drawn_without_a_fault(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, game)
    sit(page, 3)
    found = []
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        for coached in (False, True):
            for state in pictures(page, game, 2, coached=coached, is_brief=True):
                where = f"{width}x{height}{' with the coach' if coached else ''} {state}"
                found += [f"{where}: {fault}" for fault in faults(page)]
    assert found == []


@pytest.mark.parametrize("game", list(GAMES))
def test_real_round_at_a_full_table_is_drawn_without_a_fault(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, game, bots=GAMES[game].seats(GAMES[game].rules()) - 1)
    page.locator("[data-key^=sit-]").first.click()
    expect(page.locator("[data-key=deal]")).to_be_visible()
    for spot in page.locator("[data-bet].mine:not(.closed)").all():
        spot.click()
    found: list[str] = []

    def look(state: str) -> None:
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            found.extend(f"{width}x{height} {state}: {fault}" for fault in faults(page))
        page.set_viewport_size({"width": 1440, "height": 900})

    def answer(page: Page) -> None:
        look("asked")
        page.locator(".option:not(:disabled)").last.click()

    look("betting")
    page.locator("[data-key=deal]:enabled").click()
    play_out(page, answer)
    look("settled")
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
def test_pictures_of_split_games_show_four_or_more_hands(game: str) -> None:
    assert most_hands(game)[0] >= 4


PLANTED = {
    "tiny": "document.querySelector('.top .meta, .top h1').style.fontSize = '10px'",
    "small": "document.querySelector('.spot.main .name').style.fontSize = '9px'",
    "texts": "document.querySelector('.spot.main .name').style.translate = '0 18px'",
    "target": "Object.assign(document.querySelector('.actions .button').style, { minHeight: 0, height: '20px' })",
    "money outside": "document.querySelector('.hand .money > *').style.translate = '300px 0'",
    "over the rail": "document.querySelector('.spots').style.translate = '0 60px'",
    "card off": "document.querySelector('.hand .card').style.translate = '-900px 0'",
    "covered": "document.querySelector('.hand').classList.add('turn');"
    " document.querySelector('.hand').style.translate = '0 -150px'",
    "card under": "document.querySelector('.own').style.translate = '0 -150px'",
    "pod under": "document.querySelector('.dealer .card').style.translate = '-300px 0'",
    "uneven": "document.querySelector('.spot.small:not(.ghost) .ring').style.translate = '0 -9px'",
    "bar": "document.querySelector('.actions .tools .key').style.translate = '-30px 0'",
    "spots touch": "document.querySelector('.spot.main').style.translate = '-110px 0'",
    "coach": "document.querySelector('.felt').insertAdjacentHTML('beforebegin', '<aside class=\"coach\">x</aside>');"
    " document.querySelector('.coach').style.cssText = 'position: absolute; inset: 0'",
}
"""Faults planted in a good layout, by the word that must appear in their report."""


@pytest.mark.parametrize("fault", list(PLANTED))
def test_planted_fault_is_caught(new_page: NewPage, fault: str) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, "free-bet")
    sit(page, 3)
    events = events_of("free-bet", "four-hands-with-seven-tokens")
    drawn(page, "free-bet", events, until="token-placed", nth=7)
    assert faults(page) == []
    page.evaluate(f"() => {{ {PLANTED[fault]}; }}")
    assert any(one.startswith(fault) for one in faults(page))


def test_player_cards_match_dealer_size_and_four_hands_fit_side_by_side(new_page: NewPage) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, "free-bet")
    drawn(page, "free-bet", events_of("free-bet", "four-hands-with-seven-tokens"), until="token-placed", nth=7)
    expect(page.locator(".hand[data-hand]")).to_have_count(4)
    widths = page.locator(".card").evaluate_all("cards => cards.map((card) => Math.round(card.clientWidth))")
    assert len(set(widths)) == 1
    tops = page.locator(".hand[data-hand]").evaluate_all("hands => hands.map((one) => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1


@pytest.mark.parametrize("game", ["free-bet", "roll-your-own", "blackjack"])
def test_drawing_dealer_has_one_total(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, game)
    drew = 0
    for path in sorted((TRANSCRIPTS / game).glob("*.txt")):
        events = events_of(game, path.stem)
        totals = [event["makes"] for event in events if event.get("at") == "dealer" and event.get("makes")]
        if totals:
            drawn(page, game, events)
            assert page.locator(".dealer .pill.total").all_inner_texts() == [totals[-1]], path.stem
            drew += 1
    assert drew > 0
