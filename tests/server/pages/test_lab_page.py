"""The lab on the page: every figure is the library's, edits follow one another, and a link holds the whole question."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, WebSocketRoute, expect

import pitboss as pb
from pitboss.lab.api import meant
from server.support.pages import NewPage, put_chips, sit

pytestmark = pytest.mark.browser
SLOW = 600_000
"""On a fresh and busy machine the kernels are compiled and the game is solved first."""
LINES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "flop22": ("Bonus table, Card Total 22, Hand 1", "5:1", {"bonus_table": {"Card Total 22": ["5:1", "8:1", "10:1"]}}),
    "flip-it": ("Call it pays", "11:1", {"call_it_pays": "11:1"}),
    "beat-the-dealer": ("2 Card Bonus table, AA, Pays", "25:1", {"two_card_table": {"AA": "25:1"}}),
    "roll-your-own": ("Bonus table, Flush, Pays", "4:1", {"bonus_table": {"Flush": "4:1"}}),
    "free-bet": ("Push 22 pays", "12:1", {"push_22_pays": "12:1"}),
}


def open_lab(page: Page, game: str, query: str = "") -> None:
    page.context.set_default_timeout(SLOW)
    page.goto(re.sub(r"^(https?://[^/]+).*", rf"\1/lab/{game}{query}", page.url))


def edges(page: Page) -> dict[str, str]:
    """Bets at a glance, as the page shows them."""
    glance = page.locator(".answer table").first
    expect(page.locator(".old")).to_have_count(0, timeout=SLOW)
    expect(glance).to_be_visible(timeout=SLOW)
    rows = glance.locator("tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").first.inner_text() for row in rows}


def told(rules: Any) -> dict[str, str]:
    """The same from the library: titles as the game has them, two decimals."""
    game, read = meant(rules)
    titles = {bet.name: bet.title for bet in game.bets(read)}
    return {titles.get(bet.name, bet.title): shown(float(bet.house_edge)) for bet in pb.odds(rules).bets}


def shown(edge: float) -> str:
    return f"{'−' if edge < 0 else ''}{abs(edge) * 100:.2f}%"


@pytest.mark.parametrize("game", LINES)
def test_a_line_is_edited_and_every_figure_is_what_the_library_says(new_page: NewPage, game: str) -> None:
    label, pays, changed = LINES[game]
    page = new_page()
    open_lab(page, game)
    assert edges(page) == told(game)
    field = page.get_by_label(label, exact=True)
    field.fill(pays)
    field.press("Tab")
    wanted = told(pb.rules(game, **changed))
    expect(page.locator(".answer table").first).to_contain_text(
        next(iter(set(wanted.values()) - set(told(game).values()))), timeout=SLOW
    )
    assert edges(page) == wanted
    assert "rules=" in page.url


def test_the_first_of_two_quick_edits_is_never_the_last_answer(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flip-it")
    edges(page)
    field = page.get_by_label("Call it pays", exact=True)
    for pays in ("9:1", "10:1", "11:1", "12:1", "9:1", "11:1"):
        field.fill(pays)
        field.dispatch_event("change")
    wanted = told(pb.rules("flip-it", call_it_pays="11:1"))
    expect(page.locator(".answer table").first).to_contain_text(wanted["Call It, on any rank"], timeout=SLOW)
    assert edges(page) == wanted
    page.wait_for_timeout(1500)  # an answer that came late would show by now
    assert edges(page) == wanted


def test_a_link_holds_the_whole_question(new_page: NewPage) -> None:
    page, other = new_page(), new_page()
    open_lab(page, "flip-it")
    field = page.get_by_label("Call it pays", exact=True)
    field.fill("10:1")
    field.press("Tab")
    page.get_by_role("tab", name="Bankroll").click()
    page.get_by_label("Rounds", exact=True).fill("500")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator(".answer")).to_contain_text("after 500 rounds", timeout=SLOW)
    open_lab(other, "flip-it", "?" + page.url.partition("?")[2])
    expect(other.locator(".answer")).to_contain_text("after 500 rounds", timeout=SLOW)
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
    wanted = told(pb.rules("flip-it", call_it_pays="11:1"))["Call It, on any rank"]
    row = sides.nth(1).locator("[data-bet=call]")
    expect(row.locator("td").first).to_have_text(wanted, timeout=SLOW)
    expect(row.locator(".changed")).to_have_text(re.compile(r"^\+7\.27$"), timeout=SLOW)
    expect(sides.nth(0).locator("[data-bet=call] td").first).to_have_text(told("flip-it")["Call It, on any rank"])
    page.locator("[data-key=set-0]").click()
    expect(field).to_have_value("12:1")
    page.reload()
    expect(sides.nth(1).locator("[data-bet=call] td").first).to_have_text(wanted, timeout=SLOW)
    page.get_by_role("button", name="Stop comparing").click()
    expect(sides).to_have_count(0)
    assert edges(page)["Call It, on any rank"] == wanted


def test_an_empty_result_names_the_nearest_edge_and_only_tunable_bets_are_offered(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "free-bet", "?tab=tune&edge=4.5001%25..4.5002%25")
    expect(page.locator(".answer")).to_contain_text("the nearest edge there is, is 4.50%", timeout=SLOW)
    offered = page.get_by_label("Bet", exact=True).locator("option").all_inner_texts()
    assert "Insurance" not in offered
    assert "Pot of Gold" in offered


def test_wrong_entries_are_refused_beside_their_field_in_the_rules_own_words(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flip-it")
    edges(page)
    field = page.get_by_label("Call it pays", exact=True)
    field.fill("eleven")
    field.press("Tab")
    expect(field).to_have_accessible_description(re.compile("^'eleven' is not a payout"), timeout=SLOW)
    expect(page.locator(".rules > .fault")).to_have_text("")
    field.fill("12:1")
    field.press("Tab")
    expect(page.locator("[aria-invalid]")).to_have_count(0, timeout=SLOW)
    expect(page.locator(".answer table").first).to_be_visible(timeout=SLOW)


def test_what_is_wrong_with_the_question_stands_under_its_entry(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flip-it", "?tab=risk&rounds=many&hour=0")
    rounds = page.get_by_label("Rounds", exact=True)
    expect(rounds).to_have_accessible_description("rounds: 'many' is no whole number", timeout=SLOW)
    rounds.fill("100")
    rounds.press("Enter")
    hour = page.get_by_label("Rounds an hour", exact=True)
    expect(hour).to_have_accessible_description(re.compile("^rounds an hour must be a whole number"), timeout=SLOW)
    expect(rounds).to_have_accessible_description("")


def test_a_link_that_makes_no_sense_is_answered_with_a_sentence(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flop22", "?tab=strategy&strategy=" + quote('{"match": {"hand-1": 5}}'))
    expect(page.get_by_text("Match, hand-1: 5 is not a list", exact=False)).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("group", name="hand 1").first).to_be_visible(timeout=SLOW)


class SlowLab:
    """The house, but one kind of question takes as long as the test likes. Open the page afterwards."""

    def __init__(self, page: Page, kind: str = "") -> None:
        self.kind, self.asked = kind, 0
        self.part: Any = None
        self._held: list[tuple[WebSocketRoute, WebSocketRoute, str]] = []
        page.route_web_socket("**/ws/lab", self._route)

    def _route(self, ours: WebSocketRoute) -> None:
        house = ours.connect_to_server()
        ours.on_message(lambda text: self._hear(ours, house, str(text)))

    def _hear(self, ours: WebSocketRoute, house: WebSocketRoute, text: str) -> None:
        said = json.loads(text)
        if said["type"] != "ask" or said["kind"] != self.kind:
            house.send(text)
            return
        self.asked += 1
        self._held.append((ours, house, text))
        working = {"state": "working", "done": 1, "of": 2, "what": "halves", "ahead": 0, "part": self.part}
        ours.send(json.dumps({"type": "lab", "id": said["id"], **working}))

    def finish(self) -> None:
        """Answer what was asked, with rules that are old by now."""
        done = {"state": "done", "answer": {"protection": {"threats": [], "hour": 70}, "titles": {}, "tables": []}}
        for ours, _, text in self._held:
            ours.send(json.dumps({"type": "lab", "id": json.loads(text)["id"], **done}))

    def go_on(self) -> None:
        """Let the house answer what was asked."""
        for _, house, text in self._held:
            house.send(text)


def test_what_was_found_for_rules_that_were_changed_meanwhile_is_not_shown(new_page: NewPage) -> None:
    page = new_page()
    slow = SlowLab(page, "protect")
    open_lab(page, "flip-it", "?tab=protect")
    expect(page.get_by_text("1 of 2 halves")).to_be_visible()
    start = page.get_by_role("button", name="Work it out")
    field = page.get_by_label("Call it pays", exact=True)
    field.fill("10:1")
    field.press("Tab")
    expect(start).to_be_visible()
    slow.finish()
    page.wait_for_timeout(1500)  # an answer that came late would show by now
    expect(page.get_by_text("Ways to know more")).to_have_count(0)
    expect(start).to_be_visible()


def test_the_edges_come_first_and_take_the_place_of_what_was_found_before(new_page: NewPage) -> None:
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
    expect(page.locator(".working")).to_have_count(0, timeout=SLOW)
    assert edges(page).keys() == whole.keys()


def test_stopping_one_question_leaves_the_other_one_alone(new_page: NewPage) -> None:
    page = new_page()
    slow = SlowLab(page, "play")
    open_lab(page, "flop22", "?tab=strategy&strategy=" + quote('{"match": {"hand-1": ["A"]}}'))
    expect(page.get_by_text("1 of 2 halves")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Stop").first.click()
    expect(page.get_by_role("button", name="Ask again")).to_be_focused()
    expect(page.get_by_role("group", name="hand 1").first).to_be_visible(timeout=SLOW)
    asked = slow.asked
    page.get_by_role("button", name="Ask again").click()
    expect(page.get_by_text("1 of 2 halves")).to_be_visible(timeout=SLOW)
    assert slow.asked > asked


def test_a_house_that_is_away_is_asked_again(new_page: NewPage) -> None:
    own = new_page()
    assert own.context.browser
    page = own.context.browser.new_page()  # its console may complain
    is_away = True

    def route(ours: WebSocketRoute) -> None:
        if is_away:
            ours.close()
        else:
            ours.connect_to_server()

    page.route_web_socket("**/ws/lab", route)
    page.goto(own.url)
    open_lab(page, "flip-it")
    expect(page.get_by_text("The house does not answer: asking again")).to_be_visible()
    is_away = False
    assert edges(page) == told("flip-it")
    page.context.close()


def test_a_simpler_strategy_has_its_price_and_goes_on_the_chart(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flop22", "?tab=strategy&view=change")
    page.get_by_role("button", name="A simpler strategy and its price").click()
    expect(page.locator(".answer")).to_contain_text(
        "Played like this, the house edge is 1.16%, the same as with the best play", timeout=SLOW
    )
    expect(page.locator(".answer")).to_contain_text("Double down with 9 or higher")
    page.get_by_role("button", name="Put it on the chart").click()
    expect(page.locator("[data-cost]")).to_contain_text("These changes cost 0 units a round, exactly", timeout=SLOW)


def test_a_table_that_was_tuned_is_taken_into_the_rules(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "roll-your-own", "?tab=tune&bet=bonus&edge=4%25..5%25&top=100:1&rank=edge")
    expect(page.locator(".answer")).to_contain_text("137 tables", timeout=SLOW)
    page.get_by_role("button", name="Use table 1", exact=True).click()
    first = pb.tune("roll-your-own", "bonus", edge="4%..5%", top=100, rank="edge").first[0].table
    expect(page.get_by_label("Bonus table, Flush, Pays")).to_have_value(first["Flush"])


def strategy_in(page: Page) -> str:
    """The strategy that the address holds."""
    return str(page.evaluate("() => new URLSearchParams(location.search).get('strategy')"))


def test_a_strategy_is_clicked_priced_and_played_at_a_table(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flop22", "?tab=strategy&view=change")
    row = page.get_by_role("group", name="hand 1").last
    priced = page.locator("[data-cost]")
    for card in ("9", "10", "8"):
        row.get_by_role("button", name=card, exact=True).click()
        expect(priced).to_have_attribute("data-for", strategy_in(page), timeout=SLOW)
    expect(priced).to_contain_text("The last click")
    said = json.loads(strategy_in(page))
    shown = float(priced.get_attribute("data-cost") or "nan")
    own, best = (pb.simulate("flop22", 2_000_000, strategy=how, seed=3).bets["played"] for how in (said, None))
    assert abs(shown - (best.mean - own.mean)) < 4 * (own.se**2 + best.se**2) ** 0.5
    assert own.exact is not None
    assert best.exact is not None
    assert shown == pytest.approx(best.exact - own.exact, abs=1e-9)
    page.get_by_role("button", name="Play it at a table").click()
    page.wait_for_url("**/table/*")
    sit(page, 1)
    put_chips(page)
    page.locator("[data-key=deal]").click()
    page.locator("[data-key=by-strategy]").click(timeout=SLOW)
    expect(page.locator(".option.chosen").or_(page.locator(".receipt")).first).to_be_attached()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_everybody_can_use_it(new_page: NewPage, theme: Any) -> None:
    page = new_page(390, 844, theme=theme)
    open_lab(page, "flop22")
    edges(page)
    for tab in ("Overview", "Strategy", "Sensitivity", "Pay tables", "Bankroll", "Protection"):
        page.get_by_role("tab", name=tab).click()
        expect(page.locator(".working")).to_have_count(0, timeout=SLOW)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("tab", name="Bankroll").press("ArrowLeft")
    expect(page.get_by_role("tab", name="Pay tables")).to_be_focused()
