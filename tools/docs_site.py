"""
Build the documentation site: `make docs`.

The pages of `docs/` are written to be read in the repository too, and link to files around it. This script copies them
to `build/docs`, adds the pages that live elsewhere (README, changelog, benchmarks, examples), generates the reference
of the Python library and `llms.txt`, rewrites the links between them, and runs Zensical with all warnings as errors.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pitboss

ROOT = Path(__file__).resolve().parents[1]
SOURCE, SITE = ROOT / "build" / "docs", ROOT / "build" / "site"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)")
FENCED = re.compile(r"(^```.*?^```$)", re.M | re.S)
ELSEWHERE = {
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CODE_OF_CONDUCT.md": "project/conduct.md",
    "SECURITY.md": "project/security.md",
    "docs/tutorial.ipynb": "tutorials/notebook.md",
}
"""Pages of the site that are not in `docs/`, or not Markdown, by their path in the repository."""
SECTIONS = {
    "Tutorials": ("tutorials/first-round.md", "tutorials/*", "adding-a-game.md"),
    "Guides": ("users/*", "running-a-house.md", "server.md", "cluster.md", "environments.md", "examples/*"),
    "Reference": (
        "commands/*", "games/*", "procedures/*", "rulings.md", "python.md", "reference/*", "protocol.md",
        "school-api.md", "schemas/*", "errors.md", "glossary.md", "terminal-pictures.md",
    ),
    "Explanation": ("methods/*", "honest-deal.md", "*fair*", "architecture.md", "decisions/*", "benchmarks/*"),
    "Project": ("project/*",),
}  # fmt: skip
"""The parts of the site with patterns of their pages, in order; a page is in the first part that matches."""


def pages() -> dict[str, str]:
    """Return the path on the site of every file that the site has, by its path in the repository."""
    found = {path.relative_to(ROOT).as_posix(): path.relative_to(ROOT / "docs").as_posix() for path in _docs()}
    found |= ELSEWHERE | {"README.md": "index.md"}  # the home page of the repository is that of the site
    found |= {path.relative_to(ROOT).as_posix(): f"benchmarks/{path.name}" for path in ROOT.glob("bench/*.md")}
    readmes = ROOT.glob("examples/*/README.md")
    return found | {path.relative_to(ROOT).as_posix(): f"examples/{path.parent.name}.md" for path in readmes}


def _docs() -> Iterator[Path]:
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.suffix in (".md", ".png", ".jpg", ".svg", ".gif", ".json") and path.is_file():
            yield path


def with_site_links(text: str, page: str, placed: dict[str, str]) -> str:
    """Rewrite a page's relative links for its place on the site; a link to a file outside the site becomes text."""

    def link(match: re.Match[str]) -> str:
        picture, words, target, place = match.groups()
        reached = os.path.normpath(Path(page).parent / target)
        if reached in placed:
            path = os.path.relpath(placed[reached], Path(placed[page]).parent)
            return f"{picture}[{words}]({path}{place or ''})"
        index = f"{reached}/README.md"
        if index in placed:
            return f"[{words}]({os.path.relpath(placed[index], Path(placed[page]).parent)})"
        return words

    parts = FENCED.split(text)
    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)


def notebook(text: str) -> str:
    """Return a notebook as a page: its text, its code, and the output of each cell."""
    told = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        told.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", []):
            plain = "".join(output.get("text", []) or output.get("data", {}).get("text/plain", []))
            told += [f"```text\n{plain.rstrip()}\n```"] if plain else []
    return "\n\n".join(told) + "\n"


def reference() -> str:
    """Return the reference page of the library: every public function with its signature and docstring."""
    parts = [
        "# Python reference",
        "For programmers. Every public function of `import pitboss as pb`, generated from its docstring;"
        " [Python](../python.md) introduces them.",
    ]
    for name in pitboss.__all__:
        thing = getattr(pitboss, name)
        if callable(thing):
            signature = "" if isinstance(thing, type) else str(inspect.signature(thing))
            parts += [f"## {name}", f"```python\npb.{name}{signature}\n```", as_markdown(inspect.getdoc(thing) or "")]
    return "\n\n".join(parts) + "\n"


def as_markdown(docstring: str) -> str:
    """
    Return a docstring as Markdown: each example in a code block.

    >>> as_markdown("Add.\\n\\n>>> 1 + 1\\n2")
    'Add.\\n\\n```python\\n>>> 1 + 1\\n2\\n```'
    """
    paragraphs = re.split(r"\n\s*\n", docstring.strip())
    return "\n\n".join(f"```python\n{one}\n```" if one.lstrip().startswith(">>>") else one for one in paragraphs)


def navigation(placed: dict[str, str]) -> str:
    """Return the navigation as TOML: every page in one of the four kinds of documentation, and the project."""
    places = sorted(place for place in placed.values() if place.endswith(".md") and place != "index.md")
    left, sections = [*places, "reference/python.md"], ['{ "Home" = "index.md" }']
    for title, patterns in SECTIONS.items():
        inside = []
        for pattern in patterns:
            found = [place for place in left if fnmatch(place, pattern)]
            left = [place for place in left if place not in found]
            inside += [f'"{place}"' for place in found]
        sections.append(f'{{ "{title}" = [{", ".join(inside)}] }}')
    if left:
        raise SystemExit(f"these pages are in no section of the site: {', '.join(left)}")
    return f"nav = [\n  {(',' + chr(10) + '  ').join(sections)},\n]\n"


def llms(placed: dict[str, str]) -> str:
    """Return `llms.txt`: the pages with their titles, for programs that read documentation."""
    lines = ["# pitboss", "", "> Casino table games from their rule sheets: dealt, proved and taught.", ""]
    for page in sorted(path for path in placed.values() if path.endswith(".md")):
        title = re.search(r"^# (.*)$", (SOURCE / page).read_text(encoding="utf-8"), re.M)
        lines.append(f"- [{title.group(1) if title else page}]({page})")
    return "\n".join(lines) + "\n"


def assemble() -> dict[str, str]:
    """Write every page of the site to the build folder; return their places."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    placed = pages()
    for path, place in placed.items():
        if path == "README.md":
            continue
        target = SOURCE / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.endswith(".ipynb"):
            target.write_text(notebook((ROOT / path).read_text(encoding="utf-8")), encoding="utf-8")
        elif path.endswith(".md"):
            text = (ROOT / path).read_text(encoding="utf-8")
            target.write_text(with_site_links(text, path, placed), encoding="utf-8")
        else:
            shutil.copyfile(ROOT / path, target)
    (SOURCE / "reference").mkdir(exist_ok=True)
    (SOURCE / "reference" / "python.md").write_text(reference(), encoding="utf-8")
    (SOURCE / "llms.txt").write_text(llms(placed), encoding="utf-8")
    settings = (ROOT / "tools" / "zensical.toml").read_text(encoding="utf-8")
    marker = "# The navigation follows here; tools/docs_site.py writes it.\n"
    config = settings.replace(marker, navigation(placed))
    (ROOT / "build" / "zensical.toml").write_text(config, encoding="utf-8")
    return placed


def main() -> int:
    """Assemble and build the site; copy each page as Markdown next to its HTML."""
    placed = assemble()
    program = Path(sys.executable).parent / "zensical"
    done = subprocess.run([program, "build", "--clean", "--strict"], cwd=ROOT / "build", check=False)
    if done.returncode:
        return done.returncode
    for page in placed.values():
        if page.endswith(".md"):
            (SITE / page).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SOURCE / page, SITE / page)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
