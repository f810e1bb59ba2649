"""Documents on the page: created with progress, then opened, for a game and for a table's own rules."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from server.support.pages import NewPage, axe_faults, choose_in_menu, open_table

pytestmark = pytest.mark.browser
CARD = "The players' rack card"


def test_rack_card_is_created_from_the_lobby_and_opened(new_page: NewPage) -> None:
    page = new_page()
    page.get_by_role("button", name="More about Flop 22").click()
    page.get_by_role("menuitem", name="Documents").click()
    shown = page.locator(".game-page")
    expect(shown.locator(".papers li")).to_have_count(3)
    made = shown.get_by_role("link", name=f"Open: {CARD}, PDF")
    if not made.count():  # another run may have left it
        shown.get_by_role("button", name=f"Create PDF: {CARD}").click()
    expect(made).to_be_visible(timeout=600_000)
    assert axe_faults(page, "papers") == []
    address = made.get_attribute("href")
    assert address is not None
    file = page.request.get(urljoin(page.url, address))
    assert file.headers["content-type"] == "application/pdf"
    assert file.body().startswith(b"%PDF")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
def test_table_has_documents_of_its_own_rules(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(width, height)
    open_table(page, "flop22")
    if page.locator("[data-key=how]").is_visible():
        page.locator("[data-key=how]").click()
    else:  # on a phone in portrait it is in the menu
        choose_in_menu(page, "how-too")
    papers = page.locator(".guide .papers li")
    expect(papers).to_have_count(3)
    expect(papers.first).to_contain_text("The report, for a laboratory")
    assert axe_faults(page, "papers of a table") == []
