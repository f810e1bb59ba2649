"""The log of the table: casino sentences from the player's view, never a seat number or a slug."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from pitboss.games import GAMES
from pitboss.layout.on_page import page_plan
from pitboss.play.records.record_reader import read_text
from pitboss.play.round import replay_whole
from pitboss.play.steps import Seat
from pitboss.play.view import seen_by
from server.support.board import TRANSCRIPTS
from server.support.pages import NewPage

pytestmark = pytest.mark.browser
TELL = """async ([events, you, plan, titles]) => {
    const { Story } = await import("/static/js/table/story.js");
    const { Log } = await import("/static/js/table/log.js");
    const log = new Log();
    const story = new Story(log, { names: (seat) => (seat === you ? "Me" : `Anna${seat}`),
        titles: (bet) => titles[bet], places: (at) => at.replace(/-.*/, "") });
    for (const event of events) story.tell(event, you);
    return [...log.lines.children].filter((one) => !one.className.includes("other")).map((one) => one.textContent);
}"""


def log_lines(page: Page, path: Path, you: int = 1) -> list[str]:
    """Return the log of a golden transcript for one seat, without other players' lines."""
    record = read_text(path.read_text(encoding="utf-8").split("\n\n", maxsplit=1)[0], GAMES)
    game, seat = record.game, Seat(you)
    words = game.words(record.rules, seat)
    events = [seen_by(event, seat).as_data(words) for event in replay_whole(record).events]
    titles = {bet.name: bet.title for bet in game.bets(record.rules)}
    lines: list[str] = page.evaluate(TELL, [events, you, page_plan(game, record.rules), titles])
    return lines


@pytest.mark.parametrize("game", list(GAMES))
def test_no_line_has_a_seat_number_or_a_slug(new_page: NewPage, game: str) -> None:
    page = new_page()
    paths = sorted((TRANSCRIPTS / game).glob("*.txt"))
    slugs = {option for path in paths for option in re.findall(r"\d=([\w-]+-[\w-]+)", path.read_text(encoding="utf-8"))}
    wrong = [
        line for path in paths for line in log_lines(page, path) if re.search(r"\b[Ss]eat \d|undefined|\?\?", line)
    ]
    wrong += [line for path in paths for line in log_lines(page, path) if any(slug in line for slug in slugs)]
    assert paths
    assert wrong == []


def test_cards_join_the_answer_that_asked_for_them(new_page: NewPage) -> None:
    lines = log_lines(new_page(), TRANSCRIPTS / "roll-your-own" / "dealer-busts.txt")
    assert lines[0] == "You have 10♠ K♦ 4♣"
    assert "You play 4♣ alone" in lines
    assert any(re.fullmatch(r"You hit: \S+, \d+", line) for line in lines)
    assert sum(line.startswith("Dealer ") for line in lines) == 2, "what the dealer shows, and what the dealer draws"
