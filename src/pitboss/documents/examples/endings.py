"""A round for every way a round can end, dealt under the given house rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache

from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.record_reader import read_text
from pitboss.play.refused import Refused
from pitboss.play.round import Round, replay_whole


@cache
def endings_of(game: str) -> dict[str, str]:
    """Return the records by name of the ending."""
    return tomllib.loads(GAMES[game].provides.endings or "")


def ending_rounds(game: Game, rules: HouseRules) -> Iterator[tuple[str, str, Round | None]]:
    """Yield each ending, the extra settings it needs, and the round; None if these rules do not allow it."""
    for name, record in endings_of(game.name).items():
        own = re.search(r"^rules +(.*)$", record, re.MULTILINE)
        needs = own[1] if own else ""
        yield name.replace("-", " "), needs, _dealt(game, rules, record, needs)


def _dealt(game: Game, rules: HouseRules, record: str, needs: str) -> Round | None:
    settings = "; ".join([*rules.settings(), *filter(None, [needs])])
    bare = re.sub(r"^rules .*\n", "", record, flags=re.MULTILINE)
    said = bare.replace("\n", f"\nrules   {settings}\n", 1) if settings else bare
    try:
        read = read_text(said, {**GAMES, game.name: game})
        dealt = replay_whole(read)
    except Refused:
        return None
    return None if dealt.void_reason is not None and read.void is None else dealt
