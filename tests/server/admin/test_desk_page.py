"""The operator's desk in Chromium: it requires the secret, and shows and does what the database says."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from server.conftest import ARTEFACTS, PAGE_TIMEOUT_MS, PROGRAM
from server.support.pages import axe_faults, click_first, open_table_with, play_out, put_chips, sit
from server.support.rooms import room_faults

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]


class DeskServer(NamedTuple):
    """A server started by `pitboss serve`: its address, the link to its desk, and its database."""

    address: str
    link: str
    books: Path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeskServer]:
    books = tmp_path_factory.mktemp("desk") / "house.db"
    command = [sys.executable, "-c", PROGRAM, str(books)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    assert running.stdout
    lines = [running.stdout.readline() for _ in range(3)]
    found = re.search(r"the house's desk is at (\S+)", "".join(lines))
    try:
        assert found, lines
        yield DeskServer(found[1].split("house#")[0], found[1], books)
    finally:
        running.terminate()
        running.wait(300)
        running.stdout.close()


def other_browser(browser: Browser, server: DeskServer, width: int = 1280, theme: str = "dark") -> Page:
    """Open another person's browser."""
    context = browser.new_context(
        base_url=server.address, viewport={"width": width, "height": 860}, reduced_motion="reduce",
        color_scheme="light" if theme == "light" else "dark",
    )  # fmt: skip
    context.set_default_timeout(PAGE_TIMEOUT_MS)
    context.add_init_script("localStorage.setItem('walked', 'all')")
    return context.new_page()


def at_desk(browser: Browser, server: DeskServer, width: int = 1280, theme: str = "dark") -> Page:
    """Open the desk through the operator's link."""
    page = other_browser(browser, server, width, theme)
    page.goto(server.link)
    expect(page.get_by_role("tab", name="Tables")).to_be_visible()
    return page


def test_desk_requires_the_secret(browser: Browser, server: DeskServer) -> None:
    page = other_browser(browser, server)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.url} {request.headers}"))
    page.goto(f"{server.address}house")
    expect(page.get_by_role("status").filter(has_text="This is the desk of the house")).to_be_visible()
    expect(page.get_by_role("tab", name="Tables")).to_have_count(0)
    page.get_by_label("Operator secret").fill("not the secret of this house")
    page.get_by_role("button", name="Open the desk").press("Enter")
    expect(page.get_by_role("status").filter(has_text="Wrong secret")).to_be_visible()
    paths = ["", "/rounds", "/rounds/abc/1", "/books/entries.csv", "/books/rounds.parquet", "/books/days.csv"]
    with httpx.Client(base_url=server.address, timeout=60) as stranger:
        origin = {"Origin": server.address.rstrip("/")}
        answers = [stranger.get(f"/api/house{path}") for path in paths]
        for path, sent in (("/tables/abc/close", None), ("/tables/abc/stand", {"seat": 1}), ("/leave", None)):
            answers.append(stranger.post(f"/api/house{path}", json=sent, headers=origin))
        forged = {"Cookie": "pitboss-desk=99999999999." + "0" * 64, "X-Auth-Request-Email": "ada@example.com"}
        answers.append(stranger.get("/api/house", headers=forged))
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(403, "no-entry")}
    secret = server.link.split("#")[1]
    page.goto(server.link)
    expect(page.get_by_role("tab", name="Tables")).to_be_visible()
    assert page.url == f"{server.address}house"  # the secret is removed from the address and its history
    assert not [line for line in asked if secret in line]  # it is in no address or header: only in one body
    cookie = next(each for each in page.context.cookies() if each["name"] == "pitboss-desk")
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/api/house")
    assert secret not in cookie["value"]
    page.get_by_role("button", name="Leave the desk").click()
    expect(page.get_by_label("Operator secret")).to_be_visible()
    assert page.request.get(f"{server.address}api/house").status == 403
    page.context.close()


def test_operator_unseats_a_player_and_closes_a_table_after_its_round(browser: Browser, server: DeskServer) -> None:
    player, desk = other_browser(browser, server), at_desk(browser, server)
    player.goto(server.address)
    table = open_table_with(player, "flop22", bots=1)
    sit(player, 3)
    opened = desk.locator(f"[data-open='{table}']")
    expect(opened.get_by_role("cell").nth(1)).to_have_text(re.compile(r"^Guest \d+, 1 bot$"))
    opened.get_by_role("button", name=re.compile("^Actions for Flop 22")).press("Enter")
    desk.get_by_role("menuitem", name=re.compile("^Remove Guest")).press("Enter")
    desk.get_by_role("dialog").get_by_role("button", name="Remove player").press("Enter")
    expect(player.locator("[data-key='sit-3']")).to_be_visible()
    sit(player, 3)
    put_chips(player)
    player.locator("[data-key=deal]").click()
    expect(player.locator(".option").first).to_be_visible()
    opened.get_by_role("button", name=re.compile("^Actions for Flop 22")).click()
    desk.get_by_role("menuitem", name="Close after the round").click()
    desk.get_by_role("dialog").get_by_role("button", name="Close table").click()
    expect(opened).to_contain_text("closing after the round")
    expect(player.locator(".option").first).to_be_enabled()  # the round continues
    play_out(player, click_first, until=player.get_by_text("This table is closed."))
    expect(opened).to_have_count(0)
    line = desk.locator(f"[data-table='{table}']")
    expect(line.get_by_role("cell").nth(7)).to_have_text(re.compile("^(below|within|above)$"))
    for page in (player, desk):
        page.context.close()


def two_flips(player: Page, server: DeskServer) -> str:
    """Play two rounds of flip~it at a new table."""
    player.goto(server.address)
    table = open_table_with(player, "flip-it", bots=0)
    sit(player, 3)
    for _ in range(2):
        put_chips(player)
        player.locator("[data-key=deal]").click()
        play_out(player, click_first)
    return table


@pytest.mark.parametrize(("width", "theme"), [(1280, "dark"), (390, "light")])
def test_desk_shows_database_figures_on_any_screen(
    browser: Browser, server: DeskServer, width: int, theme: str
) -> None:
    player = other_browser(browser, server)
    table = two_flips(player, server)
    desk = at_desk(browser, server, width, theme)
    with sqlite3.connect(server.books) as books:
        held = books.execute("SELECT balance FROM accounts WHERE name = ?", (f"house/{table}",)).fetchone()
    won = held[0] if held else 0
    line = desk.locator(f"[data-table='{table}']")
    cell = line.get_by_role("cell")
    expect(cell.nth(2)).to_have_text("2")
    expect(cell.nth(3)).to_have_text("$10")
    expect(cell.nth(4)).to_have_text(f"{'+' * (won > 0)}{'−' * (won < 0)}${abs(won) // 100}")
    expect(cell.nth(5)).to_have_text(f"{won / 10:.2f}%".replace("-", "−"))
    expect(cell.nth(6)).to_have_text("−100.00% · 0.00% · 100.00%")  # two flips of $5 on red: even, both lost, both won
    won_words = cell.nth(4).inner_text()
    desk.get_by_label("Search tables and players").fill("no such table")
    expect(line).to_have_count(0)
    desk.get_by_label("Search tables and players").fill(table)
    expect(desk.locator("[data-table]")).to_have_count(1)
    faults = axe_faults(desk, "the desk")
    faults += room_faults(desk, "desk")
    desk.set_viewport_size({"width": width, "height": 860})
    line.get_by_role("button").press("Enter")
    desk.get_by_role("menuitem", name="Show its days").press("Enter")
    expect(desk.get_by_role("heading", name=re.compile(f"By day.*{table}"))).to_be_visible()
    days = desk.locator("[data-day]")
    rounds = [int(day.get_by_role("cell").first.inner_text()) for day in days.all()]
    assert sum(rounds) == 2  # one day, or two if midnight passed during the test
    if len(rounds) == 1:
        expect(days.get_by_role("cell").nth(3)).to_have_text(won_words)
    faults += axe_faults(desk, "days")
    desk.get_by_role("tab", name="Rounds").click()
    assert desk.url.endswith("/house?view=rounds")
    desk.get_by_role("group", name="Rounds", exact=True).get_by_role("button").first.press("Enter")
    expect(desk.get_by_role("dialog")).to_contain_text("The 1 cards dealt are the first of them")
    faults += axe_faults(desk, "a round")
    desk.get_by_role("button", name="Close").click()
    desk.get_by_role("tab", name="Rules in force").click()
    faults += axe_faults(desk, "rules in force")
    desk.reload()
    expect(desk.get_by_role("tab", name="Rules in force", selected=True)).to_be_visible()
    desk.get_by_role("tab", name="Export").click()
    assert faults == []
    assert desk.evaluate("document.documentElement.scrollWidth") <= width
    with desk.expect_download() as taken:
        desk.get_by_role("link", name="Every table and day as csv").click()
    assert f",{table},2," in Path(taken.value.path()).read_text()
    ARTEFACTS.mkdir(exist_ok=True)
    desk.screenshot(path=ARTEFACTS / f"desk-{width}-{theme}.png", full_page=True)
    for page in (player, desk):
        page.context.close()
