"""
A class: a name, a code with which trainees join, and a link that only its trainer has.

The link is a random key. The code follows from it, and the books hold the key's hash, so they hold no secret. A trainer
sees only who has joined, and a trainee can leave. A class is closed by its trainer, or after half a year without use.
"""

from __future__ import annotations

import hmac
from base64 import b32encode
from hashlib import sha256
from secrets import token_urlsafe
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field

from pitboss.games import GAMES
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.server.http.api import REFUSALS, Asker, InHall, Player
from pitboss.server.http.models import Model
from pitboss.server.school.practice_store import NewClass
from pitboss.server.school.quiz_routes import books, now
from pitboss.server.tables.registry import Hall

router = APIRouter(prefix="/api/school", responses=REFUSALS)
LETTERS = 8
"""Of a code: enough that nobody joins a class by guessing."""
Code = Annotated[str, Path(max_length=40)]


class ClassToOpen(Model):
    """What a trainer says to open a class."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=r"\S")]


class ClassInfo(Model):
    """A class as its trainees see it."""

    name: str
    code: str


class ClassOpened(ClassInfo):
    """A class as its trainer sees it once: whoever has the key sees the class."""

    key: str


class ClassAsked(Model):
    """Which class, by the trainer's key, and how it stands in which game."""

    key: Annotated[str, Field(max_length=60)]
    game: Annotated[str, Field(max_length=60)]


class ClassToClose(Model):
    """Which class, by the trainer's key."""

    key: Annotated[str, Field(max_length=60)]


class Trainee(Model):
    """One of the class, for a trainer."""

    name: str
    asked: int
    right: int
    due: int
    motions_due: int
    skills: dict[str, int]
    ready: bool


class ClassShown(ClassInfo):
    """A class for its trainer: everybody who joined, also those who have not practised this game."""

    title: str
    trainees: list[Trainee]


def code_of(key: str) -> str:
    """The code that goes with a trainer's key; the key does not follow from it."""
    return b32encode(sha256(key.encode()).digest()).decode().lower()[:LETTERS]


def hash_of(key: str) -> str:
    """Return what the books hold of a trainer's key."""
    return sha256(key.encode()).hexdigest()


def _mark(hall: Hall, address: str) -> str:
    """Return a stand-in for an address: equal addresses are counted together, and none can be read back."""
    return hmac.digest(hall.key, f"class {address}".encode(), "sha256").hex()


def _seconds() -> int:
    return int(now().timestamp())


async def _name_of(key: str, hall: Hall) -> str:
    """Return the name of the class that this trainer's key opens, or raise `Refused`."""
    name = await books(hall, lambda kept: kept.class_of_key(code_of(key), hash_of(key), _seconds()))
    if name is None:
        raise Refused("no-such-class", "this is no trainer's link of an open class: open a class, and save its link")
    return name


@router.post("/classes")
async def open_class(wanted: ClassToOpen, hall: InHall, player: Player, asker: Asker) -> ClassOpened:
    """Open a class; the key is told here and never again."""
    key, name = token_urlsafe(16), wanted.name.strip()
    opened = NewClass(code_of(key), name, hash_of(key), player, _mark(hall, asker))
    await books(hall, lambda kept: kept.open_class(opened, _seconds()))
    return ClassOpened(name=name, code=code_of(key), key=key)


@router.get("/classes")
async def my_classes(player: Player, hall: InHall) -> list[ClassInfo]:
    """The classes that this player has joined: their trainers see how the practice goes."""
    rows = await books(hall, lambda kept: kept.classes_of(player))
    return [ClassInfo(name=name, code=code) for code, name in rows]


@router.get("/classes/{code}")
async def class_of_code(code: Code, hall: InHall, _asker: Asker) -> ClassInfo:
    """What a class is called, before one joins it."""
    code = code.strip().lower()
    name = await books(hall, lambda kept: kept.class_name(code))
    if name is None:
        raise Refused("no-such-class", f"there is no class with the code {code!r}: ask your trainer for it")
    return ClassInfo(name=name, code=code)


@router.post("/classes/{code}/join")
async def join(code: Code, player: Player, hall: InHall, asker: Asker) -> ClassInfo:
    """Let this class's trainer see one's nickname and practice."""
    found = await class_of_code(code, hall, asker)
    await books(hall, lambda kept: kept.join_class(found.code, player, _seconds()))
    return found


@router.post("/classes/{code}/leave")
async def leave(code: Code, player: Player, hall: InHall, asker: Asker) -> ClassInfo:
    """Be seen by this class's trainer no longer."""
    found = await class_of_code(code, hall, asker)
    await books(hall, lambda kept: kept.leave_class(found.code, player))
    return found


@router.post("/class/close")
async def close_class(wanted: ClassToClose, hall: InHall, _asker: Asker) -> ClassInfo:
    """Close a class for good, with the trainer's key; what its trainees practised stays theirs."""
    code, name = code_of(wanted.key), await _name_of(wanted.key, hall)
    await books(hall, lambda kept: kept.close_class(code))
    return ClassInfo(name=name, code=code)


@router.post("/class")
async def class_view(wanted: ClassAsked, hall: InHall, _asker: Asker) -> ClassShown:
    """For the trainer who has the key: how everybody who joined stands in this game, those who are ready first."""
    game, code = game_called(wanted.game, GAMES), code_of(wanted.key)
    name = await _name_of(wanted.key, hall)
    rows = await books(hall, lambda kept: kept.class_view(game.name, now(), kept.members(code)))
    named = [Trainee.model_validate({**row, "name": hall.players.name_of(str(row["name"]))}) for row in rows]
    trainees = sorted(named, key=lambda trainee: (not trainee.ready, trainee.name))
    return ClassShown(name=name, code=code, title=game.title, trainees=trainees)
