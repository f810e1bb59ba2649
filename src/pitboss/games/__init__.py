"""
The registry of games by name: built-in games, games in installed packages, and games in local folders.

>>> import pitboss as pb
>>> pb.games()["flip-it"].title
'flip~it'
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Mapping, ValuesView
from functools import cache
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import NamedTuple

from pitboss.play.faults import describe_fault
from pitboss.play.game import Game
from pitboss.play.refused import Refused

log = logging.getLogger(__name__)

OURS = ("flop22", "flip-it", "beat-the-dealer", "roll-your-own", "free-bet", "blackjack")
"""The built-in games, in the order of their rule sheets."""
GROUP = "pitboss.games"
"""The entry-point group in which a package registers its games: name = "package"."""
PROJECT = "pyproject.toml"
FOLDERS = "PITBOSS_GAME_FOLDERS"
"""The environment variable that lists the folders of games named by path, so child processes use the same folders."""


_asked_for: dict[str, Project] = {}
"""Games in local folders that were requested by name. Their code does not run before that."""


class Games(Mapping[str, Game]):
    """A read-only mapping of games. Each game is loaded on first lookup, so a command loads only the games it uses."""

    def __getitem__(self, name: str) -> Game:
        return _load(name, folder(name))

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        return name in OURS or name in installed() or bool(_named_by_path(name) or _here(name))

    def __iter__(self) -> Iterator[str]:
        """Iterate over the built-in games, the installed ones, and the local ones requested so far."""
        return iter(dict.fromkeys((*OURS, *installed(), *_asked_for)))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def values(self) -> ValuesView[Game]:
        """Return every game that can be loaded. A broken game is skipped."""
        return _Loaded(self)

    def __repr__(self) -> str:
        return f"<games: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{name}</td><td>{game.title}</td><td>{game.sentence}</td></tr>" for name, game in self.items()
        )
        return f"<table><thead><tr><th>name</th><th>title</th><th>game</th></tr></thead><tbody>{rows}</tbody></table>"


class _Loaded(ValuesView[Game]):
    """The loadable games, in order. A game that cannot be loaded is logged as a warning and skipped."""

    def __init__(self, games: Games) -> None:
        super().__init__(games)
        self.games = games

    def __iter__(self) -> Iterator[Game]:
        for name in self.games:
            try:
                game = self.games[name]
            except Refused as refused:
                log.warning("%s", refused.reason)
            else:
                yield game


GAMES: Mapping[str, Game] = Games()
"""Every game by name."""


def folder(name: str) -> str:
    """Return the package of the named game, made importable. Raise KeyError if the game is unknown."""
    if name in OURS:
        return f"{__name__}.{name.replace('-', '_')}"
    found = _named_by_path(name)
    if found is None and name in installed():
        return installed()[name]
    found = found or _here(name) or _asked_for.get(name)
    if found is None:
        raise KeyError(name)
    found.use()
    _asked_for[name] = found
    return found.package


@cache
def installed() -> Mapping[str, str]:
    """Return the packages of installed games by game name. The built-in games take precedence."""
    from importlib.metadata import entry_points  # noqa: PLC0415  (built-in games do not need it)

    found: dict[str, str] = {}
    for point in sorted(entry_points(group=GROUP)):
        if point.name in OURS or point.name in found:
            log.warning("the package %s has a game %r too, and is not used", point.module, point.name)
        else:
            found[point.name] = point.module
    return found


class Project(NamedTuple):
    """A folder that contains a game, as created by `pitboss new`."""

    name: str
    package: str
    place: Path
    """The directory that contains the package and must be on `sys.path`."""

    def use(self) -> None:
        """Make Python import the package from this directory, even if a copy from elsewhere is already loaded."""
        loaded = sys.modules.get(self.package)
        if loaded and loaded.__file__ and not Path(loaded.__file__).is_relative_to(self.place):
            for module in [name for name in sys.modules if f"{name}.".startswith(f"{self.package}.")]:
                del sys.modules[module]
        if sys.path[:1] != [str(self.place)]:
            sys.path.insert(0, str(self.place))


def project_in(where: Path) -> Project | None:
    """Return the game declared in this folder's `pyproject.toml`, or None if it declares none."""
    import tomllib  # noqa: PLC0415  (as above)

    try:
        project = tomllib.loads((where / PROJECT).read_text(encoding="utf-8"))
        points = project["project"]["entry-points"][GROUP]
        name, package = next(iter(points.items()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, StopIteration):
        return None
    source = where / "src"
    return Project(str(name), str(package).partition(":")[0], (source if source.is_dir() else where).resolve())


def use_folder(name_or_path: str) -> str:
    """
    Resolve a game name or path to a game name. A path means the game in that folder.

    From then on, the name refers to the game in the folder, in this process and in its children, even if a copy is
    installed.
    """
    if not name_or_path or (name_or_path == Path(name_or_path).name and name_or_path != ".."):
        return name_or_path
    where = Path(name_or_path).expanduser()
    project = project_in(where)
    if project is None:
        if not (where / PROJECT).is_file():
            return name_or_path
        reason = f'{where / PROJECT} names no game: it needs the entry point [project.entry-points."{GROUP}"]'
        raise Refused("no-such-game", reason)
    if project.name in OURS:
        raise Refused(
            "name-taken", f"the game in {name_or_path} is called {project.name!r}, which is built in: rename it"
        )
    others = [path for path in os.environ.get(FOLDERS, "").split(os.pathsep) if path and path != str(where.resolve())]
    os.environ[FOLDERS] = os.pathsep.join([str(where.resolve()), *others])
    _asked_for[project.name] = project
    return project.name


def _named_by_path(name: str) -> Project | None:
    """Return the game of this name from the folders named by path, if any."""
    paths = os.environ.get(FOLDERS, "").split(os.pathsep)
    found = (project_in(Path(path)) for path in paths if path)
    return next((project for project in found if project and project.name == name), None)


def _here(name: str) -> Project | None:
    """Return the game of this name from `./name` or from the current directory, if any."""
    if not name or name != Path(name).name:
        return None
    found = (project_in(where) for where in (Path.cwd() / name, Path.cwd()))
    return next((project for project in found if project and project.name == name), None)


def _load(name: str, package: str) -> Game:
    """Import a package and return its `GAME`. Raise Refused with the reason if that fails."""
    try:
        game = import_module(package).GAME
    except Exception as error:
        if name in OURS:
            raise
        reason = f"the game {name!r} cannot be loaded from the package {package}: {describe_fault(error)}"
        raise Refused("broken-game", reason) from error
    if not isinstance(game, Game) or game.name != name:
        reason = f"the package {package} must have a GAME with the name {name!r}, not {getattr(game, 'name', game)!r}"
        raise Refused("broken-game", reason)
    return game


def fault_of_a_game(error: BaseException) -> str | None:
    """Return where the code of an external game failed, or None if the traceback does not touch such a game."""
    homes = [str(Path(loaded.__file__).parent) for loaded in _loaded_from_outside() if loaded.__file__]
    frames = [frame.filename for frame in extract_tb(error.__traceback__)]
    for home in homes:
        if any(Path(name).is_relative_to(home) for name in frames):
            return f"the game failed in {describe_fault(error, home)}"
    return None


def _loaded_from_outside() -> list[ModuleType]:
    packages = {*installed().values(), *(project.package for project in _asked_for.values())}
    return [sys.modules[package] for package in packages if package in sys.modules]


class _Asked(ModuleType):
    """This module, made callable, so that `pitboss.games()` works too."""

    def __call__(self) -> Mapping[str, Game]:
        """Return every game by name."""
        return GAMES


sys.modules[__name__].__class__ = _Asked
