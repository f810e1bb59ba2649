"""The felt drawn to scale: everything fits, and each inscription quotes its clause."""

from __future__ import annotations

import re
from fractions import Fraction
from math import cos, hypot, radians, sin

import pytest

from pitboss.games import GAMES, OURS
from pitboss.layout.frames import CARD_H, CARD_W, SEAT_W
from pitboss.layout.plan import plan_for
from pitboss.layout.scale.inscriptions import HOUSE, Inscription, inscriptions, with_to
from pitboss.layout.scale.scale_drawing import felt_drawing, position_drawing
from pitboss.layout.scale.sizes import EDGE, MM, UNIT, FeltSize, Position, extent, size_of

every_game = pytest.mark.parametrize("name", OURS)


def felt_size(name: str, seats: int) -> FeltSize:
    game = GAMES[name]
    return size_of(plan_for(game, game.rules()), seats)


def corners(place: Position, size: FeltSize) -> list[tuple[float, float]]:
    """Return the four corners of a betting position, in inches."""
    half, turn = SEAT_W * UNIT / 2, radians(place.turn)
    return [
        (place.x + x * cos(turn) - y * sin(turn), place.y + x * sin(turn) + y * cos(turn))
        for x in (-half, half)
        for y in (size.top, size.bottom)
    ]


def test_printed_card_has_the_size_of_a_playing_card() -> None:
    assert pytest.approx((2.5, 3.5)) == (CARD_W * UNIT, CARD_H * UNIT)
    assert pytest.approx((63.5, 88.9)) == (CARD_W * UNIT * MM, CARD_H * UNIT * MM)


@every_game
@pytest.mark.parametrize("seats", [1, 2, 5, 7, 12])
def test_everything_fits_on_the_felt(name: str, seats: int) -> None:
    size = felt_size(name, seats)
    assert len(size.positions) == seats
    assert sorted(place.seat for place in size.positions) == list(range(1, seats + 1))
    points = [point for place in size.positions for point in corners(place, size) if not size.field]
    if size.field:
        left, top, wide, high = size.field
        points += [(left + x * wide, top + y * high) for x in (0, 1) for y in (0, 1)]
    for x, y in points:
        assert abs(x) < size.radius
        assert y > -EDGE if y < 0 else hypot(x, y) < size.radius


@pytest.mark.parametrize("name", [name for name in OURS if name != "flip-it"])
@pytest.mark.parametrize("seats", [2, 5, 7, 12])
def test_positions_do_not_overlap(name: str, seats: int) -> None:
    size = felt_size(name, seats)
    for one, other in zip(size.positions, size.positions[1:], strict=False):
        # A line through the midpoint of the arc separates two neighbours.
        middle = radians((one.turn + other.turn) / 2)
        sides = [[x * cos(middle) + y * sin(middle) for x, y in corners(place, size)] for place in (one, other)]
        assert max(sides[0]) < min(sides[1])


@every_game
def test_seat_1_is_at_the_dealers_left(name: str) -> None:
    """Check that seat 1 is rightmost: seen from the players' side, the dealer's left is on the right (C-3)."""
    first = max(felt_size(name, 6).positions, key=lambda place: place.x)
    assert first.seat == 1


@every_game
def test_drawing_states_its_size_in_millimetres_and_prints_odds_with_to(name: str) -> None:
    game = GAMES[name]
    rules = game.rules()
    plan, size = plan_for(game, rules), felt_size(name, game.seats(rules))
    for drawing, box in (felt_drawing(plan, rules, size), position_drawing(plan, rules, size)):
        assert f'width="{box.width:.1f}mm"' in drawing
        assert f'viewBox="{box.left:.1f} {box.top:.1f} {box.width:.1f} {box.height:.1f}"' in drawing
        texts = re.findall(r">([^<]+)</text", drawing)
        assert not [text for text in texts if re.search(r"\d:\d", text)]
    felt = felt_drawing(plan, rules, size)[0]
    assert f"{size.width:.2f} in ({size.width * MM:.0f} mm)" in felt
    assert f"{size.depth:.2f} in ({size.depth * MM:.0f} mm)" in felt


def inscriptions_by_words(name: str, *settings: str, house: str = "") -> dict[str, Inscription]:
    game = GAMES[name]
    rules = game.rules().with_settings(settings)
    return {each.words: each for each in inscriptions(game, plan_for(game, rules), rules, house)}


@every_game
def test_every_spot_and_line_is_listed_with_a_clause(name: str) -> None:
    game, found = GAMES[name], inscriptions_by_words(name)
    rules = game.rules()
    plan = plan_for(game, rules)
    whole = "\n".join(found)
    assert all(each.sheet or each.law for each in found.values())
    for spot in plan.spots:
        assert spot.label in whole
        assert spot.clause, spot.bet
    for printed in plan.tables:
        table = printed.under(rules)
        assert printed.clause
        if table is None:  # a bet not offered under these rules
            assert printed.where
            continue
        for line, pays in table.lines:
            assert f"{line} {', '.join(with_to(str(pay)) for pay in pays)}" in whole
    assert all(phrase.clause for phrase in (*plan.motto, *plan.notices))
    assert {place.label for place in plan.dealer if place.label} <= set(found)


def test_inscriptions_follow_the_rules() -> None:
    assert "DEALER MUST HIT A SOFT 17" in inscriptions_by_words("free-bet")
    assert "DEALER STANDS ON ALL 17S" in inscriptions_by_words("free-bet", "hits_soft_17=no")
    assert "DEALER MUST HIT A SOFT 17" not in inscriptions_by_words("free-bet", "hits_soft_17=no")
    assert "FREE SPLIT OF ALL PAIRS BUT TENS" not in inscriptions_by_words("free-bet", "free_splits=no")
    assert "DEALER PUSHES ON 22" not in inscriptions_by_words("free-bet", "dealer_22_pushes=no")
    assert "MATCH, with 15 to 1" in inscriptions_by_words("flop22", "match_pays=15:1")
    assert "ANTES $25 AT MOST" in inscriptions_by_words("flop22", "ante_limit=$25")
    assert "A JOKER LOSES ALL BETS" not in inscriptions_by_words("flip-it", "jokers=0")


def test_house_name_is_printed() -> None:
    assert HOUSE in inscriptions_by_words("flop22")
    assert "THE GOLDEN NICKEL" in inscriptions_by_words("flop22", house="The Golden Nickel")


def test_position_ends_at_its_last_print() -> None:
    game = GAMES["flop22"]
    top, bottom = extent(plan_for(game, game.rules()))
    assert (top, bottom) == (-106 - 42, 127 + 16)
    assert Fraction(bottom - top) * Fraction(5, 120) == pytest.approx((bottom - top) * UNIT)
