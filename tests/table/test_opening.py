"""Opening of shoes: when the table closes, when everyone has left, and on request of a seat."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.table.audit.chain import Saved, follow_files, not_shown_by_one
from pitboss.table.audit.opened_shoe import is_opening, read_opening
from pitboss.table.audit.verify import read_round
from pitboss.table.saved_table import restored, saved
from pitboss.table.states import ShoeOpened, State
from pitboss.table.table import ROUNDS_BEFORE_NEW_SHOE, Table
from table.purses import Purses, new_table
from table.test_table import put_chips

ONE, TWO = Seat(1), Seat(2)


class Evening:
    """One player at one table, and the documents handed out."""

    def __init__(self, game: str = "flip-it", seed: str = "mine") -> None:
        self.bank = Purses("ann")
        self.table: Table = new_table(game, self.bank)
        self.now, self.texts = 0.0, list[str]()
        self.table.sit(ONE, "ann", "Ann", 0.0, seed=seed)
        self.take()

    def take(self) -> None:
        change = self.bank.take(self.table)
        both = [(one.number, 0, one.body) for one in change.finished]
        both += [(one.number, 1, one.body) for one in change.opened]
        self.texts += [body for *_, body in sorted(both)]

    def play(self, count: int = 1) -> None:
        for _ in range(count):
            number = self.table.number
            put_chips(self.table, ONE, Random(number))
            self.table.say_ready(ONE, self.now)
            while self.table.number == number and self.table.state is State.DEALING:
                self.table.tick(self.now)
                self.now += 1000
            self.take()

    @property
    def read(self) -> list[Saved]:
        return [checked(text) for text in self.texts]

    @property
    def opened(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.texts if is_opening(text)]


def checked(text: str) -> Saved:
    found: Saved = read_opening(text, GAMES) if is_opening(text) else read_round(text, GAMES)
    assert not found.faults
    return found


def test_closing_the_table_opens_its_shoe_and_the_rounds_verify() -> None:
    evening = Evening()
    evening.play(3)
    evening.table.close("it is late")
    evening.take()
    assert len(evening.opened) == 1
    assert evening.opened[0]["number"] == 4, "its bets were open"
    found = follow_files(evening.read, ["mine"])
    assert found == ([], [], [], [])


@pytest.mark.parametrize("game", list(GAMES))
def test_last_player_leaving_opens_the_shoe_and_the_next_player_gets_a_new_one(game: str) -> None:
    evening = Evening(game)
    evening.play(2)
    announced, table = evening.table.house_seeds.seal, evening.table
    table.stand(ONE, 0.0)
    evening.take()
    assert table.state is State.OPEN
    assert table.shoe is None
    assert len(evening.opened) == 1
    table.sit(ONE, "ann", "Ann", 0.0, seed="mine")
    assert table.shoe is not None
    assert table.shoe.seal == announced
    evening.play()
    assert follow_files(evening.read).faults == []


def test_shoe_stays_closed_while_others_play_on() -> None:
    evening = Evening()
    evening.bank.accounts["player/bob"] = 100_000
    evening.bank.accounts["grants"] -= 100_000
    evening.table.sit(TWO, "bob", "Bob", 0.0)
    evening.table.stand(TWO, 0.0)
    evening.take()
    assert evening.opened == []
    assert evening.table.state is State.BETTING


def test_seat_may_request_a_new_shoe_between_rounds_but_not_too_often() -> None:
    evening, table = Evening(), new_table("flop22", Purses("ann"))
    for _ in range(ROUNDS_BEFORE_NEW_SHOE):
        with pytest.raises(Refused) as fault:
            evening.table.new_shoe(ONE)
        assert fault.value.code == "too-soon"
        evening.play()
    evening.table.bet(ONE, {"red": 500}, 0.0)
    with pytest.raises(Refused) as fault:
        evening.table.new_shoe(ONE)
    assert fault.value.code == "bets-down"
    evening.table.bet(ONE, {}, 0.0)
    announced = evening.table.house_seeds.seal
    evening.table.new_shoe(ONE)
    evening.take()
    assert evening.table.state is State.BETTING
    assert evening.table.shoe is not None
    assert evening.table.shoe.seal == announced
    evening.play(2)
    assert follow_files(evening.read).faults == []
    table.sit(ONE, "ann", "Ann", 0.0)
    with pytest.raises(Refused) as fault:
        table.new_shoe(ONE)
    assert fault.value.code == "no-shoe"


def test_opening_event_carries_the_document() -> None:
    evening = Evening()
    evening.play()
    evening.table.stand(ONE, 0.0)
    event = next(event for event in evening.table.story.events if isinstance(event, ShoeOpened))
    assert checked(json.dumps(event.shoe)).number == 2


def test_opened_shoe_is_not_used_after_a_restart() -> None:
    evening = Evening()
    evening.play()
    shoe = evening.table.shoe
    assert shoe
    evening.table.stand(ONE, 0.0)
    live = json.loads(json.dumps(saved(evening.table)))
    restarted = restored(evening.table.setup, live, shoe.as_data(), evening.bank, Random(3))
    assert restarted.shoe is None
    restarted.sit(ONE, "ann", "Ann", 0.0)
    assert restarted.shoe is not None
    assert restarted.shoe.seal == shoe.next_seal


def changed(texts: list[str], at: int, change: dict[str, Any]) -> list[Saved]:
    """Return the saved files after changing one file's proof, even if the change makes that proof faulty by itself."""
    body = json.loads(texts[at])
    body["proof"].update(change)
    text = json.dumps(body)
    found = read_opening(text, GAMES) if is_opening(text) else read_round(text, GAMES)
    return [found if n == at else checked(other) for n, other in enumerate(texts)]


def test_chain_finds_changes_that_a_single_file_hides() -> None:
    evening = Evening()
    evening.play(4)
    evening.table.new_shoe(ONE)
    evening.take()
    evening.play(2)
    evening.table.close("late")
    evening.take()
    texts = evening.texts  # four rounds, their shoe, two rounds of the next and its shoe
    assert follow_files(evening.read).faults == []
    assert not_shown_by_one(evening.read[0]) == ("house", "next", "seeds")
    assert not_shown_by_one(evening.read[4]) == ("next",)
    for at, change in (
        (0, {"next": "cd" * 32}),
        (1, {"house": "cd" * 32}),
        (2, {"seeds": {}}),
        (4, {"next": "ab" * 32}),
    ):
        found = changed(texts, at, change)
        assert not found[at].faults, "by itself it holds"
        assert follow_files(found).faults
    assert follow_files(evening.read, ["another"]).faults


def test_missing_files_are_reported_and_the_rest_is_still_compared() -> None:
    evening = Evening()
    evening.play(4)
    evening.table.close("late")
    evening.take()
    some = [evening.read[n] for n in (0, 2, 4)]
    found = follow_files(some)
    assert found.faults == []
    assert len(found.gaps) == 2
    stacked = changed(evening.texts, 0, {"commitment": "ab" * 32})
    assert follow_files([stacked[0], *some[1:]]).faults, "the opened shoe does not give this commitment"
    assert follow_files(some[:2]).closed == ["t1"]


def test_seed_sent_with_ready_is_used_in_the_next_shuffle_and_an_invalid_one_changes_nothing() -> None:
    evening = Evening("flop22", seed="first")
    table = evening.table
    with pytest.raises(Refused) as fault:
        table.say_ready(ONE, 0.0, "second")
    assert fault.value.code == "no-wager"
    put_chips(table, ONE, Random(1))
    with pytest.raises(Refused) as fault:
        table.say_ready(ONE, 0.0, "x" * 65)
    assert fault.value.code == "bad-seed"
    assert not table.ready
    assert table.seats.seeds() == {1: "first"}
    table.sit(TWO, "bob", "Bob", 0.0)
    table.say_ready(ONE, 0.0, "second")
    assert table.seats.seeds() == {1: "second"}
    table.say_ready(ONE, 0.0, "third")  # already ready, and still a new seed
    assert table.seats.seeds() == {1: "third"}
    while table.number == 1:
        evening.now += 1000
        table.tick(evening.now)
    assert table.shoe is not None
    assert table.shoe.seeds == {1: "third"}


def test_reused_seed_is_reported_and_is_a_fault_if_others_were_set() -> None:
    evening = Evening("flop22", seed="mine")
    evening.play(2)
    assert follow_files(evening.read, ["mine"]).faults == []
    assert follow_files(evening.read).reused == ["t1"]
    assert "used in an earlier shuffle" in follow_files(evening.read, ["mine", "new"]).faults[0]
    fresh = Evening("flop22", seed="one")
    fresh.table.set_seed(ONE, "two")
    fresh.play(2)
    assert follow_files(fresh.read, ["one", "two"]) == ([], [], [], [])
