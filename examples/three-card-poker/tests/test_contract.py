"""Everything that every game promises, one test for each promise: what `pitboss check three-card-poker` runs."""

from __future__ import annotations

import pytest
from pitboss.contract.suite import CHECKS, Check, kept

from three_card_poker import GAME


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_the_contract(check: Check) -> None:
    assert kept(GAME, check).fault == ""
