"""
A builder for the documentation site: `make docs`.

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
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from types import FunctionType, ModuleType

import msgspec

import pitboss
from pitboss import kit
from pitboss.ranking.leaf import HandRule

ROOT = Path(__file__).resolve().parents[1]
BUILD = Path(os.environ.get("DOCS_BUILD", ROOT / "build"))
SOURCE, SITE = BUILD / "docs", BUILD / "site"
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
SECTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "Tutorials": {
        "": ("tutorials/first-round.md", "tutorials/side-bet.md", "tutorials/prove-your-game.md", "tutorials/*")
    },
    "Guides": {
        "By role": ("users/*",),
        "Running tables": ("running-a-house.md", "server.md", "cluster.md"),
        "Research": ("environments.md", "examples/learn-*", "examples/score-*"),
        "Games of your own": ("adding-a-game.md", "examples/*"),
    },
    "Reference": {
        "Commands": ("commands/*",),
        "Games": ("games/*", "rulings.md"),
        "Dealing procedures": ("procedures/*",),
        "For programs": ("python.md", "reference/*", "protocol.md", "school-api.md", "schemas/*"),
        "Look up": ("glossary.md", "errors.md", "terminal-pictures.md"),
    },
    "Explanation": {
        "Fair dealing": ("honest-deal.md", "promises.md"),
        "Methods": ("methods/*",),
        "Code": ("architecture.md", "decisions/*"),
        "Benchmarks": ("benchmarks/*",),
    },
    "Project": {"": ("project/*",)},
}
"""The sections of the site and their groups, with path patterns of the pages; a page is in the first that matches."""
LOOK = ("tools/docs_site.css", "src/pitboss/server/static/icon.svg")
"""The style sheet and the icon of the site."""
WIDE_PAGES = ("terminal-pictures.md",)
"""Pages that are shown without side bars, because their code blocks are wide."""
WITHOUT_SIDE_BARS = "---\nhide:\n  - navigation\n  - toc\n---\n\n"
SIGNATURE_WIDTH = 88
AUDIENCES = {
    "contributors": ("project/contributing.md", "project/conduct.md", "benchmarks/*"),
    "everybody": ("project/*",),
}
"""The audience of pages from outside `docs/`, with patterns of the pages that do not name it in their first words."""
FOREIGN_SCRIPT = re.compile(r"<script src=\"https?:[^>]*></script>")
"""The third-party script for searching from a folder. Ours replaces it, so that pages make no requests to other sites.
"""
WORKERS = "assets/javascripts/workers"
FOLDER_SEARCH = """\
// Browsers refuse to start a worker from a file, so in a folder the search starts from this copy of its program.
if (location.protocol === "file:") {
  const program = URL.createObjectURL(new Blob([%s], { type: "text/javascript" }));
  window.Worker = class extends Worker {
    constructor() {
      super(program);
    }
  };
}
"""
SAYS_FOR_WHOM = re.compile(r"\A# (?:For |.*\n+For )")


def pages() -> dict[str, str]:
    """Return the path on the site of each of its files, by its path in the repository."""
    found = {path.relative_to(ROOT).as_posix(): path.relative_to(ROOT / "docs").as_posix() for path in _docs()}
    found |= ELSEWHERE | {"README.md": "index.md"}  # the home page of the repository is also the site's
    found |= {path.relative_to(ROOT).as_posix(): f"benchmarks/{path.name}" for path in ROOT.glob("bench/*.md")}
    readmes = ROOT.glob("examples/*/README.md")
    return found | {path.relative_to(ROOT).as_posix(): f"examples/{path.parent.name}.md" for path in readmes}


def _docs() -> Iterator[Path]:
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.suffix in (".md", ".png", ".jpg", ".svg", ".gif", ".webp", ".json") and path.is_file():
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


def with_audience(text: str, place: str) -> str:
    """
    Return a page with its audience stated below the title.

    >>> with_audience("# Speed\\n\\nRounds a second.", "benchmarks/results.md")
    '# Speed\\n\\n*For contributors.*\\n\\nRounds a second.'
    >>> with_audience("# Shift\\n\\nFor new dealers.", "tutorials/shift.md")
    '# Shift\\n\\nFor new dealers.'
    """
    if SAYS_FOR_WHOM.search(text):
        return text
    audience = next((who for who, pages in AUDIENCES.items() if any(fnmatch(place, one) for one in pages)), None)
    title, _, rest = text.partition("\n")
    if audience is None or not title.startswith("# "):
        raise SystemExit(f"{place}: say below the title for whom the page is, or add it to AUDIENCES")
    return f"{title}\n\n*For {audience}.*\n\n{rest.lstrip()}"


def notebook(text: str) -> str:
    """Return a notebook as a page: its text, its code, and the output of each cell."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", []):
            plain = "".join(output.get("text", []) or output.get("data", {}).get("text/plain", []))
            parts += [f"```text\n{plain.rstrip()}\n```"] if plain else []
    return "\n\n".join(parts) + "\n"


def reference() -> str:
    """Return the reference page of the library: every public function with its signature and docstring."""
    parts = [
        "# Python reference",
        "For programmers. Every public function of `import pitboss as pb`, generated from its docstring;"
        " [Python](../python.md) introduces them.",
    ]
    return "\n\n".join(parts + [entry(pitboss, name, "pb.") for name in documented(pitboss)]) + "\n"


def kit_reference() -> str:
    """Return the reference page for `pitboss.kit`, the module that games import."""
    parts = [
        "# Reference of pitboss.kit",
        "For inventors and programmers who write a game. Every class and function of `pitboss.kit`, generated from its"
        " docstring; [adding a game](../adding-a-game.md) introduces them.",
    ]
    return "\n\n".join(parts + [entry(kit, name) for name in documented(kit)]) + "\n"


def documented(module: ModuleType) -> list[str]:
    """Return the public classes and functions of a module that have a docstring, in alphabetical order."""
    return sorted(name for name in module.__all__ if description(getattr(module, name)))


def description(thing: object) -> str:
    """Return the docstring of a class or function of pitboss; empty for a constant or an alias of a type."""
    thing = thing.function if isinstance(thing, HandRule) else thing
    is_ours = isinstance(thing, (type, FunctionType, ModuleType)) and thing.__module__.startswith("pitboss.")
    return inspect.getdoc(thing) or "" if is_ours else ""


def entry(module: ModuleType, name: str, prefix: str = "") -> str:
    """Return the section about one class or function: its signature and its docstring."""
    thing = getattr(module, name)
    signature = signature_of(thing) if inspect.isfunction(thing) else fields_of(thing)
    return "\n\n".join([f"## {name}", f"```python\n{prefix}{name}{signature}\n```", as_markdown(description(thing))])


def fields_of(thing: object) -> str:
    """
    Return the constructor parameters of a `msgspec.Struct` by name; empty for anything else.

    >>> fields_of(kit.Named)
    '(lines, source)'
    """
    if not isinstance(thing, type) or not issubclass(thing, msgspec.Struct):
        return ""
    given = inspect.signature(thing).parameters.values()
    return f"({', '.join(one.name if one.default is one.empty else f'{one.name}=…' for one in given)})"


def signature_of(function: Callable[..., object]) -> str:
    """
    Return the signature of a function, with its annotations unquoted.

    >>> def play(seat: int, how: str = "best") -> bool: ...
    >>> signature_of(play)
    "(seat: int, how: str = 'best') -> bool"
    """
    signature = inspect.signature(function)
    on_one_line = unquoted(str(signature))
    if len(on_one_line) <= SIGNATURE_WIDTH:
        return on_one_line
    parts = [unquoted(str(one)) for one in signature.parameters.values()]
    kinds = [one.kind for one in signature.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        parts.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    lines = "".join(f"    {part},\n" for part in parts)
    return f"(\n{lines}){on_one_line[on_one_line.rindex(' -> ') :]}"


def unquoted(signature: str) -> str:
    """Return a signature without the quotation marks around its annotations."""
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", signature)


def as_markdown(docstring: str) -> str:
    """
    Return a docstring as Markdown: each example in a code block.

    >>> as_markdown("Add.\\n\\n>>> 1 + 1\\n2")
    'Add.\\n\\n```python\\n>>> 1 + 1\\n2\\n```'
    """
    paragraphs = re.split(r"\n\s*\n", docstring.strip())
    return "\n\n".join(f"```python\n{one}\n```" if one.lstrip().startswith(">>>") else one for one in paragraphs)


def sections(placed: dict[str, str]) -> dict[str, dict[str, list[str]]]:
    """Return every page but the first in one of the four kinds of documentation, or the project, by group."""
    left = sorted(place for place in placed.values() if place.endswith(".md") and place != "index.md")
    left += ["reference/kit.md", "reference/python.md"]
    found: dict[str, dict[str, list[str]]] = {}
    for title, groups in SECTIONS.items():
        found[title] = {}
        for group, patterns in groups.items():
            inside = [place for pattern in patterns for place in left if fnmatch(place, pattern)]
            found[title][group] = list(dict.fromkeys(inside))
            left = [place for place in left if place not in inside]
    if left:
        raise SystemExit(f"these pages are in no section of the site: {', '.join(left)}")
    return found


def navigation(placed: dict[str, str]) -> str:
    """Return the navigation as TOML."""
    tabs = ['{ "Home" = "index.md" }']
    for title, groups in sections(placed).items():
        lists = {group: ", ".join(f'"{place}"' for place in places) for group, places in groups.items()}
        inside = ", ".join(f'{{ "{group}" = [{places}] }}' if group else places for group, places in lists.items())
        tabs.append(f'{{ "{title}" = [{inside}] }}')
    return f"nav = [\n  {(',' + chr(10) + '  ').join(tabs)},\n]\n"


def llms(placed: dict[str, str]) -> str:
    """Return `llms.txt`: the pages by section, with titles and audiences, for programs that read documentation."""
    lines = ["# pitboss", "", "> Casino table games from their rule sheets: dealt, proved and taught.", ""]
    lines += [
        "Every page of this site is also a Markdown file, with the address below.",
        "",
        "- [pitboss](index.md)",
        "",
    ]
    for title, groups in sections(placed).items():
        pages = [place for places in groups.values() for place in places]
        lines += [
            f"## {title}",
            "",
            *(
                f"- [{name}]({place}){audience and ': '}{audience}"
                for place in pages
                for name, audience in [head(place)]
            ),
            "",
        ]
    return "\n".join(lines)


def head(place: str) -> tuple[str, str]:
    """Return the title of an assembled page, and the sentence below it that says for whom it is, if any."""
    text = (SOURCE / place).read_text(encoding="utf-8").removeprefix(WITHOUT_SIDE_BARS)
    title, _, rest = text.partition("\n")
    sentence = re.match(r"\**(For .*?\.)\**(?:\s|$)", rest.strip(), re.S)
    return title.removeprefix("# "), " ".join(sentence.group(1).split()) if sentence else ""


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
            page = notebook((ROOT / path).read_text(encoding="utf-8"))
            target.write_text(with_audience(page, place), encoding="utf-8")
        elif path.endswith(".md"):
            text = (ROOT / path).read_text(encoding="utf-8")
            page = with_audience(with_site_links(text, path, placed), place)
            target.write_text(WITHOUT_SIDE_BARS + page if place in WIDE_PAGES else page, encoding="utf-8")
        else:
            shutil.copyfile(ROOT / path, target)
    (SOURCE / "reference").mkdir(exist_ok=True)
    (SOURCE / "reference" / "python.md").write_text(reference(), encoding="utf-8")
    (SOURCE / "reference" / "kit.md").write_text(kit_reference(), encoding="utf-8")
    (SOURCE / "llms.txt").write_text(llms(placed), encoding="utf-8")
    (SOURCE / "assets").mkdir(exist_ok=True)
    for path in LOOK:
        shutil.copyfile(ROOT / path, SOURCE / "assets" / Path(path).name)
    settings = (ROOT / "tools" / "zensical.toml").read_text(encoding="utf-8")
    marker = "# The navigation follows here; tools/docs_site.py writes it.\n"
    config = settings.replace("VERSION", pitboss.__version__).replace(marker, navigation(placed))
    (BUILD / "zensical.toml").write_text(config, encoding="utf-8")
    return placed


def search_in_a_folder() -> None:
    """Make search work when the site is opened from a folder, without a web server."""
    (program,) = (SITE / WORKERS).glob("search.*.js")
    script = SITE / WORKERS / "folder.js"
    script.write_text(FOLDER_SEARCH % json.dumps(program.read_text(encoding="utf-8")), encoding="utf-8")
    for path in SITE.rglob("*.html"):
        ours = f'<script src="{os.path.relpath(script, path.parent)}"></script>'
        path.write_text(FOREIGN_SCRIPT.sub(ours, path.read_text(encoding="utf-8")), encoding="utf-8")


def main() -> int:
    """Assemble and build the site; copy each page as Markdown next to its HTML."""
    placed = assemble()
    program = Path(sys.executable).parent / "zensical"
    done = subprocess.run([program, "build", "--clean", "--strict"], cwd=BUILD, check=False)
    if done.returncode:
        return done.returncode
    search_in_a_folder()
    for page in placed.values():
        if page.endswith(".md"):
            (SITE / page).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SOURCE / page, SITE / page)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
