"""The recorded rounds in the docs are those that the full screen draws now."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def pictures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("terminal_pictures", ROOT / "bench" / "terminal_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_one_recorded_round_is_current(pictures: ModuleType) -> None:
    page = pictures.PAGE.read_text(encoding="utf-8")
    taken = asyncio.run(pictures.frames("flip-it", (80, 24)))
    assert len(taken) == 2
    for frame in taken:
        assert f"```text\n{frame}\n```" in page


@pytest.mark.slow
def test_every_recorded_round_is_current(pictures: ModuleType) -> None:
    assert pictures.page() == pictures.PAGE.read_text(encoding="utf-8")
