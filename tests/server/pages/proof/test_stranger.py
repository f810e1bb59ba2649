"""A second verifier, in another language and from the docs alone: the page's, in a real Chromium."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser

from pitboss.games import GAMES
from pitboss.table.audit.verify import check_round
from table.test_verify import changed, rounds

pytestmark = pytest.mark.browser
JUDGE = """async (proofs) => {
  const { checkSeal } = await import("/static/js/proof/verify.js");
  return proofs.map((proof) => checkSeal(proof).filter(([right]) => !right).map(([, words]) => words));
}"""


def is_of_the_seal(proof: dict[str, Any]) -> bool:
    """What a stranger can check without the rules of the game and the record of the round."""
    return "more" not in proof and "seeds" in proof


def test_a_stranger_finds_what_pitboss_finds(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(address)
    for game in GAMES:
        for body in [*rounds(game, 2), *rounds("free-bet", 90)[-1:]]:
            cooked = [proof for proof in changed(body["proof"]) if is_of_the_seal(proof)]
            assert all(check_round(json.dumps({**body, "proof": proof}), GAMES) for proof in cooked)
            honest, *found = page.evaluate(JUDGE, [body["proof"], *cooked])
            assert honest == []
            assert [proof for proof, faults in zip(cooked, found, strict=True) if not faults] == []
    page.close()
