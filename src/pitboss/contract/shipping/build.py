"""
The script that writes the shipped answers.

Run it as `make answers`, or as `python -m pitboss.contract.shipping.build [--all] [GAME …]`.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

import msgspec

from pitboss.compute.disk.cache_files import recomputing
from pitboss.compute.disk.shipped_answers import (
    AnswerHead,
    AnswerLine,
    checksum,
    file_of,
    question_key,
    read_answers,
    source_hashes,
)
from pitboss.contract.shipping.check import fault_in
from pitboss.contract.shipping.recipes import Recipe, recipes
from pitboss.games import GAMES, OURS
from pitboss.play.game import Game

EVERY = "--all"


def main(args: Sequence[str]) -> None:
    """Write the answers for these games (default: all built-in). Recompute stale ones or, with --all, every answer."""
    games = [word for word in args if word != EVERY] or sorted(OURS)
    workers = min(os.cpu_count() or 1, len(games))
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        for done in as_completed([pool.submit(write_answers, game, every=EVERY in args) for game in games]):
            sys.stdout.write(done.result() + "\n")
            sys.stdout.flush()


def write_answers(name: str, *, every: bool) -> str:
    """Write the answers for one game, and return a one-line summary."""
    game, path, started = GAMES[name], file_of(name), time.process_time()
    known = {} if every else _current(game)
    made: list[tuple[Recipe, bytes]] = []
    fresh = []
    with recomputing():
        for recipe in recipes(game):
            answer = known.get(question_key(recipe.question.asked))
            if answer is None:
                fresh.append(recipe.what)
                answer = recipe.question.pack(recipe.question.solve())
            made.append((recipe, answer))
    content = _content(made)
    path.write_bytes(content)
    what = f"{', '.join(fresh)} recomputed" if fresh else "up to date"
    return f"{name}: {what}; {len(content) / 1000:,.0f} kB, {time.process_time() - started:.0f} CPU-s"


def _current(game: Game) -> dict[str, bytes]:
    """Return a game's shipped answers that are intact and up to date."""
    try:
        head, lines = read_answers(file_of(game.name))
    except (OSError, ValueError):
        return {}
    by_key = {line.question: line for line in lines}
    asked = {question_key(recipe.question.asked): recipe for recipe in recipes(game)}
    return {
        key: bytes(by_key[key].answer)
        for key, recipe in asked.items()
        if key in by_key and not fault_in(head, by_key[key], recipe)
    }


def _content(made: Sequence[tuple[Recipe, bytes]]) -> bytes:
    names = sorted({name for recipe, _ in made for name in recipe.sources()})
    places = {name: place for place, name in enumerate(names)}
    head = AnswerHead(tuple(map(source_hashes, names)))
    lines = [
        AnswerLine(
            question_key(recipe.question.asked),
            recipe.what,
            tuple(places[name] for name in recipe.sources()),
            checksum(answer),
            msgspec.Raw(answer),
        )
        for recipe, answer in made
    ]
    return b"\n".join(map(msgspec.json.encode, [head, *lines])) + b"\n"


if __name__ == "__main__":
    main(sys.argv[1:])
