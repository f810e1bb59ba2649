"""Stored benchmark figures: one section of a Markdown file per measurement, naming the machine."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path

from pitboss import __version__

LOAD_RESULTS = Path(__file__).parent / "load-results.md"


def machine() -> str:
    """Describe this machine as far as it can be identified."""
    models = [line.split(":", 1)[1].strip() for line in _cpuinfo() if line.startswith("model name")]
    chip = models[0] if models else platform.processor()
    python = f"Python {platform.python_version()}"
    return f"{chip}, {os.cpu_count()} cores, {platform.system()}, {python}, pitboss {__version__}"


def _cpuinfo() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def store(path: Path, top: str, section: str, lines: Sequence[str]) -> None:
    """Write a section of the file, replacing the section with the same name."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    sections = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", old, re.MULTILINE))
    sections[section] = "\n".join(["", *lines, "", ""])
    body = "".join(f"## {name}\n{text}" for name, text in sorted(sections.items()))
    path.write_text(f"# {top}\n\n{body.rstrip()}\n", encoding="utf-8")
