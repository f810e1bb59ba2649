"""Best-play questions for the browser: prepared ones until a worker process has loaded the odds, then any."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import SystemRandom
from typing import Any, TypeAlias

from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.school.question import Question
from pitboss.school.readiness import ready_plays

log = logging.getLogger(__name__)
BestPlay: TypeAlias = Callable[[str, dict[str, Any], int], Question]
"""Makes a best-play question from a game, its rule changes and a seed. Called in a thread."""
SEEDS = 2**32


class BestPlays:
    """A source of best-play questions."""

    def __init__(self, make: BestPlay | None) -> None:
        self._make = make
        self._there: set[str] = set()
        """The games whose odds are loaded."""
        self._loading: dict[str, asyncio.Task[None]] = {}

    def seed(self, game: Game, rules: Any) -> int:
        """Return a question's seed without delay: a prepared question's until the odds are loaded, then any."""
        ready = [] if rules.changed() else list(ready_plays(game.name))
        if not ready or game.name in self._there:
            return SystemRandom().randrange(SEEDS)
        if self._make and game.name not in self._loading:
            self._loading[game.name] = asyncio.create_task(self._load(game.name, self._make))
        return SystemRandom().choice(ready)

    async def question(self, game: Game, rules: Any, seed: int) -> Question:
        """Create the question for this seed in a worker process. A seed always gives the same question."""
        if self._make is None:
            raise Refused("no-odds", "this house computes no odds, which play questions need")
        return await asyncio.to_thread(self._make, game.name, rules.changed(), seed)

    async def _load(self, game: str, make: BestPlay) -> None:
        """Warm up the odds by creating one question. If that fails, the next request tries again."""
        try:
            await asyncio.to_thread(make, game, {}, 0)
            self._there.add(game)
        except (Refused, RuntimeError) as fault:
            log.warning("the best play of %s is not available yet: %s", game, fault)
        finally:
            self._loading.pop(game, None)
