"""The paces of the dealer: what is planned for each and that the choice is kept."""

from __future__ import annotations

import pytest

from server.pages import (
    NewPage,
    open_table_with,
    sit,
)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


@pytest.mark.parametrize(("pace", "most"), [("normal", 4000), ("instant", 1000)])
def test_nobody_waits_long_for_the_dealer(new_page: NewPage, pace: str, most: int) -> None:
    page = new_page(moves=True)
    page.evaluate("(pace) => localStorage.setItem('pace', pace)", pace)
    open_table_with(page, "beat-the-dealer", bots=5)
    sit(page, 1)
    page.locator("[data-bet='ante'].mine").click()
    page.locator("[data-key=deal]:enabled").click()
    page.locator("[data-key=option-flop]").click()
    page.locator("[data-key=option-check]").click()
    page.locator(".option").first.wait_for()
    page.evaluate(
        "() => { window.waited = null; const begun = performance.now(); new MutationObserver(() => {"
        " if (document.querySelector('.receipt')) window.waited ??= performance.now() - begun; })"
        ".observe(document.body, { childList: true, subtree: true }); }"
    )
    page.locator(".option").last.click()
    page.wait_for_function("() => window.waited != null")
    planned = page.evaluate("(async () => (await import('/static/js/settings.js')).pace().most)()")
    assert planned <= most  # what the page plans; a busy machine may take longer to draw it
