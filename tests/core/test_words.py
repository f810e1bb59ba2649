"""Event sentences for each viewer: "you", bets by their titles, no ruling codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.cards import parse_card
from pitboss.games import GAMES
from pitboss.games.dealing.blackjack import makes
from pitboss.money import LOSS, Cents
from pitboss.play.records.record_reader import read_text
from pitboss.play.round import replay_whole
from pitboss.play.steps import Dealt, Face, Seat, Settled, Wagered
from pitboss.play.view import seen_by

TRANSCRIPTS = Path(__file__).resolve().parents[1] / "games" / "transcripts"
FREE_BET = GAMES["free-bet"]
YOU = FREE_BET.words(FREE_BET.rules(), Seat(3))
RAIL = FREE_BET.words(FREE_BET.rules())


def test_settlement_addresses_its_own_seat_as_you() -> None:
    settled = Settled(Seat(3), "pot-of-gold", Cents(500), Cents(0), "no free bet made", LOSS, "FB-6")
    assert settled.describe(YOU) == "Your Pot of Gold: no free bet made, loses $5."
    assert settled.describe(RAIL) == "Seat 3's Pot of Gold: no free bet made, loses $5."
    assert str(settled) == "Seat 3 pot-of-gold: no free bet made, loses $5 (FB-6)."


def test_bet_on_a_hand_uses_its_title() -> None:
    assert Wagered(Seat(3), "main", Cents(500), 2).describe(YOU) == "You bet $5 on Blackjack wager on hand 2."


def test_own_hole_card_is_not_face_down() -> None:
    hole = Dealt(parse_card("As"), Seat(3), "hole-1", Face.OWN)
    assert hole.describe(YOU) == "Your hole card 1: A♠."
    assert seen_by(hole, None).describe(RAIL) == "Seat 3's hole card 1: a card, face down."


def test_two_card_21_is_blackjack_except_after_a_split() -> None:
    cards = (parse_card("As"), parse_card("Kd"))
    assert (makes(cards, natural=True), makes(cards), makes(cards[:1], natural=True)) == ("Blackjack", "soft 21", None)


@pytest.mark.parametrize(
    "path", sorted(TRANSCRIPTS.glob("*/*.txt")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_no_viewer_sees_a_slug_a_ruling_or_their_own_seat_number(path: Path) -> None:
    dealt = replay_whole(read_text(path.read_text(encoding="utf-8").split("\n\n", maxsplit=1)[0], GAMES))
    slugs = [bet.name for bet in dealt.game.bets(dealt.rules) if "-" in bet.name and bet.name not in bet.title.lower()]
    for seat in [*dealt.record.wagers, None]:
        words = dealt.game.words(dealt.rules, seat)
        for event in dealt.events:
            text = seen_by(event, seat).describe(words)
            assert not re.search(r"\((?:C|F22|FI|BD|RY|FB)-\d|\(rule \d", text), text
            assert not [slug for slug in slugs if re.search(rf"\b{slug}\b", text)], text
            if getattr(event, "seat", None) == seat and seat is not None:
                assert f"eat {seat} " not in text, text
                assert f"eat {seat}'s" not in text, text
