"""
Answers shipped with the package, for every built-in game under its sheet's rules.

A game's answers are in `solving/answers/shipped/<game>.jsonl`, written by `make answers`. The first line holds a hash
of every source file that they depend on; every further line is one answer with its checksum and the indices of its
sources. An answer is used only if none of its sources has changed. Changes to comments, docstrings and formatting do
not matter, nor does the version of the package: if an answer contains the version, so does its question.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from pitboss.compute.disk.source_hash import OURS

log = logging.getLogger(__name__)

FOLDER = "solving/answers/shipped"
_DIGITS = 16


class AnswerHead(msgspec.Struct, frozen=True):
    """The first line of an answers file: the sources of its answers."""

    sources: tuple[tuple[str, str, str], ...]
    """Each source file: its path in the package, the hash of its bytes and the hash of its code."""


class AnswerLine(msgspec.Struct, frozen=True):
    """One answer."""

    question: str
    what: str
    by: tuple[int, ...]
    """Its sources, as indices into `AnswerHead.sources`."""
    checksum: str
    answer: msgspec.Raw


def file_of(game: str) -> Path:
    """Return the file with the answers for a built-in game."""
    return OURS / FOLDER / f"{game}.jsonl"


def question_key(asked: Mapping[str, object]) -> str:
    """Return the hash that identifies a question."""
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def checksum(answer: bytes) -> str:
    """Return the checksum of an answer."""
    return hashlib.sha256(answer).hexdigest()[:_DIGITS]


def shipped(asked: object) -> bytes | None:
    """Return the shipped answer to this question, or None if there is none or its sources have changed."""
    if not isinstance(asked, Mapping) or not isinstance(asked.get("game"), str):
        return None
    path = file_of(asked["game"])
    start = f'{{"question":"{question_key(asked)}"'.encode()
    head, lines = _split(path)
    raw = next((line for line in lines if line.startswith(start)), None)
    if head is None or raw is None:
        return None
    try:
        line = msgspec.json.decode(raw, type=AnswerLine)
        is_intact = checksum(bytes(line.answer)) == line.checksum
        is_current = not changed_sources(head, line)
    except (msgspec.MsgspecError, IndexError):
        is_intact = is_current = False
    if not is_intact:
        log.warning("a shipped answer is damaged and is recomputed: %s", path.name)
    return bytes(line.answer) if is_intact and is_current else None


def read_answers(path: Path) -> tuple[AnswerHead, tuple[AnswerLine, ...]]:
    """Return the decoded content of a file of answers."""
    head, *lines = path.read_bytes().splitlines()
    return msgspec.json.decode(head, type=AnswerHead), tuple(
        msgspec.json.decode(line, type=AnswerLine) for line in lines
    )


def changed_sources(head: AnswerHead, line: AnswerLine) -> list[str]:
    """Return the sources of an answer whose code has changed since it was made."""
    return [head.sources[place][0] for place in line.by if not _is_current(*head.sources[place])]


def source_hashes(name: str, root: Path = OURS) -> tuple[str, str, str]:
    """Return a source file's path, the hash of its bytes and the hash of its code."""
    content = (root / name).read_bytes()
    return name, _digest(content), code_hash(name, content)


def code_hash(name: str, content: bytes) -> str:
    """Return a hash of a file; for Python, ignore comments, docstrings and formatting."""
    if not name.endswith(".py"):
        return _digest(content)
    import ast  # noqa: PLC0415  (needed only if a source has changed)

    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = [one for one in node.body if not _is_text(one)]
    return _digest(ast.dump(tree).encode())


def _is_text(node: object) -> bool:
    """Return whether a statement is a docstring."""
    import ast  # noqa: PLC0415  (as above)

    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


@cache
def _split(path: Path) -> tuple[AnswerHead | None, tuple[bytes, ...]]:
    """Return the head of a file and its other lines, not yet decoded."""
    try:
        head, *lines = path.read_bytes().splitlines()
        return msgspec.json.decode(head, type=AnswerHead), tuple(lines)
    except FileNotFoundError:
        return None, ()
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        log.warning("shipped answers cannot be read and are recomputed: %s", error)
        return None, ()


@cache
def _is_current(name: str, content_hash: str, its_code: str) -> bool:
    """Return whether a source file still has the code that produced an answer."""
    try:
        content = (OURS / name).read_bytes()
        return _digest(content) == content_hash or code_hash(name, content) == its_code
    except (OSError, SyntaxError):
        return False
