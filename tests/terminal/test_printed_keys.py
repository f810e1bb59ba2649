"""Every key that the full screen prints beside an answer gives that answer, in every question of every game."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest
from textual.pilot import Pilot

from pitboss.games import GAMES, OURS
from pitboss.money import Cents
from pitboss.play.steps import Option, Seat
from pitboss.table.session import Session
from pitboss.terminal.full.app import TableApp
from pitboss.terminal.play.deal_command import DealWishes, take_seats
from pitboss.terminal.play.game_view import Playing, Tastes
from pitboss.terminal.play.picked_up import ShownPlace

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
    session, you = take_seats(DealWishes(name, seed=seed, bankroll="$100000"), GAMES[name], GAMES[name].rules())
    assert you is not None
    return session, you


def wagers(session: Session, you: Seat) -> dict[str, Cents]:
    """Ten times the least, so that half of it is whole chips."""
    return {name: Cents(10 * amount) for name, amount in session.least(you).items()}


def first_times(name: str) -> dict[tuple[str, ...], tuple[int, list[str]]]:
    """For each set of answers that a game can offer, a seed and the answers that lead to such a question."""
    found: dict[tuple[str, ...], tuple[int, list[str]]] = {}
    for seed in range(MOST_SEEDS):
        session, you = table(name, seed)
        whim, said = Random(seed), list[str]()
        session.open_round()
        session.place({you: wagers(session, you)})
        while offer := session.round.pending:
            options = offer.options[you]
            found.setdefault(tuple(option.name for option in options), (seed, list(said)))
            said.append(whim.choice(options).name)
            session.round.say(you, said[-1])
        if {name for names in found for name in names} >= QUESTIONS[name]:
            break
    return found


async def go_to(app: TableApp, pilot: Pilot[None], name: str, seed: int, way: list[str]) -> None:
    """Sit down at a new table and answer up to the question that is looked at."""
    app.table = Playing(*table(name, seed), Tastes(), ShownPlace())
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
    """Press each key that is printed at a question; return the answers that were recorded."""
    await go_to(app, pilot, name, seed, way)
    before, recorded = len(app.table.session.round.answers), list[str]()
    for place, wanted in enumerate([option.name for option in app.table.options]):
        printed = [PRINTED.match(str(button.content)) for button in app.choices]
        assert [found and found[1] for found in printed] == [str(number) for number in range(1, len(printed) + 1)]
        assert app.choices[place].choice == wanted
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


@pytest.mark.parametrize("name", OURS)
def test_a_printed_key_gives_the_answer_printed_beside_it(name: str) -> None:
    found = first_times(name)
    assert {name for names in found for name in names} == QUESTIONS[name]

    async def play() -> None:
        app = TableApp(*table(name, 0), Tastes(score=False, pace="instant"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for names, (seed, way) in found.items():
                assert sorted(await press_each(app, pilot, name, seed, way)) == sorted(names)
        assert app.failed is None

    asyncio.run(play())
