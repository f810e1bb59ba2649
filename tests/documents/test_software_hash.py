"""The software hash of a report covers every file of the package that the report is made from."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path, PurePath

import pytest

from pitboss.compute.disk.source_hash import OURS
from pitboss.documents.inputs.input_cache import EVERYTHING, software_hash, source_hash_script

MADE = """
import json, sys

opened = set()
sys.addaudithook(lambda event, about: opened.add(str(about[0])) if event == "open" else None)
from pitboss.documents.rendering import rendered
from pitboss.documents.report import make_report
from pitboss.games import GAMES

document = make_report(GAMES[sys.argv[1]].rules(), 0, 1, "2026-11-17")
for ending in (".pdf", ".html"):
    rendered(document, ending)
print(json.dumps(sorted(opened)))
"""


@pytest.mark.parametrize("game", ["flop22", "blackjack"])
def test_every_file_that_a_report_reads_is_hashed(game: str) -> None:
    done = subprocess.run([sys.executable, "-c", MADE, game], capture_output=True, text=True, check=True)
    opened = [Path(name) for name in json.loads(done.stdout.splitlines()[-1]) if Path(name).is_absolute()]
    ours = {file.relative_to(OURS) for file in opened if file.is_relative_to(OURS)}
    hashed = {PurePath(found).relative_to(OURS) for pattern in EVERYTHING for found in OURS.glob(pattern)}
    read = {file for file in ours if file.suffix not in {".pyc", ""} and (OURS / file).is_file()}
    assert PurePath("games/rulings/rulings.md") in read
    assert not {str(file) for file in read - hashed}


def test_printed_program_gives_the_software_hash() -> None:
    done = subprocess.run([sys.executable, "-c", source_hash_script()], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == software_hash()
