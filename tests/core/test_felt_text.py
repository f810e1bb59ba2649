"""Text printed on the felt, compared with the house rules."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from pitboss.games import GAMES
from pitboss.layout.draw import draw_layout
from pitboss.layout.plan import plain_plan

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("game", "rules", "printed", "not_printed"),
    [
        ("free-bet", {}, "BLACKJACK PAYS 3 TO 2  ·  DEALER PUSHES ON 22<", "6 TO 5"),
        (
            "free-bet",
            {"blackjack_pays": "6:5", "chip": "$5", "dealer_22_pushes": False},
            "PAYS 6 TO 5<",
            "PUSHES ON 22",
        ),
        ("roll-your-own", {"blackjack_pays": "2:1"}, "ALWAYS WINS AND PAYS 2 TO 1<", "3 TO 2"),
        ("beat-the-dealer", {"ante_pays_from": "flush"}, "FLUSH OR BETTER PAYS THE ANTE<", "STRAIGHT OR BETTER"),
    ],
)
def test_motto_follows_the_rules(game: str, rules: dict[str, object], printed: str, not_printed: str) -> None:
    house = GAMES[game].rules.read(rules)
    felt = draw_layout(GAMES[game], house, GAMES[game].seats(house))
    assert printed in felt
    assert not_printed not in felt


def printed(felt: str) -> list[str]:
    """Return all printed text, in order."""
    return re.findall(r">([^<>]+)</text>", felt)


def test_paytables_follow_the_rules_and_have_column_headings() -> None:
    game = GAMES["flop22"]
    house = game.rules().with_settings(["bonus_table.Card Total 22=5:1,9:1,11:1"])
    felt = " ".join(printed(draw_layout(game, house, 6)))
    assert "Card Total 22 5:1 9:1 11:1" in felt
    assert "Hand 1 Hand 2 Hand 3" in felt
    assert "Card Total 22 4:1 8:1 10:1" in " ".join(printed(draw_layout(game, game.rules(), 6)))


@pytest.mark.parametrize(("paytable", "pays", "not_printed"), [(1, "12:1", "14:1"), (2, "14:1", "12:1 14:1")])
def test_FI_7_only_the_paytable_in_use_is_printed(paytable: int, pays: str, not_printed: str) -> None:
    game = GAMES["flip-it"]
    felt = " ".join(printed(draw_layout(game, game.rules.read({"paytable": paytable}), 6)))
    assert f"Five-of-a-Kind {pays} Four-of-a-Kind" in felt
    assert not_printed not in felt


@pytest.mark.parametrize("game", list(GAMES))
def test_print_is_legible_and_every_bet_shows_its_label_once_and_its_payout(game: str) -> None:
    rules = GAMES[game].rules()
    felt = ET.fromstring(draw_layout(GAMES[game], rules, GAMES[game].seats(rules)))
    spots = felt.findall(f".//{SVG}g[@data-bet]")
    assert {spot.get("data-bet") for spot in spots} == {bet.name for bet in GAMES[game].bets(rules)}
    assert all(re.search(r"\d:\d", "".join(spot.itertext())) for spot in spots)
    for spot in spots:
        lines = ["".join(text.itertext()) for text in spot.iter(f"{SVG}text")]
        assert len(lines) == len(set(lines)), "a label is printed twice, one over the other"
    for scale, text in _texts(felt, 1.0):
        assert float(text.get("font-size", "0")) * scale >= 9.95, (text.text, text.get("font-size"), scale)


def test_four_paytables_fit_the_margins_without_overlap() -> None:
    game = GAMES["blackjack"]
    every = game.rules.read(
        {"perfect_pairs": True, "twenty_one_plus_three": True, "lucky_ladies": True, "royal_match": True}
    )
    felt = ET.fromstring(draw_layout(game, every, 3))
    cells = [text for text in felt if text.tag == f"{SVG}text" and text.get("x")]
    at = [(text.get("text-anchor"), text.get("x"), text.get("y")) for text in cells]
    assert len(at) == len(set(at))
    headings = [text for text in cells if text.get("letter-spacing") == "2"]
    assert len(headings) == 4
    lowest = {x: max(float(text.get("y", 0)) for text in cells if text.get("x") == x) for _, x, _ in at}
    assert all(y < 260 for y in lowest.values()), "the tables reach into the seats"


def _texts(node: ET.Element, scale: float) -> Iterator[tuple[float, ET.Element]]:
    scale *= float(node.get("data-scale", "1"))
    for child in node:
        if child.tag == f"{SVG}text":
            yield scale, child
        yield from _texts(child, scale)


def test_game_without_its_own_felt_gets_a_plain_one() -> None:
    game = GAMES["free-bet"]
    bets = game.bets(game.rules())
    assert {spot.bet for spot in plain_plan(game, bets).spots} == {bet.name for bet in bets}
