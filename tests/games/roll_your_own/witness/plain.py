"""Roll Your Own's kernels with the compiler off, for `Fraction`s."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import numba
import pytest

from pitboss.games.roll_your_own.count import hands_beside, kernels
from pitboss.solving.blackjack_legacy.dealer import dealer_odds


def use_plain_kernels(patch: pytest.MonkeyPatch) -> None:
    """Let the solver work with its kernels as plain Python."""
    patch.setattr(numba.config, "DISABLE_JIT", True)
    patch.setattr(hands_beside, "kernels", _plain(kernels))
    patch.setattr(dealer_odds, "add_odds", _plain(dealer_odds).add_odds)


def _plain(kernels: ModuleType) -> ModuleType:
    """A module of kernels once more, as plain Python."""
    spec = importlib.util.spec_from_file_location(f"plain_{kernels.__name__}", str(kernels.__file__))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
