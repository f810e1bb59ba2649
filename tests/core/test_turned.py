"""The felt from the dealer's side: the same felt turned by half a circle, every word upright and large enough."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from pitboss.games import GAMES
from pitboss.layout.draw import draw_layout
from pitboss.layout.frames import Size

SVG = "{http://www.w3.org/2000/svg}"
SCREENS = [Size(1410, 600), Size(1270, 520), Size(990, 560), Size(380, 420)]
PLAYING = (1, 3, 4)


def areas(felt: str) -> dict[str, tuple[float, float, float]]:
    """Where each part lies and how it is turned."""
    found = ET.fromstring(felt).iter(f"{SVG}g")
    told = {group.get("data-area"): group for group in found if group.get("data-area")}
    return {
        str(name): (float(group.get("data-x", 0)), float(group.get("data-y", 0)), float(group.get("data-turn", 0)))
        for name, group in told.items()
    }


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size.width}x{size.height}")
@pytest.mark.parametrize("game", list(GAMES))
def test_the_dealer_is_below_and_seat_1_on_the_dealers_left_C_3(game: str, size: Size) -> None:
    rules = GAMES[game].rules()
    many = GAMES[game].seats(rules)
    turned = draw_layout(GAMES[game], rules, many, size=size, dealers=True, only=PLAYING)
    rail = draw_layout(GAMES[game], rules, many, size=size, only=PLAYING)
    here, there = areas(turned), areas(rail)
    seats = [f"seat-{seat}" for seat in PLAYING]
    assert {name for name in here if name.startswith("seat")} == set(seats)
    assert all(here[seat][1] < here["dealer"][1] for seat in seats)
    assert sorted(seats, key=lambda seat: here[seat][0]) == seats
    assert sorted(seats, key=lambda seat: -there[seat][0]) == seats
    assert all(abs(turn) < 30 for _, _, turn in here.values()), "words stand on their heads"
    assert re.findall(r">([^<>]+)</text>", turned) == re.findall(r">([^<>]+)</text>", rail)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_spot_lies_across_from_where_a_player_sees_it(game: str) -> None:
    rules = GAMES[game].rules()
    size, many = Size(1410, 600), GAMES[game].seats(rules)
    turned, rail = (
        draw_layout(GAMES[game], rules, many, size=size, dealers=dealers, only=PLAYING) for dealers in (True, False)
    )
    places = r'data-(?:bet|place)="([\w*-]+)" data-x="([-\d.]+)"'
    here = {(name, -float(x) + 0.0) for name, x in re.findall(places, turned)}
    there = {(name, float(x)) for name, x in re.findall(places, rail)}
    boxes = {name for name, _ in there if name == "*" or any(bet.name == name for bet in GAMES[game].bets(rules))}
    assert {one for one in here if one[0] not in boxes} == {one for one in there if one[0] not in boxes}
    assert {name for name, _ in here} == {name for name, _ in there}


def test_a_seat_that_is_not_there_is_refused_by_the_page_only() -> None:
    felt = draw_layout(GAMES["flop22"], GAMES["flop22"].rules(), 3, dealers=True, only=(2,))
    assert set(areas(felt)) == {"dealer", "seat-2"}


@pytest.mark.parametrize("only", [(1,), (2, 5), (1, 3, 4)])
def test_few_seats_on_a_low_felt_lie_large_beside_the_dealers_column(only: tuple[int, ...]) -> None:
    game = GAMES["free-bet"]
    felt = ET.fromstring(draw_layout(game, game.rules(), 7, size=Size(1260, 420), dealers=True, only=only))
    left, right = map(float, felt.get("data-column", "").split())
    for group in felt.iter(f"{SVG}g"):
        if not group.get("data-area", "").startswith("seat"):
            continue
        scale, x = float(group.get("data-scale", 0)), float(group.get("data-x", 0))
        half = float(group[0].get("width", 0)) / 2 * scale
        assert scale > 1
        assert x + half <= left + 1 or x - half >= right - 1
        assert x - half >= 0
        assert x + half <= 1260
