"""`pitboss new`: create a folder with a small working game as a starting point."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from pitboss import __version__
from pitboss.games import GAMES, OURS, folder, installed, use_folder
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.school.procedure_draft import TO_FILL, draft_procedure

TEMPLATE = "pitboss.contract.new_game_files"
ENDING = ".txt"
"""The extension of template files, so that they are not mistaken for source files."""
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_MAX_NAME_LENGTH = 40


def write_game(name: str) -> None:
    """Create the folder with all its files; raise if it already exists."""
    check_name(name)
    here = Path(name)
    if here.exists():
        raise Refused("folder-exists", f"there is a {name!r} here already: choose another name, or move it away")
    words = words_for(name)
    for path, text in files():
        file = here / filled(path, words)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(filled(text, words), encoding="utf-8")
    sys.stdout.write(
        f"{words['title']} is in the folder {name}. Deal it, compute its odds and check it:\n"
        f"  pitboss deal {name}\n  pitboss odds {name}\n  pitboss check {name}\n"
        f"Its README says what to change first; pip install ./{name} makes it known everywhere.\n"
    )


def write_procedure(name_or_folder: str) -> None:
    """Write a draft of the school's `procedure.toml` next to the game's script; raise if the game already has one."""
    name = use_folder(name_or_folder)
    game = game_called(name, GAMES)
    if game.provides.procedure is not None:
        raise Refused("file-exists", f"{game.title} has a procedure.toml already: move it away to get a new draft")
    if name not in OURS and name in installed() and name == name_or_folder:
        raise Refused("installed-game", f"{name} is installed: name its folder, as in ./{name}")
    place = Path(str(resources.files(folder(name)))) / "procedure.toml"
    draft = draft_procedure(game)
    place.write_text(draft, encoding="utf-8")
    shown = place.relative_to(Path.cwd()) if place.is_relative_to(Path.cwd()) else place
    sys.stdout.write(
        f"The draft is in {shown}. {draft.count(f'# {TO_FILL}')} of its lines are marked {TO_FILL}.\n"
        f"  pitboss drill {name_or_folder} --deal\n"
    )


def check_name(name: str) -> None:
    """Raise unless the name is valid on the command line and as a package name, and is not taken."""
    if not _NAME.fullmatch(name) or len(name) > _MAX_NAME_LENGTH or keyword.iskeyword(name):
        reason = f"{name!r} cannot be a game's name: write small letters, digits and single hyphens, as in my-game"
        raise Refused("bad-name", reason)
    if name in GAMES:
        raise Refused("name-taken", f"there is a game {name!r} already: choose another name")
    if name.replace("-", "_") in sys.stdlib_module_names or name == "pitboss":
        raise Refused("name-taken", f"Python has a module called {name!r}: choose another name")


def words_for(name: str) -> dict[str, str]:
    """Return the template's placeholders and their values for this game."""
    parts = name.split("-")
    initials = "".join(part[0] for part in parts).upper()
    prefix = initials if initials != "C" else f"{initials}X"
    title = " ".join(part.capitalize() for part in parts)
    return {"name": name, "package": name.replace("-", "_"), "title": title, "prefix": prefix, "version": __version__}


def filled(text: str, words: dict[str, str]) -> str:
    """Fill in the placeholders."""
    for key, word in words.items():
        text = text.replace(f"@{key}@", word)
    return text


def files() -> Iterator[tuple[str, str]]:
    """Yield the path in the new folder and the text of each template file."""
    yield from _files_in(resources.files(TEMPLATE), "")


def _files_in(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files_in(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(ENDING):
            yield f"{path}{entry.name.removesuffix(ENDING)}", entry.read_text(encoding="utf-8")
