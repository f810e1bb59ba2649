"""
The games by name: ours, those of installed packages, and one in a folder here that is asked for by its name.

>>> import pitboss as pb
>>> pb.games()["flip-it"].title
'flip~it'
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Mapping, ValuesView
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from pitboss.play.game import Game
from pitboss.play.refused import Refused

log = logging.getLogger(__name__)

OURS = ("flop22", "flip-it", "beat-the-dealer", "roll-your-own", "free-bet")
"""The games of this house, in the order of the sheets."""
GROUP = "pitboss.games"
"""The entry-point group by which a package says which games it has: name = "package"."""
PROJECT = "pyproject.toml"


_asked_for: dict[str, Project] = {}
"""Games in folders here that somebody has asked for by name: until then their code does not run."""


class Games(Mapping[str, Game]):
    """Reads like a dict; a game is loaded when it is first looked up, so that a command waits only for its own."""

    def __getitem__(self, name: str) -> Game:
        return _load(name, folder(name))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name in OURS or name in installed() or _here(name) is not None)

    def __iter__(self) -> Iterator[str]:
        """Ours, the installed ones, and one in a folder here as soon as somebody has asked for it by name."""
        return iter((*OURS, *installed(), *_asked_for))

    def __len__(self) -> int:
        return len(OURS) + len(installed()) + len(_asked_for)

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
    if name in installed():
        return installed()[name]
    found = _here(name) or _asked_for.get(name)
    if found is None:
        raise KeyError(name)
    found.use()
    _asked_for[name] = found
    return found.package


def has_room(name: str, module: str) -> bool:
    """Whether the game has this module, as in `count.odds`; without it its script alone says all."""
    package = folder(name)
    room = f"{package}.{module.split('.', maxsplit=1)[0]}"
    return find_spec(room) is not None and find_spec(f"{package}.{module}") is not None


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
        """Have Python find the package."""
        if str(self.place) not in sys.path:
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
        reason = f"the game {name!r} cannot be loaded from the package {package}: {type(error).__name__}: {error}"
        raise Refused("broken-game", reason) from error
    if not isinstance(game, Game) or game.name != name:
        reason = f"the package {package} must have a GAME with the name {name!r}, not {getattr(game, 'name', game)!r}"
        raise Refused("broken-game", reason)
    return game


class _Asked(ModuleType):
    """This package can be asked itself: `pitboss.games()` is a guess that people make."""

    def __call__(self) -> Mapping[str, Game]:
        """Every game by its name."""
        return GAMES


sys.modules[__name__].__class__ = _Asked
