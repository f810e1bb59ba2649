"""Everything that every game promises, one test for each promise: what `pitboss check let-it-ride` runs."""

from __future__ import annotations

import pytest
from pitboss.contract.suite import CHECKS, Check, kept

from let_it_ride import GAME


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_the_contract(check: Check) -> None:
    assert kept(GAME, check).fault == ""
