"""A server that shows two players different books, each consistent by itself: how they find out, and when not."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.cli import run
from pitboss.server.store.house_log import signed_head
from pitboss.table.audit.merkle import LogTree
from server.support.forked import led_apart
from server.support.pages import choose_in_menu, open_table, sit
from server.support.visiting import CHECK_LOG, checked, play, port_of, run_server, visit, warned

pytestmark = pytest.mark.browser
GET = "(path) => fetch(path).then((said) => said.json())"
PROVEN = "() => JSON.parse(localStorage['log-head'] ?? 'null')"
NAMES = ("Alice", "Bob")


@pytest.fixture
def ports() -> dict[str, int]:
    """Return an empty dict, to be filled with the port of the server that each player is sent to."""
    return {}


@pytest.fixture
def address(ports: dict[str, int]) -> Iterator[str]:
    with led_apart(ports) as shown:
        yield shown


@pytest.fixture
def alice(browser: Browser) -> Iterator[Page]:
    with visit(browser, "Alice") as page:
        yield page


@pytest.fixture
def bob(browser: Browser) -> Iterator[Page]:
    with visit(browser, "Bob") as page:
        yield page


def first_round(alice: Page, address: str) -> None:
    """Let Alice play a round and leave her seat."""
    alice.goto(address)
    open_table(alice, "flop22")
    play(alice)
    checked(alice, 1)
    choose_in_menu(alice, "stand")
    expect(alice.locator("[data-key^=sit-]").first).to_be_visible()


class Forked:
    """A copy of the books for each player, where each has played a different round 3 at the same table."""

    def __init__(self, alice: Page, bob: Page, ports: dict[str, int], folder: Path) -> None:
        self.pages, self.ports, self.folder = {"Alice": alice, "Bob": bob}, ports, folder
        self.servers: dict[str, ExitStack] = {}
        self.address = alice.url
        for name, page in self.pages.items():
            copied = shutil.copytree(folder / "books", folder / name)
            self.servers[name] = ExitStack()
            ports[name] = port_of(self.servers[name].enter_context(run_server(copied / "house.db")))
            page.goto(self.address)
            sit(page, 2)
            play(page)
            checked(page, 3)  # Alice has left before round 2
            assert page.evaluate(CHECK_LOG)

    def close(self) -> None:
        """Stop both servers."""
        for server in self.servers.values():
            server.close()

    def save_round(self, name: str, number: int) -> str:
        """Save the file of a round as this player sees it."""
        path = f"/api/tables/{self.address.rpartition('/')[2]}/rounds/{number}"
        saved = self.folder / f"{name}-{number}.json"
        saved.write_text(json.dumps(self.pages[name].evaluate(GET, path)))
        return str(saved)

    def head_of(self, name: str) -> str:
        head = self.pages[name].evaluate(PROVEN)
        return f"log:{head['size']}:{head['root']}"


@pytest.fixture
def forked(alice: Page, bob: Page, address: str, ports: dict[str, int], tmp_path: Path) -> Iterator[Forked]:
    with one_server(tmp_path / "books", ports):
        first_round(alice, address)
    found = Forked(alice, bob, ports, tmp_path)
    try:
        yield found
    finally:
        found.close()


@contextmanager
def one_server(books: Path, ports: dict[str, int]) -> Iterator[None]:
    """Send both players to one honest server."""
    books.mkdir(0o700)
    with run_server(books / "house.db") as server:
        ports.update(dict.fromkeys(NAMES, port_of(server)))
        yield


def invitation(page: Page) -> str:
    """Return the link with which a player invites others."""
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("heading", name="Play with friends").hover()
    shown = page.get_by_label("Link to this table")
    expect(shown).to_have_value(re.compile(r"#head=[1-9]"))  # a head that includes the rounds just played
    page.locator("[data-key=copy-link]").click()
    return shown.input_value()


def follow(page: Page, link: str) -> None:
    """Open a link as if it came from outside."""
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_function("() => location.hash === '' && JSON.parse(localStorage['log-head'] ?? 'null')")
    page.wait_for_function("() => JSON.parse(localStorage['log-invited'] ?? 'null') === null")


def forged(link: str, head: dict[str, Any]) -> str:
    """Return an invitation with a made-up head."""
    fields = ".".join(str(head[name]) for name in ("size", "at", "root", "key", "signature"))
    return f"{link.partition('#')[0]}#head={fields}"


def test_two_books_are_noticed_by_players_who_compare(forked: Forked, capsys: pytest.CaptureFixture[str]) -> None:
    for name, other in (NAMES, NAMES[::-1]):
        compare_heads(forked.pages[name], forked.head_of(other))
        audit = ["audit", "--database", str(forked.folder / name / "house.db")]
        assert run(audit) == 0
        assert run([*audit, "--against", forked.head_of(name)]) == 0
        assert run([*audit, "--against", forked.head_of(other)]) == 2
    files = {name: [forked.save_round(name, number) for number in (1, 3)] for name in NAMES}
    assert [run(["verify", *files[name]]) for name in NAMES] == [0, 0]
    capsys.readouterr()
    assert run(["verify", *files["Alice"], files["Bob"][1]]) == 2
    assert "published it in two different ways" in capsys.readouterr().err
    for page in forked.pages.values():  # a page notices nothing by itself
        page.reload()
        assert page.evaluate(CHECK_LOG)
        assert page.locator("#alarm").count() == 0


def compare_heads(page: Page, head: str) -> None:
    """Compare another player's head by hand, and check that the server cannot prove it."""
    choose_in_menu(page, "verify")
    page.get_by_text("Details", exact=True).first.click()
    page.get_by_text("Technical details").click()
    page.get_by_label("Another player's copy of the log's head").fill(head)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("status").filter(has_text="does not prove that head")).to_be_visible()
    page.keyboard.press("Escape")


def test_two_books_are_noticed_by_an_invited_player_and_by_one_led_astray(forked: Forked) -> None:
    alice, bob = forked.pages.values()
    bob.goto("about:blank")
    bob.goto(invitation(alice))
    warned(bob, "split-view")
    (fault,) = json.loads(bob.evaluate("localStorage.alarms"))
    assert fault["evidence"]["seen"]["root"] == alice.evaluate(PROVEN)["root"]
    assert fault["evidence"]["shown"]["key"] == fault["evidence"]["seen"]["key"]
    bob.locator("[data-key=dismiss]").click()
    forked.ports["Bob"] = forked.ports["Alice"]
    forked.servers.pop("Bob").close()  # which also closes his open connections
    bob.goto(forked.address)
    warned(bob, "books-rolled-back")


def test_honest_invitation_raises_no_warning(
    alice: Page, bob: Page, address: str, ports: dict[str, int], tmp_path: Path
) -> None:
    with one_server(tmp_path / "books", ports):
        first_round(alice, address)
        link = invitation(alice)
        follow(bob, link)
        assert bob.url == alice.url
        assert bob.locator("#alarm").count() == 0
        assert bob.evaluate(CHECK_LOG)


def test_forged_invitation_does_not_accuse_the_house(
    alice: Page, bob: Page, address: str, ports: dict[str, int], tmp_path: Path
) -> None:
    with one_server(tmp_path / "books", ports):
        first_round(alice, address)
        assert alice.evaluate(CHECK_LOG)
        head = alice.evaluate(PROVEN)
        other = LogTree(head["size"], (bytes(32),))
        stranger = signed_head(other, b"x" * 32)
        for link in (forged(alice.url, {**head, "root": "ab" * 32}), f"{alice.url}#head=7.7.short", f"{alice.url}#x"):
            bob.goto("about:blank")
            bob.goto(link)
            bob.wait_for_function("() => JSON.parse(localStorage['log-head'] ?? 'null')")
            assert bob.evaluate(CHECK_LOG)
            assert bob.locator("#alarm").count() == 0
        bob.goto("about:blank")
        bob.goto(forged(alice.url, stranger))
        warned(bob, "other-view")
        expect(bob.locator("#alarm")).to_contain_text("may be seeing different books")
        bob.locator("[data-key=dismiss]").click()
        assert bob.evaluate(CHECK_LOG)
        assert bob.locator("#alarm").count() == 0
