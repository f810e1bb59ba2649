"""The page's verifier, written independently in another language from the docs alone, in a real Chromium."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser

from helpers.stored_rounds import check_round
from pitboss.games import GAMES
from table.test_verify import changed, rounds

pytestmark = pytest.mark.browser
JUDGE = """async (proofs) => {
  const { checkSeal } = await import("/static/js/proof/verify.js");
  return proofs.map((proof) => checkSeal(proof).filter(([right]) => !right).map(([, words]) => words));
}"""


def is_of_the_seal(proof: dict[str, Any]) -> bool:
    """Return whether this proof can be checked without the game's rules and the round's record."""
    return "more" not in proof and "seeds" in proof


def test_independent_verifier_agrees_with_pitboss(browser: Browser, address: str) -> None:
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
