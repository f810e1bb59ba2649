"""Every key that the full screen prints next to an answer gives that answer, in every question of every game."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from random import Random
from typing import TypeAlias

import pytest
from textual.pilot import Pilot

from pitboss.games import GAMES, OURS
from pitboss.money import Cents
from pitboss.play.steps import Option, Seat
from pitboss.table.session import Session
from pitboss.terminal.full.table_app import TableApp
from pitboss.terminal.play.deal_command import DealOptions, take_seats
from pitboss.terminal.play.game_view import Playing, SessionPreferences
from pitboss.terminal.play.shown_layout import ShownLayout
from pitboss.terminal.play.typed_answers import TypedWord, read_answer
from terminal.piloted import text_of

Questions: TypeAlias = dict[tuple[str, ...], tuple[int, list[str]]]
"""Questions by the names of their answers, each with a seed and the answers that lead to it."""
PRINTED = re.compile(r"^ (\d) ")
MOST_SEEDS = 400
QUESTIONS = {
    "flop22": {"none", "match", "double", "both"},
    "flip-it": set[str](),
    "roll-your-own": {"alone-1", "alone-2", "alone-3", "stand", "hit", "double", "split", "no", "insurance"},
    "blackjack": {"stand", "hit", "double", "split", "no", "insurance", "even-money"},
    "free-bet": {"stand", "hit", "double", "free-double", "split", "free-split", "no", "insurance"},
    "beat-the-dealer": {"fold", "flop", "check", "turn", "river"},
}
"""Every answer that the questions of a game can offer."""


def table(name: str, seed: int) -> tuple[Session, Seat]:
    session, you = take_seats(DealOptions(name, seed=seed, bankroll="$100000"), GAMES[name], GAMES[name].rules())
    assert you is not None
    return session, you


def wagers(session: Session, you: Seat) -> dict[str, Cents]:
    """Return wagers of ten times the minimum, so that half of each is whole chips."""
    return {name: Cents(10 * amount) for name, amount in session.least(you).items()}


def first_times(name: str) -> Questions:
    """Return a seed and the answers leading to each set of answers that a game can offer."""
    found: Questions = {}
    for seed in range(MOST_SEEDS):
        session, you = table(name, seed)
        whim, answers = Random(seed), list[str]()
        session.open_round()
        session.place({you: wagers(session, you)})
        while offer := session.round.pending:
            options = offer.options[you]
            found.setdefault(tuple(option.name for option in options), (seed, list(answers)))
            answers.append(whim.choice(options).name)
            session.round.say(you, answers[-1])
        if {name for names in found for name in names} >= QUESTIONS[name]:
            break
    return found


async def go_to(app: TableApp, pilot: Pilot[None], name: str, seed: int, way: list[str]) -> None:
    """Sit down at a new table and answer up to the question under test."""
    app.table = Playing(*table(name, seed), SessionPreferences(), ShownLayout())
    app.offer = app.betting = None
    app.next_round()
    await pilot.pause()
    assert app.betting is not None
    assert app.table.you is not None
    app.betting.placed = wagers(app.table.session, app.table.you)
    await pilot.press("enter")
    await pilot.pause()
    for answer in way:
        app.answer(Option(answer, ""))
        await pilot.pause()


async def press_each(app: TableApp, pilot: Pilot[None], name: str, seed: int, way: list[str]) -> list[str]:
    """Press each key printed at a question and return the recorded answers."""
    await go_to(app, pilot, name, seed, way)
    before, recorded = len(app.table.session.round.answers), list[str]()
    for place, wanted in enumerate([option.name for option in app.table.options]):
        printed = [PRINTED.match(str(button.content)) for button in app.choices]
        assert [found and found[1] for found in printed] == [str(number) for number in range(1, len(printed) + 1)]
        assert app.choices[place].choice == wanted
        assert all(button.size.width >= len(str(button.content)) for button in app.choices)  # no label is truncated
        await pilot.press(str(place + 1))
        await pilot.pause()
        assert app.table.you is not None
        if app.table.is_dealing:
            recorded.append(app.table.session.round.answers[before][app.table.you])
            await pilot.press("u")
            await pilot.pause()
        else:
            recorded.append((app.table.history[-1].record.answers or [])[before][app.table.you])
            await go_to(app, pilot, name, seed, way)
        assert recorded[-1] == wanted
    return recorded


def printed_labels(app: TableApp) -> list[str]:
    """Return the numbered answers as printed on the screen, read from its exported picture."""
    desk = text_of(app)[app.query_one("#choices").region.y :]
    return [label.strip() for line in desk for label in re.findall(r" \d  (.+?)(?=   |  \d  |$)", line)]


def of_each_kind(found: Questions) -> Questions:
    """Return one question for each number of answers."""
    return {names: found[names] for names in {len(names): names for names in found}.values()}


def check_keys(name: str, size: tuple[int, int], found: Questions) -> None:
    """Press each key printed at these questions, in a window of this size, and compare the recorded answers."""

    async def play() -> None:
        app = TableApp(*table(name, 0), SessionPreferences(score=False, pace="instant"))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            for names, (seed, way) in found.items():
                await go_to(app, pilot, name, seed, way)
                wanted = [str(button.content).strip()[1:].strip() for button in app.choices]
                assert printed_labels(app) == wanted
                assert sorted(await press_each(app, pilot, name, seed, way)) == sorted(names)
        assert app.failed is None

    asyncio.run(play())


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
@pytest.mark.parametrize("name", OURS)
def test_printed_key_gives_the_answer_next_to_it(name: str, size: tuple[int, int]) -> None:
    found = first_times(name)
    assert {name for names in found for name in names} == QUESTIONS[name]
    check_keys(name, size, of_each_kind(found) if size == (120, 36) else found)


def test_keys_in_the_order_of_the_script_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The options of Roll Your Own are printed in the order of the cards, not in that of the script."""

    def in_script_order(sign: str, options: Sequence[Option]) -> Option | TypedWord:
        return read_answer(sign, sorted(options, key=lambda option: option.name == "alone-1"))

    monkeypatch.setattr("pitboss.terminal.full.table_app.read_answer", in_script_order)
    with pytest.raises(AssertionError, match="alone-1"):
        check_keys("roll-your-own", (80, 24), {("alone-3", "alone-1", "alone-2"): (0, [])})
