"""The layout folded from events alone, whatever the game: hidden cards, splits, discards, chips."""

from __future__ import annotations

from pitboss.cards import HIDDEN, parse_card
from pitboss.money import EVEN_MONEY, Cents
from pitboss.play.layout import TableLayout
from pitboss.play.steps import Dealt, Discarded, Event, Face, Moved, Returned, Seat, Settled, Turned, Wagered
from pitboss.play.view import seen_by

ONE, TWO = Seat(1), Seat(2)
EIGHT, OTHER, ACE, KING = map(parse_card, ("8s", "8h", "Ad", "Kc"))


def lying(*events: Event, viewer: Seat = ONE) -> TableLayout:
    layout = TableLayout()
    for event in events:
        layout.see(seen_by(event, viewer))
    return layout


def test_a_hidden_card_is_a_back_until_it_is_turned() -> None:
    down = Dealt(KING, None, "hand", Face.DOWN)
    up = Dealt(ACE, None, "hand")
    assert lying(up, down).of(None) == [("hand", [ACE, HIDDEN])]
    assert lying(up, down, Turned(KING, None, "hand")).of(None) == [("hand", [ACE, KING])]


def test_a_seat_sees_its_own_cards_and_the_backs_of_others() -> None:
    events = [Dealt(ACE, ONE, "hole", Face.OWN), Dealt(KING, TWO, "hole", Face.OWN)]
    layout = lying(*events)
    assert (layout.of(ONE), layout.of(TWO)) == ([("hole", [ACE])], [("hole", [HIDDEN])])


def test_a_split_moves_one_of_two_cards() -> None:
    events = [Dealt(EIGHT, ONE, "hand-1"), Dealt(OTHER, ONE, "hand-1"), Moved(OTHER, ONE, "hand-1", "hand-2")]
    assert lying(*events).of(ONE) == [("hand-1", [EIGHT]), ("hand-2", [OTHER])]


def test_a_card_that_moves_from_a_place_never_seen_is_there_afterwards() -> None:
    assert lying(Moved(ACE, None, "card-2", "card-1")).of(None) == [("card-1", [ACE])]


def test_discards_leave_their_place_and_unknown_places_do_no_harm() -> None:
    layout = lying(Dealt(ACE, None, "flop-1"), Discarded("flop-1"), Discarded("unused cards", cards=45))
    assert layout.cards == {}


def test_a_hand_that_is_discarded_whole_leaves_its_seat_empty() -> None:
    hole = [Dealt(ACE, ONE, "hole-1"), Dealt(KING, ONE, "hole-2"), Dealt(EIGHT, TWO, "hole-1")]
    assert list(lying(*hole, Discarded("hand", ONE, 2)).cards) == [(TWO, "hole-1")]


def test_chips_lie_until_they_are_settled_or_returned() -> None:
    down = [Wagered(ONE, "ante", Cents(500)), Wagered(ONE, "ante", Cents(500)), Wagered(TWO, "ante", Cents(100))]
    settled = Settled(ONE, "ante", Cents(500), Cents(1000), "wins", EVEN_MONEY, "C-2")
    assert lying(*down).chips() == {(ONE, "ante"): 1000, (TWO, "ante"): 100}
    assert lying(*down, settled, Returned(TWO, "ante", Cents(100))).chips() == {(ONE, "ante"): 500}


def test_between_rounds_only_the_dealers_side_stays_where_a_board_lies() -> None:
    for stays, left in ((True, [(None, "card-1")]), (False, [])):
        layout = lying(Dealt(ACE, None, "card-1"), Dealt(KING, ONE, "card"), Wagered(ONE, "red", Cents(100)))
        layout.next_round(board_stays=stays)
        assert list(layout.cards) == left
        assert layout.chips() == {}
