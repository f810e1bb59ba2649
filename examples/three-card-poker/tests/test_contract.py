"""Every promise that `pitboss check three-card-poker` checks, one test each."""

from __future__ import annotations

import pytest
from pitboss.contract.suite import CHECKS, Check, run_check

from three_card_poker import GAME


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_the_contract(check: Check) -> None:
    assert run_check(GAME, check).fault == ""
