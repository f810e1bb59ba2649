"""Every ending of the rules as a hand-written record, settled to the cent."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.games.roll_your_own import GAME
from pitboss.play.records.ledger import at_stake, bank, net
from pitboss.play.records.record_reader import read_text
from pitboss.play.round import Round, replay_whole

FOLDER = Path(__file__).parents[1] / "transcripts" / "roll-your-own"

LOST = (-1000, -1000, -1000)

# Worked out by hand: two-card, one-card, bonus and, if it was bet, insurance, in cents.
EXPECTED: dict[str, dict[int, tuple[int, ...]]] = {
    "nothing-left-for-the-dealer": {1: (1500, 1500, 5000)},
    "dealer-blackjack": {1: LOST, 2: (1500, -1000, -1000)},
    "dealer-blackjack-insured": {1: (*LOST, 2000), 2: LOST, 3: (1500, -1000, -1000, 2000)},
    "dealer-blackjack-without-the-look": {1: (-3000, -2000, -1000, 2000)},
    "double-blackjack-against-a-dealer-blackjack": {1: (1500, 1500, -1000), 2: LOST},
    "one-card-ace-against-a-dealer-blackjack": {1: (-1000, 1500, -1000), 2: LOST, 3: (-1000, -1000, 3000)},
    "dealer-stands": {1: (2000, 1500, -1000), 2: (0, -2500, -2500)},
    "dealer-busts": {1: (3000, 1000, -1000), 2: (2000, 1000, -1000)},
    "all-hands-bust": {1: LOST},
    "pack-runs-out": {
        1: (2000, 1000, -1000),
        2: (0, -1000, -1000),
        3: (2000, 1000, -1000),
        4: (5000, 1000, -1000),
        5: (1000, 1000, -1000),
        6: (1000, 1000, -1000),
    },
    "void": {1: (0, 0, 0), 2: (0, 0, 0)},
}


def replayed(name: str) -> Round:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return replay_whole(read_text(text.split("\n\n", maxsplit=1)[0], GAMES))


@pytest.mark.parametrize("ending", GAME.endings)
def test_record_of_every_ending_settles_to_the_cent(ending: str) -> None:
    name = ending.replace(" ", "-")
    events = replayed(name).events
    bets = ("two-card", "one-card", "bonus", "insurance")
    expected = {seat: dict(zip(bets, won, strict=False)) for seat, won in EXPECTED[name].items()}
    assert net(events) == expected
    assert bank(net(events)) == -sum(amount for won in EXPECTED[name].values() for amount in won)
    assert at_stake(events) == {}


def test_RY_10_full_table_can_use_up_the_deck() -> None:
    dealt = replayed("pack-runs-out")
    assert len(dealt.record.wagers) == 6
    assert len(dealt.pack) == 0
    assert dealt.void_reason is None
