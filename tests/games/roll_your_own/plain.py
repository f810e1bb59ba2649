"""Roll Your Own's kernels with the compiler off, for `Fraction`s."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import numba
import pytest

from pitboss.games.roll_your_own import kernels


def plain_kernels(patch: pytest.MonkeyPatch) -> ModuleType:
    """The kernels' module once more, as plain Python."""
    patch.setattr(numba.config, "DISABLE_JIT", True)
    spec = importlib.util.spec_from_file_location("plain_kernels", str(kernels.__file__))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
