"""Everything that every game promises, one test for each promise: what `pitboss check baccarat` runs."""

from __future__ import annotations

import pytest
from pitboss.contract.suite import CHECKS, Check, kept

from baccarat import GAME


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_the_contract(check: Check) -> None:
    assert kept(GAME, check).fault == ""
