"""The docs: they cover every command, option and game, every link resolves, and every example is correct."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pitboss.cli.command import Command
from pitboss.cli.commands import COMMANDS
from pitboss.games import GAMES, OURS
from pitboss.games.odds import odds_of
from pitboss.play.game import Game

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted(DOCS.rglob("*.md"))]
TIMES = re.compile(r"\b\d+\.\d s\b")
"""Elapsed times, which vary from run to run."""
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_every_command_has_a_page_listing_its_options(command: Command) -> None:
    page = (DOCS / "commands" / f"{command.name}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# pitboss {command.name}\n")
    for taken in command.takes:
        assert re.search(rf"`{re.escape(taken.name)}\b", page), f"{command.name} {taken.name}"


@pytest.mark.parametrize("game", [GAMES[name] for name in OURS], ids=OURS)
def test_every_game_has_a_page_listing_its_options(game: Game) -> None:
    page = (DOCS / "games" / f"{game.name}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {game.title}")
    for name in game.rules.options():
        assert re.search(rf"\b{name}\b", page), name


@pytest.mark.parametrize("game", [GAMES[name] for name in OURS], ids=OURS)
def test_advise_page_lists_every_situation_field(game: Game) -> None:
    page = (DOCS / "commands" / "advise.md").read_text(encoding="utf-8")
    section = page.split(f"## {game.title}\n")[1].split("\n## ")[0]
    for ask in odds_of(game).SITUATION:
        assert f"--{ask.name}" in section


def test_home_page_links_to_every_page() -> None:
    assert "(docs/index.md)" in PAGES[0].read_text(encoding="utf-8")
    home = (DOCS / "index.md").read_text(encoding="utf-8")
    for page in (*DOCS.glob("*.md"), *DOCS.glob("commands/*.md"), *DOCS.glob("games/*.md"), *DOCS.glob("users/*.md")):
        assert page.name == "index.md" or f"({page.relative_to(DOCS).as_posix()})" in home, page.name


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: its headings in lower case with dashes."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def dead_links(page: Path) -> list[str]:
    """Return the links of a page whose file or heading does not exist."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    found = []
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        file, _, place = link.partition("#")
        target = page.parent / file if file else page
        if not target.exists() or (place and target.suffix == ".md" and place not in anchors(target)):
            found.append(link)
    return found


@every_page
def test_every_link_resolves(page: Path) -> None:
    assert dead_links(page) == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the documentation site, which fails at a dead link."""
    build = tmp_path_factory.mktemp("build")
    done = subprocess.run(
        [sys.executable, "tools/docs_site.py"], cwd=ROOT, env={**os.environ, "DOCS_BUILD": str(build)},
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return build / "site"


def test_site_has_every_page_and_loads_nothing_from_other_sites(site: Path) -> None:
    for page in PAGES[1:]:
        if page.is_relative_to(DOCS) and page.name != "README.md":
            assert (site / page.relative_to(DOCS)).with_suffix(".html").exists(), page
    assert "# pitboss" in (site / "llms.txt").read_text(encoding="utf-8")
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r'<(script|img|iframe)[^>]* src="(https?:)?//', text), path  # readable offline
        assert not re.search(r'<link[^>]* rel="stylesheet"[^>]* href="(https?:)?//', text), path


@pytest.mark.browser
def test_site_in_a_folder_can_be_searched(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("insurance")
    page.get_by_text(re.compile(r"^\d+ results$")).first.wait_for()
    page.close()


def test_page_for_an_unknown_audience_stops_the_build() -> None:
    spec = spec_from_file_location("docs_site", ROOT / "tools" / "docs_site.py")
    assert spec is not None
    assert spec.loader is not None
    docs_site = module_from_spec(spec)
    spec.loader.exec_module(docs_site)
    assert doctest.testmod(docs_site).failed == 0
    with pytest.raises(SystemExit, match=r"new/page.md: say below the title for whom"):
        docs_site.with_audience("# A new page\n\nWords.", "new/page.md")


def test_dead_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# The pit's `boss`\n[here](#the-pits-boss) [gone](gone.md) [nowhere](page.md#nowhere) [out](https://x.y)\n"
    )
    assert dead_links(page) == ["gone.md", "page.md#nowhere"]


@pytest.mark.parametrize(
    "page", ["docs/index.md", "docs/environments.md", "docs/python.md", "docs/methods/blackjack.md"]
)
def test_python_examples_are_correct(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried > 5
    assert failed == 0


@pytest.mark.parametrize(
    "page", [page for page in PAGES if CONSOLE.search(page.read_text(encoding="utf-8"))], ids=lambda page: page.name
)
def test_console_examples_match_real_output(page: Path, tmp_path: Path, rewrite: bool) -> None:
    shim = tmp_path / "bin" / "pitboss"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pitboss "$@"\n')
    shim.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    text = page.read_text(encoding="utf-8")
    true = CONSOLE.sub(lambda block: "```console\n" + "".join(run_block(block[1], shim.parent, work)) + "```", text)
    if rewrite:
        page.write_text(true, encoding="utf-8")
        return
    assert true == text, "rewrite them with make transcripts, and look at the difference"


def run_block(block: str, programs: Path, work: Path) -> Iterator[str]:
    """Run the commands of a block and return each with its actual output."""
    paths = {"PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src")}
    for command in re.findall(r"^\$ (.*)$", block, re.M):
        done = subprocess.run(
            ["bash", "-c", command], cwd=work, env={**paths, "LANG": "C.UTF-8", "COLUMNS": "80"}, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        )  # fmt: skip
        assert "unexpected error" not in done.stdout
        assert done.stdout or " | " not in command, f"an example that shows nothing: {command}"
        yield f"$ {command}\n{TIMES.sub('0.0 s', done.stdout)}"
