"""The full-screen table played by Textual's pilot: every game, in a wide and in the narrowest window."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from pitboss.cards import parse_card
from pitboss.games import GAMES
from pitboss.play.records.ledger import net
from pitboss.play.records.record_reader import read_json
from pitboss.play.refused import Refused
from pitboss.play.round import replay_whole
from pitboss.play.steps import Dealt, Discarded, Seat
from pitboss.terminal.full.app import TableApp
from pitboss.terminal.full.character_felt import draw_felt
from pitboss.terminal.full.widgets import ChoiceButton, Sure, WordsBox
from pitboss.terminal.play.deal_command import DealWishes, take_seats
from pitboss.terminal.play.game_view import Tastes
from pitboss.terminal.play.picked_up import ShownPlace
from terminal.piloted import piloted

every_game = pytest.mark.parametrize("name", list(GAMES))
every_size = pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=["80x24", "40x20"])
Play = Callable[[TableApp, Pilot[None]], Awaitable[None]]


def at_a_table(name: str, play: Play, size: tuple[int, int] = (80, 24), tastes: Tastes | None = None) -> TableApp:
    """A table of three with a fixed shuffle, and what is done at it."""
    session, you = take_seats(DealWishes(name, seats=3, seed=1), GAMES[name], GAMES[name].rules())
    assert you is not None
    return piloted(TableApp(session, you, tastes or Tastes(score=False, pace="instant")), play, size)


def felt(app: TableApp) -> str:
    """What is drawn on the felt."""
    box = app.screen_stack[0].query_one("#felt").size
    return "\n".join(line.plain for line in draw_felt(app.view(), box.width, box.height).lines)


def chosen(app: TableApp) -> list[str]:
    return [choice.choice for choice in app.choices]


async def answer_all(app: TableApp, pilot: Pilot[None], key: str = "1") -> None:
    while app.offer is not None:
        await pilot.press(key)
        await pilot.pause()


@every_game
@every_size
def test_a_round_is_played_and_kept(name: str, size: tuple[int, int]) -> None:
    kept = io.StringIO()

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert "You, seat 1  $99" in felt(app)
        await pilot.press("enter")
        await pilot.pause()
        while app.offer is not None:
            shown = felt(app)
            own = app.table.layout.of(app.table.you)
            assert all(card.sign in shown for _, cards in own for card in cards if not card.is_hidden)
            assert chosen(app) == [option.name for option in app.table.options]
            await pilot.press("1")
            await pilot.pause()
        assert app.table.history
        assert chosen(app) == ["next"]
        await pilot.press("enter")
        await pilot.pause()
        assert app.betting is not None
        await pilot.press("q")

    app = at_a_table(name, play, size, Tastes(score=False, pace="instant", save_to=kept))
    dealt = replay_whole(read_json(kept.getvalue(), GAMES))
    assert app.table.held - 100_000 == sum(net(dealt.events)[app.table.session.seats[0]].values())


def test_chips_are_placed_and_taken_back_by_keys_and_by_mouse() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert app.betting is not None
        await pilot.press("c", "2", "plus", "plus")
        assert app.betting.placed == {"ante-1": 1000}
        await pilot.press("minus", "down", "plus")
        assert app.betting.placed == {"ante-1": 500, "field": 500}
        await pilot.press("u")
        assert app.betting.placed == {"ante-1": 500}
        await pilot.pause()
        area = next(area for area in app.felt.drawn.areas if area.bet == "ante-2")
        await pilot.click("#felt", offset=(area.x + 1, area.y))
        await pilot.pause()
        assert app.betting.placed == {"ante-1": 500, "ante-2": 500}
        await pilot.click("#felt", offset=(area.x + 1, area.y), button=3)
        await pilot.pause()
        assert app.betting.placed == {"ante-1": 500}
        await pilot.press("r")
        assert app.betting.placed == {"ante-1": 100}

    at_a_table("flop22", play, (120, 36))


def test_arrows_pass_over_closed_spots() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert app.betting is not None
        await pilot.press("c")
        for key in ("right", "down", "right", "up", "left", "right", "right"):
            await pilot.press(key)
            assert app.betting.is_open(app.betting.spots[app.betting.focus])

    at_a_table("flop22", play, (120, 36))


def test_what_must_be_equal_goes_along() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert app.betting is not None
        await pilot.press("c", "2", "plus")
        assert app.betting.placed == {"two-card": 500, "one-card": 500, "bonus": 500}

    at_a_table("roll-your-own", play)


def test_everything_may_be_typed_as_in_the_log() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("colon", *"10 pog 5 push 5", "enter")
        await pilot.pause()
        assert app.betting is not None
        assert app.betting.placed == {"main": 1000, "pot-of-gold": 500, "push-22": 500}
        await pilot.press("colon", *"nonsense", "enter")
        await pilot.pause()
        assert "write each bet with its amount" in str(app.note)
        await pilot.press("colon", "escape", "enter")
        await pilot.pause()
        assert app.table.is_dealing or app.table.history

    at_a_table("free-bet", play)


def test_enter_asks_before_it_gives_something_up() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        offer = app.offer
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Sure)
        await pilot.press("n")
        await pilot.pause()
        assert app.offer is offer
        await pilot.press("enter", "y")
        await pilot.pause()
        assert app.offer is not offer

    at_a_table("free-bet", play)


def test_hints_are_hidden_from_a_coached_player_until_the_answer() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        app.coach.wait(lambda words: None)
        app.draw()
        assert app.offer is not None
        assert not any("best" in str(choice.content) or "costs" in str(choice.content) for choice in app.choices)
        await pilot.press("2")
        await pilot.pause()
        assert "is best" in str(app.note) or "is the best" in str(app.note)

    at_a_table("flop22", play, tastes=Tastes(coach=True, pace="instant"))


def test_a_refusal_is_removed_when_it_is_put_right() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert app.betting is not None
        await pilot.press("c")
        put = app.betting.put
        app.attempt(lambda: put("ante-2"))
        assert "Ante" in str(app.note)
        await pilot.press("plus")
        await pilot.pause()
        assert app.note == []

    at_a_table("flop22", play)


def test_chips_over_every_limit_are_not_in_the_rack() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert app.betting is not None
        most = max(bet.most for bet in app.betting.open)
        assert max(app.betting.chips) <= most
        app.betting.chip = app.betting.chips[-1]
        spot = next(iter(app.betting.spots.values()))
        while app.betting.placed[spot.name] + app.betting.chip <= min(spot.most, app.table.held):
            app.betting.put(spot.name)
        with pytest.raises(Refused):
            app.betting.put(spot.name)

    at_a_table("flop22", play)
    at_a_table("flip-it", play)


def test_the_card_that_decides_the_bets_stays_on_the_felt_until_the_next_round() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert app.betting is not None
        board = app.table.layout.of(None)
        await pilot.press("enter")
        await pilot.pause()
        assert app.table.history
        assert app.table.layout.of(None)[: len(board)] == board
        assert app.table.layout.of(None)[-1][0] == "flip"
        await pilot.press("enter")
        await pilot.pause()
        assert len(app.table.layout.of(None)) == len(board)

    at_a_table("flip-it", play)


def test_undo_takes_the_last_answer_back() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        before, held = felt(app), app.table.held
        await pilot.press("h")
        await pilot.pause()
        assert felt(app) != before
        await pilot.press("u")
        await pilot.pause()
        assert (felt(app), app.table.held) == (before, held)

    at_a_table("free-bet", play)


@pytest.mark.parametrize(("key", "title"), [("question_mark", "Help"), ("f3", "Rules"), ("f4", "History")])
def test_windows_open_and_close(key: str, title: str) -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, WordsBox)
        box = app.screen.query_one(".box")
        assert box.border_title == title
        await pilot.press("end")
        await pilot.pause()
        assert box.scroll_target_y == box.max_scroll_y  # keys scroll it without a Tab first
        assert box.max_scroll_y > 0 or key == "f4"  # no round has been played
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.screen_stack) == 1

    at_a_table("flip-it", play, (40, 20))


def test_hints_stand_beside_the_answers() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("f2", "enter")
        app.coach.wait(lambda words: None)
        app.draw()
        assert any("best" in str(choice.content) for choice in app.choices)
        assert any("costs $" in str(choice.content) for choice in app.choices)

    at_a_table("flop22", play)


def test_leaving_in_mid_round_says_what_it_costs_and_silence_answers() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "q")
        await pilot.pause()
        assert isinstance(app.screen, Sure)
        await pilot.press("y")
        await pilot.pause()

    app = at_a_table("free-bet", play)
    assert len(app.table.history) == 1
    assert app.table.history[0].record.void is None


def test_it_follows_the_window_down_and_up_again() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        for size in ((40, 20), (120, 40), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "You, seat 1" in felt(app)
            assert all(len(line) <= size[0] for line in felt(app).splitlines())
            assert app.screen.has_class("-narrow") == (size[0] < 100)
            assert all(0 <= choice.region.right <= size[0] for choice in app.query(ChoiceButton))

    at_a_table("free-bet", play)


@pytest.mark.parametrize("set_to", ["NO_COLOR", "TERM"])
def test_the_plain_log_stays_where_the_screen_can_do_no_more(set_to: str) -> None:
    env = {**os.environ, set_to: "dumb" if set_to == "TERM" else "1"}
    program = [sys.executable, "-m", "pitboss", "deal", "flop22"]
    done = subprocess.run(program, input="q\n", env=env, capture_output=True, text=True, check=True)
    assert "Your wagers [ante-1 1]: q" in done.stdout


def test_textual_is_loaded_only_for_the_full_screen() -> None:
    program = (
        "import sys; from pitboss.cli import run; run(['deal', 'flop22', '--auto']); print('textual' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_the_dealer_deals_card_by_card_and_any_key_skips() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert app.is_showing
        assert app.offer is None
        shown = len(app.table.layout.of(app.table.you))
        assert shown < len(app.table.seen)
        await pilot.press("x")
        await pilot.pause()
        assert not app.is_showing
        assert app.offer is not None
        assert chosen(app) == [option.name for option in app.table.options]

    at_a_table("free-bet", play, tastes=Tastes(score=False, pace="calm"))


@every_game
@pytest.mark.parametrize("size", [(140, 40), (100, 30), (60, 24)], ids=["140x40", "100x30", "60x24"])
def test_other_seats_and_spots_are_never_cut(name: str, size: tuple[int, int]) -> None:
    session, you = take_seats(DealWishes(name, seats=3, seed=1), GAMES[name], GAMES[name].rules())
    assert you is not None

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        drawn = felt(app)
        assert "…" not in drawn
        for seat in session.seats[1:]:
            assert f"Seat {seat} $" in drawn
        assert all(area.x + area.width <= app.felt.size.width for area in app.felt.drawn.areas)
        assert app.felt.drawn.areas

    piloted(TableApp(session, you, Tastes(score=False, pace="instant")), play, size)


def test_a_hand_that_busts_leaves_the_other_hand_on_the_screen() -> None:
    """Roll Your Own (C-10): the rack takes the hand that lost; the card alone stays until it has its own result."""
    shown = ShownPlace()
    for at, code in (
        ("two-card-hand", "7h"),
        ("two-card-hand", "Js"),
        ("one-card-hand", "Jd"),
        ("two-card-hand", "9c"),
    ):
        shown.see(Dealt(parse_card(code), Seat(1), at))
    shown.see(Discarded("two-card-hand", Seat(1), 3))
    shown.see(Dealt(parse_card("Ah"), Seat(1), "one-card-hand"))
    assert dict(shown.of(Seat(1)))["one-card-hand"] == [parse_card("Jd"), parse_card("Ah")]
