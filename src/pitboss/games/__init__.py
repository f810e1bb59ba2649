"""
The games by name: ours, those of installed packages, and one in a folder here that is asked for by its name.

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

OURS = ("flop22", "flip-it", "beat-the-dealer", "roll-your-own", "free-bet")
"""The games of this house, in the order of the sheets."""
GROUP = "pitboss.games"
"""The entry-point group by which a package says which games it has: name = "package"."""
PROJECT = "pyproject.toml"
FOLDERS = "PITBOSS_GAME_FOLDERS"
"""The environment variable with the folders of games named by path: child processes use the same folders."""


_asked_for: dict[str, Project] = {}
"""Games in folders here that somebody has asked for by name: until then their code does not run."""


class Games(Mapping[str, Game]):
    """Reads like a dict; a game is loaded when it is first looked up, so that a command waits only for its own."""

    def __getitem__(self, name: str) -> Game:
        return _load(name, folder(name))

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        return name in OURS or name in installed() or bool(_named_by_path(name) or _here(name))

    def __iter__(self) -> Iterator[str]:
        """Ours, the installed ones, and one in a folder here as soon as somebody has asked for it by name."""
        return iter(dict.fromkeys((*OURS, *installed(), *_asked_for)))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def values(self) -> ValuesView[Game]:
        """Every game that can be loaded: one that somebody broke must not close the house."""
        return _Loaded(self)

    def __repr__(self) -> str:
        return f"<games: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{name}</td><td>{game.title}</td><td>{game.sentence}</td></tr>" for name, game in self.items()
        )
        return f"<table><thead><tr><th>name</th><th>title</th><th>game</th></tr></thead><tbody>{rows}</tbody></table>"


class _Loaded(ValuesView[Game]):
    """The games one after the other; one that cannot be loaded is told in the log and left out."""

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
"""Every game by its name."""


def folder(name: str) -> str:
    """The package of the game of this name, ready to be imported."""
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
    """The packages of games that are installed beside us, by the game's name; ours come first."""
    from importlib.metadata import entry_points  # noqa: PLC0415  (one of our games needs it not)

    found: dict[str, str] = {}
    for point in sorted(entry_points(group=GROUP)):
        if point.name in OURS or point.name in found:
            log.warning("the package %s has a game %r too, and is not used", point.module, point.name)
        else:
            found[point.name] = point.module
    return found


class Project(NamedTuple):
    """A folder with a game in it, as `pitboss new` writes one."""

    name: str
    package: str
    place: Path
    """Where its package lies: what must be on Python's path."""

    def use(self) -> None:
        """Make Python import the package from this place, even if a copy from elsewhere is loaded already."""
        loaded = sys.modules.get(self.package)
        if loaded and loaded.__file__ and not Path(loaded.__file__).is_relative_to(self.place):
            for module in [name for name in sys.modules if f"{name}.".startswith(f"{self.package}.")]:
                del sys.modules[module]
        if sys.path[:1] != [str(self.place)]:
            sys.path.insert(0, str(self.place))


def project_in(where: Path) -> Project | None:
    """The game that this folder says it has; nothing where it says none."""
    import tomllib  # noqa: PLC0415  (as above)

    try:
        said = tomllib.loads((where / PROJECT).read_text(encoding="utf-8"))
        points = said["project"]["entry-points"][GROUP]
        name, package = next(iter(points.items()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, StopIteration):
        return None
    source = where / "src"
    return Project(str(name), str(package).partition(":")[0], (source if source.is_dir() else where).resolve())


def use_folder(said: str) -> str:
    """
    Return the name of the game that `said` means: a name stays as it is, a path names the game in that folder.

    From then on the name means the game in the folder, here and in child processes, also if a copy is installed.
    """
    if not said or (said == Path(said).name and said != ".."):
        return said
    where = Path(said).expanduser()
    project = project_in(where)
    if project is None:
        if not (where / PROJECT).is_file():
            return said
        reason = f'{where / PROJECT} names no game: it needs the entry point [project.entry-points."{GROUP}"]'
        raise Refused("no-such-game", reason)
    if project.name in OURS:
        raise Refused("name-taken", f"the game in {said} is called {project.name!r}, which is built in: rename it")
    others = [path for path in os.environ.get(FOLDERS, "").split(os.pathsep) if path and path != str(where.resolve())]
    os.environ[FOLDERS] = os.pathsep.join([str(where.resolve()), *others])
    _asked_for[project.name] = project
    return project.name


def _named_by_path(name: str) -> Project | None:
    """Return the game of this name in a folder that was named by its path, if any."""
    paths = os.environ.get(FOLDERS, "").split(os.pathsep)
    found = (project_in(Path(path)) for path in paths if path)
    return next((project for project in found if project and project.name == name), None)


def _here(name: str) -> Project | None:
    """The game of this name in the folder of this name here, or in this very folder."""
    if not name or name != Path(name).name:
        return None
    found = (project_in(where) for where in (Path.cwd() / name, Path.cwd()))
    return next((project for project in found if project and project.name == name), None)


def _load(name: str, package: str) -> Game:
    """The `GAME` of a package; what is wrong with it is said in a sentence."""
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
    """Return where the code of a game from outside failed; None if the fault is not in such a game's files."""
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
    """This package can be asked itself: `pitboss.games()` is a guess that people make."""

    def __call__(self) -> Mapping[str, Game]:
        """Every game by its name."""
        return GAMES


sys.modules[__name__].__class__ = _Asked
