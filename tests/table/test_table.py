"""The table's state machine, for every game."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.state_diagram import diagram
from helpers.stored_rounds import check_round
from pitboss.cards import Pack
from pitboss.games import GAMES
from pitboss.play.bots import choose_wagers
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Seat, Voided
from pitboss.table.saved_table import restored, saved, setup_from
from pitboss.table.seats import Clocks, Setup
from pitboss.table.states import TRANSITIONS, SeatLeft, SeatSpoke, State
from pitboss.table.table import Table
from pitboss.table.transfers import purse, stakes
from table.purses import START, Purses, new_table

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)
games = pytest.mark.parametrize("game", list(GAMES))


def put_chips(table: Table, seat: Seat, rng: Random, now: float = 0.0) -> None:
    assert table.round is not None
    table.bet(seat, choose_wagers(table.game, table.rules, seat, table.round.board, 10_000, rng), now)


def play_out(table: Table, bank: Purses, rng: Random, now: float = 0.0) -> list[Event]:
    """Answer at random until the round is over, and return the events."""
    number, events = table.number, list[Event]()
    while table.number == number and table.pending:
        for seat, options in list(table.pending.options.items()):
            if table.pending and table.number == number and not table.seats[seat].bot:
                try:
                    table.say(seat, rng.choice(options).name, now)
                except Refused as fault:
                    assert fault.code in ("over-bankroll", "said-already")  # noqa: PT017
                    table.say(seat, options[0].name, now)
        events += bank.take(table).events
    return events


@games
def test_ten_rounds_with_a_bot_conserve_money(game: str) -> None:
    bank, rng = Purses("ann"), Random(7)
    table = new_table(game, bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    table.sit(TWO, "bot", "Deuce", 0.0, bot=True)
    for number in range(1, 11):
        assert table.number == number
        put_chips(table, ONE, rng)
        assert bank.take(table).transfers
        table.say_ready(ONE, 0.0)
        change = bank.take(table)
        while not change.finished:
            before = table.number
            offer = table.pending
            assert offer is not None
            table.say(ONE, rng.choice(offer.options[ONE]).name, 0.0)
            change = bank.take(table)
            assert bool(change.finished) == (table.number > before)
        assert not check_round(change.finished[0].body, GAMES)
        assert bank.balance(stakes("t1")) == 0


@games
def test_silent_seat_is_removed_after_three_rounds(game: str) -> None:
    bank, rng = Purses("ann", "bea"), Random(3)
    table = new_table(game, bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    table.sit(TWO, "bea", "Bea", 0.0)
    for _ in range(3):
        assert table.state is State.BETTING
        assert TWO in table.seats
        put_chips(table, ONE, rng)
        table.say_ready(ONE, 0.0)
        assert table.state is State.BETTING
        table.tick(39.9)
        assert table.state is State.BETTING
        number = table.number
        table.tick(40.0)
        events = bank.take(table).events
        events += play_out(table, bank, rng)
        assert table.number == number + 1
    assert TWO not in table.seats
    assert any(isinstance(event, SeatLeft) and event.why == "silent for 3 rounds" for event in events)


@games
def test_timeout_takes_the_first_option(game: str) -> None:
    bank = Purses("ann")
    table = new_table(game, bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    put_chips(table, ONE, Random(1))
    number = table.number
    table.say_ready(ONE, 0.0)
    change, now = bank.take(table), 0.0
    while table.number == number:
        now += 20.0
        table.tick(now - 0.1)
        assert table.number == number
        table.tick(now)
        change = bank.take(table)
    record = json.loads(change.finished[0].body)["record"]
    assert all(answers == {} for answers in record["answers"])


def test_single_player_may_have_no_clock_until_someone_joins() -> None:
    bank = Purses("ann", "bea")
    game = GAMES["flip-it"]
    table = Table(Setup("t1", game, game.rules(), Clocks(run_alone=False)), bank, Random(1))
    table.sit(ONE, "ann", "Ann", 0.0)
    put_chips(table, ONE, Random(1))
    assert table.deadline is None
    table.tick(10_000.0)
    assert table.number == 1
    table.sit(TWO, "bea", "Bea", 10_000.0)
    put_chips(table, TWO, Random(1))
    assert table.deadline is not None


@games
@settings(max_examples=25)
@given(data=st.data())
def test_restart_at_any_moment_changes_nothing(game: str, data: st.DataObject) -> None:
    bank, rng = Purses("ann", "bea"), Random(data.draw(st.integers(0, 2**32)))
    table = new_table(game, bank, seed=data.draw(st.integers(0, 2**32)))
    table.sit(ONE, "ann", "Ann", 0.0)
    table.sit(TWO, "bea", "Bea", 0.0)
    table.sit(THREE, "bot", "Deuce", 0.0, bot=True)
    for seat in (ONE, TWO):
        put_chips(table, seat, rng)
        bank.take(table)
        table = restart(table, bank)
        table.say_ready(seat, 0.0)
    change = bank.take(table)
    while table.number == 1:
        restarted = restart(table, bank)
        assert restarted.story.events[-1:] == table.story.events[-1:] or isinstance(table.story.events[-1], SeatSpoke)
        assert saved(restarted) == saved(table)
        assert restarted.pending == table.pending
        assert not restarted.story.take_change().events
        table = restarted
        offer = table.pending
        assert offer is not None
        assert table.round is not None
        seat = data.draw(st.sampled_from([s for s in offer.options if s not in table.round.answered]))
        table.say(seat, data.draw(st.sampled_from(offer.options[seat])).name, 0.0)
        change = bank.take(table)
    assert not check_round(change.finished[0].body, GAMES)


def restart(table: Table, bank: Purses) -> Table:
    setup = json.loads(json.dumps(table.setup.as_data()))
    live = json.loads(json.dumps(saved(table)))
    assert table.shoe is not None
    shoe = json.loads(json.dumps(table.shoe.as_data()))
    restarted = restored(setup_from(setup, GAMES), live, shoe, bank, Random(1))
    restarted.away.clear()  # all players have reconnected
    return restarted


@games
def test_round_that_cannot_be_replayed_is_voided_and_stakes_are_returned(game: str) -> None:
    bank = Purses("ann")
    table = new_table(game, bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    put_chips(table, ONE, Random(1))
    bank.take(table)
    live = json.loads(json.dumps(saved(table)))
    live |= {"state": "dealing", "answers": [{"1": "dance"}], "said": {}}
    assert table.shoe is not None
    restarted = restored(table.setup, live, table.shoe.as_data(), bank, Random(1))
    change = bank.take(restarted)
    record = json.loads(change.finished[0].body)["record"]
    assert bank.balance(stakes("t1")) == 0
    if table.round and table.round.game.name != "flip-it":  # it asks nothing, so it is simply dealt
        assert "could not be dealt again" in record["void"]
        assert bank.balance(purse("ann")) == START
        voided = [
            event for event in restarted.story.events if isinstance(event, Voided)
        ]  # shown to a player who reconnects
        assert [event.reason for event in voided] == [record["void"]]
        restarted.chips.bets.clear()
        restarted.story.begin_round()
        restarted.story.show_round(restarted.next_round(restarted.shoe))  # type: ignore[arg-type]
        restarted.story.begin_round()
        assert restarted.story.events == []


def test_C_10_dealer_clears_the_four_cards_after_a_void_round_before_the_shuffle() -> None:
    bank = Purses("ann")
    table = new_table("flip-it", bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    put_chips(table, ONE, Random(1))
    bank.take(table)
    assert table.round is not None
    table.round.pack = Pack(())  # nothing left to flip
    table.say_ready(ONE, 0.0)
    motions = [event.motion for event in bank.take(table).events]
    motions = motions[motions.index("void") :]
    assert [motion for motion in motions if motion not in ("", "give-back", "replace-joker")] == [
        "void", *["clear-board"] * 4, "shuffle", "cut-pack", *["deal-four"] * motions.count("deal-four")
    ]  # fmt: skip


def test_late_answer_does_not_apply_to_the_next_offer() -> None:
    bank = Purses("ann")
    table = new_table("flop22", bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    table.bet(ONE, {"ante-1": 500, "ante-2": 500}, 0.0)
    table.say_ready(ONE, 0.0)
    table.say(ONE, "none", 0.0, offer=0)
    with pytest.raises(Refused) as fault:
        table.say(ONE, "double", 0.0, offer=0)
    assert fault.value.code == "too-late"


def test_seat_leaving_mid_round_takes_defaults_and_is_paid() -> None:
    bank = Purses("ann", "bea")
    table = new_table("flop22", bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    table.sit(TWO, "bea", "Bea", 0.0)
    for seat in (ONE, TWO):
        table.bet(seat, {"ante-1": 500}, 0.0)
        table.say_ready(seat, 0.0)
    bank.take(table)
    table.stand(TWO, 0.0)
    assert TWO in table.seats
    table.say(ONE, "none", 0.0)
    change = bank.take(table)
    assert TWO not in table.seats
    assert set(change.finished[0].players) == {"ann", "bea"}
    assert bank.balance(stakes("t1")) == 0


def test_every_state_is_reachable_and_in_the_diagram() -> None:
    reached = {there for happenings in TRANSITIONS.values() for there in happenings.values()}
    assert reached == set(State)
    assert all(str(state) in diagram() for state in State)


def test_one_player_per_seat_and_one_seat_per_player() -> None:
    bank = Purses("ann", "bea")
    table = new_table("flop22", bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    with pytest.raises(Refused, match="Ann") as fault:
        table.sit(ONE, "bea", "Bea", 0.0)
    assert fault.value.code == "seat-taken"
    with pytest.raises(Refused) as fault:
        table.sit(TWO, "ann", "Ann", 0.0)
    assert fault.value.code == "seated-already"
    with pytest.raises(Refused) as fault:
        table.sit(Seat(7), "bea", "Bea", 0.0)
    assert fault.value.code == "no-such-seat"


@games
def test_C_11_misdeal_voids_the_round_returns_every_stake_and_records_the_caller(game: str) -> None:
    bank, rng = Purses("ann"), Random(5)
    table = new_table(game, bank)
    table.sit(ONE, "ann", "Ann", 0.0)
    with pytest.raises(Refused) as early:
        table.misdeal("a wrong number of cards", "the operator")
    assert early.value.code == "no-round"
    while table.state is not State.DEALING:  # flip~it asks nothing: its round is over before anyone can call a misdeal
        if GAMES[game].board_size:
            return
        put_chips(table, ONE, rng)
        table.say_ready(ONE, 0.0)
    bank.take(table)
    table.misdeal("a wrong number of cards", "the operator")
    body = bank.take(table).finished[0].body
    assert json.loads(body)["record"]["void"] == "misdeal, called by the operator: a wrong number of cards"
    assert not check_round(body, GAMES), "the sealed pack is opened like any other"
    assert bank.balance(purse("ann")) == START
    assert bank.balance(stakes("t1")) == 0


def test_F22_12_deck_is_inspected_and_washed_each_day_the_table_is_used() -> None:
    days = ["2026-11-18"]
    bank, rng = Purses("ann"), Random(5)
    table = Table(new_table("flop22", bank).setup, bank, rng, lambda: days[-1])
    table.sit(ONE, "ann", "Ann", 0.0)

    def washes() -> int:
        return [event.motion for event in bank.take(table).events].count("wash")

    washes()
    for day, times in (("2026-11-18", 0), ("2026-11-19", 1), ("2026-11-19", 0)):
        days.append(day)
        put_chips(table, ONE, rng)
        assert washes() == times
        table.say_ready(ONE, 0.0)
        play_out(table, bank, rng)
    assert saved(table)["opened_on"] == "2026-11-19", "a restart on the next day opens it again"
