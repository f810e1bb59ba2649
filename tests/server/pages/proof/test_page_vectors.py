"""The test vectors of docs/vectors/honest-deal.json, run with the page's verifier in a real Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from table.test_vectors import vectors

pytestmark = pytest.mark.browser
JUDGE = """async (vectors) => {
  const { checkSeal, houseSeal, shuffled, unhex } = await import("/static/js/proof/verify.js");
  const { isConsistent } = await import("/static/js/proof/merkle.js");
  const chain = await import("/static/js/proof/chain.js");
  const follows = ({ steps }) => {
    const record = chain.newRecord();
    const faults = [];
    for (const { number, proof } of steps) {
      faults.push(...chain.openBets(record, { ...proof, number }));
      record.ended = number;
      faults.push(...chain.checkRound(record, { number, proof }));
    }
    return faults.length === 0;
  };
  return {
    seals: vectors.seals.map(({ seed, seal }) => houseSeal(unhex(seed)) === seal),
    shuffles: vectors.shuffles.map(
      ({ cards, seed, seeds, order }) => shuffled(cards.split(" "), unhex(seed), seeds).join(" ") === order,
    ),
    proofs: vectors.proofs.map(({ proof }) => checkSeal(proof).every(([right]) => right)),
    chains: vectors.chains.map(follows),
    consistency: vectors.consistency.map(({ first, second, path }) => isConsistent(first, second, path)),
  };
}"""


def test_page_verifier_agrees_with_every_vector(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(address)
    wanted = vectors()
    found: dict[str, list[bool]] = page.evaluate(JUDGE, wanted)
    page.close()
    assert set(found) == set(wanted)
    for kind, answers in found.items():
        expected = [_holds(one) for one in wanted[kind]]
        assert expected
        assert answers == expected, kind


def _holds(vector: dict[str, Any]) -> bool:
    return bool(vector.get("holds", True))
