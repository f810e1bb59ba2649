"""The full-screen table played by Textual's pilot: every game, in a wide and in the narrowest window."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partialmethod

import pytest
from textual.pilot import Pilot

from pitboss.games import GAMES
from pitboss.games.free_bet.deal.motions import TokenPlaced, TokensLockedUp, TokensPickedUp
from pitboss.play.motions import MovedOver
from pitboss.play.records.ledger import net
from pitboss.play.records.record_reader import read_json
from pitboss.play.refused import Refused
from pitboss.play.round import replay_whole
from pitboss.play.steps import Seat
from pitboss.terminal.full.character_felt import draw_felt
from pitboss.terminal.full.face import ChoiceButton, FullFace, Window
from pitboss.terminal.full.table_app import TableApp
from pitboss.terminal.play.deal_command import DealOptions, take_seats
from pitboss.terminal.play.game_view import SessionPreferences
from pitboss.terminal.play.shown_layout import ShownLayout
from terminal.piloted import piloted

every_game = pytest.mark.parametrize("name", list(GAMES))
every_size = pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=["80x24", "40x20"])
Play = Callable[[TableApp, Pilot[None]], Awaitable[None]]


def at_a_table(
    name: str,
    play: Play,
    size: tuple[int, int] = (80, 24),
    preferences: SessionPreferences | None = None,
    seed: int = 1,
) -> TableApp:
    """Play at a table of three with a fixed shuffle, and return the program when done."""
    session, you = take_seats(DealOptions(name, seats=3, seed=seed), GAMES[name], GAMES[name].rules())
    assert you is not None
    return piloted(TableApp(session, you, preferences or SessionPreferences(score=False, pace="instant")), play, size)


def felt(app: TableApp) -> str:
    """Return the contents of the felt."""
    box = app.screen_stack[0].query_one("#felt").size
    return "\n".join(line.plain for line in draw_felt(app.view(), box.width, box.height).lines)


def log(app: TableApp) -> str:
    return "\n".join("".join(part if isinstance(part, str) else part[0] for part in line) for line in app.log_lines)


def chosen(app: TableApp) -> list[str]:
    return [choice.choice for choice in app.choices]


async def answer_all(app: TableApp, pilot: Pilot[None], key: str = "1") -> None:
    while app.offer is not None:
        await pilot.press(key)
        await pilot.pause()


@every_game
@every_size
def test_round_is_played_and_saved(name: str, size: tuple[int, int]) -> None:
    saved = io.StringIO()

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

    app = at_a_table(name, play, size, SessionPreferences(score=False, pace="instant", save_to=saved))
    dealt = replay_whole(read_json(saved.getvalue(), GAMES))
    assert app.table.held - 100_000 == sum(net(dealt.events)[app.table.session.seats[0]].values())


EVERY_KEY = (
    "question_mark", "f1", "escape", "f2", "u", "p", "escape", "f3", "escape", "f4", "escape", "f5", "f6", "f7", "f7",
    "f7", "f7", "f8", "up", "left", "down", "right", "space", "plus", "minus", "backspace", "delete", "tab",
    "shift+tab", "colon", "x", "enter", "colon", "h", "i", "n", "t", "enter", "colon", "escape", "home", "x", "9", "0",
)  # fmt: skip
"""Every key that does not deal, answer, or leave, with the keys that close what they open."""


@every_game
def test_every_key_works_at_every_moment(name: str) -> None:
    async def press_all(app: TableApp, pilot: Pilot[None]) -> None:
        for key in EVERY_KEY:
            await pilot.press(key)
        await pilot.pause()
        assert app.failed is None
        assert len(app.screen_stack) == 1

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await press_all(app, pilot)
        await pilot.press("c", "r", "enter")
        await pilot.pause()
        for _ in range(2):
            if app.offer is None:
                break
            await press_all(app, pilot)
            await pilot.press("1")
            await pilot.pause()
        await answer_all(app, pilot)
        assert chosen(app) == ["next"]
        await press_all(app, pilot)
        await pilot.press("q")

    at_a_table(name, play)


def test_chips_are_placed_and_removed_by_keys_and_mouse() -> None:
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


def test_arrow_keys_skip_closed_spots() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert app.betting is not None
        await pilot.press("c")
        for key in ("right", "down", "right", "up", "left", "right", "right"):
            await pilot.press(key)
            assert app.betting.is_open(app.betting.spots[app.betting.focus])

    at_a_table("flop22", play, (120, 36))


def test_bets_that_must_be_equal_change_together() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        assert app.betting is not None
        await pilot.press("c", "2", "plus")
        assert app.betting.placed == {"two-card": 500, "one-card": 500, "bonus": 500}

    at_a_table("roll-your-own", play)


def test_plain_log_commands_can_be_typed() -> None:
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


def test_enter_asks_before_giving_up_money() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        offer = app.offer
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Window)
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

    at_a_table("flop22", play, preferences=SessionPreferences(coach=True, pace="instant"))


def test_error_is_cleared_once_fixed() -> None:
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


def test_chips_over_the_table_limits_are_not_offered() -> None:
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


def test_deciding_card_stays_on_the_felt_until_the_next_round() -> None:
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


def test_undo_reverts_the_last_answer() -> None:
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
        assert "You hit." not in log(app)
        await pilot.press("h")
        await pilot.pause()
        assert log(app).count("You hit.") == 1

    at_a_table("free-bet", play)


@pytest.mark.parametrize("name", ["beat-the-dealer", "flop22"])
def test_ambiguous_key_lists_the_unambiguous_ones(name: str) -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        offer = app.offer
        await pilot.press("f" if name == "beat-the-dealer" else "x")
        assert app.offer is offer
        expected = "F fits more than one answer: press 1 for Fold, 2 for Bet the flop."
        assert str(app.note) == (str([expected]) if name == "beat-the-dealer" else str(app.note))
        assert "press 1 for " in str(app.note)

    at_a_table(name, play)


def test_free_bet_token_shows_next_to_the_hand_and_at_pot_of_gold() -> None:
    shown = ShownLayout()
    seat = Seat(1)
    for event in (
        TokenPlaced(seat, 1, "split"),
        MovedOver(seat, "hand-1", "hand-2", 1),
        TokenPlaced(seat, 2, "double"),
    ):
        shown.see(event)
    assert shown.tokens == {(seat, "hand-2"): 2}
    shown.see(TokensPickedUp(seat, 2, 2, "pot-of-gold"))
    assert shown.tokens == {(seat, "pot-of-gold"): 2}
    shown.see(TokensLockedUp(seat, 2))
    assert shown.tokens == {}

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press(str(chosen(app).index("free-split") + 1))
        await pilot.pause()
        assert "◆ free" in felt(app)

    at_a_table("free-bet", play, seed=7)


@every_game
def test_pay_tables_list_every_bet(name: str) -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        lines = app.table.pay_lines((), 60)
        shown = "".join(part if isinstance(part, str) else part[0] for line in lines for part in line)
        assert app.plan is not None
        on_a_table = {bet for each in app.plan.tables for bet, _ in app.plan.paid_by(each.of)}
        for bet in app.table.bets:
            kind = bet.title.rpartition(" ")[0].removesuffix(", hand")
            assert bet.name in on_a_table or bet.title in shown or (kind and kind in shown)

    at_a_table(name, play)


@pytest.mark.parametrize(("key", "title"), [("question_mark", "Help"), ("f3", "Rules"), ("f4", "History")])
def test_windows_open_and_close(key: str, title: str) -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, Window)
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


def test_hints_are_shown_next_to_the_answers() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("f2", "enter")
        app.coach.wait(lambda words: None)
        app.draw()
        assert any("best" in str(choice.content) for choice in app.choices)
        assert any("costs $" in str(choice.content) for choice in app.choices)

    at_a_table("flop22", play)


def test_leaving_in_mid_round_shows_the_cost_and_gives_default_answers() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "q")
        await pilot.pause()
        assert isinstance(app.screen, Window)
        await pilot.press("y")
        await pilot.pause()

    app = at_a_table("free-bet", play)
    assert len(app.table.history) == 1
    assert app.table.history[0].record.void is None


def test_layout_follows_window_resizes() -> None:
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
            assert all(choice.size.width >= len(str(choice.content)) for choice in app.query(ChoiceButton))
            story = app.query_one("#story")
            assert story.scroll_offset.y == story.max_scroll_y

    at_a_table("free-bet", play)
    at_a_table("flop22", play)


@pytest.mark.parametrize("set_to", ["NO_COLOR", "TERM"])
def test_plain_log_is_used_on_limited_terminals(set_to: str) -> None:
    env = {**os.environ, set_to: "dumb" if set_to == "TERM" else "1"}
    program = [sys.executable, "-m", "pitboss", "deal", "flop22"]
    done = subprocess.run(program, input="q\n", env=env, capture_output=True, text=True, check=True)
    assert "Your wagers [ante-1 1]: q" in done.stdout


def test_textual_is_loaded_only_for_full_screen() -> None:
    program = (
        "import sys; from pitboss.cli import run; run(['deal', 'flop22', '--auto']); print('textual' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_cards_are_dealt_one_by_one_and_any_key_skips() -> None:
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

    at_a_table("free-bet", play, preferences=SessionPreferences(score=False, pace="calm"))


@every_game
@pytest.mark.parametrize("size", [(140, 40), (100, 30), (60, 24)], ids=["140x40", "100x30", "60x24"])
def test_other_seats_and_spots_are_never_truncated(name: str, size: tuple[int, int]) -> None:
    session, you = take_seats(DealOptions(name, seats=3, seed=1), GAMES[name], GAMES[name].rules())
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

    piloted(TableApp(session, you, SessionPreferences(score=False, pace="instant")), play, size)


@pytest.mark.parametrize(("way", "raised"), [("our sentence", ZeroDivisionError), ("Textual's message", SystemExit)])
def test_unexpected_error_ends_the_program_as_failed(
    way: str, raised: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    if way != "our sentence":  # as with a version of Textual that doesn't call our method
        monkeypatch.delattr(FullFace, "_handle_exception")
    monkeypatch.setattr(TableApp, "look", lambda _app: 1 // 0)
    monkeypatch.setattr(TableApp, "run", partialmethod(TableApp.run, headless=True))
    session, you = take_seats(DealOptions("flop22", seats=3, seed=1), GAMES["flop22"], GAMES["flop22"].rules())
    assert you is not None
    with pytest.raises(raised) as ended:
        TableApp(session, you, SessionPreferences(score=False)).play()
    assert getattr(ended.value, "code", 1) == 1
