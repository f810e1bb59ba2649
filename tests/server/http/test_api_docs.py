"""The server docs: the example client works, and the state diagram matches the code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from helpers.state_diagram import diagram

DOCS = Path(__file__).resolve().parents[3] / "docs"
PROGRAM = "import sys; from pitboss.server.run import serve; serve(port=0, database=sys.argv[1], open_browser=False)"


def test_example_client_plays_three_rounds(tmp_path: Path) -> None:
    client = re.search(r"```python\n(.*?)```", (DOCS / "protocol.md").read_text(encoding="utf-8"), re.S)
    assert client
    assert len(client[1].splitlines()) <= 36
    house = subprocess.Popen([sys.executable, "-c", PROGRAM, str(tmp_path / "h.db")], stdout=subprocess.PIPE, text=True)
    assert house.stdout is not None
    try:
        address = re.search(r"http://(\S+)/", house.stdout.readline())
        assert address
        done = subprocess.run(
            [sys.executable, "-c", client[1], address[1]], capture_output=True, text=True, check=False, timeout=600
        )
    finally:
        house.terminate()
        house.wait(300)
        house.stdout.close()
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"(round \d: [+-]\d+\.\d\d dollars\n){3}", done.stdout)


def test_diagram_matches_the_transitions() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert diagram() in text
