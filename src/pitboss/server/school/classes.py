"""
Classes: each has a name, a code that trainees join with, and a link that only the trainer has.

The link contains a random key. The code is derived from it, and the database stores only the key's hash, so it holds
no secret. A trainer sees only trainees who have joined, and a trainee can leave. A class is closed by its trainer, or
after half a year without use.
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
from pitboss.server.http.models import Model
from pitboss.server.http.table_routes import REFUSALS, Asker, Player, Registry
from pitboss.server.school.practice_store import NewClass
from pitboss.server.school.quiz_routes import books, change_books, now
from pitboss.server.tables.registry import TableRegistry

router = APIRouter(prefix="/api/school", responses=REFUSALS)
LETTERS = 8
"""The length of a code, enough to prevent guessing."""
Code = Annotated[str, Path(max_length=40)]


class ClassToOpen(Model):
    """A trainer's request to open a class."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=r"\S")]


class ClassInfo(Model):
    """A class as its trainees see it."""

    name: str
    code: str


class ClassOpened(ClassInfo):
    """A new class as shown to its trainer once. Anyone with the key can see the class."""

    key: str


class ClassAsked(Model):
    """The trainer's key of a class, and the game to report on."""

    key: Annotated[str, Field(max_length=60)]
    game: Annotated[str, Field(max_length=60)]


class ClassToClose(Model):
    """The trainer's key of a class."""

    key: Annotated[str, Field(max_length=60)]


class Trainee(Model):
    """A trainee of the class, as shown to the trainer."""

    name: str
    asked: int
    right: int
    due: int
    motions_due: int
    skills: dict[str, int]
    """The right answers by skill."""
    asked_by_skill: dict[str, int]
    ready: bool


class ClassShown(ClassInfo):
    """A class as shown to its trainer, including trainees who haven't practised this game."""

    title: str
    trainees: list[Trainee]


def code_of(key: str) -> str:
    """Derive the class code from a trainer's key. The key can't be derived from the code."""
    return b32encode(sha256(key.encode()).digest()).decode().lower()[:LETTERS]


def hash_of(key: str) -> str:
    """Hash a trainer's key for storage."""
    return sha256(key.encode()).hexdigest()


def address_mark(registry: TableRegistry, address: str) -> str:
    """Return a keyed hash of an address, for counting addresses without storing them."""
    return hmac.digest(registry.key, f"class {address}".encode(), "sha256").hex()


def _seconds() -> int:
    return int(now().timestamp())


async def _name_of(key: str, registry: TableRegistry) -> str:
    """Return the name of the class for a trainer's key, or raise `Refused`."""
    name = await change_books(registry, lambda store: store.class_of_key(code_of(key), hash_of(key), _seconds()))
    if name is None:
        raise Refused("no-such-class", "this class is closed, or its link is incomplete: check the link")
    return name


@router.post("/classes")
async def open_class(wanted: ClassToOpen, registry: Registry, player: Player, asker: Asker) -> ClassOpened:
    """Open a class. The key is returned only here."""
    key, name = token_urlsafe(16), wanted.name.strip()
    opened = NewClass(code_of(key), name, hash_of(key), player, address_mark(registry, asker))
    await change_books(registry, lambda store: store.open_class(opened, _seconds()))
    return ClassOpened(name=name, code=code_of(key), key=key)


@router.get("/classes")
async def my_classes(player: Player, registry: Registry) -> list[ClassInfo]:
    """List the classes you have joined. Their trainers can see your practice."""
    rows = await books(registry, lambda store: store.classes_of(player))
    return [ClassInfo(name=name, code=code) for code, name in rows]


@router.get("/classes/{code}")
async def class_of_code(code: Code, registry: Registry, _asker: Asker) -> ClassInfo:
    """Return the name of a class, so that a trainee can check it before joining."""
    code = code.strip().lower()
    name = await books(registry, lambda store: store.class_name(code))
    if name is None:
        raise Refused("no-such-class", f"there is no class with the code {code!r}: ask your trainer for it")
    return ClassInfo(name=name, code=code)


@router.post("/classes/{code}/join")
async def join(code: Code, player: Player, registry: Registry, asker: Asker) -> ClassInfo:
    """Join a class, so that its trainer sees your nickname and practice."""
    found = await class_of_code(code, registry, asker)
    await change_books(registry, lambda store: store.join_class(found.code, player, _seconds()))
    return found


@router.post("/classes/{code}/leave")
async def leave(code: Code, player: Player, registry: Registry, asker: Asker) -> ClassInfo:
    """Leave a class, so that its trainer no longer sees you."""
    found = await class_of_code(code, registry, asker)
    await change_books(registry, lambda store: store.leave_class(found.code, player))
    return found


@router.post("/class/close")
async def close_class(wanted: ClassToClose, registry: Registry, _asker: Asker) -> ClassInfo:
    """Close a class permanently with the trainer's key. The trainees keep their practice."""
    code, name = code_of(wanted.key), await _name_of(wanted.key, registry)
    await change_books(registry, lambda store: store.close_class(code))
    return ClassInfo(name=name, code=code)


@router.post("/class")
async def class_view(wanted: ClassAsked, registry: Registry, _asker: Asker) -> ClassShown:
    """Return every trainee's progress in a game to the holder of the key, starting with those ready for the test."""
    game, code = game_called(wanted.game, GAMES), code_of(wanted.key)
    name = await _name_of(wanted.key, registry)
    rows = await books(registry, lambda store: store.class_view(game.name, now(), store.members(code)))
    named = [Trainee.model_validate({**row, "name": registry.players.name_of(str(row["name"]))}) for row in rows]
    trainees = sorted(named, key=lambda trainee: (not trainee.ready, trainee.name))
    return ClassShown(name=name, code=code, title=game.title, trainees=trainees)
