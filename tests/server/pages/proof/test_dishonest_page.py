"""A dishonest server: a real page detects by itself everything that docs/honest-deal.md promises."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import connect

from server.support.dishonest import EVIL
from server.support.pages import choose_in_menu, click_first, open_table, play_out, sit
from server.support.visiting import CHECK_LOG, checked, deal, play, port_of, run_server, visit, warned

pytestmark = pytest.mark.browser
OPEN_TABLE = """(wanted) => fetch("/api/tables", {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted),
}).then((said) => said.json()).then(({ id }) => id)"""
NOTICED = {
    "stacked shoe": "bad-proof",
    "stacked shoe never opened": "never-opened",
    "ground seed": "seed-replaced",
    "dropped player's seed": "seed-left-out",
    "reused player's seed": "seed-left-out",
    "ignored new seed": "seed-left-out",
    "swapped next seal": "next-changed",
    "unreadable seal": "unreadable",
    "late seal": "not-sealed",
    "other cards shown": "other-cards",
    "withheld proof": "withheld",
    "another round's proof": "withheld",
    "skipped round": "skipped-round",
    "round left out of the log": "not-in-log",
    "withheld log": "log-withheld",
}
"""The first fault that the page shows, by kind of cheating."""
NEEDS_A_ROUND = {"late seal", "other cards shown", "withheld proof", "skipped round"}
NEEDS_TWO_ROUNDS = {"another round's proof", "round left out of the log"}
NEEDS_VISITS = {"round left out of the log", "withheld log"}
"""Kinds that show only after a round or two, or after some visits."""
ONE_SHOE = "decks = 1\njokers = 0\ncut_card = 12"
"""Rules of flip~it whose cut card comes out after about thirty rounds."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with visit(browser) as page:
        yield page


def leave_until_closed(page: Page, address: str, folder: Path) -> str:
    """Leave the table, wait until the server closes it, and return to the lobby."""
    table = page.url.rpartition("/")[2]
    page.goto(address)
    (folder / "house.db.close").touch()
    page.wait_for_function("(table) => fetch(`/api/tables/${table}`).then((said) => !said.ok)", arg=table)
    page.goto(address)
    return table


def keep_playing(page: Page) -> None:
    """Close the warning's dialog. Its banner stays."""
    page.get_by_role("button", name="Keep the warning").click()
    expect(page.locator("dialog.alarm")).to_have_count(0)
    expect(page.locator("#alarm")).to_be_visible()


def test_every_kind_of_cheating_is_listed() -> None:
    assert set(NOTICED) == set(EVIL)


@pytest.mark.parametrize("evil", list(EVIL))
def test_page_warns_of_a_dishonest_server(page: Page, evil: str, tmp_path: Path) -> None:
    with run_server(tmp_path / "house.db", evil) as address:
        page.goto(address)
        is_of_own_seed = evil in ("reused player's seed", "ignored new seed")
        title = "Flop 22" if is_of_own_seed else "flip~it"
        page.get_by_role("button", name=f"Play {title}", exact=True).click()
        expect(page.locator("[data-key=deal]").first).to_be_visible()
        if is_of_own_seed or evil in NEEDS_A_ROUND:
            deal(page)
            play_out(page, click_first, page.locator("dialog.alarm"))
        if evil in NEEDS_TWO_ROUNDS:
            play(page)
            deal(page)
        if evil in NEEDS_VISITS:
            for visit in range(6):
                page.reload()
                refused_or_warned = "(visit) => localStorage['log-refused'] > visit || document.querySelector('#alarm')"
                page.wait_for_function(refused_or_warned, arg=visit)
                if page.locator("#alarm").count():
                    break
        if evil.startswith("stacked"):
            play(page, 2)
            checked(page, 2)
            assert page.locator("#alarm").count() == 0  # nothing is visible before the shoe is opened
            choose_in_menu(page, "stand")
        if evil == "stacked shoe never opened":
            leave_until_closed(page, address, tmp_path)
        warned(page, NOTICED[evil])
        keep_playing(page)
        page.goto(address)  # away from the table, where the server may go on cheating
        expect(page.locator("#alarm")).to_be_visible()  # until it is dismissed
        page.locator("#alarm").get_by_role("button", name="Details").click()
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save the evidence").click()
        assert NOTICED[evil] in saved.value.path().read_text()
        page.locator("[data-key=dismiss]").click()
        expect(page.locator("#alarm")).to_have_count(0)


@pytest.mark.parametrize("game", ["flop22", "flip-it"])
def test_honest_server_raises_no_warning(page: Page, game: str, tmp_path: Path) -> None:
    with run_server(tmp_path / "house.db") as address:
        page.goto(address)
        open_table(page, game)
        play(page, 2)
        page.reload()
        play(page, 2)
        checked(page, 4)
        if game == "flip-it":
            choose_in_menu(page, "new-shoe")
            page.wait_for_function(
                "() => Object.keys(localStorage).some((name) => name.startsWith('deal:')"
                " && JSON.parse(localStorage[name]).shoes.length > 1)"
            )
            play(page)
            checked(page, 6)
        page.evaluate("import('/static/js/proof/heads.js').then((its) => its.checkLog())")
        choose_in_menu(page, "verify")
        expect(page.locator("dialog .checks li.no")).to_have_count(0)
        expect(page.locator("dialog .checks")).to_contain_text("contains every head")
        page.keyboard.press("Escape")
        choose_in_menu(page, "stand")
        expect(page.locator("[data-key^=sit-]").first).to_be_visible()
        table = leave_until_closed(page, address, tmp_path)
        page.wait_for_function("(name) => !(name in localStorage)", arg=f"deal:{table}")  # opened and finished
        assert page.locator("#alarm").count() == 0


def own_seeds(page: Page, table: str, rounds: int) -> list[str]:
    """Return the player's seed in the shuffle of each round, as published by the server."""
    fetch = "(path) => fetch(path).then((said) => said.json())"
    bodies = [page.evaluate(fetch, f"/api/tables/{table}/rounds/{number}") for number in range(1, rounds + 1)]
    return [seed for body in bodies for seed in body["proof"]["seeds"].values()]


def test_every_shuffle_uses_a_new_player_seed_unknown_at_sealing(page: Page, tmp_path: Path) -> None:
    with run_server(tmp_path / "house.db") as address:
        page.goto(address)
        open_table(page, "flop22")
        table = page.url.rpartition("/")[2]
        play(page, 2)
        page.reload()
        play(page)
        choose_in_menu(page, "verify")
        page.locator(".seed input").fill("a text of my own")
        page.locator("[data-key=seed]").click()
        page.wait_for_function(
            "(name) => JSON.parse(localStorage[name]).mine.join() === 'a text of my own'", arg=f"deal:{table}"
        )
        page.keyboard.press("Escape")
        play(page, 2)
        checked(page, 5)
        assert page.locator("#alarm").count() == 0
        seeds = own_seeds(page, table, 5)
        assert len(set(seeds)) == len(seeds) == 5
        assert seeds[4] == "a text of my own"  # set while betting on round 4 was open


@contextmanager
def seat_other_player(address: str, table: str) -> Iterator[Callable[[int], None]]:
    """Seat another player in seat 1, who can play rounds of flip~it."""
    with httpx.Client(base_url=address) as client:
        client.get("/api/me")
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    where = f"{address.replace('http', 'ws')}ws/{table}"
    with connect(where, additional_headers={"Cookie": cookie}) as line:

        def say(**message: object) -> None:
            line.send(json.dumps({**message, "id": 1}))
            while (answer := json.loads(line.recv())).get("id") != 1:
                pass
            assert answer["type"] == "update", answer

        def play(rounds: int) -> None:
            for _ in range(rounds):
                say(type="bet", bets={"red": 500})
                say(type="ready")

        say(type="sit", seat=1)
        yield play
        say(type="stand")


@pytest.mark.parametrize(("rounds", "is_closed"), [(40, True), (80, False), (80, True)])
def test_shoe_used_up_by_others_is_opened_without_fault(
    page: Page, rounds: int, is_closed: bool, tmp_path: Path
) -> None:
    with run_server(tmp_path / "house.db") as address:
        page.goto(address)
        wanted = {"game": "flip-it", "rules": ONE_SHOE, "bets_clock": 3600, "offers_clock": 3600}
        table = page.evaluate(OPEN_TABLE, wanted)
        page.goto(f"{address}table/{table}")
        sit(page, 3)
        play(page)
        checked(page, 1)
        with seat_other_player(address, table) as play_on:
            choose_in_menu(page, "stand")
            expect(page.locator("[data-key^=sit-]").first).to_be_visible()
            page.goto(address)
            play_on(rounds)
        if is_closed:
            (tmp_path / "house.db.close").touch()
            page.wait_for_function("(table) => fetch(`/api/tables/${table}`).then((said) => !said.ok)", arg=table)
            page.goto(address)
            page.wait_for_function("(name) => !(name in localStorage)", arg=f"deal:{table}")
        else:
            page.goto(f"{address}table/{table}")
            sit(page, 3)
            play(page)
            checked(page, rounds)
        assert page.locator("#alarm").count() == 0


@pytest.mark.parametrize("evil", ["ground seed", "dropped player's seed"])
def test_seals_announced_before_a_reload_are_checked_after_it(page: Page, evil: str, tmp_path: Path) -> None:
    with run_server(tmp_path / "house.db") as address:
        page.goto(address)
        open_table(page, "flop22")
        play(page)
        checked(page, 1)
    with run_server(tmp_path / "house.db", evil, port_of(address)):
        page.reload()
        expect(page.locator("[data-key=deal]")).to_be_visible()
        assert page.locator("#alarm").count() == 0
        deal(page)
        play_out(page, click_first, page.locator("dialog.alarm"))
        warned(page, NOTICED[evil])


def test_rolled_back_database_is_detected_by_a_returning_browser(page: Page, tmp_path: Path) -> None:
    books, earlier = tmp_path / "books", tmp_path / "earlier"
    books.mkdir(0o700)
    with run_server(books / "house.db") as address:
        page.goto(address)
        open_table(page, "flop22")
        play(page)
    shutil.copytree(books, earlier)
    with run_server(books / "house.db", port=port_of(address)):
        page.reload()
        play(page)
        checked(page, 2)
    shutil.rmtree(books)
    shutil.copytree(earlier, books)
    with run_server(books / "house.db", port=port_of(address)):
        page.goto(address)
        warned(page, "books-rolled-back")


JUMP = """async ([table, seal]) => {
  const { Watch } = await import("/static/js/proof/watch.js");
  const name = `deal:${table}`;
  const seated = { number: 7, commitment: seal, house: seal, next: seal, seeds: {} };
  const hello = (number, seat) => ({
    type: "hello", events: [{ ...seated, event: "bets-opened", number }], table: { number }, you: { seat },
  });
  const watch = new Watch(table, async () => ({}));
  watch.hear(hello(7, 1));
  await watch.work;
  watch.hear(hello(7 + 60, 1));
  await watch.work;
}"""
"""Simulates a server that drops the connection and continues sixty rounds later, with the player in the same seat."""


def test_chain_does_not_restart_while_the_player_is_seated(page: Page, tmp_path: Path) -> None:
    with run_server(tmp_path / "house.db") as address:
        page.goto(address)
        page.evaluate(JUMP, ["nosuchtable", "ab" * 32])
        warned(page, "skipped-round")


def test_players_compare_the_books_they_are_shown(page: Page, tmp_path: Path) -> None:
    with run_server(tmp_path / "house.db") as address:
        page.goto(address)
        open_table(page, "flop22")
        play(page)
        checked(page, 1)
        head = httpx.get(f"{address}api/log/head").json()
        page.evaluate(CHECK_LOG)
        choose_in_menu(page, "verify")
        page.get_by_text("Details", exact=True).first.click()
        page.get_by_text("Technical details").click()
        other = page.get_by_label("Another player's copy of the log's head")
        for root, words in ((head["root"], "the same books"), ("ab" * 32, "does not prove that head")):
            other.fill(f"log:{head['size']}:{root}")
            page.get_by_role("button", name="Compare").click()
            expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()


def test_every_seen_head_is_compared_not_only_the_last(page: Page, tmp_path: Path) -> None:
    """A server may show a database for a moment and take it back before the next check."""
    with run_server(tmp_path / "house.db") as address:
        page.goto(address)
        open_table(page, "flop22")
        play(page)
        assert page.evaluate(CHECK_LOG)
        shown = "5:" + "ab" * 32
        page.evaluate("(shown) => import('/static/js/proof/heads.js').then((its) => its.keepHead(shown))", shown)
        play(page)
        checked(page, 2)
        assert page.locator("#alarm").count() == 0
        assert not page.evaluate(CHECK_LOG)
        warned(page, "books-rolled-back")


def test_head_with_a_wrong_signature_is_detected(page: Page, tmp_path: Path) -> None:
    with run_server(tmp_path / "house.db", "wrong signature") as address:
        page.goto(address)
        warned(page, "bad-signature")


def test_new_database_at_the_same_address_is_not_an_accusation(page: Page, tmp_path: Path) -> None:
    with run_server(tmp_path / "house.db") as address:
        page.goto(address)
        open_table(page, "flop22")
        play(page)
        checked(page, 1)
    with run_server(tmp_path / "other.db", port=port_of(address)):
        page.goto(address)
        warned(page, "another-house")
        page.locator("[data-key=dismiss]").click()
        page.reload()
        expect(page.get_by_role("button", name="Play Flop 22", exact=True)).to_be_visible()
        page.wait_for_function("() => JSON.parse(localStorage['log-head'])")
        assert page.locator("#alarm").count() == 0


def test_two_tabs_at_one_table_raise_no_warning(page: Page, tmp_path: Path) -> None:
    """The tab in use follows the deals. The other one takes over, with a new connection, when it is used."""
    with run_server(tmp_path / "house.db") as address:
        page.goto(address)
        open_table(page, "flop22")
        play(page)
        other = page.context.new_page()
        other.goto(page.url)
        expect(other.locator("[data-key=deal], [data-key=rebet-deal]").first).to_be_visible()
        play(other, 2)
        checked(other, 3)
        for number, tab in enumerate((page, other, page), start=4):
            with tab.expect_websocket():
                tab.evaluate("dispatchEvent(new Event('focus'))")
            tab.wait_for_function(FOLLOWS, arg=number)
            play(tab)
            checked(tab, number)
        for tab in (page, other):
            tab.reload()
            checked(tab, 6)
            assert tab.locator("#alarm").count() == 0


FOLLOWS = """(number) => Object.keys(localStorage).some((name) => name.startsWith("deal:")
  && JSON.parse(localStorage[name]).shown?.number === number)"""
