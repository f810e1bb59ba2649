"""What is printed on the felt is what the house's rules say."""

from __future__ import annotations

import pytest

from pitboss.games import GAMES
from pitboss.layout.draw import draw_layout


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
def test_the_motto_follows_the_rules(game: str, rules: dict[str, object], printed: str, not_printed: str) -> None:
    house = GAMES[game].rules.read(rules)
    felt = draw_layout(GAMES[game], house, GAMES[game].seats(house))
    assert printed in felt
    assert not_printed not in felt


def test_the_paytables_follow_the_rules() -> None:
    game = GAMES["flop22"]
    house = game.rules().with_settings(["bonus_table.Card Total 22=5:1,9:1,11:1"])
    assert ">5:1   9:1   11:1<" in draw_layout(game, house, 6)
    assert ">4:1   8:1   10:1<" in draw_layout(game, game.rules(), 6)
