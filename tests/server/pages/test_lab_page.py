"""The lab page: figures match the library, edits are applied in order, and a link holds the whole question."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import pitboss as pb
from pitboss.lab.api import resolve_game
from server.support.pages import NewPage, axe_faults, put_chips, sit

pytestmark = pytest.mark.browser
SOLVE_TIMEOUT_MS = 600_000
"""Timeout in milliseconds for compiling the kernels and solving the game on a fresh, busy machine."""
LINES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "flop22": ("Bonus table, Card Total 22, Hand 1", "5:1", {"bonus_table": {"Card Total 22": ["5:1", "8:1", "10:1"]}}),
    "flip-it": ("Call it pays", "11:1", {"call_it_pays": "11:1"}),
    "beat-the-dealer": ("2 Card Bonus table, AA, Pays", "25:1", {"two_card_table": {"AA": "25:1"}}),
    "roll-your-own": ("Bonus table, Flush, Pays", "4:1", {"bonus_table": {"Flush": "4:1"}}),
    "free-bet": ("Push 22 pays", "12:1", {"push_22_pays": "12:1"}),
}


def open_lab(page: Page, game: str, query: str = "") -> None:
    page.context.set_default_timeout(SOLVE_TIMEOUT_MS)
    page.goto(re.sub(r"^(https?://[^/]+).*", rf"\1/lab/{game}{query}", page.url))


def edges(page: Page) -> dict[str, str]:
    """Return the bet overview as the page shows it."""
    glance = page.locator(".answer table").first
    expect(page.locator(".old")).to_have_count(0, timeout=SOLVE_TIMEOUT_MS)
    expect(glance).to_be_visible(timeout=SOLVE_TIMEOUT_MS)
    rows = glance.locator("tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").first.inner_text() for row in rows}


def library_edges(rules: Any) -> dict[str, str]:
    """Return the same from the library: the game's titles, two decimals."""
    game, read = resolve_game(rules)
    titles = {bet.name: bet.title for bet in game.bets(read)}
    return {titles.get(bet.name, bet.title): shown(float(bet.house_edge)) for bet in pb.odds(rules).bets}


def shown(edge: float) -> str:
    return f"{'−' if edge < 0 else ''}{abs(edge) * 100:.2f}%"


@pytest.mark.parametrize("game", LINES)
def test_edited_pay_line_gives_the_library_figures(new_page: NewPage, game: str) -> None:
    label, pays, changed = LINES[game]
    page = new_page()
    open_lab(page, game)
    assert edges(page) == library_edges(game)
    field = page.get_by_label(label, exact=True)
    field.fill(pays)
    field.press("Tab")
    wanted = library_edges(pb.rules(game, **changed))
    expect(page.locator(".answer table").first).to_contain_text(
        next(iter(set(wanted.values()) - set(library_edges(game).values()))), timeout=SOLVE_TIMEOUT_MS
    )
    assert edges(page) == wanted
    assert "rules=" in page.url


def test_answer_to_an_outdated_edit_is_never_shown_last(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flip-it")
    edges(page)
    field = page.get_by_label("Call it pays", exact=True)
    for pays in ("9:1", "10:1", "11:1", "12:1", "9:1", "11:1"):
        field.fill(pays)
        field.dispatch_event("change")
    wanted = library_edges(pb.rules("flip-it", call_it_pays="11:1"))
    expect(page.locator(".answer table").first).to_contain_text(
        wanted["Call It, on any rank"], timeout=SOLVE_TIMEOUT_MS
    )
    assert edges(page) == wanted
    page.wait_for_timeout(1500)  # a late answer would show by now
    assert edges(page) == wanted


def test_link_holds_the_whole_question(new_page: NewPage) -> None:
    page, other = new_page(), new_page()
    open_lab(page, "flip-it")
    field = page.get_by_label("Call it pays", exact=True)
    field.fill("10:1")
    field.press("Tab")
    page.get_by_role("tab", name="Bankroll").click()
    page.get_by_label("Rounds", exact=True).fill("500")
    page.get_by_role("button", name="Calculate").click()
    expect(page.locator(".answer")).to_contain_text("after 500 rounds", timeout=SOLVE_TIMEOUT_MS)
    open_lab(other, "flip-it", "?" + page.url.partition("?")[2])
    expect(other.locator(".answer")).to_contain_text("after 500 rounds", timeout=SOLVE_TIMEOUT_MS)
    expect(other.get_by_label("Call it pays", exact=True)).to_have_value("10:1")
    assert other.locator(".figures").inner_text() == page.locator(".figures").inner_text()


def test_two_rule_sets_are_compared_side_by_side(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flip-it")
    edges(page)
    page.get_by_role("button", name="Compare two rule sets").click()
    field = page.get_by_label("Call it pays", exact=True)
    field.fill("11:1")
    field.press("Tab")
    sides = page.locator(".answer .side")
    expect(sides).to_have_count(2)
    expect(sides.nth(1).get_by_role("heading", level=2)).to_have_text("B: 1 change")
    wanted = library_edges(pb.rules("flip-it", call_it_pays="11:1"))["Call It, on any rank"]
    row = sides.nth(1).locator("[data-bet=call]")
    expect(row.locator("td").first).to_have_text(wanted, timeout=SOLVE_TIMEOUT_MS)
    expect(row.locator(".changed")).to_have_text(re.compile(r"^\+7\.27$"), timeout=SOLVE_TIMEOUT_MS)
    expect(sides.nth(0).locator("[data-bet=call] td").first).to_have_text(
        library_edges("flip-it")["Call It, on any rank"]
    )
    page.locator("[data-key=set-0]").click()
    expect(field).to_have_value("12:1")
    page.reload()
    expect(sides.nth(1).locator("[data-bet=call] td").first).to_have_text(wanted, timeout=SOLVE_TIMEOUT_MS)
    page.get_by_role("button", name="Stop comparing").click()
    expect(sides).to_have_count(0)
    assert edges(page)["Call It, on any rank"] == wanted


def test_target_edge_gives_a_proposal_that_can_be_tried(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "free-bet")
    page.get_by_role("button", name="Aim for another edge").click()
    page.get_by_label("House edge to aim for").fill("1.5")
    page.get_by_role("button", name="Find changes").click()
    page.get_by_role("button", name="Try Blackjack pays: 3:2 → 7:5", exact=True).click()
    exact = pb.odds(pb.rules("free-bet", blackjack_pays="7:5")).played
    assert exact is not None
    expect(page.locator(".readout strong")).to_contain_text(
        f"→ {float(exact.house_edge):.2%}", timeout=SOLVE_TIMEOUT_MS
    )
    assert "aim=1.5" in page.url
    page.get_by_label("House edge to aim for").fill("much")
    page.get_by_role("button", name="Find changes").click()
    expect(page.get_by_text("Enter a percentage, such as 1.5.")).to_be_visible()


def test_empty_result_names_the_nearest_edge_and_only_tunable_bets_are_offered(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "free-bet", "?tab=tune&edge=4.5001%25..4.5002%25")
    expect(page.locator(".answer")).to_contain_text("The nearest edge is 4.50%", timeout=SOLVE_TIMEOUT_MS)
    offered = page.get_by_label("Bet", exact=True).locator("option").all_inner_texts()
    assert "Insurance" not in offered
    assert "Pot of Gold" in offered


def test_invalid_entries_show_the_rules_error_next_to_the_field(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flip-it")
    edges(page)
    field = page.get_by_label("Call it pays", exact=True)
    field.fill("eleven")
    field.press("Tab")
    expect(field).to_have_accessible_description(re.compile("^'eleven' is not a payout"), timeout=SOLVE_TIMEOUT_MS)
    expect(page.locator(".rules > .fault")).to_have_text("")
    field.fill("12:1")
    field.press("Tab")
    expect(page.locator("[aria-invalid]")).to_have_count(0, timeout=SOLVE_TIMEOUT_MS)
    expect(page.locator(".answer table").first).to_be_visible(timeout=SOLVE_TIMEOUT_MS)


def test_question_error_is_shown_under_its_field(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flip-it", "?tab=risk&rounds=many&hour=0")
    rounds = page.get_by_label("Rounds", exact=True)
    expect(rounds).to_have_accessible_description("rounds: 'many' is not a whole number", timeout=SOLVE_TIMEOUT_MS)
    rounds.fill("100")
    rounds.press("Enter")
    hour = page.get_by_label("Rounds an hour", exact=True)
    expect(hour).to_have_accessible_description("hour must be from 1 to 10,000, not 0", timeout=SOLVE_TIMEOUT_MS)
    expect(rounds).to_have_accessible_description("")


def test_invalid_link_shows_an_error_message(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flop22", "?tab=strategy&strategy=" + quote('{"match": {"hand-1": 5}}'))
    expect(page.get_by_text("Match, hand-1: 5 is not a list", exact=False)).to_be_visible(timeout=SOLVE_TIMEOUT_MS)
    expect(page.get_by_role("group", name="hand 1").first).to_be_visible(timeout=SOLVE_TIMEOUT_MS)


class SlowLab:
    """A lab whose answers to one kind of question the test can delay. Create it before opening the page."""

    def __init__(self, page: Page, kind: str = "") -> None:
        self.kind, self.asked = kind, 0
        self.part: Any = None
        self._held: list[tuple[WebSocketRoute, WebSocketRoute, str]] = []
        page.route_web_socket("**/ws/lab", self._route)

    def _route(self, ours: WebSocketRoute) -> None:
        house = ours.connect_to_server()
        ours.on_message(lambda text: self._hear(ours, house, str(text)))

    def _hear(self, ours: WebSocketRoute, house: WebSocketRoute, text: str) -> None:
        message = json.loads(text)
        if message["type"] != "ask" or message["kind"] != self.kind:
            house.send(text)
            return
        self.asked += 1
        self._held.append((ours, house, text))
        working = {"state": "working", "done": 1, "of": 2, "what": "halves", "ahead": 0, "part": self.part}
        ours.send(json.dumps({"type": "lab", "id": message["id"], **working}))

    def finish(self) -> None:
        """Answer the question, which is about rules that are outdated by now."""
        done = {"state": "done", "answer": {"protection": {"threats": [], "hour": 70}, "titles": {}, "tables": []}}
        for ours, _, text in self._held:
            ours.send(json.dumps({"type": "lab", "id": json.loads(text)["id"], **done}))

    def go_on(self) -> None:
        """Let the server answer the question."""
        for _, house, text in self._held:
            house.send(text)


def test_result_for_outdated_rules_is_not_shown(new_page: NewPage) -> None:
    page = new_page()
    slow = SlowLab(page, "protect")
    open_lab(page, "flip-it", "?tab=protect")
    expect(page.get_by_text("1 of 2 halves")).to_be_visible()
    start = page.get_by_role("button", name="Compute")
    field = page.get_by_label("Call it pays", exact=True)
    field.fill("10:1")
    field.press("Tab")
    expect(start).to_be_visible()
    slow.finish()
    page.wait_for_timeout(1500)  # a late answer would show by now
    expect(page.get_by_text("Extra information and its worth")).to_have_count(0)
    expect(start).to_be_visible()


def test_edges_come_first_and_replace_earlier_results(new_page: NewPage) -> None:
    page = new_page()
    slow = SlowLab(page)
    open_lab(page, "flip-it")
    whole = edges(page)
    slow.kind = "odds"
    slow.part = {
        "tables": [{"title": "at a glance", "columns": ["bet", "house edge"], "rows": [["call", "1.2345%"]], "note": "",
                    "words": [True, True]}],
        "bets": {"call": {"house_edge": 0.012345}}, "played": None,
    }  # fmt: skip
    field = page.get_by_label("Call it pays", exact=True)
    field.fill("10:1")
    field.press("Tab")
    expect(page.get_by_text("1 of 2 halves")).to_be_visible()
    assert edges(page) == {"Call It, on any rank": "1.23%"}
    expect(page.locator(".working")).to_have_count(1)
    slow.go_on()
    expect(page.locator(".working")).to_have_count(0, timeout=SOLVE_TIMEOUT_MS)
    assert edges(page).keys() == whole.keys()


def test_stopping_one_question_leaves_the_other_running(new_page: NewPage) -> None:
    page = new_page()
    slow = SlowLab(page, "play")
    open_lab(page, "flop22", "?tab=strategy&strategy=" + quote('{"match": {"hand-1": ["A"]}}'))
    expect(page.get_by_text("1 of 2 halves")).to_be_visible(timeout=SOLVE_TIMEOUT_MS)
    page.get_by_role("button", name="Stop").first.click()
    expect(page.get_by_role("button", name="Ask again")).to_be_focused()
    expect(page.get_by_role("group", name="hand 1").first).to_be_visible(timeout=SOLVE_TIMEOUT_MS)
    asked = slow.asked
    page.get_by_role("button", name="Ask again").click()
    expect(page.get_by_text("1 of 2 halves")).to_be_visible(timeout=SOLVE_TIMEOUT_MS)
    assert slow.asked > asked


def test_question_is_retried_while_the_server_is_down(new_page: NewPage) -> None:
    own = new_page()
    assert own.context.browser
    page = own.context.browser.new_page()  # console errors are expected
    is_away = True

    def route(ours: WebSocketRoute) -> None:
        if is_away:
            ours.close()
        else:
            ours.connect_to_server()

    page.route_web_socket("**/ws/lab", route)
    page.goto(own.url)
    open_lab(page, "flip-it")
    expect(page.get_by_text("No answer from the house: trying again")).to_be_visible()
    is_away = False
    assert edges(page) == library_edges("flip-it")
    page.context.close()


def test_simple_strategy_is_priced_and_put_on_the_chart(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flop22", "?tab=strategy&view=change")
    page.get_by_role("button", name="A simpler strategy and its price").click()
    expect(page.locator(".answer")).to_contain_text(
        "Played like this, the house edge is 1.16%, the same as with the best play", timeout=SOLVE_TIMEOUT_MS
    )
    expect(page.locator(".answer")).to_contain_text("Double down with 9 or higher")
    page.get_by_role("button", name="Put it on the chart").click()
    expect(page.locator("[data-cost]")).to_contain_text(
        "These changes cost 0 units a round, exactly", timeout=SOLVE_TIMEOUT_MS
    )


def test_tuned_table_can_be_applied_to_the_rules(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "roll-your-own", "?tab=tune&bet=bonus&edge=4%25..5%25&top=100:1&rank=edge")
    expect(page.locator(".answer")).to_contain_text("137 pay tables", timeout=SOLVE_TIMEOUT_MS)
    page.get_by_role("button", name="Use table 1", exact=True).click()
    first = pb.tune("roll-your-own", "bonus", edge="4%..5%", top=100, rank="edge").first[0].table
    expect(page.get_by_label("Bonus table, Flush, Pays")).to_have_value(first["Flush"])


def strategy_in(page: Page) -> str:
    """Return the strategy in the URL."""
    return str(page.evaluate("() => new URLSearchParams(location.search).get('strategy')"))


def test_strategy_is_edited_priced_and_played_at_a_table(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flop22", "?tab=strategy&view=change")
    row = page.get_by_role("group", name="hand 1").last
    priced = page.locator("[data-cost]")
    for card in ("9", "10", "8"):
        row.get_by_role("button", name=card, exact=True).click()
        expect(priced).to_have_attribute("data-for", strategy_in(page), timeout=SOLVE_TIMEOUT_MS)
    expect(priced).to_contain_text("Last change")
    strategy = json.loads(strategy_in(page))
    shown = float(priced.get_attribute("data-cost") or "nan")
    own, best = (pb.simulate("flop22", 2_000_000, strategy=how, seed=3).bets["played"] for how in (strategy, None))
    assert abs(shown - (best.mean - own.mean)) < 4 * (own.se**2 + best.se**2) ** 0.5
    assert own.exact is not None
    assert best.exact is not None
    assert shown == pytest.approx(best.exact - own.exact, abs=1e-9)
    page.get_by_role("button", name="Play it at a table").click()
    page.wait_for_url("**/table/*")
    sit(page, 1)
    put_chips(page)
    page.locator("[data-key=deal]").click()
    page.locator("[data-key=by-strategy]").click(timeout=SOLVE_TIMEOUT_MS)
    expect(page.locator(".option.chosen").or_(page.locator(".receipt")).first).to_be_attached()


def test_lab_is_accessible(new_page: NewPage) -> None:
    page = new_page(390, 844)
    open_lab(page, "flop22")
    edges(page)
    for tab in ("Overview", "Strategy", "Sensitivity", "Pay tables", "Bankroll", "Protection"):
        page.get_by_role("tab", name=tab).click()
        expect(page.locator(".working")).to_have_count(0, timeout=SOLVE_TIMEOUT_MS)
        assert axe_faults(page, tab) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("tab", name="Bankroll").press("ArrowLeft")
    expect(page.get_by_role("tab", name="Pay tables")).to_be_focused()
