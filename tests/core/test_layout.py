"""The table layout computed from events alone, for any game: hidden cards, splits, discards, chips."""

from __future__ import annotations

from pitboss.cards import HIDDEN, parse_card
from pitboss.money import EVEN_MONEY, Cents
from pitboss.play.layout import TableLayout
from pitboss.play.steps import Dealt, Discarded, Event, Face, Moved, Returned, Seat, Settled, Turned, Wagered
from pitboss.play.view import seen_by

ONE, TWO = Seat(1), Seat(2)
EIGHT, OTHER, ACE, KING = map(parse_card, ("8s", "8h", "Ad", "Kc"))


def layout_after(*events: Event, viewer: Seat = ONE) -> TableLayout:
    layout = TableLayout()
    for event in events:
        layout.see(seen_by(event, viewer))
    return layout


def test_hidden_card_shows_its_back_until_turned() -> None:
    down = Dealt(KING, None, "hand", Face.DOWN)
    up = Dealt(ACE, None, "hand")
    assert layout_after(up, down).of(None) == [("hand", [ACE, HIDDEN])]
    assert layout_after(up, down, Turned(KING, None, "hand")).of(None) == [("hand", [ACE, KING])]


def test_seat_sees_its_own_cards_and_the_backs_of_others() -> None:
    events = [Dealt(ACE, ONE, "hole", Face.OWN), Dealt(KING, TWO, "hole", Face.OWN)]
    layout = layout_after(*events)
    assert (layout.of(ONE), layout.of(TWO)) == ([("hole", [ACE])], [("hole", [HIDDEN])])


def test_split_moves_one_of_two_cards() -> None:
    events = [Dealt(EIGHT, ONE, "hand-1"), Dealt(OTHER, ONE, "hand-1"), Moved(OTHER, ONE, "hand-1", "hand-2")]
    assert layout_after(*events).of(ONE) == [("hand-1", [EIGHT]), ("hand-2", [OTHER])]


def test_card_moved_from_an_unknown_place_is_added() -> None:
    assert layout_after(Moved(ACE, None, "card-2", "card-1")).of(None) == [("card-1", [ACE])]


def test_discards_clear_their_place_and_unknown_places_are_ignored() -> None:
    layout = layout_after(Dealt(ACE, None, "flop-1"), Discarded("flop-1"), Discarded("unused cards", cards=45))
    assert layout.cards == {}


def test_discarding_a_whole_hand_clears_the_seat() -> None:
    hole = [Dealt(ACE, ONE, "hole-1"), Dealt(KING, ONE, "hole-2"), Dealt(EIGHT, TWO, "hole-1")]
    assert list(layout_after(*hole, Discarded("hand", ONE, 2)).cards) == [(TWO, "hole-1")]


def test_chips_stay_until_settled_or_returned() -> None:
    down = [Wagered(ONE, "ante", Cents(500)), Wagered(ONE, "ante", Cents(500)), Wagered(TWO, "ante", Cents(100))]
    settled = Settled(ONE, "ante", Cents(500), Cents(1000), "wins", EVEN_MONEY, "C-2")
    assert layout_after(*down).chips() == {(ONE, "ante"): 1000, (TWO, "ante"): 100}
    assert layout_after(*down, settled, Returned(TWO, "ante", Cents(100))).chips() == {(ONE, "ante"): 500}


def test_next_round_clears_all_but_the_board() -> None:
    for stays, left in ((True, [(None, "card-1")]), (False, [])):
        layout = layout_after(Dealt(ACE, None, "card-1"), Dealt(KING, ONE, "card"), Wagered(ONE, "red", Cents(100)))
        layout.next_round(board_stays=stays)
        assert list(layout.cards) == left
        assert layout.chips() == {}
